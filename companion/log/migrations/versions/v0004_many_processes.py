"""What several processes need that share a database.

In which order devices came to a table: SQLite numbered its rows, other databases do not. Notes for minutes, which one
process kept in its memory. And who was let in is found by its table, so that deleting one of very many costs no more
than one of few.
"""

import sqlalchemy as sa
from alembic import op

from companion.log.columns import TEXT

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("members", sa.Column("came", sa.Integer, nullable=False, server_default="0"))
    op.create_index("codes_by_table", "codes", ["table_id"])
    op.create_index("members_by_table", "members", ["table_id"])
    op.create_table(
        "notes",
        sa.Column("place", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("ends_at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("place", "key"),
    )
    op.create_index("notes_by_end", "notes", ["ends_at"])
    if op.get_bind().dialect.name == "sqlite":
        op.execute("UPDATE members SET came = rowid")
    else:
        op.execute("ALTER TABLE notes SET UNLOGGED")  # they may go with the server
