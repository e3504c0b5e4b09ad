"""What the table may not know before the end: points of buildings, values of bonus tiles, reserved cards.

Everybody saw them go by; nobody may look them up (V-SECRET-01 to V-SECRET-03). The owner may, on the own phone.
"""

from dataclasses import replace

from companion.games.common import Typed
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building

HIDDEN_ROWS = ("buildings", "bonus")
_VALUES = ("buildings", "bonus")


def as_seen_by(table: Table, viewer: str | None) -> Table:
    """The stacks of bonus tiles lie open: what is left of them is worked out before values are left out."""
    if table.over:
        return table
    players = tuple(one if one.name == viewer else _face_down(one) for one in table.players)
    if players == table.players:
        return table
    return replace(table, players=players, bonus_left=table.bonus_stack())


def _face_down(player: Player) -> Player:
    quick = player.quick and replace(player.quick, buildings=None, bonus=None)
    return replace(
        player,
        buildings=(None,) * len(player.buildings),
        bonus=(None,) * len(player.bonus),
        reserved=(Building(),) * len(player.reserved),
        quick=quick,
    )


def typed_as_seen_by(typed: Typed, viewer: str | None) -> Typed:
    return {
        column: {row: points for row, points in rows.items() if column == viewer or row not in HIDDEN_ROWS}
        for column, rows in typed.items()
    }


def with_values_kept(before: Table, after: Table) -> Table:
    """A correction by somebody who was not shown a value leaves it as it was."""
    known = {player.name: player for player in before.players}

    def kept(player: Player) -> Player:
        old = known.get(player.name)
        if old is None:
            return player
        reserved = player.reserved
        if len(reserved) == len(old.reserved):
            reserved = tuple(
                was if card == Building() else card for card, was in zip(reserved, old.reserved, strict=True)
            )
        return replace(
            player,
            buildings=_kept(player.buildings, old.buildings),
            bonus=_kept(player.bonus, old.bonus),
            reserved=reserved,
        )

    return replace(after, players=tuple(map(kept, after.players)))


def _kept(values: tuple[int | None, ...], old: tuple[int | None, ...]) -> tuple[int | None, ...]:
    if len(values) < len(old):
        return values
    return tuple(old[i] if value is None and i < len(old) else value for i, value in enumerate(values))


def without_values(document: object, viewer: str | None) -> object:
    """A header, a body or a change without what is secret, wherever in it that stands."""
    if isinstance(document, list):
        return [without_values(one, viewer) for one in document]
    if not isinstance(document, dict):
        return document
    match document:
        case {"do": "build" | "reserve", "player": name} if name == viewer:
            return document
        case {"do": "reserve", "building": dict()}:
            return {**document, "building": {}}
        case {"op": str(), "path": str(path), "value": value}:
            return {**document, "value": _changed(path, value, viewer)}
        case {"quick": dict(quick), "player": name} if name != viewer:
            return {**document, "quick": {key: one for key, one in quick.items() if key not in _VALUES}}
        case {"column": name, "row": str(row)} if name != viewer and row in HIDDEN_ROWS:
            return {**document, "points": None}
        case {"name": str(name)} if name == viewer:
            return document
    return {key: _without(key, one, viewer) for key, one in document.items()}


def _without(key: str, value: object, viewer: str | None) -> object:
    if key in _VALUES and isinstance(value, list) and not any(isinstance(one, dict) for one in value):
        return [None] * len(value)
    if key == "bonus" and isinstance(value, int):
        return None
    if key == "reserved" and isinstance(value, list):
        return [{} for _ in value]
    if key == "building" and isinstance(value, dict):
        return {name: one for name, one in value.items() if name == "cost"}
    return value if key == "box" else without_values(value, viewer)


def _changed(path: str, value: object, viewer: str | None) -> object:
    steps = path.split("/")
    if steps[1:2] == ["players"] and len(steps) > 3 and steps[3] in (*_VALUES, "reserved", "quick"):
        if len(steps) > 4:
            return None if steps[3] in _VALUES else {}
        return _without(steps[3], value, viewer)
    return without_values(value, viewer)
