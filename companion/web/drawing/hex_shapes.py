"""Hexagons on paper: where spaces lie, corners as a hand would draw them, outlines of groups of spaces.

Pointy tops. All lengths are in the drawing's own units; ``RADIUS`` is from the centre of a space to a corner.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from math import cos, pi, sin, sqrt

from companion.rules.hexes import Hex

RADIUS = 60.0
WIDTH = RADIUS * sqrt(3)
NUDGE = 0.03
"""Corners stray from their place by up to this share of the radius, the same way on every drawing."""
_SEED = 0x5EED

_REMEMBERED = 8192
"""Every map is drawn again and again, always with the same corners."""

Point = tuple[float, float]


def centre(at: Hex) -> Point:
    return WIDTH * (at.q + at.r / 2), RADIUS * 1.5 * at.r


@lru_cache(_REMEMBERED)
def corner(at: Hex, side: int) -> Point:
    """The corner that follows ``side``, counted as sides are.

    It is named by the three spaces that meet there, so each of them finds the same point.
    """
    meeting = at, at.neighbour(side), at.neighbour(side + 1)
    points = [centre(one) for one in meeting]
    x, y = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
    dice = _dice(sum(one.q for one in meeting), sum(one.r for one in meeting))
    angle, length = (dice & 0xFFFF) / 0x10000 * 2 * pi, (dice >> 16 & 0xFFFF) / 0x10000 * NUDGE * RADIUS
    return x + cos(angle) * length, y + sin(angle) * length


def corners(at: Hex) -> list[Point]:
    return [corner(at, side) for side in range(6)]


def side_ends(at: Hex, side: int) -> tuple[Point, Point]:
    return corner(at, side - 1), corner(at, side)


def side_middle(at: Hex, side: int) -> Point:
    (x1, y1), (x2, y2) = side_ends(at, side)
    return (x1 + x2) / 2, (y1 + y2) / 2


@lru_cache(_REMEMBERED)
def hex_path(at: Hex, scale: float = 1.0) -> str:
    """``scale`` below 1: a piece that lies on the space."""
    cx, cy = centre(at)
    return closed([(cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in corners(at)])


def outline(spaces: Collection[Hex]) -> str:
    """The border of the spaces, one closed line for each part and each hole."""
    return _outline(frozenset(spaces))


@lru_cache(_REMEMBERED)
def _outline(inside: frozenset[Hex]) -> str:
    # Every border side leads from its first corner to its second, the spaces always on the same hand.
    onwards: dict[Point, list[Point]] = {}
    for at in sorted(inside):
        for side in range(6):
            if at.neighbour(side) not in inside:
                first, second = side_ends(at, side)
                onwards.setdefault(_key(first), []).append(second)
    loops = []
    while onwards:
        start = here = next(iter(onwards))
        loop: list[Point] = []
        while here in onwards:
            there = onwards[here].pop()
            if not onwards[here]:
                del onwards[here]
            loop.append(there)
            here = _key(there)
            if here == start:
                break
        loops.append(closed(loop))
    return " ".join(loops)


def seams(groups: Iterable[Collection[Hex]]) -> str:
    """The sides where two groups meet, each once."""
    group_of = {at: number for number, group in enumerate(groups) for at in group}
    lines = []
    for at, number in sorted(group_of.items()):
        for side in range(3):
            near = at.neighbour(side)
            if near in group_of and group_of[near] != number:
                (x1, y1), (x2, y2) = side_ends(at, side)
                lines.append(f"M{n(x1)} {n(y1)}L{n(x2)} {n(y2)}")
    return "".join(lines)


def curve(points: list[Point]) -> str:
    """A soft line through all the points."""
    if len(points) < 2:
        return ""
    path = f"M{n(points[0][0])} {n(points[0][1])}"
    for i in range(len(points) - 1):
        here, there = points[i], points[i + 1]
        before, after = points[max(i - 1, 0)], points[min(i + 2, len(points) - 1)]
        first = here[0] + (there[0] - before[0]) / 7, here[1] + (there[1] - before[1]) / 7
        second = there[0] - (after[0] - here[0]) / 7, there[1] - (after[1] - here[1]) / 7
        path += f"C{n(first[0])} {n(first[1])} {n(second[0])} {n(second[1])} {n(there[0])} {n(there[1])}"
    return path


def closed(points: list[Point]) -> str:
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "z"


def n(value: float) -> str:
    """A coordinate as short as it may be."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _key(point: Point) -> Point:
    return round(point[0], 3), round(point[1], 3)


def _dice(a: int, b: int) -> int:
    """Thirty-two bits that depend on nothing but the two numbers."""
    mixed = (a * 0x9E3779B1 ^ b * 0x85EBCA77 ^ _SEED) & 0xFFFFFFFF
    for _ in range(2):
        mixed = ((mixed ^ mixed >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return mixed ^ mixed >> 16
