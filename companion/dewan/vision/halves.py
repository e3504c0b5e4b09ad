"""How a card is divided into its halves: one below the other, side by side, or along a diagonal; alike on all cards.

A half turn of a card leaves the line between its halves where it is, so the cards of a photo show it together.
"""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import Floats

SPLITS = ("top", "side", "falling", "rising")
"""The first half is the upper one, the left one, the one below the diagonal from the upper left, or the one above the
diagonal from the lower left."""
_WEIGHTS = np.array([0.7, 1.0, 1.0])  # lightness changes with the lamp
_GRID = (16, 24)
_SEAM = 0.07  # of a card's length from the line: places that may show either half
_FAR = 25.0  # Lab: a place that differs more is a symbol or art
_ALIKE = 7.0
_WORTH = 0.8  # Lab by which halves of their own must explain a card better than one ground
_USUAL = 1.3  # people print halves one below the other: what another way must explain better by


def beyond(split: str, x: Floats, y: Floats) -> Floats:
    """How far places (in shares of the card) lie in the second half; below 0 in the first."""
    return {"top": y - 0.5, "side": x - 0.5, "falling": (x - y) / 2, "rising": (x + y - 1) / 2}[split]


def half_at(split: str, at: Sequence[float] | Floats) -> int:
    """Which half a place (x, y) is in."""
    return int(beyond(split, np.asarray(at[0], float), np.asarray(at[1], float)) > 0)


@cache
def depths(split: str, height: int, width: int) -> Floats:
    """``beyond`` for each pixel of a picture, (height, width)."""
    ys, xs = np.mgrid[0:height, 0:width]
    return beyond(split, (xs + 0.5) / width, (ys + 0.5) / height)


def common_split(pictures: Sequence[NDArray[np.float32]], rim: float) -> str:
    """The way to divide upright pictures of pieces (Lab) that explains them best together."""
    better = dict.fromkeys(SPLITS, 0.0)
    for picture in pictures:
        tall, wide = picture.shape[:2]
        dy, dx = round(rim * tall) + 1, round(rim * wide) + 1
        small = cv2.resize(picture[dy : tall - dy, dx : wide - dx], _GRID, interpolation=cv2.INTER_AREA)
        places = small.astype(np.float64) * _WEIGHTS
        one = _unlike(places.reshape(-1, 3), places.reshape(-1, 3))
        for split in SPLITS:
            deep = depths(split, _GRID[1], _GRID[0])
            parts = [places[deep < -_SEAM], places[deep > _SEAM]]
            own = np.concatenate([_unlike(part, part) for part in parts])
            gain = float(one.mean() - own.mean()) - _WORTH
            better[split] += max(0.0, gain)
    best = max(SPLITS, key=lambda split: better[split])
    return best if better[best] > _USUAL * better["top"] else "top"


def _unlike(seen: Floats, places: Floats) -> Floats:
    """How far places are from the commonest colour of those seen."""
    squares = (seen**2).sum(axis=1)
    gaps = squares[:, None] + squares[None] - 2 * seen @ seen.T
    close = np.exp(-0.5 * gaps / _ALIKE**2)
    weights = close[int(close.sum(axis=1).argmax())]
    typical = (weights[:, None] * seen).sum(axis=0) / weights.sum()
    return np.asarray(np.minimum(np.linalg.norm(places - typical, axis=1), _FAR))
