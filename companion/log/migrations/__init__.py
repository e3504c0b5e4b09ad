"""How a database gets from any earlier version to this one. Versions are numbered 0001, 0002…, one file each."""

from pathlib import Path

from sqlalchemy import Connection

HEAD = "0006"
"""The newest version; a test holds it against the files, so that opening a current database need not import Alembic."""


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Bring the database to a version, inside the caller's transaction: all of it or nothing."""
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("sourceless", "true")  # compiled ones will do where they came without their sources
    command.upgrade(config, to)
