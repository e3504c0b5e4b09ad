"""The clock of the scenarios: when the event comes, who resolves it, and the piles around it."""

from dataclasses import replace

import pytest

from companion.dewan.rules import game
from companion.dewan.rules.actions import DiscardForFish, NoMarker, PileEmpty, PlaceMarker, TakeCards, TakeStory
from companion.dewan.rules.board import Board
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.table import Blank
from companion.dewan.rules.turns import Impossible
from companion.dewan.rules.words import Marker
from companion.rules.hexes import Hex
from tests.boards import ask, board, card, cards, story
from tests.dewan.rules.games import broken, done, due, news, place, playing, take, under_way, with_stories

rule = pytest.mark.rule
FULL_ROW = cards("M M M M M M")


def raining(draw: int, supply: int = 30, discard: int = 0, **told: object) -> Play:
    """Downpour with Forest around a pond at (0,0), P1's turn."""
    return playing(
        board(
            """
        F       F
    F       W       F       *P1     *P2
        F       F
    """,
            first=(0, -1),
        ),
        "downpour",
        row=FULL_ROW,
        piles=Piles(draw, supply, discard),
        **told,
    )


@rule("D-EVENT-02", "D-EVENT-03", "D-EVENT-04")
def test_the_event_comes_the_moment_the_last_card_leaves_the_pile() -> None:
    quiet = take(raining(3))
    assert (quiet.table.piles, due(quiet)) == (Piles(1, 30, 0), ("turn", "P2"))
    event = take(raining(2))
    assert news(event) == [NewsKind.EVENT]
    assert due(event) == ("marker", "P1")
    assert event.table.piles == Piles(0, 30, 0), "the new pile is made after the event"
    after = done(event, PlaceMarker("P1", Hex(1, 0)))
    assert after.table.piles == Piles(6, 24, 0)
    assert news(after) == [NewsKind.NEW_PILE]
    assert due(after) == ("turn", "P2")
    assert after.table.water_markers == 7


@rule("D-EVENT-03", "D-EVENT-04", "D-EVENT-05", "D-EVENT-08")
def test_g23_event_clock() -> None:
    """Three players: take, take, place with a reward, take, take. The event is on the fourth take."""
    ponds = board("*P1  D  F  *P2  D  F  *P3  F  W  F")
    play = under_way(3, "downpour", ponds)
    assert play.table.piles == Piles(8, 35, 0)
    play = with_stories(play, "P3", story("1F", done=False))
    play = take(take(play))
    play = place(play, (6, 0), (7, 0))
    assert news(play) == [NewsKind.STORY_DONE, NewsKind.REWARD, NewsKind.END_OF_ROUND]
    assert play.table.piles == Piles(4, 34, 2), "the reward came from the supply, the two cards paid are discarded"
    play = take(play)
    assert (news(play), due(play)) == ([], ("turn", "P2"))
    play = take(play)
    assert (news(play), due(play)) == ([NewsKind.EVENT], ("marker", "P2"))
    play = done(play, PlaceMarker("P2", Hex(9, 0)))
    assert play.table.piles == Piles(8, 26, 2)


@rule("D-EVENT-08")
@pytest.mark.parametrize(("players", "takes"), [(2, 3), (3, 4), (4, 5)])
def test_with_full_piles_every_so_many_takes(players: int, takes: int) -> None:
    play = under_way(players, "lake-villages", board("*P1  D  *P2  D  *P3  D  *P4"))
    events = []
    for turn in range(1, 3 * takes + 1):
        play = take(play)
        if NewsKind.EVENT in news(play):
            events.append(turn)
    assert events == [takes, 2 * takes, 3 * takes]


@rule("D-EVENT-08")
def test_placing_a_camp_never_brings_the_event() -> None:
    play = raining(1, hidden={"P1": 2})
    placed = place(play, (2, 0), (1, 0))
    assert (news(placed), placed.table.piles.draw) == ([], 1)


@rule("D-EVENT-06", "D-EVENT-05")
def test_a_reward_from_an_empty_supply_is_made_from_the_discards() -> None:
    play = with_stories(raining(4, supply=0, discard=5, hidden={"P1": 2}), "P1", story("1F", done=False))
    after = place(play, (2, 0), (1, 0))
    assert news(after) == [NewsKind.STORY_DONE, NewsKind.RESHUFFLED, NewsKind.REWARD]
    assert after.table.piles == Piles(4, 6, 0)


@rule("R-14")
def test_an_odd_pile_brings_the_event_between_the_two_refills() -> None:
    event = take(raining(1), refill="W:fire D:fire")
    assert due(event) == ("marker", "P1")
    assert event.table.row == (card("W:fire"), Blank.GAP, *FULL_ROW[2:])
    after = done(event, PlaceMarker("P1", Hex(1, 0)))
    assert after.table.row == (card("W:fire"), card("D:fire"), *FULL_ROW[2:])
    assert after.table.piles == Piles(5, 24, 0), "the second card came from the new pile"


@rule("R-15")
def test_g24_short_supply_in_the_turn() -> None:
    play = replace(
        under_way(4, "lake-villages", board("*P1  D  *P2  D  *P3  D  *P4")),
    )
    play = replace(play, table=replace(play.table, piles=Piles(2, 6, 9)))
    after = take(play)
    assert news(after) == [NewsKind.EVENT, NewsKind.RESHUFFLED, NewsKind.NEW_PILE]
    assert after.table.piles == Piles(10, 5, 0)


@rule("R-16")
def test_with_nothing_left_gaps_stay_and_no_event_comes() -> None:
    play = raining(2, supply=0)
    bare = done(take(play), PlaceMarker("P1", Hex(1, 0)))
    assert bare.table.piles == Piles(0, 0, 0)
    gaps = take(bare, (3, 4))
    assert NewsKind.EVENT not in news(gaps)
    assert gaps.table.row is not None
    assert [place is Blank.GAP for place in gaps.table.row] == [False, False, True, True, False, False]
    # Once cards were discarded, what can be built is built and fills the gaps first.
    refreshed = replace(gaps, table=replace(gaps.table, piles=Piles(0, 0, 3)))
    filled = take(refreshed, (5, 6), refill="W:fire D:fire F:fire")
    assert filled.table.row == (*filled.table.row[:2], card("W:fire"), card("D:fire"), card("F:fire"), Blank.GAP)  # type: ignore[index]
    assert due(filled) == ("marker", "P1"), "its last card brings the event"


@rule("R-18", "D-TURN-04")
def test_the_event_comes_before_the_story_check_of_the_same_turn() -> None:
    """The flood splits the Forest, so that the two camps stand in two zones."""
    play = playing(
        board(
            """
    F:P1    F       F:P1    *P2
        .       W
    """
        ),
        "downpour",
        row=FULL_ROW,
        piles=Piles(2, 20, 0),
    )
    play = with_stories(play, "P1", story("2F", done=False))
    event = take(play)
    assert event.table.player("P1").stories[0].done is False
    after = done(event, PlaceMarker("P1", Hex(1, 0)))
    assert after.table.player("P1").stories[0].done is True


@rule("R-19")
def test_the_active_player_must_place_and_without_a_space_nothing_is_placed() -> None:
    event = take(raining(2))
    assert broken(event, TakeCards("P2", (1, 2))) == ["D-TURN-04"]
    assert broken(event, PlaceMarker("P2", Hex(1, 0))) == ["D-TURN-01"]
    nowhere = playing("W  *P1  *P2", "downpour", row=FULL_ROW, piles=Piles(2, 20, 0))
    after = take(nowhere)
    assert news(after) == [NewsKind.EVENT, NewsKind.NOTHING_TO_PLACE, NewsKind.NEW_PILE]
    assert (due(after), after.table.piles) == (("turn", "P2"), Piles(6, 14, 0))


@rule("D-EVENT-07")
def test_used_up_markers_and_fish_are_skipped() -> None:
    dry = take(raining(2, water_markers=0))
    assert news(dry) == [NewsKind.EVENT, NewsKind.NOTHING_TO_PLACE, NewsKind.NEW_PILE]
    lakes = playing(
        "W:P1  D  *P2", "lake-villages", row=FULL_ROW, piles=Piles(2, 20, 0), hidden={"P1": 3}, fish_tokens=0
    )
    assert due(take(lakes)) == ("turn", "P2")


@rule("D-EVENT-09")
def test_events_happen_in_the_last_round_too() -> None:
    last = replace(raining(2), last_round=True)
    event = take(last)
    assert due(event) == ("marker", "P1")
    assert due(done(event, PlaceMarker("P1", Hex(1, 0)))) == ("turn", "P2")


@rule("D-DOWN-03", "D-DOWN-06", "R-24")
def test_the_lot_of_the_odd_berry_comes_with_the_action() -> None:
    play = playing(
        board(
            """
    F+1     F       F       *P1     *P2
        .       W
    """
        ),
        "downpour",
        row=FULL_ROW,
        piles=Piles(2, 20, 0),
    )
    event = take(play)
    assert broken(event, PlaceMarker("P1", Hex(1, 0))) == ["D-DOWN-06"]
    assert broken(event, PlaceMarker("P1", Hex(1, 0), lot=(Hex(0, 0), Hex(2, 0)))) == ["D-DOWN-06"]
    assert broken(event, PlaceMarker("P1", Hex(1, 0), lot=(Hex(3, 0),))) == ["D-DOWN-06"], "no part of the split zone"
    for lot in (Hex(0, 0), Hex(2, 0)):
        settled = done(event, PlaceMarker("P1", Hex(1, 0), lot=(lot,)))
        assert settled.table.board.berries == {lot: 1}
    assert broken(event, PlaceMarker("P1", Hex(0, 0))) == ["D-DOWN-03"], "not next to Water"


@rule("D-VOLC-02")
def test_lava_is_judged_by_its_own_rule() -> None:
    play = playing("V  F  F  *P1  *P2", "volcano", row=FULL_ROW, piles=Piles(2, 20, 0))
    event = take(play)
    assert broken(event, PlaceMarker("P1", Hex(2, 0))) == ["D-VOLC-02"]
    after = done(event, PlaceMarker("P1", Hex(1, 0)))
    assert after.table.board.markers == {Hex(1, 0): Marker.LAVA}
    assert after.table.lava_markers == 7


def test_a_marker_needs_a_space_and_a_scenario() -> None:
    event = take(raining(2))
    for at in (Hex(9, 9), Hex(2, 0)):
        with pytest.raises(Impossible):
            game.apply(event, PlaceMarker("P1", at))
    with pytest.raises(Impossible):
        game.apply(playing("*P1  D"), PlaceMarker("P1", Hex(1, 0)))
    with pytest.raises(Impossible):
        game.apply(raining(2, water_markers=0), PlaceMarker("P1", Hex(1, 0)))


def test_a_table_that_counts_no_piles_says_when_the_pile_is_empty() -> None:
    play = replace(raining(6), table=replace(raining(6).table, piles=Piles()))
    quiet = take(play)
    assert due(quiet) == ("turn", "P2")
    event = done(quiet, PileEmpty("P1"))
    assert due(event) == ("marker", "P1")
    assert due(done(event, PlaceMarker("P1", Hex(1, 0)))) == ("turn", "P2")


def test_a_table_without_a_map_is_asked_for_the_marker_while_there_are_any() -> None:
    def event(markers: int) -> Play:
        unmapped = playing(Board(), "downpour", row=FULL_ROW, piles=Piles(2, 20, 0), water_markers=markers)
        return take(unmapped)

    assert due(event(1)) == ("marker", "P1")
    assert done(event(1), PlaceMarker("P1")).table.water_markers == 0
    assert news(event(0)) == [NewsKind.EVENT, NewsKind.NOTHING_TO_PLACE, NewsKind.NEW_PILE]


@rule("R-18")
def test_where_the_pile_is_not_counted_the_story_check_waits_for_the_event() -> None:
    drawn = board(
        """
    F:P1    F       F:P1    *P2
        .       W
    """
    )
    play = with_stories(playing(drawn, "downpour", row=FULL_ROW), "P1", story("2F", done=False))
    event = done(take(play), PileEmpty("P1"))
    after = done(event, PlaceMarker("P1", Hex(1, 0)))
    assert after.table.player("P1").stories[0].done is True
    assert due(after) == ("turn", "P2")


@rule("D-EVENT-03")
def test_a_pile_that_is_counted_is_not_empty_by_saying_so() -> None:
    play = raining(6)
    assert broken(play, PileEmpty("P1")) == ["D-EVENT-03"]
    before = play.table.piles
    event = game.apply(play, PileEmpty("P1"))
    assert event.table.piles == Piles(0, 6 + (before.supply or 0), before.discard), "no card is lost"


@rule("R-19", "D-DOWN-03")
def test_a_marker_that_was_not_placed_can_be_told() -> None:
    event = take(raining(2))
    assert broken(event, NoMarker("P1")) == ["D-DOWN-03"]
    after = game.apply(event, NoMarker("P1"))
    assert (due(after), after.table.water_markers) == (("turn", "P2"), event.table.water_markers)
    unmapped = take(playing(Board(), "downpour", row=FULL_ROW, piles=Piles(2, 20, 0)))
    assert broken(unmapped, NoMarker("P1")) == []
    with pytest.raises(Impossible):
        game.apply(playing("*P1  D"), NoMarker("P1"))


# Fish


def fishing(**told: object) -> Play:
    """Seats Billy P1 without a village, Charlie P2 with one, Dana P3 with two; P1's take empties the pile."""
    return playing(
        "W:P2  D  W:P3  D  W:P3  D  *P1",
        "lake-villages",
        row=FULL_ROW,
        piles=Piles(2, 30, 4),
        **{"hands": {"P1": "M", "P2": "M D", "P3": "F F"}, **told},
    )


@rule("D-LAKE-08", "R-37", "R-39")
def test_g32_fish_one_after_another() -> None:
    event = take(fishing())
    assert due(event) == ("fish", "P2"), "P1 has no village and is not asked"
    assert broken(event, DiscardForFish("P3", discard=True)) == ["D-TURN-01"]
    event = done(event, DiscardForFish("P2", discard=True, card=card("D")))
    assert due(event) == ("fish", "P3")
    after = done(event, DiscardForFish("P3", discard=True, card=card("F")))
    assert [player.fish for player in after.table.players] == [0, 1, 2]
    assert after.table.fish_tokens == 17
    assert [player.cards_in_hand for player in after.table.players] == [3, 1, 1]
    kept = done(event, DiscardForFish("P3", discard=False))
    assert [player.fish for player in kept.table.players] == [0, 1, 0]
    assert kept.table.player("P3").cards_in_hand == 2


@rule("R-37")
def test_who_has_no_card_gets_no_fish() -> None:
    event = take(fishing(hands={"P1": "M", "P3": "F"}))
    assert due(event) == ("fish", "P3"), "P2 has a village but nothing to discard"
    assert broken(event, DiscardForFish("P3", discard=True, card=card("W"))) == ["R-37"]


@rule("R-38")
def test_fish_run_short_in_turn_order() -> None:
    event = take(fishing(fish_tokens=2))
    after = done(event, DiscardForFish("P2", discard=True), DiscardForFish("P3", discard=True))
    assert [player.fish for player in after.table.players] == [0, 1, 1]
    assert after.table.fish_tokens == 0


@rule("R-38", "D-EVENT-07")
def test_nobody_is_asked_for_fish_that_are_gone() -> None:
    after = done(take(fishing(fish_tokens=1)), DiscardForFish("P2", discard=True))
    assert due(after) == ("turn", "P2")


@rule("R-37")
def test_an_empty_hand_gets_no_fish_in_the_answer_either() -> None:
    on = fishing(hands={"P1": "M", "P3": "F"}, fish_tokens=2).table
    assert ask("event", on)["fish"] == {"P1": 0, "P2": 0, "P3": 2}


@rule("R-50")
def test_cards_discarded_for_fish_are_there_when_the_new_pile_is_made() -> None:
    """Supply 3, discards 4: with the two of this event the pile of 8 is full and one card is left."""
    play = fishing()
    play = replace(play, table=replace(play.table, piles=Piles(2, 3, 4)))
    event = take(play)
    after = done(event, DiscardForFish("P2", discard=True), DiscardForFish("P3", discard=True))
    assert after.table.piles == Piles(8, 1, 0)


def test_out_of_order_actions_are_named_and_still_carried_out() -> None:
    event = take(raining(2))
    jumped = game.apply(event, TakeCards("P2", (1, 2)))
    assert jumped.table.player("P2").cards_in_hand == 2
    assert broken(take(raining(6)), TakeStory("P2")) == ["D-TURN-04"]
    assert broken(take(raining(6)), DiscardForFish("P2", discard=True)) == ["D-TURN-04", "D-LAKE-08", "R-37"]
