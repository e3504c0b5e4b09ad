"""The search behind the finder: the best way to every unit of a net that a purse can pay for.

A unit costs one card: a land space, or a whole Water zone. The search goes card by card and never lists paths: at every
unit it keeps the purses that no other beats. A way that leaves at least as much for everything that may follow is at
least as good, and such ways never visit a unit twice, since cutting a loop out never costs more.

No table may take the search down, so each unit has room for so many ways a card and no more. While nothing is turned
away the answer is exact, and on maps from the box that is nearly always so. Otherwise a destination is settled if it
was reached before anything was turned away, or for the least that any hand would pay. The others are searched a second
time, alone and with more room, which is enough for every map from the box. What is open even then, on huge maps, keeps
its best known way: payable, perhaps not the best; and a destination that was never reached is not offered.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.dewan.rules.payment import Purse

ROOM = (1_500, 6_000)
"""Ways kept for each card paid, over all units: in the first search, and in the second."""


class Net(NamedTuple):
    """By unit: what it takes out of the purse, and which others it touches; and where ways may start."""

    tolls: Sequence[int]
    links: Sequence[Sequence[int]]
    starts: Sequence[int]


class Way(NamedTuple):
    """A way to a unit: what it leaves in the purse, and how it came there."""

    unit: int
    left: int
    before: "Way | None"

    def units(self) -> list[int]:
        """From the start on."""
        units, way = [self.unit], self
        while way.before:
            way = way.before
            units.append(way.unit)
        return units[::-1]


def best_ways(net: Net, purse: Purse, wanted: Iterable[int]) -> dict[int, Way]:
    """For every wanted unit that can be reached and paid for: fewest cards, then fewest given away."""
    first, second = (room // max(1, len(net.tolls)) for room in ROOM)
    found, cut = _walk(net, purse, dict.fromkeys(wanted, 0), first)
    if cut is None:
        return found
    floor = _floor(net, purse, {start: net.tolls[start] for start in net.starts})
    # Only better ways are looked for: a card more than is known already is as good as not in hand.
    still_open = {
        unit: purse.any_cards(found[unit].left) if unit in found else 0
        for unit in wanted
        if not _settled(purse, found.get(unit), floor[unit], cut)
    }
    again, _ = _walk(net, purse, still_open, second, _ahead(net, purse, still_open))
    for unit, way in again.items():
        if unit not in found or purse.spent(way.left) < purse.spent(found[unit].left):
            found[unit] = way
    return found


def _walk(
    net: Net, purse: Purse, goals: Mapping[int, int], room: int, ahead: Sequence[int] | None = None
) -> tuple[dict[int, Way], int | None]:
    """The first and best arrivals at the goals, and at how many cards a way was first turned away for want of room.

    ``ahead`` is what a unit and all that must follow it take at least; see ``_ahead``.
    """
    tolls, links, starts = net
    guards = purse.guards
    ahead = ahead or tolls
    wanted = dict(goals)
    found: dict[int, Way] = {}
    cut = None
    edge = [Way(start, purse.full - tolls[start], None) for start in starts]
    kept: list[list[int]] = [[] for _ in tolls]
    for way in edge:
        kept[way.unit].append(way.left)

    cards = 1
    while edge and wanted:
        cards += 1
        reached: dict[int, list[Way]] = {}
        for way in edge:
            for unit in links[way.unit]:
                if (way.left - ahead[unit]) & guards != guards:
                    continue
                left = way.left - tolls[unit]
                fields = left ^ guards
                for other in kept[unit]:
                    if (other - fields) & guards == guards:
                        break  # the other is at least as full in every field
                else:
                    kept[unit].append(left)
                    reached.setdefault(unit, []).append(Way(unit, left, way))
        edge = []
        arrived = wanted.keys() & reached.keys()
        for unit, ways in reached.items():
            if unit in arrived:
                del wanted[unit]
                found[unit] = min(ways, key=lambda way: purse.spent(way.left))
            if len(ways) > room:
                cut = cut or cards
                del kept[unit][-len(ways) :]
                ways = sorted(ways, key=lambda way: purse.strain(way.left))[:room]
                kept[unit] += [way.left for way in ways]
            edge += ways
        if arrived and len(edge) > 2 * len(tolls):  # worth the look ahead
            ahead = _ahead(net, purse, wanted)
    return found, cut


def _settled(purse: Purse, way: Way | None, floor: int | None, cut: int) -> bool:
    """Whether a search that first turned a way away at ``cut`` cards has said the last word on a unit."""
    if way is None:
        return floor is None
    spent = purse.spent(way.left)
    return spent[0] <= cut or (floor is not None and spent == purse.spent(purse.full - floor))


def _ahead(net: Net, purse: Purse, goals: Mapping[int, int]) -> list[int]:
    """By unit, what it and all that must follow it on the way to some goal take at least; too much if there is none."""
    floor = _floor(net, purse, {unit: net.tolls[unit] + extra for unit, extra in goals.items()})
    return [purse.guards if least is None else least for least in floor]


def _floor(net: Net, purse: Purse, sources: Mapping[int, int]) -> list[int | None]:
    """By unit, the least that ways from the sources to it take out of each field of the purse, field by field, so
    perhaps none takes so little; None where every way overdraws a full purse."""
    guards, full = purse.guards, purse.full
    floor: list[int | None] = [None] * len(net.tolls)
    queue: list[int] = []
    for unit, toll in sources.items():
        floor[unit] = toll
        queue.append(unit)
    waiting = set(queue)
    for unit in queue:
        waiting.discard(unit)
        here = floor[unit] or 0
        for near in net.links[unit]:
            there = here + net.tolls[near]
            if (full - there) & guards != guards:
                continue
            known = floor[near]
            if known is not None:
                there = purse.lesser(known, there)
                if there == known:
                    continue
            floor[near] = there
            if near not in waiting:
                waiting.add(near)
                queue.append(near)
    return floor
