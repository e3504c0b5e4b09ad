"""Changes to a JSON document as JSON Patch (RFC 6902): how corrections and edits are recorded."""

import jsonpatch
import jsonpointer

from companion.record.faults import BadInput, Fault, Node

MOST_CHANGES = 100


def patched(document: object, changes: Node) -> object:
    """The document after the changes; the given one stays as it is. Raises BadInput."""
    before = len(changes.faults)
    operations = []
    for entry in changes.items(MOST_CHANGES):
        if entry.fields(["op", "path"], ["value", "from"]) and isinstance(entry.value, dict):
            operations.append(entry.value)
    if len(changes.faults) > before:
        raise BadInput(changes.faults)
    try:
        return jsonpatch.apply_patch(document, operations)
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException, TypeError, AttributeError, ValueError):
        raise BadInput([*changes.faults, Fault(changes.path, "correction.not-applicable")]) from None
