"""Axial hex coordinates: steps, sides, rotation, distance.

Side ``s`` of a space points to its neighbour ``space + SIDES[s]``; turning by one step sends side ``s`` to ``s + 1``.
"""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """One space by its axial coordinates. Sorts by ``q``, then ``r``."""

    q: int
    r: int

    def neighbour(self, side: int) -> "Hex":
        step = SIDES[side % 6]
        return Hex(self.q + step.q, self.r + step.r)

    def neighbours(self) -> tuple["Hex", ...]:
        q, r = self
        return tuple([Hex(q + dq, r + dr) for dq, dr in SIDES])

    def moved(self, by: "Hex") -> "Hex":
        return Hex(self.q + by.q, self.r + by.r)

    def turned(self, steps: int) -> "Hex":
        """Turned about the origin by ``steps`` sixths."""
        q, r = self
        for _ in range(steps % 6):
            q, r = q + r, -q
        return Hex(q, r)


SIDES = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


def are_adjacent(a: Hex, b: Hex) -> bool:
    return (b[0] - a[0], b[1] - a[1]) in SIDES


def side_between(a: Hex, b: Hex) -> int | None:
    """The side of ``a`` that points to ``b``, or None when they are not neighbours."""
    step = Hex(b.q - a.q, b.r - a.r)
    return SIDES.index(step) if step in SIDES else None


def distance(a: Hex, b: Hex) -> int:
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def connected_parts(spaces: Iterable[Hex]) -> Iterator[tuple[Hex, ...]]:
    """The largest connected sets of ``spaces``, each sorted, in order of their first space."""
    left: dict[tuple[int, int], Hex] = {at: at for at in sorted(spaces)}
    while left:
        part = [left.pop(next(iter(left)))]
        for q, r in part:  # grows while it is walked
            for dq, dr in SIDES:
                if near := left.pop((q + dq, r + dr), None):
                    part.append(near)
        yield tuple(sorted(part))


def shortest_chain(starts: Iterable[Hex], goals: Container[Hex], within: Container[Hex]) -> tuple[Hex, ...] | None:
    """A shortest chain of adjacent spaces from one of the starts to one of the goals; None when there is none.

    Both ends are part of it, and of equally short chains it is always the same one.
    """
    queue = list(starts)
    came_from: dict[Hex, Hex | None] = dict.fromkeys(queue)
    for here in queue:
        if here in goals:
            chain: list[Hex] = []
            step: Hex | None = here
            while step is not None:
                chain.append(step)
                step = came_from[step]
            return tuple(reversed(chain))
        for near in here.neighbours():
            if near in within and near not in came_from:
                came_from[near] = here
                queue.append(near)
    return None
