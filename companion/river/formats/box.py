"""The box file of The River: what is printed on the boards of one copy, and which tiles and cards it has."""

from collections.abc import Mapping
from typing import Any

from companion.formats.faults import Node
from companion.formats.fields import TEXT, Constant, Field, Flag, Json, Number, Word
from companion.formats.objects import Converted, Document, ListOf, MapOf, Object, first, optional, repeated, required
from companion.formats.shared import RGB
from companion.river.formats.tiles import (
    HELD,
    KIND,
    MOST_POINTS,
    MOST_SYMBOLS,
    STOCK,
    SYMBOLS,
    TILE_MEMBERS,
    check_meadow,
    make_tile,
)
from companion.river.rules.box import Box, PrintedSpace, RiverBoard, ShipColor, Side, Supply
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import (
    BONUS_TILES,
    BUILDING_CARDS,
    FEWEST_PLAYERS,
    FRAMED_SPACES,
    IN_THE_BOX,
    MOST_PLAYERS,
    MOST_VALUE,
    SPACES,
    TERRAIN_TILES,
    ActionSpace,
    Capacity,
    Resource,
)

FORMAT, FIRST_FORMAT = "river-box/2", "river-box/1"
MOST_BOARDS = 40


def _printed(node: Node, spaces: tuple[tuple[int, PrintedSpace], ...]) -> Mapping[int, PrintedSpace]:
    for entry, space in repeated(node, first):
        entry.parts["space"].fault("river.space-twice", space=space)
    return dict(spaces)


def _framed(node: Node, spaces: tuple[int, ...]) -> tuple[int, ...]:
    """Four of them (V-GEO-07)."""
    if len(set(spaces)) != FRAMED_SPACES and len(spaces) == len(node.entries):
        node.fault("river.four-framed", number=FRAMED_SPACES)
    return tuple(sorted(set(spaces)))


def _in_the_box(node: Node, resources: Mapping[Resource, int]) -> Mapping[Resource, int]:
    for resource, number in resources.items():
        if number > (most := IN_THE_BOX[resource]):
            node.parts[resource].fault("river.more-than-the-box", number=number, most=most)
    return resources


SPACE = Number(1, SPACES, "Its number along the river.", "space")
PRINTED_SPACE = Object(
    lambda space, **printed: (space, PrintedSpace(**printed)),
    {
        "space": required(SPACE),
        "symbols": optional(SYMBOLS),
        "storages": optional(Number(0, MOST_SYMBOLS)),
    },
    parts=lambda pair: {"space": pair[0], **vars(pair[1])},
)
PLAYERS = ListOf(Number(FEWEST_PLAYERS, MOST_PLAYERS), MOST_PLAYERS)
PRINTED = {
    "spaces": optional(
        Converted(ListOf(PRINTED_SPACE, SPACES), _printed, lambda printed: printed.items()), "printed", null=True
    ),
    "framed": optional(Converted(ListOf(SPACE, SPACES), _framed), null=True),
}
SIDE = Object(
    Side,
    {
        "players": required(PLAYERS),
        "capacities": optional(MapOf(Word(Capacity), ActionSpace), null=True),
        **PRINTED,
        "building_spaces": optional(Number(0, BUILDING_CARDS), null=True),
        "bonus": optional(
            Converted(
                ListOf(Number(0, MOST_VALUE), BONUS_TILES), lambda _, values: tuple(sorted(values, reverse=True))
            ),
            null=True,
        ),
    },
    name="side",
)
BOARD = Object(RiverBoard, {"color": required(TEXT), "players": required(PLAYERS), **PRINTED}, name="board")
SUPPLY = Object(
    Supply,
    {
        "players": required(Number(FEWEST_PLAYERS, MOST_PLAYERS)),
        "resources": optional(
            Converted(
                STOCK,
                _in_the_box,
                extra={
                    "properties": {
                        resource: {"type": "integer", "minimum": 0, "maximum": most}
                        for resource, most in IN_THE_BOX.items()
                    }
                },
            )
        ),
        "terrain_tiles": optional(Number(0, TERRAIN_TILES)),
    },
    name="supply",
)


def _tile_and_count(count: int = 1, **tile: Any) -> tuple[Tile, int]:
    return make_tile(**tile), count


def _building_and_count(count: int = 1, **building: Any) -> tuple[Building, int]:
    return Building(**building), count


def _with_count(pair: tuple[Tile | Building, int]) -> Mapping[str, object]:
    return {**vars(pair[0]), "count": pair[1]}


BOX_TILE = Object(
    _tile_and_count,
    {
        **TILE_MEMBERS,
        "kind": required(KIND, "kinds"),
        "id": required(TEXT),
        "count": optional(Number(1, TERRAIN_TILES)),
    },
    parts=_with_count,
    check=lambda node, pair: check_meadow(node, pair[0]),
    name="boxTile",
)
BOX_BUILDING = Object(
    _building_and_count,
    {
        "cost": required(HELD),
        "points": required(Number(0, MOST_POINTS)),
        "id": required(TEXT),
        "count": optional(Number(1, BUILDING_CARDS)),
    },
    parts=_with_count,
    name="boxBuilding",
)


def _check_box(node: Node, box: Box) -> None:
    """Each number of players stands in one entry only; of boards, each number of a colour."""
    _once(node, "boards", lambda board: {(board.color, number) for number in board.players})
    _once(node, "sides", lambda side: set(side.players))
    _once(node, "supplies", lambda supply: {supply.players})
    for key, number, most in (
        ("tiles", sum(count for _, count in box.tiles), TERRAIN_TILES),
        ("buildings", sum(count for _, count in box.buildings), BUILDING_CARDS),
    ):
        if number > most:
            node.parts[key].fault("river.more-than-the-box", number=number, most=most)


def _once(node: Node, key: str, players: Any) -> None:
    seen: set[object] = set()
    for entry in node.parts[key].entries if key in node.parts else ():
        if entry.result is not None:
            numbers = players(entry.result)
            if seen & numbers:
                entry.child("players", None).fault("river.players-twice")
            seen |= numbers


_UNIQUE_ID = {"id": "box.name-twice"}
_MEMBERS = {
    "name": required(TEXT),
    "invented": optional(Flag("Made up: counted with, but nothing is judged by it.")),
    "colors": optional(
        ListOf(Object(ShipColor, {"name": required(TEXT), "rgb": required(RGB)}), 20, unique={"name": "box.name-twice"})
    ),
    "sides": optional(ListOf(SIDE, 3)),
    "boards": optional(
        ListOf(
            BOARD,
            MOST_BOARDS,
            description="One river board a colour and side; those of a side stand for every colour without one.",
        )
    ),
    "supplies": optional(ListOf(SUPPLY, 3)),
    "tiles": optional(ListOf(BOX_TILE, TERRAIN_TILES, unique=_UNIQUE_ID)),
    "buildings": optional(ListOf(BOX_BUILDING, BUILDING_CARDS, unique=_UNIQUE_ID)),
}


def _document(version: int, form: str, without: str = "") -> Document[Box]:
    members = {key: member for key, member in _MEMBERS.items() if key != without}
    return Document(
        Box,
        {"format": required(Constant(form)), **members},
        check=_check_box,
        title=f"Box file of The River, version {version}",
        file=f"river-box-{version}.schema.json",
        description="What is printed on the boards of one copy, and its tiles and cards. See river-record-format.md.",
    )


BOX, FIRST_BOX = _document(2, FORMAT), _document(1, FIRST_FORMAT, without="boards")


class _AnyBox(Field[Box]):
    """A box file of either version; the newer one is written."""

    def read(self, node: Node) -> Box | None:
        first = isinstance(node.value, dict) and node.value.get("format") == FIRST_FORMAT
        return (FIRST_BOX if first else BOX).read(node)

    def write(self, value: Box) -> object:
        return BOX.write(value)

    def reference(self, defs: Json) -> Json:
        return {"anyOf": [BOX.reference(defs), FIRST_BOX.reference(defs)]}


ANY_BOX = _AnyBox()
read_river_box, write_river_box = ANY_BOX.parse, BOX.write
