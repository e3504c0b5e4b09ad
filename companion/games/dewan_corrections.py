"""Corrections: changes of the document of ``record/play.py``, as JSON Patch.

Only what adds, removes or replaces is taken. Copying, moving and testing could carry a secret card to where others see
it; what is told of secrets stands below ``/secret/<name>``, so that it can be left out for everybody else.
"""

import jsonpatch
import jsonpointer

from companion.games.contract import Json
from companion.record.faults import BadInput, Fault, Node
from companion.record.play import read_play, write_play
from companion.rules.dewan.play import Play

MOST_CHANGES = 50
OPERATIONS = ("add", "remove", "replace")


def corrected(play: Play, body: Json) -> Play:
    """Raises BadInput: paths of what does not hold together afterwards are those of the document."""
    node = Node(body)
    fields = node.fields(["reason", "changes"])
    if fields and "reason" in fields:
        fields["reason"].text()
    listed = fields["changes"].items(MOST_CHANGES) if fields and "changes" in fields else []
    changes = [_change(entry) for entry in listed]
    if node.faults:
        raise BadInput(node.faults)
    try:
        changed = jsonpatch.apply_patch(write_play(play), changes)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException, TypeError, AttributeError, KeyError):
        raise BadInput([Fault("changes", "correction.not-applicable")]) from None
    return read_play(changed)


def _change(node: Node) -> Json:
    fields = node.fields(["op", "path"], ["value"])
    if not fields or not {"op", "path"} <= set(fields):
        return {}
    operation, path = fields["op"].value, fields["path"].value
    if operation not in OPERATIONS:
        fields["op"].fault("json.unknown-word", word=str(operation)[:40], words=", ".join(OPERATIONS))
    elif operation != "remove" and "value" not in fields:
        node.child("value", None).fault("json.missing-key", key="value")
    parts = _parts(path)
    if not parts or (parts[0] == "secret" and len(parts) < 2):
        fields["path"].fault("correction.path")
    return {key: field.value for key, field in fields.items()}


def _parts(path: object) -> list[str]:
    """The steps of a JSON Pointer; none if it is not one, or points at the whole document."""
    if not isinstance(path, str):
        return []
    try:
        return [str(part) for part in jsonpointer.JsonPointer(path).parts]
    except jsonpointer.JsonPointerException:
        return []


def seen_changes(changes: object, viewer: str | None) -> list[object]:
    """Without what is told of the secrets of others."""
    seen = []
    for change in changes if isinstance(changes, list) else []:
        parts = _parts(change.get("path")) if isinstance(change, dict) else []
        if parts and (parts[0] != "secret" or (len(parts) > 1 and parts[1] == viewer)):
            seen.append(change)
    return seen
