"""The photo reader for the tests of pages: a photo that was read before with the same box is not read again.

``python read_once.py FOLDER`` stands where the worker stands, and says what that says.
"""

import atexit
import io
import json
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO


class _Both(io.BytesIO):
    """Said at once, and kept."""

    def write(self, said: object) -> int:
        sys.stdout.buffer.write(said)  # type: ignore[arg-type]
        sys.stdout.buffer.flush()
        return super().write(said)  # type: ignore[arg-type]


def command() -> tuple[str, str, str]:
    folder = tempfile.mkdtemp(prefix="companion-read-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return sys.executable, __file__, folder


def main(folder: Path, given: BinaryIO) -> int:
    head = given.readline()
    photo = given.read(json.loads(head)["bytes"])
    kept = folder / sha256(head + photo).hexdigest()
    if kept.exists():
        sys.stdout.buffer.write(kept.read_bytes())
        return 0
    from companion.dewan.vision import worker

    worker.keep_within()
    said = _Both()
    status = worker.main(io.BytesIO(head + photo), said)
    written = kept.with_suffix(".new")
    written.write_bytes(said.getvalue())
    written.rename(kept)
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.stdin.buffer))
