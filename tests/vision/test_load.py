"""Files that are no photos, or hostile ones: each with its own plain sentence, quickly and in little memory."""

import io
import struct
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.vision.load import load_photo
from companion.vision.reading import PhotoError
from companion.vision.settings import DEFAULTS

FILES = Path(__file__).parent / "files"


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def colourful(width: int = 400, height: int = 300, mode: str = "RGB") -> Image.Image:
    """Red to the left, blue to the right, a green band at the top."""
    values = np.zeros((height, width, 3), np.uint8)
    values[:, : width // 2, 0] = 200
    values[:, width // 2 :, 2] = 200
    values[: height // 6] = (0, 200, 0)
    return Image.fromarray(values).convert(mode)


def png_head(width: int, height: int, body: bytes = b"") -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def refusal(data: bytes | Path) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        load_photo(data, DEFAULTS)
    assert caught.value.sentence.endswith(".")
    return caught.value


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "zero bytes": (lambda: b"", "empty"),
    "text": (lambda: b"no picture at all", "wrong-kind"),
    "pdf": (lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "wrong-kind"),
    "gif": (lambda: encoded(colourful(), "GIF"), "wrong-kind"),
    "bmp": (lambda: encoded(colourful(), "BMP"), "wrong-kind"),
    "one pixel": (lambda: encoded(colourful(1, 1), "PNG"), "too-small"),
    "cut jpeg": (lambda: encoded(colourful(), "JPEG")[:1500], "truncated"),
    "cut png": (lambda: encoded(colourful(), "PNG")[:200], "truncated"),
    "head only": (lambda: encoded(colourful(), "JPEG")[:20], "wrong-kind"),
    "30000 x 30000": (lambda: png_head(30000, 30000), "too-large"),
    "zip bomb": (lambda: png_head(20000, 20000, zlib.compress(bytes(1_000_000))), "too-large"),
    "long and thin": (lambda: png_head(50000, 200), "too-large"),
    "animated webp": (
        lambda: encoded(colourful(), "WEBP", save_all=True, append_images=[colourful().rotate(180)]), "moving",
    ),
    "animated png": (
        lambda: encoded(colourful(), "PNG", save_all=True, append_images=[colourful().rotate(180)]), "moving",
    ),
}


@pytest.mark.parametrize("name", list(BAD))
def test_bad_input_is_refused_by_name(name: str) -> None:
    make, code = BAD[name]
    data = make()
    start = time.perf_counter()
    assert refusal(data).code == code
    assert time.perf_counter() - start < 3


def test_a_file_of_200_megabytes_is_refused_unread(tmp_path: Path) -> None:
    big = tmp_path / "big.jpg"
    with big.open("wb") as file:
        file.truncate(200_000_000)
    assert refusal(big).code == "too-heavy"
    assert "200 MB" in refusal(big).sentence


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nothing.jpg").code == "missing"
    assert refusal(tmp_path).code == "not-a-file"


def test_a_pdf_named_jpg_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "map.jpg"
    path.write_bytes(b"%PDF-1.4 anything")
    assert "PDF" in refusal(path).sentence


def assert_colourful(rgb: np.ndarray) -> None:
    height, width = rgb.shape[:2]
    left, right, top = rgb[height // 2, width // 4], rgb[height // 2, 3 * width // 4], rgb[height // 20, width // 2]
    assert int(left.argmax()) == 0
    assert int(right.argmax()) == 2
    assert int(top.argmax()) == 1


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_common_kinds_are_read(kind: str) -> None:
    photo = load_photo(encoded(colourful(), kind), DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)


@pytest.mark.parametrize("mode", ["CMYK", "P", "RGBA", "L", "LA", "1"])
def test_other_modes_become_rgb(mode: str) -> None:
    kind = "JPEG" if mode in ("CMYK", "L") else "PNG"
    photo = load_photo(encoded(colourful(mode=mode), kind), DEFAULTS)
    assert photo.rgb.shape == (300, 400, 3)
    if mode in ("CMYK", "P", "RGBA"):
        assert_colourful(photo.rgb)


def test_sixteen_bits_are_scaled_down() -> None:
    ramp = np.linspace(0, 65535, 400 * 300).reshape(300, 400).astype(np.uint16)
    photo = load_photo(encoded(Image.fromarray(ramp), "PNG"), DEFAULTS)
    assert photo.rgb[0, 0, 0] < 5
    assert photo.rgb[-1, -1, 0] > 250
    assert 120 < photo.rgb[150, 200, 0] < 136


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied_once(orientation: int) -> None:
    back = {
        1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    stored = colourful() if back is None else colourful().transpose(back)
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load_photo(encoded(stored, "JPEG", exif=exif), DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)


@pytest.mark.parametrize("value", [0, 9, 77])
def test_a_senseless_orientation_is_ignored(value: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = value
    assert_colourful(load_photo(encoded(colourful(), "JPEG", exif=exif), DEFAULTS).rgb)


def test_broken_exif_is_ignored() -> None:
    data = encoded(colourful(), "JPEG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff garbage")
    assert_colourful(load_photo(data, DEFAULTS).rgb)


def test_large_photos_are_shrunk_but_keep_their_size() -> None:
    photo = load_photo(encoded(colourful(4000, 3000), "JPEG"), DEFAULTS)
    assert photo.size_px == (4000, 3000)
    assert max(photo.rgb.shape) <= DEFAULTS.working_side_px
    assert photo.shrink == pytest.approx(0.5, abs=0.01)
    assert_colourful(photo.rgb)


def test_heic_is_read_and_a_cut_one_refused() -> None:
    data = (FILES / "colours.heic").read_bytes()
    photo = load_photo(data, DEFAULTS)
    assert photo.size_px == (400, 300)
    assert_colourful(photo.rgb)
    assert refusal(data[: len(data) // 2]).code in ("truncated", "damaged", "wrong-kind")


def test_nothing_is_left_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.jpg"
    path.write_bytes(encoded(colourful(), "JPEG"))
    load_photo(path, DEFAULTS)
    assert [p.name for p in tmp_path.iterdir()] == ["a.jpg"]
