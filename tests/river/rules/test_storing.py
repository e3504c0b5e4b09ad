"""Production, food, storages, and three for one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.river.rules import exchange, game, storing
from companion.river.rules.actions import Exchange, Produce, TakeFood
from companion.river.rules.box import Box
from companion.river.rules.stock import total
from companion.river.rules.words import ActionSpace, Resource
from tests.river.rules.tables import BOX, CLAY, FOOD, STONE, WOOD, codes, player, table, tile, tiles

rule = pytest.mark.rule
stocks = st.dictionaries(st.sampled_from(Resource), st.integers(0, 5))

# Twelve tiles cover everything printed: three clay symbols and four storages.
FULL = (tile("F", {CLAY: 2}, 2), tile("F", {CLAY: 1}, 2), *tiles("F " * 10))


@rule("V-PROD-01", "V-PROD-02", "V-PROD-03", "V-PROD-04", "V-PROD-05")
def test_g37_production() -> None:
    on = table(player(tiles=FULL, resources={STONE: 1}), seats=4)
    gain = game.production(on, "Ana", CLAY)
    assert (gain.symbols, gain.first, gain.offered, gain.free) == (3, 1, 4, 3)
    assert (gain.kept, gain.most, gain.returns) == (3, 4, 1)
    assert gain.sure
    assert not gain.reasons
    scarce = game.production(replace(on, islands={CLAY: 2}), "Ana", CLAY)
    assert (scarce.offered, scarce.kept) == (2, 2)


@rule("V-PROD-01")
def test_printed_and_tile_symbols_add_up() -> None:
    on = table(player(tiles=(tile("F", {CLAY: 2}),)))
    assert game.production(on, "Ana", CLAY).symbols == 4, "two on the tile, one each on the bare spaces 4 and 12"


@rule("V-PROD-02")
def test_the_first_scout_gains_one_more_with_three_or_four_players() -> None:
    def gained(seats: int, **there: tuple[str, ...]) -> int:
        scouts = {ActionSpace(space): owners for space, owners in there.items()}
        return game.production(table(player(), seats=seats, scouts=scouts), "Ana", STONE).offered

    assert gained(2) == 1
    assert gained(3) == 2
    assert gained(4, stone=("Ben",)) == 1
    assert gained(4, clay=("Ben",)) == 2


@rule("V-PROD-05", "V-SETUP-05")
def test_the_island_is_what_nobody_has() -> None:
    on = table(player("Ben", resources={CLAY: 12}), seats=4)
    assert game.production(on, "Ana", CLAY).offered == 1, "of 13 one is left, for 2 symbols and the first scout"
    assert game.production(table(player("Ben", resources={CLAY: 7})), "Ana", CLAY).offered == 0


@rule("V-PROD-06", "V-TURN-06")
def test_no_gain_closes_the_island() -> None:
    bare = table(player(tiles=tiles("F " * 12)))
    assert codes(game.production(bare, "Ana", WOOD).reasons) == [("river.no-symbol", "V-PROD-06")]
    empty = table(player(), islands={WOOD: 0})
    assert codes(game.production(empty, "Ana", WOOD).reasons) == [("river.island-empty", "V-PROD-05")]
    assert codes(game.judge(empty, Produce("Ana", WOOD))) == [("river.island-empty", "V-PROD-05")]


@rule("V-PROD-03")
def test_without_any_storage_nothing_is_kept() -> None:
    on = table(player(tiles=tuple(tile("F", {WOOD: 1}) for _ in range(12))))
    assert codes(game.production(on, "Ana", WOOD).reasons) == [("river.no-storage", "V-PROD-03")]


@rule("VR-09")
def test_producing_with_full_storage_needs_a_return_or_is_closed() -> None:
    on = table(player(tiles=FULL, resources={STONE: 4}))
    gain = game.production(on, "Ana", CLAY)
    assert (gain.kept, gain.most) == (0, 3)
    assert not gain.reasons
    closed = game.production(replace(on, rulings={"VR-09": "closed"}), "Ana", CLAY)
    assert codes(closed.reasons) == [("river.storage-full", "VR-09")]


@rule("V-PROD-04")
def test_returned_ones_make_room_and_go_back_to_their_island() -> None:
    on = table(player(tiles=FULL, resources={STONE: 4}), seats=4, islands={STONE: 9, CLAY: 13})
    action = Produce("Ana", CLAY, returned={STONE: 2})
    assert game.judge(on, action) == ()
    after = game.apply(on, action)
    assert after.players[0].resources == {STONE: 2, CLAY: 2}
    assert after.islands == {STONE: 11, CLAY: 11}


@rule("V-PROD-01", "V-PROD-03")
def test_taking_too_many_is_noticed() -> None:
    on = table(player(tiles=FULL), seats=4)
    assert codes(game.judge(on, Produce("Ana", CLAY, 5))) == [
        ("river.took-too-many", "V-PROD-01"),
        ("river.too-much-stored", "V-PROD-03"),
    ]


@rule("V-FOOD-02")
def test_one_food_or_something_else_when_none_is_left() -> None:
    on = table(player(), islands={FOOD: 1, WOOD: 3})
    assert game.apply(on, TakeFood("Ana")).players[0].resources == {FOOD: 1}
    assert codes(game.judge(on, TakeFood("Ana", WOOD))) == [("river.food-left", "V-FOOD-02")]
    out = replace(on, islands={FOOD: 0, WOOD: 3})
    assert game.judge(out, TakeFood("Ana", WOOD)) == ()
    assert game.apply(out, TakeFood("Ana", WOOD)).players[0].resources == {WOOD: 1}
    assert ("river.island-empty", "V-PROD-05") in codes(game.judge(out, TakeFood("Ana")))
    nothing = replace(on, islands=dict.fromkeys(Resource, 0))
    assert game.check_place(nothing, "Ana", ActionSpace.FOOD).sure


@rule("VR-08")
def test_the_food_island_has_no_first_scout_bonus_unless_chosen() -> None:
    on = table(player(), seats=3)
    assert storing.food(on, "Ana").offered == 1
    assert storing.food(replace(on, rulings={"VR-08": "bonus"}), "Ana").offered == 2


@rule("V-TURN-03")
def test_three_for_one_food_as_often_as_resources_and_food_last() -> None:
    on = table(player(resources={WOOD: 4, CLAY: 2}), islands={FOOD: 2, WOOD: 0, CLAY: 0}, active_player="Ana")
    action = Exchange("Ana", {WOOD: 4, CLAY: 2})
    assert game.judge(on, action) == ()
    after = game.apply(on, action)
    assert after.players[0].resources == {FOOD: 2}
    assert after.islands == {FOOD: 0, WOOD: 4, CLAY: 2}
    assert after.active_player == "Ana", "the scout is still to be placed"
    scarce = replace(on, islands={FOOD: 1})
    assert codes(game.judge(scarce, action)) == [("river.island-empty", "V-TURN-03")]
    assert codes(game.judge(on, Exchange("Ana", {WOOD: 2}))) == [("river.exchange-by-three", "V-TURN-03")]
    assert codes(game.judge(on, Exchange("Ana", {STONE: 3}))) == [("river.not-stored", "V-TURN-03")]


@rule("V-TURN-03")
def test_the_exchange_comes_before_the_scout() -> None:
    on = table(player(resources={WOOD: 5}), active_player="Ana")
    after = game.apply(on, Produce("Ana", STONE))
    assert codes(game.judge(after, Exchange("Ana", {WOOD: 3}))) == [("river.not-your-turn", "V-TURN-01")]


@rule("VR-07")
def test_food_for_food_is_allowed_with_a_remark_or_forbidden() -> None:
    on = table(player(resources={WOOD: 2, FOOD: 1}))
    given_ = {WOOD: 2, FOOD: 1}
    assert exchange.check(on, "Ana", given_) == ()
    assert codes(exchange.remarks(on, given_)) == [("river.food-for-food", "VR-07")]
    strict = replace(on, rulings={"VR-07": "not-allowed"})
    assert codes(exchange.check(strict, "Ana", given_)) == [("river.food-for-food", "VR-07")]


@given(stocks, stocks, st.integers(0, 4), st.dictionaries(st.sampled_from(Resource), st.integers(0, 9)))
def test_an_exchange_never_makes_resources_out_of_nothing(
    have: dict[Resource, int], wanted: dict[Resource, int], untold: int, islands: dict[Resource, int]
) -> None:
    on = table(player(resources=have, untold_resources=untold), islands=islands)
    after = exchange.exchanged(on, "Ana", wanted)
    before, left = on.players[0].stored, after.players[0].stored
    gained = after.players[0].resources.get(FOOD, 0)
    assert left <= before
    assert gained <= have.get(FOOD, 0) + min(total(wanted), before) // 3
    if set(islands) == set(Resource):
        assert total(after.islands) + left == total(islands) + before


@given(st.lists(st.builds(lambda n, s: tile("F", {CLAY: n}, s), st.integers(0, 3), st.integers(0, 3)), max_size=12),
       stocks, st.integers(0, 13), st.sampled_from([2, 3, 4]))  # fmt: skip
def test_production_never_exceeds_island_or_storage(
    laid: list, have: dict[Resource, int], island: int, seats: int
) -> None:
    on = table(player(tiles=tuple(laid), resources=have), seats=seats, islands={CLAY: island})
    gain = game.production(on, "Ana", CLAY)
    assert gain.most <= gain.offered <= island
    assert gain.kept <= gain.free
    after = game.apply(on, Produce("Ana", CLAY))
    gained = after.players[0].stored - on.players[0].stored
    assert gained == gain.kept
    assert after.islands[CLAY] == island - gained


def test_an_invented_box_is_counted_with_but_holds_nothing_against_anybody() -> None:
    guess = Box("guess", invented=True, sides=BOX.sides, supplies=BOX.supplies)
    on = table(player(), seats=3, box=guess)
    gain = game.production(on, "Ana", CLAY)
    assert (gain.offered, gain.sure) == (3, False)
    assert game.judge(on, Produce("Ana", CLAY, 9)) == ()
