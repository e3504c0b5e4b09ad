"""A tile that lies alone: its terrains, the icons on its sides, its Berry symbols."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import Palette
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.found_pieces import Piece, Sign, Space
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.rectangles import daylight, terrain_of
from companion.dewan.vision.signs import described, marks_in
from companion.dewan.vision.straight import INNER_EDGES, UNIT, StraightFlower
from companion.rules.hexes import SIDES, Hex


def read_tile(one: StraightFlower, palette: Palette) -> Piece:
    read = [terrain_of(colour, palette, with_start=k == 0) for k, colour in enumerate(one.samples.typical)]
    light = daylight(one.lab, palette.gain)
    spaces = [
        Space(at, terrain, one.to_photo(plane_of([at])), share)
        for at, (terrain, share) in zip(FLOWER, read, strict=True)
    ]
    edges: list[tuple[Hex, int] | None] = []
    typical = dict(zip(FLOWER, one.samples.typical, strict=True))
    found = []
    for at, side in INNER_EDGES:
        spot = plane_of([at])[0] + 0.5 * plane_of([SIDES[side]])[0]
        mark = _on_edge(one, spot, typical[at], typical[at.neighbour(side)])
        if mark is not None:
            found.append(mark)
            edges.append((at, side))
    # They are of one size: one that melts into its ground, or art beside it, does not change that.
    usual = float(np.median([radius for _, _, radius in found])) if found else 0.0
    signs = [_flower_sign(one, light, x, y, usual) for x, y, _ in found]
    for at in FLOWER:
        for mark in _in_space(one, at, typical[at]):
            signs.append(_flower_sign(one, light, *mark))
            edges.append(None)
    return Piece(
        "tile",
        one.outline,
        min(space.confidence for space in spaces),
        tuple(signs),
        spaces=tuple(spaces),
        edges=tuple(edges),
        colours=tuple(one.samples.typical),
    )


def _flower_sign(one: StraightFlower, light: NDArray[np.float32], x: float, y: float, radius: float) -> Sign:
    plane = np.array([x / UNIT - 1.7, y / UNIT - 1.7])
    px, edge = one.to_photo(plane), one.to_photo(plane + np.array([radius / UNIT, 0]))
    size = float(np.hypot(edge[0] - px[0], edge[1] - px[1]) * 2)
    return Sign(px, size, (float(plane[0]), float(plane[1])), described(light, x, y, radius))


def _off(window: NDArray[np.float32], colours: Sequence[Floats]) -> NDArray[np.bool_]:
    """Which places look like none of the colours."""
    spread = np.array([11.0, 8.0, 8.0])
    return np.asarray(np.min([(((window - c) / spread) ** 2).sum(axis=2) for c in colours], axis=0) > 4.0)


def _on_edge(one: StraightFlower, spot: Floats, here: Floats, there: Floats) -> tuple[float, float, float] | None:
    """The sign on a side, if there is one: its middle and radius in pixels of the straightened picture."""
    x, y = StraightFlower.own_px(spot)
    reach = round(0.2 * UNIT)
    window = one.lab[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    off = _off(window, [here, there])
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    near = np.hypot(xs, ys) < 0.09 * UNIT
    ring = (np.hypot(xs, ys) > 0.16 * UNIT) & (np.hypot(xs, ys) < 0.2 * UNIT)
    inner, outer = float(off[near].mean()), float(off[ring].mean())
    if inner < 0.3 or inner < outer + 0.25 or (inner < 0.5 and outer > 0.12):
        return None
    return _centred(off, x, y, reach)


def _centred(off: NDArray[np.bool_], x: float, y: float, reach: int) -> tuple[float, float, float] | None:
    """The compact mark nearest a place: middle and radius."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    )
    best, gap = None, 0.12 * UNIT
    for k in range(1, count):
        away = float(np.hypot(middles[k][0] - reach, middles[k][1] - reach))
        if away < gap and stats[k][4] > 0.008 * UNIT * UNIT:
            best, gap = k, away
    if best is None:
        return None
    left, top, width, height, _ = stats[best]
    middle = left + (width - 1) / 2 - reach, top + (height - 1) / 2 - reach
    radius = min(max(width, height) / 2, 0.19 * UNIT)
    if np.hypot(*middle) > 0.09 * UNIT:
        middle = (0.0, 0.0)
    return x + middle[0], y + middle[1], radius


def _in_space(one: StraightFlower, at: Hex, colour: Floats) -> list[tuple[float, float, float]]:
    """Compact marks within a space: a Berry symbol, or art."""
    x, y = StraightFlower.own_px(plane_of([at])[0])
    reach = round(0.36 * UNIT)
    window = one.lab[round(y) - reach : round(y) + reach + 1, round(x) - reach : round(x) + reach + 1]
    off = _off(window, [colour])
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    off &= np.hypot(xs, ys) < 0.36 * UNIT
    found = []
    for mark in [m for m in marks_in(off, 0.14 * UNIT, 0.45 * UNIT) if 0.4 < m.mask.shape[0] / m.mask.shape[1] < 2.5]:
        mx, my = mark.middle
        found.append((x + mx - reach, y + my - reach, mark.radius))
    return found
