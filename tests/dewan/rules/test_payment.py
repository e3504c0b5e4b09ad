from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dewan.rules.cards import Card
from companion.dewan.rules.payment import MOST_CARDS, Purse, TollNeed, assign
from companion.dewan.rules.words import Terrain
from tests import boards, brute, strategies

rule = pytest.mark.rule
needs_lists = st.lists(st.none() | strategies.terrains, max_size=5)


@given(needs_lists, strategies.hands(6))
def test_purse_assignment_and_trying_everything_agree(needs: list[TollNeed], hand: tuple[Card, ...]) -> None:
    payable = brute.can_pay(needs, hand)
    purse = Purse(hand)
    assert purse.affords(sum(map(purse.toll, needs))) is payable
    gifts = sum(purse.toll(need, given=True) for need in needs)
    assert purse.affords(gifts) is payable, "gifts do not change the price"
    if payable:
        assert purse.spent(purse.full - gifts) == (len(needs), len(needs))
    assert assign(needs, hand).complete is payable


@given(needs_lists, strategies.hands(6))
def test_an_assignment_pays_as_many_tolls_as_can_be_paid(needs: list[TollNeed], hand: tuple[Card, ...]) -> None:
    paid = assign(needs, hand)
    used = [card for card in paid.card_for if card is not None]
    assert len(used) == len(set(used)), "one card pays one toll"
    for need, card in zip(needs, paid.card_for, strict=True):
        assert card is None or need is None or hand[card].shows(need)
    most = max(
        size for size in range(len(needs) + 1) if any(brute.can_pay(part, hand) for part in combinations(needs, size))
    )
    assert len(used) == most
    assert len(paid.unpaid) == len(needs) - most


@rule("D-ROUTE-17")
@given(needs_lists, strategies.hands(6))
def test_two_terrain_cards_are_kept_where_possible(needs: list[TollNeed], hand: tuple[Card, ...]) -> None:
    paid = assign(needs, hand)
    if not paid.complete:
        return
    spent = sum(len(hand[card].halves) == 2 for card in paid.card_for if card is not None)
    fewest = min(
        sum(len(card.halves) == 2 for card in chosen)
        for chosen in combinations(hand, len(needs))
        if brute.can_pay(needs, chosen)
    )
    assert spent == fewest


@rule("D-ROUTE-05")
def test_a_two_terrain_card_pays_once_as_one_of_its_terrains() -> None:
    both = boards.cards("M/D")
    assert assign([Terrain.MOUNTAIN], both).complete
    assert assign([Terrain.DESERT], both).complete
    assert assign([Terrain.MOUNTAIN, Terrain.DESERT], both).card_for.count(None) == 1


def test_what_stays_unpaid_is_an_any_toll_if_it_can_be() -> None:
    assert assign([None, Terrain.MOUNTAIN], boards.cards("M")).unpaid == (0,)
    assert assign([None, Terrain.MOUNTAIN], boards.cards("F")).unpaid == (1,)


def test_the_longest_hand_fits_a_purse() -> None:
    hand = boards.cards("M") * MOST_CARDS
    purse = Purse(hand)
    assert purse.affords(MOST_CARDS * purse.toll(Terrain.MOUNTAIN))
    assert not purse.affords(MOST_CARDS * purse.toll(Terrain.MOUNTAIN) + purse.toll(None))
    assert not purse.affords(purse.toll(Terrain.WATER))
