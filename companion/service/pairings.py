"""Who plays whom in the next round, at tables of two to four.

The tools there are for Swiss tournaments pair two opponents; a table of three or four is not made of pairs. So people
are cut into tables in order, and then exchanged as long as that makes the whole better: nobody meets the same person
again if it can be helped, and those who stand near each other sit together. Pure: the order comes from the standings
or from a draw.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, permutations

from companion.games.evening import Pairing

REPEAT = 10_000
"""Meeting again costs more than any distance in the standings."""
MOST_PASSES = 20


def pair(order: Sequence[str], size: int, before: Sequence[Pairing], *, near: bool) -> tuple[Pairing, ...]:
    """``order``: who plays, the best first, or as drawn. ``before``: who sat together in earlier rounds, in the order
    they sat. ``near``: those next to each other in the order should sit together (Swiss)."""
    place = {name: number for number, name in enumerate(order)}
    met = Counter(frozenset(two) for pairing in before for two in combinations(pairing, 2))

    def cost(group: Sequence[str]) -> int:
        again = sum(met[frozenset(two)] ** 2 for two in combinations(group, 2))
        return REPEAT * again + (sum(abs(place[a] - place[b]) for a, b in combinations(group, 2)) if near else 0)

    groups = _cut(order, size)
    costs = [cost(group) for group in groups]
    for _ in range(MOST_PASSES):
        if not _improved(groups, costs, cost):
            break
    seats = Counter((name, seat) for pairing in before for seat, name in enumerate(pairing))
    return tuple(_seated(group, seats) for group in groups)


def sizes(number: int, size: int) -> tuple[int, ...]:
    """How many sit at each table: as even as possible, at most ``size`` where nobody would be alone, never one."""
    if number < 2:
        return ()
    tables = -(-number // size)
    if number // tables < 2:
        tables = number // 2
    return tuple(number // tables + (table < number % tables) for table in range(tables))


def _cut(order: Sequence[str], size: int) -> list[list[str]]:
    groups, start = [], 0
    for number in sizes(len(order), size):
        groups.append(list(order[start : start + number]))
        start += number
    return groups


def _improved(groups: list[list[str]], costs: list[int], cost: Callable[[Sequence[str]], int]) -> bool:
    """One pass over all exchanges of two people; whether any made it better."""
    better = False
    for one, other in combinations(range(len(groups)), 2):
        for i in range(len(groups[one])):
            for j in range(len(groups[other])):
                a, b = groups[one][:], groups[other][:]
                a[i], b[j] = b[j], a[i]
                now = (cost(a), cost(b))
                if sum(now) < costs[one] + costs[other]:
                    groups[one], groups[other] = a, b
                    costs[one], costs[other] = now
                    better = True
    return better


def _seated(group: Sequence[str], seats: Counter[tuple[str, int]]) -> Pairing:
    """In the order in which everybody sits where they have sat least."""
    return min(permutations(group), key=lambda sat: sum(seats[name, seat] ** 2 for seat, name in enumerate(sat)))
