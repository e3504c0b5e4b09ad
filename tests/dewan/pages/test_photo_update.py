"""Bring the table up to date: what a photo shows beyond the record, and what is recorded of it."""

from dataclasses import replace
from typing import Any

from companion.dewan.corrections import with_correction
from companion.dewan.pages.photo.differences import compare, settling_changes
from companion.dewan.pages.photo.photo_map import PhotoChange, photo_map
from companion.dewan.pages.photo.since_entry import Update, entries_of, update_of
from companion.dewan.rules import game
from companion.dewan.rules.actions import PileEmpty, PlaceCamp, PlaceMarker, TakeCards
from companion.dewan.rules.board import Camp
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.table import Blank
from companion.dewan.rules.tiles import lay
from companion.dewan.rules.words import Landmark, Terrain
from companion.rules.hexes import Hex
from tests.dewan.pages.test_photo_screen import BOX, PLAYERS, laid_tiles, play_with, reading_of
from tests.web.tables import COLORS, NAMES

LAND = sorted(at for at, ground in lay(laid_tiles()).spaces.items() if ground in (Terrain.FOREST, Terrain.DESERT))
STARTS = sorted(at for at, ground in lay(laid_tiles()).spaces.items() if ground is Landmark.START)
AT_START = {at: Camp(name, starting=True) for at, name in zip(STARTS, NAMES[:3], strict=True)}
SHOWN_AT_START = dict(zip(STARTS, COLORS[:3], strict=True))


def found(reading: dict[str, Any], *changes: PhotoChange) -> Update:
    update = update_of(play_with(laid_tiles(), AT_START), photo_map(reading, changes, PLAYERS, BOX))
    assert update is not None
    return update


def without_berries(reading: dict[str, Any]) -> dict[str, Any]:
    """As the record has them: two on every symbol."""
    lying = play_with(laid_tiles(), AT_START).table.board.berries
    return {**reading, "berries": [{"at": list(at), "count": n, "confidence": 0.99} for at, n in lying.items()]}


def test_new_camps_are_placed_in_turn_order_and_who_has_none_took_cards() -> None:
    play = play_with(laid_tiles(), AT_START)
    reading = reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[2], LAND[5]: COLORS[0]})
    update = found(reading)
    assert [(line.player, line.at) for line in update.camps] == [(NAMES[0], LAND[5]), (NAMES[2], LAND[0])]
    assert update.taking == {NAMES[1]: 1}
    assert update.closing == (), "the third player's camp ends the round"
    assert not update.first
    actions = entries_of(play, update.camps)
    assert actions == [PlaceCamp(NAMES[0], LAND[5]), TakeCards(NAMES[1]), PlaceCamp(NAMES[2], LAND[0])]
    for action in actions:
        play = game.apply(play, action)
    assert play.table.board.camps[LAND[0]].player == NAMES[2]
    again = update_of(play, photo_map(reading, (), PLAYERS, BOX))
    assert again is not None
    assert again.camps == (), "the same photo once more tells nothing new"


def test_after_the_last_new_camp_the_round_is_closed_by_those_who_took_cards() -> None:
    play = play_with(laid_tiles(), AT_START)
    update = found(reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[0]}))
    assert update.closing == (NAMES[1], NAMES[2])
    actions = entries_of(play, update.camps, close=True)
    assert actions == [PlaceCamp(NAMES[0], LAND[0]), TakeCards(NAMES[1]), TakeCards(NAMES[2])]
    assert entries_of(play, update.camps) == actions[:1]


def test_where_no_cards_are_recorded_a_photo_without_news_is_a_round_in_which_all_took_cards() -> None:
    play = play_with(laid_tiles(), AT_START)
    seen = photo_map(reading_of(laid_tiles(), SHOWN_AT_START), (), PLAYERS, BOX)
    unrecorded = update_of(replace(play, table=replace(play.table, row=None)), seen)
    assert unrecorded is not None
    assert unrecorded.proposes
    assert unrecorded.closing == tuple(NAMES[:3])
    recorded = update_of(replace(play, table=replace(play.table, row=(Blank.UNTOLD,))), seen)
    assert recorded is not None
    assert not recorded.proposes


def test_a_marker_the_event_already_waits_for_is_placed_without_a_second_event() -> None:
    play = play_with(laid_tiles(), AT_START)
    play = replace(play, table=replace(play.table, scenario="downpour"))
    play = game.apply(play, PileEmpty(NAMES[0]))
    assert play.next.kind is StepKind.MARKER
    reading = reading_of(laid_tiles(), SHOWN_AT_START)
    reading["markers"] = [{"kind": "water", "at": list(LAND[0]), "confidence": 0.97}]
    update = update_of(play, photo_map(reading, (), PLAYERS, BOX))
    assert update is not None
    assert entries_of(play, update.markers) == [PlaceMarker(NAMES[0], LAND[0])]


def test_two_camps_of_one_player_need_one_answer() -> None:
    play = play_with(laid_tiles(), AT_START)
    update = found(reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[0], LAND[5]: COLORS[0]}))
    assert [line.at for line in update.first[NAMES[0]]] == [LAND[0], LAND[5]]
    later = update.first[NAMES[0]][1]
    placed = [a.to for a in entries_of(play, update.camps, {NAMES[0]: later.key}) if isinstance(a, PlaceCamp)]
    assert placed == [LAND[5], LAND[0]]


def test_a_doubtful_camp_is_not_ticked_and_a_starting_camp_never_leaves() -> None:
    reading = reading_of(laid_tiles(), {LAND[0]: COLORS[0]})
    reading["camps"][0]["confidence"] = 0.6
    update = found(reading)
    assert [line.doubtful for line in update.camps] == [True]


def test_a_camp_is_moved_to_where_it_stands() -> None:
    reading = reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[0]})
    update = found(reading, PhotoChange("move", LAND[3], f"{LAND[0].q},{LAND[0].r}"))
    assert [line.at for line in update.camps] == [LAND[3]]


def test_a_marker_is_moved_to_where_it_lies() -> None:
    play = play_with(laid_tiles(), AT_START)
    play = replace(play, table=replace(play.table, scenario="downpour"))
    reading = reading_of(laid_tiles(), SHOWN_AT_START)
    reading["markers"] = [{"kind": "water", "at": list(LAND[0]), "confidence": 0.6}]
    change = PhotoChange("move", LAND[3], f"{LAND[0].q},{LAND[0].r}")
    update = update_of(play, photo_map(reading, [change], PLAYERS, BOX))
    assert update is not None
    assert [(line.at, line.doubtful, line.movable) for line in update.markers] == [(LAND[3], False, True)]


def test_a_colour_nobody_plays_can_be_no_camp() -> None:
    reading = reading_of(laid_tiles(), {LAND[0]: "mauve"})
    assert photo_map(reading, (), PLAYERS, BOX).unknown_camps == {"mauve": (LAND[0],)}
    assert photo_map(reading, [PhotoChange("color", LAND[0], "mauve", "")], PLAYERS, BOX).camps == {}
    for senseless in ("²,0", "--1,0", f"{'0' * 5000}1,0", ""):
        assert photo_map(reading, [PhotoChange("move", LAND[3], senseless)], PLAYERS, BOX).camps == {LAND[0]: "mauve"}


def test_before_the_first_move_only_starts_hold_camps() -> None:
    reading = reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[0]})
    reading["maybe_camps"] = [{"at": list(LAND[1]), "color": COLORS[1], "confidence": 0.3}]
    seen = photo_map(reading, (), PLAYERS, BOX, begun=False)
    assert dict(seen.camps) == SHOWN_AT_START
    assert not seen.doubtful_camps


def test_berries_are_compared_by_zone_after_the_camps_took_theirs() -> None:
    play = play_with(laid_tiles(), AT_START)
    board = play.table.board
    zone = next(zone for zone in board.zones if zone.berries and any(at in LAND for at in zone.spaces))
    to = next(at for at in zone.spaces if at not in board.berries)
    reading = without_berries(reading_of(laid_tiles(), {**SHOWN_AT_START, to: COLORS[0]}))
    lying = next(one for one in reading["berries"] if Hex(*one["at"]) in zone.spaces)
    lying["count"] -= 1  # the new camp took it
    assert [line.kind for line in found(reading).lines] == ["camp"]
    lying["count"] += 1
    (line,) = (line for line in found(reading).lines if line.kind == "berries")
    assert (line.count, line.at in zone.spaces) == (1, True)


def test_a_marker_is_an_event_of_the_one_who_laid_out_the_last_card() -> None:
    play = play_with(laid_tiles(), AT_START)
    play = replace(play, table=replace(play.table, scenario="downpour"))
    reading = reading_of(laid_tiles(), SHOWN_AT_START)
    reading["markers"] = [{"kind": "water", "at": list(LAND[0]), "confidence": 0.97}]
    update = update_of(play, photo_map(reading, (), PLAYERS, BOX))
    assert update is not None
    assert [line.at for line in update.markers] == [LAND[0]]
    assert entries_of(play, update.markers, event=NAMES[1]) == [PileEmpty(NAMES[1]), PlaceMarker(NAMES[1], LAND[0])]


def played(scenario: str, *camps: tuple[Hex, str], piles: int = 8) -> Play:
    """A table that records camps and events, with so many cards on the pile of the Event tile."""
    play = play_with(laid_tiles(), AT_START)
    board = play.table.board
    for at, name in camps:
        board = board.with_camp(at, Camp(name))
    table = replace(
        play.table, board=board, scenario=scenario, row=None, piles=Piles(piles, 30, 0), water_markers=8, lava_markers=8
    )
    return replace(play, table=replace(table, fish_tokens=9), camps_only=True)


def with_markers(kind: str, *spaces: Hex, sure: float = 0.97) -> dict[str, Any]:
    reading = reading_of(laid_tiles(), SHOWN_AT_START)
    reading["markers"] = [{"kind": kind, "at": list(at), "confidence": sure} for at in spaces]
    return reading


def test_who_emptied_the_pile_is_asked_only_where_the_record_does_not_know() -> None:
    """The third to take two cards of six empties it."""
    play = played("downpour", piles=6)
    update = update_of(play, photo_map(with_markers("water", LAND[0]), (), PLAYERS, BOX))
    assert update is not None
    assert not update.ask_event
    assert entries_of(play, update.markers, close=True) == [
        TakeCards(NAMES[0]),
        TakeCards(NAMES[1]),
        TakeCards(NAMES[2]),
        PlaceMarker(NAMES[2], LAND[0]),
    ]
    early = update_of(played("downpour"), photo_map(with_markers("water", LAND[0]), (), PLAYERS, BOX))
    assert early is not None
    assert early.ask_event


def test_an_event_without_a_marker_in_the_photo_is_said_and_nothing_is_made_up() -> None:
    play = played("downpour", piles=2)
    bare = with_markers("water")
    update = update_of(play, photo_map(bare, (), PLAYERS, BOX))
    assert update is not None
    assert update.marker_due
    assert entries_of(play, update.lines, close=True) == [TakeCards(NAMES[0])]
    tapped = photo_map(bare, [PhotoChange("marker", LAND[0], "water")], PLAYERS, BOX)
    told = update_of(play, tapped)
    assert told is not None
    assert not told.marker_due
    assert [(line.at, line.doubtful) for line in told.markers] == [(LAND[0], False)]
    assert PlaceMarker(NAMES[0], LAND[0]) in entries_of(play, told.markers, close=True)
    doubted = with_markers("water", LAND[0], sure=0.5)
    for change in (PhotoChange("marker", LAND[0], ""), PhotoChange("marker", LAND[0], "water")):
        corrected = update_of(play, photo_map(doubted, [change], PLAYERS, BOX))
        assert corrected is not None
        assert [line.doubtful for line in corrected.markers] == [False] * bool(change.value)


def test_who_discarded_for_fish_is_asked() -> None:
    water = min(at for at, ground in lay(laid_tiles()).spaces.items() if ground is Terrain.WATER)
    play = played("lake-villages", (water, NAMES[1]), piles=2)
    reading = reading_of(laid_tiles(), {**SHOWN_AT_START, water: COLORS[1]})
    update = update_of(play, photo_map(reading, (), PLAYERS, BOX))
    assert update is not None
    assert update.fish == (NAMES[1],)
    for fish, given in (((), 0), ((NAMES[1],), 1)):
        after = play
        for action in entries_of(play, update.lines, close=True, fish=fish):
            after = game.apply(after, action)
        assert after.table.player(NAMES[1]).fish == given
        assert (after.round, after.next.player) == (2, NAMES[0]), "the round goes on after the event"


def test_a_doubtful_camp_is_no_second_one_to_ask_about() -> None:
    reading = reading_of(laid_tiles(), {**SHOWN_AT_START, LAND[0]: COLORS[0], LAND[5]: COLORS[0]})
    reading["camps"][-1]["confidence"] = 0.6
    assert not found(reading).first


def test_seats_that_were_recorded_wrong_are_put_right_with_one_tap() -> None:
    """Two players who are recorded on each other's starting tile; one whose tile is a free one."""
    play = play_with(laid_tiles(), AT_START)
    swapped = dict(zip(STARTS, (COLORS[1], COLORS[0], COLORS[2]), strict=True))
    seen = photo_map(reading_of(laid_tiles(), swapped), (), PLAYERS, BOX)
    first, second = compare(play.table.board, seen, BOX) or ()
    assert (first.kind, second.kind) == ("other", "other")
    right = with_correction(play, {"reason": "seen", "changes": settling_changes(play, first)})
    assert compare(right.table.board, seen, BOX) == ()
    assert [camp.starting for camp in right.table.board.camps.values()] == [True] * 3

    two = play_with(laid_tiles(), {STARTS[0]: Camp(NAMES[0], starting=True)})
    elsewhere = photo_map(reading_of(laid_tiles(), {STARTS[1]: COLORS[0]}), (), PLAYERS, BOX)
    (extra,) = compare(two.table.board, elsewhere, BOX) or ()
    moved = with_correction(two, {"reason": "seen", "changes": settling_changes(two, extra)})
    assert moved.table.board.camps == {STARTS[1]: Camp(NAMES[0], starting=True)}


def test_another_map_is_not_brought_up_to_date() -> None:
    assert update_of(play_with(laid_tiles(), {}), photo_map(reading_of(laid_tiles()[:1]), (), PLAYERS, BOX)) is None
