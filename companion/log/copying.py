"""Everything of one database into another, whatever kind each is, row by row."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select

from companion.log.errors import NotTheSame
from companion.log.schema import PASSING, metadata

_AT_ONCE = 500
_COPIED = [table for table in metadata.sorted_tables if table not in PASSING]


def replace_all(source: Connection, target: Connection) -> dict[str, int]:
    """What is in ``target`` goes, within the caller's transaction: how many rows of each table came. Raises
    NotTheSame for a row the other database cannot hold, or does not give back as it was."""
    for table in reversed(_COPIED):
        if table.name != "entries":  # they go with their tables: the database lets them go in no other way
            target.execute(delete(table))
    return {table.name: _copied(table, source, target) for table in _COPIED}


def _copied(table: Table, source: Connection, target: Connection) -> int:
    try:
        for rows in _in_order(table, source).partitions(_AT_ONCE):
            target.execute(insert(table), [dict(row._mapping) for row in rows])
    except ValueError as error:  # a byte that is no text, or a zero in one
        raise NotTheSame(detail=f"{table.name}: {error}") from error
    number = 0
    for here, there in zip_longest(_rows(table, source), _rows(table, target)):
        if here != there:
            place = [column.name for column in table.primary_key]
            named = ", ".join(str(value) for value in (here or there)[: len(place)])
            raise NotTheSame(detail=f"{table.name} ({named})")
        number += 1
    return number


def _rows(table: Table, connection: Connection) -> Iterator[Any]:
    for rows in _in_order(table, connection).partitions(_AT_ONCE):
        yield from map(tuple, rows)


def _in_order(table: Table, connection: Connection) -> Any:
    """By their key, which both sides compare byte by byte; never all in memory."""
    query = select(table).order_by(*table.primary_key)
    return connection.execute(query, execution_options={"stream_results": True, "yield_per": _AT_ONCE})
