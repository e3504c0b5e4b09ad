"""Where could one go? The best route to every destination the hand can pay for.

Built from the one legality of routes (``Passage``): what may be touched, what it costs, where a route may end. The
search itself is in ``ways``; here the map becomes its net, and its ways become paths of spaces.
"""

from collections.abc import Container, Sequence
from itertools import islice
from typing import NamedTuple

from companion.dewan.rules.cards import Card
from companion.dewan.rules.payment import MOST_CARDS, Purse, TollNeed
from companion.dewan.rules.routes import Passage, RouteTerms
from companion.dewan.rules.table import Table
from companion.dewan.rules.ways import ROOM, Net, best_ways
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import SIDES, Hex, are_adjacent, shortest_chain


class Route(NamedTuple):
    to: Hex
    path: tuple[Hex, ...]
    cards: int
    given: int


class _Unit(NamedTuple):
    """A land space, or a whole Water zone, which costs one card however it is crossed (D-ROUTE-08)."""

    spaces: tuple[Hex, ...]
    toll: int
    """In the terms of the purse."""
    destinations: tuple[Hex, ...]


def find(
    table: Table,
    player: str,
    terms: RouteTerms,
    cards: Sequence[Card] | None = None,
    to: Hex | None = None,
    start: Hex | None = None,
) -> tuple[Route, ...]:
    """The best route to every destination (or to ``to``), from any own camp (or ``start``), sorted by destination.

    Best: fewest cards, then fewest given to other players. Only routes ``cards``, or else the known hand, can pay for.
    """
    passage = Passage(table, player, terms)
    if passage.camp_refusal():
        return ()
    hand = tuple(table.player(player).hand if cards is None else cards)
    purse = Purse(hand[:MOST_CARDS])
    units = _units(passage, purse, to)
    camps = table.board.camps_of(player) if start is None else (start,)
    wanted = [i for i, unit in enumerate(units) if unit.destinations]
    routes = []
    for i, way in best_ways(_net(units, camps), purse, wanted).items():
        paid, given = purse.spent(way.left)
        steps = [units[unit].spaces for unit in way.units()]
        routes += [Route(at, _path(steps, camps, at), paid, given) for at in units[i].destinations]
    return tuple(sorted(routes))


_Ways = dict[tuple[int, tuple[tuple[str, str], ...]], tuple[tuple[int, ...], int]]
"""By where they have come to and what they cost: the units of a way, and what it leaves in the purse."""


def alternatives(
    table: Table, player: str, terms: RouteTerms, cards: Sequence[Card], to: Hex, start: Hex | None = None
) -> tuple[Route, ...]:
    """The shortest routes to a space that ``cards`` can pay for: one for each price, which is what its cards must show
    and who receives them. Fewest gifts first."""
    best = find(table, player, terms, cards, to, start)
    if not best:
        return ()
    passage, purse = Passage(table, player, terms), Purse(tuple(cards)[:MOST_CARDS])
    units = _units(passage, purse, to)
    camps = table.board.camps_of(player) if start is None else (start,)
    goal = next(i for i, unit in enumerate(units) if unit.destinations)
    net = _net(units, camps)
    tolls = [passage.toll(unit.spaces[0]) for unit in units]
    kinds = [(str(toll.needs or ""), toll.to or "") for toll in tolls]
    far = _steps_to(net, goal)
    # Ways of the same price to the same unit are all one: whatever follows costs the same.
    ways: _Ways = {(unit, (kinds[unit],)): ((unit,), purse.full - net.tolls[unit]) for unit in net.starts}
    for left in range(best[0].cards - 2, -1, -1):
        longer: _Ways = {}
        for (unit, price), (way, purse_left) in ways.items():
            for near in net.links[unit]:
                rest = purse_left - net.tolls[near]
                if near in way or near in net.starts or far[near] > left or rest & purse.guards != purse.guards:
                    continue
                longer.setdefault((near, tuple(sorted((*price, kinds[near])))), ((*way, near), rest))
        ways = dict(islice(longer.items(), ROOM[0]))
    routes = [
        Route(to, _path([units[i].spaces for i in way], camps, to), len(way), sum(bool(kinds[i][1]) for i in way))
        for (unit, _), (way, _) in ways.items()
        if unit == goal
    ]
    return tuple(sorted(routes, key=lambda route: (route.given, len(route.path), route.path)))


def _steps_to(net: Net, goal: int) -> list[int]:
    """By unit, how many further ones it takes at least to come to the goal."""
    far = [len(net.tolls)] * len(net.tolls)
    far[goal], queue = 0, [goal]
    for unit in queue:
        for near in net.links[unit]:
            if far[near] > far[unit] + 1:
                far[near] = far[unit] + 1
                queue.append(near)
    return far


def _units(passage: Passage, purse: Purse, only: Hex | None) -> list[_Unit]:
    """Every unit a route may touch and the hand can pay for at all."""
    board = passage.table.board
    groups = [zone.spaces for zone in board.zones if zone.terrain is Terrain.WATER]
    groups += [(at,) for at, ground in board.ground.items() if ground is not Terrain.WATER]
    tolls: dict[tuple[TollNeed, bool], int] = {}
    units = []
    for spaces in sorted(groups):
        if passage.crossing_refusal(spaces[0]):
            continue
        toll = passage.toll(spaces[0])
        kind = toll.needs, toll.to is not None
        if kind not in tolls:
            tolls[kind] = purse.toll(*kind)
        if purse.affords(tolls[kind]):
            ends = [at for at in spaces if only in (None, at) and not passage.destination_refusal(at)]
            units.append(_Unit(spaces, tolls[kind], tuple(ends)))
    return units


def _net(units: Sequence[_Unit], camps: Sequence[Hex]) -> Net:
    unit_at: dict[tuple[int, int], int] = {at: i for i, unit in enumerate(units) for at in unit.spaces}
    links = []
    for i, unit in enumerate(units):
        near = {unit_at.get((q + dq, r + dr), i) for q, r in unit.spaces for dq, dr in SIDES}
        links.append(sorted(near - {i}))
    starts = sorted({unit_at[at] for at in camps if at in unit_at})
    return Net([unit.toll for unit in units], links, starts)


def _path(steps: Sequence[tuple[Hex, ...]], camps: Container[Hex], to: Hex) -> tuple[Hex, ...]:
    """Spell out the spaces of a way through these units; inside a Water zone, a shortest chain."""
    path: list[Hex] = []
    for i, spaces in enumerate(steps):
        if len(spaces) == 1:
            path.append(spaces[0])
            continue
        enter = [at for at in spaces if (are_adjacent(path[-1], at) if path else at in camps)]
        leave = {to}
        if i + 1 < len(steps):
            leave = {at for at in spaces if any(are_adjacent(at, near) for near in steps[i + 1])}
        path.extend(shortest_chain(enter, leave, set(spaces)) or ())
    return tuple(path)
