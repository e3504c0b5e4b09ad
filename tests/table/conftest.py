import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.store import Store, open_store
from tests.table.logs import NOON


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def store(database: Path) -> Iterator[Store]:
    """A store with one empty table, ``t``."""
    with open_store(database) as opened:
        opened.create_table("t", "dewan", {"players": ["Ana", "Bo"]}, NOON)
        yield opened


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 512 KB of its own, where the tests may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=512k", "companion-test", str(disk)], capture_output=True, check=False
    )
    if not made or made.returncode != 0:
        pytest.skip("no file system may be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)
