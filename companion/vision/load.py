"""Open a photo safely: look at its head before decoding, turn it upright, shrink it to what the reader needs.

A picture's size is known from its head, so a small file that would unpack to gigabytes is refused unread.
"""

import io
import re
import stat
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from companion.vision.errors import PhotoError
from companion.vision.plane import Pixels
from companion.vision.settings import Settings

_SCANS_GO_ON = re.compile(rb"\xff[^\x00\x01\xd0-\xd7\xff]", re.DOTALL)
"""The next mark of a JPEG that says what follows: in its pixels none of these two bytes occur."""
_WANTED = "Please send a JPEG, PNG, WebP or HEIC photo."


@dataclass(frozen=True)
class Photo:
    """An upright photo, possibly shrunk: ``rgb`` (h, w, 3), and its full displayed size (width, height)."""

    rgb: Pixels
    size_px: tuple[int, int]

    @property
    def shrink(self) -> float:
        """Pixels of ``rgb`` per pixel of the photo."""
        return float(self.rgb.shape[1] / self.size_px[0])


Source = Path | bytes | Photo
"""A file, what is in one, or what was opened before."""


def load_photo(source: Source, settings: Settings) -> Photo:
    """The photo at a path or in memory; ``PhotoError`` with a plain sentence when it can't be used."""
    if isinstance(source, Photo):
        return source
    data = source if isinstance(source, bytes) else _read(source, settings)
    _check_bytes(data, settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd metadata; what matters is checked here
        return _decode(data, settings)


def _read(path: Path, settings: Settings) -> bytes:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise PhotoError("not-a-file", "This is not a file.")
        if about.st_size > settings.largest_file_bytes:
            raise _too_heavy(about.st_size, settings)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PhotoError("missing", "There is no such file.") from error
    except OSError as error:
        raise PhotoError("unreadable", f"The file can't be read: {error.strerror or 'unknown reason'}.") from error


def _too_heavy(size: int, settings: Settings) -> PhotoError:
    limit = settings.largest_file_bytes // 1_000_000
    return PhotoError("too-heavy", f"The file has {size / 1e6:.0f} MB; photos of up to {limit} MB can be read.")


def _check_bytes(data: bytes, settings: Settings) -> None:
    if not data:
        raise PhotoError("empty", "The file is empty.")
    if len(data) > settings.largest_file_bytes:
        raise _too_heavy(len(data), settings)
    kinds = {
        b"%PDF": "a PDF document",
        b"GIF8": "a GIF",
        b"PK\x03\x04": "a ZIP archive",
        b"<svg": "an SVG drawing",
    }
    for mark, kind in kinds.items():
        if data.startswith(mark):
            raise PhotoError("wrong-kind", f"The file is {kind}, not a photo. {_WANTED}")


def _decode(data: bytes, settings: Settings) -> Photo:
    Image.init()  # or Pillow knows only the plugins that happen to be imported
    with suppress(ImportError):  # there is none for browsers
        from pi_heif import register_heif_opener

        register_heif_opener()
    kinds: list[str] = [one for one in ("JPEG", "PNG", "WEBP", "HEIF") if one in Image.OPEN]
    limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None  # our own check below is the stricter one
    try:
        with Image.open(io.BytesIO(data), formats=kinds) as picture:
            _check_head(picture, data, settings)
            return _upright(picture, settings)
    except PhotoError:
        raise
    except UnidentifiedImageError as error:
        raise PhotoError("wrong-kind", f"The file is not a picture that can be read. {_WANTED}") from error
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        RuntimeError,
        IndexError,
        KeyError,
        TypeError,
    ) as error:
        broken = "truncated" in str(error).lower() or "end" in str(error).lower()
        if broken:
            raise PhotoError(
                "truncated", "The file ends before the picture does; it was not copied in full."
            ) from error
        raise PhotoError("damaged", "The picture is damaged and can't be decoded.") from error
    except MemoryError as error:
        raise PhotoError("too-large", "The picture needs more memory than there is.") from error
    finally:
        Image.MAX_IMAGE_PIXELS = limit


def _check_head(picture: Image.Image, data: bytes, settings: Settings) -> None:
    width, height = picture.size
    size, scans = len(data), _scans(data) if data.startswith(b"\xff\xd8") else 1
    if scans > settings.most_scans:
        raise PhotoError("too-large", f"The picture is sent in {scans} passes; up to {settings.most_scans} are read.")
    whole = picture.format == "WEBP" or scans > 1 or bool(picture.info.get("progressive")) or _is_deep_heic(picture)
    most = settings.largest_whole_megapixels if whole else settings.largest_megapixels
    if whole and picture.mode == "CMYK":
        most //= 2  # four colours in many passes; no camera makes them
    if width * height > most * 1e6 or max(width, height) > settings.longest_side_px:
        sentence = f"The picture is {width} x {height} pixels; up to {most} megapixels can be read."
        raise PhotoError("too-large", sentence)
    heaviest = settings.largest_heic_bytes if picture.format == "HEIF" else settings.largest_jpeg_bytes
    heaviest = settings.largest_whole_bytes if whole else heaviest
    if size > heaviest and picture.format != "PNG":
        sentence = f"The picture takes {size / 1e6:.0f} MB; of its kind, up to {heaviest // 1_000_000} can be read."
        raise PhotoError("too-large", sentence)
    if min(width, height) < settings.shortest_side_px:
        raise PhotoError("too-small", f"The picture is {width} x {height} pixels: too small to show a map.")
    if picture.format in ("PNG", "WEBP") and getattr(picture, "is_animated", False):
        raise PhotoError("moving", f"This is a moving picture. {_WANTED}")


def _scans(data: bytes) -> int:
    """How often a JPEG goes over the picture: a few bytes are enough for each, and all of it is gone through again."""
    scans, at = 0, 2
    while (found := _SCANS_GO_ON.search(data, at)) and found[0] != b"\xff\xd9":
        scans += found[0] == b"\xff\xda"
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2])
    return scans


def _is_deep_heic(picture: Image.Image) -> bool:
    """See-through, or with all of its colours: decoded they take twice the room of what phones send."""
    return picture.format == "HEIF" and (picture.mode != "RGB" or picture.info.get("chroma") != 420)


def _upright(picture: Image.Image, settings: Settings) -> Photo:
    """Decode, shrink to the working size, then turn: the full picture is held once."""
    width, height = picture.size
    side = settings.working_side_px
    turn = _TURNS.get(_orientation(picture))
    if picture.format in ("JPEG", "MPO"):
        # Lets the decoder skip detail beyond the working size: a 12-megapixel JPEG opens in a third of the time.
        picture.draft("RGB", (min(width, side), min(height, side)))
    picture.load()
    small: Image.Image = picture
    factor = max(picture.size) // side
    if factor > 1 and picture.mode in ("RGB", "L", "CMYK", "RGBA"):
        small = picture.reduce(factor)
    small = _plain(small)
    scale = min(1.0, side / max(small.size))
    if scale < 1.0:
        size = (max(1, round(small.width * scale)), max(1, round(small.height * scale)))
        small = small.resize(size, Image.Resampling.BOX)
    if turn is not None:
        small = small.transpose(turn)
        if turn in _SIDEWAYS:
            width, height = height, width
    return Photo(np.array(small, dtype=np.uint8), (width, height))


# What undoes each EXIF orientation.
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SIDEWAYS = {_TURNS[k] for k in (5, 6, 7, 8)}


def _orientation(picture: Image.Image) -> int:
    """The EXIF orientation, 1 when there is none or the block is senseless. HEIC comes turned already."""
    if picture.format == "HEIF":
        return 1
    try:
        return int(picture.getexif().get(0x0112, 1))
    except Exception:  # EXIF is written by anybody: whatever it breaks, the pixels are fine
        return 1


def _plain(picture: Image.Image) -> Image.Image:
    """As 8-bit RGB: 16 bit and floats scaled, transparency laid on white."""
    if picture.mode == "RGB":
        return picture
    if picture.mode.startswith(("I", "F")):
        step = max(1, max(picture.size) // 2000)  # floats take four times the room: thin out before converting
        values = np.asarray(picture)[::step, ::step].astype(np.float32)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        return Image.fromarray(np.clip(values * (255 / top), 0, 255).astype(np.uint8)).convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        layer = picture.convert("RGBA")
        ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
        ground.alpha_composite(layer)
        return ground.convert("RGB")
    return picture.convert("RGB")
