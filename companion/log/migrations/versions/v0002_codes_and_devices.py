"""Who was let in: codes, the devices that came with them, the devices of the house, and what phones may do."""

import sqlalchemy as sa
from alembic import op

from companion.log.columns import TEXT

revision = "0002"
down_revision = "0001"


def _of_table() -> "sa.Column[str]":
    return sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("hash", TEXT, primary_key=True, nullable=False),
        _of_table(),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("player", TEXT),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("issued_at", TEXT, nullable=False),
        sa.Column("revoked_at", TEXT),
    )
    op.create_table(
        "members",
        sa.Column("device", TEXT, nullable=False),
        _of_table(),
        sa.Column("role", TEXT, nullable=False),
        sa.Column("player", TEXT),
        sa.Column("code", TEXT),
        sa.Column("joined_at", TEXT, nullable=False),
        sa.Column("seen_at", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("device", "table_id", "role"),
    )
    op.create_table(
        "house",
        sa.Column("device", TEXT, primary_key=True, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("joined_at", TEXT, nullable=False),
    )
    op.create_table(
        "phones",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("record", sa.Integer, nullable=False),
    )
