"""The box file: what one copy of the game contains."""

from collections.abc import Mapping

from companion.dewan.formats.cards import CARD
from companion.dewan.formats.stories import BOX_STORY
from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import (
    Box,
    CampColor,
    Icon,
    Layout,
    Slot,
    Tile,
    TileKind,
    TileSpace,
)
from companion.dewan.rules.words import LAND, MOST_PLAYERS, RESOURCES, Landmark, ScenarioName, Terrain
from companion.formats.faults import Node
from companion.formats.fields import HEX, TEXT, Constant, Flag, Number, Word
from companion.formats.objects import Converted, Document, ListOf, Object, first, optional, repeated, required
from companion.formats.shared import RGB
from companion.rules.hexes import Hex, connected_parts

FORMAT = "dewan-box/1"
MOST_TILE_SPACES, MOST_ENTRIES = 60, 200

GROUND = Word(
    (*Terrain, Landmark.START, Landmark.VOLCANO),
    "A terrain, the center of a Starting tile, or the volcano.",
    "ground",
)
RESOURCE = Word(RESOURCES, name="resource")
SCENARIO = Word(ScenarioName, name="scenario")
TILE_KIND = Word(TileKind, name="tile-kind")


def _check_berry(node: Node, found: tuple[Hex, TileSpace]) -> None:
    _, space = found
    if space.berry and space.ground not in LAND:
        node.parts["berry"].fault("map.berry-off-land")


TILE_SPACE = Object(
    lambda at, ground, berry=False: (at, TileSpace(ground, berry)),
    {
        "at": required(HEX),
        "terrain": required(GROUND, "ground"),
        "berry": optional(Flag("Whether a Berry symbol is printed here, on land only."), written="unless-empty"),
    },
    parts=lambda pair: {"at": pair[0], **pair[1]._asdict()},
    check=_check_berry,
    extra={
        "if": {"required": ["berry"], "properties": {"berry": {"const": True}}},
        "then": {"properties": {"terrain": {"enum": list(LAND)}}},
    },
    name="tile-space",
)
TILE_ICON = Object(
    lambda kind, at, side: Icon(kind, (at, at.neighbour(side))),
    {"kind": required(RESOURCE), "at": required(HEX), "side": required(Number(0, 5))},
    description="A resource icon on a side of the space.",
    name="tile-icon",
)


def _tile_parts(tile: Tile) -> Mapping[str, object]:
    icons = []
    for icon in tile.icons:
        inner, outer = icon.between if icon.between[0] in tile.spaces else icon.between[::-1]
        icons.append({"kind": icon.kind, "at": inner, "side": inner.neighbours().index(outer)})
    return {**tile._asdict(), "spaces": tile.spaces.items(), "icons": icons}


def _check_tile(node: Node, tile: Tile) -> None:
    spaces = node.parts["spaces"]
    for entry, _ in repeated(spaces, first):
        entry.parts["at"].fault("map.space-twice")
    if not tile.spaces:
        spaces.fault("box.tile-empty")
    elif len(list(connected_parts(tile.spaces))) > 1:
        spaces.fault("box.tile-in-pieces")
    starts = sum(space.ground is Landmark.START for space in tile.spaces.values())
    if starts != (tile.kind is TileKind.STARTING):
        spaces.fault("box.starting-tile-centre")
    for entry in node.parts["icons"].entries if "icons" in node.parts else ():
        at = entry.parts.get("at")
        if at and isinstance(at.result, Hex) and at.result not in tile.spaces:
            at.fault("map.no-such-space")


def _starts(number: int) -> Mapping[str, object]:
    centre = {"properties": {"terrain": {"const": Landmark.START}}}
    spaces = {"minItems": 1, "contains": centre, "minContains": number, "maxContains": number}
    return {"properties": {"spaces": spaces}}


TILE = Object(
    lambda spaces, **tile: Tile(spaces=dict(spaces), **tile),
    {
        "id": required(TEXT),
        "kind": required(TILE_KIND),
        "spaces": required(ListOf(TILE_SPACE, MOST_TILE_SPACES)),
        "icons": optional(ListOf(TILE_ICON, MOST_ENTRIES)),
    },
    parts=_tile_parts,
    check=_check_tile,
    extra={
        "if": {"properties": {"kind": {"const": TileKind.STARTING}}},
        "then": _starts(1),
        "else": _starts(0),
    },
    description="A Territory tile around its own origin.",
    name="tile",
)
COLOR = Object(CampColor, {"name": required(TEXT), "rgb": required(RGB)})
CARD_COUNT = Object(
    lambda card, count: (card, count),
    {"card": required(CARD), "count": required(Number(1, 99))},
    parts=lambda pair: {"card": pair[0], "count": pair[1]},
)
LAYOUT = Object(
    Layout,
    {
        "scenario": required(SCENARIO),
        "players": required(Number(2, MOST_PLAYERS)),
        "slots": required(ListOf(Object(Slot, {"kind": required(TILE_KIND), "at": required(HEX)}), MOST_ENTRIES)),
    },
    name="layout",
)


def _cards(node: Node, found: tuple[tuple[Card, int], ...]) -> Mapping[Card, int]:
    for entry, card in repeated(node, first):
        entry.fault("box.card-twice", card=str(card))
    return dict(found)


def _layouts(node: Node, found: tuple[Layout, ...]) -> tuple[Layout, ...]:
    for entry, (scenario, players) in repeated(node, lambda layout: layout[:2]):
        entry.fault("box.layout-twice", scenario=scenario, players=players)
    return found


_UNIQUE_ID = {"id": "box.name-twice"}
BOX: Document[Box] = Document(
    Box,
    {
        "format": required(Constant(FORMAT)),
        "name": required(TEXT),
        "colors": optional(
            ListOf(
                COLOR,
                MOST_ENTRIES,
                description="The players' Camps, and roughly how they look.",
                unique={"name": "box.name-twice"},
            )
        ),
        "tiles": optional(ListOf(TILE, MOST_ENTRIES, unique=_UNIQUE_ID)),
        "cards": optional(Converted(ListOf(CARD_COUNT, MOST_ENTRIES), _cards, lambda cards: cards.items())),
        "stories": optional(ListOf(BOX_STORY, MOST_ENTRIES, unique=_UNIQUE_ID)),
        "layouts": optional(Converted(ListOf(LAYOUT, MOST_ENTRIES), _layouts)),
    },
    title="Dewan box, version 1",
    file="dewan-box-1.schema.json",
    description="What one copy of the game contains. See record-format.md for what a schema cannot say.",
)
read_box, write_box, tile_json = BOX.parse, BOX.write, TILE.write
