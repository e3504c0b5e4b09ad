"""How much is kept for somebody, and what nobody has touched for long: for a public instance."""

from collections.abc import Collection

from sqlalchemy import func, select

from companion.log.rewriting import BOOK
from companion.log.schema import entries, members, summaries, tables
from companion.log.store import Store


def bytes_in_logs(store: Store, table_ids: Collection[str]) -> int:
    """Roughly: letters of headers, entries and verdicts."""
    header = select(func.sum(func.length(tables.c.header))).where(tables.c.id.in_(table_ids))
    entry = func.length(entries.c.body) + func.coalesce(func.length(entries.c.verdict), 0)
    log = select(func.sum(entry)).where(entries.c.table_id.in_(table_ids))
    with store.reading() as connection:
        return sum(int(connection.execute(query).scalar() or 0) for query in (header, log))


def untouched(store: Store, since: str) -> tuple[str, ...]:
    """Tables and boxes that nobody has recorded at or opened since then; not the boxes that others still play with, and
    not the book of people."""
    seen = select(members.c.table_id).where(members.c.seen_at >= since)
    in_use = select(summaries.c.box).where(summaries.c.touched_at >= since, summaries.c.box.is_not(None))
    query = select(summaries.c.table_id).where(
        summaries.c.touched_at < since,
        summaries.c.table_id != BOOK,
        summaries.c.table_id.not_in(seen),
        summaries.c.table_id.not_in(in_use),
    )
    with store.reading() as connection:
        return tuple(connection.execute(query.order_by(summaries.c.table_id)).scalars())
