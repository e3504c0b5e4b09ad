"""On the disk, so that it outlives a power cut: what was written to a file, and that it is there under its name."""

import os
from pathlib import Path


def sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """What was made, renamed or removed in it."""
    if os.name == "nt":  # folders cannot be opened there, and renames are written through
        return
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
