"""Rounds and turns: taking cards, placing a camp and its effects, the story check, the end."""

from dataclasses import replace

import pytest

from companion.ask.questions import answer
from companion.dewan.rules import game
from companion.dewan.rules.actions import Pass, PlaceCamp, SlideUp, TakeCards, TakeStory, TellCards, TuckCard
from companion.dewan.rules.board import Board
from companion.dewan.rules.cards import Card
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.table import Blank
from companion.dewan.rules.turns import Impossible
from companion.rules.hexes import Hex
from tests.boards import ask, card, cards, half, path, points, story, strip_path
from tests.dewan.rules.games import (
    begun,
    broken,
    done,
    due,
    news,
    place,
    playing,
    take,
    under_way,
    with_stories,
)

rule = pytest.mark.rule


def row(text: str) -> tuple[Card | Blank, ...]:
    """The open cards; ``-`` is a gap."""
    return tuple(Blank.GAP if word == "-" else card(word) for word in text.split())


# Round and turn


@rule("D-TURN-01", "D-TURN-02")
def test_turns_go_clockwise_and_the_same_player_opens_every_round() -> None:
    play = under_way(3)
    turns = []
    for _ in range(7):
        turns.append((play.round, play.next.player))
        play = take(play)
    assert turns == [(1, "P1"), (1, "P2"), (1, "P3"), (2, "P1"), (2, "P2"), (2, "P3"), (3, "P1")]
    assert play.table.first_player == "P1"
    assert broken(play, TakeCards("P3", (1, 2))) == ["D-TURN-01"]


@rule("D-TURN-01")
def test_where_no_first_player_was_told_the_first_seat_opens_the_round() -> None:
    play = playing("*P1  D  *P2  *P3", first_player=None, row=row("M M M M M M"))
    rounds = []
    for _ in range(4):
        rounds.append((play.round, play.next.player))
        play = take(play)
    assert rounds == [(1, "P1"), (1, "P2"), (1, "P3"), (2, "P1")]


@rule("D-TURN-03")
def test_a_turn_is_one_action_and_no_passing() -> None:
    play = playing("*P1  D", hands={"P1": "D D"}, row=row("M M M M M M"))
    assert broken(play, Pass("P1")) == ["D-TURN-03"]
    assert due(take(play)) == ("turn", "P2")
    assert broken(take(play), TakeCards("P1", (1, 2))) == ["D-TURN-01"]
    assert due(place(play, (0, 0), (1, 0))) == ("turn", "P2")


@rule("R-44")
def test_with_no_legal_action_the_turn_passes() -> None:
    stuck = playing("*P1  D", hands={"P1": ""}, row=row("M - M - M -"))
    assert broken(stuck, Pass("P1")) == []
    assert due(done(stuck, Pass("P1"))) == ("turn", "P2")
    can_place = playing("*P1  D", hands={"P1": "D D"}, row=row("M - M - M -"))
    assert broken(can_place, Pass("P1")) == ["D-TURN-03"]
    can_take = playing("*P1  D", row=row("M M - - - -"))
    assert broken(can_take, Pass("P1")) == ["D-TURN-03"]


@rule("D-TURN-04")
def test_the_order_inside_a_turn_is_action_effect_story_check() -> None:
    """The second camp brings a tile, and that tile is checked in the same turn."""
    play = playing("F:P1  D", hands={"P1": "F D"})
    after_action = place(play, (0, 0), (1, 0))
    assert due(after_action) == ("story", "P1")
    assert broken(after_action, TakeCards("P2", (1, 2))) == ["R-33"]
    after_effect = done(after_action, TakeStory("P1", tile=story("1F 1D", 6)))
    assert news(after_effect) == [NewsKind.STORY_DONE, NewsKind.REWARD]
    assert due(after_effect) == ("turn", "P2")


# Take 2 cards


@rule("D-TAKE-01")
def test_g16_two_cards_side_by_side() -> None:
    play = playing("*P1  D", row=row("M B D F W M/D"), piles=Piles(20, None, 0))
    for places in ((1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (4, 3)):
        assert broken(play, TakeCards("P1", places)) == []
    for places in ((1, 3), (1, 6), (2, 2), (6, 7), (7, 8), (3,), (1, 2, 3)):
        assert broken(play, TakeCards("P1", places)) == ["D-TAKE-01"]
    taken = take(play, (3, 4), refill="W W:fire")
    assert taken.table.player("P1").hand == cards("D F")
    assert taken.table.row == row("M B W W:fire W M/D")
    assert taken.table.piles == Piles(18, None, 0)


@rule("D-TAKE-02")
def test_never_from_the_draw_pile() -> None:
    assert broken(playing("*P1  D"), TakeCards("P1", (0, 1))) == ["D-TAKE-02"]


@rule("D-TAKE-03")
def test_there_is_no_hand_limit() -> None:
    play = playing("*P1  D", hidden={"P1": 40}, row=row("M M M M M M"))
    assert take(play).table.player("P1").cards_in_hand == 42


@rule("D-TAKE-04", "R-46")
def test_the_gap_nearer_to_the_pile_is_filled_first() -> None:
    """Place 1 lies next to the draw pile, whichever order the cards were taken in."""
    play = playing("*P1  D", row=row("M B D F W M"), piles=Piles(20, None, 0))
    for places in ((3, 4), (4, 3)):
        assert take(play, places, refill="W:fire B:fire").table.row == row("M B W:fire B:fire W M")


@rule("D-TAKE-05")
def test_g17_reshuffle_between_the_two_refills() -> None:
    play = playing("*P1  D", row=row("M B D F W M"), piles=Piles(1, None, 3))
    taken = take(play, (2, 3), refill="W F")
    assert taken.table.row == row("M W F F W M")
    assert taken.table.piles == Piles(2, None, 0)
    assert news(taken) == [NewsKind.RESHUFFLED]


@rule("R-16")
def test_gaps_stay_when_nothing_is_left_and_are_filled_first_later() -> None:
    play = playing("*P1  D  *P2  D", row=row("M B D F W M"), piles=Piles(0, None, 0), hands={"P2": "D D"})
    bare = take(play, (2, 3))
    assert bare.table.row == row("M - - F W M")
    assert broken(bare, TakeCards("P2", (1, 2))) == ["R-16"]
    assert broken(playing("*P1  D", row=row("- M M M M M")), TakeCards("P1", (1, 2))) == ["R-16"]
    assert broken(playing("*P1  D", row=row("- M M M M -")), TakeCards("P1", (2, 3))) == []
    discarding = place(bare, (2, 0), (3, 0))
    filled = discarding.table.row
    assert filled == (card("M"), Blank.UNTOLD, Blank.UNTOLD, *row("F W M")), "before the next turn, from the discards"
    assert discarding.table.piles == Piles(0, None, 0)
    assert due(discarding) == ("turn", "P1")


@rule("R-16")
def test_a_game_begun_under_the_first_edition_fills_gaps_when_cards_are_taken() -> None:
    play = playing("*P1  D  *P2  D", row=row("M B D F W M"), piles=Piles(0, None, 0), hands={"P2": "D D"})
    discarding = place(take(replace(play, rules=1), (2, 3)), (2, 0), (3, 0))
    assert discarding.table.piles == Piles(0, None, 2)
    filled = take(discarding, (5, 6), refill="D:fire F:fire")
    assert filled.table.row == row("M D:fire F:fire F - -")


@rule("R-16")
def test_gaps_of_a_row_nobody_tells_are_counted() -> None:
    play = playing("*P1  D  *P2  D", row=None, piles=Piles(0, None, 0), hands={"P2": "D D D"})
    bare = done(play, TakeCards("P1"))
    assert bare.gaps == 2
    filled = place(bare, (2, 0), (3, 0))
    assert (filled.gaps, filled.table.piles) == (0, Piles(0, None, 0)), "two were discarded, two laid out"


@rule("R-44", "R-16")
def test_nobody_passes_for_ever() -> None:
    """A row without a neighbouring pair is filled once something was discarded."""
    play = playing("*P1  D  D", row=row("M - M - M -"), piles=Piles(0, None, 0), hands={"P1": "D D"})
    after = place(play, (0, 0), (1, 0))
    assert after.table.row is not None
    assert sum(card is Blank.GAP for card in after.table.row) == 1
    assert broken(after, TakeCards("P2", (1, 2))) == []


@rule("D-TURN-01")
def test_a_turn_somebody_else_took_stays_due() -> None:
    play = under_way(3)
    jumped = game.apply(play, TakeCards("P2", (1, 2)))
    assert due(jumped) == ("turn", "P1"), "P1 still has the turn"
    made_up = done(jumped, TakeCards("P1", (1, 2)))
    assert due(made_up) == ("turn", "P3"), "P2 has had the turn of this round"
    assert due(done(made_up, TakeCards("P3", (1, 2)))) == ("turn", "P1")
    old = game.apply(replace(play, rules=1), TakeCards("P2", (1, 2)))
    assert due(old) == ("turn", "P3")


@rule("D-TURN-01", "D-END-01")
def test_turns_stay_equal_in_the_last_round() -> None:
    last = replace(under_way(2), last_round=True)
    jumped = game.apply(last, TakeCards("P2", (1, 2)))
    assert due(jumped) == ("turn", "P1")
    assert done(jumped, TakeCards("P1", (1, 2))).over


@rule("D-SETUP-08")
def test_a_first_story_chosen_too_early_takes_nobody_elses_away() -> None:
    play = begun(3)
    assert due(play) == ("first-story", "P3")
    jumped = game.apply(play, TakeStory("P1"))
    assert due(jumped) == ("first-story", "P3")
    assert due(done(jumped, TakeStory("P3"), TakeStory("P2"))) == ("turn", "P1")


@rule("D-STORY-01", "D-EOT-01")
def test_sliding_up_is_judged() -> None:
    play = with_stories(playing("F:P1  D  *P2"), "P1", story("2F", done=False))
    assert broken(play, SlideUp("P1", 0)) == ["D-EOT-01", "D-STORY-01"]
    after = take(replace(play, table=replace(play.table, row=row("M M M M M M"))))
    assert broken(after, SlideUp("P1", 0)) == ["D-STORY-01"], "the own turn has just ended"
    unmapped = with_stories(playing(Board(), players=("P1", "P2")), "P1", story("2F", done=False))
    assert broken(done(unmapped, TakeCards("P1")), SlideUp("P1", 0)) == []
    assert broken(done(unmapped, TakeCards("P1"), TakeCards("P2")), SlideUp("P1", 0)) == ["D-EOT-01"]


@rule("D-ROUTE-04")
def test_a_camp_told_by_its_space_alone_is_judged_by_what_the_hand_could_pay() -> None:
    empty = playing("*P1  D  D  *P2", hands={"P1": ""})
    assert broken(empty, PlaceCamp("P1", to=Hex(1, 0))) == ["D-ROUTE-04"]
    assert broken(playing("*P1  D  D  *P2", hidden={"P1": 2}), PlaceCamp("P1", to=Hex(1, 0))) == []
    assert broken(playing("*P1  D  D  *P2", hidden={"P1": 2}), PlaceCamp("P1", to=Hex(2, 0))) == ["D-ROUTE-04"]
    assert broken(playing("*P1  D  D  *P2", hands={"P1": "M M"}), PlaceCamp("P1", to=Hex(1, 0))) == ["D-ROUTE-04"]


@rule("D-EFF-04")
def test_an_empty_hand_is_not_asked_for_a_card_to_tuck() -> None:
    play = playing("F:P1  D:P1  D  *P2", hands={"P1": "D D"})
    assert due(place(play, (1, 0), (2, 0))) == ("turn", "P2")
    assert due(place(replace(play, rules=1), (1, 0), (2, 0))) == ("tuck", "P1")


@rule("R-33")
def test_a_story_that_is_due_in_the_last_turn_is_named() -> None:
    play = replace(playing("F:P1  D  *P2", hands={"P1": "F D"}, first_player="P2"), last_round=True)
    waiting = place(play, (0, 0), (1, 0))
    assert due(waiting) == ("story", "P1")
    with pytest.raises(Impossible) as refused:
        game.apply(waiting, TakeCards("P2", (1, 2)))
    assert (refused.value.reason.code, refused.value.reason.rule) == ("turn.first-story", "R-33")


@rule("D-END-01", "D-EFF-06")
def test_a_game_that_is_taken_up_knows_its_last_round() -> None:
    camps = "*P1  F:P1  F:P1  F:P1  F:P1  F:P1  F:P1  F:P1  F:P1  *P2  D"
    play = game.resume(playing(camps, active_player="P2").table)
    assert play.last_round
    assert done(play, TakeCards("P2")).over
    assert game.resume(playing(camps, active_player="P1").table).over, "nobody begins a turn without a camp left"


def test_cards_nobody_told_are_counted() -> None:
    play = take(under_way(2))
    assert play.table.player("P1").hidden_cards == 4
    untold = game.apply(play, TakeCards("P2"))
    assert untold.table.player("P2").cards_in_hand == 4
    assert untold.table.piles.draw == 41


@rule("R-52")
def test_what_a_player_tells_of_the_own_hand_nobody_else_sees() -> None:
    play = done(take(under_way(2)), TellCards("P1", cards("D F")))
    assert play.table.player("P1").cards_in_hand == 4
    assert play.table.as_seen_by("P1").player("P1").hand == cards("D F")
    assert play.table.as_seen_by("P1").player("P1").hidden_cards == 2
    for viewer in ("P2", None):
        seen = play.table.as_seen_by(viewer).player("P1")
        assert (seen.hand, seen.secret, seen.hidden_cards) == ((), (), 4)
    assert broken(play, TellCards("P1", cards("D D D D"))) == []
    assert broken(play, TellCards("P1", cards("D D D D D"))) == ["D-CARD-01"]


# Place a camp


@rule("D-ROUTE-10", "D-ROUTE-14", "D-ROUTE-15")
def test_g01_played_out() -> None:
    play = playing("*P1  M  W  W  B:P2  B", hands={"P1": "F M W B B"}, piles=Piles(9, None, 0))
    after = done(play, PlaceCamp("P1", path=strip_path(0, 5), cards=cards("F M W B B")))
    assert after.table.player("P1").hand == ()
    assert after.table.player("P2").hand == cards("B")
    assert after.table.piles.discard == 4
    assert after.table.board.camps[Hex(5, 0)].player == "P1"
    assert after.camps_left("P1") == 7


@rule("D-ROUTE-10", "D-ROUTE-17")
def test_cards_told_in_another_order_still_go_to_whom_they_are_due() -> None:
    """The Mountain card pays for P2's camp, wherever in the hand it was."""
    play = playing("D:P1  M:P2  B", hands={"P1": "B M D"}, piles=Piles(9, None, 0))
    after = done(play, PlaceCamp("P1", path=strip_path(0, 2), cards=cards("B M D")))
    assert after.table.player("P2").hand == cards("M")
    shuffled = done(play, PlaceCamp("P1", path=strip_path(0, 2), cards=cards("M D B")))
    assert shuffled.table.player("P2").hand == cards("M")
    assert shuffled.table.piles.discard == 2


@rule("R-13", "D-ROUTE-04", "D-ROUTE-05")
def test_surplus_missing_and_strange_cards_are_named() -> None:
    play = playing("*P1  M", hands={"P1": "F M W"})
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), cards=cards("F M W"))) == ["R-13"]
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), cards=cards("M"))) == ["D-ROUTE-04"]
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), cards=cards("F W"))) == ["D-ROUTE-05"]
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), cards=cards("D M"))) == ["D-ROUTE-04"]
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), paid=3)) == ["R-13"]
    assert broken(play, PlaceCamp("P1", path=strip_path(0, 1), paid=1)) == ["D-ROUTE-04"]
    assert broken(play, PlaceCamp("P1", to=Hex(1, 0))) == []
    short = game.apply(play, PlaceCamp("P1", path=strip_path(0, 1), cards=cards("W")))
    assert short.table.player("P1").hand == cards("F M"), "what was paid is gone, legal or not"


@rule("D-ROUTE-02")
def test_where_only_the_destination_is_told_that_is_judged() -> None:
    play = playing("*P1  W  D:P2  D", hidden={"P1": 4})
    assert [broken(play, PlaceCamp("P1", to=Hex(q, 0))) for q in range(4)] == [
        ["D-ROUTE-02"],
        ["D-ROUTE-02"],
        ["D-ROUTE-02"],
        [],
    ]
    assert broken(play, PlaceCamp("P1")) == []
    assert broken(play, PlaceCamp("P1", to=Hex(9, 9))) == [], "apply refuses it: there is no such space"


def test_a_camp_needs_a_space_that_is_there_and_free() -> None:
    play = playing("*P1  D:P2  D")
    for to in (Hex(9, 9), Hex(1, 0)):
        with pytest.raises(Impossible):
            game.apply(play, PlaceCamp("P1", to=to))
    with pytest.raises(Impossible):
        game.apply(play, PlaceCamp("nobody", to=Hex(2, 0)))


@rule("D-ROUTE-15", "D-EFF-03", "D-EFF-04")
def test_there_is_no_ninth_camp_no_fifth_story_and_no_fourth_tucked_card() -> None:
    play = playing("  ".join(["D:P1"] * 8 + ["D"]), tucked={"P1": "F F F"}, hands={"P1": "D D"})
    play = with_stories(play, "P1", *[story("9M", done=False)] * 4)
    for action in (
        PlaceCamp("P1", to=Hex(8, 0)),
        TakeStory("P1", tile=story("1F")),
        TuckCard("P1", card("D"), half("D")),
    ):
        with pytest.raises(Impossible):
            game.apply(play, action)
    assert game.apply(play, TuckCard("P1")).table == play.table, "but declining is possible"


@rule("D-EFF-02", "D-ROUTE-15")
def test_a_table_without_a_map_counts_the_camps_it_is_told_of() -> None:
    play = playing(Board(), hidden={"P1": 20})
    effects = []
    for camp in range(1, 9):
        assert play.camps_left("P1") == 9 - camp
        play = game.apply(play, PlaceCamp("P1", paid=2, berry=camp == 1))
        effects.append(play.next.kind)
        play = game.apply(play, TakeCards("P2"))
    assert effects == ["turn", "story", "tuck", "story", "tuck", "story", "tuck", "turn"]
    assert play.over
    assert (play.table.player("P1").berries, play.table.player("P1").cards_in_hand) == (1, 4)


def test_what_breaks_a_rule_is_played_all_the_same() -> None:
    play = playing("*P1  D", hands={"P1": "M M"})
    wrong = PlaceCamp("P1", path=strip_path(0, 1), cards=cards("M M"))
    assert broken(play, wrong) == ["D-ROUTE-05"]
    assert game.apply(play, wrong).table.board.camps[Hex(1, 0)].player == "P1"


# Berries


@rule("D-EFF-01", "D-BERRY-01")
def test_first_the_berry_then_the_effect() -> None:
    """Any token of the zone will do, wherever in it the camp stands."""
    play = playing("D:P1  F  F+2", hands={"P1": "D F"})
    placed = place(play, (0, 0), (1, 0))
    assert placed.table.player("P1").berries == 1
    assert placed.table.board.berries == {Hex(2, 0): 1}
    assert (news(placed), due(placed)) == ([NewsKind.BERRY], ("story", "P1"))


@rule("D-BERRY-01", "D-BERRY-02")
def test_g09_berries_run_out() -> None:
    play = playing("*P1  B+2  B  B  B  *P2", hidden={"P1": 9, "P2": 9}, row=row("M M M M M M"))
    play = place(play, (0, 0), (1, 0))
    play = place(play, (5, 0), (4, 0))
    play = place(play, (1, 0), (2, 0))
    assert [play.table.player(name).berries for name in ("P1", "P2")] == [1, 1]
    assert play.table.board.berries == {}


@rule("D-BERRY-03")
def test_two_symbols_in_one_zone_still_give_one_a_camp() -> None:
    play = place(playing("*P1  F+2  F+2", hidden={"P1": 2}), (0, 0), (1, 0))
    assert play.table.player("P1").berries == 1
    assert sum(play.table.board.berries.values()) == 3


# Effects of the emptied space


@rule("D-EFF-02", "D-EFF-03", "D-EFF-04")
def test_g15_eight_camps() -> None:
    """Effects in order: none, story, card, story, card, story, card, final. Alone on a strip, P2 only takes cards."""
    play = playing("*P1  D  D  D  D  D  D  D  D  *P2", hidden={"P1": 50}, piles=Piles(99, None, 0))
    play = replace(play, story_row=(None,) * 5, story_stack=18)
    play = with_stories(play, "P1", story("9M", done=False))
    effects = []
    for camp in range(1, 9):
        play = place(play, (camp - 1, 0), (camp, 0))
        effects.append(play.next.kind if play.next.player == "P1" else "none")
        if play.next.kind == "story":
            play = done(play, TakeStory("P1", tile=story("9M")))
        elif play.next.kind == "tuck":
            play = done(play, TuckCard("P1", shows=half("F")))
        assert due(play) == ("turn", "P2")
        play = take(play)
    assert effects == ["none", "story", "tuck", "story", "tuck", "story", "tuck", "none"]
    assert len(play.table.player("P1").stories) == 4
    assert len(play.table.player("P1").tucked) == 3
    assert points(play.table, "P1")["fire"] == 1, "the final camp"
    assert play.over


@rule("D-EFF-03", "R-33")
def test_the_story_tile_of_the_second_camp_is_compulsory() -> None:
    play = replace(playing("D:P1  D  *P2", hidden={"P1": 2}), story_row=(story("2F"), None), story_stack=3)
    placed = place(play, (0, 0), (1, 0))
    assert due(placed) == ("story", "P1")
    assert broken(placed, TakeCards("P2", (1, 2))) == ["R-33"]
    assert broken(placed, TakeStory("P1", place=3)) == ["D-EFF-03"]
    taken = done(placed, TakeStory("P1", place=1, refill=story("1M")))
    assert taken.story_row == (story("1M"), None)
    assert taken.story_stack == 2
    assert [dict(tile.needs) for tile in taken.table.player("P1").stories] == [{"forest": 2}]


@rule("R-32")
def test_an_empty_story_stack_leaves_the_row_short_and_then_nothing() -> None:
    play = replace(playing("D:P1  D  *P2", hidden={"P1": 2}), story_row=(story("2F"), story("1D")), story_stack=0)
    placed = place(play, (0, 0), (1, 0))
    assert broken(placed, TakeStory("P1")) == ["R-32"]
    taken = done(placed, TakeStory("P1", place=1))
    assert (taken.story_row, taken.story_stack) == ((story("1D"),), 0)
    bare = place(replace(play, story_row=()), (0, 0), (1, 0))
    assert (news(bare), due(bare)) == ([NewsKind.NO_STORY_LEFT], ("turn", "P2"))


def third_camp(hand: str = "D D") -> Play:
    return place(playing("D:P1  D:P1  D  *P2", hands={"P1": hand}), (1, 0), (2, 0))


@rule("D-EFF-04")
def test_one_terrain_of_a_tucked_card_shows_with_its_symbol() -> None:
    play = third_camp("F/W:fire D D")
    assert due(play) == ("tuck", "P1")
    # Which cards paid was not told: the rest of the hand is unseen.
    assert play.table.player("P1").cards_in_hand == 1
    tucked = done(play, TuckCard("P1", shows=half("W:fire")))
    assert tucked.table.player("P1").tucked == (half("W:fire"),)
    assert tucked.table.player("P1").cards_in_hand == 0
    assert broken(play, TuckCard("P1", card("F/W:fire"), half("F:fire"))) == ["D-EFF-04"]
    assert broken(play, TuckCard("P1", card("F/W:fire"), half("M"))) == ["D-EFF-04"]


@rule("R-51", "D-EFF-04")
def test_declining_the_tuck_leaves_the_spot_empty_for_good() -> None:
    declined = done(third_camp("D D F"), TuckCard("P1"))
    assert declined.table.player("P1").tucked == ()
    assert due(declined) == ("turn", "P2")
    assert broken(declined, TuckCard("P1", shows=half("F"))) == ["D-TURN-04"]
    going_on = third_camp("D D F")
    assert broken(going_on, TakeCards("P2", (1, 2))) == []
    assert broken(going_on, TakeCards("P1", (1, 2))) == ["D-TURN-01"], "declining does not give another turn"
    assert game.apply(going_on, TakeCards("P2", (1, 2))).table.player("P1").tucked == ()


@rule("D-EFF-05")
def test_a_card_paid_for_the_route_cannot_be_tucked() -> None:
    play = playing("D:P1  D:P1  D  *P2", hands={"P1": "D D/F:fire F"})
    paid = done(play, PlaceCamp("P1", path=path((1, 0), (2, 0)), cards=cards("D D/F:fire")))
    assert broken(paid, TuckCard("P1", card("D/F:fire"), half("F:fire"))) == ["D-EFF-05"]
    assert broken(paid, TuckCard("P1", card("F"), half("F"))) == []
    assert broken(paid, TuckCard("P1", shows=half("F"))) == ["D-EFF-05"]


# The story check


@rule("D-EOT-01", "R-31")
def test_stories_are_checked_at_the_end_of_the_owners_own_turn() -> None:
    play = playing("*P1  F:P1  D  *P2  F:P2", row=row("M M M M M M"), piles=Piles(9, None, 0))
    play = with_stories(with_stories(play, "P1", story("1F", done=False)), "P2", story("1F", done=False))
    after_p1 = take(play)
    assert after_p1.table.player("P1").stories[0].done is True
    assert after_p1.table.player("P2").stories[0].done is False, "met, but not P2's turn"
    assert take(after_p1).table.player("P2").stories[0].done is True


@rule("D-EOT-02", "R-59")
def test_a_card_for_each_tile_completed() -> None:
    play = playing("*P1  F:P1  D", row=row("M M M M M M"), piles=Piles(9, None, 0))
    play = with_stories(play, "P1", story("1F", done=False), story("1F", done=False), story("1M", done=False))
    after = take(play)
    assert [(one.kind, one.number) for one in after.news] == [
        (NewsKind.STORY_DONE, 0),
        (NewsKind.STORY_DONE, 1),
        (NewsKind.REWARD, 2),
    ]
    assert after.table.player("P1").cards_in_hand == 2 + 2
    assert after.table.piles.draw == 9 - 2 - 2


@rule("R-17")
def test_a_reward_from_an_empty_pile_reshuffles_or_gives_nothing() -> None:
    def reward(discard: int) -> Play:
        play = playing("F:P1  F  *P2", hidden={"P1": 2}, piles=Piles(0, None, discard))
        play = with_stories(play, "P1", story("1F", done=False))
        return done(place(play, (0, 0), (1, 0)), TakeStory("P1"))

    some = reward(3)
    assert news(some) == [NewsKind.STORY_DONE, NewsKind.RESHUFFLED, NewsKind.REWARD]
    assert (some.table.piles, some.table.player("P1").cards_in_hand) == (Piles(4, None, 0), 1)


@rule("D-EOT-03")
def test_a_tile_taken_this_turn_can_be_completed_this_turn_and_a_take_turn_is_checked_too() -> None:
    placed = place(playing("F:P1  D", hands={"P1": "F D"}, piles=Piles(9, None, 0)), (0, 0), (1, 0))
    assert done(placed, TakeStory("P1", tile=story("1F"))).table.player("P1").stories[0].done is True
    play = with_stories(playing("F:P1  D", row=row("M M M M M M")), "P1", story("1F", done=False))
    assert take(play).table.player("P1").stories[0].done is True


@rule("D-EOT-04", "R-29")
def test_a_completed_tile_stays_completed_and_is_rewarded_once() -> None:
    play = with_stories(playing("*P1  D", row=row("M M M M M M")), "P1", story("9M", 5, done=True))
    after = take(play)
    assert after.table.player("P1").stories[0].done is True
    assert news(after) == []
    again = game.apply(after, SlideUp("P1", 0))
    assert again.table.player("P1").cards_in_hand == 2
    assert [broken(after, SlideUp("P1", i)) for i in (-1, 0, 1)] == [["D-EOT-01"], [], ["D-EOT-01"]]
    with pytest.raises(Impossible):
        game.apply(after, SlideUp("P1", 1))


# The end


def last_camp(player: str, players: tuple[str, ...] = ("P1", "P2", "P3")) -> Play:
    """``player`` has placed seven, and places the eighth now."""
    drawing = "  ".join([f"D:{player}"] * 7 + ["D"] * 2)
    play = playing(drawing, players=players, hidden={player: 9}, active_player=player, row=row("M M M M M M"))
    return place(play, (6, 0), (7, 0))


@rule("D-END-01", "D-TEAM-02")
def test_g18_finish_the_round() -> None:
    play = last_camp("P1")
    assert news(play) == [NewsKind.FINAL_CAMP]
    assert (play.over, due(play)) == (False, ("turn", "P2"))
    play = take(play)
    assert due(play) == ("turn", "P3")
    play = take(play)
    assert play.over
    assert news(play) == [NewsKind.END_OF_GAME]
    assert broken(play, TakeCards("P1", (1, 2))) == ["D-END-01"]


@rule("D-END-02")
def test_the_last_player_of_the_round_ends_the_game_at_once() -> None:
    assert last_camp("P3").over
    assert not last_camp("P2").over


@rule("D-END-02")
def test_several_may_place_their_final_camp_in_the_last_round() -> None:
    play = playing(
        "  ".join([*["D:P1"] * 7, "D", "D", *["F:P2"] * 7]), hidden={"P1": 2, "P2": 2}, row=row("M M M M M M")
    )
    play = place(play, (6, 0), (7, 0))
    play = place(play, (9, 0), (8, 0))
    assert play.over
    assert [points(play.table, name)["fire"] for name in ("P1", "P2")] == [1, 1]


@rule("D-EFF-06")
def test_nobody_starts_a_turn_with_an_empty_tribe_board() -> None:
    play = last_camp("P2")
    while not play.over:
        assert play.camps_left(play.next.player) > 0
        play = take(play)


def test_after_the_end_nothing_more_is_played() -> None:
    play = last_camp("P3")
    for action in (
        TakeCards("P1", (1, 2)),
        TuckCard("P1", shows=half("F")),
        TakeStory("P1", tile=story("1F")),
        PlaceCamp("P1", to=Hex(8, 0)),
    ):
        assert broken(play, action)[0] == "D-END-01"
        with pytest.raises(Impossible):
            game.apply(play, action)
    assert game.apply(play, TellCards("P3", cards("D"))).over, "but cards may be shown"


@rule("D-END-01", "R-51")
def test_the_last_tuck_of_the_last_round_cannot_be_declined_by_playing_on() -> None:
    play = playing("  ".join(["D:P1"] * 7 + ["D", "F:P2", "F:P2", "F"]), hidden={"P1": 2, "P2": 3}, row=row("M " * 6))
    play = place(place(play, (6, 0), (7, 0)), (9, 0), (10, 0))
    assert due(play) == ("tuck", "P2")
    assert broken(play, TakeCards("P1", (1, 2))) == ["D-END-01"]
    with pytest.raises(Impossible):
        game.apply(play, TakeCards("P1", (1, 2)))
    assert done(play, TuckCard("P2")).over


@rule("R-62", "R-64")
def test_discards_and_supply_are_numbers_nobody_needs_to_search_or_look_at() -> None:
    play = begun(3, "downpour")
    assert play.table.piles == Piles(8, 35, 0)
    for key in ("discard", "supply", "draw_pile"):
        record = {
            "format": "dewan-table/1",
            "scenario": "base",
            "players": [{"name": "A"}, {"name": "B"}],
            key: ["forest"],
        }
        refused = answer({"ask": "score", "table": record})
        assert not refused["ok"]
        assert [error["path"] for error in refused["errors"]] == [key]
    assert ask("score", playing("*P1  D", piles=Piles(3, 4, 5)).table)["ok"] is True
