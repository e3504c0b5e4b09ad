"""Actions at a table of The River as JSON: ``{"do": "produce", "player": "Ana", "resource": "clay", "taken": 3}``."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from companion.formats.faults import BadInput, Node
from companion.river.formats.box import MOST_VALUE
from companion.river.formats.tiles import (
    MOST_RESOURCES,
    Json,
    building_json,
    building_of,
    held_of,
    tile_json,
    tile_of,
)
from companion.river.rules.actions import (
    Action,
    Build,
    CleanUp,
    Exchange,
    LayAside,
    LayOut,
    PlaceScout,
    PlayRound,
    Produce,
    Reserve,
    Swap,
    TakeFigure,
    TakeFood,
    TakeTile,
)
from companion.river.rules.cleanup import Told
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import (
    BUILDING_CARDS,
    MOST_PLAYERS,
    PRODUCED,
    SCOUTS,
    SPACES,
    TERRAIN_TILES,
    ActionSpace,
    Resource,
)

MOST_SWAPS = 9
Value = TypeVar("Value")


def read_river_action(value: object) -> Action:
    """Raises BadInput with every fault."""
    node = Node(value)
    action = _action(node)
    if node.faults or action is None:
        raise BadInput(node.faults)
    return action


def _action(node: Node) -> Action | None:
    kind = node.one_kind("do", _READERS)
    if kind is None:
        return None
    required, optional, read = _READERS[kind]
    fields = node.fields(["do", *required], optional) or {}
    if not set(required) <= set(fields):
        return None
    return read(_Keys(fields))


class _Keys:
    """The keys beside ``do``; a missing one and null both mean: not told."""

    def __init__(self, fields: Mapping[str, Node]) -> None:
        self._all = fields
        self._told = {key: node for key, node in fields.items() if node.value is not None}

    def player(self) -> str:
        return self._all["player"].text() or ""

    def number(self, key: str, least: int, most: int) -> int | None:
        return self._told[key].number(least, most) if key in self._told else None

    def text(self, key: str) -> str | None:
        return self._told[key].text() if key in self._told else None

    def flag(self, key: str) -> bool:
        return bool(self._told[key].flag()) if key in self._told else False

    def stock(self, key: str) -> Stock:
        return held_of(self._told[key]) if key in self._told else {}

    def stock_or_none(self, key: str) -> Stock | None:
        return held_of(self._told[key]) if key in self._told else None

    def produced(self, key: str) -> Resource:
        return self._all[key].one_of(*PRODUCED) or Resource.WOOD

    def produced_or_none(self, key: str) -> Resource | None:
        return self._told[key].one_of(*PRODUCED) if key in self._told else None

    def space(self, key: str) -> ActionSpace:
        return self._all[key].word(ActionSpace) or ActionSpace.START

    def tile(self, key: str) -> Tile | None:
        return tile_of(self._told[key]) if key in self._told else None

    def building(self, key: str) -> Building | None:
        return building_of(self._told[key]) if key in self._told else None

    def tiles(self, key: str) -> tuple[Tile, ...] | None:
        if key not in self._told:
            return None
        return tuple(tile for node in self._told[key].items(TERRAIN_TILES) if (tile := tile_of(node)))

    def buildings(self, key: str) -> tuple[Building, ...] | None:
        if key not in self._told:
            return None
        return tuple(card for node in self._told[key].items(BUILDING_CARDS) if (card := building_of(node)))

    def swaps(self, key: str) -> tuple[tuple[int, int], ...]:
        pairs = []
        for node in self._told[key].items(MOST_SWAPS) if key in self._told else ():
            ends = [entry.number(1, SPACES) for entry in node.items(2)]
            if len(ends) < 2 and isinstance(node.value, list):
                node.fault("json.too-few", n=2)
            elif len(ends) == 2 and ends[0] is not None and ends[1] is not None:
                pairs.append((ends[0], ends[1]))
        return tuple(pairs)

    def by_player(self, key: str, read: Callable[[Node], Value | None]) -> dict[str, Value]:
        found = {}
        for name, node in self._told[key].members(MOST_PLAYERS) if key in self._told else ():
            if (value := read(node)) is not None:
                found[name] = value
        return found


_Reader = Callable[[_Keys], Action]
_READERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], _Reader]] = {
    "take-tile": (
        ("player",),
        ("place", "tile", "gift", "swaps", "returned"),
        lambda told: TakeTile(
            told.player(),
            told.number("place", 1, TERRAIN_TILES),
            told.tile("tile"),
            told.number("gift", 0, MOST_RESOURCES),
            told.swaps("swaps"),
            told.stock("returned"),
        ),
    ),
    "produce": (
        ("player", "resource"),
        ("taken", "returned"),
        lambda told: Produce(
            told.player(), told.produced("resource"), told.number("taken", 0, MOST_RESOURCES), told.stock("returned")
        ),
    ),
    "take-food": (
        ("player",),
        ("instead", "returned"),
        lambda told: TakeFood(told.player(), told.produced_or_none("instead"), told.stock("returned")),
    ),
    "reserve": (
        ("player",),
        ("place", "building"),
        lambda told: Reserve(told.player(), told.number("place", 1, BUILDING_CARDS), told.building("building")),
    ),
    "build": (
        ("player",),
        ("reserved", "place", "building", "paid", "bonus"),
        lambda told: Build(
            told.player(),
            told.flag("reserved"),
            told.number("place", 1, BUILDING_CARDS),
            told.building("building"),
            told.stock_or_none("paid"),
            told.number("bonus", 0, MOST_VALUE),
        ),
    ),
    "take-figure": (("player",), (), lambda told: TakeFigure(told.player())),
    "swap": (
        ("player", "one", "other"),
        (),
        lambda told: Swap(told.player(), told.number("one", 1, SPACES) or 0, told.number("other", 1, SPACES) or 0),
    ),
    "place-scout": (("player", "space"), (), lambda told: PlaceScout(told.player(), told.space("space"))),
    "lay-aside": (("player",), (), lambda told: LayAside(told.player())),
    "exchange": (("player", "given"), (), lambda told: Exchange(told.player(), told.stock("given"))),
    "lay-out": (
        (),
        ("tiles", "buildings"),
        lambda told: LayOut(told.tiles("tiles"), told.buildings("buildings")),
    ),
    "round": (
        (),
        ("tiles", "built", "figure"),
        lambda told: PlayRound(
            told.by_player("tiles", lambda node: node.number(0, SPACES)),
            told.by_player("built", lambda node: node.number(0, SCOUTS)),
            told.text("figure"),
        ),
    ),
    "clean-up": (
        (),
        ("returned", "income", "settled", "tiles", "buildings"),
        lambda told: CleanUp(
            Told(
                told.by_player("returned", held_of),
                told.by_player("income", held_of),
                told.by_player("settled", lambda node: node.number(0, SCOUTS)),
                told.tiles("tiles"),
                told.buildings("buildings"),
            )
        ),
    ),
}
"""By the word of ``do``: the keys that must and that may stand beside it, and how it is read."""

DO_WORDS = tuple(_READERS)


def write_river_action(action: Action) -> Json:
    """The JSON of an action, without what was not told; reading it back gives an equal action."""
    match action:
        case TakeTile():
            told: Json = {
                "do": "take-tile",
                "place": action.place,
                "tile": None if action.tile is None else tile_json(action.tile),
                "gift": action.gift,
                "swaps": [list(pair) for pair in action.swaps] or None,
                "returned": dict(action.returned) or None,
            }
        case Produce():
            returned = dict(action.returned) or None
            told = {"do": "produce", "resource": action.resource, "taken": action.taken, "returned": returned}
        case TakeFood():
            told = {"do": "take-food", "instead": action.instead, "returned": dict(action.returned) or None}
        case Reserve():
            told = {"do": "reserve", "place": action.place, "building": _building(action.building)}
        case Build():
            told = {
                "do": "build",
                "reserved": action.reserved or None,
                "place": action.place,
                "building": _building(action.building),
                "paid": None if action.paid is None else dict(action.paid),
                "bonus": action.bonus,
            }
        case TakeFigure():
            told = {"do": "take-figure"}
        case Swap():
            told = {"do": "swap", "one": action.one, "other": action.other}
        case PlaceScout():
            told = {"do": "place-scout", "space": action.space}
        case LayAside():
            told = {"do": "lay-aside"}
        case Exchange():
            told = {"do": "exchange", "given": dict(action.given)}
        case LayOut():
            told = {"do": "lay-out", "tiles": _tiles(action.tiles), "buildings": _buildings(action.buildings)}
        case PlayRound():
            told = {
                "do": "round",
                "tiles": dict(action.tiles) or None,
                "built": dict(action.built) or None,
                "figure": action.figure,
            }
        case CleanUp():
            told = {
                "do": "clean-up",
                "returned": {name: dict(stock) for name, stock in action.told.returned.items()} or None,
                "income": {name: dict(stock) for name, stock in action.told.income.items()} or None,
                "settled": dict(action.told.settled) or None,
                "tiles": _tiles(action.told.tiles),
                "buildings": _buildings(action.told.buildings),
            }
    player = getattr(action, "player", None)
    return {key: value for key, value in {"do": told.pop("do"), "player": player, **told}.items() if value is not None}


def _building(building: Building | None) -> Json | None:
    return None if building is None else building_json(building)


def _tiles(tiles: tuple[Tile, ...] | None) -> list[Json] | None:
    return None if tiles is None else [tile_json(tile) for tile in tiles]


def _buildings(buildings: tuple[Building, ...] | None) -> list[Json] | None:
    return None if buildings is None else [building_json(building) for building in buildings]
