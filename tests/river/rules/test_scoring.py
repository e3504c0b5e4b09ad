"""The score pad, and every kind of meadow."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.river.rules import game
from companion.river.rules.table import Quick
from companion.river.rules.tiles import Tile
from companion.river.rules.words import ActionSpace, MeadowKind, Resource, Terrain
from tests.river.rules.tables import (
    CLAY,
    FOOD,
    STONE,
    WOOD,
    codes,
    grid,
    meadow,
    player,
    rows,
    table,
    tile,
    tiles,
    total,
)

rule = pytest.mark.rule
COLUMNS = ["column_1", "column_2", "column_3", "column_4"]


def columns(laid: tuple[Tile, ...]) -> list[int]:
    points = rows(table(player(tiles=laid)))
    return [points[row] for row in COLUMNS]


@rule("V-SCORE-04", "V-SCORE-05", "V-SCORE-07")
def test_g35_columns() -> None:
    assert columns(grid("FFF", "FDD", "DDF", "MM.")) == [6, 0, 2, 2]


@rule("V-SCORE-01", "V-SCORE-02", "V-SCORE-03", "V-SCORE-04", "V-SCORE-08")
def test_g36_the_example_of_45_points() -> None:
    """As far as it can be reconstructed: which meadows gave 2 and 3 is a guess, and so are the single buildings.

    The columns of G-35 with two of their tiles being meadows of the same kind as before would change the columns, so
    the meadows lie in the second column, which scores nothing anyway: a clean-up meadow (2) above a bonus meadow (3).
    """
    laid = list(grid("FFF", "FDD", "DDF", "MM."))
    laid[2 - 1] = meadow("cleanup", WOOD)  # top of column 2
    laid[10 - 1] = meadow("bonus")  # its foot
    on = table(player(tiles=tuple(laid), bonus=(4, 3, 0), buildings=(9, 8, 6), resources={WOOD: 2}), seats=4)
    points = rows(on)
    assert [points[row] for row in COLUMNS] == [6, 0, 2, 2]
    assert (points["bonus"], points["buildings"], points["resources"]) == (7, 23, 0)
    assert (points["meadow_2"], points["meadow_10"]) == (2, 3)
    assert total(on) == 45


@rule("V-SCORE-08")
def test_g36_typed_in_fast_mode() -> None:
    quick = Quick((6, 0, 2, 2), 2, 23, 7, ((MeadowKind.TERRAIN, 2), (MeadowKind.PRODUCTION, 5)))
    on = table(player(quick=quick))
    assert total(on) == 45
    assert rows(on)["meadow_2"] == 3, "five symbols, but a production meadow stops at three"


@rule("V-SCORE-01")
def test_building_points_add_up_and_say_which_card() -> None:
    on = table(player(buildings=(3, None, 8)))
    assert rows(on)["buildings"] == 11
    line = game.score(on).players[0].lines[0]
    assert [(one.items, one.count) for one in line.evidence] == [((0,), 3), ((1,), 0), ((2,), 8)]
    assert ("river.unknown-value", "V-SCORE-01") in codes(game.score(on).players[0].remarks)


@rule("V-SCORE-02")
def test_bonus_tiles_count_their_value() -> None:
    assert rows(table(player(bonus=(6, 0, 3))))["bonus"] == 9


@rule("V-SCORE-03")
def test_a_point_for_every_three_resources_food_too() -> None:
    def scored(**told: object) -> int:
        return rows(table(player(**told)))["resources"]

    assert scored(resources={WOOD: 1, CLAY: 1, FOOD: 1}) == 1
    assert scored(resources={STONE: 5}) == 1
    assert scored(resources={STONE: 4}, untold_resources=2) == 2
    assert scored() == 0


@rule("V-SCORE-04")
def test_six_for_the_whole_column_or_two_for_the_upper_two_never_both() -> None:
    assert columns(grid("DDD", "BBF", "FMF", "MFD")) == [6, 2, 0, 0]
    line = game.score(table(player(tiles=grid("DDD", "BBF", "FMF", "MFD")))).players[0].lines[3]
    assert [(one.places, one.kind) for one in line.evidence] == [((1, 8, 9), Terrain.DESERT)]


@rule("V-SCORE-05")
def test_the_lower_two_alone_score_nothing_and_it_says_so() -> None:
    on = table(player(tiles=grid("FDD", "FFD", "BMD", "MBF")))
    assert rows(on)["column_1"] == 0
    line = game.score(on).players[0].lines[3]
    assert [(one.what, one.rule, one.places) for one in line.evidence] == [("lower-two", "V-SCORE-05", (8, 9))]


@rule("V-SCORE-06")
def test_a_mixed_tile_is_of_both_kinds_but_one_kind_must_be_common_to_all() -> None:
    def first(*column: str) -> int:
        laid = [tile("M")] * 12
        for space, letters in zip((1, 8, 9), column, strict=True):
            laid[space - 1] = tile(letters)
        return columns(tuple(laid))[0]

    assert first("F", "F/D", "F") == 6
    assert first("F", "F/D", "D") == 2, "forest joins the upper two, desert the lower two"
    assert first("F/D", "F/D", "D") == 6
    assert first("F/B", "D", "D") == 0


@rule("V-SCORE-07")
def test_meadow_is_a_kind_and_a_bare_space_has_none() -> None:
    assert columns(grid("WWW", "WWF", "FFF", "DDD")) == [6, 2, 6, 6]
    assert columns(tiles("F F F F F F F F")) == [2, 2, 2, 2]
    assert columns(tiles("F F F F")) == [0, 0, 0, 0]
    assert columns(()) == [0, 0, 0, 0]
    assert columns((Tile(),) * 12) == [0, 0, 0, 0], "tiles nobody described match nothing"


@rule("V-SCORE-09")
def test_most_points_win_and_ties_share() -> None:
    on = table(player(buildings=(5,)), player("Ben", buildings=(9,)), player("Cleo", buildings=(5,)))
    assert game.score(on).ranking == (("Ben",), ("Ana", "Cleo"))


@rule("V-MEAD-01", "V-SCORE-06", "V-SCORE-08")
def test_a_terrain_meadow_counts_tiles_of_its_kind_mixed_ones_too() -> None:
    laid = (meadow("terrain", Terrain.FOREST), *tiles("F F/D D M F"))
    assert rows(table(player(tiles=laid)))["meadow_1"] == 3


@rule("VR-16")
def test_a_terrain_meadow_showing_meadows_counts_itself() -> None:
    on = table(player(tiles=(meadow("terrain", Terrain.MEADOW), *tiles("W F/W F"))))
    assert rows(on)["meadow_1"] == 3
    assert rows(replace(on, rulings={"VR-16": "others-only"}))["meadow_1"] == 2


@rule("V-MEAD-02")
def test_a_production_meadow_counts_visible_symbols_up_to_three() -> None:
    def scored(*more: Tile) -> int:
        return rows(table(player(tiles=(meadow("production", CLAY), *more))))["meadow_1"]

    assert scored(*tiles("F F F")) == 2, "its own, and the printed one on space 12; that on space 4 is covered"
    assert scored(*tiles("F " * 11)) == 1, "its own alone"
    assert scored(tile("F", {CLAY: 4, STONE: 2})) == 3


@rule("VR-17")
def test_two_production_meadows_score_each_by_itself() -> None:
    on = table(player(tiles=(meadow("production", CLAY), meadow("production", CLAY), tile("F", {CLAY: 2}))))
    assert (rows(on)["meadow_1"], rows(on)["meadow_2"]) == (3, 3)


@rule("V-MEAD-03")
def test_a_clean_up_meadow_is_worth_two() -> None:
    assert rows(table(player(tiles=(meadow("cleanup", FOOD),))))["meadow_1"] == 2


@rule("V-MEAD-04", "V-MEAD-05")
def test_gift_and_swap_meadows_score_nothing() -> None:
    assert not [row for row in rows(table(player(tiles=(meadow("gift", WOOD), meadow("swap"))))) if "meadow" in row]


@rule("V-MEAD-06")
def test_a_scout_meadow_counts_scouts_on_the_ship() -> None:
    on = table(player(tiles=(meadow("scouts"),), scouts=3, settled=1))
    assert rows(on)["meadow_1"] == 3
    out = replace(on, scouts={ActionSpace.SWAP: ("Ana",)})
    assert ("river.scouts-still-out", "V-MEAD-06") in codes(game.score(out).players[0].remarks)


@rule("V-MEAD-07")
def test_a_bonus_meadow_counts_bonus_tiles_zeros_too() -> None:
    assert rows(table(player(tiles=(meadow("bonus"),), bonus=(6, 0, 0))))["meadow_1"] == 3


@rule("V-END-01")
def test_a_score_before_the_end_says_so() -> None:
    assert codes(game.score(table(player())).remarks) == [("river.end-not-reached", "V-END-01")]
    assert game.score(table(player(tiles=tiles("F " * 12)))).remarks == ()


@given(st.permutations([0, 1, 2, 3]), st.lists(st.sampled_from("FDBMW"), min_size=12, max_size=12))
def test_the_order_of_columns_does_not_matter(order: list[int], letters: list[str]) -> None:
    told = ["".join(letters[3 * i : 3 * i + 3]) for i in range(4)]
    assert sorted(columns(grid(*told))) == sorted(columns(grid(*[told[i] for i in order])))


@given(st.dictionaries(st.sampled_from(Resource), st.integers(0, 13)), st.lists(st.integers(0, 9), max_size=6))
def test_every_line_is_backed_by_its_evidence(held: dict[Resource, int], values: list[int]) -> None:
    laid = (meadow("production", WOOD), meadow("terrain", Terrain.FOREST), meadow("bonus"), *tiles("F F/D"))
    on = table(player(tiles=laid, resources=held, bonus=tuple(values), buildings=tuple(values)))
    for line in game.score(on).players[0].lines:
        counted = sum(one.count for one in line.evidence)
        if line.row == "resources":
            assert line.points == counted // 3
        elif line.row == "meadow_1":
            assert line.points == min(3, counted)
        else:
            assert line.points == counted
