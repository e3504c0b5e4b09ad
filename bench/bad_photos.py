"""What photos of every kind and size cost, hostile and broken ones among them: ``python -m bench.bad_photos``.

Each is read as the server reads what somebody sent, and by ``companion read``, ``learn``, ``box`` and ``pieces``, in a
process of its own. Printed are what was said, the most memory the process held, and its seconds of the processor,
start-up included. ``--only WORD`` takes those with the word in their name.
"""

import argparse
import io
import json
import math
import os
import resource
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageFile

BOX = Path(__file__).parents[1] / "sample_photos" / "print" / "box.json"
LOOK = BOX.with_name("look.json")
HEIC = Path(__file__).parents[1] / "tests" / "dewan" / "vision" / "files"
MOST_MB = 500
MOST_SECONDS = 3.0


def encoded(picture: Image.Image, kind: str, **options: object) -> bytes:
    ImageFile.MAXBLOCK = 1 << 28  # or Pillow cannot write a large progressive JPEG
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


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int, height: int, body: bytes = b"", extra: bytes = b"") -> bytes:
    """A PNG whose head says what it likes."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + extra + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


@cache
def zeros(megabytes: int) -> bytes:
    """So many megabytes of nothing, packed a thousandfold."""
    packer = zlib.compressobj(9)
    block = bytes(1_000_000)
    return b"".join(packer.compress(block) for _ in range(megabytes)) + packer.flush()


def text_bomb() -> bytes:
    """A small picture with a note that unpacks to 300 megabytes."""
    return png(400, 300, zlib.compress(bytes(300 * 1201)), _chunk(b"zTXt", b"note\x00\x00" + zeros(300)))


def jpeg_of_size(width: int, height: int) -> bytes:
    """A JPEG whose frame header lies about its size."""
    data = bytearray(encoded(colourful(), "JPEG"))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


def lying_exif() -> bytes:
    """Orientation 8, a size that is not the picture's, a thumbnail that is not there."""
    exif = Image.Exif()
    exif[0x0112] = 8
    exif[0xA002], exif[0xA003] = 60000, 1
    exif[0x0201], exif[0x0202] = 4_000_000_000, 4_000_000_000
    return encoded(colourful(), "JPEG", exif=exif)


def passes(picture: bytes, times: int) -> bytes:
    """A JPEG whose last pass over the picture comes so many times more: a few bytes each."""
    return picture[:-2] + picture[picture.rindex(b"\xff\xda") : -2] * times + picture[-2:]


def heic(name: str) -> bytes:
    """One of those the tests keep: what writes HEIC is no part of the project."""
    return (HEIC / f"{name}.heic").read_bytes()


def heic_that_lies() -> bytes:
    """All colours with ten bits each, decoded 300 MB; its head says that half of it is there."""
    data = bytearray(heic("deep"))
    colours, depths = data.index(b"hvcC") + 20, data.index(b"pixi") + 9
    data[colours : colours + 3] = b"\xfd\xf8\xf8"
    data[depths : depths + 3] = b"\x08\x08\x08"
    return bytes(data)


def heic_noise() -> bytes:
    """12 megapixels in nearly 10 MB, by ``pillow-heif`` (``pip install pillow-heif``). Raises ImportError."""
    from pillow_heif import register_heif_opener

    register_heif_opener()
    return encoded(noise(4128, 3096), "HEIF", quality=45, enc_params={"preset": "ultrafast"})


def sixteen_bit(width: int = 400, height: int = 300) -> bytes:
    ramp = np.linspace(0, 65535, width * height, dtype=np.float32).reshape(height, width).astype(np.uint16)
    return encoded(Image.fromarray(ramp), "PNG", compress_level=1)


def noise(width: int, height: int, grain: int = 1) -> Image.Image:
    """Nothing is where anything else is: corners everywhere, and no two spaces alike."""
    values = np.random.default_rng(1).integers(0, 256, (height // grain + 1, width // grain + 1, 3), np.uint8)
    return Image.fromarray(np.repeat(np.repeat(values, grain, 0), grain, 1)[:height, :width])


def hexes(width: int, height: int, side: int) -> Image.Image:
    """A map without end: a lattice over the whole picture, every space of another colour."""
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    r = rows / (1.5 * side)
    q = columns / (math.sqrt(3) * side) - r / 2
    third = -q - r
    rounded = [np.round(one) for one in (q, r, third)]
    off = [np.abs(whole - one) for whole, one in zip(rounded, (q, r, third), strict=True)]
    rounded[0] = np.where((off[0] > off[1]) & (off[0] > off[2]), -rounded[1] - rounded[2], rounded[0])
    rounded[1] = np.where((off[1] > off[0]) & (off[1] > off[2]), -rounded[0] - rounded[2], rounded[1])
    pick = (rounded[0] * 7 + rounded[1] * 3).astype(int) % 4
    colours = np.array([(196, 160, 90), (70, 110, 60), (150, 90, 60), (130, 130, 135)], np.uint8)
    return Image.fromarray(colours[pick])


FILES: dict[str, tuple[Callable[[], bytes], str | None]] = {
    "zero bytes": (lambda: b"", "empty"),
    "text": (lambda: b"no picture at all", "wrong-kind"),
    "a PDF named .jpg": (lambda: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "wrong-kind"),
    "a GIF": (lambda: encoded(colourful(), "GIF"), "wrong-kind"),
    "a moving GIF": (
        lambda: encoded(colourful(), "GIF", save_all=True, append_images=[colourful().rotate(180)]),
        "wrong-kind",
    ),
    "a BMP": (lambda: encoded(colourful(), "BMP"), "wrong-kind"),
    "a ZIP": (lambda: b"PK\x03\x04" + bytes(100), "wrong-kind"),
    "1 x 1": (lambda: encoded(colourful(1, 1), "PNG"), "too-small"),
    "cut JPEG": (lambda: encoded(colourful(), "JPEG")[:1500], "truncated"),
    "cut PNG": (lambda: encoded(colourful(), "PNG")[:200], "truncated"),
    "cut WebP": (lambda: encoded(colourful(), "WEBP")[:90], "damaged"),
    "a JPEG's head only": (lambda: encoded(colourful(), "JPEG")[:20], "wrong-kind"),
    "30000 x 30000 PNG": (lambda: png(30000, 30000), "too-large"),
    "30000 x 30000 JPEG": (lambda: jpeg_of_size(30000, 30000), "too-large"),
    "zip bomb, head honest": (lambda: png(20000, 20000, zeros(400)), "too-large"),
    "zip bomb, head lies": (lambda: png(400, 300, zeros(400)), None),
    "note that unpacks to 300 MB": (text_bomb, "damaged"),
    "long and thin": (lambda: png(50000, 200), "too-large"),
    "moving WebP": (
        lambda: encoded(colourful(), "WEBP", save_all=True, append_images=[colourful().rotate(180)]),
        "moving",
    ),
    "moving PNG": (
        lambda: encoded(colourful(), "PNG", save_all=True, append_images=[colourful().rotate(180)]),
        "moving",
    ),
    "CMYK": (lambda: encoded(colourful(mode="CMYK"), "JPEG"), None),
    "16 bit": (sixteen_bit, None),
    "EXIF that lies": (lying_exif, None),
    "50 megapixels, JPEG": (lambda: encoded(colourful(8160, 6120), "JPEG"), None),
    "50 megapixels, PNG": (lambda: encoded(colourful(8160, 6120), "PNG", compress_level=1), None),
    "12 megapixels, WebP": (lambda: encoded(colourful(4128, 3096), "WEBP", quality=50, method=0), None),
    "12 megapixels, WebP of 7 MB": (lambda: encoded(noise(4128, 3096), "WEBP", quality=60, method=0), "too-large"),
    "12 megapixels, progressive CMYK": (
        lambda: encoded(colourful(4128, 3096, "CMYK"), "JPEG", progressive=True),
        "too-large",
    ),
    "50 megapixels, progressive": (lambda: encoded(colourful(8160, 6120), "JPEG", progressive=True), "too-large"),
    "50 megapixels, WebP": (lambda: encoded(colourful(8160, 6120), "WEBP", quality=50, method=0), "too-large"),
    "15 megapixels, JPEG in two passes": (lambda: passes(encoded(colourful(4500, 3400), "JPEG"), 1), "too-large"),
    "JPEG in 3,000 passes": (lambda: passes(encoded(colourful(), "JPEG", progressive=True), 3000), "too-large"),
    "50 megapixels, HEIC": (lambda: heic("large"), None),
    "50 megapixels, HEIC with all colours": (lambda: heic("deep"), "too-large"),
}
"""Each file, and the code it is refused with; None where the picture itself can be opened."""
COSTLY: dict[str, Callable[[], bytes]] = {
    "50 megapixels, noise": lambda: encoded(noise(8160, 6120), "JPEG", quality=95),
    "12 megapixels, progressive noise": lambda: encoded(
        noise(4128, 3096), "JPEG", quality=29, progressive=True, subsampling=0
    ),
    "50 megapixels, CMYK": lambda: encoded(colourful(8160, 6120, "CMYK"), "JPEG"),
    "6 megapixels, progressive CMYK": lambda: encoded(
        noise(2880, 2080).convert("CMYK"), "JPEG", quality=25, progressive=True, subsampling=0
    ),
    "50 megapixels, 16 bit": lambda: sixteen_bit(8160, 6120),
    "50 megapixels, see-through": lambda: encoded(colourful(8160, 6120, "RGBA"), "PNG", compress_level=1),
    "50 megapixels, palette": lambda: encoded(colourful(8160, 6120, "P"), "PNG", compress_level=1),
    "12 megapixels, noisy WebP": lambda: encoded(noise(4128, 3096), "WEBP", quality=35, method=0),
    "12 megapixels, noise in 21 passes": lambda: passes(
        encoded(noise(4128, 3096), "JPEG", quality=5, progressive=True), 11
    ),
    "12 megapixels, noisy HEIC": heic_noise,
    "50 megapixels, HEIC that lies": heic_that_lies,
    "long and thin, as allowed": lambda: encoded(noise(16000, 200), "JPEG"),
    "small, noise": lambda: encoded(noise(275, 183), "PNG"),
    "small, coarse noise": lambda: encoded(noise(640, 480, 5), "PNG"),
    "12 megapixels, coarse noise": lambda: encoded(noise(4000, 3000, 16), "JPEG"),
    "a map without end, tiny spaces": lambda: encoded(hexes(4000, 3000, 24), "JPEG"),
    "a map without end, small spaces": lambda: encoded(hexes(4000, 3000, 60), "JPEG"),
    "a map without end, in a small picture": lambda: encoded(hexes(640, 480, 12), "PNG"),
}
"""Pictures that can be opened, and were made to cost as much as one can."""


# The process tells its own peak: what the kernel tells the parent begins with the parent's.
_PEAK = """
import re
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""
_READ = f"""
import sys
from companion.cli import main
main([*sys.argv[1:], "--json"])
{_PEAK}
"""
_SERVED = f"""
import sys
from companion.vision.limits import keep_within
from companion.dewan.vision.worker import main
keep_within()
main(sys.stdin.buffer, sys.stdout.buffer)
{_PEAK}
"""
SERVED = ("serve",)
"""As the server reads a photo that somebody sent."""


COMMANDS = ("read", "learn", "box", "pieces")


def asking(command: str, look: Path) -> tuple[str, ...]:
    """One of the commands, as ``cost`` takes it. Only ``pieces`` needs a look that is there."""
    box, beside = ("--box", str(BOX)), str(look.with_name("made.json"))
    more = {
        "read": (),
        "learn": (*box, "--look", str(look)),
        "box": (*box, "--out", beside, "--look-out", str(look.with_name("made.look.json"))),
        "pieces": (*box, "--look", str(look)),
    }
    return (command, *more[command])


def cost(
    paths: list[Path], cwd: Path | None = None, scratch: Path | None = None, command: Sequence[str] = COMMANDS[:1]
) -> tuple[list[str], float, float]:
    """What ``companion read``, or another command, says of files, the most megabytes it held, and its seconds of the
    processor. With ``SERVED``, of one file, and what it held is not known where the process was ended."""
    served, sent = command == SERVED, b""
    if served:
        (path,) = paths
        photo = path.read_bytes()
        sent = json.dumps({"bytes": len(photo), "box": json.loads(BOX.read_bytes())}).encode() + b"\n" + photo
    asked = ["-c", _SERVED] if served else ["-c", _READ, command[0], *map(str, paths), *command[1:]]
    around = {**os.environ, "PYTHONPATH": os.getcwd(), **({"TMPDIR": str(scratch)} if scratch else {})}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *asked], input=sent, capture_output=True, check=not served, cwd=cwd, env=around
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode:
        return ["ended"], math.nan, seconds
    *answers, peak = done.stdout.splitlines()
    said = [json.loads(answer) for answer in answers]
    if served:
        return [str(said[-1].get("failed", "read"))], int(peak) / 1000, seconds
    return [" ".join(one["warnings"]) or "read" for one in said], int(peak) / 1000, seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    only = parser.parse_args().only
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "photo.jpg")
        for name, make in {**{name: make for name, (make, _) in FILES.items()}, **COSTLY}.items():
            if only in name:
                try:
                    path.write_bytes(make())
                except ImportError as missing:
                    print(f"{name:38s} left out: {missing}", flush=True)
                    continue
                failed |= _told(name, path, Path(folder))
        with path.open("wb") as file:
            file.truncate(200_000_000)
        failed |= _told("200 MB", path, Path(folder))
    return int(failed)


def _told(name: str, path: Path, folder: Path) -> bool:
    failed = False
    look = folder / "look.json"
    # The owner's own commands believe the head of a file; whoever sends one to the server is held to limits.
    own = [] if name.endswith("HEIC that lies") else [asking(command, look) for command in COMMANDS]
    for command in (SERVED, *own):
        if command[0] == "pieces" and not look.exists():
            look.write_bytes(LOOK.read_bytes())
        (sentence,), megabytes, seconds = cost([path], command=command)
        over = megabytes > MOST_MB or seconds > MOST_SECONDS
        said = f"{megabytes:5.0f} MB {seconds:5.2f} s {'OVER' if over else '    '} {sentence}"
        print(f"{name:38s} {command[0]:6s} {said}", flush=True)
        failed |= over
    return failed


if __name__ == "__main__":
    sys.exit(main())
