"""Everything from one kind of database to the other, and back."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.log.access import AccessStore, Place
from companion.log.errors import CannotConnect, CannotOpen, NotEmpty, NotTheSame
from companion.log.moving import move
from companion.log.roles import Role
from companion.log.schema import metadata
from companion.log.store import Snapshot, Store, open_store
from tests.log.logs import NOON, draft
from tests.postgres import Postgres, as_stored, by_hand


def fill(store: Store) -> None:
    for table in ("Zoë", "ábc", "b", "B", "_"):
        name = table.encode().hex()
        store.create_table(
            name, "dewan", {"players": [table]}, NOON, [draft("a"), draft("b", said="it was “there” 🐊\n\0")]
        )
        store.save_snapshot(name, Snapshot(1, "1.0", {"n": [1, 2.5, None]}))
    access = AccessStore(store)
    place = Place(b"b".hex(), Role.SEAT, "Inês")
    access.issue(place, lambda number: f"hash{number}", NOON)
    access.join("phone", place, NOON, "hash1")
    access.let_into_house("phone", "key", NOON)


def contents(where: Path | str) -> list[list[tuple[object, ...]]]:
    with open_store(where) as store, store.reading() as connection:
        return [sorted(map(tuple, connection.execute(table.select())), key=str) for table in metadata.sorted_tables]


def test_there_and_back_again(tmp_path: Path, postgres: Postgres) -> None:
    first, server, last = tmp_path / "first.sqlite3", postgres.emptied(), tmp_path / "last.sqlite3"
    with open_store(first) as store:
        fill(store)
    moved = move(first, server)
    assert (moved["tables"], moved["entries"], moved["members"]) == (5, 10, 1)
    assert move(server, last) == moved
    assert contents(first) == contents(server) == contents(last)
    with open_store(last) as store:
        store.check()


def test_a_database_that_is_in_use_is_not_filled(tmp_path: Path, postgres: Postgres) -> None:
    server = postgres.emptied()
    with open_store(server) as store:
        store.create_table("theirs", "dewan", {}, NOON)
    with open_store(tmp_path / "ours.sqlite3") as store:
        fill(store)
    with pytest.raises(NotEmpty):
        move(tmp_path / "ours.sqlite3", server)
    with open_store(server) as store:
        assert [info.id for info in store.tables()] == ["theirs"]


def test_a_row_the_other_cannot_hold_stops_it_and_nothing_is_written(tmp_path: Path, postgres: Postgres) -> None:
    file, server = tmp_path / "ours.sqlite3", postgres.emptied()
    with open_store(file) as store:
        fill(store)
    by_hand(file, "UPDATE entries SET body = CAST(? AS TEXT) WHERE seq = 2", b"\xff")
    with pytest.raises(NotTheSame, match="entries"):
        move(file, server)
    assert as_stored(server) == b""


def test_what_is_not_there_is_not_made(tmp_path: Path, postgres: Postgres) -> None:
    with pytest.raises(CannotOpen):
        move(tmp_path / "nowhere.sqlite3", postgres.emptied())
    assert not (tmp_path / "nowhere.sqlite3").exists()
    with pytest.raises(CannotConnect):
        move(postgres.url("nowhere"), tmp_path / "new.sqlite3")


def test_the_command_says_what_it_did(tmp_path: Path, postgres: Postgres, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(tmp_path / "ours.sqlite3") as store:
        fill(store)
    given = ["move", "--from", f"sqlite:///{tmp_path}/ours.sqlite3", "--to", postgres.emptied()]
    assert main(given) == 0
    assert "5 tables and boxes with 10 entries" in capsys.readouterr().out
    assert main(given) == 1
    assert "choose an empty one" in capsys.readouterr().err
