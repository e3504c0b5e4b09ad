"""Everything about the store that is SQLite's: how connections are made, and what its error numbers mean.

``postgresql`` has the same names; ``database.Database`` says what they mean.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion import platform
from companion.log.errors import CannotOpen, Corrupt, DiskFull, Locked, ReadOnly, TableError, UnsupportedUrl
from companion.log.feed import Feed

VERSION = sqlite3.sqlite_version

GUARDS = ("entries_are_not_edited", "entries_are_not_deleted", "entries_are_only_appended")
"""The triggers that keep the log append-only."""

_MORE_READERS = 24

_BY_PRIMARY_CODE: dict[int, type[TableError]] = {
    sqlite3.SQLITE_BUSY: Locked,
    sqlite3.SQLITE_LOCKED: Locked,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_READONLY: ReadOnly,
    sqlite3.SQLITE_PERM: ReadOnly,
    sqlite3.SQLITE_CORRUPT: Corrupt,
    sqlite3.SQLITE_NOTADB: Corrupt,
    sqlite3.SQLITE_CANTOPEN: CannotOpen,
}
_BY_FULL_CODE: dict[int, type[TableError]] = {
    # A full disk shows itself in the shared index of the log, too, which only grows by whole pages.
    sqlite3.SQLITE_IOERR_SHMSIZE: DiskFull,
}


MANY_WRITERS = False


def checked(url: URL) -> URL:
    """Raises UnsupportedUrl for what is no SQLite file: readers and the writer need to meet in one."""
    if url.get_backend_name() != "sqlite" or not url.database or "memory" in (url.database, url.query.get("mode")):
        raise UnsupportedUrl(dialect=url.get_backend_name())
    if ":memory:" in url.database:
        raise UnsupportedUrl(dialect="sqlite")
    return url


def engines(url: URL, busy_seconds: float) -> tuple[Engine, Engine]:
    return _writing_engine(url, busy_seconds), _reading_engine(url, busy_seconds)


def _writing_engine(url: URL, busy_seconds: float) -> Engine:
    """One connection, whose transactions take the write lock at their beginning, not at their first write."""
    engine = create_engine(url, pool_size=1, max_overflow=0)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        _prepare(connection, busy_seconds)
        connection.execute(f"PRAGMA journal_mode = {platform.JOURNAL}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _reading_engine(url: URL, busy_seconds: float) -> Engine:
    engine = create_engine(url, pool_size=platform.READERS, max_overflow=_MORE_READERS, pool_timeout=busy_seconds)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        _prepare(connection, busy_seconds)
        connection.execute("PRAGMA query_only = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _prepare(connection: sqlite3.Connection, busy_seconds: float) -> None:
    connection.isolation_level = None  # the driver begins nothing by itself: the engines do
    connection.text_factory = _text
    connection.execute(f"PRAGMA busy_timeout = {round(busy_seconds * 1000)}")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten, not only let go
    connection.execute("PRAGMA synchronous = FULL")


def _text(raw: bytes) -> str:
    """Bytes that are no UTF-8 come out as lone surrogates, which the reader of a row takes for the damage it is."""
    return raw.decode("utf-8", "surrogateescape")


def lock(connection: Connection, name: str | None) -> str | None:
    """The transaction has locked the whole file."""
    return None


def lock_all(connection: Connection) -> None:
    """Likewise."""


def why_not_open(url: URL) -> TableError:
    """Where nothing may be written, SQLite says no more than that it cannot open the files beside the database."""
    folder = Path(url.database or "").parent
    return ReadOnly() if folder.is_dir() and not os.access(folder, os.W_OK) else CannotOpen()


def try_writing(writer: Engine) -> None:
    """Find out at once whether the file is read-only: SQLite begins a write transaction on such a one all the same.

    Nothing reaches the disk, so that on a full one the tables can at least be looked at.
    """
    with writer.connect() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
        connection.rollback()


def copy_over(source: Path, writer: Engine) -> bool:
    """Every page of it, in one transaction of SQLite's own."""
    with closing(writer.raw_connection()) as target, closing(sqlite3.connect(source)) as reading:
        reading.backup(target.driver_connection)  # type: ignore[arg-type]
    return True


def compact(writer: Engine) -> bool:
    """See ``Store.compact``. Outside of any transaction: SQLite allows neither within one."""
    connection = writer.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.execute("VACUUM")
        busy = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        cursor.close()
    finally:
        connection.close()
    return not busy


def problems(connection: Connection) -> tuple[str, ...]:
    """What SQLite finds wrong with the file, and which of our guards it has lost."""
    found = [str(line) for (line,) in connection.exec_driver_sql("PRAGMA integrity_check") if line != "ok"]
    for child, _, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        found.append(f"{child} without {parent}")
    guards = {name for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    return tuple(found + [f"no {guard}" for guard in GUARDS if guard not in guards])


def tell(connection: Connection, news: str) -> None:
    """Nobody else is there."""


def listen(url: URL, feed: Feed, stopped: threading.Event) -> None:
    """Likewise."""


@contextmanager
def unguarded(connection: Connection) -> Iterator[None]:
    where = {"name": GUARDS[0]}
    guard = connection.execute(text("SELECT sql FROM sqlite_master WHERE name = :name"), where).scalar()
    connection.execute(text(f"DROP TRIGGER IF EXISTS {GUARDS[0]}"))
    yield
    if guard:
        connection.exec_driver_sql(str(guard))


@contextmanager
def named_errors() -> Iterator[None]:
    """Whatever the database raises leaves as a TableError."""
    try:
        yield
    except PoolTimeout as error:
        raise Locked() from error
    except DBAPIError as error:
        raise named(error.orig) from error
    except (sqlite3.Error, SQLAlchemyError) as error:
        raise named(error) from error
    except UnicodeDecodeError as error:  # SQLite quotes the damage it found, and the quotation is no text
        raise Corrupt() from error


def named(error: BaseException | None) -> TableError:
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return TableError(detail=str(error))
    kind = _BY_FULL_CODE.get(code) or _BY_PRIMARY_CODE.get(code & 0xFF)
    return kind() if kind else TableError(detail=f"{getattr(error, 'sqlite_errorname', code)}: {error}")
