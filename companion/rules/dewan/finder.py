"""Where could one go? The best route to every destination the hand can pay for.

The search never enumerates paths. It walks units (a land space, or a whole Water zone, which costs one card however it
is crossed) card by card, and keeps at every unit only the counts of needs that no other count beats: a way that asks
for no more of any terrain and gives no more cards away is at least as good for all that may follow. Such ways never
visit a space twice, since cutting a loop out never costs more. Needs the hand cannot pay are dropped
at once (``Purse``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.rules.dewan.cards import Card
from companion.rules.dewan.payment import GIVEN, MOST_CARDS, Purse, covers, packed
from companion.rules.dewan.routes import Passage, RouteTerms
from companion.rules.dewan.table import Table
from companion.rules.dewan.words import Terrain
from companion.rules.hexes import Hex, shortest_chain


@dataclass(frozen=True)
class Route:
    to: Hex
    path: tuple[Hex, ...]
    cards: int
    given: int


@dataclass(frozen=True)
class _Unit:
    spaces: tuple[Hex, ...]
    price: int
    """The packed toll, with the gift if it goes to another player."""
    destinations: tuple[Hex, ...]


@dataclass(frozen=True, eq=False)
class _Way:
    """A way to a unit: what it needs in all, and how it came there."""

    unit: int
    needs: int
    before: "_Way | None"
    start: Hex


def find(
    table: Table,
    player: str,
    terms: RouteTerms,
    cards: Sequence[Card] | None = None,
    to: Hex | None = None,
) -> tuple[Route, ...]:
    """The best route to every destination (or to ``to`` alone), sorted by destination.

    Best: fewest cards, then fewest given to other players. Only routes ``cards``, or else the known hand, can pay for.
    """
    passage = Passage(table, player, terms)
    if passage.camp_refusal():
        return ()
    hand = tuple(table.player(player).hand if cards is None else cards)
    units = _units(passage, to)
    arrivals = _search(passage, units, Purse(hand[:MOST_CARDS]))
    routes = [_route(passage, units, way, at) for unit, way in arrivals.items() for at in units[unit].destinations]
    return tuple(sorted(routes, key=lambda route: route.to))


def _units(passage: Passage, only: Hex | None) -> list[_Unit]:
    board = passage.table.board
    groups = [zone.spaces for zone in board.zones if zone.terrain is Terrain.WATER]
    groups += [(at,) for at, ground in board.ground.items() if ground is not Terrain.WATER]
    units = []
    for spaces in sorted(groups):
        if passage.crossing_refusal(spaces[0]):
            continue
        toll = passage.toll(spaces[0])
        ends = [at for at in spaces if only in (None, at) and not passage.destination_refusal(at)]
        units.append(_Unit(spaces, packed(toll.needs) + (GIVEN if toll.to else 0), tuple(ends)))
    return units


def _search(passage: Passage, units: Sequence[_Unit], purse: Purse) -> dict[int, _Way]:
    """The best way to every unit that holds a destination and can be reached and paid for."""
    unit_at = {at: i for i, unit in enumerate(units) for at in unit.spaces}
    links = [
        sorted({unit_at[near] for at in unit.spaces for near in at.neighbours() if near in unit_at} - {i})
        for i, unit in enumerate(units)
    ]
    wanted = {i for i, unit in enumerate(units) if unit.destinations}
    beaten: list[list[int]] = [[] for _ in units]
    arrivals: dict[int, _Way] = {}

    edge: list[_Way] = []
    for at in passage.table.board.camps_of(passage.player):
        price = units[unit_at[at]].price
        if purse.affords(price):
            edge.append(_Way(unit_at[at], price, None, at))
            beaten[unit_at[at]].append(price)

    while edge and wanted:  # once round for every card paid
        reached: dict[tuple[int, int], _Way] = {}
        for way in edge:
            for unit in links[way.unit]:
                needs = way.needs + units[unit].price
                if not purse.affords(needs) or any(covers(needs, less) for less in beaten[unit]):
                    continue
                # Among ways of equal length only the gifts can differ for the same needs.
                key = (unit, needs % GIVEN)
                known = reached.get(key)
                if known is None or needs < known.needs:
                    reached[key] = _Way(unit, needs, way, way.start)
        edge = list(reached.values())
        for way in edge:
            beaten[way.unit].append(way.needs)
            if way.unit in wanted:
                best = arrivals.get(way.unit)
                if best is None or way.needs // GIVEN < best.needs // GIVEN:
                    arrivals[way.unit] = way
        wanted.difference_update(arrivals)
    return arrivals


def _route(passage: Passage, units: Sequence[_Unit], way: _Way, to: Hex) -> Route:
    """Spell out the spaces of a way; inside a Water zone, a shortest chain."""
    steps = [units[one.unit] for one in _back(way)][::-1]
    path: list[Hex] = []
    for i, unit in enumerate(steps):
        if len(unit.spaces) == 1:
            path.append(unit.spaces[0])
            continue
        enter = [at for at in unit.spaces if at in path[-1].neighbours()] if path else [way.start]
        if i == len(steps) - 1:
            leave = {to}
        else:
            leave = {at for at in unit.spaces if set(at.neighbours()) & set(steps[i + 1].spaces)}
        path.extend(shortest_chain(enter, leave, unit.spaces) or ())
    return Route(to, tuple(path), len(steps), way.needs // GIVEN)


def _back(way: _Way | None) -> Iterator[_Way]:
    while way:
        yield way
        way = way.before
