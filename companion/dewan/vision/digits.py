"""Digits in any print: compared with strokes of several widths, so that no font has to be known."""

from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import Floats

WIDTH, HEIGHT = 14, 20
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_STROKES = (3, 7, 12)
_SHAPES = ((0.8, 0.0, 1), (1.0, 0.0, 1), (0.85, 0.2, 1), (0.8, 0.0, 11), (0.95, 0.0, 11))
"""How a font may differ: its width, its slant, and how much heavier upright strokes are than others."""
_EDGE, _RUN, _LOOSE = 2, 0.7, 1.6
_NARROW = 0.45  # a difference in width to height of this weighs like quite another shape


def _features(mask: NDArray[np.uint8]) -> tuple[Floats, float]:
    """A glyph filled to its frame, where it is and which way its strokes run there; and its width to its height."""
    ys, xs = np.nonzero(mask)
    glyph = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    ratio = glyph.shape[1] / glyph.shape[0]
    # A thin one keeps its proportion, or a 1 would become a block.
    wide = max(2, min(WIDTH, round(HEIGHT * ratio)))
    small = cv2.resize(glyph, (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    framed = np.zeros((HEIGHT + 2 * _EDGE, WIDTH + 2 * _EDGE), np.float32)
    left = _EDGE + (WIDTH - wide) // 2
    framed[_EDGE:-_EDGE, left : left + wide] = small
    across, down = cv2.Sobel(framed, cv2.CV_32F, 1, 0), cv2.Sobel(framed, cv2.CV_32F, 0, 1)
    ways = [framed, *(np.maximum(way, 0) for way in (across, -across, down, -down))]
    parts = []
    for way, weight in zip(ways, (1.0, *[_RUN] * 4), strict=True):
        flat = cv2.GaussianBlur(way, (0, 0), 1.1 if way is framed else _LOOSE).ravel().astype(np.float64)
        flat -= flat.mean()
        parts.append(weight * flat / max(1e-6, float(np.linalg.norm(flat))))
    joined = np.concatenate(parts)
    return joined / max(1e-6, float(np.linalg.norm(joined))), ratio


@cache
def _known() -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Features (n, k), ratios (n,) and digits (n,) of the strokes."""
    rows, ratios, digits = [], [], []
    for font, stroke, digit in product(_FONTS, _STROKES, range(10)):
        canvas = np.zeros((140, 160), np.uint8)
        cv2.putText(canvas, str(digit), (40, 115), font, 3.6, 255, stroke, cv2.LINE_AA)
        for squeeze, slant, heavy in _SHAPES:
            drawn = cv2.dilate(canvas, np.ones((1, heavy), np.uint8))
            lay = np.array([[squeeze, -slant, slant * 70], [0, 1, 0]])
            flat, ratio = _features((cv2.warpAffine(drawn, lay, (200, 140)) > 127).astype(np.uint8))
            rows.append(flat)
            ratios.append(ratio)
            digits.append(digit)
    return np.array(rows), np.array(ratios), np.array(digits)


def digit_scores(mask: NDArray[np.uint8]) -> Floats:
    """How much a glyph (h, w) resembles each digit, (10,), 1 for the very same."""
    if mask.sum() < 6:
        return np.full(10, -1.0)
    flat, ratio = _features(mask)
    rows, ratios, digits = _known()
    alike = rows @ flat - _NARROW * np.abs(ratios - ratio)
    return np.array([alike[digits == digit].max() for digit in range(10)])
