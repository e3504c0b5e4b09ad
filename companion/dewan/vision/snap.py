"""The last touch on the lattice: fit it to the map alone, then let each tile lie where it lies."""

from dataclasses import dataclass

import numpy as np

from companion.dewan.vision.fit import refine
from companion.dewan.vision.lattice import CORNER_STEPS, Floats, Lattice, LatticeView, edges_of, plane_of
from companion.dewan.vision.terrain import MapReading
from companion.rules.hexes import Hex


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


def snap_lattice(views: list[LatticeView], read: MapReading) -> Snapped:
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
