"""A river tableau as a drawing: twelve spaces in four columns, the river running past them in the order of play."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.river.rules.box import PrintedSpace
from companion.river.rules.table import Player, Table
from companion.river.rules.tableau import column_of, next_space, row_of, tile_on
from companion.river.rules.tiles import Tile
from companion.river.rules.words import COLUMNS, PRODUCED, ROWS, SPACES

CELL, TILE, MARGIN = 124, 100, 16


@dataclass(frozen=True)
class TableauSpace:
    """``picked``: which tap it was among those that choose tiles; ``fresh``: laid this round; ``next``: comes next."""

    number: int
    x: int
    y: int
    tile: Tile | None
    printed: PrintedSpace | None
    framed: bool = False
    fresh: bool = False
    next: bool = False
    marked: bool = False
    picked: str = ""

    @property
    def symbols(self) -> tuple[str, ...]:
        """What is produced here, a word for each symbol."""
        shown = self.tile.symbols if self.tile else self.printed.symbols if self.printed else None
        if self.tile and self.tile.meadow and not shown:
            return tuple(str(kind) for kind in PRODUCED for _ in range(self.tile.symbols_of(kind)))
        return tuple(str(kind) for kind in PRODUCED for _ in range((shown or {}).get(kind, 0)))

    @property
    def storages(self) -> int:
        return (self.tile.storages if self.tile else self.printed.storages if self.printed else 0) or 0


@dataclass(frozen=True)
class TableauView:
    width: int
    height: int
    ribbon: str
    tile: int
    spaces: tuple[TableauSpace, ...]
    marked: bool = False
    """Some spaces are meant, all others step back."""

    @property
    def laid(self) -> int:
        """How many tiles lie on it."""
        return sum(space.tile is not None for space in self.spaces)


def tableau(table: Table, player: Player, *, marked: Collection[int] = (), picked: Sequence[int] = ()) -> TableauView:
    order, own = table.ruling("VR-01"), table.board_of(player)
    upcoming = next_space(player.tiles)
    fresh = len(player.tiles) - player.laid_this_round
    spaces = []
    for number in range(1, SPACES + 1):
        tile = tile_on(player.tiles, number)
        x, y = _corner(number, order)
        spaces.append(
            TableauSpace(
                number,
                x,
                y,
                tile,
                None if tile else (own.printed or {}).get(number),
                number in (own.framed or ()),
                bool(tile) and number > fresh,
                number == upcoming,
                number in marked,
                "·".join(str(tap) for tap, at in enumerate(picked, 1) if at == number),
            )
        )
    size = 2 * MARGIN - (CELL - TILE)
    return TableauView(
        COLUMNS * CELL + size, ROWS * CELL + size, ribbon(order), TILE, tuple(spaces), marked=bool(marked)
    )


def _corner(number: int, order: str) -> tuple[int, int]:
    return MARGIN + (column_of(number, order) - 1) * CELL, MARGIN + (row_of(number) - 1) * CELL


def ribbon(order: str) -> str:
    """The river as one line through the middles of the spaces, its bends rounded."""
    points = [(x + TILE // 2, y + TILE // 2) for x, y in (_corner(number, order) for number in range(1, SPACES + 1))]
    path = f"M{points[0][0] - CELL} {points[0][1]}L{points[0][0]} {points[0][1]}"
    for (x, y), (to_x, to_y) in pairwise(points):
        if y == to_y:
            path += f"L{to_x} {to_y}"
        elif x == to_x:  # the river turns back outside of the last column
            out = x + CELL // 2 if x > CELL * 2 else x - CELL // 2
            path += f"C{out} {y} {out} {to_y} {to_x} {to_y}"
        else:
            middle = (y + to_y) // 2
            path += f"C{x + CELL // 2} {middle} {to_x - CELL // 2} {middle} {to_x} {to_y}"
    return path + f"L{points[-1][0] + CELL} {points[-1][1]}"


def small_tile(tile: Tile) -> TableauSpace:
    """A tile by itself, to be chosen."""
    return TableauSpace(0, 0, 0, tile, None)
