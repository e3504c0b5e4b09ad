"""Signs looked for in a piece's picture: moved and sized until they lie as they were seen on another piece.

A mark's frame is wide where the art or a seam runs into it, and a sign in the colour of its ground leaves no mark at
all. Laid in the same way, signs of one kind are far more alike than signs of two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.found_pieces import MARGIN, Piece, Sign
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.rectangles import daylight
from companion.dewan.vision.signs import described_at, distances
from companion.dewan.vision.straight import UNIT, Rectangle, StraightFlower

_SHIFTS = np.stack(np.meshgrid((-0.3, 0.0, 0.3), (-0.3, 0.0, 0.3)), axis=-1).reshape(-1, 2)
_NUDGES = (0.45, 0.17)  # of a shift, one after the other
_CLOSER = (0.93, 1.0, 1.07)
_RIVALS, _RIVAL = (
    3,
    7.0,
)  # how many known signs are laid as well as they can be, and how far behind the first one they lie
_STEP, _WORTH = 0.4, 32.0  # of a radius between places that are tried everywhere; and what is looked at closer
"""Shifts are in radii, the last factors of a radius."""


@dataclass(frozen=True)
class Match:
    """The best way to lay a known sign at a place: its middle and radius in pixels of the piece's picture."""

    gap: float
    which: int
    x: float
    y: float
    radius: float
    colours: Floats
    other: float = float("inf")  # the gap of the next best known sign


@dataclass(frozen=True)
class Sheet:
    """A piece and its picture, in daylight."""

    piece: Piece
    straight: Rectangle | StraightFlower
    gain: Floats

    @cached_property
    def light(self) -> NDArray[np.float32]:
        return daylight(self.straight.lab, self.gain)

    def own_px(self, at: tuple[float, float] | Floats) -> Floats:
        """A place as signs keep it, in pixels of the picture."""
        if isinstance(self.straight, StraightFlower):
            return StraightFlower.own_px(np.array(at))
        tall, wide = self.straight.lab.shape[:2]
        return np.array([at[0] * wide, at[1] * tall])

    def radius_of(self, sign: Sign) -> float:
        """In pixels of the picture."""
        x, y = self.own_px(sign.at)
        return float(sign.size_px / max(self._size_px(float(x), float(y), 1.0), 1e-6))

    def _size_px(self, x: float, y: float, radius: float) -> float:
        middle, edge = self._photo_px(x, y), self._photo_px(x + radius, y)
        return float(np.hypot(edge[0] - middle[0], edge[1] - middle[1]) * 2)

    def _photo_px(self, x: float, y: float) -> tuple[float, float]:
        if isinstance(self.straight, StraightFlower):
            return self.straight.to_photo(np.array([x / UNIT - 1.7, y / UNIT - 1.7]))
        return self.straight.to_photo(x, y)

    def sign(self, match: Match) -> Sign:
        tall, wide = self.straight.lab.shape[:2]
        x, y = match.x, match.y
        flower = isinstance(self.straight, StraightFlower)
        at = (x / UNIT - 1.7, y / UNIT - 1.7) if flower else (x / wide, y / tall)
        margin = min(match.other - match.gap, MARGIN)
        size = self._size_px(x, y, match.radius)
        return Sign(self._photo_px(x, y), size, at, match.colours, gap=match.gap, margin=margin)

    def best(self, places: Floats, radii: Sequence[float], known: Floats) -> list[Match]:
        """For each of these places (n, 2), in pixels of the picture, which of the known signs it shows best."""
        if not len(places) or not len(known):
            return []
        return [self._closest(rivals, known) for rivals in self._tried(places, radii, _SHIFTS, known)]

    def anywhere(self, middle: Floats, reach: float, radii: Sequence[float], known: Floats) -> Match | None:
        """The known sign that shows best anywhere around a place, in pixels of the picture."""
        steps = np.arange(-reach, reach + 1, _STEP * float(np.median(radii)))
        around = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        return self.among(middle + around[np.linalg.norm(around, axis=1) <= reach], radii, known)

    def among(self, places: Floats, radii: Sequence[float], known: Floats) -> Match | None:
        """The known sign that shows best at any of many places, in pixels of the picture."""
        radius, middle = float(np.median(radii)), places.mean(axis=0)
        tried = self._tried(middle[None], [radius], (places - middle) / radius, known)[0]
        rough = min(tried, key=lambda one: one.gap)
        return self.best(np.array([[rough.x, rough.y]]), radii, known)[0] if rough.gap < _WORTH else None

    def _closest(self, rivals: Sequence[Match], known: Floats) -> Match:
        """The best of known signs, each laid as well as it can be: laid askew, one looks like another."""
        ordered = sorted(rivals, key=lambda one: one.gap)
        if ordered[0].gap > _WORTH:
            return ordered[0]
        near = [one for one in ordered[:_RIVALS] if one.gap < ordered[0].gap + _RIVAL]
        laid = sorted((self._nearer(one, known) for one in near), key=lambda one: one.gap)
        other = min([one.gap for one in (*laid[1:], *ordered[len(near) :])], default=float("inf"))
        return replace(laid[0], other=other)

    def _nearer(self, match: Match, known: Floats) -> Match:
        own = known[match.which : match.which + 1]
        for nudge in _NUDGES:
            place = np.array([[match.x, match.y]])
            [[closer]] = self._tried(place, [match.radius * k for k in _CLOSER], _SHIFTS * nudge, own)
            if closer.gap < match.gap:
                match = replace(closer, which=match.which)
        return match

    def _tried(self, places: Floats, radii: Sequence[float], shifts: Floats, known: Floats) -> list[list[Match]]:
        """For each place and each known sign the best way to lay it there."""
        count, ways = len(places), len(shifts)
        spots = np.concatenate([(places[:, None] + shifts[None] * radius).reshape(-1, 2) for radius in radii])
        colours = np.concatenate(
            [
                described_at(self.light, spots[k * count * ways : (k + 1) * count * ways], radius)
                for k, radius in enumerate(radii)
            ]
        )
        gaps = distances(colours, known).reshape(len(radii), count, ways, len(known))
        found = []
        for n in range(count):
            rivals = []
            for which in range(len(known)):
                own = gaps[:, n, :, which]
                size, way = np.unravel_index(int(own.argmin()), own.shape)
                index = (int(size) * count + n) * ways + int(way)
                x, y = spots[index]
                rivals.append(
                    Match(float(own[size, way]), which, float(x), float(y), float(radii[int(size)]), colours[index])
                )
            found.append(rivals)
        return found
