"""Everything about the store that is PostgreSQL's. Several processes may write: a table is locked by its name for as
long as the transaction lasts, and the whole store by those who change it as a whole.

Imported only where a database URL asks for it, and so is the driver.
"""

import threading
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.log.errors import (
    CannotOpen,
    Corrupt,
    DiskFull,
    Locked,
    NoDriver,
    NoRights,
    ReadOnly,
    TableError,
    Unreachable,
    UnsupportedUrl,
    WrongEncoding,
)
from companion.log.feed import Feed

try:
    import psycopg
except ImportError as missing:  # the driver itself, or the library it needs
    raise NoDriver() from missing

MANY_WRITERS = True
GUARDS = (
    "entries_are_not_edited",
    "entries_are_not_deleted",
    "entries_are_not_emptied",
    "entries_are_only_appended",
)
"""The triggers that keep the log append-only."""
WRITERS, READERS, MORE = 4, 4, 7
"""Connections a process keeps open to write and to read with, and how many more of each it may open for a while. With
those, four processes stay below the hundred a server allows as it comes."""
CONNECT_SECONDS = 5
IDLE_SECONDS = 60
"""A transaction that somebody left open, with its locks, is ended after that."""
CHANNEL = "companion"
LISTEN_SECONDS = 1.0
AGAIN_SECONDS = 0.5
_TELL = text("SELECT pg_notify(:channel, :news)")
UPGRADE_SECONDS = 300
_WHOLE_STORE, _ONE_TABLE = 0x436F6D70, 0x616E696F
"""Our numbers among the advisory locks of a database."""

_BY_STATE: dict[str, type[TableError]] = {
    "25006": ReadOnly,  # also a replica
    "40001": Locked,
    "40P01": Locked,
    "42501": NoRights,
    "53100": DiskFull,
    "53200": Locked,
    "53300": Unreachable,
    "55P03": Locked,
    "57014": Locked,
    "XX001": Corrupt,
    "XX002": Corrupt,
}
_BY_CLASS: dict[str, type[TableError]] = {"08": Unreachable, "28": Unreachable, "3D": Unreachable, "57": Unreachable}


def checked(url: URL) -> URL:
    if not url.database:
        raise UnsupportedUrl(dialect="postgresql")
    return url.set(drivername="postgresql+psycopg")


def engines(url: URL, busy_seconds: float) -> tuple[Engine, Engine]:
    common: dict[str, Any] = {
        "max_overflow": MORE,
        "pool_timeout": busy_seconds,
        "pool_pre_ping": True,  # after a restart of the server nobody should be the first to notice
        "connect_args": {"connect_timeout": CONNECT_SECONDS},
    }
    writer = create_engine(url, pool_size=WRITERS, isolation_level="READ COMMITTED", **common)
    reader = create_engine(
        url,
        pool_size=READERS,
        isolation_level="REPEATABLE READ",
        execution_options={"postgresql_readonly": True},
        **common,
    )

    def prepare(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {round(busy_seconds * 1000)}")
            cursor.execute(f"SET idle_in_transaction_session_timeout = {IDLE_SECONDS * 1000}")
            # Whoever runs the server may ask for more than that, not for less.
            cursor.execute(
                "SELECT set_config('synchronous_commit', 'on', false)"
                " WHERE current_setting('synchronous_commit') = 'off'"
            )
        connection.commit()

    for engine in (writer, reader):
        event.listen(engine, "connect", prepare)
    return writer, reader


def lock(connection: Connection, name: str | None) -> str | None:
    """In one message of three questions; each sees what was there when the one before it was answered."""
    if name is None:
        locks = f"SELECT pg_advisory_xact_lock({_WHOLE_STORE})"
    else:
        number = zlib.crc32(name.encode("utf-8", "replace")) - (1 << 31)
        locks = (
            f"SELECT pg_advisory_xact_lock_shared({_WHOLE_STORE}); SELECT pg_advisory_xact_lock({_ONE_TABLE}, {number})"
        )
    return _last_answer(connection, f"{locks}; SELECT version_num FROM alembic_version")


def lock_all(connection: Connection) -> None:
    # Whoever has it may be upgrading a large database.
    lock_whole = f"SELECT pg_advisory_xact_lock({_WHOLE_STORE})::text"
    _last_answer(connection, f"SET LOCAL lock_timeout = {UPGRADE_SECONDS * 1000}; {lock_whole}")


def _last_answer(connection: Connection, questions: str) -> str | None:
    with named_errors(), closing(connection.connection.cursor()) as cursor:
        cursor.execute(questions)
        while cursor.nextset():
            pass
        answer = cursor.fetchone()
    return None if answer is None else answer[0]


def why_not_open(url: URL) -> TableError:
    return CannotOpen()


def try_writing(writer: Engine) -> None:
    with writer.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar()
        if encoding != "UTF8":
            raise WrongEncoding(encoding=encoding)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num WHERE false")
        # Nothing is written, but a table nobody may append to says so.
        connection.exec_driver_sql("DELETE FROM snapshots WHERE false")
        connection.exec_driver_sql("INSERT INTO entries SELECT * FROM entries WHERE false")
        connection.rollback()


def copy_over(source: Path, writer: Engine) -> bool:
    return False


def compact(writer: Engine) -> bool:
    """The server is asked to tidy up, so that what was deleted is overwritten. Its backups and logs are its owner's."""
    with writer.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("VACUUM")
    return True


def problems(connection: Connection) -> tuple[str, ...]:
    found = connection.exec_driver_sql(
        "SELECT tgname FROM pg_trigger WHERE tgrelid = 'entries'::regclass AND tgenabled IN ('O', 'A')"
    )
    guards = {str(name) for (name,) in found}
    return tuple(f"no {guard}" for guard in GUARDS if guard not in guards)


def tell(connection: Connection, news: str) -> None:
    connection.execute(_TELL, {"channel": CHANNEL, "news": news})


def listen(url: URL, feed: Feed, stopped: threading.Event) -> None:
    """On a connection of its own. Where that breaks, everybody goes and looks for themselves until there is another."""
    given = url.set(drivername="postgresql").render_as_string(hide_password=False)
    feed.lost()
    while not stopped.is_set():
        try:
            with psycopg.connect(given, autocommit=True, connect_timeout=CONNECT_SECONDS) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                feed.found()
                while not stopped.is_set():
                    for news in connection.notifies(timeout=LISTEN_SECONDS):
                        feed.heard(news.payload)
                        if stopped.is_set():
                            break
                    connection.execute("SELECT 1")  # a line can be dead without anybody having said so
        except psycopg.Error:
            feed.lost()
            stopped.wait(AGAIN_SECONDS)


@contextmanager
def unguarded(connection: Connection) -> Iterator[None]:
    connection.exec_driver_sql(f"ALTER TABLE entries DISABLE TRIGGER {GUARDS[0]}")
    yield
    connection.exec_driver_sql(f"ALTER TABLE entries ENABLE TRIGGER {GUARDS[0]}")


@contextmanager
def named_errors() -> Iterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise Locked() from error
    except DBAPIError as error:
        raise named(error.orig) from error
    except (psycopg.Error, SQLAlchemyError) as error:
        raise named(error) from error


def named(error: BaseException | None) -> TableError:
    state = getattr(error, "sqlstate", None)
    if state:
        kind = _BY_STATE.get(state) or _BY_CLASS.get(state[:2])
    else:
        kind = Unreachable if isinstance(error, psycopg.OperationalError) else None
    detail = next(iter(str(error).strip().splitlines()), "").rstrip(".")  # what follows are hints
    if kind is Unreachable:
        return Unreachable(detail=detail)
    return kind() if kind else TableError(detail=f"{state or ''} {detail}".strip())
