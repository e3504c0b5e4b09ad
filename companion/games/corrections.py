"""Corrections: what is on the table differs from the record.

``{"reason": text, "changes": [{"do": "set-camp", "at": [1, 0], "player": "Alix"}]}``: each change says what it means,
and its game carries it out; nobody need give a reason. Changes that say ``op`` instead are a JSON Patch on the game's
document, as all once were: such logs stay readable, and it is the last resort of somebody who knows that document.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.formats.faults import BadInput, Node, shortened
from companion.games.contract import Json, Label
from companion.games.patch import MOST_CHANGES, patched

Fields = Mapping[str, Node]


@dataclass(frozen=True)
class Change:
    """``apply`` changes the document; what it cannot, it notes as a fault of a field."""

    apply: Callable[[Json, Fields], None]
    keys: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


def corrected(document: Json, body: Json, known: Mapping[str, Change]) -> object:
    """The document after a correction. Raises BadInput."""
    node = Node(body)
    fields = node.fields(["changes"], ["reason"]) or {}
    if "reason" in fields and fields["reason"].value is not None:
        fields["reason"].text()
    changes = fields["changes"].items(MOST_CHANGES) if "changes" in fields else []
    if "changes" in fields and not any(isinstance(one.value, dict) and "do" in one.value for one in changes):
        return patched(document, fields["changes"])
    given = [_read(change, known) for change in changes]
    if node.faults:
        raise BadInput(node.faults)
    for members in given:
        try:
            known[str(members["do"].value)].apply(document, members)
        except (AttributeError, KeyError, TypeError):  # a change before it left nothing it could be carried out on
            members["do"].fault("correction.not-applicable")
    if node.faults:
        raise BadInput(node.faults)
    return document


def correction_label(body: Json) -> Label:
    """With the reason that was given, or saying that there was none."""
    reason = body.get("reason")
    return (
        Label("label.correction", {"reason": shortened(reason, 80)}) if reason else Label("label.correction-no-reason")
    )


def _read(change: Node, known: Mapping[str, Change]) -> Fields:
    """What a change says, by key."""
    do = change.one_kind("do", known)
    return (change.fields(["do", *known[do].keys], known[do].may) or {}) if do else {}


def record_of(document: Json, player: Node, key: str = "players") -> Json:
    """The part of the document about a player; what is said of nobody changes nothing."""
    players = document[key]
    assert isinstance(players, list)
    found = next((one for one in players if one["name"] == player.value), None)
    if found is None:
        player.fault("table.unknown-player", name=shortened(player.value))
        return {}
    record: Json = found
    return record


def set_values(record: Json, fields: Fields, *keys: str) -> None:
    """The fields that were given, as they are; null takes one away. What is wrong with them, reading finds."""
    for key in keys:
        if key in fields:
            record[key] = fields[key].value
            if record[key] is None:
                del record[key]
