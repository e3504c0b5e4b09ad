"""Before the first round."""

from dataclasses import replace

import pytest

from companion.river.rules import game
from companion.river.rules.actions import Produce, TakeTile
from companion.river.rules.box import Box, Side
from companion.river.rules.setup import first_reveal
from companion.river.rules.table import Table
from companion.river.rules.words import Resource
from tests.river.rules.tables import STONE, WOOD, codes, meadow, player, table, tile, tiles

rule = pytest.mark.rule


def fresh(**told: object) -> Table:
    return game.begin(table(player(), seats=3, start_player="Ben", **told))


@rule("V-SETUP-01")
def test_two_players_use_another_side_of_the_boards() -> None:
    two, more = Side((2,), framed=(1,), building_spaces=3), Side((3, 4), framed=(2,), building_spaces=5)
    box = Box("two sides", sides=(two, more))
    assert [table(player(), seats=seats, box=box).side for seats in (2, 3, 4)] == [two, more, more]
    assert table(player(), seats=2, box=Box()).side.framed is None, "without a box nobody knows"


@rule("V-SETUP-02")
def test_four_scouts_on_every_ship() -> None:
    on = fresh()
    assert [one.scouts for one in on.players] == [4, 4, 4]


@rule("V-SETUP-03")
def test_one_tile_more_than_players_is_revealed() -> None:
    assert [first_reveal(players) for players in (2, 3, 4)] == [3, 4, 5]


@rule("V-SETUP-08", "V-SETUP-07")
def test_first_tiles_are_chosen_counter_clockwise_and_the_start_player_chooses_last() -> None:
    on = fresh(revealed=tiles("F D M B"))
    assert (on.round, on.active_player) == (0, "Ana"), "Ana sits to the right of Ben"
    order = []
    while on.round == 0:
        order.append(on.active_player)
        on = game.apply(on, TakeTile(str(on.active_player), place=1))
    assert order == ["Ana", "Cleo", "Ben"]
    assert (on.round, on.active_player, on.revealed) == (1, "Ben", None)
    assert [one.tiles for one in on.players] == [tiles("F"), tiles("M"), tiles("D")]
    assert [(one.scouts, one.laid_this_round) for one in on.players] == [(4, 0)] * 3


@rule("V-SETUP-08")
def test_nothing_else_happens_before() -> None:
    assert ("river.first-tiles-first", "V-SETUP-08") in codes(game.judge(fresh(), Produce("Ana", WOOD)))
    assert codes(game.judge(fresh(), TakeTile("Ben", tile=tile("F")))) == [("river.not-your-turn", "V-SETUP-08")]


def test_a_table_that_has_chosen_begins_with_the_first_round() -> None:
    on = game.begin(table(player(tiles=tiles("F")), player("Ben", tiles=tiles("D"))))
    assert (on.round, on.active_player) == (1, "Ana")


@rule("VR-04")
def test_meadows_chosen_before_the_game() -> None:
    gift = TakeTile("Ana", tile=meadow("gift", STONE))
    assert game.apply(fresh(), gift).players[0].resources == {STONE: 3}, "three storages are printed"
    quiet = fresh(rulings={"VR-04": "no-instant-effect"})
    assert game.apply(quiet, gift).players[0].resources == {}
    assert game.judge(fresh(), TakeTile("Ana", tile=meadow("swap"))) == (), "one tile alone cannot be swapped"


@rule("VR-05")
def test_the_tile_left_over_stays_out_unless_chosen_otherwise() -> None:
    def thrown(**told: object) -> int | None:
        on = fresh(revealed=tiles("F D M B"), **told)
        for _ in range(3):
            on = game.apply(on, TakeTile(str(on.active_player), place=1))
        return on.thrown_tiles

    assert thrown() == 0
    assert thrown(rulings={"VR-05": "leftover-comes-back"}) == 1


@rule("V-SETUP-05")
def test_four_players_use_every_resource() -> None:
    four = table(player(), seats=4, box=replace(table(player()).box, supplies=()))
    assert [four.island(resource).count for resource in Resource] == [13, 13, 13, 5]
    three = table(player(), seats=3, box=four.box)
    assert three.island(STONE) is None, "without a box nobody knows how many three players get"
    assert table(player(), seats=3).island(STONE).count == 10
