import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dewan.rules.piles import (
    EVENT_PILE,
    Piles,
    from_draw_pile,
    from_supply,
    new_event_pile,
    take_reward,
)

rule = pytest.mark.rule
small = st.integers(0, 12)


@rule("D-TAKE-05")
def test_the_discards_are_shuffled_when_a_card_is_needed_and_not_before() -> None:
    last = from_draw_pile(Piles(draw=1, discard=5), 1)
    assert (last.piles, last.reshuffled) == (Piles(draw=0, discard=5), False)
    next_card = from_draw_pile(last.piles, 1)
    assert (next_card.piles, next_card.reshuffled) == (Piles(draw=4, discard=0), True)


@rule("R-17", "D-EOT-02")
def test_a_reward_reshuffles_too_and_may_come_to_nothing() -> None:
    drawn = take_reward(Piles(draw=1, discard=3), 2, event_tile=False)
    assert (drawn.cards, drawn.piles, drawn.reshuffled) == (2, Piles(draw=2, discard=0), True)
    nothing = take_reward(Piles(draw=0, discard=0), 1, event_tile=False)
    assert (nothing.cards, nothing.piles, nothing.reshuffled) == (0, Piles(draw=0, discard=0), False)


@rule("D-EVENT-05")
def test_scenario_rewards_leave_the_draw_pile_alone() -> None:
    drawn = take_reward(Piles(draw=3, supply=20, discard=0), 2, event_tile=True)
    assert drawn.piles == Piles(draw=3, supply=18, discard=0)


@rule("D-EVENT-06")
def test_an_empty_supply_is_made_from_the_discards() -> None:
    drawn = from_supply(Piles(draw=5, supply=0, discard=7), 1)
    assert (drawn.cards, drawn.reshuffled, drawn.piles) == (1, True, Piles(draw=5, supply=6, discard=0))


@rule("D-EVENT-01", "D-EVENT-04")
@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 8), (4, 10)])
def test_the_event_pile_has_its_size_from_the_number_of_players(players: int, size: int) -> None:
    assert EVENT_PILE[players] == size
    assert new_event_pile(Piles(0, 30, 4), players).piles == Piles(size, 30 - size, 4)


@rule("R-15", "R-16")
def test_a_pile_that_cannot_be_filled_is_what_there_is() -> None:
    assert new_event_pile(Piles(0, 2, 3), 4).piles == Piles(5, 0, 0)
    assert new_event_pile(Piles(0, 0, 0), 2).piles == Piles(0, 0, 0)


def test_what_is_not_counted_never_runs_out() -> None:
    assert from_draw_pile(Piles(), 2).cards == 2
    assert new_event_pile(Piles(), 3).piles.draw == 8
    assert Piles().discarded(3) == Piles()
    assert Piles(discard=1).discarded(3).discard == 4


@given(small, small, small, small)
def test_no_card_is_made_or_lost(draw: int, supply: int, discard: int, cards: int) -> None:
    before = Piles(draw, supply, discard)
    for drawn in (from_draw_pile(before, cards), from_supply(before, cards)):
        after = drawn.piles
        assert (after.draw or 0) + (after.supply or 0) + (after.discard or 0) + drawn.cards == draw + supply + discard
        assert drawn.cards <= cards
        assert drawn.cards == cards or (after.discard == 0 and 0 in (after.draw, after.supply))
