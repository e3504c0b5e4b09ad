"""Every space of a map from above: a grid of places, and how well bare ground explains what is seen at each."""

from dataclasses import dataclass

import numpy as np

from companion.dewan.vision.camps import ground_colours, ground_logs, printed_berries
from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.decode import FLOWER, Patterns
from companion.dewan.vision.fit import pick_view
from companion.dewan.vision.lattice import Floats, LatticeView, plane_of
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.snap import Snapped
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import TileSet
from companion.rules.hexes import Hex

START, WATER, BADLANDS = (TERRAINS.index(name) for name in ("start", "water", "badlands"))
VOLCANO = len(TERRAINS)


@dataclass(frozen=True)
class FlatSpace:
    """One space from above: what is seen at each place of the grid, and how well bare ground explains it."""

    at: Hex
    column: int
    berry: bool | None  # printed there; None where the tile is not known
    lab: Floats  # (n, 3), evened to the map's mean light
    ground: Floats  # (n,)
    printed: bool


def flat_grid(settings: Settings) -> Floats:
    """The places looked at on every space, from its middle, (n, 2)."""
    steps = np.arange(-9, 10) * settings.flat_step
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(grid[np.linalg.norm(grid, axis=1) <= settings.flat_reach])


def look_at_spaces(
    views: list[LatticeView],
    snapped: Snapped,
    read: MapReading,
    box: TileSet | None,
    patterns: Patterns | None,
    printed: Ground | None,
    settings: Settings,
) -> list[FlatSpace]:
    """Every space of the map, from above."""
    grid = flat_grid(settings)
    rim = np.linalg.norm(grid, axis=1) > 0.34
    spaces = []
    for index, flower in enumerate(read.decoded.flowers):
        lattice = snapped.of_flower[index]
        berries = printed_berries(flower, box, patterns) if box else None
        for member, column, step in zip(flower.members, flower.terrains, FLOWER, strict=False):
            if member < 0:
                continue
            at = read.samples.spaces[member]
            centre = plane_of([at])
            px = lattice.project(centre + grid)
            view = pick_view(views, lattice, centre, settings.flat_spacing_px)
            raw = view.sample(px).astype(np.float64)
            lab = read.light.evened(raw[None], centre)[0]
            own = column if column < len(TERRAINS) else -1
            ground = ground_logs(lab, ground_colours(lab[rim], read.palette, own, settings))
            known = printed is not None and at in printed.spaces
            if printed is not None and known:
                logs, there = printed.logs(snapped.lattice.project(centre + grid), raw, settings)
                ground = np.where(there, logs, ground)
            ground = np.logaddexp(ground, settings.anything_log)
            berry = None if berries is None else step in berries
            spaces.append(FlatSpace(at, column, berry, lab, ground, known))
    return spaces
