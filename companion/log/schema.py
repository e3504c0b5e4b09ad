"""The stored tables as SQLAlchemy sees them. How a database comes to look like this is told in ``migrations``.

JSON is kept as text and read by us, so that one damaged row is one damaged entry and not a query that fails.
"""

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()


def _of_table() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True, nullable=False),
    Column("game", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("header", Text, nullable=False),
    Index("tables_by_game", "game"),
)

entries = Table(
    "entries",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("entry_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("made_by", Text),
    Column("made_at", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("verdict", Text),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "entry_id"),
    sqlite_with_rowid=False,  # a log lies in its own order, and an entry costs one page less
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("rules", Text, nullable=False),
    Column("state", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", Text, primary_key=True, nullable=False),
    _of_table(),
    Column("role", Text, nullable=False),
    Column("player", Text),
    Column("generation", Integer, nullable=False),
    Column("issued_at", Text, nullable=False),
    Column("revoked_at", Text),
)

members = Table(
    "members",
    metadata,
    Column("device", Text, nullable=False),
    _of_table(),
    Column("role", Text, nullable=False),
    Column("player", Text),
    Column("code", Text),
    Column("joined_at", Text, nullable=False),
    Column("seen_at", Text, nullable=False),
    PrimaryKeyConstraint("device", "table_id", "role"),
)

house = Table(
    "house",
    metadata,
    Column("device", Text, primary_key=True, nullable=False),
    Column("key", Text, nullable=False),
    Column("joined_at", Text, nullable=False),
)

phones = Table(
    "phones",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("record", Integer, nullable=False),
)

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("made_by", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("touched_at", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("finished", Integer, nullable=False),
    Column("box", Text),
    Column("search", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Index("summaries_by_time", "touched_at", "table_id", "mode"),
    # Partial ones: an entry of a game under way touches none of them.
    Index("summaries_stale", "table_id", sqlite_where=text("made_by = ''")),
    Index("summaries_timers", "touched_at", "table_id", sqlite_where=text("mode = 'timer'")),
    Index("summaries_finished", "touched_at", "table_id", sqlite_where=text("finished = 1")),
    Index("summaries_by_box", "box", sqlite_where=text("box IS NOT NULL")),
)

facets = Table(
    "facets",
    metadata,
    _of_table(),
    Column("facet", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "facet", "value"),
    Index("facets_by_value", "facet", "value", "table_id"),
)

tallies = Table(
    "tallies",
    metadata,
    Column("facet", Text, nullable=False),
    Column("value", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("facet", "value"),
)
