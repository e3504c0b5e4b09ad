"""Fields of records and boxes that are the same in every game."""

import re
from collections.abc import Mapping, Sequence

from companion.formats.faults import Node, shortened
from companion.formats.fields import Field, Json, Spelled, Value
from companion.formats.objects import Converted, ListOf

MOST_LISTED = 99
Options = Mapping[str, Sequence[str]]


def _color(node: Node) -> str | None:
    text = node.text()
    if text is not None and not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        node.fault("box.not-a-color")
        return None
    return text


RGB = Spelled(_color, {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})


class Rulings(Field[dict[str, str]]):
    """The option chosen of each ruling, like ``{"R-04": "starting-camp-apart"}``; the first option is the default."""

    description = "Choices where the editions differ or are silent; the first of each list is the default."

    def __init__(self, options: Options) -> None:
        self.options = options

    def read(self, node: Node) -> dict[str, str]:
        chosen = {}
        for ruling, entry in node.members(MOST_LISTED):
            if ruling not in self.options:
                entry.fault("table.unknown-ruling", ruling=shortened(ruling), rulings=", ".join(self.options))
            elif not isinstance(entry.value, str) or entry.value not in self.options[ruling]:
                entry.fault("table.unknown-option", options=", ".join(self.options[ruling]))
            else:
                chosen[ruling] = entry.value
        return chosen

    def write(self, value: Mapping[str, str]) -> object:
        return dict(value)

    def schema(self, defs: Json) -> Json:
        choices = {ruling: {"enum": list(options)} for ruling, options in self.options.items()}
        return {"type": "object", "additionalProperties": False, "properties": choices}


def players(player: Field[Value], least: int, most: int) -> Field[tuple[Value, ...]]:
    """Those at a table, in seat order."""

    def counted(node: Node, found: tuple[Value, ...]) -> tuple[Value, ...]:
        number = len(node.value) if isinstance(node.value, list) else 0
        if not least <= number <= most:
            node.fault("table.player-count", least=least, most=most, number=number)
        return found[:most]

    seats = ListOf(player, MOST_LISTED, description="In clockwise seat order.")
    return Converted(seats, counted, extra={"minItems": least, "maxItems": most})


def note_unknown_player(node: Node | None, names: Sequence[str]) -> None:
    """A fault where the name that was read is nobody's at the table; where nobody could be read, every name is good."""
    if node is not None and isinstance(node.result, str) and names and node.result not in names:
        node.fault("table.unknown-player", name=node.result)
