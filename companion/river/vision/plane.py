"""The plane of the table, from straight lines alone: boards, tiles and spaces meet at right angles."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats

_SIDE = 800  # pixels of the longer side on which lines are looked for
_SHORTEST = 14.0  # pixels; shorter lines are art
_TILTS = np.radians(np.arange(0, 50, 5.0))
_AROUND = np.radians(np.arange(0, 360, 15.0))
_FOCAL = 1.65  # of a phone's camera, in halves of the longer side
_WIDTH = np.radians(2.5)  # how far tiles laid by hand turn from each other
_BINS = 180  # over a right angle
_BIN = np.pi / 2 / _BINS
_SECOND = 0.25  # of the strongest turn
_KEPT = 2


@dataclass(frozen=True)
class Rectified:
    """``straight`` (3, 3) leads from pixels of the picture to the table seen straight, its lines level and upright."""

    straight: Floats
    strength: float


def rectified(rgb: NDArray[np.uint8]) -> list[Rectified]:
    """Ways to see the table straight, the best first; in units of half the longer side."""
    height, width = rgb.shape[:2]
    lines = _lines(rgb)
    middle, reach = np.array([width, height]) / 2, max(height, width) / 2
    norm = np.array([[1 / reach, 0, -middle[0] / reach], [0, 1 / reach, -middle[1] / reach], [0, 0, 1]])
    if len(lines) < 8:
        return [Rectified(norm, 0.0)]
    ends = (lines.reshape(-1, 2, 2) - middle) / reach
    tried = [(0.0, 0.0)] + [(tilt, around) for tilt in _TILTS[1:] for around in _AROUND]
    scored = sorted(((_score(ends, *one), one) for one in tried), reverse=True)
    found: list[tuple[float, tuple[float, float]]] = []
    for score, one in scored:
        if all(_between(one, other) > np.radians(12) for _, other in found):
            found.append(_refined(ends, score, one))
        if len(found) == _KEPT:
            break
    result = []
    for score, one in sorted(found, reverse=True):
        for share, turn in _turns(_smooth(ends, *one)):
            spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
            result.append(Rectified(spin @ _matrix(*one) @ norm, score * share))
    return sorted(result, key=lambda one: -one.strength)


def _lines(rgb: NDArray[np.uint8]) -> Floats:
    """Straight lines (n, 4) of the picture."""
    scale = min(1.0, _SIDE / max(rgb.shape[:2]))
    small = cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    finder = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    found = []
    for channel in cv2.split(cv2.cvtColor(small, cv2.COLOR_RGB2LAB)):
        lines = finder.detect(np.ascontiguousarray(channel))[0]
        if lines is not None:
            found.append(lines[:, 0])
    every = np.concatenate(found) if found else np.zeros((0, 4))
    long = np.linalg.norm(every[:, 2:] - every[:, :2], axis=1) > _SHORTEST
    return np.asarray(every[long] / scale, np.float64)


def _normal(tilt: float, around: float) -> Floats:
    return np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])


def _between(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(np.arccos(np.clip(_normal(*one) @ _normal(*other), -1, 1)))


def _matrix(tilt: float, around: float) -> Floats:
    """Turns the camera so that it looks straight down."""
    axis = np.array([-np.sin(around), np.cos(around), 0.0]) * tilt
    turned, _ = cv2.Rodrigues(axis)
    focal = np.diag([_FOCAL, _FOCAL, 1.0])
    return np.asarray(focal @ turned @ np.linalg.inv(focal))


def _smooth(ends: Floats, tilt: float, around: float) -> Floats:
    """How much of all lines' length runs along each pair of directions at right angles, seen so."""
    seen = cv2.perspectiveTransform(ends.reshape(1, -1, 2), _matrix(tilt, around)).reshape(-1, 2, 2)
    along = seen[:, 1] - seen[:, 0]
    # Lengths count as they are in the photo, or a plane that stretches a few would win.
    weight = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    angle = np.mod(np.arctan2(along[:, 1], along[:, 0]), np.pi / 2)
    histogram = np.bincount((angle / _BIN).astype(int) % _BINS, weight, _BINS)
    steps = np.minimum(np.arange(_BINS), _BINS - np.arange(_BINS)) * _BIN
    kernel = np.exp(-0.5 * (steps / _WIDTH) ** 2)
    smooth = np.fft.irfft(np.fft.rfft(histogram) * np.fft.rfft(kernel), _BINS)
    return np.asarray(smooth / weight.sum())


def _score(ends: Floats, tilt: float, around: float) -> float:
    return float(_smooth(ends, tilt, around).max())


def _turns(smooth: Floats) -> list[tuple[float, float]]:
    """The strongest turn, and another far from it if it is strong as well: planks of the table run as they like."""
    best = int(smooth.argmax())
    away = np.abs((np.arange(_BINS) - best + _BINS // 2) % _BINS - _BINS // 2) * _BIN > np.radians(8)
    other = int(np.where(away, smooth, 0).argmax())
    return [(float(smooth[k] / smooth[best]), k * _BIN) for k in (best, other) if smooth[k] > _SECOND * smooth[best]]


def _refined(ends: Floats, score: float, one: tuple[float, float]) -> tuple[float, tuple[float, float]]:
    step = np.radians(2.5)
    for _ in range(4):
        n = _normal(*one)
        for dx, dy in ((step, 0), (-step, 0), (0, step), (0, -step)):
            moved = n + np.array([dx, dy, 0])
            moved /= np.linalg.norm(moved)
            tried = float(np.arccos(np.clip(moved[2], -1, 1))), float(np.arctan2(moved[1], moved[0]))
            now = _score(ends, *tried)
            if now > score:
                score, one = now, tried
        step /= 2 if n @ _normal(*one) > 1 - 1e-9 else 1
    return score, one
