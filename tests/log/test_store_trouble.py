"""A disk that is full, a file that may not be written or is not ours, rows that went bad: a name for each of them."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.log.entries import Damaged
from companion.log.errors import (
    CannotOpen,
    Corrupt,
    DiskFull,
    ForeignDatabase,
    Locked,
    NewerVersion,
    ReadOnly,
    TableError,
    UnsupportedUrl,
)
from companion.log.store import Appended, Conflict, Store, open_store
from tests.log.logs import NOON, draft

pytestmark = pytest.mark.sqlite


def fill(store: Store) -> int:
    """Record until the disk is full; the number of entries acknowledged."""
    for seq in range(10_000):
        try:
            store.append("t", seq, draft(f"e{seq}", text="x" * 2000))
        except DiskFull:
            return seq
    raise AssertionError("the disk never filled up")


def crowd(disk: Path) -> None:
    with suppress(OSError), (disk / "holiday-photos").open("wb", buffering=0) as photos:
        while True:
            photos.write(b"x" * 4096)


def test_a_full_disk_takes_nothing_back(small_disk: Path) -> None:
    with open_store(small_disk / "companion.sqlite3") as store:
        (small_disk / "holiday-photos").write_bytes(b"x" * 80_000)
        store.create_table("t", "dewan", {}, NOON)
        recorded = fill(store)
        assert recorded > 5
        assert [entry.seq for entry in store.entries("t")] == list(range(1, recorded + 1))
        (small_disk / "holiday-photos").unlink()
        answer = store.append("t", recorded, draft("after"))
        assert answer == Appended(draft("after").numbered(recorded + 1))
        store.check()
    with open_store(small_disk / "companion.sqlite3") as store:
        assert store.last_seq("t") == recorded + 1


def test_a_database_that_may_not_grow_is_a_full_disk(store: Store) -> None:
    with store._writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 60")
    recorded = fill(store)
    assert recorded > 10
    assert store.last_seq("t") == recorded
    with store._writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000")
    assert isinstance(store.append("t", recorded, draft("after")), Appended)
    store.check()


def test_no_database_is_made_on_a_full_disk(small_disk: Path) -> None:
    crowd(small_disk)
    with pytest.raises(DiskFull):
        open_store(small_disk / "companion.sqlite3")
    (small_disk / "holiday-photos").unlink()
    with open_store(small_disk / "companion.sqlite3") as store:
        assert store.tables() == ()


def test_tables_can_be_looked_at_on_a_full_disk(small_disk: Path) -> None:
    with open_store(small_disk / "companion.sqlite3") as store:
        store.create_table("t", "dewan", {}, NOON, [draft("a")])
        crowd(small_disk)
        assert store.entries("t") == (draft("a").numbered(1),)


def test_a_read_only_disk_is_named(small_disk: Path) -> None:
    database = small_disk / "companion.sqlite3"
    open_store(database).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(ReadOnly):
        open_store(database)
    with pytest.raises(ReadOnly):
        open_store(small_disk / "other.sqlite3")


def test_a_file_opened_for_reading_is_refused(store: Store, database: Path) -> None:
    store.append("t", 0, draft("a"))
    with pytest.raises(ReadOnly):
        open_store(f"sqlite:///file:{database}?mode=ro&uri=true")
    assert store.last_seq("t") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_without_write_permission_is_refused(database: Path) -> None:
    open_store(database).close()
    database.chmod(0o444)
    with pytest.raises(ReadOnly):
        open_store(database)


def test_a_database_that_becomes_read_only_can_still_be_read(store: Store) -> None:
    store.append("t", 0, draft("a"))
    with store._writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(ReadOnly):
        store.append("t", 1, draft("b"))
    assert store.entries("t") == (draft("a").numbered(1),)


def test_a_newer_database_is_refused_and_left_alone(database: Path) -> None:
    open_store(database).close()
    with closing(sqlite3.connect(database)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '0999'")
        newer.execute("PRAGMA journal_mode = DELETE")
    before = database.read_bytes()
    with pytest.raises(NewerVersion) as caught:
        open_store(database)
    assert caught.value.params["found"] == "0999"
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE recipes (name TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('0001')",
        "CREATE TABLE entries (x); CREATE TABLE alembic_version (version_num TEXT)",
        "CREATE TABLE entries (x); CREATE TABLE alembic_version (version_num TEXT);"
        "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
    ],
)
def test_a_database_of_another_program_is_refused_and_left_alone(database: Path, script: str) -> None:
    with closing(sqlite3.connect(database)) as foreign:
        foreign.executescript(script)
    before = database.read_bytes()
    with pytest.raises(ForeignDatabase):
        open_store(database)
    assert database.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(database: Path) -> None:
    database.write_text("Dear diary, " * 1000)
    with pytest.raises(Corrupt):
        open_store(database)
    assert database.read_text() == "Dear diary, " * 1000


def test_a_trampled_page_is_found(database: Path) -> None:
    with open_store(database) as store:
        store.create_table("t", "dewan", {}, NOON, [draft(f"e{seq}", text="x" * 1000) for seq in range(100)])
        store.check()
    size = database.stat().st_size
    with database.open("rb+") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xde\xad" * 2048)
    with open_store(database) as store, pytest.raises(Corrupt):
        store.check()


@pytest.mark.parametrize("trigger", ["entries_are_not_edited", "entries_are_not_deleted", "entries_are_only_appended"])
def test_a_lost_guard_is_found(store: Store, database: Path, trigger: str) -> None:
    store.check()
    with closing(sqlite3.connect(database)) as outsider:
        outsider.execute(f"DROP TRIGGER {trigger}")
    with pytest.raises(Corrupt):
        store.check()


def test_a_database_kept_busy_is_locked(database: Path) -> None:
    with open_store(database, busy_seconds=0.01) as store:
        store.create_table("t", "dewan", {}, NOON)
        with closing(sqlite3.connect(database, isolation_level=None)) as outsider:
            outsider.execute("BEGIN IMMEDIATE")
            with pytest.raises(Locked):
                store.append("t", 0, draft("a"))
            assert store.entries("t") == ()
        assert isinstance(store.append("t", 0, draft("a")), Appended)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen):
        open_store(tmp_path / "nowhere" / "companion.sqlite3")


@pytest.mark.parametrize(
    "url",
    [
        "mysql://host/db",
        "postgresql+asyncpg://host/db",
        "postgresql://host",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:x?mode=memory&uri=true",
        "nonsense",
    ],
)
def test_what_is_no_database_for_us_is_refused(url: str) -> None:
    with pytest.raises(UnsupportedUrl):
        open_store(url)


def test_what_has_no_name_of_its_own_still_is_no_raw_error(store: Store, database: Path) -> None:
    with closing(sqlite3.connect(database)) as outsider:
        outsider.execute("DROP TABLE snapshots")
    with pytest.raises(TableError) as caught:
        store.load_snapshot("t", "1.0")
    assert type(caught.value) is TableError
    assert "no such table" in str(caught.value.params["detail"])


def _ruin(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as outsider, outsider:
        outsider.execute("DROP TRIGGER entries_are_not_edited")
        outsider.execute("DROP TRIGGER entries_are_not_deleted")
        outsider.execute(statement)


@pytest.mark.parametrize(
    "change",
    [
        "body = '{\"x\":'",
        "body = '[1]'",
        "body = '7'",
        "body = x'00ff'",
        "body = CAST(x'7b2278223a22ff227d' AS TEXT)",  # {"x":"\xff"}: not UTF-8
        "body = '" + "[" * 100_000 + "'",
        "verdict = 'guilty'",
        "made_by = CAST(x'ff' AS TEXT)",
        "kind = x'00'",
        "kind = 'undo', body = '{\"to\":\"yesterday\"}'",
    ],
)
def test_a_damaged_row_is_a_damaged_entry_and_no_more(store: Store, database: Path, change: str) -> None:
    for seq in range(3):
        store.append("t", seq, draft(f"e{seq + 1}"))
    _ruin(database, f"UPDATE entries SET {change} WHERE seq = 2")
    damage = Damaged(2, "entry.damaged", {"seq": 2})
    assert store.entries("t") == (draft("e1").numbered(1), damage, draft("e3").numbered(3))
    assert store.damaged() == (("t", damage),)
    # Whether its request is repeated cannot be told any more: it is not taken for recorded.
    assert store.append("t", 3, draft("e2")) == Conflict(damage)
    assert isinstance(store.append("t", 3, draft("e4")), Appended)


def test_a_hole_in_the_log_does_not_look_like_a_shorter_log(store: Store, database: Path) -> None:
    for seq in range(4):
        store.append("t", seq, draft(f"e{seq + 1}"))
    _ruin(database, "DELETE FROM entries WHERE seq IN (2, 3)")
    first, last = draft("e1").numbered(1), draft("e4").numbered(4)
    holes = tuple(Damaged(seq, "entry.missing", {"seq": seq}) for seq in (2, 3))
    assert store.entries("t") == (first, *holes, last)
    assert store.entries("t", since=1, up_to=2) == holes[:1]


def test_a_damaged_header_leaves_the_table_in_the_list(store: Store, database: Path) -> None:
    store.append("t", 0, draft("a"))
    with closing(sqlite3.connect(database)) as outsider, outsider:
        outsider.execute("UPDATE tables SET header = 'x'")
    (info,) = store.tables()
    assert (info.id, info.header, info.last_seq) == ("t", None, 1)


def test_nothing_is_half_written_when_a_write_breaks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.log import rows

    def breaking(table_id: str, entry: object, _to_row: Callable[..., dict[str, object]] = rows.to_row) -> object:
        row = _to_row(table_id, entry)
        return {**row, "seq": 9} if row["entry_id"] == "b" else row

    monkeypatch.setattr(rows, "to_row", breaking)
    with pytest.raises(TableError):
        store.create_table("u", "dewan", {}, NOON, [draft("a"), draft("b")])
    assert [info.id for info in store.tables()] == ["t"]
