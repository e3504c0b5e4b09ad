"""The players of a River record: tableau, stores, cards, scouts, or the results alone (``quick``)."""

from collections.abc import Mapping

from companion.formats.faults import Node
from companion.river.formats.box import MOST_VALUE
from companion.river.formats.tiles import (
    MOST_POINTS,
    MOST_RESOURCES,
    MOST_SYMBOLS,
    Json,
    building_json,
    building_of,
    held_of,
    stock_of,
    tile_json,
    tile_of,
)
from companion.river.rules.meadows import SCORING
from companion.river.rules.rulings import choice
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.rules.table import Player, Quick
from companion.river.rules.tableau import along_the_river
from companion.river.rules.tiles import Tile
from companion.river.rules.words import (
    COLUMNS,
    FEWEST_PLAYERS,
    FIRST_SCOUTS,
    MOST_PLAYERS,
    PRODUCED,
    ROWS,
    SPACES,
    MeadowKind,
)

MOST_CARDS, MOST_SCOUTS = 99, 9
MOST_SUM = 300
_BARE = ("bare_symbols", "bare_storages")
_COUNTS = {
    "laid_this_round": SPACES,
    "untold_resources": MOST_RESOURCES,
    "scouts": MOST_SCOUTS,
    "settled": MOST_SCOUTS,
    "aside": MOST_SCOUTS,
}


def players_of(node: Node, rulings: Mapping[str, str]) -> tuple[Player, ...]:
    entries = node.items(99)
    if isinstance(node.value, list) and not FEWEST_PLAYERS <= len(node.value) <= MOST_PLAYERS:
        node.fault("table.player-count", least=FEWEST_PLAYERS, most=MOST_PLAYERS, number=len(node.value))
    return tuple(player for entry in entries[:MOST_PLAYERS] if (player := _player(entry, rulings)))


def _player(node: Node, rulings: Mapping[str, str]) -> Player | None:
    fields = node.fields(
        ["name"],
        ["color", "tiles", "grid", "resources", *_BARE, "buildings", "bonus", "reserved", "quick", *_COUNTS],
    )
    if not fields or "name" not in fields:
        return None
    told = {key: entry for key, entry in fields.items() if entry.value is not None}
    name = fields["name"].text()
    color = told["color"].text() if "color" in told else None
    counts = {key: told[key].number(0, most) if key in told else None for key, most in _COUNTS.items()}
    if "grid" in told and "tiles" in told:
        told["grid"].fault("river.tiles-and-grid")
    if not name:
        return None
    return Player(
        name,
        color,
        _grid(told["grid"], choice(rulings, "VR-01")) if "grid" in told else _tiles(told.get("tiles")),
        counts["laid_this_round"] or 0,
        held_of(told["resources"]) if "resources" in told else {},
        counts["untold_resources"] or 0,
        stock_of(told["bare_symbols"], PRODUCED) if "bare_symbols" in told else None,
        told["bare_storages"].number(0, SPACES * MOST_SYMBOLS) if "bare_storages" in told else None,
        _values(told["buildings"], MOST_POINTS) if "buildings" in told else (),
        _values(told["bonus"], MOST_VALUE) if "bonus" in told else (),
        tuple(card for entry in told["reserved"].items(MOST_CARDS) if (card := building_of(entry)))
        if "reserved" in told
        else (),
        FIRST_SCOUTS if counts["scouts"] is None else counts["scouts"],
        counts["settled"] or 0,
        counts["aside"] or 0,
        _quick(told["quick"]) if "quick" in told else None,
    )


def _tiles(node: Node | None) -> tuple[Tile, ...]:
    if node is None:
        return ()
    return tuple(tile for entry in node.items(SPACES) if (tile := tile_of(entry)) is not None)


def _grid(node: Node, order: str) -> tuple[Tile, ...]:
    """Three rows of four, top left first; null is a bare space. Tiles lie along the river without gaps (V-GEO-04)."""
    rows = [row.items(COLUMNS) for row in node.items(ROWS)]
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        node.fault("river.grid-shape", rows=ROWS, columns=COLUMNS)
        return ()
    along = along_the_river(rows, order)
    laid = [entry for entry in along if entry.value is not None]
    for entry in along[: len(laid)]:
        if entry.value is None:
            entry.fault("river.gap")
    return tuple(tile for entry in laid if (tile := tile_of(entry)) is not None)


def _values(node: Node, most: int) -> tuple[int | None, ...]:
    """Null is a value nobody told."""
    return tuple(None if entry.value is None else entry.number(0, most) for entry in node.items(MOST_CARDS))


def _quick(node: Node) -> Quick | None:
    sums = {"resources": MOST_RESOURCES, "buildings": MOST_SUM, "bonus": MOST_SUM}
    fields = node.fields([], ["columns", "meadows", *sums])
    if fields is None:
        return None
    told = {key: entry for key, entry in fields.items() if entry.value is not None}
    columns = _columns(told["columns"]) if "columns" in told else None
    numbers = {key: told[key].number(0, most) if key in told else None for key, most in sums.items()}
    meadows = [_counted(entry) for entry in told["meadows"].items(SPACES)] if "meadows" in told else None
    return Quick(columns, meadows=None if meadows is None else tuple(one for one in meadows if one), **numbers)


def _columns(node: Node) -> tuple[int, ...]:
    entries = node.items(COLUMNS)
    if len(entries) < COLUMNS and isinstance(node.value, list):
        node.fault("json.too-few", n=COLUMNS)
    for entry in entries:
        if type(entry.value) is not int or entry.value not in COLUMN_RESULTS:
            entry.fault("river.column-result")
    return tuple(entry.value for entry in entries if type(entry.value) is int)


def _counted(node: Node) -> tuple[MeadowKind, int] | None:
    fields = node.fields(["meadow"], ["count"])
    if not fields or "meadow" not in fields:
        return None
    kind = fields["meadow"].one_of(*SCORING)
    count = fields["count"].number(0, MOST_RESOURCES) if "count" in fields else 0
    return None if kind is None else (kind, count or 0)


def player_json(player: Player) -> Json:
    record: Json = {
        "name": player.name,
        "tiles": [tile_json(tile) for tile in player.tiles],
        "laid_this_round": player.laid_this_round,
        "resources": dict(player.resources),
        "untold_resources": player.untold_resources,
        "buildings": list(player.buildings),
        "bonus": list(player.bonus),
        "reserved": [building_json(card) for card in player.reserved],
        "scouts": player.scouts,
        "settled": player.settled,
        "aside": player.aside,
    }
    told: Json = {
        "color": player.color,
        "bare_symbols": None if player.bare_symbols is None else dict(player.bare_symbols),
        "bare_storages": player.bare_storages,
        "quick": None if player.quick is None else _quick_json(player.quick),
    }
    return record | {key: value for key, value in told.items() if value is not None}


def _quick_json(quick: Quick) -> Json:
    told: Json = {
        "columns": None if quick.columns is None else list(quick.columns),
        "resources": quick.resources,
        "buildings": quick.buildings,
        "bonus": quick.bonus,
        "meadows": None
        if quick.meadows is None
        else [{"meadow": kind, "count": count} for kind, count in quick.meadows],
    }
    return {key: value for key, value in told.items() if value is not None}
