"""The finder against the checker, and against every path there is."""

from unittest.mock import patch

import pytest
from hypothesis import given

from companion.dewan.rules import finder, game, ways
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import ScenarioName
from companion.rules.hexes import Hex
from tests import brute
from tests.boards import ask, board, table
from tests.strategies import examples, tables

rule = pytest.mark.rule
small_tables = tables(most_spaces=9, most_cards=6)


@given(small_tables)
def test_every_found_route_is_legal_at_the_price_it_names(on: Table) -> None:
    for player in on.players:
        for route in game.find_routes(on, player.name):
            verdict = game.check_route(on, player.name, route.path)
            assert verdict.legal, verdict.reasons
            assert verdict.payment is not None
            assert route.path[-1] == route.to
            assert len(verdict.cost) == len(verdict.payment) == route.cards
            assert sum(toll.to is not None for toll in verdict.cost) == route.given
            hand = list(player.hand)
            for paid in verdict.payment:
                assert paid.toll.needs is None or paid.card.shows(paid.toll.needs)
                hand.remove(paid.card)  # each card is from the hand, and used once


@examples(3)
@given(small_tables)
def test_no_path_at_all_beats_or_escapes_the_finder(on: Table) -> None:
    for player in on.players[:2]:
        found = {route.to: (route.cards, route.given) for route in game.find_routes(on, player.name)}
        assert found == brute.best_routes(on, player.name, player.hand)


@examples(1)
@given(tables([ScenarioName.LAKE_VILLAGES], most_spaces=9, most_cards=6))
def test_no_path_escapes_the_finder_on_the_lakes(on: Table) -> None:
    for player in on.players:
        found = {route.to: (route.cards, route.given) for route in game.find_routes(on, player.name)}
        assert found == brute.best_routes(on, player.name, player.hand)


@examples(1)
@given(small_tables)
def test_a_first_search_with_hardly_any_room_does_not_change_the_answer(on: Table) -> None:
    """What is turned away for want of room is searched again, so on these maps nothing is lost."""
    player = on.players[0].name
    whole = game.find_routes(on, player)
    with patch.object(ways, "ROOM", (len(on.board.printed), ways.ROOM[1])):
        cramped = game.find_routes(on, player)
    assert [(route.to, route.cards, route.given) for route in cramped] == [
        (route.to, route.cards, route.given) for route in whole
    ]


@given(small_tables)
def test_the_checker_prices_every_path_as_the_catalogue_does(on: Table) -> None:
    player = on.players[0]
    for number, path in enumerate(brute.simple_paths(on, player.name, 5)):
        if number == 40:
            break
        slots = brute.slots(on, player.name, path)
        verdict = game.check_route(on, player.name, path)
        assert [(toll.at, toll.needs, toll.to) for toll in verdict.cost] == slots
        assert verdict.legal is brute.can_pay([needs for _, needs, _ in slots], player.hand)
        assert bool(verdict.missing) is not verdict.legal


@given(small_tables)
def test_asking_for_one_destination_gives_that_row_of_the_whole_answer(on: Table) -> None:
    player = on.players[0].name
    everywhere = game.find_routes(on, player)
    assert [route.to for route in everywhere] == sorted({route.to for route in everywhere})
    for route in everywhere:
        (alone,) = game.find_routes(on, player, to=route.to)
        assert (alone.to, alone.cards, alone.given) == (route.to, route.cards, route.given)
    for at in set(on.board.printed) - {route.to for route in everywhere}:
        assert game.find_routes(on, player, to=at) == ()


@rule("D-ROUTE-10")
def test_of_equally_short_routes_the_one_with_fewer_gifts_is_found() -> None:
    """Round the north a camp of P2 is crossed, round the south nobody's."""
    on = table(
        board(
            """
        D:P2    D
    F:P1    .       F
        D       D
    """,
            first=(1, -1),
        ),
        hands={"P1": "F D D F"},
    )
    (south,) = ask("routes", on, player="P1", to=[2, 0])["routes"]
    assert south == {"to": [2, 0], "path": [[0, 0], [0, 1], [1, 1], [2, 0]], "cards": 4, "given": 0}


def test_the_way_with_more_cards_is_taken_when_the_short_one_cannot_be_paid() -> None:
    on = table(
        board(
            """
    F:P1    M       F
        D       D
    """
        ),
        hands={"P1": "F D D F"},
    )
    (route,) = ask("routes", on, player="P1", to=[2, 0])["routes"]
    assert (route["cards"], route["path"]) == (4, [[0, 0], [0, 1], [1, 1], [2, 0]])
    (short,) = ask("routes", on, player="P1", to=[2, 0], cards=["forest", "mountain", "forest"])["routes"]
    assert (short["cards"], short["path"]) == (3, [[0, 0], [1, 0], [2, 0]])


@rule("D-ROUTE-15")
def test_with_all_eight_camps_placed_there_is_no_route() -> None:
    on = table("D:P1  D:P1  D:P1  D:P1  D:P1  D:P1  D:P1  D:P1  D", hands={"P1": "D D D"})
    assert ask("routes", on, player="P1")["routes"] == []
    refused = ask("route", on, player="P1", path=[[7, 0], [8, 0]])
    assert [reason["rule"] for reason in refused["reasons"]] == ["D-ROUTE-15"]


def test_an_empty_hand_and_a_player_without_camps_find_nothing() -> None:
    assert game.find_routes(table("D:P1  D"), "P1") == ()
    assert game.find_routes(table("D:P1  D", hands={"P2": "D D"}), "P2") == ()
    assert game.find_routes(table("D:P1  D", hands={"P1": "D D"}), "P1", to=Hex(9, 9)) == ()


@examples(3)
@given(small_tables)
def test_alternatives_are_all_the_shortest_payable_prices_and_no_others(on: Table) -> None:
    """Against every path there is: what its cards must show and who receives them, for as few cards as possible."""
    player = on.players[0]
    own = set(on.board.camps_of(player.name))
    for to, (fewest, _) in brute.best_routes(on, player.name, player.hand).items():
        expected = set()
        for path in brute.simple_paths(on, player.name, fewest):
            slots = brute.slots(on, player.name, path)
            legal = path[-1] == to and len(slots) == fewest and not own & set(path[1:])
            if legal and brute.can_pay([needs for _, needs, _ in slots], player.hand):
                expected.add(tuple(sorted((str(needs or ""), receiver or "") for _, needs, receiver in slots)))
        found = [game.check_route(on, player.name, route.path) for route in alternatives_to(on, player.name, to)]
        assert all(verdict.legal for verdict in found)
        prices = [tuple(sorted((str(toll.needs or ""), toll.to or "") for toll in verdict.cost)) for verdict in found]
        assert len(prices) == len(set(prices))
        assert set(prices) == expected


def alternatives_to(on: Table, player: str, to: Hex) -> tuple[finder.Route, ...]:
    return game.route_alternatives(on, player, on.player(player).hand, to)
