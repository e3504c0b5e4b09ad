"""The plug is pulled at any moment: whatever was acknowledged is there, and everything opens. See ``power.py``."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.log.archive import bring_back, pack
from companion.log.backup import back_up, backups
from companion.log.datadir import DataDir
from companion.log.photos import PhotoAlbums
from companion.log.store import Store, open_store
from tests.log.logs import NOON, draft
from tests.log.power import can_record, cuts, recorded

pytestmark = pytest.mark.skipif(not can_record(), reason="no strace here, or it may not trace")

CUTS = int(os.environ.get("POWER_CUTS", "60"))
DAY = datetime(2026, 11, 16, tzinfo=UTC)
BUSY = """
import sys
from pathlib import Path
from companion.log.store import open_store
from tests.log.logs import NOON, draft
with open_store(Path(sys.argv[1]) / "companion.sqlite3") as store:
    # The log is emptied into the database every few entries, instead of every thousand pages.
    connection = store._writer.raw_connection()
    connection.driver_connection.execute("PRAGMA wal_autocheckpoint = 20")
    connection.close()
    store.create_table("t", "dewan", {}, NOON)
    for number in range(40):
        store.append("t", number, draft(f"e{number}", words="x" * (number % 7) * 900))
        print(f"e{number}", flush=True)
"""
PHOTOS = """
import sys
from pathlib import Path
from companion.log.photos import PhotoAlbums
albums = PhotoAlbums(Path(sys.argv[1]) / "photos")
for number in range(6):
    kept = albums.keep("t", bytes([number]) * 20_000, f"2026-11-16T19:30:0{number}Z")
    print(kept.name, flush=True)
"""
BACKUP = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from companion.log.archive import pack
from companion.log.backup import back_up
from companion.log.datadir import DataDir
data = DataDir(Path(sys.argv[1]))
print(back_up(data.database, data.backups, datetime(2026, 11, 16, tzinfo=UTC)).name, flush=True)
print(pack(data, data.path / "all.zip", datetime(2026, 11, 16, tzinfo=UTC)).name, flush=True)
"""
RESTORE = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from companion.log.archive import bring_back
from companion.log.datadir import DataDir
data = DataDir(Path(sys.argv[1]))
bring_back(data.path / "other.zip", data, datetime(2026, 11, 16, tzinfo=UTC))
print("restored", flush=True)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


def filled(database: Path, *ids: str) -> None:
    with open_store(database) as store:
        store.create_table("t", "dewan", {}, NOON)
        for number, one in enumerate(ids):
            store.append("t", number, draft(one))


def ids(store: Store) -> list[str]:
    return [entry.id for entry in store.entries("t")]  # type: ignore[union-attr]


def test_every_acknowledged_entry_is_there(root: Path, tmp_path: Path) -> None:
    seen = 0
    for folder, said in cuts(*recorded(BUSY, root, tmp_path / "trace"), tmp_path / "cut", CUTS):
        with open_store(folder / "companion.sqlite3") as store:
            store.check()
            there = ids(store) if said else []
        assert there[: len(said)] == said
        assert len(there) <= len(said) + 1
        seen += bool(said)
    assert seen > CUTS // 3


def test_every_photo_that_was_kept_is_whole(root: Path, tmp_path: Path) -> None:
    for folder, said in cuts(*recorded(PHOTOS, root, tmp_path / "trace"), tmp_path / "cut", CUTS):
        albums = PhotoAlbums(folder / "photos")
        listed = {photo.name for photo in albums.of("t")}
        assert set(said) <= listed
        for name in listed:
            content = albums.read("t", name)
            assert len(content) == 20_000
            assert len(set(content)) == 1


def test_a_backup_is_whole_or_not_there(root: Path, tmp_path: Path) -> None:
    filled(root / "companion.sqlite3", "a", "b")
    PhotoAlbums(root / "photos").keep("t", b"photo", NOON)
    for folder, said in cuts(*recorded(BACKUP, root, tmp_path / "trace"), tmp_path / "cut", CUTS):
        daily = backups(folder / "backups")
        archive = folder / "all.zip"
        assert [path.name for path in daily] == said[:1] or not said
        assert archive.exists() or len(said) < 2
        for found in (*daily, *([archive] if archive.exists() else [])):
            fresh = DataDir(folder / "fresh" / found.suffix)
            bring_back(found, fresh, DAY)
            with open_store(fresh.database) as store:
                assert ids(store) == ["a", "b"]


def test_a_restore_leaves_the_old_or_the_new(root: Path, tmp_path: Path) -> None:
    other = DataDir(tmp_path / "other")
    other.path.mkdir()
    filled(other.database, "new-1", "new-2")
    PhotoAlbums(other.photos).keep("t", b"new photo", NOON)
    pack(other, root / "other.zip", DAY)
    filled(root / "companion.sqlite3", "old")
    back_up(root / "companion.sqlite3", root / "backups", DAY)
    for folder, said in cuts(*recorded(RESTORE, root, tmp_path / "trace"), tmp_path / "cut", CUTS):
        with open_store(folder / "companion.sqlite3") as store:
            store.check()
            assert ids(store) in (["old"], ["new-1", "new-2"])
            if said:
                assert ids(store) == ["new-1", "new-2"]
        photos = PhotoAlbums(folder / "photos")
        contents = [photos.read("t", photo.name) for photo in photos.of("t")]
        assert contents in ([], [b"new photo"])
        assert contents or not said
