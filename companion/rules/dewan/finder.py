"""Where could one go? The best route to every destination the hand can pay for.

The search never enumerates paths. It walks units (a land space, or a whole Water zone, which costs one card however it
is crossed) card by card, and keeps at every unit only the purses that no other beats: a way that leaves at least as
much for everything that may follow is at least as good. Such ways never visit a space twice, since cutting a loop out
never costs more. Ways the hand cannot pay are dropped at once (``Purse``).
"""

from collections.abc import Container, Sequence
from typing import NamedTuple

from companion.rules.dewan.cards import Card
from companion.rules.dewan.payment import MOST_CARDS, Purse
from companion.rules.dewan.routes import Passage, RouteTerms
from companion.rules.dewan.table import Table
from companion.rules.dewan.words import Terrain
from companion.rules.hexes import SIDES, Hex, are_adjacent, shortest_chain


class Route(NamedTuple):
    to: Hex
    path: tuple[Hex, ...]
    cards: int
    given: int


class _Unit(NamedTuple):
    spaces: tuple[Hex, ...]
    toll: int
    """In the terms of the purse, with the gift if the card goes to another player."""
    destinations: tuple[Hex, ...]


class _Way(NamedTuple):
    """A way to a unit: what it leaves in the purse, and how it came there."""

    unit: int
    left: int
    before: "_Way | None"


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
    arrivals = _search(units, purse, camps)
    routes = [
        _route(units, way, at, purse.given(way.left), camps)
        for way in arrivals.values()
        for at in units[way.unit].destinations
    ]
    return tuple(sorted(routes, key=lambda route: route.to))


def _units(passage: Passage, purse: Purse, only: Hex | None) -> list[_Unit]:
    """Every unit a route may touch and the hand can pay for at all."""
    board = passage.table.board
    groups = [zone.spaces for zone in board.zones if zone.terrain is Terrain.WATER]
    groups += [(at,) for at, ground in board.ground.items() if ground is not Terrain.WATER]
    units = []
    tolls: dict[tuple[object, bool], int] = {}
    for spaces in sorted(groups):
        if passage.crossing_refusal(spaces[0]):
            continue
        toll = passage.toll(spaces[0])
        kind = toll.needs, toll.to is not None
        if kind not in tolls:
            tolls[kind] = purse.toll(toll.needs, given=toll.to is not None)
        if purse.affords(tolls[kind]):
            ends = [at for at in spaces if only in (None, at) and not passage.destination_refusal(at)]
            units.append(_Unit(spaces, tolls[kind], tuple(ends)))
    return units


def _search(units: Sequence[_Unit], purse: Purse, camps: Sequence[Hex]) -> dict[int, _Way]:
    """The best way to every unit that holds a destination and can be reached and paid for."""
    unit_at: dict[tuple[int, int], int] = {at: i for i, unit in enumerate(units) for at in unit.spaces}
    links = [_links(unit, i, unit_at) for i, unit in enumerate(units)]
    tolls = [unit.toll for unit in units]
    wanted = {i for i, unit in enumerate(units) if unit.destinations}
    guards = purse.guards
    kept: list[list[int]] = [[] for _ in units]
    arrivals: dict[int, _Way] = {}

    edge: list[_Way] = []
    for at in camps:
        if at in unit_at:
            start = unit_at[at]
            edge.append(_Way(start, purse.full - tolls[start], None))
            kept[start].append(edge[-1].left)

    while edge and wanted:  # once round for every card paid
        reached: list[_Way] = []
        for way in edge:
            for unit in links[way.unit]:
                left = way.left - tolls[unit]
                if left & guards != guards:
                    continue
                bare = left ^ guards
                for other in kept[unit]:
                    if (other - bare) & guards == guards:
                        break
                else:
                    kept[unit].append(left)
                    reached.append(_Way(unit, left, way))
        for way in reached:
            if way.unit in wanted:
                best = arrivals.get(way.unit)
                if best is None or purse.given(way.left) < purse.given(best.left):
                    arrivals[way.unit] = way
        wanted.difference_update(arrivals)
        edge = reached
    return arrivals


def _links(unit: _Unit, own: int, unit_at: dict[tuple[int, int], int]) -> list[int]:
    near = {unit_at.get((at.q + side.q, at.r + side.r), own) for at in unit.spaces for side in SIDES}
    return sorted(near - {own})


def _route(units: Sequence[_Unit], way: _Way, to: Hex, given: int, camps: Container[Hex]) -> Route:
    """Spell out the spaces of a way; inside a Water zone, a shortest chain."""
    steps = [units[way.unit]]
    while way.before:
        way = way.before
        steps.append(units[way.unit])
    steps.reverse()
    path: list[Hex] = []
    for i, unit in enumerate(steps):
        if len(unit.spaces) == 1:
            path.append(unit.spaces[0])
            continue
        enter = [at for at in unit.spaces if (are_adjacent(path[-1], at) if path else at in camps)]
        onward = steps[i + 1].spaces if i + 1 < len(steps) else ()
        leave = {at for at in unit.spaces if any(are_adjacent(at, near) for near in onward)} if onward else {to}
        path.extend(shortest_chain(enter, leave, unit.spaces) or ())
    return Route(to, tuple(path), len(steps), given)
