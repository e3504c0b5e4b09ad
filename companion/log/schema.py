"""The stored tables as SQLAlchemy sees them. How a database comes to look like this is told in ``migrations``.

JSON is kept as text and read by us, so that one damaged row is one damaged entry and not a query that fails.
"""

from sqlalchemy import Column, ForeignKey, Integer, MetaData, PrimaryKeyConstraint, Table, Text, UniqueConstraint

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
