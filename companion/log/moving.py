"""From one database to another."""

from pathlib import Path

from sqlalchemy import func, select

from companion.log import copying, database
from companion.log.errors import CannotOpen, NotEmpty
from companion.log.schema import tables as table_rows
from companion.log.store import open_store


def move(source: Path | str, target: Path | str) -> dict[str, int]:
    """Copy everything into an empty database while nobody can record: how many rows of each table. All of it or
    nothing. Raises NotEmpty, NotTheSame, and what either database has to say."""
    kind, url = database.found(source)
    if not kind.MANY_WRITERS and not Path(url.database or "").is_file():  # which opening it would make
        raise CannotOpen()
    with (
        open_store(source) as old,
        open_store(target) as new,
        old.writing() as reading,  # without writing: nobody else does, between the copy and its end
        new.writing() as writing,
    ):
        if tables := writing.execute(select(func.count()).select_from(table_rows)).scalar_one():
            raise NotEmpty(tables=tables)
        return copying.replace_all(reading, writing)
