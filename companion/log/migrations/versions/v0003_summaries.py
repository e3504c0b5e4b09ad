"""What lists say of each table, so that no list has to open one. The rows are made here and filled by the service.

Results used to be kept among the snapshots, at number 0.
"""

import sqlalchemy as sa
from alembic import op

from companion.log.columns import TEXT, where

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("tables_by_game", "tables", ["game"])
    op.create_table(
        "summaries",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, nullable=False),
        sa.Column("made_by", TEXT, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("touched_at", TEXT, nullable=False),
        sa.Column("mode", TEXT, nullable=False),
        sa.Column("finished", sa.Integer, nullable=False),
        sa.Column("box", TEXT),
        sa.Column("search", TEXT, nullable=False),
        sa.Column("summary", TEXT, nullable=False),
        sa.Column("standing", TEXT, nullable=False),
    )
    op.create_index("summaries_by_time", "summaries", ["touched_at", "table_id", "mode"])
    op.create_index("summaries_stale", "summaries", ["table_id"], **where("made_by = ''"))
    op.create_index("summaries_timers", "summaries", ["touched_at", "table_id"], **where("mode = 'timer'"))
    op.create_index("summaries_finished", "summaries", ["touched_at", "table_id"], **where("finished = 1"))
    op.create_index("summaries_by_box", "summaries", ["box"], **where("box IS NOT NULL"))
    op.create_table(
        "facets",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("facet", TEXT, nullable=False),
        sa.Column("value", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "facet", "value"),
    )
    op.create_index("facets_by_value", "facets", ["facet", "value", "table_id"])
    op.create_table(
        "tallies",
        sa.Column("facet", TEXT, nullable=False),
        sa.Column("value", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("facet", "value"),
    )
    op.execute("DELETE FROM snapshots WHERE seq = 0")
    op.execute(
        "INSERT INTO summaries (table_id, made_by, seq, touched_at, mode, finished, search, summary, standing)"
        " SELECT id, '', 0, created_at, '', 0, '', '', '' FROM tables"
    )
