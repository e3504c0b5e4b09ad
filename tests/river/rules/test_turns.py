"""Rounds, turns, scouts on the main board, and tiles taken and swapped."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.river.rules import game
from companion.river.rules.actions import LayAside, LayOut, PlaceScout, Produce, Swap, TakeFigure, TakeTile
from companion.river.rules.counting import storages, symbols
from companion.river.rules.picking import Impossible
from companion.river.rules.table import Table
from companion.river.rules.words import ActionSpace, Resource, Terrain
from tests.river.rules.tables import CLAY, STONE, WOOD, codes, meadow, player, rows, table, tile, tiles

rule = pytest.mark.rule


def names(on: Table) -> list[str]:
    """Whose turns follow when everybody just takes the figure."""
    order = []
    while on.active_player:
        order.append(on.active_player)
        on = game.apply(on, TakeFigure(on.active_player))
    return order


@rule("V-TURN-01")
def test_clockwise_one_scout_each_until_no_ship_has_one() -> None:
    on = table(player(scouts=2), player("Ben", scouts=2), player("Cleo", scouts=2), active_player="Ben")
    assert names(on) == ["Ben", "Cleo", "Ana", "Ben", "Cleo", "Ana"]
    assert codes(game.judge(on, TakeFigure("Ana"))) == [("river.not-your-turn", "V-TURN-01")]


@rule("V-TURN-02")
def test_who_has_no_scout_is_skipped_and_one_player_may_go_on_alone() -> None:
    on = table(player(scouts=3), player("Ben", scouts=1), player("Cleo", scouts=0), active_player="Ana")
    assert names(on) == ["Ana", "Ben", "Ana", "Ana"]
    none = game.check_place(on, "Cleo", ActionSpace.START)
    assert codes(none.sure) == [("river.no-scout", "V-TURN-02")]


@rule("V-TURN-04")
def test_the_scout_moves_from_the_ship_to_the_space() -> None:
    after = game.apply(table(player()), PlaceScout("Ana", ActionSpace.SWAP))
    assert after.players[0].scouts == 3
    assert after.scouts == {ActionSpace.SWAP: ("Ana",)}


@rule("V-TURN-05", "VR-02")
def test_capacities_of_the_box_count_only_where_the_table_says_so() -> None:
    there = {ActionSpace.START: ("Ben",), ActionSpace.SWAP: ("Ana", "Ana", "Ben"), ActionSpace.BUILD: ("Ana",) * 3}
    on = table(player(tiles=tiles("F D")), player("Ben", tiles=tiles("F D")), scouts=there)
    for space in (ActionSpace.START, ActionSpace.SWAP):
        loose = game.check_place(on, "Ana", space)
        assert not loose.reasons
        assert codes(loose.remarks) == [("river.space-may-be-full", "VR-02")]
        strict = game.check_place(replace(on, rulings={"VR-02": "as-in-the-box"}), "Ana", space)
        assert codes(strict.sure) == [("river.space-full", "V-TURN-05")]
    boxed = replace(on, rulings={"VR-02": "as-in-the-box"})
    assert not game.check_place(boxed, "Ben", ActionSpace.SWAP).reasons, "two of each colour"
    assert not game.check_place(boxed, "Ana", ActionSpace.BUILD).reasons, "any number"


@rule("V-TURN-06")
def test_a_space_whose_action_cannot_be_done_is_closed() -> None:
    on = table(player(), revealed=(), displayed=(), islands=dict.fromkeys(Resource, 0))
    assert game.open_spaces(on, "Ana") == (ActionSpace.START,)


@rule("VR-18")
def test_a_scout_without_an_open_space_is_laid_aside_until_the_clean_up() -> None:
    on = table(player(), active_player="Ana")
    assert codes(game.judge(on, LayAside("Ana"))) == [("river.space-open", "VR-18")]
    shut = replace(
        on,
        revealed=(),
        displayed=(),
        islands=dict.fromkeys(Resource, 0),
        scouts={ActionSpace.START: ("Ben",)},
        rulings={"VR-02": "as-in-the-box"},
    )
    assert game.judge(shut, LayAside("Ana")) == ()
    after = game.apply(shut, LayAside("Ana"))
    assert (after.players[0].scouts, after.players[0].aside, after.active_player) == (3, 1, "Ben")


@rule("V-TILE-01")
def test_the_tile_comes_from_the_island_to_the_next_space() -> None:
    on = table(player(tiles=tiles("F")), revealed=tiles("D M"))
    after = game.apply(on, TakeTile("Ana", place=2))
    assert after.players[0].tiles == tiles("F M")
    assert after.revealed == tiles("D")
    assert game.apply(on, TakeTile("Ana", tile=tile("D"))).revealed == tiles("M")
    assert codes(game.judge(on, TakeTile("Ana", tile=tile("B")))) == [("river.not-revealed", "V-TILE-01")]
    with pytest.raises(Impossible):
        game.apply(on, TakeTile("Ana", place=3))


@rule("V-TILE-03", "V-TURN-05", "VR-02")
def test_two_tiles_a_round_and_twelve_in_all() -> None:
    on = table(player(tiles=tiles("F F F"), laid_this_round=2))
    assert codes(game.judge(on, TakeTile("Ana", tile=tile("F")))) == [("river.two-tiles-a-round", "V-TILE-03")]
    full = table(player(tiles=tiles("F " * 12)))
    assert codes(game.check_place(full, "Ana", ActionSpace.TERRAIN).sure) == [("river.tableau-full", "V-TILE-03")]


@rule("V-TILE-02", "VR-21")
def test_a_resource_on_a_covered_storage_moves_or_goes_back() -> None:
    # Spaces 8, 10 and 12 have the three storages; seven tiles lie, the eighth covers one.
    full = table(player(tiles=tiles("F " * 7), resources={WOOD: 2, STONE: 1}))
    assert codes(game.judge(full, TakeTile("Ana", tile=tile("D")))) == [("river.too-much-stored", "VR-21")]
    moved = TakeTile("Ana", tile=tile("D", storages=1))
    assert game.judge(full, moved) == (), "the new tile has room for it"
    back = TakeTile("Ana", tile=tile("D"), returned={STONE: 1})
    assert game.judge(full, back) == ()
    assert game.apply(full, back).players[0].resources == {WOOD: 2}


@rule("V-START-01")
def test_the_figure_may_be_taken_by_its_holder_too() -> None:
    on = table(player(), start_player="Ana", active_player="Ana")
    assert game.judge(on, TakeFigure("Ana")) == ()
    assert game.apply(on, TakeFigure("Ana")).start_player == "Ana"
    other = game.apply(replace(on, active_player="Ben"), TakeFigure("Ben"))
    assert other.start_player == "Ben"


@rule("V-SWAP-01")
def test_swapped_tiles_take_their_resources_along() -> None:
    on = table(player(tiles=(tile("F", {CLAY: 1}, 2), *tiles("D M")), resources={STONE: 2}))
    after = game.apply(on, Swap("Ana", 1, 3))
    assert [one.kinds[0] for one in after.players[0].tiles] == [Terrain.MOUNTAIN, Terrain.DESERT, Terrain.FOREST]
    assert after.players[0].resources == {STONE: 2}
    assert storages(after, after.players[0]) == storages(on, on.players[0])
    assert symbols(after, after.players[0], CLAY) == symbols(on, on.players[0], CLAY)


@rule("VR-10")
def test_fewer_than_two_tiles_close_the_swap() -> None:
    on = table(player(tiles=tiles("F")))
    assert codes(game.check_place(on, "Ana", ActionSpace.SWAP).sure) == [("river.nothing-to-swap", "VR-10")]
    with pytest.raises(Impossible):
        game.apply(on, Swap("Ana", 1, 2))


@rule("V-MEAD-05", "VR-11")
def test_a_swap_meadow_swaps_twice_at_once() -> None:
    on = table(player(tiles=tiles("F D M")))
    both = TakeTile("Ana", tile=meadow("swap"), swaps=((1, 4), (2, 3)))
    assert game.judge(on, both) == (), "the new tile may take part"
    kinds = [one.kinds[0].value for one in game.apply(on, both).players[0].tiles]
    assert kinds == ["meadow", "mountain", "desert", "forest"]
    once = TakeTile("Ana", tile=meadow("swap"), swaps=((1, 2),))
    assert codes(game.judge(on, once)) == [("river.swaps", "VR-11")]
    assert game.judge(replace(on, rulings={"VR-11": "optional"}), once) == ()
    there_and_back = TakeTile("Ana", tile=meadow("swap"), swaps=((1, 2), (1, 2)))
    assert game.judge(on, there_and_back) == ()
    thrice = TakeTile("Ana", tile=meadow("swap"), swaps=((1, 2), (1, 2), (1, 2)))
    assert codes(game.judge(on, thrice)) == [("river.swaps", "V-MEAD-05")]
    assert codes(game.judge(on, TakeTile("Ana", tile=tile("F"), swaps=((1, 2),)))) == [("river.swaps", "V-MEAD-05")]


@rule("V-MEAD-04")
def test_a_gift_meadow_brings_up_to_four_as_available_and_storable() -> None:
    def gifts(*, storages_: int = 4, island: int = 9) -> int:
        on = table(player(tiles=tiles("F " * 11)), islands={STONE: island})
        after = game.apply(on, TakeTile("Ana", tile=meadow("gift", STONE, storages_)))
        return after.players[0].resources.get(STONE, 0)

    assert gifts(storages_=6) == 4
    assert gifts(storages_=2) == 2
    assert gifts(island=3) == 3
    on = table(player(tiles=tiles("F " * 11)))
    assert ("river.gift", "V-MEAD-04") in codes(game.judge(on, TakeTile("Ana", tile=meadow("gift", STONE, 9), gift=5)))


def test_what_lies_open_may_be_told_at_any_time() -> None:
    on = table(player())
    assert game.apply(on, LayOut(tiles=tiles("F D"))).revealed == tiles("F D")
    assert game.apply(replace(on, revealed=tiles("F")), LayOut(buildings=())).revealed == tiles("F")
    with pytest.raises(Impossible):
        game.apply(on, TakeFigure("Nobody"))


@given(st.permutations(list("FDBMWFDBMWFD")), st.integers(1, 12), st.integers(1, 12))
def test_swapping_twice_is_identity(letters: list[str], one: int, other: int) -> None:
    on = table(player(tiles=tiles(" ".join(letters)), scouts=4))
    if one == other:
        with pytest.raises(Impossible):
            game.apply(on, Swap("Ana", one, other))
        return
    once = game.apply(on, Swap("Ana", one, other))
    assert game.apply(once, Swap("Ana", one, other)).players[0].tiles == on.players[0].tiles


@given(st.lists(st.sampled_from("FDBMW"), min_size=2, max_size=12), st.data())
def test_the_score_does_not_depend_on_how_tiles_came_to_lie(letters: list[str], data: st.DataObject) -> None:
    laid = tiles(" ".join(letters))
    on = table(player(tiles=laid))
    shuffled = table(player(tiles=tuple(data.draw(st.permutations(laid)))))
    for space in range(1, len(laid) + 1):  # bring every tile where it lies in the first table, by swaps alone
        lying = shuffled.players[0].tiles
        wanted = next(i for i in range(space, len(laid) + 1) if lying[i - 1] == laid[space - 1])
        if wanted != space:
            shuffled = game.apply(shuffled, Swap("Ana", space, wanted))
    assert rows(shuffled) == rows(on)


@rule("V-TURN-04")
def test_production_sends_a_scout_too() -> None:
    after = game.apply(table(player()), Produce("Ana", STONE))
    assert after.scouts == {ActionSpace.STONE: ("Ana",)}
