"""Digits in any print: what may be one is cut out, and a small net that has seen many fonts says which it is.

The net's weights (``digits.bin``) were learned from glyphs drawn in many ways: ``python -m bench.pieces.learn_digits``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import Floats

WIDTH, HEIGHT = 14, 20
NONE = 10
"""What the net says of what is no digit."""
HIDDEN = 40
_EDGE, _POOL = 2, 3  # pixels around a glyph; and that are one feature
_GROUND = 0.055  # of a piece's height: the reach of what a stroke stands out from
_LEVELS = (0.3, 0.55)  # of the strongest contrast
_LEAST_CONTRAST = 5.0  # Lab
_LOWEST, _HIGHEST = 0.055, 0.27  # of a piece's height that a digit is high
_NARROWEST = 0.012
_WEIGHTS = Path(__file__).with_name("digits.bin")


@dataclass(frozen=True)
class Glyph:
    """What may be a digit: its frame in pixels of the picture, and how much each place in it is ink, 0 to 1."""

    left: int
    top: int
    ink: NDArray[np.float32]

    @property
    def middle(self) -> tuple[float, float]:
        height, width = self.ink.shape
        return self.left + (width - 1) / 2, self.top + (height - 1) / 2


def glyphs_in(lightness: NDArray[np.float32], tall: float) -> list[Glyph]:
    """Everything darker or lighter than what lies around it and of a digit's size; ``tall``: the piece's height."""
    apart = lightness - cv2.GaussianBlur(lightness, (0, 0), _GROUND * tall)
    found = []
    for way in (apart, -apart):
        strongest = float(np.percentile(way, 99))
        for level in _LEVELS:
            mask = (way > max(_LEAST_CONTRAST, level * strongest)).astype(np.uint8)
            count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
            for k in range(1, count):
                x, y, wide, high, area = (int(v) for v in stats[k])
                if not _LOWEST * tall < max(wide, high) < _HIGHEST * tall or min(wide, high) < _NARROWEST * tall:
                    continue
                if area < 8 or x == 0 or y == 0 or x + wide == mask.shape[1] or y + high == mask.shape[0]:
                    continue
                own = np.pad((labels[y : y + high, x : x + wide] == k).astype(np.uint8), 1)
                own = cv2.dilate(own, np.ones((3, 3), np.uint8))
                part = way[y - 1 : y + high + 1, x - 1 : x + wide + 1]
                full = float(np.percentile(part[own > 0], 80))
                found.append(Glyph(x - 1, y - 1, np.asarray(np.clip(part / max(full, 1e-3), 0, 1) * own, np.float32)))
    return found


def features(ink: NDArray[np.float32]) -> Floats:
    """A glyph filled to its frame: where it is, which way its strokes run there, and its width to its height."""
    solid = ink > 0.5
    rows, columns = np.nonzero(solid.any(axis=1))[0], np.nonzero(solid.any(axis=0))[0]
    if not len(rows):
        return np.zeros(_SIZE)
    glyph = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    ratio = glyph.shape[1] / glyph.shape[0]
    # A thin one keeps its proportion, or a 1 would become a block.
    wide = max(2, min(WIDTH, round(HEIGHT * ratio)))
    framed = np.zeros((HEIGHT + 2 * _EDGE, WIDTH + 2 * _EDGE), np.float32)
    left = _EDGE + (WIDTH - wide) // 2
    framed[_EDGE:-_EDGE, left : left + wide] = cv2.resize(glyph, (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    across, down = cv2.Sobel(framed, cv2.CV_32F, 1, 0), cv2.Sobel(framed, cv2.CV_32F, 0, 1)
    ways = [framed, *(np.asarray(np.maximum(way, 0) / 2, np.float32) for way in (across, -across, down, -down))]
    size = (framed.shape[1] // _POOL, framed.shape[0] // _POOL)
    pooled = [
        cv2.resize(cv2.GaussianBlur(way, (0, 0), 0.8), size, interpolation=cv2.INTER_AREA).ravel() for way in ways
    ]
    return np.concatenate([*pooled, [min(ratio, 2.0)]]).astype(np.float64)


_SIZE = 5 * ((WIDTH + 2 * _EDGE) // _POOL) * ((HEIGHT + 2 * _EDGE) // _POOL) + 1


@cache
def _net() -> tuple[Floats, Floats, Floats, Floats]:
    """Weights and offsets of the two layers, each row of bytes with a scale of its own."""
    packed = _WEIGHTS.read_bytes()
    layers, at = [], 0
    for rows, columns in ((HIDDEN, _SIZE + 1), (NONE + 1, HIDDEN + 1)):
        scales = np.frombuffer(packed, "<f4", rows, at).astype(np.float64)
        at += 4 * rows
        values = np.frombuffer(packed, np.int8, rows * columns, at).reshape(rows, columns).astype(np.float64)
        at += rows * columns
        whole = values * scales[:, None]
        layers += [whole[:, :-1], whole[:, -1]]
    return layers[0], layers[1], layers[2], layers[3]


def digit_logs(inks: Sequence[NDArray[np.float32]]) -> Floats:
    """For each glyph the log probability of each digit, and of being none, (n, 11)."""
    if not inks:
        return np.zeros((0, NONE + 1))
    first, first_offset, last, last_offset = _net()
    hidden = np.tanh(np.array([features(ink) for ink in inks]) @ first.T + first_offset)
    logs = hidden @ last.T + last_offset
    logs -= logs.max(axis=1, keepdims=True)
    return np.asarray(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)))
