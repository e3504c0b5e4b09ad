"""Tables, their append-only entries, and snapshots.

Written out rather than taken from the schema module: that one moves on, this stays what it was.
"""

import sqlalchemy as sa
from alembic import op

from companion.log.columns import TEXT

revision = "0001"
down_revision = None

# An entry goes only with its whole table: by the time the cascade reaches it, the table's row is gone.
# The last guard looks for the id itself, too, since INSERT OR REPLACE removes the other row past the second guard.
_SQLITE_GUARDS = (
    """
    CREATE TRIGGER entries_are_not_edited BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END
    """,
    """
    CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END
    """,
    """
    CREATE TRIGGER entries_are_only_appended BEFORE INSERT ON entries
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE table_id = NEW.table_id)
      OR EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND entry_id = NEW.entry_id)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END
    """,
)

_POSTGRESQL_GUARDS = (
    """
    CREATE FUNCTION entries_are_not_edited() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'entries are never edited' USING ERRCODE = 'restrict_violation'; END $$
    """,
    """
    CREATE FUNCTION entries_are_not_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'TRUNCATE' OR EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id) THEN
        RAISE EXCEPTION 'entries are never deleted' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN OLD;
    END $$
    """,
    """
    CREATE FUNCTION entries_are_only_appended() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE table_id = NEW.table_id) THEN
        RAISE EXCEPTION 'entries are only appended' USING ERRCODE = 'restrict_violation';
      END IF;
      RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER entries_are_not_edited BEFORE UPDATE ON entries"
    " FOR EACH ROW EXECUTE FUNCTION entries_are_not_edited()",
    "CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries"
    " FOR EACH ROW EXECUTE FUNCTION entries_are_not_deleted()",
    "CREATE TRIGGER entries_are_not_emptied BEFORE TRUNCATE ON entries"
    " FOR EACH STATEMENT EXECUTE FUNCTION entries_are_not_deleted()",
    "CREATE TRIGGER entries_are_only_appended BEFORE INSERT ON entries"
    " FOR EACH ROW EXECUTE FUNCTION entries_are_only_appended()",
)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", TEXT, primary_key=True, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("header", TEXT, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entry_id", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("made_by", TEXT),
        sa.Column("made_at", TEXT, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("verdict", TEXT),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sa.UniqueConstraint("table_id", "entry_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", TEXT, sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("rules", TEXT, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
    )
    for guard in _SQLITE_GUARDS if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL_GUARDS:
        op.execute(guard)
