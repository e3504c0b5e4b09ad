"""How a tile looks, as numbers: logarithms of light on 16 by 16 places, so that another lamp only adds a constant."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.river.vision.settings import DARK, LIGHT, OUTLIER, RIM, SIDE
from companion.vision.plane import Floats

_MIX = np.array([[LIGHT / 3, LIGHT / 3, LIGHT / 3], [1.0, -1.0, 0.0], [-0.5, -0.5, 1.0]])
_LOW, _HIGH = np.array([-2.4, -2.0, -3.5]), np.array([0.1, 2.0, 1.5])
_FINE = 3
"""Pixels a place is averaged over, in each direction."""
_TURNS = 4


def light_of(rgb: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Linear light of a picture."""
    table = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
    return np.asarray(table[rgb])


def opponent(linear: NDArray[np.float32] | Floats) -> Floats:
    """Lightness, red against green, blue against both, as logarithms (..., 3)."""
    return np.asarray(np.log(linear + DARK) @ _MIX.T, np.float64)


def described(linear: NDArray[np.float32], corners: Floats, size: int = SIDE) -> Floats:
    """What lies between four corners of a picture, (size, size, 3), the first corner upper left."""
    fine = size * _FINE
    low, high = fine * RIM / (2 * RIM - 1), fine * (1 - RIM) / (1 - 2 * RIM)
    frame = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32) - 0.5
    forth = cv2.getPerspectiveTransform(frame, corners.astype(np.float32))
    seen = cv2.warpPerspective(
        linear, forth, (fine, fine), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return opponent(np.asarray(cv2.resize(seen, (size, size), interpolation=cv2.INTER_AREA), np.float64))


def turned(features: Floats) -> Floats:
    """Tiles (n, size, size, 3) in all four turns, (n, 4, size, size, 3)."""
    return np.stack([np.rot90(features, k, axes=(1, 2)) for k in range(_TURNS)], axis=1)


def gaps(seen: Floats, known: Floats, lamp: Floats | Sequence[float] = (0.0, 0.0, 0.0), free: float = 0.0) -> Floats:
    """How far tiles seen (n, s, s, 3) are from those known (m, 4, s, s, 3), (n, m, 4): the mean over places of the
    squared difference, each place counting no more than one that is covered.

    ``lamp``: what the light adds; ``free``: how far each tile's own light may be off that, as a shadow may be.
    """
    found = np.empty((len(seen), *known.shape[:2]))
    for i, one in enumerate(seen):
        apart = one - np.asarray(lamp) - known
        if free:
            own = np.median(apart.reshape(*known.shape[:2], -1, 3), axis=2)
            apart = apart - np.clip(own, -free, free)[:, :, None, None]
        found[i] = np.minimum((apart**2).sum(axis=-1), OUTLIER).mean(axis=(2, 3))
    return found


def packed(feature: Floats) -> bytes:
    values = (feature - _LOW) / (_HIGH - _LOW) * 255
    return bytes(np.clip(np.rint(values), 0, 255).astype(np.uint8))


def unpacked(data: bytes) -> Floats:
    values = np.frombuffer(data, np.uint8).reshape(SIDE, SIDE, 3).astype(np.float64)
    return np.asarray(values / 255 * (_HIGH - _LOW) + _LOW)
