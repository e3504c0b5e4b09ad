"""The stored tables as SQLAlchemy sees them. How a database comes to look like this is told in ``migrations``.

JSON is kept as text and read by us, so that one damaged row is one damaged entry and not a query that fails.
"""

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)

from companion.log.columns import TEXT, where

metadata = MetaData()


def _of_table() -> Column[str]:
    return Column("table_id", TEXT, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


tables = Table(
    "tables",
    metadata,
    Column("id", TEXT, primary_key=True, nullable=False),
    Column("game", TEXT, nullable=False),
    Column("created_at", TEXT, nullable=False),
    Column("header", TEXT, nullable=False),
    Index("tables_by_game", "game"),
)

entries = Table(
    "entries",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("entry_id", TEXT, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    Column("made_by", TEXT),
    Column("made_at", TEXT, nullable=False),
    Column("rules", TEXT, nullable=False),
    Column("verdict", TEXT),
    PrimaryKeyConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "entry_id"),
    sqlite_with_rowid=False,  # a log lies in its own order, and an entry costs one page less
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("seq", Integer, nullable=False),
    Column("rules", TEXT, nullable=False),
    Column("state", TEXT, nullable=False),
    PrimaryKeyConstraint("table_id", "seq"),
)

codes = Table(
    "codes",
    metadata,
    Column("hash", TEXT, primary_key=True, nullable=False),
    _of_table(),
    Column("role", TEXT, nullable=False),
    Column("player", TEXT),
    Column("generation", Integer, nullable=False),
    Column("issued_at", TEXT, nullable=False),
    Column("revoked_at", TEXT),
    Index("codes_by_table", "table_id"),
)

members = Table(
    "members",
    metadata,
    Column("device", TEXT, nullable=False),
    _of_table(),
    Column("role", TEXT, nullable=False),
    Column("player", TEXT),
    Column("code", TEXT),
    Column("joined_at", TEXT, nullable=False),
    Column("seen_at", TEXT, nullable=False),
    Column("came", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("device", "table_id", "role"),
    Index("members_by_table", "table_id"),
)

house = Table(
    "house",
    metadata,
    Column("device", TEXT, primary_key=True, nullable=False),
    Column("key", TEXT, nullable=False),
    Column("joined_at", TEXT, nullable=False),
)

phones = Table(
    "phones",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("record", Integer, nullable=False),
)

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", TEXT, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
    Column("made_by", TEXT, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("touched_at", TEXT, nullable=False),
    Column("mode", TEXT, nullable=False),
    Column("finished", Integer, nullable=False),
    Column("box", TEXT),
    Column("search", TEXT, nullable=False),
    Column("summary", TEXT, nullable=False),
    Column("standing", TEXT, nullable=False),
    Index("summaries_by_time", "touched_at", "table_id", "mode"),
    # Partial ones: an entry of a game under way touches the one of open tables alone.
    Index("summaries_stale", "table_id", **where("made_by = ''")),
    Index("summaries_timers", "touched_at", "table_id", **where("mode = 'timer'")),
    Index("summaries_finished", "touched_at", "table_id", **where("finished = 1")),
    Index("summaries_open", "mode", "touched_at", "table_id", **where("finished = 0")),
    Index("summaries_by_box", "box", **where("box IS NOT NULL")),
)

facets = Table(
    "facets",
    metadata,
    _of_table(),
    Column("facet", TEXT, nullable=False),
    Column("value", TEXT, nullable=False),
    Column("name", TEXT, nullable=False),
    PrimaryKeyConstraint("table_id", "facet", "value"),
    Index("facets_by_value", "facet", "value", "table_id"),
)

tallies = Table(
    "tallies",
    metadata,
    Column("facet", TEXT, nullable=False),
    Column("value", TEXT, nullable=False),
    Column("name", TEXT, nullable=False),
    Column("games", Integer, nullable=False),
    PrimaryKeyConstraint("facet", "value"),
)

notes = Table(
    "notes",
    metadata,
    Column("place", TEXT, nullable=False),
    Column("key", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    Column("ends_at", Float, nullable=False),
    PrimaryKeyConstraint("place", "key"),
    Index("notes_by_end", "ends_at"),
)

photo_jobs = Table(
    "photo_jobs",
    metadata,
    Column("key", TEXT, primary_key=True, nullable=False),
    Column("place", TEXT, nullable=False),
    Column("came", Integer, nullable=False),
    Column("clients", TEXT, nullable=False),
    Column("size", Integer, nullable=False),
    Column("head", TEXT, nullable=False),
    Column("photo", LargeBinary),
    Column("afterwards", TEXT),
    Column("tries", Integer, nullable=False),
    Column("held_by", TEXT),
    Column("held_until", Float, nullable=False),
    Column("stage", TEXT, nullable=False),
    Column("answer", TEXT),
    Column("picture", LargeBinary),
    Column("notes", TEXT, nullable=False),
    Column("touched_at", Float, nullable=False),
)

PASSING = (notes, photo_jobs)
"""What lasts for minutes and is in no backup."""
