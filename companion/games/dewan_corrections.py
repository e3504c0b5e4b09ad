"""Corrections of a recorded game: changes of the document of ``record/play.py``, as JSON Patch.

What is told of secrets stands below ``/secret/<name>``, so that it can be left out for everybody else.
"""

from companion.games.contract import Json
from companion.games.patch import patched, pointer_steps
from companion.record.faults import BadInput, Node
from companion.record.play import read_play, write_play
from companion.rules.dewan.play import Play


def corrected(play: Play, body: Json) -> Play:
    """Raises BadInput: paths of what does not hold together afterwards are those of the document."""
    node = Node(body)
    fields = node.fields(["reason", "changes"]) or {}
    if "reason" in fields:
        fields["reason"].text()
    changes = fields.get("changes", node)
    for entry in changes.value if isinstance(changes.value, list) else ():
        if isinstance(entry, dict) and pointer_steps(entry.get("path")) == ["secret"]:
            changes.fault("correction.path")  # all secrets at once could not be told apart by owner
    if node.faults:
        raise BadInput(node.faults)
    return read_play(patched(write_play(play), changes))


def seen_changes(changes: object, viewer: str | None) -> list[object]:
    """Without what is told of the secrets of others."""
    seen = []
    for change in changes if isinstance(changes, list) else []:
        parts = pointer_steps(change.get("path")) if isinstance(change, dict) else []
        if parts and (parts[0] != "secret" or (len(parts) > 1 and parts[1] == viewer)):
            seen.append(change)
    return seen
