"""Tables that go on are found among many that are over."""

from alembic import op

from companion.log.columns import where

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_index("summaries_open", "summaries", ["mode", "touched_at", "table_id"], **where("finished = 0"))
