"""Where on a space's grid something of a given size is seen: lying flat, or standing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.camps import circle
from companion.dewan.vision.flat_spaces import flat_grid
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.settings import Settings
from companion.rules.hexes import Hex

Outlines = NDArray[np.bool_]  # (k, n): the places of the grid that each covers


def lying(places: Floats, radii: Sequence[float], settings: Settings) -> Outlines:
    """Discs around each of the places (m, 2), of each radius."""
    away = np.linalg.norm(flat_grid(settings)[None] - places[:, None], axis=2)
    return np.concatenate([away <= wide for wide in radii])


def standing(
    places: Floats,
    sizes: Sequence[tuple[float, float]],
    heights: Sequence[float],
    at: Hex,
    pose: Pose,
    settings: Settings,
) -> Outlines:
    """Pieces that stand on each of the places (m, 2), seen from the side; ``sizes``: radius at foot and head."""
    middle, grid = plane_of([at])[0], flat_grid(settings)
    outlines = []
    for place in places:
        body = np.column_stack([np.tile(middle + place, (len(heights), 1)), heights])
        seen = pose.lattice.unproject(pose.project(body)) - middle
        away = np.linalg.norm(grid[None] - seen[:, None], axis=2)
        outlines += [(away <= np.linspace(*size, len(seen))[:, None]).any(axis=0) for size in sizes]
    return np.array(outlines)


def camp_outlines(at: Hex, pose: Pose, settings: Settings, tall: float = 1.0) -> Outlines:
    """Every way a camp may stand on a space. ``tall``: its share of the usual height."""
    places = np.concatenate([circle(r, n) for r, n in settings.camp_shifts])
    heights = [tall * height for height in settings.upright_heights]
    return standing(places, settings.upright_radii, heights, at, pose, settings)
