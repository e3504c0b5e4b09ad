"""Changes to a JSON document as JSON Patch (RFC 6902): how corrections and edits are recorded.

Only what adds, removes or replaces is taken: copying, moving and testing could carry a secret to where others see it.
"""

import jsonpatch
import jsonpointer

from companion.formats.faults import BadInput, Fault, Node
from companion.games.contract import Json

MOST_CHANGES = 100
OPERATIONS = ("add", "remove", "replace")


def patched(document: object, changes: Node) -> object:
    """The document after the changes; the given one stays as it is. Raises BadInput with every fault noted so far."""
    operations = [_change(entry) for entry in changes.items(MOST_CHANGES)]
    if changes.faults:
        raise BadInput(changes.faults)
    try:
        return jsonpatch.apply_patch(document, operations)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException, TypeError, AttributeError, KeyError):
        raise BadInput([Fault(changes.path, "correction.not-applicable")]) from None


def _change(node: Node) -> Json:
    fields = node.fields(["op", "path"], ["value"])
    if not fields or not {"op", "path"} <= set(fields):
        return {}
    operation = fields["op"].value
    if operation not in OPERATIONS:
        fields["op"].fault("json.unknown-word", word=str(operation)[:40], words=", ".join(OPERATIONS))
    elif operation != "remove" and "value" not in fields:
        node.child("value", None).fault("json.missing-key", key="value")
    if not pointer_steps(fields["path"].value):
        fields["path"].fault("correction.path")
    return {key: field.value for key, field in fields.items()}


def pointer_steps(path: object) -> list[str]:
    """The steps of a JSON Pointer; none if it is not one, or points at the whole document."""
    if not isinstance(path, str):
        return []
    try:
        return [str(part) for part in jsonpointer.JsonPointer(path).parts]
    except jsonpointer.JsonPointerException:
        return []
