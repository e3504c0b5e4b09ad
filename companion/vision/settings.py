"""Every threshold of the photo reader, in one place, each with its reason."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Lengths are in units of the spacing (the distance between neighbouring spaces) unless named ``_px``."""

    # -- sizes
    view_sides_px: tuple[int, ...] = (1600, 1130, 800, 566, 400, 283)  # half an octave apart
    seed_side_px: int = 566  # patches: art is smoothed, the smallest space still has 300 pixels

    # -- hexagon patches to start from
    splits: tuple[tuple[int, int], ...] = ((5, 6), (7, 10), (5, 16))  # (median blur px, colours)
    split_samples: int = 6000
    openings: tuple[int, ...] = (3, 7)  # cuts thin bridges between patches
    seed_area: tuple[float, float] = (0.0012, 0.06)  # of the picture: 63 spaces far off to 28 close by
    seed_solidity: float = 0.9
    seed_misfit: float = 0.035  # a circle is 0.022 off a hexagon, a square 0.06

    corner_tolerance_px: float = 2.5  # straightens an outline without losing a corner
    corner_limit: int = 60  # more corners than this is grain, not a patch
    steepest_cosine: float = 0.38  # 60 degrees of tilt, and some lens

    # -- looking across edges
    strip_reach: float = 0.26  # a seam further off belongs to the next basin
    strip_step: float = 0.02  # about one pixel at fit_spacing_px
    strip_trim: float = 0.12  # corners mix three spaces
    strip_samples: int = 9
    strip_window: int = 5  # 0.1 of the spacing on each side: wider than a seam, narrower than a space
    ridge_weight: float = 0.7  # a printed seam between two like spaces is a line, not a step
    lab_weights: tuple[float, float, float] = (0.7, 1.0, 1.0)  # shadows change L, terrains change a and b
    on_edge: float = 0.04
    off_edge: float = 0.1
    edge_floor: float = 6.0  # Lab units a clear border exceeds and noise does not
    fit_spacing_px: float = 56.0  # art is smoothed away, seams are still there

    # -- perspective of a first guess
    focal_guess: float = 0.85  # phones: 26 to 35 mm equivalent is 0.72 to 0.97 of the long side
    flat_cosine: float = 0.97  # below 14 degrees of tilt perspective is too weak to need guessing

    # -- fitting
    fit_ridge: float = 1e-3
    perspective_ridge: float = 3.0  # perspective is the least certain part of a small patch
    growth: tuple[int, ...] = (3, 4, 6, 9)  # rings around the first space
    growth_windows: tuple[float, ...] = (0.15, 0.1)
    smallest_share: float = 0.22  # beyond, spaces are too small to help

    # -- searching
    seeds_tried: int = 8
    seed_score: float = 0.2  # true hexagons score 0.4 to 0.8, chance ones below 0.4
    starts_grown: int = 3
    clear_space: float = 0.15  # mean edge score that a space of the table rarely has


DEFAULTS = Settings()
