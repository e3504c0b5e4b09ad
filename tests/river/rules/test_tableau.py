"""The tableau along the river."""

import pytest

from companion.river.rules import game
from companion.river.rules.actions import Build, TakeTile
from companion.river.rules.counting import storages, symbols
from companion.river.rules.picking import Impossible
from companion.river.rules.tableau import along_the_river, column_of, next_space, row_of, spaces_of_column
from companion.river.rules.tiles import Tile
from companion.river.rules.words import SPACES
from tests.river.rules.tables import CLAY, STONE, WOOD, grid, player, rows, table, tile, tiles

rule = pytest.mark.rule


@rule("V-GEO-01", "V-GEO-04")
def test_the_next_free_space_upstream_until_twelve_lie() -> None:
    assert next_space(()) == 1
    assert next_space(tiles("F " * 11)) == 12
    assert next_space(tiles("F " * 12)) is None
    with pytest.raises(Impossible):
        game.apply(table(player(tiles=tiles("F " * 12))), TakeTile("Ana", tile=tile("F")))


@rule("V-GEO-02", "V-GEO-03", "V-GEO-05")
def test_the_winding_river_in_four_columns_of_three() -> None:
    assert [(row_of(space), column_of(space, "winding")) for space in (1, 4, 5, 8, 9, 12)] == [
        (1, 1),
        (1, 4),
        (2, 4),
        (2, 1),
        (3, 1),
        (3, 4),
    ]
    assert [spaces_of_column(column, "winding") for column in (1, 2, 3, 4)] == [
        (1, 8, 9),
        (2, 7, 10),
        (3, 6, 11),
        (4, 5, 12),
    ]


@rule("VR-01")
def test_the_river_may_run_left_to_right_in_every_row() -> None:
    assert spaces_of_column(1, "left-to-right") == (1, 5, 9)
    laid = tiles("F D D D F M B M")
    assert rows(table(player(tiles=laid)))["column_1"] == 0
    assert rows(table(player(tiles=laid), rulings={"VR-01": "left-to-right"}))["column_1"] == 2


@rule("VR-01")
def test_a_grid_is_read_along_the_river() -> None:
    told = [[1, 2, 3, 4], [8, 7, 6, 5], [9, 10, 11, 12]]
    assert along_the_river(told, "winding") == list(range(1, SPACES + 1))


@rule("V-GEO-06", "V-TILE-02")
def test_a_tile_covers_printed_symbols_for_good() -> None:
    before = table(player(tiles=tiles("F")))
    assert symbols(before, before.players[0], WOOD).count == 1
    after = game.apply(before, TakeTile("Ana", tile=tile("D")))
    assert symbols(after, after.players[0], WOOD).count == 0, "the wood symbol was printed on space 2"
    assert storages(after, after.players[0]).count == 3


@rule("V-GEO-06")
def test_told_bare_symbols_stand_before_the_box_and_are_covered_too() -> None:
    before = table(player(tiles=tiles("F"), bare_symbols={WOOD: 2, STONE: 1}, bare_storages=5))
    assert symbols(before, before.players[0], CLAY).count == 0
    after = game.apply(before, TakeTile("Ana", tile=tile("D"))).players[0]
    assert after.bare_symbols == {WOOD: 1, STONE: 1}
    assert after.bare_storages == 5


@rule("V-GEO-07")
def test_framed_spaces_are_told_apart_by_the_round_they_were_covered_in() -> None:
    on = table(player(tiles=tiles("F F F F F"), laid_this_round=2))
    assert on.framed_covered(on.players[0], this_round=True) == (5,)
    assert on.framed_covered(on.players[0], this_round=False) == (3,)


@rule("V-GEO-08", "V-BUILD-04")
def test_the_second_bonus_space_carries_the_fifth_scout() -> None:
    assert player(bonus=(6,)).scouts_owned == 4
    assert player(bonus=(6, 5)).scouts_owned == 5
    after = game.apply(table(player(bonus=(6,))), Build("Ana")).players[0]
    assert (len(after.bonus), after.scouts) == (2, 4), "one went to build, the fifth came"


def test_what_nobody_told_is_not_sure() -> None:
    on = table(player(tiles=(Tile(),)))
    assert not symbols(on, on.players[0], WOOD).sure
    assert not storages(on, on.players[0]).sure
    assert grid("FFF", "FDD", "DDF", "MM.")[:4] == tiles("F F D M")
