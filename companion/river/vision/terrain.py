"""Which terrain a tile may show: a guess to offer first, never more."""

from collections.abc import Sequence

import numpy as np

from companion.river.vision.features import opponent
from companion.vision.colour import lab_to_linear
from companion.vision.plane import Floats

FAMILIES = {
    "desert": ((78.0, 3.0, 40.0), 1.0),
    "badlands": ((45.0, 34.0, 25.0), 1.0),
    "forest": ((42.0, -24.0, 20.0), 1.0),
    "meadow": ((72.0, -24.0, 45.0), 1.0),
    "mountain": ((36.0, 1.0, -3.0), 1.0),
}
"""Lab in even daylight of what each terrain usually is: every print differs."""
_WARMTHS = np.linspace(-0.6, 0.6, 7)
_EXPOSURES = np.linspace(-0.9, 0.6, 6)


def likely_kinds(features: Sequence[Floats]) -> list[list[str]]:
    """Of tiles photographed together, each: its terrains, the likeliest first. One lamp must fit all of them."""
    if not features:
        return []
    names = list(FAMILIES)
    means = opponent(lab_to_linear(np.array([FAMILIES[name][0] for name in names])))
    # Symbols are small: the middle of all places is ground.
    grounds = np.array([np.median(one.reshape(-1, 3), axis=0) for one in features])
    best = None
    for exposure in _EXPOSURES:
        for warmth in _WARMTHS:
            lamp = np.array([exposure * 0.6, 0.25 * warmth, -0.6 * warmth])
            gap = ((grounds[:, None] - lamp - means[None]) ** 2).sum(axis=2)
            cost = float(np.minimum(gap.min(axis=1), 1.0).mean() + 0.05 * (exposure**2 + warmth**2))
            if best is None or cost < best[0]:
                best = cost, gap
    assert best is not None
    return [[names[int(k)] for k in np.argsort(row)] for row in best[1]]
