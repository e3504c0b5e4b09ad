"""The points of Story tiles: one number on each, in one place on all of a print, which tells how each of them lies."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.digits import NONE, digit_logs, glyphs_in
from companion.dewan.vision.lattice import Floats

_SAME_PLACE = 0.06  # how far the points of a print's story tiles lie apart, in heights
_TURNED = 2.5  # log odds: people lay pieces the way they read them
_ENOUGH = 6.0  # log odds: one clear digit does not outvote the other tiles
_PAIR = 1.0  # log odds: two digits that stand together are no accident
_FIRST = (1, 2, 3)  # of a number with two digits
_AT_PLACE = 4.0  # log odds: where other tiles have their number this one has one, too
_NO_DIGIT = -5.0  # log odds below which a mark is none even there
_AS_HIGH = 1.3  # the highest digits of a print in the lowest


@dataclass(frozen=True)
class Number:
    """``at``: its middle in heights from the upper left, the piece turned by ``turn`` quarters so that it is upright;
    ``odds``: log odds of being a number at all; ``sure``: how likely it is this one, if any;
    ``frame``: left, top, right, bottom in pixels of the picture as it lies."""

    at: tuple[float, float]
    turn: int
    value: int
    odds: float
    sure: float
    high: float
    frame: tuple[float, float, float, float]


@dataclass(frozen=True)
class _Digit:
    at: Floats  # in pixels of the turned picture
    high: float
    wide: float
    logs: Floats
    frame: tuple[float, float, float, float]

    @property
    def odds(self) -> float:
        return float(np.log(np.exp(self.logs[:NONE]).sum() + 1e-9) - self.logs[NONE])

    @property
    def best(self) -> int:
        return int(self.logs[:NONE].argmax())

    @property
    def sure(self) -> float:
        shares = np.exp(self.logs[:NONE] - self.logs[:NONE].max())
        return float(1 / shares.sum())


def numbers_of(pictures: Sequence[NDArray[np.float32]]) -> list[Number | None]:
    """The number on each of these upright pictures (Lab) of Story tiles; None where none is to be seen."""
    tried = [_numbers(picture) for picture in pictures]
    place, base = number_place(tried)
    if place is None:
        return [None] * len(pictures)
    chosen = [_at_place(found, place, base) for found in tried]
    highs = [one.high for one in chosen if one is not None and one.odds > 0]
    usual = float(np.median(highs)) if highs else 0.0
    return [_at_place(found, place, base, usual) for found in tried]


def _at_place(found: Sequence[Number], place: Floats, base: int, usual: float = 0.0) -> Number | None:
    near = [
        one
        for one in found
        if (one.turn - base) % 2 == 0
        and np.linalg.norm(np.array(one.at) - place) < _SAME_PLACE
        and one.odds > (_NO_DIGIT if usual else 0.0)
        and (not usual or 1 / _AS_HIGH < one.high / usual < _AS_HIGH)
    ]
    return max(near, key=lambda one: one.odds - _TURNED * (one.turn != base), default=None)


def number_place(tried: Sequence[Sequence[Number]]) -> tuple[Floats | None, int]:
    """Where the numbers stand, and how most tiles must be turned to read them."""
    votes = [
        (k, one, np.array(one.at), min(one.odds, _ENOUGH))
        for k, found in enumerate(tried)
        for one in found
        if one.odds > 0
    ]
    if not votes:
        return None, 0
    owner = np.array([k for k, *_ in votes])
    turn = np.array([one.turn for _, one, *_ in votes])
    at = np.array([place for *_, place, _ in votes])
    worth = np.array([odds for *_, odds in votes])
    best, place, base = 0.0, None, 0
    for n in range(len(votes)):
        # Of a tile turned over the same place counts, a little less.
        near = (np.linalg.norm(at - at[n], axis=1) < _SAME_PLACE) & ((turn - turn[n]) % 2 == 0)
        each = np.where(near, worth - _TURNED * (turn != turn[n]), 0.0)
        total = sum(float(each[owner == k].max()) for k in range(len(tried)) if (owner == k).any()) + 0.01 * worth[n]
        if total > best:
            best, base = total, int(turn[n])
            sure = near & (turn == turn[n]) & (worth > 1)
            place = np.median(at[sure], axis=0) if sure.any() else at[n]
    return place, base


def _numbers(picture: NDArray[np.float32]) -> list[Number]:
    """Everything that may be a number, in any of four turns."""
    tall, wide = picture.shape[:2]
    glyphs = glyphs_in(np.ascontiguousarray(picture[..., 0]), float(tall))
    found = []
    for turn in range(4):
        logs = digit_logs([np.ascontiguousarray(np.rot90(glyph.ink, turn)) for glyph in glyphs])
        digits = []
        for glyph, own in zip(glyphs, logs, strict=True):
            high, broad = glyph.ink.shape
            x, y = glyph.middle
            at = {0: (x, y), 1: (y, wide - 1 - x), 2: (wide - 1 - x, tall - 1 - y), 3: (tall - 1 - y, x)}[turn]
            if turn % 2:
                high, broad = broad, high
            frame = (glyph.left, glyph.top, glyph.left + glyph.ink.shape[1], glyph.top + glyph.ink.shape[0])
            if high > 0.9 * broad:
                digits.append(_Digit(np.array(at), high - 2.0, broad - 2.0, own, frame))
        found += _joined(digits, turn, float(tall))
    return found


def _joined(digits: Sequence[_Digit], turn: int, tall: float) -> list[Number]:
    numbers = []
    paired = set()
    for one in digits:
        for other in digits:
            gap = other.at - one.at
            high = max(one.high, other.high)
            beside = 0.3 * high < gap[0] < 1.25 * high and gap[0] > 0.4 * (one.wide + other.wide)
            level = abs(gap[1]) < 0.15 * high and abs(one.high - other.high) < 0.2 * high
            if beside and level and one.best in _FIRST and min(one.odds, other.odds) > -1.0:
                middle = (one.at + other.at) / 2
                left = min(one.at[0] - one.wide / 2, other.at[0] - other.wide / 2)
                right = max(one.at[0] + one.wide / 2, other.at[0] + other.wide / 2)
                middle[0] = (left + right) / 2
                odds = (one.odds + other.odds) / 2 + _PAIR
                value, sure = 10 * one.best + other.best, one.sure * other.sure
                frame = _around(one.frame, other.frame)
                numbers.append(Number((middle[0] / tall, middle[1] / tall), turn, value, odds, sure, high, frame))
                paired |= {k for k, d in enumerate(digits) if _same(d, one) or _same(d, other)}
    for k, one in enumerate(digits):
        if k not in paired:
            at = (float(one.at[0]) / tall, float(one.at[1]) / tall)
            numbers.append(Number(at, turn, one.best, one.odds, one.sure, one.high, one.frame))
    return numbers


def _same(one: _Digit, other: _Digit) -> bool:
    """The same mark, cut out at another level."""
    return bool(np.linalg.norm(one.at - other.at) < 0.15 * max(one.high, other.high))


def _around(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, float, float, float]:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
