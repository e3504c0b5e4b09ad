"""How much of a game is recorded: what is followed, what is asked for, and a change of mind in the middle."""

from companion.dewan.rules import recording
from companion.dewan.rules.actions import DiscardForFish, PlaceCamp, TakeCards
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import NewsKind, StepKind
from companion.dewan.rules.table import Blank
from companion.rules.hexes import Hex
from tests.boards import story
from tests.dewan.rules.games import begun, broken, done, due, news, playing, under_way, with_stories

STRIP = "*P1 F F D D B B M *P2"
"""From P1's camp to P2's, with room for the camps of both."""


def test_camps_and_events_asks_for_turns_alone() -> None:
    play = recording.camps_only(begun(3))
    assert [step.kind for step in play.steps] == [StepKind.TURN]
    play = done(play, TakeCards("P1"), TakeCards("P2"))
    assert due(play) == ("turn", "P3")
    assert [player.cards_in_hand for player in play.table.players] == [0, 0, 0]


def test_a_camp_costs_nothing_anybody_has_to_say_and_what_is_due_is_told() -> None:
    play = recording.camps_only(playing(STRIP))
    play = done(play, PlaceCamp("P1", Hex(1, 0)))
    assert due(play) == ("turn", "P2")
    play = done(play, TakeCards("P2"), PlaceCamp("P1", Hex(2, 0)))
    assert due(play) == ("turn", "P2")  # the second camp takes a Story tile: told, not asked (D-EFF-02)
    assert NewsKind.STORY_DUE in news(play)
    play = done(play, TakeCards("P2"), PlaceCamp("P1", Hex(3, 0)))
    assert NewsKind.TUCK_DUE in news(play)


def test_a_hand_nobody_records_may_hold_anything_but_the_map_still_decides() -> None:
    play = recording.camps_only(playing("*P1 F W D *P2"))
    assert broken(play, PlaceCamp("P1", Hex(3, 0))) == []
    assert broken(play, PlaceCamp("P1", Hex(2, 0))) == ["D-ROUTE-02"]


def test_the_pile_on_the_event_tile_is_counted_and_no_other() -> None:
    play = recording.camps_only(under_way(3, "volcano"))
    assert (play.table.piles.draw, play.table.piles.supply, play.table.piles.discard) == (8, None, None)
    for _ in range(4):
        assert due(play)[0] == "turn"
        play = done(play, TakeCards(play.next.player))
    assert due(play)[0] == "marker"
    assert recording.camps_only(under_way(3)).table.piles.draw is None


def test_fish_are_asked_of_everybody_with_a_village_whatever_they_hold() -> None:
    play = playing("*P1 W:P1 D W:P2 *P2", "lake-villages", piles=Piles(2, 20, 0))
    play = done(recording.camps_only(play), TakeCards("P1"))
    assert [step.player for step in play.steps if step.kind is StepKind.FISH] == ["P1", "P2"]
    assert broken(play, DiscardForFish("P1", True)) == []
    assert done(play, DiscardForFish("P1", True)).table.player("P1").fish == 1


def test_what_was_open_is_dropped_when_it_is_not_recorded_any_more() -> None:
    play = under_way(3)
    play = done(
        play, PlaceCamp("P1", paid=2), TakeCards("P2", (1, 2)), TakeCards("P3", (1, 2)), PlaceCamp("P1", paid=2)
    )
    assert due(play) == ("story", "P1")
    changed = recording.camps_only(play)
    assert due(changed) == ("turn", "P2")
    assert changed.table.row is None
    assert changed.story_row is None


def test_story_tiles_stay_and_are_still_completed() -> None:
    play = with_stories(playing(STRIP, hands={"P1": "F F"}), "P1", story("1F", 3))
    play = recording.camps_only(play)
    assert play.table.player("P1").hand == ()
    play = done(play, PlaceCamp("P1", Hex(1, 0)))
    assert NewsKind.STORY_DONE in news(play)
    assert play.table.player("P1").hidden_cards == 0


def test_everything_begins_with_places_to_be_told() -> None:
    play = recording.everything(recording.camps_only(under_way(3)))
    assert not play.camps_only
    assert play.table.row == (Blank.UNTOLD,) * 6
    assert play.story_row == (None,) * 5


def test_a_game_that_was_only_to_be_scored_goes_on_with_the_active_player() -> None:
    play = recording.score_only(done(under_way(3), TakeCards("P1", (1, 2))))
    assert play.over
    assert due(recording.going_on(play)) == ("turn", "P2")
