"""Which database a path or URL means, and what the store asks of each kind."""

import threading
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError

from companion.log import sqlite
from companion.log.errors import TableError, UnsupportedUrl
from companion.log.feed import Feed


class Database(Protocol):
    """A module each: ``sqlite`` and ``postgresql``."""

    MANY_WRITERS: bool
    """Several may write at once, and so may several processes. Otherwise one after the other."""

    def engines(self, url: URL, busy_seconds: float) -> tuple[Engine, Engine]:
        """To write with, and to read with. A reader cannot write, and sees one moment."""

    def lock(self, connection: Connection, name: str | None) -> str | None:
        """See ``Store.writing``. The version of the database where another process may have changed it meanwhile."""

    def lock_all(self, connection: Connection) -> None:
        """The same for a database that may have no version yet."""

    def why_not_open(self, url: URL) -> TableError:
        """More than CannotOpen, where more can be said."""

    def try_writing(self, writer: Engine) -> None:
        """Find out at once whether nothing can be written; nothing is."""

    def copy_over(self, source: Path, writer: Engine) -> bool:
        """Take over a database file as it is, in one transaction; False where that cannot be done."""

    def compact(self, writer: Engine) -> bool:
        """See ``Store.compact``."""

    def problems(self, connection: Connection) -> tuple[str, ...]:
        """What the database finds wrong with itself, and which of our guards it has lost."""

    def unguarded(self, connection: Connection) -> AbstractContextManager[None]:
        """Entries can be edited in here. The guard is back before anybody else can write."""

    def tell(self, connection: Connection, news: str) -> None:
        """To all processes, once the transaction is on the disk; nothing where there is but one."""

    def listen(self, url: URL, feed: Feed, stopped: threading.Event) -> None:
        """Hand on what others ``tell``, until ``stopped``. Comes back by itself where the line is lost."""

    def named_errors(self) -> AbstractContextManager[None]:
        """Whatever the database raises leaves as a TableError."""


def found(where: Path | str) -> tuple[Database, URL]:
    """Raises UnsupportedUrl, NoDriver."""
    if isinstance(where, Path):
        return sqlite, URL.create("sqlite", database=str(where))
    try:
        url = make_url(where)
    except ArgumentError:
        raise UnsupportedUrl(dialect="") from None
    if url.drivername in ("postgresql", "postgresql+psycopg"):
        from companion.log import postgresql  # whose driver need not be there

        return postgresql, postgresql.checked(url)
    return sqlite, sqlite.checked(url)


def is_file(where: Path | str) -> bool:
    """Whether the database is a file, which can be copied and put aside."""
    return isinstance(where, Path) or found(where)[0] is sqlite
