"""Cards tucked under a board: strips along its rim, apart or fanned over each other, of each one half to be seen.

A strip is as wide as a card, and at most half a card deep. Where strips overlap, the seam between them is a straight
line from the rim outwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.board import Board
from companion.vision.cut import Outline
from companion.vision.plane import Floats

_FINE = 2.0  # pixels of a rim's picture for one of the working picture
_DEEP = 1.1  # how far out a rim's picture reaches, in heights of the board
_TOUCHES = 5  # pixels of a rim's picture between the board and what is tucked under it
_LEAST_DEEP, _LEAST_WIDE = 0.1, 0.2  # of a strip, in heights of the board
_FULL = 0.8  # of a strip's own rectangle that is no table
_USUAL_CARD = 0.66  # width of a card to its height, where no card is known
_STORY = 0.68  # width of a Story tile to its height
_ONE, _TWO = 3.25, 6.2  # how wide one strip, and two beside each other, are at most, in depths and widths of a card
_MAY_BE_TWO = 2.3
_SLANTS = np.radians(np.arange(-9, 10, 3))
_SEAM = 7.0  # Lab: a seam is at least so clear
_MOST = 4
_STEP, _SHARP = 6.0, 0.5  # Lab across a border, and of each how much is so clear


@dataclass(frozen=True)
class _Rim:
    """The picture along one side of the board: to the right along the side, down away from it."""

    forth: Floats
    lab: NDArray[np.float32]
    off: NDArray[np.float32]
    tall: float  # of the board, in pixels of this picture

    def home(self, corners: Floats) -> Floats:
        """To the working picture."""
        return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float64), np.linalg.inv(self.forth))[0])

    def there(self, corners: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float64), self.forth)[0])


@dataclass(frozen=True)
class Strip:
    """``seen``: what shows beyond the board's rim; ``whole``: the Story tile it is if it lies half on the board."""

    seen: Outline
    whole: Outline


def strips_at(
    board: Board, lab: NDArray[np.float32], off: NDArray[np.float32], whole: Sequence[Floats], card: float | None
) -> list[Strip]:
    """What ends at the board's rim, in pixels of the working picture. ``whole``: pieces (4, 2) that lie openly."""
    found = []
    for side in range(4):
        rim = _rim(board, side, lab, off)
        mask = np.asarray(rim.off > 1, np.uint8)
        for corners in whole:
            grown = rim.there(corners)
            middle = grown.mean(axis=0)
            cv2.fillPoly(mask, [np.round(middle + (grown - middle) * 1.06).astype(np.int32)], 0)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        for k in range(1, count):
            x, y, wide, _, _ = stats[k]
            if y > _TOUCHES:
                continue
            for quad in _parted(rim, np.asarray(labels[:, x : x + wide] == k), int(x), card or _USUAL_CARD):
                inwards = np.array([0, quad[2, 1] - (quad[1, 0] - quad[0, 0]) / _STORY])
                longer = quad + inwards * np.array([[1], [1], [0], [0]])
                found.append(Strip(_outline(rim.home(quad)), _outline(rim.home(longer))))
    return found


def _outline(corners: Floats) -> Outline:
    return Outline("rectangle", corners, 0.95, float(cv2.contourArea(corners.astype(np.float32))))


def _rim(board: Board, side: int, lab: NDArray[np.float32], off: NDArray[np.float32]) -> _Rim:
    corners = np.roll(board.corners, -side, axis=0)  # this side from its left end, seen from the middle outwards
    tall = float(
        np.linalg.norm(board.corners[3] - board.corners[0]) + np.linalg.norm(board.corners[2] - board.corners[1])
    )
    tall *= _FINE / 2
    wide = tall * board.long
    length, depth = (wide, tall) if side % 2 == 0 else (tall, wide)
    margin = 0.3 * tall
    # Outwards is down: the board itself lies above the picture's upper rim.
    frame = np.array([[length, 0], [0, 0], [0, -depth], [length, -depth]]) + np.array([margin, 0])
    forth = np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), frame.astype(np.float32)), np.float64)
    size = (round(length + 2 * margin), round(_DEEP * tall))
    far = cv2.warpPerspective(off, forth, size, flags=cv2.INTER_LINEAR, borderValue=0)
    near = cv2.warpPerspective(lab, forth, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return _Rim(forth, np.asarray(near, np.float32), np.asarray(far, np.float32), tall)


def _parted(rim: _Rim, mask: NDArray[np.bool_], left: int, card: float) -> list[Floats]:
    """The strips of one part of the rim's picture, each as a quadrilateral (4, 2) of it; none where it is no strip."""
    deep = mask.sum(axis=0).astype(np.float64)
    if not len(deep):
        return []
    most = float(np.percentile(deep, 85))
    own = np.nonzero(deep > 0.4 * most)[0]
    start, end = int(own[0]), int(own[-1]) + 1
    wide = end - start
    if most < _LEAST_DEEP * rim.tall or wide < _LEAST_WIDE * rim.tall or most > 0.97 * len(mask):
        return []
    best: tuple[float, list[int]] = (0.0, [])
    length = wide / (most * card)
    if length > _MAY_BE_TWO:
        seams = _seams(rim.lab[:, left + start : left + end], most)
        best = _best_cuts(rim, seams, deep[start:end], left + start, length)
    cuts = [0, *best[1], wide]
    quads = []
    for a, b in pairwise(cuts):
        own_deep = float(np.percentile(deep[start + a : start + b], 70))
        x, y = left + start + a, left + start + b
        part = mask[: max(1, round(own_deep)), start + a : start + b]
        if b - a < 0.2 * wide / len(cuts) or part.mean() < _FULL or own_deep > 1.25 * wide:
            continue
        quad = np.array([[x, 0], [y, 0], [y, own_deep], [x, own_deep]], np.float64)
        if _bordered(rim, quad):
            quads.append(quad)
    return quads


def _bordered(rim: _Rim, quad: Floats) -> bool:
    """Whether its end and a side are sharp: a patch of light is not. Between two of one colour no seam may show."""
    t = np.linspace(0.15, 0.85, 24)[:, None]
    middle = quad.mean(axis=0)
    sharp = []
    for a, b in ((quad[2], quad[3]), (quad[1], quad[2]), (quad[3], quad[0])):
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
        out = np.array([along[1], -along[0]])
        out = -out if (middle - a) @ out > 0 else out
        at = a + t * (b - a)
        steps = [
            np.linalg.norm(_seen(rim.lab, at + (k + 3) * out) - _seen(rim.lab, at + (k - 3) * out), axis=1)
            for k in range(-8, 9, 2)
        ]
        sharp.append(float((np.max(steps, axis=0) > _STEP).mean()))
    return sharp[0] > _SHARP and max(sharp[1:]) > _SHARP


def _seen(lab: NDArray[np.float32], at: Floats) -> Floats:
    got = cv2.remap(lab, at[None, :, 0].astype(np.float32), at[None, :, 1].astype(np.float32), cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(got[0])


def _seams(lab: NDArray[np.float32], deep: float) -> list[tuple[int, float]]:
    """Straight lines from the rim outwards where the colour changes: where in the middle of their way, and how much."""
    low, high = round(0.12 * deep), max(round(0.85 * deep), round(0.12 * deep) + 4)
    rows = np.arange(low, high)
    columns = np.arange(lab.shape[1], dtype=np.float32)
    middle = (low + high) / 2
    best = np.zeros(lab.shape[1])
    for slant in _SLANTS:
        x = (columns[None] + np.tan(slant) * (rows[:, None] - middle)).astype(np.float32)
        y = np.broadcast_to(rows[:, None].astype(np.float32), x.shape)
        even = cv2.remap(lab, x, np.ascontiguousarray(y), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        step = np.linalg.norm(np.roll(even, -3, axis=1) - np.roll(even, 3, axis=1), axis=2)
        best = np.maximum(best, np.percentile(step, 35, axis=0))
    best[:6], best[-6:] = 0, 0
    found: list[tuple[int, float]] = []
    for k in np.argsort(-best):
        if best[k] < _SEAM or len(found) >= 8:
            break
        if all(abs(int(k) - other) > 0.12 * deep for other, _ in found):
            found.append((int(k), float(best[k])))
    return found


def _best_cuts(
    rim: _Rim, seams: Sequence[tuple[int, float]], deep: NDArray[np.float64], left: int, length: float
) -> tuple[float, list[int]]:
    """Where one part is cut into strips: as few as its length allows, at the clearest seams."""
    wide = len(deep)
    least = 0 if length < _ONE else 1 if length < _TWO else 2
    most = min(_MOST - 1, max(least, int(length / _MAY_BE_TWO)))
    best: tuple[float, list[int]] = (0.0 if least == 0 else -1e9, [])
    for count in range(max(1, least), most + 1):
        for chosen in combinations(sorted(seams), count):
            at = [0, *(k for k, _ in chosen), wide]
            widths = np.diff(at)
            if widths.min() < 0.18 * wide / (count + 1) * 2 or widths.max() > _ONE / length * wide * 1.05:
                continue
            colours = [
                np.median(rim.lab[4 : max(6, int(deep[a:b].min() * 0.8)), left + a + 4 : left + b - 4], axis=(0, 1))
                for a, b in pairwise(at)
            ]
            apart = min(float(np.linalg.norm(p - q)) for p, q in pairwise(colours))
            if length < _ONE and apart < 18:
                continue
            worth = sum(strength for _, strength in chosen) - 14.0 * count + min(apart, 25.0)
            if worth > best[0]:
                best = (worth, list(at[1:-1]))
    if best[0] < -1e8:  # no seam shows: all are equally wide
        best = (0.0, [round(wide * k / (least + 1)) for k in range(1, least + 1)])
    return best
