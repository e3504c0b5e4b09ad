"""Changing what was recorded: for the one case in which a name has to go (``docs/after-the-game.md``)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, delete, insert, select, update

from companion.log import rows, summaries
from companion.log.entries import Entry, NewEntry, json_text
from companion.log.entry_json import check_object
from companion.log.feed import EVERYTHING
from companion.log.schema import entries as entry_rows
from companion.log.schema import metadata
from companion.log.schema import snapshots as snapshot_rows
from companion.log.schema import tables as table_rows
from companion.log.store import Store

BOOK = "people"


@dataclass(frozen=True)
class Rewritten:
    """A table as it shall be; ``names``: the players that are called otherwise in it."""

    table_id: str
    header: Mapping[str, object]
    entries: tuple[Entry, ...]
    names: Mapping[str, str] = field(default_factory=dict)


def rewrite(store: Store, changed: Sequence[Rewritten], book: Sequence[NewEntry] | None) -> None:
    """All of it or nothing. The guard that forbids editing is back before anybody else can write."""
    with store.writing() as connection:
        with store.kind.unguarded(connection):
            for one in changed:
                _rewrite(connection, one)
        if book is not None:
            _write_book(connection, book)
        store.kind.tell(connection, EVERYTHING)


def erase(store: Store) -> bool:
    """Leave nothing of what was changed in the file or beside it. False if somebody was reading: then part of it stays
    until the next time."""
    return store.compact()


def _rewrite(connection: Connection, one: Rewritten) -> None:
    header = json_text(check_object(one.header, "header"))
    connection.execute(update(table_rows).where(table_rows.c.id == one.table_id).values(header=header))
    for entry in one.entries:
        row = rows.to_row(one.table_id, entry)
        place = (entry_rows.c.table_id == one.table_id) & (entry_rows.c.seq == entry.seq)
        values = {key: row[key] for key in ("body", "made_by", "verdict")}
        connection.execute(update(entry_rows).where(place).values(values))
    connection.execute(delete(snapshot_rows).where(snapshot_rows.c.table_id == one.table_id))
    summaries.forget(connection, one.table_id)
    for table in metadata.sorted_tables:  # seats, and whatever else knows who sits where
        if {"table_id", "player"} <= set(table.c.keys()):
            for old, new in one.names.items():
                seat = (table.c.table_id == one.table_id) & (table.c.player == old)
                connection.execute(update(table).where(seat).values(player=new))


def _write_book(connection: Connection, book: Sequence[NewEntry]) -> None:
    """The book of people goes with all its entries and comes back with those that stay."""
    kept = connection.execute(select(table_rows).where(table_rows.c.id == BOOK)).mappings().first()
    if kept is None:
        return
    connection.execute(delete(table_rows).where(table_rows.c.id == BOOK))
    connection.execute(insert(table_rows), dict(kept))
    summaries.add(connection, BOOK, len(book), str(kept["created_at"]))
    if book:
        numbered = [rows.to_row(BOOK, draft.numbered(seq)) for seq, draft in enumerate(book, start=1)]
        connection.execute(rows.INSERT_ENTRY, numbered)
