"""What hostile and broken files cost: ``python -m bench.bad_photos`` reads and learns each in a process of its own.

Prints for every file and command what was said, the most memory the process held, and its seconds, start-up included.
"""

import io
import json
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

BOX = Path(__file__).parents[1] / "sample_photos" / "print" / "box.json"
MOST_MB = 500
MOST_SECONDS = 3.0


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


def sixteen_bit() -> bytes:
    ramp = np.linspace(0, 65535, 400 * 300).reshape(300, 400).astype(np.uint16)
    return encoded(Image.fromarray(ramp), "PNG")


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
    "24 megapixels, WebP": (lambda: encoded(colourful(5640, 4240), "WEBP", quality=50, method=0), None),
    "50 megapixels, WebP": (lambda: encoded(colourful(8160, 6120), "WEBP", quality=50, method=0), "too-large"),
}
"""Each file, and the code it is refused with; None where the picture itself can be opened."""


# The process tells its own peak: what the kernel tells the parent begins with the parent's.
_READ = """
import re, sys
from companion.cli import main
main([*sys.argv[1:], "--json"])
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def learning(look: Path) -> tuple[str, ...]:
    """``companion learn``, as ``cost`` takes it."""
    return ("learn", "--box", str(BOX), "--look", str(look))


def cost(
    paths: list[Path], cwd: Path | None = None, scratch: Path | None = None, command: Sequence[str] = ("read",)
) -> tuple[list[str], float, float]:
    """What ``companion read``, or another command, says of files, the megabytes it held at most, and its seconds."""
    asked = [sys.executable, "-c", _READ, command[0], *map(str, paths), *command[1:]]
    around = {**os.environ, "PYTHONPATH": os.getcwd(), **({"TMPDIR": str(scratch)} if scratch else {})}
    start = time.perf_counter()
    done = subprocess.run(asked, capture_output=True, check=True, cwd=cwd, env=around)
    seconds = time.perf_counter() - start
    *answers, peak = done.stdout.splitlines()
    said = [" ".join(json.loads(answer)["warnings"]) or "read" for answer in answers]
    return said, int(peak) / 1000, seconds


def main() -> int:
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "photo.jpg")
        for name, (make, _) in FILES.items():
            path.write_bytes(make())
            failed |= _told(name, path, Path(folder, "look.json"))
        with path.open("wb") as file:
            file.truncate(200_000_000)
        failed |= _told("200 MB", path, Path(folder, "look.json"))
    return int(failed)


def _told(name: str, path: Path, look: Path) -> bool:
    failed = False
    for command in (("read",), learning(look)):
        (sentence,), megabytes, seconds = cost([path], command=command)
        over = megabytes > MOST_MB or seconds > MOST_SECONDS
        said = f"{megabytes:5.0f} MB {seconds:5.2f} s {'OVER' if over else '    '} {sentence}"
        print(f"{name:28s} {command[0]:5s} {said}", flush=True)
        failed |= over
    return failed


if __name__ == "__main__":
    sys.exit(main())
