"""How much of a game a table records. Every game has its own ways between the two that all have."""

from collections.abc import Mapping, Sequence

from companion.formats.faults import Node, shortened

EVERYTHING, ONLY_SCORE = "everything", "score"


def read_way(fields: Mapping[str, Node], ways: Sequence[str]) -> str:
    """What ``way`` says; a table that says nothing records everything."""
    wanted = fields.get("way")
    if wanted is None or wanted.value is None:
        return EVERYTHING
    if wanted.value not in ways:
        wanted.fault("json.unknown-word", word=shortened(wanted.value), words=", ".join(ways))
    return str(wanted.value)
