"""The river tableau: twelve spaces in four columns of three, filled along the river (section 2).

A space is known by its number along the river, 1 being the top left corner (V-GEO-03).
"""

from collections.abc import Sequence
from typing import TypeVar

from companion.river.rules.tiles import Tile
from companion.river.rules.words import COLUMNS, ROWS, SPACES

Value = TypeVar("Value")


def row_of(space: int) -> int:
    return (space - 1) // COLUMNS + 1


def column_of(space: int, order: str) -> int:
    """``order`` is the choice for VR-01: winding, the second row runs from right to left (V-GEO-05)."""
    along = (space - 1) % COLUMNS + 1
    return COLUMNS + 1 - along if order == "winding" and row_of(space) % 2 == 0 else along


def spaces_of_column(column: int, order: str) -> tuple[int, ...]:
    """Top to bottom (V-GEO-02)."""
    return tuple(space for space in range(1, SPACES + 1) if column_of(space, order) == column)


def along_the_river(rows: Sequence[Sequence[Value]], order: str) -> list[Value]:
    """A full grid, told row by row from the left, in river order."""
    return [rows[row_of(space) - 1][column_of(space, order) - 1] for space in range(1, ROWS * COLUMNS + 1)]


def next_space(tiles: Sequence[Tile]) -> int | None:
    """The next free space upstream; there is no choice (V-GEO-04). None when the tableau is full (V-GEO-01)."""
    return len(tiles) + 1 if len(tiles) < SPACES else None


def tile_on(tiles: Sequence[Tile], space: int) -> Tile | None:
    return tiles[space - 1] if 1 <= space <= len(tiles) else None


def swapped(tiles: Sequence[Tile], one: int, other: int) -> tuple[Tile, ...]:
    """Two tiles change places, with what is stored on them (V-SWAP-01)."""
    result = list(tiles)
    result[one - 1], result[other - 1] = result[other - 1], result[one - 1]
    return tuple(result)
