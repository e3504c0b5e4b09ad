import sqlite3
import subprocess
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.log import backup
from companion.log.backup import back_up, backups, restore
from companion.log.errors import BadBackup, CannotOpen, Corrupt, DiskFull, NoBackup
from companion.log.store import Store, open_store
from tests.log.logs import NOON, draft

pytestmark = pytest.mark.sqlite

DAY = datetime(2026, 11, 16, 19, 30, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def ids(database: Path) -> list[str]:
    with open_store(database) as store:
        return [entry.id for entry in store.entries("t")]  # type: ignore[union-attr]


def test_a_backup_holds_what_was_recorded_while_the_store_is_open(store: Store, database: Path, folder: Path) -> None:
    store.append("t", 0, draft("a"))
    made = back_up(database, folder, DAY)
    store.append("t", 1, draft("b"))
    assert made == folder / "companion-2026-11-16.sqlite3"
    # One file, whole: nothing beside it that would have to be kept with it.
    assert [path.name for path in folder.iterdir()] == [made.name]
    assert ids(made) == ["a"]
    assert ids(database) == ["a", "b"]


def test_there_is_one_backup_a_day(store: Store, database: Path, folder: Path) -> None:
    first = back_up(database, folder, DAY)
    assert first
    before = first.read_bytes()
    store.append("t", 0, draft("a"))
    assert back_up(database, folder, DAY + timedelta(hours=4)) is None
    assert first.read_bytes() == before
    assert back_up(database, folder, DAY + timedelta(hours=5)) == folder / "companion-2026-11-17.sqlite3"


def test_a_clock_that_was_ahead_costs_no_backup(store: Store, database: Path, folder: Path) -> None:
    for number in range(10):
        assert back_up(database, folder, DAY + timedelta(days=1000 + number))
    for number in range(3):
        made = back_up(database, folder, DAY + timedelta(days=number))
        assert made is not None
        assert made in backups(folder)
    assert len(backups(folder)) == 10
    assert len([path for path in backups(folder) if "2026-11" in path.name]) == 3


def test_the_last_ten_are_kept(store: Store, database: Path, folder: Path) -> None:
    folder.mkdir()
    (folder / "my own copy.sqlite3").write_text("mine")
    for day in range(13):
        back_up(database, folder, DAY + timedelta(days=day))
    assert [path.name for path in backups(folder)] == [f"companion-2026-11-{day}.sqlite3" for day in range(28, 18, -1)]
    assert (folder / "my own copy.sqlite3").read_text() == "mine"


def test_no_folder_has_no_backups(folder: Path) -> None:
    assert backups(folder) == ()


def test_half_a_backup_of_a_killed_process_is_in_nobodys_way(store: Store, database: Path, folder: Path) -> None:
    folder.mkdir()
    partial = folder / "companion-2026-11-16.sqlite3.partial"
    partial.write_bytes(b"half")
    assert backups(folder) == ()
    made = back_up(database, folder, DAY)
    assert made
    assert [path.name for path in folder.iterdir()] == [made.name]


def test_a_damaged_database_pushes_no_good_backup_out(store: Store, database: Path, folder: Path) -> None:
    good = [back_up(database, folder, DAY + timedelta(days=day)) for day in range(10)]
    for seq in range(100):
        store.append("t", seq, draft(f"e{seq}", text="x" * 1000))
    store.close()
    with database.open("rb+") as file:
        file.seek(database.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xde\xad" * 2048)
    with pytest.raises(Corrupt):
        back_up(database, folder, DAY + timedelta(days=10))
    assert sorted(folder.iterdir()) == good


def test_no_database_no_backup(database: Path, folder: Path) -> None:
    with pytest.raises(CannotOpen):
        back_up(database, folder, DAY)
    assert list(folder.iterdir()) == []
    assert not database.exists()


def test_a_full_disk_leaves_no_half_backup(store: Store, database: Path, small_disk: Path) -> None:
    for seq in range(60):
        store.append("t", seq, draft(f"e{seq}", text="x" * 10_000))
    with pytest.raises(DiskFull):
        back_up(database, small_disk / "backups", DAY)
    assert list((small_disk / "backups").iterdir()) == []


def test_restore_brings_the_backup_and_keeps_what_it_replaces(store: Store, database: Path, folder: Path) -> None:
    store.append("t", 0, draft("a"))
    made = back_up(database, folder, DAY)
    assert made
    store.append("t", 1, draft("b"))
    store.close()
    kept = restore(made, database, folder, DAY)
    assert kept == folder / "replaced-2026-11-16T193000.sqlite3"
    assert ids(database) == ["a"]
    assert ids(kept) == ["a", "b"]
    assert not database.with_name(f"{database.name}.restoring").exists()
    assert made in backups(folder)
    assert kept not in backups(folder)


def test_restore_is_not_haunted_by_the_log_of_the_old_database(store: Store, database: Path, folder: Path) -> None:
    made = back_up(database, folder, DAY)
    assert made
    store.append("t", 0, draft("a"))
    # As a killed server leaves them: the last entries in the write-ahead log only.
    wal = database.with_name(f"{database.name}-wal")
    left = {path: path.read_bytes() for path in (database, wal)}
    assert left[wal]
    store.close()
    for path, content in left.items():
        path.write_bytes(content)
    kept = restore(made, database, folder, DAY)
    assert kept
    assert ids(database) == []
    assert ids(kept) == ["a"]


def test_restore_where_there_was_nothing(store: Store, database: Path, folder: Path, tmp_path: Path) -> None:
    store.append("t", 0, draft("a"))
    made = back_up(database, folder, DAY)
    assert made
    assert restore(made, tmp_path / "new" / "companion.sqlite3", folder, DAY) is None
    assert ids(tmp_path / "new" / "companion.sqlite3") == ["a"]


def test_restore_in_place_of_a_ruin(store: Store, database: Path, folder: Path) -> None:
    store.append("t", 0, draft("a"))
    made = back_up(database, folder, DAY)
    assert made
    store.close()
    wal = database.with_name(f"{database.name}-wal")
    with open_store(database) as again:
        again.append("t", 1, draft("later"))
        log = wal.read_bytes()
    # The log holds one changed page and not the first, so it cannot mend the ruin: it stays where it was.
    database.write_bytes(b"ruin" * 5000)
    wal.write_bytes(log)
    kept = restore(made, database, folder, DAY)
    assert kept
    assert ids(database) == ["a"]
    assert kept.read_bytes() == b"ruin" * 5000
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == log


def test_restore_from_a_disk_that_cannot_be_written(store: Store, database: Path, small_disk: Path) -> None:
    store.append("t", 0, draft("a"))
    made = back_up(database, small_disk, DAY)
    assert made
    store.append("t", 1, draft("b"))
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    restore(made, database, database.parent / "aside", DAY)
    assert ids(database) == ["a"]


def _trampled(path: Path) -> None:
    with open_store(path) as store:
        store.create_table("t", "dewan", {}, NOON, [draft(f"e{seq}", text="x" * 1000) for seq in range(100)])
    with path.open("rb+") as file:
        file.seek(path.stat().st_size // 2 // 4096 * 4096)
        file.write(b"\xde\xad" * 2048)


def _cut_short(path: Path) -> None:
    with open_store(path) as store:
        store.create_table("t", "dewan", {}, NOON, [draft(f"e{seq}", text="x" * 1000) for seq in range(100)])
    with path.open("rb+") as file:
        file.truncate(path.stat().st_size // 2)


def _sql(script: str) -> object:
    def make(path: Path) -> None:
        open_store(path).close()
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(script)

    return make


@pytest.mark.parametrize(
    ("make", "cause"),
    [
        (lambda path: path.write_bytes(b""), "store.foreign-database"),
        (lambda path: path.write_text("Dear diary, " * 1000), "store.corrupt"),
        (_trampled, "store.corrupt"),
        (_cut_short, "store.corrupt"),
        (_sql("UPDATE alembic_version SET version_num = '0999'"), "store.newer-version"),
        (_sql("DROP TABLE entries"), "store.foreign-database"),
        (_sql("DROP TABLE snapshots"), "store.corrupt"),
        (_sql("DROP TRIGGER entries_are_not_deleted"), "store.corrupt"),
        (
            _sql("INSERT INTO entries VALUES ('nowhere', 1, 'a', 'action', '{}', NULL, '', '', NULL)"),
            "store.corrupt",
        ),
    ],
)
def test_restore_refuses_a_bad_file_and_leaves_the_old_one(
    store: Store, database: Path, tmp_path: Path, make: object, cause: str
) -> None:
    store.append("t", 0, draft("a"))
    store.close()
    bad = tmp_path / "bad.sqlite3"
    make(bad)  # type: ignore[operator]
    before = database.read_bytes()
    with pytest.raises(BadBackup) as caught:
        restore(bad, database, tmp_path / "aside", DAY)
    assert (caught.value.params["path"], caught.value.params["cause"]) == (str(bad), cause)
    assert database.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {database.name, "bad.sqlite3"}


def test_restore_of_no_file(store: Store, database: Path, tmp_path: Path) -> None:
    with pytest.raises(NoBackup):
        restore(tmp_path / "nothing.sqlite3", database, tmp_path, DAY)
    with pytest.raises(NoBackup):
        restore(tmp_path, database, tmp_path, DAY)
    assert store.tables() != ()


def test_restore_on_a_full_disk_leaves_the_old_one(store: Store, database: Path, small_disk: Path) -> None:
    small = small_disk / "companion.sqlite3"
    with open_store(small) as other:
        other.create_table("t", "dewan", {}, NOON, [draft("mine")])
    for seq in range(60):
        store.append("t", seq, draft(f"e{seq}", text="x" * 10_000))
    with pytest.raises(DiskFull):
        restore(database, small, small_disk / "backups", DAY)
    assert ids(small) == ["mine"]


def test_restore_that_breaks_at_the_last_step_leaves_the_old_one(
    store: Store, database: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = back_up(database, folder, DAY)
    assert made
    store.append("t", 0, draft("a"))
    store.close()

    def breaking(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup.shutil, "copy2", breaking)
    with pytest.raises(DiskFull):
        restore(made, database, folder, DAY)
    monkeypatch.undo()
    assert ids(database) == ["a"]
