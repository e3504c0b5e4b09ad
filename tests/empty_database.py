"""A database with our tables and nothing in them: made once, then copied, which is eight times quicker."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.log.store import Store, open_store


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        database = Path(folder) / "companion.sqlite3"
        open_store(database).close()
        return database.read_bytes()


def put_empty_database(database: Path | str) -> None:
    """A server's is there already."""
    if isinstance(database, Path):
        database.write_bytes(_made())


def open_empty_store(database: Path | str) -> Store:
    put_empty_database(database)
    return open_store(database)
