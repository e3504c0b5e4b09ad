"""A PostgreSQL of the tests' own, in a temporary folder, without a network and without waiting for the disk."""

import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from companion.log.schema import metadata
from companion.log.store import open_store

HOW = "PostgreSQL is not installed. On Debian: sudo apt-get install postgresql"
_SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "32MB",
    "fsync": "off",
    "full_page_writes": "off",
    "max_wal_size": "128MB",
}


def programs() -> Path:
    """The folder of ``initdb`` and ``postgres``. Debian keeps them off the path. Raises FileNotFoundError."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    if not folders:
        raise FileNotFoundError(HOW)
    return folders[-1]


def _not_root() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {one.pw_name for one in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@dataclass
class Postgres:
    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    numbers: Iterator[int] = field(default_factory=count)
    ready: str | None = None

    def make(self) -> None:
        """Words are ordered as people do it, not by their bytes: what the store asks for must not depend on that."""
        order = ["--locale-provider=icu", "--icu-locale=und", "--locale=C.UTF-8", "--encoding=UTF8"]
        self._run("initdb", "-D", "data", "-N", "-A", "trust", "-U", "companion", "--no-instructions", *order)

    def start(self) -> None:
        given = [part for name, value in {**_SETTINGS, **self.settings}.items() for part in ("-c", f"{name}={value}")]
        command = [programs() / "postgres", "-D", "data", "-k", str(self.folder), *given]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **_not_root())
        end = time.monotonic() + 60
        while True:
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise RuntimeError((self.folder / "server.log").read_text(encoding="utf-8")) from None
                time.sleep(0.02)

    def stop(self) -> None:
        """At once, as if the power had failed: what was acknowledged is in its log."""
        if self.process:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=30)
            self.process = None

    def url(self, database: str = "postgres", user: str = "companion") -> str:
        return f"postgresql+psycopg://{user}@/{database}?host={self.folder}"

    def run(self, statement: str, database: str = "postgres") -> list[Any]:
        with psycopg.connect(
            host=str(self.folder), user="companion", dbname=database, autocommit=True, connect_timeout=10
        ) as connection:
            cursor = connection.execute(statement)  # type: ignore[call-overload]
            return cursor.fetchall() if cursor.description else []

    def new(self, name: str | None = None) -> str:
        """The URL of an empty database, without even our tables."""
        name = name or f"empty{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    def emptied(self) -> str:
        """The URL of a database with our tables and nothing in them: the same one again, which is ten times quicker
        than a new one."""
        if self.ready is None:
            self.ready = self.new("again")
            open_store(self.ready).close()
        # Whoever is still connected belongs to a test that is over.
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'again' AND pid <> pg_backend_pid()"
        )
        rows = ";".join(f"DELETE FROM {table.name}" for table in metadata.sorted_tables)
        self.run(f"SET session_replication_role = replica; {rows}", "again")
        return self.ready

    def _run(self, program: str, *arguments: str) -> None:
        environ = {**os.environ, "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [programs() / program, *arguments], cwd=self.folder, env=environ, capture_output=True, **_not_root()
        )
        if done.returncode:
            raise RuntimeError(done.stderr.decode(errors="replace"))


@contextmanager
def postgres_server(**settings: str) -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="companion-pg-", dir="/tmp"))  # a short path: sockets have no long ones
    server = Postgres(folder, settings)
    try:
        if who := _not_root():
            os.chown(folder, who["user"], who["group"])
        server.make()
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def by_hand(database: Path | str, statement: str, *values: object) -> None:
    """Straight into the database, past all guards: what a broken disk or another program might do. ``?`` stands for a
    value."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(database)) as connection:
            for guard in ("entries_are_not_edited", "entries_are_not_deleted", "entries_are_only_appended"):
                connection.execute(f"DROP TRIGGER IF EXISTS {guard}")
            connection.execute(statement, values)
            connection.commit()
        return
    with psycopg.connect(database.replace("+psycopg", "")) as server:
        server.execute("SET session_replication_role = replica")
        server.execute(statement.replace("?", "%s"), values)  # type: ignore[call-overload]


def as_stored(database: Path | str) -> bytes:
    """All there is of a database: the bytes of its files, or what a server has in its tables."""
    if isinstance(database, Path):
        return b"".join(path.read_bytes() for path in sorted(database.parent.glob(f"{database.name}*")))
    with psycopg.connect(database.replace("+psycopg", "")) as server:
        return "\n".join(
            str(row) for table in metadata.sorted_tables for row in server.execute(f"SELECT * FROM {table.name}")
        ).encode()


class Outsider:
    """Another program with the database open, that keeps to its rules."""

    def __init__(self, database: Path | str) -> None:
        self._connection: Any
        if isinstance(database, Path):
            self._connection = sqlite3.connect(database)
            self._connection.execute("PRAGMA foreign_keys = ON")
        else:
            self._connection = psycopg.connect(database.replace("+psycopg", ""))

    def __enter__(self) -> Any:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()
