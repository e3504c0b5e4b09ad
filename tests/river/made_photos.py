"""Made photos of a few terrain tiles and of a river board with them."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from bench.pieces.make import Laid
from bench.river.make import RiverTable, board_piece, edition, tile_piece
from companion.river.demo import river_demo_box
from companion.river.rules.tiles import Tile

TILES = ("D1", "D2", "B1", "B2", "F1", "F2", "M1", "WT3", "WP2", "X1")
ALONG = ("F1", "D2", "B1", "M1", "WT3", "F2", "B2")
PRINT = edition(2, "painted")


def _tile(name: str) -> Tile:
    return next(tile for tile, _ in river_demo_box().tiles if tile.id == name)


def _jpeg(table: RiverTable) -> bytes:
    return bytes(cv2.imencode(".jpg", table.render()[..., ::-1])[1])


@cache
def tiles_photo(names: Sequence[str] = TILES, columns: int = 5) -> bytes:
    table = RiverTable(5, PRINT, "easy", 1100)  # type: ignore[arg-type]
    table.rows([tile_piece(PRINT, _tile(name)) for name in names], columns)
    return _jpeg(table)


@cache
def board_photo(names: Sequence[str] = ALONG, turn: float = 180.0) -> bytes:
    table = RiverTable(6, PRINT, "easy", 1100)  # type: ignore[arg-type]
    board, middles = board_piece(PRINT)
    a = np.radians(turn)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    table.laid.append(Laid(board, (0.0, 0.0), turn))
    for name, at in zip(names, middles, strict=False):
        x, y = spin @ at
        table.laid.append(Laid(tile_piece(PRINT, _tile(name)), (float(x), float(y)), turn))
    size = np.abs(spin) @ (np.array(board.rgb.shape[1::-1]) / 100)
    table.shown = (0.0, 0.0, float(size[0] - 2), float(size[1] - 2))
    return _jpeg(table)
