"""A reader of photos of pieces that says what the photo's own end says, for tests that are not about reading.

Run as the reader's process. A photo of anything else goes to the real one.
"""

import io
import json
import sys
from pathlib import Path
from typing import Any

MARK = b"\ntold:"
WORKER = (sys.executable, str(Path(__file__).resolve()))


def told_photo(picture: bytes, **reading: Any) -> bytes:
    """``picture`` with what is to be read in it; a reading ``fails`` with that code."""
    return picture + MARK + json.dumps(reading).encode()


def piece(kind: str, at: int, **what: Any) -> dict[str, Any]:
    """The piece in the place ``at``, from the left."""
    x, y = 60 + 130 * at, 120 if kind == "story" else 30
    return {
        "kind": kind,
        "outline_px": [[x, y], [x + 100, y], [x + 100, y + 80], [x, y + 80]],
        "confidence": 0.9,
        **what,
    }


def story(at: int, name: str | None, maybe: tuple[str, ...] = ()) -> dict[str, Any]:
    return piece("story", at, id=name, points=None, fire=None, maybe=[*([name] if name else []), *maybe])


def board(*pieces: dict[str, Any], parts: int = 0, **beside: Any) -> dict[str, Any]:
    """``beside``: berries, camps_left and color."""
    return {"found": bool(pieces), "pieces": list(pieces), "parts": parts, "size_px": [900, 600], **beside}


def main() -> int:
    head = json.loads(sys.stdin.buffer.readline())
    photo = sys.stdin.buffer.read(head["bytes"])
    picture, mark, told = photo.partition(MARK)
    if not (mark and head.get("known")):
        from companion.dewan.vision.worker import main as real

        return real(
            io.BytesIO(json.dumps({**head, "bytes": len(picture)}).encode() + b"\n" + picture), sys.stdout.buffer
        )
    import base64

    reading = json.loads(told)
    answer = {"reading": reading, "picture": base64.b64encode(picture).decode()}
    print(json.dumps({"failed": reading["fails"]} if "fails" in reading else answer), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
