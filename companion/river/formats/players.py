"""The players of a River record: tableau, stores, cards, scouts, or the results alone (``quick``)."""

from typing import Any

from companion.formats.faults import Node
from companion.formats.fields import TEXT, Number, Spelled, Word
from companion.formats.objects import ListOf, MapOf, Object, optional, required
from companion.river.formats.tiles import (
    BUILDING,
    HELD,
    MOST_POINTS,
    MOST_SYMBOLS,
    TILE,
)
from companion.river.rules.meadows import SCORING
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.rules.table import Player, Quick
from companion.river.rules.tableau import along_the_river
from companion.river.rules.tiles import Tile
from companion.river.rules.words import COLUMNS, MOST_RESOURCES, MOST_VALUE, PRODUCED, ROWS, SPACES, Resource

MOST_CARDS, MOST_SCOUTS = 99, 9
MOST_SUM = 300


def _column(node: Node) -> int | None:
    if type(node.value) is int and node.value in COLUMN_RESULTS:
        return node.value
    node.fault("river.column-result")
    return None


QUICK = Object(
    Quick,
    {
        "columns": optional(
            ListOf(Spelled(_column, {"enum": sorted(COLUMN_RESULTS)}, int), COLUMNS, COLUMNS), null=True
        ),
        "resources": optional(Number(0, MOST_RESOURCES), null=True),
        "buildings": optional(Number(0, MOST_SUM), null=True),
        "bonus": optional(Number(0, MOST_SUM), null=True),
        "meadows": optional(
            ListOf(
                Object(
                    lambda meadow, count=0: (meadow, count),
                    {"meadow": required(Word(SCORING)), "count": optional(Number(0, MOST_RESOURCES))},
                    parts=lambda pair: {"meadow": pair[0], "count": pair[1]},
                ),
                SPACES,
            ),
            null=True,
        ),
    },
    name="quick",
)


class _Grid(ListOf[Any]):
    """Three rows of four, top left first; null is a bare space."""

    def read(self, node: Node) -> tuple[Any, ...] | None:
        rows = [row.items(COLUMNS) for row in node.items(ROWS)]
        if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
            node.fault("river.grid-shape", rows=ROWS, columns=COLUMNS)
            return None
        return tuple(map(tuple, rows))


def tiles_of_grid(rows: list[list[Node]], order: str) -> tuple[Tile, ...]:
    """Tiles lie along the river without gaps (V-GEO-04)."""
    along = along_the_river(rows, order)
    laid = [entry for entry in along if entry.value is not None]
    for entry in along[: len(laid)]:
        if entry.value is None:
            entry.fault("river.gap")
    return tuple(tile for entry in laid if (tile := TILE.read(entry)) is not None)


def _player(grid: object = None, **values: Any) -> Player:
    """The tiles of a grid are found when the rulings of the table are known."""
    return Player(**values)


def _check_player(node: Node, player: Player) -> None:
    given = {key for key, part in node.parts.items() if part.value is not None}
    if {"grid", "tiles"} <= given:
        node.parts["grid"].fault("river.tiles-and-grid")


_CARDS = "Face down: null is a value nobody knows."
PLAYER = Object(
    _player,
    {
        "name": required(TEXT),
        "tiles": optional(ListOf(TILE, SPACES, description="Along the river."), null=True),
        "grid": optional(
            _Grid(
                ListOf(TILE, COLUMNS, COLUMNS, null=True),
                ROWS,
                ROWS,
                "Three rows of four, top left first; null is a bare space.",
            ),
            null=True,
        ),
        "laid_this_round": optional(Number(0, SPACES), null=True),
        "resources": optional(HELD, null=True),
        "untold_resources": optional(Number(0, MOST_RESOURCES), null=True),
        "buildings": optional(ListOf(Number(0, MOST_POINTS), MOST_CARDS, description=_CARDS, null=True), null=True),
        "bonus": optional(ListOf(Number(0, MOST_VALUE), MOST_CARDS, description=_CARDS, null=True), null=True),
        "reserved": optional(ListOf(BUILDING, MOST_CARDS), null=True),
        "scouts": optional(Number(0, MOST_SCOUTS), null=True),
        "settled": optional(Number(0, MOST_SCOUTS), null=True),
        "aside": optional(Number(0, MOST_SCOUTS), null=True),
        "color": optional(TEXT, null=True),
        "bare_symbols": optional(MapOf(Number(0, MOST_RESOURCES), PRODUCED, len(Resource)), null=True),
        "bare_storages": optional(Number(0, SPACES * MOST_SYMBOLS), null=True),
        "quick": optional(QUICK, null=True),
    },
    check=_check_player,
    name="player",
)
