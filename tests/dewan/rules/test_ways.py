"""The search on nets drawn by hand, and when there is too little room for every way."""

import pytest

from bench.tables import NAMES, random_table
from companion.dewan.rules import game, ways
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.payment import Purse
from companion.dewan.rules.ways import Net, best_ways
from companion.dewan.rules.words import Terrain

FOREST, DESERT, WATER = Terrain.FOREST, Terrain.DESERT, Terrain.WATER


def _purse(*cards: str) -> Purse:
    return Purse([parse_card(card) for card in cards])


def _net(purse: Purse, needs: list[Terrain | None], links: list[tuple[int, int]], gifts: tuple[int, ...] = ()) -> Net:
    near = [sorted({a + b - i for a, b in links if i in (a, b)}) for i in range(len(needs))]
    return Net([purse.toll(need, given=i in gifts) for i, need in enumerate(needs)], near, [0])


def test_a_detour_the_hand_can_pay_beats_a_short_way_it_cannot() -> None:
    purse = _purse("forest", "forest", "forest", "desert")
    # Straight on over a desert to a desert, or round over two forests.
    net = _net(purse, [FOREST, DESERT, FOREST, FOREST, DESERT], [(0, 1), (1, 4), (0, 2), (2, 3), (3, 4)])
    found = best_ways(net, purse, [4])
    assert found[4].units() == [0, 2, 3, 4]
    assert purse.spent(found[4].left) == (4, 0)


def test_of_equally_short_ways_the_one_that_gives_less_away() -> None:
    purse = _purse("forest", "forest", "forest")
    net = _net(purse, [FOREST] * 4, [(0, 1), (1, 3), (0, 2), (2, 3)], gifts=(1,))
    assert best_ways(net, purse, [3])[3].units() == [0, 2, 3]


def test_fewer_cards_come_before_fewer_gifts() -> None:
    purse = _purse("forest", "forest", "forest", "forest")
    net = _net(purse, [FOREST] * 5, [(0, 1), (1, 4), (0, 2), (2, 3), (3, 4)], gifts=(1,))
    found = best_ways(net, purse, [4])
    assert purse.spent(found[4].left) == (3, 1)


def test_a_unit_nobody_can_pay_for_is_not_found() -> None:
    purse = _purse("forest", "desert/water")
    net = _net(purse, [FOREST, WATER, DESERT], [(0, 1), (1, 2)])
    assert best_ways(net, purse, [1, 2]).keys() == {1}


@pytest.mark.parametrize("first", [0, 60, 120, 250])
def test_ways_turned_away_in_the_first_search_are_found_in_the_second(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Room for none, one, two or four ways a unit at first; in the end the same answer."""
    tables = [random_table(seed, 4, cards) for cards in (6, 10, 14) for seed in range(6)]
    with_room = [[route[2:] for route in game.find_routes(table, NAMES[0])] for table in tables]
    monkeypatch.setattr(ways, "ROOM", (first, ways.ROOM[1]))
    assert [[route[2:] for route in game.find_routes(table, NAMES[0])] for table in tables] == with_room


def test_with_hardly_any_room_what_is_found_is_still_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "ROOM", (60, 60))
    for seed in range(6):
        table = random_table(seed, 4, 12)
        routes = game.find_routes(table, NAMES[0])
        assert routes
        for route in routes:
            verdict = game.check_route(table, NAMES[0], route.path)
            assert verdict.legal
            assert len(verdict.cost) == route.cards
