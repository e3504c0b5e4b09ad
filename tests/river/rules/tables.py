"""Tables of The River in few words. The box here is made for the tests: every number in it is easy to reckon with."""

from collections.abc import Mapping
from typing import Any

from companion.river.rules import game
from companion.river.rules.box import Box, PrintedSpace, Side, Supply
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Meadow, Tile
from companion.river.rules.words import ActionSpace, Capacity, MeadowKind, Resource, Terrain

WOOD, CLAY, STONE, FOOD = Resource
_KINDS = {"D": "desert", "B": "badlands", "F": "forest", "W": "meadow", "M": "mountain"}

PRINTED = {
    2: PrintedSpace({WOOD: 1}),
    4: PrintedSpace({CLAY: 1}),
    6: PrintedSpace({STONE: 1}),
    8: PrintedSpace(storages=1),
    10: PrintedSpace(storages=1),
    12: PrintedSpace({CLAY: 1}, 1),
}
"""One symbol each of wood and stone, two of clay, three storages."""
FRAMED = (3, 5, 9, 11)
BONUS = (6, 5, 4, 3, 2, 1, 0, 0)
CAPACITIES = dict.fromkeys(ActionSpace, Capacity.TWO_EACH) | {
    ActionSpace.START: Capacity.ONE,
    ActionSpace.BUILD: Capacity.ANY,
}
BOX = Box(
    "box of the tests",
    sides=(Side((2, 3, 4), PRINTED, FRAMED, CAPACITIES, 4, BONUS),),
    supplies=(
        Supply(2, {WOOD: 7, CLAY: 7, STONE: 7, FOOD: 3}, 4),
        Supply(3, {WOOD: 10, CLAY: 10, STONE: 10, FOOD: 4}, 6),
        Supply(4, {WOOD: 13, CLAY: 13, STONE: 13, FOOD: 5}, 8),
    ),
)


def tile(letters: str, symbols: Mapping[Resource, int] | None = None, storages: int = 0) -> Tile:
    """``F`` a forest, ``F/D`` a mixed tile of both kinds, all its symbols told."""
    return Tile(tuple(Terrain(_KINDS[letter]) for letter in letters.split("/")), symbols or {}, storages)


def tiles(letters: str) -> tuple[Tile, ...]:
    """Along the river, one word a tile."""
    return tuple(map(tile, letters.split()))


def meadow(kind: str, shows: Terrain | Resource | None = None, storages: int = 0) -> Tile:
    return Tile((Terrain.MEADOW,), {}, storages, Meadow(MeadowKind(kind), shows))


def player(name: str = "Ana", **told: Any) -> Player:
    return Player(name, **told)


def table(*players: Player, seats: int = 0, box: Box = BOX, **told: Any) -> Table:
    """The players given, and others with nothing until all seats are taken."""
    names = [one.name for one in players]
    others = [Player(name) for name in ("Ana", "Ben", "Cleo", "Dora") if name not in names]
    seated = (*players, *others[: max(seats, 2) - len(players)])
    return Table(seated, box=box, **told)


def grid(*columns: str) -> tuple[Tile, ...]:
    """Four columns told top to bottom, such as ``FFD``; ``.`` is a bare space, at the end of the river only."""
    rows = ["".join(column[row] for column in columns) for row in range(3)]
    along = rows[0] + rows[1][::-1] + rows[2]
    assert "." not in along.rstrip("."), "tiles lie along the river without gaps"
    return tuple(tile(letter) for letter in along.rstrip("."))


def rows(on: Table, name: str = "Ana") -> dict[str, int]:
    sheet = next(sheet for sheet in game.score(on).players if sheet.name == name)
    return {line.row: line.points for line in sheet.lines}


def total(on: Table, name: str = "Ana") -> int:
    return next(sheet.total for sheet in game.score(on).players if sheet.name == name)


def codes(reasons: Any) -> list[tuple[str, str]]:
    return [(reason.code, reason.rule) for reason in reasons]
