"""Terrain tiles, meadows, buildings and heaps of resources of The River as JSON.

A tile is ``"forest"``, ``"forest/desert"``, or an object with what else it shows; ``{}`` is a tile nobody described.
A meadow is spelled like ``"terrain:forest"``, ``"production:clay"`` or ``"swap"``.
"""

from collections.abc import Collection
from itertools import permutations

from companion.formats.faults import Node, shortened
from companion.formats.fields import TEXT, Number, Spelled
from companion.formats.objects import Either, MapOf, Object, optional
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Meadow, Tile
from companion.river.rules.words import MOST_RESOURCES, PRODUCED, MeadowKind, Resource, Terrain

MOST_POINTS = 99
MOST_SYMBOLS = 9
_SHOWS: dict[MeadowKind, Collection[Terrain | Resource]] = {
    MeadowKind.TERRAIN: tuple(Terrain),
    MeadowKind.PRODUCTION: PRODUCED,
    MeadowKind.CLEANUP: tuple(Resource),
    MeadowKind.GIFT: tuple(Resource),
}

STOCK = MapOf(Number(0, MOST_RESOURCES), Resource, name="stock")
"""Numbers by resource; nothing is known of those left out."""
HELD = MapOf(Number(0, MOST_RESOURCES), Resource, name="stock", zero=False)
"""A heap: what is not there is not written down."""
SYMBOLS = MapOf(Number(0, MOST_SYMBOLS), PRODUCED, len(Resource), name="symbols")


def _kinds(node: Node) -> tuple[Terrain, ...] | None:
    text = node.text()
    if text is None:
        return None
    words = text.split("/")
    for word in words:
        if word not in tuple(Terrain):
            node.fault("json.unknown-word", word=shortened(word), words=", ".join(Terrain))
            return None
    if len(words) > 2 or len(set(words)) < len(words):
        node.fault("river.one-or-two-kinds", word=shortened(text))
        return None
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


def meadow_text(meadow: Meadow) -> str:
    return f"{meadow.kind}:{meadow.shows}" if meadow.shows is not None else meadow.kind.value


_KINDS = {"enum": [*Terrain, *map("/".join, permutations(Terrain, 2))]}
_MEADOWS = [f"{kind}:{thing}" if thing else kind for kind in MeadowKind for thing in _SHOWS.get(kind, ("",))]
KIND = Spelled(_kinds, _KINDS, "/".join, "One kind, or the two of a mixed tile.", "kind")
MEADOW = Spelled(_meadow, {"enum": _MEADOWS}, meadow_text, name="meadow")


def make_tile(
    kinds: tuple[Terrain, ...] = (), meadow: Meadow | None = None, symbols: Stock | None = None, **more: object
) -> Tile:
    """A tile with a meadow on it is one, said or not."""
    return Tile(kinds or ((Terrain.MEADOW,) if meadow else ()), symbols, meadow=meadow, **more)  # type: ignore[arg-type]


def check_meadow(node: Node, tile: Tile) -> None:
    if tile.meadow is not None and Terrain.MEADOW not in tile.kinds:
        node.parts["kind"].fault("river.meadow-kind")


TILE_MEMBERS = {
    "kind": optional(KIND, "kinds", null=True, written="unless-empty"),
    "symbols": optional(SYMBOLS, null=True),
    "storages": optional(Number(0, MOST_SYMBOLS), null=True),
    "meadow": optional(MEADOW, null=True),
    "id": optional(TEXT, null=True),
}
BUILDING_MEMBERS = {
    "cost": optional(HELD, null=True),
    "points": optional(Number(0, MOST_POINTS), null=True),
    "id": optional(TEXT, null=True),
}
TILE = Either(
    Spelled(lambda node: None if (kinds := KIND.read(node)) is None else Tile(kinds), _KINDS, name="kind"),
    Object(make_tile, TILE_MEMBERS, check=check_meadow),
    "{} is a tile nobody described.",
    "tile",
)
BUILDING = Object(Building, BUILDING_MEMBERS, name="building")


tile_json, building_json = TILE.long.write, BUILDING.write
