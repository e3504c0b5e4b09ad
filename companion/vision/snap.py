"""The last touch on the lattice: fit it to the map alone, then let each tile lie where it lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.rules.hexes import Hex
from companion.vision.fit import refine
from companion.vision.lattice import CORNER_STEPS, Floats, Lattice, View, edges_of, plane_of
from companion.vision.search import Found, grow, support
from companion.vision.settings import Settings
from companion.vision.terrain import MapReading


@dataclass(frozen=True)
class Snapped:
    """The lattice of the whole map, and each flower's own."""

    lattice: Lattice
    of_flower: tuple[Lattice, ...]

    def centre_px(self, flower: int, space: Hex) -> Floats:
        return np.asarray(self.of_flower[flower].project(plane_of([space]))[0])

    def corners_px(self, flower: int, space: Hex) -> Floats:
        """The six corners of a space, (6, 2)."""
        return self.of_flower[flower].project(plane_of([space]) + CORNER_STEPS)


def snap_lattice(views: list[View], read: MapReading) -> Snapped:
    """Fit to the decoded map: inner edges lead, the rim (shadow and cardboard side) follows."""
    settings = read.settings
    spaces = [read.samples.spaces[m] for flower in read.decoded.flowers for m in flower.members if m >= 0]
    members = set(spaces)
    names, _, _ = edges_of(spaces)
    trust = np.array([1.0 if name.neighbour(side) in members else settings.rim_trust for name, side in names])
    lattice, _ = refine(views, read.lattice, spaces, settings, settings.snap_windows, "lens", trust)
    own = []
    for flower in read.decoded.flowers:
        seven = [read.samples.spaces[m] for m in flower.members if m >= 0]
        if len(seven) < 5:  # too few edges to move by
            own.append(lattice)
            continue
        names, _, _ = edges_of(seven)
        trust = np.array([1.0 if name.neighbour(side) in members else settings.rim_trust for name, side in names])
        nudged, _ = refine(views, lattice, seven, settings, settings.nudge_windows, "shift", trust)
        limit = settings.nudge_limit
        centre = plane_of([flower.centre])
        moved = lattice.unproject(nudged.project(centre)) - centre
        own.append(nudged if float(np.abs(moved).max()) < limit else lattice)
    return Snapped(lattice, tuple(own))


def snap_taps(
    views: list[View],
    taps: Sequence[tuple[float, float, int, int]],
    shrink: float,
    width_px: int,
    height_px: int,
    settings: Settings,
) -> list[Found]:
    """The lattice through tapped space centres (x_px, y_px, q, r), drawn to the edges near them."""
    plane = plane_of((q, r) for _, _, q, r in taps)
    px = np.array([[x, y] for x, y, _, _ in taps], dtype=np.float64) * shrink
    lattice = Lattice.from_points(plane, px, width_px, height_px) if len(taps) >= 4 else None
    if lattice is None or (lattice.area_ratio(plane) <= 0).any():
        return []
    # Put (0, 0) amid the taps, where the lattice is surest.
    middle = plane_of([_nearest(plane.mean(axis=0))])[0]
    lattice = lattice.reframed(np.array([[1, 0, middle[0]], [0, 1, middle[1]], [0, 0, 1.0]]))
    grown = grow(views, lattice, settings)
    return [Found(grown, support(views, grown, settings), settings)]


def _nearest(point: Floats) -> Hex:
    r = round(float(point[1]) * 2 / np.sqrt(3))
    return Hex(round(float(point[0]) - r / 2), r)
