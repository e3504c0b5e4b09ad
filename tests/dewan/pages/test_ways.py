"""The ways to a tapped space: which come first, what they bring, and with which cards they can be paid."""

import pytest

from companion.dewan.pages.ways import exchanges, placements, reach_of
from companion.dewan.rules import game, recording
from companion.dewan.rules.cards import JOKER
from companion.rules.hexes import Hex
from tests.boards import cards, story
from tests.dewan.rules.games import playing, with_stories

# Two ways from P1's camp to the Badlands at (1, 1): over Mountain (0, 1) or over Forest (1, 0).
FORK = """
*P1     F       *P2
    M       B
"""
TO = Hex(1, 1)


def needs(way: object) -> list[str]:
    return [str(price.toll.needs or "any") for price in way.prices]  # type: ignore[attr-defined]


def test_a_way_paid_with_seen_cards_comes_before_one_that_needs_unseen_ones() -> None:
    """The hand is D, F, B and one unseen card: Forest is sure, Mountain is not."""
    play = playing(FORK, hands={"P1": "D F B"}, hidden={"P1": 1})
    ways = placements(play, "P1", TO)
    assert [(needs(way)[1], way.sure) for way in ways] == [("forest", True), ("mountain", False)]
    reach = reach_of(play, "P1")
    assert TO in reach.cards
    assert TO not in reach.doubtful


def test_a_longer_sure_way_comes_before_a_shorter_doubtful_one() -> None:
    play = playing("*P1     M       B\n    F       F", hands={"P1": "D F F B"}, hidden={"P1": 1})
    ways = placements(play, "P1", Hex(2, 0))
    assert ways[0].sure
    assert [len(way.prices) for way in ways] == [4, 3]


def test_what_only_unseen_cards_can_pay_is_doubtful() -> None:
    play = playing(FORK, hands={"P1": "D"}, hidden={"P1": 2})
    assert reach_of(play, "P1").doubtful == {Hex(1, 0), Hex(0, 1), TO}


@pytest.mark.rule("D-EOT-02")
def test_a_card_is_drawn_for_a_tile_completed_now_and_not_for_earlier_ones() -> None:
    play = playing("*P1  F  D  B  *P2", hands={"P1": "D F D"})
    play = with_stories(play, "P1", story("1F", 3, done=True), story("1M", 3))
    (way,) = placements(play, "P1", Hex(1, 0))
    assert "draw" not in dict(way.gains)
    play = with_stories(play, "P1", story("1F", 3, done=True), story("1F", 3))
    (way,) = placements(play, "P1", Hex(1, 0))
    assert dict(way.gains)["draw"] == 1


@pytest.mark.rule("D-ROUTE-05")
def test_a_price_is_paid_with_another_card_and_only_what_can_pay_is_offered() -> None:
    play = playing("*P1  F  *P2", hands={"P1": "D F F/W B"}, hidden={"P1": 1})
    (way,) = placements(play, "P1", Hex(1, 0))
    assert needs(way) == ["any", "forest"]
    offered = exchanges(play.payable("P1"), way, 2)
    assert [one.card for one in offered] == [*cards("F F/W"), JOKER]
    assert [one.chosen for one in offered] == [True, False, False]
    (chosen,) = placements(play, "P1", Hex(1, 0), path=way.path, cards=offered[1].cards)
    assert str(chosen.cards[1]) == "forest/water"
    assert chosen.entry.body["cards"][1] == "forest/water"
    # The unseen card stands as null in the record: nobody has said which it was.
    (unseen,) = placements(play, "P1", Hex(1, 0), path=way.path, cards=offered[2].cards)
    assert unseen.entry.body["cards"][1] is None


def test_a_card_that_pays_elsewhere_changes_places() -> None:
    play = playing("*P1  F  *P2", hands={"P1": "F D"})
    (way,) = placements(play, "P1", Hex(1, 0))
    assert [str(card) for card in way.cards] == ["desert", "forest"]
    assert [str(one.card) for one in exchanges(play.payable("P1"), way, 1)] == ["desert"]
    play = playing("*P1  F  *P2", hands={"P1": "F D F:fire"})
    (way,) = placements(play, "P1", Hex(1, 0))
    offered = {str(one.card): [str(card) for card in one.cards] for one in exchanges(play.payable("P1"), way, 1)}
    assert offered["desert"][0] == "desert"
    assert sorted(offered["forest"]) == ["forest", "forest:fire"]


@pytest.mark.parametrize("number", [0, 3, -1])
def test_a_price_that_is_not_there_offers_nothing(number: int) -> None:
    play = playing("*P1  F  *P2", hands={"P1": "D F"})
    (way,) = placements(play, "P1", Hex(1, 0))
    assert exchanges(play.payable("P1"), way, number) == ()


def test_cards_that_cannot_pay_are_not_taken_for_it() -> None:
    play = playing("*P1  F  *P2", hands={"P1": "D F B"})
    (way,) = placements(play, "P1", Hex(1, 0))
    for wrong in ("D B", "F F", "D", ""):
        (still,) = placements(play, "P1", Hex(1, 0), path=way.path, cards=cards(wrong))
        assert still.cards == way.cards, wrong


def test_a_traced_way_is_first_as_long_as_the_rules_allow_it() -> None:
    play = playing(FORK, hands={"P1": "D F B M"})
    mountain = (Hex(0, 0), Hex(0, 1), TO)
    assert placements(play, "P1", TO, path=mountain)[0].path == mountain
    jump = (Hex(0, 0), TO)
    assert all(way.path != jump for way in placements(play, "P1", TO, path=jump))
    assert not game.check_route(play.table, "P1", jump).legal


def test_where_only_camps_are_recorded_neither_way_nor_cards_are() -> None:
    play = recording.camps_only(playing(FORK, hands={"P1": "D"}))
    (way,) = placements(play, "P1", TO)
    assert way.entry.body == {"do": "place-camp", "player": "P1", "to": [1, 1]}
    assert reach_of(play, "P1").doubtful == frozenset()
