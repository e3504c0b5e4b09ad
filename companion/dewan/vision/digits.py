"""Digits in any print: compared with strokes of several widths, so that no font has to be known."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import Floats

WIDTH, HEIGHT = 14, 20
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_STROKES = (3, 7, 12)
_NARROW = 0.45  # a difference in width to height of this weighs like quite another shape


def _features(mask: NDArray[np.uint8]) -> tuple[Floats, float]:
    """A glyph filled to its frame, without its mean and at one length; and its width to its height."""
    ys, xs = np.nonzero(mask)
    glyph = mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)
    ratio = glyph.shape[1] / glyph.shape[0]
    # A thin one keeps its proportion, or a 1 would become a block.
    wide = max(2, min(WIDTH, round(HEIGHT * ratio)))
    small = cv2.resize(glyph, (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    framed = np.zeros((HEIGHT, WIDTH), np.float32)
    left = (WIDTH - wide) // 2
    framed[:, left : left + wide] = small
    flat = cv2.GaussianBlur(framed, (0, 0), 1.1).ravel().astype(np.float64)
    flat -= flat.mean()
    return flat / max(1e-6, float(np.linalg.norm(flat))), ratio


@cache
def _known() -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Features (n, k), ratios (n,) and digits (n,) of the strokes."""
    rows, ratios, digits = [], [], []
    for font in _FONTS:
        for stroke in _STROKES:
            for digit in range(10):
                for squeeze in (0.8, 1.0):
                    canvas = np.zeros((140, 120), np.uint8)
                    cv2.putText(canvas, str(digit), (20, 115), font, 3.6, 255, stroke, cv2.LINE_AA)
                    narrow = cv2.resize(canvas, (round(120 * squeeze), 140), interpolation=cv2.INTER_AREA)
                    flat, ratio = _features((narrow > 127).astype(np.uint8))
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
