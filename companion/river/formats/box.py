"""The box file of The River: what is printed on the boards of one copy, and which tiles and cards it has."""

import re
from collections.abc import Sequence, Set

from companion.formats.faults import Node, read_whole, shortened
from companion.formats.twins import note_twins
from companion.river.formats.tiles import (
    MOST_SYMBOLS,
    Json,
    building_json,
    building_of_fields,
    stock_of,
    tile_json,
    tile_of_fields,
)
from companion.river.rules.box import Box, PrintedSpace, RiverBoard, ShipColor, Side, Supply
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import (
    BONUS_TILES,
    BUILDING_CARDS,
    FEWEST_PLAYERS,
    FRAMED_SPACES,
    IN_THE_BOX,
    MOST_PLAYERS,
    PRODUCED,
    SPACES,
    TERRAIN_TILES,
    ActionSpace,
    Capacity,
)

FORMAT, FIRST_FORMAT = "river-box/2", "river-box/1"
MOST_BOARDS = 40
MOST_VALUE = 20


def read_river_box(value: object) -> Box:
    """Raises BadInput with every fault."""
    return read_whole(value, river_box_of)


def river_box_of(node: Node) -> Box | None:
    """The box as far as it could be read; faults are noted on the node."""
    lists = {"colors": 20, "sides": 3, "supplies": 3, "tiles": TERRAIN_TILES, "buildings": BUILDING_CARDS}
    first = isinstance(node.value, dict) and node.value.get("format") == FIRST_FORMAT
    if not first:
        lists["boards"] = MOST_BOARDS
    fields = node.fields(["format", "name"], ["invented", *lists])
    if fields is None:
        return None
    if "format" in fields and fields["format"].value not in (FORMAT, FIRST_FORMAT):
        fields["format"].fault("json.wrong-format", wanted=FORMAT)
    entries = {key: fields[key].items(most) if key in fields else [] for key, most in lists.items()}
    for key, name in (("colors", "name"), ("tiles", "id"), ("buildings", "id")):
        note_twins(entries[key], name, "box.name-twice")
    box = Box(
        (fields["name"].text() if "name" in fields else None) or "",
        bool(fields["invented"].flag()) if "invented" in fields else False,
        tuple(color for entry in entries["colors"] if (color := _color(entry))),
        tuple(side for entry in entries["sides"] if (side := _side(entry))),
        tuple(supply for entry in entries["supplies"] if (supply := _supply(entry))),
        tuple(tile for entry in entries["tiles"] if (tile := _tile(entry))),
        tuple(building for entry in entries["buildings"] if (building := _building(entry))),
        tuple(board for entry in entries.get("boards", ()) if (board := _board(entry))),
    )
    _once(entries.get("boards", []), [{(board.color, number) for number in board.players} for board in box.boards])
    _once(entries["sides"], [set(side.players) for side in box.sides])
    _once(entries["supplies"], [{supply.players} for supply in box.supplies])
    for key, number, most in (
        ("tiles", sum(count for _, count in box.tiles), TERRAIN_TILES),
        ("buildings", sum(count for _, count in box.buildings), BUILDING_CARDS),
    ):
        if number > most:
            fields[key].fault("river.more-than-the-box", number=number, most=most)
    return box


def _once(entries: list[Node], players: Sequence[Set[object]]) -> None:
    """Each number of players stands in one entry only; of boards, each number of a colour."""
    for i, (entry, some) in enumerate(zip(entries, players, strict=False)):
        if any(some & earlier for earlier in players[:i]):
            entry.child("players", None).fault("river.players-twice")


def _color(node: Node) -> ShipColor | None:
    fields = node.fields(["name", "rgb"])
    if not fields or len(fields) < 2:
        return None
    name, rgb = fields["name"].text(), fields["rgb"].text()
    if rgb is not None and not re.fullmatch(r"#[0-9a-fA-F]{6}", rgb):
        fields["rgb"].fault("box.not-a-color")
        return None
    return ShipColor(name, rgb) if name and rgb else None


def _side(node: Node) -> Side | None:
    fields = node.fields(["players"], ["spaces", "framed", "capacities", "building_spaces", "bonus"])
    if not fields or "players" not in fields:
        return None
    told = {key: entry for key, entry in fields.items() if entry.value is not None}
    players = [entry.number(FEWEST_PLAYERS, MOST_PLAYERS) for entry in fields["players"].items(MOST_PLAYERS)]
    bonus = told["bonus"].items(BONUS_TILES) if "bonus" in told else []
    values = [value for entry in bonus if (value := entry.number(0, MOST_VALUE)) is not None]
    return Side(
        tuple(number for number in players if number is not None),
        _spaces(told["spaces"]) if "spaces" in told else None,
        _framed(told["framed"]) if "framed" in told else None,
        _capacities(told["capacities"]) if "capacities" in told else {},
        told["building_spaces"].number(0, BUILDING_CARDS) if "building_spaces" in told else None,
        tuple(sorted(values, reverse=True)) if "bonus" in told else None,
    )


def _board(node: Node) -> RiverBoard | None:
    fields = node.fields(["color", "players"], ["spaces", "framed"])
    if not fields or len(fields) < 2 or "color" not in fields or "players" not in fields:
        return None
    told = {key: entry for key, entry in fields.items() if entry.value is not None}
    color = fields["color"].text()
    players = [entry.number(FEWEST_PLAYERS, MOST_PLAYERS) for entry in fields["players"].items(MOST_PLAYERS)]
    return RiverBoard(
        color or "",
        tuple(number for number in players if number is not None),
        _spaces(told["spaces"]) if "spaces" in told else None,
        _framed(told["framed"]) if "framed" in told else None,
    )


def _spaces(node: Node) -> dict[int, PrintedSpace]:
    printed: dict[int, PrintedSpace] = {}
    for entry in node.items(SPACES):
        fields = entry.fields(["space"], ["symbols", "storages"])
        space = fields["space"].number(1, SPACES) if fields and "space" in fields else None
        if not fields or space is None:
            continue
        if space in printed:
            fields["space"].fault("river.space-twice", space=space)
        symbols: Stock = stock_of(fields["symbols"], PRODUCED, MOST_SYMBOLS) if "symbols" in fields else {}
        storages = fields["storages"].number(0, MOST_SYMBOLS) if "storages" in fields else 0
        printed[space] = PrintedSpace(symbols, storages or 0)
    return printed


def _framed(node: Node) -> tuple[int, ...]:
    """Four of them (V-GEO-07)."""
    entries = node.items(SPACES)
    spaces = [space for entry in entries if (space := entry.number(1, SPACES)) is not None]
    if len(set(spaces)) != FRAMED_SPACES and len(spaces) == len(entries):
        node.fault("river.four-framed", number=FRAMED_SPACES)
    return tuple(sorted(set(spaces)))


def _capacities(node: Node) -> dict[ActionSpace, Capacity]:
    capacities: dict[ActionSpace, Capacity] = {}
    for key, entry in node.members(len(ActionSpace)):
        if key not in tuple(ActionSpace):
            entry.fault("json.unknown-word", word=shortened(key), words=", ".join(ActionSpace))
        elif (capacity := entry.word(Capacity)) is not None:
            capacities[ActionSpace(key)] = capacity
    return capacities


def _supply(node: Node) -> Supply | None:
    fields = node.fields(["players"], ["resources", "terrain_tiles"])
    players = fields["players"].number(FEWEST_PLAYERS, MOST_PLAYERS) if fields and "players" in fields else None
    if not fields or players is None:
        return None
    resources = stock_of(fields["resources"]) if "resources" in fields else None
    for resource, number in (resources or {}).items():
        if number > IN_THE_BOX[resource]:
            most = IN_THE_BOX[resource]
            fields["resources"].child(resource, number).fault("river.more-than-the-box", number=number, most=most)
    tiles = fields["terrain_tiles"].number(0, TERRAIN_TILES) if "terrain_tiles" in fields else None
    return Supply(players, resources, tiles)


def _tile(node: Node) -> tuple[Tile, int] | None:
    fields = node.fields(["id", "kind"], ["symbols", "storages", "meadow", "count"])
    if not fields or not _all_told(fields, "id", "kind"):
        return None
    return tile_of_fields(fields), _count(fields, TERRAIN_TILES)


def _building(node: Node) -> tuple[Building, int] | None:
    fields = node.fields(["id", "cost", "points"], ["count"])
    if not fields or not _all_told(fields, "id", "cost", "points"):
        return None
    return building_of_fields(fields), _count(fields, BUILDING_CARDS)


def _all_told(fields: dict[str, Node], *keys: str) -> bool:
    """In a box nothing of a tile or card is unknown: null will not do."""
    for key in keys:
        if key in fields and fields[key].value is None:
            fields[key].fault("json.missing-key", key=key)
    return all(key in fields and fields[key].value is not None for key in keys)


def _count(fields: dict[str, Node], most: int) -> int:
    return (fields["count"].number(1, most) if "count" in fields else 1) or 1


def write_river_box(box: Box) -> Json:
    """The box file's JSON; reading it back gives an equal box."""
    return {
        "format": FORMAT,
        "name": box.name,
        "invented": box.invented,
        "colors": [{"name": color.name, "rgb": color.rgb} for color in box.colors],
        "sides": [_side_json(side) for side in box.sides],
        "boards": [
            {"color": board.color, "players": list(board.players), **_printed_json(board)} for board in box.boards
        ],
        "supplies": [_supply_json(supply) for supply in box.supplies],
        "tiles": [{**tile_json(tile), "count": count} for tile, count in box.tiles],
        "buildings": [{**building_json(building), "count": count} for building, count in box.buildings],
    }


def _side_json(side: Side) -> Json:
    record: Json = {"players": list(side.players), "capacities": dict(side.capacities), **_printed_json(side)}
    told: Json = {
        "building_spaces": side.building_spaces,
        "bonus": None if side.bonus is None else list(side.bonus),
    }
    return record | {key: value for key, value in told.items() if value is not None}


def _printed_json(board: Side | RiverBoard) -> Json:
    told: Json = {}
    if board.printed is not None:
        told["spaces"] = [
            {"space": space, "symbols": dict(printed.symbols), "storages": printed.storages}
            for space, printed in board.printed.items()
        ]
    if board.framed is not None:
        told["framed"] = list(board.framed)
    return told


def _supply_json(supply: Supply) -> Json:
    told: Json = {
        "resources": None if supply.resources is None else dict(supply.resources),
        "terrain_tiles": supply.terrain_tiles,
    }
    return {"players": supply.players} | {key: value for key, value in told.items() if value is not None}
