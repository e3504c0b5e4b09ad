"""Read one river board: where its twelve spaces are, which hold a tile and which one, and from where the river runs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.river.vision.features import described, gaps, light_of, opponent
from companion.river.vision.grid import COLUMNS, ROWS, Grid, distinct, grids, river_orders
from companion.river.vision.plane import rectified
from companion.river.vision.settings import LAMP, SIDE
from companion.vision.load import load_photo
from companion.vision.plane import Floats
from companion.vision.settings import DEFAULTS

_FINE = SIDE / 0.9  # pixels of a tile's side where places are looked at closely
_REACH = 3  # pixels a tile may lie off its space
_WAYS = 2  # to see the table straight
_TRIED = 6  # grids looked at closely, for each of these
_NAMED = 3  # of all grids, those whose tiles are named
_SIZES = (0.95, 1.05)
_FLAT = 0.02  # squared difference that any two photos of one thing have
_TILE = 0.55  # evidence from which on a space rather holds a tile than shows the board
_NEAR = 0.13  # squared difference within which something is a tile: 0.01 to 0.11 for those, 0.15 and more for the board
_NEAR_OUTSIDE = 0.09  # beside the board the same is asked more strictly
_NEAR_SURE = 0.04  # beyond that by so much it is sure
_SPREAD = 0.012  # squared difference by which one tile of the box is e times likelier than another
_FOUND = 2.5  # of all spaces together, in spaces that surely hold a tile; below that it is no board of this box
_PATTERN = 0.6  # and so much of it by patterns
_CLEAR = 1.0  # above that, no other way to see the table straight is tried
_TURN = 4.0  # how much surer each space more makes it from where the river runs
_NUDGE = 0.03  # of a tile, by which it may lie off once more
_OWN = 0.25  # how far a tile's own light may be off that of the others


@dataclass(frozen=True)
class Space:
    """``corners_px`` in the photo as displayed, clockwise from the corner that is upper left on the board as the first
    river runs. ``filled``: how surely a tile lies here; ``tiles``: names and how likely, the likeliest first."""

    corners_px: Floats
    filled: float
    tiles: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class BoardReading:
    """``spaces``: in river order, as the likelier river runs; ``turned``: how likely it runs the other way round: then
    the last tile is the first. ``count``: of tiles."""

    found: bool
    size_px: tuple[int, int]
    spaces: tuple[Space, ...] = ()
    turned: float = 0.0
    count: int = 0


@dataclass(frozen=True)
class Known:
    """The tiles of a box as they look, in all turns (m, 4, s, s, 3), and their names."""

    looks: Floats
    names: tuple[str, ...]


def read_board(
    picture: bytes, known: Known, order: str = "winding", taps: Sequence[tuple[float, float]] = ()
) -> BoardReading:
    """``taps``: the middles of the corner spaces, the first and on clockwise, where a person pointed them out."""
    photo = load_photo(picture, DEFAULTS)
    linear = light_of(photo.rgb)
    if len(taps) == 4:
        found = [_tapped(linear, (np.array(taps) + 0.5) * photo.shrink - 0.5, known)]
        paths = river_orders(COLUMNS, order)[:1]
    else:
        found, paths = _found(linear, photo.rgb, known, order), []
    best = max((_named(linear, one, known, paths or one.paths(order)) for one in found), key=_sum, default=None)
    if best is None or (not paths and (best.placed.score < _PATTERN or _sum(best) < _FOUND)):
        return BoardReading(False, photo.size_px)
    return _reading(best, photo.shrink, photo.size_px)


def _found(linear: NDArray[np.float32], rgb: NDArray[np.uint8], known: Known, order: str) -> list["_Placed"]:
    """The grids that known tiles lie on best."""
    found: list[_Placed] = []
    for way in rectified(rgb)[:_WAYS]:
        home = np.asarray(np.linalg.inv(way.straight), np.float64)
        near = distinct(grids(linear, way.straight, known.looks, order))[:_TRIED]
        found += [_fitted(linear, home, grid, known, order) for grid in near]
        if any(one.clear for one in found):
            break
    found.sort(key=lambda one: -one.score)
    # Where most spaces hold tiles, the grid a row or a column on fits nearly as well.
    for one in found[:1]:
        found += [_fitted(linear, one.home, grid, known, order) for grid in one.grid.neighbours()]
    for one in sorted(found, key=lambda one: -one.score)[:_NAMED]:
        sized = (replace(one.grid, tile=one.grid.tile * size) for size in _SIZES)
        found += [_fitted(linear, one.home, grid, known, order) for grid in sized]
    return sorted(found, key=lambda one: -one.score)[:_NAMED]


@dataclass(frozen=True)
class _Placed:
    """A grid laid closely: the corners (rows, columns, 4, 2) of its tiles in the loaded picture, what each space says
    for a tile (rows, columns), and the light between learned photos and this one."""

    corners: Floats
    evidence: Floats
    lamp: Floats
    score: float
    clear: bool
    grid: Grid
    home: Floats

    def paths(self, order: str) -> list[NDArray[np.int64]]:
        return river_orders(self.evidence.shape[1], order)


def _fitted(linear: NDArray[np.float32], home: Floats, grid: Grid, known: Known, order: str) -> _Placed:
    """The grid moved, stretched and turned a little until known tiles lie on its spaces."""
    middles = grid.middles().reshape(-1, 2)
    plane = np.concatenate([middles - middles.mean(axis=0), np.ones((len(middles), 1))], axis=1)
    at, lamp = middles, np.zeros(3)
    paths = river_orders(grid.columns, order)
    evidence = np.zeros(len(at))
    shift = np.zeros_like(at)
    for turn in range(3):
        evidence, shift, offset = _close(linear, home, at, grid.tile, known, lamp if turn else None)
        weight = np.clip(evidence, 0, 1) ** 2 + 1e-6
        lamp = _middle(offset, weight)
        # An even move of all spaces costs nothing, a change of shape little; one space alone may lie askew.
        moved = at + shift * grid.tile
        hold = np.diag([0.05, 0.05, 1e-3])
        own = plane.T @ (plane * weight[:, None]) + hold
        start = np.linalg.lstsq(plane, at, rcond=None)[0]
        fitted = np.linalg.solve(own, plane.T @ ((moved - plane @ start) * weight[:, None]))
        at = plane @ (start + fitted)
    evidence, shift, _ = _close(linear, home, at, grid.tile, known, lamp)
    at = at + shift * grid.tile * (evidence > 0)[:, None]
    shape = (grid.rows, grid.columns)
    score = max(_along(evidence.reshape(shape), path)[0] for path in paths)
    half = grid.tile / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = cv2.perspectiveTransform((at[:, None] + half).reshape(1, -1, 2), home)[0]
    count = max(_along(evidence.reshape(shape), path)[1] for path in paths)
    strongest = np.sort(evidence)[::-1][: max(count, 1)]
    clear = bool(count >= 3 and strongest.mean() > _CLEAR)
    return _Placed(corners.reshape(*shape, 4, 2), evidence.reshape(shape), lamp, score, clear, grid, home)


def _middle(offset: Floats, weight: Floats) -> Floats:
    """The light most spaces agree on, held near none."""
    hold = 0.3 / np.array(LAMP) ** 2 * 0.05
    found = np.empty(3)
    for k in range(3):
        order = np.argsort(offset[:, k])
        heavy = np.cumsum(weight[order])
        found[k] = offset[order[int(np.searchsorted(heavy, heavy[-1] / 2))], k]
    return np.asarray(found * weight.sum() / (weight.sum() + hold))


def _close(
    linear: NDArray[np.float32], home: Floats, at: Floats, tile: float, known: Known, lamp: Floats | None
) -> tuple[Floats, Floats, Floats]:
    """For each space: what speaks for a tile, how far off it lies (in tiles), and the light it would need."""
    side = SIDE + 2 * _REACH
    pixel = tile / _FINE
    steps = (np.arange(side * 2) - side + 0.5) / 2 * pixel  # twice as fine, then averaged
    ys, xs = np.meshgrid(steps, steps, indexing="ij")
    plane = at[:, None, None] + np.stack([xs, ys], axis=-1)
    px = cv2.perspectiveTransform(plane.reshape(1, -1, 2), home)[0].reshape(-1, side * 2, 2).astype(np.float32)
    seen = cv2.remap(linear, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    seen = seen.reshape(len(at), side, 2, side, 2, 3).mean(axis=(2, 4))
    windows = np.lib.stride_tricks.sliding_window_view(opponent(seen), (SIDE, SIDE), axis=(1, 2))
    rows = windows.transpose(0, 1, 2, 4, 5, 3).reshape(-1, SIDE * SIDE, 3)
    looks = known.looks.reshape(-1, SIDE * SIDE, 3)
    own, theirs = rows.mean(axis=1), looks.mean(axis=1)
    a, b = (rows - own[:, None]).reshape(len(rows), -1), (looks - theirs[:, None]).reshape(len(looks), -1)
    pattern = ((a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None] - 2 * a @ b.T) / SIDE**2
    offset = own[:, None] - theirs[None] - (0 if lamp is None else lamp)
    loose = np.array(LAMP) if lamp is None else np.array([0.5, 0.2, 0.25])
    even = 0.05 * ((offset / loose) ** 2).sum(axis=-1)
    energy = (a**2).sum(axis=1) / SIDE**2
    gap = np.maximum(pattern, 0) + even
    # Even ground is a rival that knows the light as little as a tile does.
    rival = energy + 0.05 * (_nearest_even(own, theirs, lamp, loose))
    side_count = 2 * _REACH + 1
    best = gap.min(axis=1).reshape(len(at), -1)
    which = best.argmin(axis=1)
    row = np.arange(len(at)) * side_count**2 + which
    evidence = np.log((rival[row] + _FLAT) / (best[np.arange(len(at)), which] + _FLAT))
    dy, dx = np.divmod(which, side_count)
    shift = np.stack([dx - _REACH, dy - _REACH], axis=1) / _FINE
    nearest = gap[row].argmin(axis=1)
    return np.asarray(evidence), shift, own[row] - theirs[nearest]


def _nearest_even(own: Floats, theirs: Floats, lamp: Floats | None, loose: Floats) -> Floats:
    apart = own[:, None] - theirs[None] - (0 if lamp is None else lamp)
    return np.asarray(((apart / loose) ** 2).sum(axis=-1).min(axis=1))


def _along(evidence: Floats, path: NDArray[np.int64]) -> tuple[float, int]:
    """What all spaces say together for tiles up to the best space, and which it is."""
    along = np.clip(evidence[path[:, 0], path[:, 1]] - _TILE, -1.5, 1.5)
    filled = np.concatenate([[0.0], np.cumsum(along)])
    beyond = np.concatenate([np.cumsum(np.maximum(along, 0)[::-1])[::-1], [0.0]])
    scores = filled - beyond
    best = int(scores.argmax())
    return float(scores[best]), best


def _tapped(linear: NDArray[np.float32], taps: Floats, known: Known) -> _Placed:
    """A person has pointed out the corner spaces: the first, and on clockwise."""
    ends = np.array([[0, 0], [COLUMNS - 1, 0], [COLUMNS - 1, ROWS - 1], [0, ROWS - 1]], np.float32)
    home = cv2.getPerspectiveTransform(ends, taps.astype(np.float32)).astype(np.float64)
    # Steps across and down may differ; a tile is as wide as it is tall, nearly.
    wide = np.linalg.norm(taps[1] - taps[0]) + np.linalg.norm(taps[2] - taps[3])
    tall = np.linalg.norm(taps[3] - taps[0]) + np.linalg.norm(taps[2] - taps[1])
    ratio = float((tall / (ROWS - 1)) / (wide / (COLUMNS - 1)))
    home = home @ np.diag([1.0, 1 / ratio, 1.0])
    grids_tried = [Grid(0.0, (0.0, 0.0), (1.0, ratio), tile * min(1.0, ratio), COLUMNS) for tile in (0.75, 0.85, 0.95)]
    return max((_fitted(linear, home, grid, known, "winding") for grid in grids_tried), key=lambda one: one.score)


@dataclass(frozen=True)
class _Named:
    """Every space's tiles with how likely each is, by row and column; ``near`` (rows, columns): from -1 for the bare
    board to 1 for a tile."""

    placed: _Placed
    tiles: dict[tuple[int, int], tuple[tuple[str, float], ...]]
    near: Floats
    paths: list[NDArray[np.int64]]
    outside: float
    """How many tiles seem to lie where the next row or column would be: then the grid lies beside the board's."""

    def along(self, which: int) -> tuple[float, int]:
        """What the spaces say together for tiles up to the best space of this river, and which it is."""
        path = self.paths[which]
        along = self.near[path[:, 0], path[:, 1]]
        filled = np.concatenate([[0.0], np.cumsum(along)])
        beyond = np.concatenate([np.cumsum(np.maximum(along, 0)[::-1])[::-1], [0.0]])
        best = int((filled - beyond).argmax())
        return float((filled - beyond)[best]), best


def _named(linear: NDArray[np.float32], placed: _Placed, known: Known, paths: list[NDArray[np.int64]]) -> _Named:
    near = np.empty(placed.evidence.shape)
    tiles = {}
    for at in np.ndindex(near.shape):
        tiles[at[0], at[1]], gap = _tile_at(linear, placed.corners[at], placed.lamp, known)
        near[at] = np.clip((_NEAR - gap) / _NEAR_SURE, -1, 1)
    ring = np.array([described(linear, corners) for corners in _around(placed)])
    gap = gaps(ring, known.looks, placed.lamp, free=_OWN).min(axis=(1, 2))
    outside = float(np.clip((_NEAR_OUTSIDE - gap) / _NEAR_SURE, 0, 1).sum())
    return _Named(placed, tiles, near, paths, outside)


def _around(placed: _Placed) -> Floats:
    """Corners of the tiles that would lie all around the grid, were it larger by one, (n, 4, 2)."""
    rows, columns = placed.evidence.shape
    at = np.array([(c, r) for r in range(rows) for c in range(columns)], np.float64)
    flat = placed.corners.reshape(-1, 4, 2)
    found, _ = cv2.findHomography(at, flat.mean(axis=1))
    home = np.asarray(found, np.float64)
    back = np.linalg.inv(home)
    own = cv2.perspectiveTransform(flat.reshape(1, -1, 2).astype(np.float64), back)[0].reshape(-1, 4, 2)
    shape = np.median(own - at[:, None], axis=0)
    ring = [
        (c, r) for r in range(-1, rows + 1) for c in range(-1, columns + 1) if (r in (-1, rows)) != (c in (-1, columns))
    ]
    plane = np.array(ring, np.float64)[:, None] + shape
    return np.asarray(cv2.perspectiveTransform(plane.reshape(1, -1, 2), home)[0].reshape(-1, 4, 2))


def _sum(named: _Named) -> float:
    """How much speaks for a board here: even ground may pass for an even tile, but shows no pattern of one."""
    return max(named.along(k)[0] for k in range(len(named.paths))) + named.placed.score - named.outside


def _tile_at(
    linear: NDArray[np.float32], corners: Floats, lamp: Floats, known: Known
) -> tuple[tuple[tuple[str, float], ...], float]:
    """Which tile of the box lies between these corners, the likeliest first; and how far it is from its look."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    moved = [corners + _NUDGE * (x * across + y * down) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    seen = np.array([described(linear, one) for one in moved])
    gap = gaps(seen, known.looks, lamp, free=_OWN).min(axis=(0, 2))
    best: dict[str, float] = {}
    for name, one in zip(known.names, gap, strict=True):
        best[name] = min(best.get(name, np.inf), float(one))
    least = min(best.values())
    odds = {name: float(np.exp(-(one - least) / _SPREAD)) for name, one in best.items()}
    total = sum(odds.values())
    ranked = sorted(odds.items(), key=lambda pair: -pair[1])
    return tuple((name, share / total) for name, share in ranked[:6]), least


def _reading(named: _Named, shrink: float, size_px: tuple[int, int]) -> BoardReading:
    along = [named.along(k) for k in range(len(named.paths))]
    first = max(range(len(along)), key=lambda k: along[k][0])
    path, count = named.paths[first], along[first][1]
    odds = [float(np.exp(_TURN * (score - along[first][0]))) for score, _ in along]
    turned = 1 - odds[first] / sum(odds)
    if len(along) > 1 and count in (COLUMNS, 2 * COLUMNS):
        turned = 0.5  # whole rows: the bare ones may as well lie on their other side
    spaces = []
    for r, c in path:
        corners = np.roll(named.placed.corners[r, c], -_corner(named.near.shape[1], first), axis=0)
        filled = float(1 / (1 + np.exp(-3 * named.near[r, c])))
        spaces.append(Space((corners + 0.5) / shrink - 0.5, filled, named.tiles[int(r), int(c)]))
    return BoardReading(True, size_px, tuple(spaces), turned, count)


def _corner(columns: int, turn: int) -> int:
    """Which corner of a space in the picture seen straight is upper left on the board."""
    return (0 if columns == COLUMNS else 1) + 2 * turn
