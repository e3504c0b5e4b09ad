import sqlite3
from pathlib import Path

import psycopg
import pytest

from companion.faults import BadInput
from companion.log.errors import TableExists, TableFull, UnknownTable
from companion.log.store import Appended, Conflict, Repeated, Snapshot, Stale, Store, open_store
from tests.log.logs import NOON, draft
from tests.postgres import Outsider, Postgres, by_hand


def test_entries_are_numbered_from_one_and_found_again(store: Store, database: Path) -> None:
    assert store.entries("t") == ()
    first = store.append("t", 0, draft("a", x=1))
    second = store.append("t", 1, draft("b", kind="correction", by=None, reason="it was “there” 🐊"))
    assert first == Appended(draft("a", x=1).numbered(1))
    assert second == Appended(draft("b", kind="correction", by=None, reason="it was “there” 🐊").numbered(2))
    with open_store(database) as again:
        assert again.entries("t") == (first.entry, second.entry)
        assert again.last_seq("t") == 2


def test_a_verdict_is_kept(store: Store) -> None:
    against = draft("a")
    against = type(against)("a", "action", {}, None, NOON, "1.0", [{"code": "route.unpaid", "spaces": [[1, 0]]}])
    store.append("t", 0, against)
    assert store.entries("t") == (against.numbered(1),)


def test_entries_of_a_stretch(store: Store) -> None:
    recorded = [store.append("t", seq, draft(f"e{seq}")).entry for seq in range(5)]  # type: ignore[union-attr]
    assert store.entries("t", since=2) == tuple(recorded[2:])
    assert store.entries("t", since=1, up_to=3) == tuple(recorded[1:3])
    assert store.entries("t", up_to=0) == ()
    assert store.entries("t", since=5) == ()
    assert store.entries("t", since=9, up_to=99) == ()
    assert store.entries("t", since=-3, up_to=99) == tuple(recorded)


def test_a_repeated_request_is_recorded_once(store: Store) -> None:
    first = store.append("t", 0, draft("a", x=1))
    store.append("t", 1, draft("b"))
    assert isinstance(first, Appended)
    # Sent again: later, with the sequence the client knew then, or after it learned of the newer one.
    for expected in (0, 1, 2):
        assert store.append("t", expected, draft("a", at="2026-11-16T12:00:09Z", x=1)) == Repeated(first.entry)
    assert store.last_seq("t") == 2


def test_an_id_used_for_something_else_is_a_conflict(store: Store) -> None:
    first = store.append("t", 0, draft("a", x=1))
    assert isinstance(first, Appended)
    assert store.append("t", 1, draft("a", x=2)) == Conflict(first.entry)
    assert store.last_seq("t") == 1


def test_an_id_is_free_at_another_table(store: Store) -> None:
    store.create_table("u", "river", {}, NOON)
    store.append("t", 0, draft("a", x=1))
    assert store.append("u", 0, draft("a", x=2)) == Appended(draft("a", x=2).numbered(1))


def test_a_stale_request_is_answered_with_what_changed(store: Store) -> None:
    store.append("t", 0, draft("a"))
    store.append("t", 1, draft("b"))
    store.append("t", 2, draft("c"))
    assert store.append("t", 1, draft("d")) == Stale(3, (draft("b").numbered(2), draft("c").numbered(3)))
    assert store.last_seq("t") == 3


def test_a_request_ahead_of_the_log_is_stale_too(store: Store) -> None:
    assert store.append("t", 4, draft("a")) == Stale(0, ())


def test_tables_are_listed_by_their_last_touch(store: Store) -> None:
    store.create_table("old", "dewan", {}, "2026-11-15T12:00:00Z")
    store.create_table("new", "river", {}, "2026-11-17T12:00:00Z")
    assert [info.id for info in store.tables()] == ["new", "t", "old"]
    store.append("old", 0, draft("a", at="2026-11-18T12:00:00.5Z"))
    store.append("t", 0, draft("a", at="2026-11-18T12:00:00Z"))
    assert [(info.id, info.last_seq, info.touched_at) for info in store.tables()] == [
        ("old", 1, "2026-11-18T12:00:00.5Z"),
        ("t", 1, "2026-11-18T12:00:00Z"),
        ("new", 0, "2026-11-17T12:00:00Z"),
    ]
    assert store.table("t") == store.tables()[1]
    assert store.table("t").header == {"players": ["Ana", "Bo"]}
    assert (store.table("t").game, store.table("t").created_at) == ("dewan", NOON)


def test_an_imported_log_comes_whole_or_not_at_all(store: Store) -> None:
    made = store.create_table("u", "dewan", {}, NOON, [draft("a"), draft("b", at="2026-11-16T13:00:00Z")])
    assert made == store.table("u")
    assert store.entries("u") == (draft("a").numbered(1), draft("b", at="2026-11-16T13:00:00Z").numbered(2))
    with pytest.raises(BadInput):
        store.create_table("v", "dewan", {}, NOON, [draft("a"), draft("no id")])
    with pytest.raises(BadInput, match=r"entries\[1\]\.id: entry\.id-twice"):
        store.create_table("v", "dewan", {}, NOON, [draft("a"), draft("a")])
    assert {info.id for info in store.tables()} == {"t", "u"}


def test_a_table_is_not_made_twice(store: Store) -> None:
    store.append("t", 0, draft("a"))
    with pytest.raises(TableExists) as caught:
        store.create_table("t", "river", {}, NOON)
    assert caught.value.params == {"table": "t"}
    assert store.table("t").game == "dewan"


@pytest.mark.parametrize(
    ("table_id", "game", "header", "at", "where"),
    [
        ("a b", "dewan", {}, NOON, "id: entry.bad-id"),
        ("u", "", {}, NOON, "game: entry.bad-word"),
        ("u", "dewan", [], NOON, "header: json.not-a-object"),
        ("u", "dewan", {"x": float("nan")}, NOON, "header.x: json.no-constant"),
        ("u", "dewan", {}, "today", "created_at: entry.bad-time"),
    ],
)
def test_a_bad_table_is_refused(store: Store, table_id: str, game: str, header: object, at: str, where: str) -> None:
    with pytest.raises(BadInput) as caught:
        store.create_table(table_id, game, header, at)  # type: ignore[arg-type]
    assert str(caught.value) == where
    assert len(store.tables()) == 1


def test_a_bad_entry_is_refused(store: Store) -> None:
    with pytest.raises(BadInput, match=r"body\.x: json\.no-constant"):
        store.append("t", 0, draft("a", x=float("inf")))
    assert store.entries("t") == ()


def test_an_unknown_table_is_named(store: Store) -> None:
    for ask in (
        lambda: store.append("nowhere", 0, draft("a")),
        lambda: store.entries("nowhere"),
        lambda: store.last_seq("nowhere"),
        lambda: store.table("nowhere"),
        lambda: store.delete_table("nowhere"),
        lambda: store.save_snapshot("nowhere", Snapshot(1, "1.0", {})),
    ):
        with pytest.raises(UnknownTable) as caught:
            ask()
        assert caught.value.params == {"table": "nowhere"}


def test_a_deleted_table_is_gone_and_the_others_stay(store: Store) -> None:
    store.create_table("u", "dewan", {}, NOON, [draft("a")])
    store.append("t", 0, draft("a"))
    store.save_snapshot("t", Snapshot(1, "1.0", {}))
    store.delete_table("t")
    assert [info.id for info in store.tables()] == ["u"]
    assert store.entries("u") == (draft("a").numbered(1),)
    # A new table by the same name begins with nothing of the old one.
    store.create_table("t", "dewan", {}, NOON)
    assert store.entries("t") == ()
    assert store.load_snapshot("t", "1.0") is None
    store.check()


def test_a_table_has_a_bound(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.log.store.MOST_ENTRIES", 2)
    store.append("t", 0, draft("a"))
    store.append("t", 1, draft("b"))
    with pytest.raises(TableFull):
        store.append("t", 2, draft("c"))
    with pytest.raises(TableFull):
        store.create_table("u", "dewan", {}, NOON, [draft("a"), draft("b"), draft("c")])
    assert store.last_seq("t") == 2


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{}' WHERE seq = 1",
        "UPDATE entries SET seq = 7 WHERE seq = 2",
        "DELETE FROM entries",
        "DELETE FROM entries WHERE seq = 2",
        "INSERT INTO entries VALUES ('t', 4, 'x', 'action', '{}', NULL, '', '', NULL)",
        "INSERT INTO entries VALUES ('t', 3, 'a', 'action', '{}', NULL, '', '', NULL)",
        "INSERT INTO entries VALUES ('nowhere', 1, 'a', 'action', '{}', NULL, '', '', NULL)",
    ],
)
def test_the_database_itself_forbids_editing_the_log(store: Store, database: Path | str, statement: str) -> None:
    store.append("t", 0, draft("a"))
    store.append("t", 1, draft("b"))
    before = store.entries("t")
    with Outsider(database) as outsider, pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)):
        outsider.execute(statement)
    assert store.entries("t") == before


@pytest.mark.sqlite
@pytest.mark.parametrize("values", ["('t', 2, 'x',", "('t', 3, 'a',"])
def test_replacing_is_no_way_round_it(store: Store, database: Path, values: str) -> None:
    test_the_database_itself_forbids_editing_the_log(
        store, database, f"INSERT OR REPLACE INTO entries VALUES {values} 'action', '{{}}', NULL, '', '', NULL)"
    )


def test_nor_is_emptying_a_servers_table(postgres: Postgres) -> None:
    with Outsider(postgres.emptied()) as outsider, pytest.raises(psycopg.IntegrityError, match="never deleted"):
        outsider.execute("TRUNCATE entries")


def test_the_newest_snapshot_of_these_rules_is_loaded(store: Store) -> None:
    assert store.load_snapshot("t", "1.0") is None
    for seq in (1, 2, 3):
        store.append("t", seq - 1, draft(f"e{seq}"))
    store.save_snapshot("t", Snapshot(1, "1.0", {"n": 1}))
    store.save_snapshot("t", Snapshot(2, "1.0", {"n": 2}))
    store.save_snapshot("t", Snapshot(3, "0.9", {"n": 3}))
    assert store.load_snapshot("t", "1.0") == Snapshot(2, "1.0", {"n": 2})
    assert store.load_snapshot("t", "1.0", up_to=1) == Snapshot(1, "1.0", {"n": 1})
    assert store.load_snapshot("t", "2.0") is None
    store.save_snapshot("t", Snapshot(3, "1.0", [3]))
    assert store.load_snapshot("t", "1.0") == Snapshot(3, "1.0", [3])
    store.drop_snapshots("t")
    assert store.load_snapshot("t", "1.0") is None


def test_a_damaged_snapshot_is_no_snapshot(store: Store, database: Path) -> None:
    store.append("t", 0, draft("a"))
    store.append("t", 1, draft("b"))
    store.save_snapshot("t", Snapshot(1, "1.0", {"n": 1}))
    store.save_snapshot("t", Snapshot(2, "1.0", {"n": 2}))
    by_hand(database, "UPDATE snapshots SET state = '{' WHERE seq = 2")
    assert store.load_snapshot("t", "1.0") == Snapshot(1, "1.0", {"n": 1})


@pytest.mark.sqlite
def test_a_commit_is_synchronous_and_the_journal_a_write_ahead_log(store: Store) -> None:
    with store._writer.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_a_reader_cannot_write(store: Store) -> None:
    with store._reader.connect() as connection, pytest.raises(Exception, match=r"read-?only"):
        connection.exec_driver_sql("DELETE FROM snapshots")


def test_a_commit_of_a_server_waits_for_its_disk(postgres: Postgres) -> None:
    """Even where the server is told not to: what was acknowledged is never lost."""
    url = postgres.new("hasty")
    postgres.run("ALTER DATABASE hasty SET synchronous_commit = off")
    with open_store(url) as store, store.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
