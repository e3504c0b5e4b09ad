"""Light that changes over the map: a lamp at one side, a window at the other, a picture dim towards its corners.

Once terrains are known, how much brighter or bluer a space looks than others of its terrain tells its light. A smooth
surface over the map is fitted to that, so that a shaded piece or a printed figure is not taken for light.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import TERRAINS, lab_to_linear, linear_to_lab
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.settings import Settings

_DARKEST = 0.004  # linear; below it noise is all there is, and its logarithm would shout


@dataclass(frozen=True)
class Light:
    """How the light at a place differs from the map's mean, as log gains of linear RGB."""

    middle: Floats  # (2,) plane
    reach: float  # of the map around its middle; beyond, light stays as it is at the rim
    slopes: Floats  # (5, 3)
    offset: Floats  # (3,) makes the mean over the map 0

    def at(self, plane: Floats) -> Floats:
        """Log gains (n, 3) at plane points (n, 2)."""
        return np.asarray(_surface(plane, self.middle, self.reach) @ self.slopes + self.offset)

    def evened(self, lab: Floats, plane: Floats) -> Floats:
        """Colours (n, k, 3) seen at plane points (n, 2), as they would look in the map's mean light."""
        return linear_to_lab(lab_to_linear(lab) * np.exp(-self.at(plane))[:, None])

    def lit(self, lab: Floats, plane: Floats) -> Floats:
        """Colours (n, 3) of the map's mean light, as they look at plane points (n, 2)."""
        return linear_to_lab(lab_to_linear(lab) * np.exp(self.at(plane)))


EVEN = Light(np.zeros(2), 1.0, np.zeros((5, 3)), np.zeros(3))


def _surface(plane: Floats, middle: Floats, reach: float) -> Floats:
    """A plane and a bowl over points (n, 2), as (n, 5)."""
    at = (plane - middle) / reach
    at = at / np.maximum(np.linalg.norm(at, axis=1, keepdims=True), 1.0)
    x, y = at[:, 0], at[:, 1]
    return np.stack([x, y, x * x + y * y, x * x - y * y, 2 * x * y], axis=1)


def light_over(plane: Floats, typical: Floats, labels: NDArray[np.int64], settings: Settings) -> Light:
    """The light over spaces at plane points (n, 2) with colours (n, 3) and terrains (n,), -1 where unknown."""
    known = labels >= 0
    if known.sum() < settings.light_least:
        return EVEN
    at, labels = plane[known], labels[known]
    middle = at.mean(axis=0)
    reach = max(1.0, float(np.linalg.norm(at - middle, axis=1).max()))
    seen = np.log(lab_to_linear(typical[known]) + _DARKEST)
    surface = _surface(at, middle, reach)
    own = (labels[:, None] == np.arange(len(TERRAINS))).astype(np.float64)  # every terrain has a level of its own
    columns = np.concatenate([own, surface], axis=1)
    hold = np.diag([1e-6] * len(TERRAINS) + [settings.light_hold] * 2 + [settings.light_bowl_hold] * 3)
    weights = np.ones(len(at))
    for _ in range(settings.light_rounds):
        weighted = columns * weights[:, None]
        answer = np.linalg.solve(weighted.T @ columns + hold, weighted.T @ seen)
        off = np.linalg.norm(seen - columns @ answer, axis=1) / settings.light_grain
        weights = 1 / (1 + off**2)
    slopes = answer[len(TERRAINS) :]
    return Light(middle, reach, slopes, -surface.mean(axis=0) @ slopes)
