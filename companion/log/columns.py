"""What the schema and the migrations spell in the same way for every database."""

from typing import Any

from sqlalchemy import Text, text

TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""Compared byte by byte, as SQLite does it, whatever the language of a server is."""


def where(condition: str) -> dict[str, Any]:
    """What makes an index a partial one."""
    return {f"{dialect}_where": text(condition) for dialect in ("sqlite", "postgresql")}
