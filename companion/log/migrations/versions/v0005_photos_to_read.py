"""Photos that wait to be read, for processes that share a database. One process alone keeps them in its memory."""

import sqlalchemy as sa
from alembic import op

from companion.log.columns import TEXT

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "photo_jobs",
        sa.Column("key", TEXT, primary_key=True, nullable=False),
        sa.Column("place", TEXT, nullable=False),
        sa.Column("came", sa.Integer, nullable=False),
        sa.Column("clients", TEXT, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("head", TEXT, nullable=False),
        sa.Column("photo", sa.LargeBinary),
        sa.Column("afterwards", TEXT),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("held_by", TEXT),
        sa.Column("held_until", sa.Float, nullable=False),
        sa.Column("stage", TEXT, nullable=False),
        sa.Column("answer", TEXT),
        sa.Column("picture", sa.LargeBinary),
        sa.Column("notes", TEXT, nullable=False),
        sa.Column("touched_at", sa.Float, nullable=False),
    )
    if op.get_bind().dialect.name != "sqlite":
        op.execute("ALTER TABLE photo_jobs SET UNLOGGED")  # a photo can be sent again
