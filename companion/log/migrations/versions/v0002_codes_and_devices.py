"""Who was let in: codes, the devices that came with them, the devices of the house, and what phones may do."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _of_table() -> "sa.Column[str]":
    return sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "codes",
        sa.Column("hash", sa.Text, primary_key=True, nullable=False),
        _of_table(),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("issued_at", sa.Text, nullable=False),
        sa.Column("revoked_at", sa.Text),
    )
    op.create_table(
        "members",
        sa.Column("device", sa.Text, nullable=False),
        _of_table(),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("code", sa.Text),
        sa.Column("joined_at", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("device", "table_id", "role"),
    )
    op.create_table(
        "house",
        sa.Column("device", sa.Text, primary_key=True, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("joined_at", sa.Text, nullable=False),
    )
    op.create_table(
        "phones",
        sa.Column(
            "table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False
        ),
        sa.Column("record", sa.Integer, nullable=False),
    )
