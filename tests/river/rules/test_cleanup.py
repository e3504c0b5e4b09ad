"""The clean-up, settling, and the end."""

from dataclasses import replace

import pytest

from companion.river.rules import game
from companion.river.rules.actions import CleanUp, Swap
from companion.river.rules.ending import triggers
from companion.river.rules.tiles import Building
from companion.river.rules.words import ActionSpace
from tests.river.rules.tables import BOX, CLAY, STONE, WOOD, codes, meadow, player, rows, table, tile, tiles

rule = pytest.mark.rule
HUT = Building({WOOD: 2}, 3)


@rule("V-CLEAN-01", "VR-03")
def test_untaken_tiles_go_and_as_many_come_as_the_box_says() -> None:
    on = table(player(scouts=0), seats=2, revealed=tiles("F D"), tile_stack=20, thrown_tiles=3)
    plan = game.clean_up(on)
    assert (plan.tiles_out, plan.tiles_in, plan.reshuffle) == (2, 4, False)
    after = game.apply(on, CleanUp(tiles=tiles("M M B B")))
    assert after.revealed == tiles("M M B B")
    assert (after.tile_stack, after.thrown_tiles) == (16, 5)
    silent = replace(on, box=replace(BOX, supplies=()))
    assert game.clean_up(silent).tiles_in is None


@rule("V-CLEAN-01", "VR-05")
def test_thrown_away_tiles_make_a_new_stack() -> None:
    on = table(player(), seats=2, revealed=tiles("F"), tile_stack=1, thrown_tiles=9)
    assert game.clean_up(on).reshuffle is True
    after = game.apply(on, CleanUp())
    assert (after.tile_stack, after.thrown_tiles) == (1 + 9 + 1 - 4, 0)


@rule("V-CLEAN-02", "V-SETUP-04")
def test_only_emptied_building_spaces_are_refilled() -> None:
    on = table(player(), displayed=(HUT,), building_stack=9)
    assert game.clean_up(on).buildings_in == 3, "four spaces, one card"
    after = game.apply(on, CleanUp())
    assert after.displayed == (HUT, Building(), Building(), Building())
    assert after.building_stack == 6


@rule("VR-06")
def test_without_cards_a_building_space_stays_empty() -> None:
    on = table(player(), displayed=(HUT,), building_stack=1)
    assert game.clean_up(on).buildings_in == 1
    assert game.apply(on, CleanUp()).displayed == (HUT, Building())


@rule("V-CLEAN-03", "VR-18")
def test_all_scouts_come_back_those_laid_aside_too() -> None:
    on = table(player(scouts=0, aside=1), player("Ben", scouts=0, bonus=(6, 5)), scouts={ActionSpace.START: ("Ana",)})
    after = game.apply(on, CleanUp())
    assert [one.scouts for one in after.players] == [4, 5]
    assert after.players[0].aside == 0
    assert after.scouts == {}


@rule("V-TURN-01")
def test_no_clean_up_while_a_ship_has_a_scout() -> None:
    on = table(player(scouts=1), player("Ben", scouts=0))
    assert codes(game.judge(on, CleanUp())) == [("river.scouts-left", "V-TURN-01")]


@rule("V-CLEAN-04", "V-START-01")
def test_the_holder_of_the_figure_opens_the_next_round() -> None:
    on = table(player(), seats=3, start_player="Cleo", round=2)
    assert game.clean_up(on).starts == "Cleo"
    after = game.apply(on, CleanUp())
    assert (after.round, after.active_player, after.start_player) == (3, "Cleo", "Cleo")
    nobody_left = table(player(settled=4, tiles=tiles("F " * 11)), player("Ben"), start_player="Ana")
    assert game.apply(nobody_left, CleanUp()).active_player == "Ben"


@rule("V-SETTLE-01", "V-GEO-07")
def test_a_scout_settles_on_each_framed_space_covered_this_round() -> None:
    # Framed are 3, 5, 9 and 11.
    on = table(player(tiles=tiles("F " * 5), laid_this_round=3, scouts=0, settled=0))
    plan = game.clean_up(on)
    assert plan.settles == {"Ana": (3, 5), "Ben": ()}
    assert plan.ships == {"Ana": 2, "Ben": 4}
    after = game.apply(on, CleanUp())
    assert (after.players[0].scouts, after.players[0].settled, after.players[0].laid_this_round) == (2, 2, 0)
    again = game.apply(after, CleanUp())
    assert (again.players[0].scouts, again.players[0].settled) == (2, 2), "for the rest of the game, and only once"
    unknown = replace(on, box=replace(BOX, sides=()))
    assert game.clean_up(unknown).settles is None
    assert game.apply(unknown, CleanUp(settled={"Ana": 1})).players[0].scouts == 3


@rule("VR-12")
def test_swaps_never_settle_anybody() -> None:
    on = table(player(tiles=tiles("F D M B"), settled=1))
    after = game.apply(on, Swap("Ana", 3, 4))
    assert game.clean_up(after).settles == {"Ana": (), "Ben": ()}


@rule("V-CLEAN-05", "V-MEAD-03")
def test_clean_up_meadows_bring_their_resource() -> None:
    # In the round they are laid as well, and a resource shown is no production symbol.
    on = table(player(tiles=(meadow("cleanup", STONE),), laid_this_round=1))
    assert game.apply(on, CleanUp()).players[0].resources == {STONE: 1}
    assert game.production(on, "Ana", STONE).symbols == 1, "the printed one alone"
    empty = replace(on, islands={STONE: 0})
    assert codes([game.clean_up(empty).income["Ana"][0].reason]) == [("river.island-empty", "V-MEAD-03")]
    assert game.apply(empty, CleanUp()).players[0].resources == {}


@rule("V-MEAD-03", "VR-13")
def test_in_the_last_clean_up_too() -> None:
    on = table(player(tiles=(meadow("cleanup", STONE, 1), *tiles("F " * 11))))
    after = game.apply(on, CleanUp())
    assert after.over
    assert after.players[0].resources == {STONE: 1}


@rule("VR-13")
def test_a_clean_up_meadow_without_room() -> None:
    full = table(player(tiles=(meadow("cleanup", STONE, 1), *tiles("F " * 10), tile("F")), resources={WOOD: 1}))
    assert codes([game.clean_up(full).income["Ana"][0].reason]) == [("river.room-by-returning", "VR-13")]
    assert game.apply(full, CleanUp()).players[0].resources == {WOOD: 1}
    made_room = CleanUp(returned={"Ana": {WOOD: 1}})
    assert game.apply(full, made_room).players[0].resources == {STONE: 1}
    strict = replace(full, rulings={"VR-13": "nothing"})
    assert codes([game.clean_up(strict).income["Ana"][0].reason]) == [("river.no-storage", "VR-13")]


@rule("V-MEAD-03")
def test_scarce_resources_go_clockwise_from_the_holder_of_the_figure() -> None:
    on = table(
        player(tiles=(meadow("cleanup", CLAY),)),
        player("Ben", tiles=(meadow("cleanup", CLAY),)),
        islands={CLAY: 1},
        start_player="Ben",
    )
    after = game.apply(on, CleanUp())
    assert [one.resources for one in after.players] == [{}, {CLAY: 1}]


@rule("V-END-01")
def test_the_end_is_near_with_five_bonus_tiles_or_twelve_tiles() -> None:
    assert not triggers(table(player(bonus=(6, 5, 4, 3)), seats=3))
    assert codes(triggers(table(player(bonus=(6, 5, 4, 3, 2)), seats=3))) == [("river.end-by-bonus", "V-END-01")]
    assert codes(triggers(table(player(bonus=(6, 5, 4, 3)), seats=2))) == [("river.end-by-bonus", "V-END-01")]
    assert codes(triggers(table(player(tiles=tiles("F " * 12))))) == [("river.end-by-tiles", "V-END-01")]
    assert not triggers(table(player(tiles=tiles("F " * 11))))


@rule("V-END-01")
def test_the_round_is_completed_with_its_clean_up() -> None:
    on = table(player(tiles=tiles("F " * 12), laid_this_round=1, settled=3, scouts=0), start_player="Ana", round=9)
    assert not on.over
    after = game.apply(on, CleanUp())
    assert (after.over, after.round, after.active_player) == (True, 9, None)
    assert codes(game.judge(after, Swap("Ana", 1, 2)))[0] == ("river.game-over", "V-END-01")


@rule("VR-19", "V-MEAD-06")
def test_scouts_settle_in_the_last_clean_up_before_the_scout_meadow_counts() -> None:
    laid = (meadow("scouts"), *tiles("F " * 10))
    on = table(player(tiles=laid, laid_this_round=2, settled=3, scouts=0, bonus=(6, 5, 4, 3)))
    assert rows(game.apply(on, CleanUp()))["meadow_1"] == 1, "five scouts, three settled before, one more on space 11"
    kept = replace(on, rulings={"VR-19": "not-in-the-last-round"})
    assert rows(game.apply(kept, CleanUp()))["meadow_1"] == 2
