"""Terrain tiles, meadows, buildings and heaps of resources of The River as JSON.

A tile is ``"forest"``, ``"forest/desert"``, or an object with what else it shows; ``{}`` is a tile nobody described.
A meadow is spelled like ``"terrain:forest"``, ``"production:clay"`` or ``"swap"``.
"""

from collections.abc import Collection

from companion.formats.faults import Node, shortened
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Meadow, Tile
from companion.river.rules.words import PRODUCED, MeadowKind, Resource, Terrain

MOST_RESOURCES = MOST_POINTS = 99
MOST_SYMBOLS = 9
_SHOWS: dict[MeadowKind, Collection[Terrain | Resource]] = {
    MeadowKind.TERRAIN: tuple(Terrain),
    MeadowKind.PRODUCTION: PRODUCED,
    MeadowKind.CLEANUP: tuple(Resource),
    MeadowKind.GIFT: tuple(Resource),
}
Json = dict[str, object]


def stock_of(node: Node, kinds: Collection[Resource] = tuple(Resource), most: int = MOST_RESOURCES) -> Stock:
    """Numbers by resource; nothing is told of those left out."""
    stock: dict[Resource, int] = {}
    for key, entry in node.members(len(Resource)):
        if key not in kinds:
            entry.fault("json.unknown-word", word=shortened(key), words=", ".join(kinds))
        elif (number := entry.number(0, most)) is not None:
            stock[Resource(key)] = number
    return stock


def held_of(node: Node) -> Stock:
    """A heap: what is not there is not written down."""
    return {resource: number for resource, number in stock_of(node).items() if number}


def tile_of(node: Node) -> Tile | None:
    if isinstance(node.value, str):
        return Tile(_kinds(node))
    fields = node.fields([], ["kind", "symbols", "storages", "meadow", "id"])
    return None if fields is None else tile_of_fields(fields)


def tile_of_fields(fields: dict[str, Node]) -> Tile:
    told = {key: node for key, node in fields.items() if node.value is not None}
    meadow = _meadow(told["meadow"]) if "meadow" in told else None
    kinds = _kinds(told["kind"]) if "kind" in told else ()
    if "meadow" in told:
        if kinds and Terrain.MEADOW not in kinds:
            told["kind"].fault("river.meadow-kind")
        kinds = kinds or (Terrain.MEADOW,)
    return Tile(
        kinds,
        stock_of(told["symbols"], PRODUCED, MOST_SYMBOLS) if "symbols" in told else None,
        told["storages"].number(0, MOST_SYMBOLS) if "storages" in told else None,
        meadow,
        told["id"].text() if "id" in told else None,
    )


def _kinds(node: Node) -> tuple[Terrain, ...]:
    """One kind, or the two of a mixed tile."""
    text = node.text()
    if text is None:
        return ()
    words = text.split("/")
    for word in words:
        if word not in tuple(Terrain):
            node.fault("json.unknown-word", word=shortened(word), words=", ".join(Terrain))
            return ()
    if len(words) > 2 or len(set(words)) < len(words):
        node.fault("river.one-or-two-kinds", word=shortened(text))
        return ()
    return tuple(sorted(map(Terrain, words), key=list(Terrain).index))


def _meadow(node: Node) -> Meadow | None:
    text = node.text()
    if text is None:
        return None
    word, _, shown = text.partition(":")
    if word not in tuple(MeadowKind):
        node.fault("json.unknown-word", word=shortened(word), words=", ".join(MeadowKind))
        return None
    kind = MeadowKind(word)
    allowed = _SHOWS.get(kind, ())
    if not allowed and not shown:
        return Meadow(kind)
    thing = next((one for one in allowed if one == shown), None)
    if thing is None:
        code = "river.meadow-shows" if allowed else "river.meadow-shows-nothing"
        node.fault(code, meadow=kind.value, word=shortened(shown), words=", ".join(allowed))
        return None
    return Meadow(kind, thing)


def tile_json(tile: Tile) -> Json:
    told: Json = {
        "kind": "/".join(tile.kinds) or None,
        "symbols": None if tile.symbols is None else dict(tile.symbols),
        "storages": tile.storages,
        "meadow": None if tile.meadow is None else meadow_text(tile.meadow),
        "id": tile.id,
    }
    return {key: value for key, value in told.items() if value is not None}


def meadow_text(meadow: Meadow) -> str:
    return f"{meadow.kind}:{meadow.shows}" if meadow.shows is not None else meadow.kind.value


def building_of(node: Node) -> Building | None:
    fields = node.fields([], ["cost", "points", "id"])
    return None if fields is None else building_of_fields(fields)


def building_of_fields(fields: dict[str, Node]) -> Building:
    told = {key: node for key, node in fields.items() if node.value is not None}
    return Building(
        held_of(told["cost"]) if "cost" in told else None,
        told["points"].number(0, MOST_POINTS) if "points" in told else None,
        told["id"].text() if "id" in told else None,
    )


def building_json(building: Building) -> Json:
    told: Json = {
        "cost": None if building.cost is None else dict(building.cost),
        "points": building.points,
        "id": building.id,
    }
    return {key: value for key, value in told.items() if value is not None}
