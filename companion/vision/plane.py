"""The plane of hexagons one unit apart, its y axis pointing down the page, and the names of arrays."""

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.rules.hexes import SIDES, Hex

Floats: TypeAlias = NDArray[np.float64]
Pixels: TypeAlias = NDArray[np.uint8]
SQRT3 = float(np.sqrt(3.0))


def plane_of(spaces: Iterable[tuple[float, float]]) -> Floats:
    """Axial coordinates to plane points, (n, 2)."""
    qr = np.array(list(spaces), dtype=np.float64).reshape(-1, 2)
    return np.stack([qr[:, 0] + qr[:, 1] / 2, qr[:, 1] * SQRT3 / 2], axis=1)


CORNER_STEPS: Floats = (
    np.stack([np.cos(np.radians(30 + 60 * np.arange(6))), np.sin(np.radians(30 + 60 * np.arange(6)))], axis=1) / SQRT3
)
FLOWER = (Hex(0, 0), *SIDES)
"""The spaces of a tile of seven."""
