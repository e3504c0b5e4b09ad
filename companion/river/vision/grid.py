"""Find the twelve spaces of a river board in a picture seen straight: known tiles, filled along the river.

Every place is compared with every known tile at once, coarsely. A grid is judged by all its spaces together: from its
first space on it holds tiles up to one space, and none after that.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.river.vision.features import opponent
from companion.river.vision.settings import LAMP
from companion.vision.plane import Floats

COLUMNS, ROWS = 4, 3
_COARSE = 8  # places a tile is seen on, in each direction
_SCALES = 1.09 ** np.arange(16)  # sizes of a tile that are tried, from the least
_LEAST_TILE = 1 / 14  # of the longer side of the table seen
_GAPS = np.array([0.0, 0.06, 0.12, 0.18, 0.25])  # between spaces, in tiles
_MOST = 1.2  # what one space may say for a grid
_WINDOWS = 4000  # windows compared at once
_FLAT = 0.012  # energy of a window that shows nothing
_KEPT = 12


@dataclass(frozen=True)
class Grid:
    """``origin``: the middle of its first column's and row's space, ``step`` to the next, in units of the picture seen
    straight; ``tile``: a tile's side. ``columns``: how many run across, 4 or 3."""

    score: float
    origin: tuple[float, float]
    step: tuple[float, float]
    tile: float
    columns: int

    @property
    def rows(self) -> int:
        return COLUMNS + ROWS - self.columns

    def neighbours(self) -> "list[Grid]":
        """The same grid, a row or a column on."""
        (x, y), (across, down) = self.origin, self.step
        moved = ((x + across, y), (x - across, y), (x, y + down), (x, y - down))
        return [replace(self, origin=origin) for origin in moved]

    def middles(self) -> Floats:
        """Of all spaces, (rows, columns, 2)."""
        xs = self.origin[0] + self.step[0] * np.arange(self.columns)
        ys = self.origin[1] + self.step[1] * np.arange(self.rows)
        return np.stack(np.meshgrid(xs, ys), axis=-1)


def river_orders(columns: int, order: str) -> list[NDArray[np.int64]]:
    """The two ways the river may run over a grid with so many columns across: (12, 2) of row and column each.

    The second is the first turned half round.
    """
    path = []
    for row in range(ROWS):
        along = list(range(COLUMNS))
        path += [(row, column) for column in (along[::-1] if row % 2 and order == "winding" else along)]
    found = np.array(path)
    if columns == ROWS:  # the board's rows run down the picture
        found = np.stack([found[:, 1], ROWS - 1 - found[:, 0]], axis=1)
    size = np.array([COLUMNS + ROWS - columns, columns]) - 1
    return [found, size - found]


def grids(linear: NDArray[np.float32], straight: Floats, known: Floats, order: str) -> list[Grid]:
    """The best grids; ``known``: tiles in all turns (m, 4, 16, 16, 3); ``straight`` as ``Rectified``."""
    templates = _prepared(cv2_small(known.reshape(-1, *known.shape[2:])))
    height, width = linear.shape[:2]
    rim = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    ends = cv2.perspectiveTransform(rim, straight)[0]
    low, size = ends.min(axis=0), np.ptp(ends, axis=0)
    if not np.isfinite(size).all() or size.max() > 8:  # half the longer side is one unit
        return []
    found: list[Grid] = []
    for scale in _SCALES:
        tile = float(size.max() * _LEAST_TILE * scale)
        pixel = tile / (_COARSE / 0.9)  # the inner part of a tile has so many pixels
        there = np.ceil(size / pixel).astype(int) + 1
        forth = np.array([[1 / pixel, 0, -low[0] / pixel], [0, 1 / pixel, -low[1] / pixel], [0, 0, 1]]) @ straight
        seen = _shrunk(linear, forth, (int(there[0]), int(there[1])))
        evidence = _evidence(opponent(seen), templates)
        if evidence is None:
            continue
        for score, x, y, step, columns in _best(evidence, 1 / 0.9 * _COARSE, order):
            middle = np.array([x, y]) + (_COARSE - 1) / 2
            origin = (middle + 0.5) * pixel + low
            found.append(
                Grid(score, (float(origin[0]), float(origin[1])), (step[0] * pixel, step[1] * pixel), tile, columns)
            )
    found.sort(key=lambda one: -one.score)
    return found[:_KEPT]


def cv2_small(tiles: Floats) -> Floats:
    """Tiles of 16 by 16 places on 8 by 8."""
    n, side = len(tiles), tiles.shape[1]
    return np.asarray(tiles.reshape(n, _COARSE, side // _COARSE, _COARSE, side // _COARSE, 3).mean(axis=(2, 4)))


def _shrunk(linear: NDArray[np.float32], forth: Floats, size: tuple[int, int]) -> NDArray[np.float32]:
    """Three times finer first, then averaged."""
    fine = np.diag([3.0, 3.0, 1.0]) @ forth
    large = cv2.warpPerspective(linear, fine, (size[0] * 3, size[1] * 3), flags=cv2.INTER_AREA)
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.float32)


def _prepared(windows: Floats) -> Floats:
    """Windows (n, 8, 8, 3) as rows: the pattern, then the mean colour as far as lamps leave it."""
    flat = windows.reshape(len(windows), -1, 3)
    means = flat.mean(axis=1)
    pattern = (flat - means[:, None]).reshape(len(windows), -1) / _COARSE
    return np.concatenate([pattern, means * np.array(LAMP_WEIGHT)], axis=1)


LAMP_WEIGHT = tuple(0.12 / one for one in LAMP)


def _evidence(picture: Floats, templates: Floats) -> Floats | None:
    """For every place how much better it is explained by some tile than by even ground, (h, w)."""
    height, width = picture.shape[0] - _COARSE + 1, picture.shape[1] - _COARSE + 1
    if height < 2 * _COARSE or width < 2 * _COARSE:
        return None
    windows = np.lib.stride_tricks.sliding_window_view(picture, (_COARSE, _COARSE), axis=(0, 1))
    rows = windows.reshape(height * width, 3, _COARSE, _COARSE).transpose(0, 2, 3, 1)
    result = np.empty(height * width)
    own = (templates**2).sum(axis=1)
    for start in range(0, len(rows), _WINDOWS):
        part = _prepared(np.ascontiguousarray(rows[start : start + _WINDOWS]))
        squares = (part**2).sum(axis=1)
        nearest = (squares[:, None] + own[None] - 2 * part @ templates.T).min(axis=1)
        energy = (part[:, :-3] ** 2).sum(axis=1)
        result[start : start + _WINDOWS] = np.log((energy + _FLAT) / (np.maximum(nearest, 0) + _FLAT))
    return result.reshape(height, width)


def _best(evidence: Floats, tile: float, order: str) -> Iterator[tuple[float, int, int, tuple[float, float], int]]:
    """The best place of a grid for each pair of gaps."""
    # A tile laid by hand lies a little off its space.
    loose = np.clip(cv2.dilate(evidence, np.ones((3, 3))), -_MOST, _MOST)
    height, width = loose.shape
    for columns in (COLUMNS, ROWS):
        rows = COLUMNS + ROWS - columns
        orders = river_orders(columns, order)
        for gap_x in _GAPS:
            for gap_y in _GAPS:
                step = (tile * (1 + gap_x), tile * (1 + gap_y))
                wide, high = width - int(step[0] * (columns - 1)), height - int(step[1] * (rows - 1))
                if wide < 1 or high < 1:
                    continue
                cells = np.empty((rows, columns, high, wide))
                for r in range(rows):
                    for c in range(columns):
                        y, x = round(step[1] * r), round(step[0] * c)
                        part = loose[y : y + high, x : x + wide]
                        cells[r, c, : part.shape[0], : part.shape[1]] = part
                        cells[r, c, part.shape[0] :] = cells[r, c, :, part.shape[1] :] = -_MOST
                top = max((_along(cells, path) for path in orders), key=lambda got: got[0])
                yield top[0], top[1], top[2], step, columns


def _along(cells: Floats, path: NDArray[np.int64]) -> tuple[float, int, int]:
    """The best place where tiles lie along this river up to some space, and none beyond."""
    along = cells[path[:, 0], path[:, 1]]
    filled = np.cumsum(along, axis=0)
    beyond = np.cumsum(np.maximum(along, 0)[::-1], axis=0)[::-1]
    scores = filled[:-1] - beyond[1:]
    best = np.maximum(scores.max(axis=0), filled[-1])
    y, x = divmod(int(best.argmax()), best.shape[1])
    return float(best[y, x]), x, y


def distinct(found: Sequence[Grid]) -> list[Grid]:
    """Without those that lie as a better one does."""
    kept: list[Grid] = []
    for one in sorted(found, key=lambda one: -one.score):
        near = [
            other
            for other in kept
            if other.columns == one.columns and np.abs(other.middles() - one.middles()).max() < 0.25 * one.tile
        ]
        if not near:
            kept.append(one)
    return kept
