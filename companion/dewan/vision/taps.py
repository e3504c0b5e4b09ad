"""The lattice a person points at: four space centres tapped on the photo, a tenth of a space off or so."""

from collections.abc import Sequence

import numpy as np

from companion.dewan.vision.lattice import Floats, Lattice, plane_of
from companion.dewan.vision.locate import Seed
from companion.dewan.vision.settings import Settings

NamedTap = tuple[float, float, int, int]
PlainTap = tuple[float, float]
Tap = NamedTap | PlainTap

# Four touching spaces: two neighbours and the two that touch both. Named going round, a sharp corner first.
_DIAMOND = plane_of([(0, 0), (1, 0), (1, 1), (0, 1)])


def tapped_hexagons(taps: Sequence[Tap], shrink: float, settings: Settings) -> list[Seed]:
    """Hexagons at tapped space centres and around them, to start a lattice from.

    Taps are (x_px, y_px): four touching spaces that make a diamond, in any order; or (x_px, y_px, q, r): four or more
    spaces anywhere. Empty when they tell too little: fewer than four, in a line, or mirrored.
    """
    px = (np.array([tap[:2] for tap in taps], np.float64).reshape(-1, 2) + 0.5) * shrink - 0.5
    names = [tap[2:] for tap in taps if len(tap) == 4]
    if len(taps) < 4:
        return []
    return _around(plane_of(names), px, settings) if len(names) == len(taps) else _diamonds(px[:4], settings)


def _errors(count: int, settings: Settings) -> Floats:
    """What the taps may be off, (g, n, 2) in spaces, first of all nothing.

    The fit finds a seam only where it is nearly right: so what lies around the taps is tried too, and the seams choose.
    """
    error = np.random.default_rng(7).normal(0, settings.tap_error, (settings.tap_guesses, count, 2))
    error[0] = 0
    return error


def _around(plane: Floats, px: Floats, settings: Settings) -> list[Seed]:
    """Hexagons at the taps when plane points (n, 2) are seen at pixels (n, 2)."""
    centre = px.mean(axis=0)
    side = max(4, round(4 * float(np.linalg.norm(px - centre, axis=1).max())))  # any frame around the taps will do
    exact = Lattice.from_points(plane, px - centre, side, side)
    if exact is None:
        return []
    size = exact.spacing_px(plane)[:, None]
    seeds = []
    for off in _errors(len(px), settings):
        lattice = Lattice.from_points(plane, px - centre + off * size, side, side)
        if lattice is None or not lattice.in_front(plane).all():
            continue
        here, step = lattice.project(plane), 0.05
        ways = [(lattice.project(plane + np.array(way) * step) - here) / step for way in ((1.0, 0.0), (0.0, 1.0))]
        for at, basis in zip(here, np.stack(ways, axis=2), strict=True):
            if _is_level(basis, settings):
                seeds.append(Seed(at + centre, basis, 1.0))
    return seeds


def _diamonds(px: Floats, settings: Settings) -> list[Seed]:
    """Hexagons on the four spaces of a tapped diamond, (4, 2). Which corners are the sharp ones, the seams will say."""
    middle = px.mean(axis=0)
    around = px[np.argsort(np.arctan2(*(px - middle).T[::-1]))]  # going round as the pixels' y points: unmirrored
    plane = np.concatenate([_DIAMOND, np.ones((4, 1))], axis=1)
    seeds = []
    for first in range(2):
        ring = np.roll(around, -first, axis=0)
        size = np.sqrt(abs(np.linalg.det(np.linalg.lstsq(plane, ring, rcond=None)[0][:2])))
        for off in _errors(4, settings):
            fitted = np.linalg.lstsq(plane, ring + off * size, rcond=None)[0]  # (3, 2): plane x, plane y, origin
            basis = fitted[:2].T
            if _is_level(basis, settings):
                seeds += [Seed(fitted[2] + basis @ corner, basis, 1.0) for corner in _DIAMOND]
    return seeds


def _is_level(basis: Floats, settings: Settings) -> bool:
    """Whether a photo can show the plane so: not mirrored, not too steep."""
    stretch = np.linalg.svd(basis, compute_uv=False)
    return bool(np.linalg.det(basis) > 0 and stretch[1] > settings.tap_steepest * stretch[0])
