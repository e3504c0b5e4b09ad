"""What only a server can do to the store: refuse us, vanish, come back, be changed by a newer Companion meanwhile."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from companion.log import migrations
from companion.log.errors import (
    CannotConnect,
    Corrupt,
    DiskFull,
    ForeignDatabase,
    Locked,
    NewerVersion,
    NoRights,
    ReadOnly,
    TableError,
    Unreachable,
    WrongEncoding,
)
from companion.log.postgresql import named
from companion.log.store import Appended, open_store
from tests.log.logs import NOON, draft
from tests.postgres import Outsider, Postgres, by_hand, postgres_server

ROOT = Path(__file__).parents[2]


@pytest.fixture
def url(postgres: Postgres) -> str:
    """A database with one empty table, ``t``."""
    where = postgres.emptied()
    with open_store(where) as store:
        store.create_table("t", "dewan", {"players": ["Ana", "Bo"]}, NOON)
    return where


def newer(url: str) -> None:
    by_hand(url, "UPDATE alembic_version SET version_num = ?", "0999")


@pytest.fixture
def restored_version(postgres: Postgres) -> Iterator[None]:
    yield
    by_hand(postgres.emptied(), "UPDATE alembic_version SET version_num = ?", migrations.HEAD)


def test_a_database_of_a_newer_companion_is_not_touched(url: str, restored_version: None) -> None:
    newer(url)
    with pytest.raises(NewerVersion):
        open_store(url)


def test_a_companion_that_was_there_before_the_update_writes_nothing_more(url: str, restored_version: None) -> None:
    with open_store(url) as old:
        newer(url)
        with pytest.raises(NewerVersion):
            old.append("t", 0, draft("a"))
        assert old.entries("t") == ()


def test_two_that_open_a_new_database_at_once_make_it_once(postgres: Postgres) -> None:
    url = postgres.new()
    program = "import sys; from companion.log.store import open_store; open_store(sys.argv[1]).check()"
    both = [subprocess.Popen([sys.executable, "-c", program, url], cwd=ROOT) for _ in range(2)]
    assert [one.wait(timeout=60) for one in both] == [0, 0]


def test_another_programs_database_is_left_alone(postgres: Postgres) -> None:
    url = postgres.new("foreign_one")
    postgres.run("CREATE TABLE accounts (id int)", "foreign_one")
    with pytest.raises(ForeignDatabase):
        open_store(url)


def test_a_database_that_cannot_hold_every_name_is_refused(postgres: Postgres) -> None:
    postgres.run(
        "CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C'"
    )
    with pytest.raises(WrongEncoding) as caught:
        open_store(postgres.url("latin"))
    assert caught.value.params == {"encoding": "LATIN1"}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (lambda server: server.url("nowhere"), 'database "nowhere" does not exist'),
        (lambda server: server.url("again", user="nobody"), 'role "nobody" does not exist'),
        (lambda server: "postgresql+psycopg://companion@127.0.0.1:1/again", "Connection refused"),
    ],
    ids=["database", "user", "server"],
)
def test_who_cannot_connect_is_told_why(postgres: Postgres, wrong: Callable[[Postgres], str], why: str) -> None:
    with pytest.raises(CannotConnect) as caught:
        open_store(wrong(postgres))
    assert str(caught.value.params["detail"]).endswith(why)


def test_a_user_without_rights_is_told_so(postgres: Postgres, url: str) -> None:
    for statement in (
        "DROP ROLE IF EXISTS guest",
        "CREATE ROLE guest LOGIN",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest",
    ):
        postgres.run(statement, "again")
    try:
        with pytest.raises(NoRights):
            open_store(postgres.url("again", user="guest"))
    finally:
        postgres.run("DROP OWNED BY guest; DROP ROLE guest", "again")


def test_a_read_only_server_is_told_as_such(postgres: Postgres, url: str) -> None:
    """A replica answers in the same way."""
    postgres.run("ALTER DATABASE again SET default_transaction_read_only = on")
    try:
        with pytest.raises(ReadOnly):
            open_store(url)
    finally:
        postgres.run("ALTER DATABASE again RESET default_transaction_read_only")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (psycopg.errors.DiskFull("could not extend file"), DiskFull),
        (psycopg.errors.DataCorrupted("invalid page"), Corrupt),
        (psycopg.errors.LockNotAvailable("canceling statement"), Locked),
        (psycopg.errors.AdminShutdown("terminating connection"), Unreachable),
        (psycopg.OperationalError("the connection is lost"), Unreachable),
    ],
)
def test_what_the_server_says_has_a_name(error: psycopg.Error, kind: type[TableError]) -> None:
    assert type(named(error)) is kind


def test_a_lost_guard_is_noticed(postgres: Postgres) -> None:
    url = postgres.new("unguarded")
    with open_store(url) as store:
        postgres.run("ALTER TABLE entries DISABLE TRIGGER entries_are_not_deleted", "unguarded")
        with pytest.raises(Corrupt, match="entries_are_not_deleted"):
            store.check()


def test_the_key_refuses_a_writer_who_takes_no_lock(url: str) -> None:
    row = "INSERT INTO entries VALUES ('t', 1, %s, 'action', '{}', NULL, '', '', NULL)"
    with Outsider(url) as one, Outsider(url) as other:
        one.execute(row, ["a"])
        other.execute("SET lock_timeout = 0")
        one.commit()
        with pytest.raises(psycopg.IntegrityError):
            other.execute(row, ["b"])


def test_what_was_acknowledged_survives_an_immediate_stop_of_the_server() -> None:
    with postgres_server() as server:
        url = server.new()
        with open_store(url, busy_seconds=1) as store:
            store.create_table("t", "dewan", {}, NOON)
            for seq in range(20):
                assert isinstance(store.append("t", seq, draft(f"e{seq}")), Appended)
            server.stop()
            with pytest.raises(Unreachable):
                store.append("t", 20, draft("late"))
            with pytest.raises(TableError):
                store.last_seq("t")
            server.start()
            assert [entry.seq for entry in store.entries("t")] == list(range(1, 21))
            assert isinstance(store.append("t", 20, draft("late")), Appended)
            store.check()
