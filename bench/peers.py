"""The same question answered by networkx, and what the peers of our finder share.

Each peer is written plainly, but with the care its users would take. They see the map as our finder does: legality and
tolls come from ``routes.Passage``, and a Water zone is one place that costs one card. What is compared is the search.
An answer is ``{destination: (cards, given)}``.
"""

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

import networkx as nx

from companion.dewan.rules.cards import Card
from companion.dewan.rules.game import find_routes, scenario_of
from companion.dewan.rules.routes import Passage
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import Hex

Answer = Mapping[Hex, tuple[int, int]]
Need = Terrain | None
"""None: any card will do."""


class TooSlow(Exception):
    """The budget of a question, in seconds of processor time, is used up."""


def ours(table: Table, player: str, budget: float = 0) -> Answer:
    return {route.to: (route.cards, route.given) for route in find_routes(table, player)}


class Place(NamedTuple):
    """A land space, or a whole Water zone."""

    need: Need
    gift: bool
    destinations: tuple[Hex, ...]


class Map(NamedTuple):
    graph: "nx.Graph[Hex]"
    places: Mapping[Hex, Place]
    starts: Sequence[Hex]
    hand: Sequence[Card]


def read(table: Table, player: str) -> Map | None:
    """Places by their first space, joined where they touch; only places some card of the hand pays for."""
    passage = Passage(table, player, scenario_of(table))
    if passage.camp_refusal():
        return None
    board, hand = table.board, table.player(player).hand
    graph: nx.Graph[Hex] = nx.Graph()
    places: dict[Hex, Place] = {}
    place_of: dict[Hex, Hex] = {}
    for at in board.ground:
        if passage.crossing_refusal(at):
            continue
        toll = passage.toll(at)
        if toll.needs is not None and not any(card.shows(toll.needs) for card in hand):
            continue
        zone = board.zone_at(at)
        spaces = zone.spaces if zone and zone.terrain is Terrain.WATER else (at,)
        place_of[at] = spaces[0]
        ends = tuple(space for space in spaces if not passage.destination_refusal(space))
        places[spaces[0]] = Place(toll.needs, toll.to is not None, ends)
        graph.add_node(spaces[0])
    for at, place in place_of.items():
        graph.add_edges_from((place, place_of[near]) for near in board.near(at) if place_of.get(near, place) != place)
    starts = sorted({place_of[at] for at in board.camps_of(player) if at in place_of})
    return Map(graph, places, starts, hand)


def by_enumeration(table: Table, player: str, budget: float) -> Answer:
    """networkx: all simple paths from every camp that are no longer than the hand, and for those that would improve on
    what is known Hopcroft-Karp matches cards to tolls, once for each different set of tolls."""
    with deadline(budget):
        seen = read(table, player)
        if seen is None:
            return {}
        can_pay = _matcher(seen.hand)
        best: dict[Hex, tuple[int, int]] = {}
        ends = {at for at, place in seen.places.items() if place.destinations}
        for start in seen.starts:
            for path in nx.all_simple_paths(seen.graph, start, ends - {start}, cutoff=len(seen.hand) - 1):
                price = len(path), sum(seen.places[at].gift for at in path)
                known = best.get(path[-1])
                if (known is None or price < known) and can_pay(seen.places[at].need for at in path):
                    best[path[-1]] = price
        return {at: price for place, price in best.items() for at in seen.places[place].destinations}


def by_deepening(table: Table, player: str, budget: float) -> Answer:
    """networkx once more, at its best: longer paths only for destinations that shorter ones have not reached."""
    with deadline(budget):
        seen = read(table, player)
        if seen is None:
            return {}
        can_pay = _matcher(seen.hand)
        best: dict[Hex, tuple[int, int]] = {}
        ends = {at for at, place in seen.places.items() if place.destinations}
        for cards in range(2, len(seen.hand) + 1):
            reached: dict[Hex, int] = {}
            for start in seen.starts:
                for path in nx.all_simple_paths(seen.graph, start, ends - {start}, cutoff=cards - 1):
                    given = sum(seen.places[at].gift for at in path)
                    if len(path) < cards or given >= reached.get(path[-1], len(path)):
                        continue
                    if can_pay(seen.places[at].need for at in path):
                        reached[path[-1]] = given
            best.update({end: (cards, given) for end, given in reached.items()})
            ends -= reached.keys()
            if not ends:
                break
        return {at: price for place, price in best.items() for at in seen.places[place].destinations}


def _matcher(hand: Sequence[Card]) -> Callable[[Iterator[Need]], bool]:
    known: dict[frozenset[tuple[Need, int]], bool] = {}

    def can_pay(needs: Iterator[Need]) -> bool:
        counted = frozenset(Counter(needs).items())
        if counted not in known:
            tolls = [(need, i) for need, number in counted for i in range(number)]
            graph = nx.Graph()
            graph.add_nodes_from(tolls)
            graph.add_edges_from(
                (toll, card)
                for toll in tolls
                for card, shown in enumerate(hand)
                if toll[0] is None or shown.shows(toll[0])
            )
            matching = nx.bipartite.hopcroft_karp_matching(graph, tolls)
            known[counted] = all(toll in matching for toll in tolls)
        return known[counted]

    return can_pay


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    def too_slow(signum: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, too_slow)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
