"""Reserve, pay, build, bonus tiles and the fifth scout."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.river.rules import game
from companion.river.rules.actions import Build, Reserve, TakeFigure
from companion.river.rules.payment import pay, settles
from companion.river.rules.stock import holds, minus, total
from companion.river.rules.tiles import Building
from companion.river.rules.words import ActionSpace, Resource
from tests.river.rules.tables import BONUS, CLAY, FOOD, STONE, WOOD, codes, player, rows, table

rule = pytest.mark.rule
stocks = st.dictionaries(st.sampled_from(Resource), st.integers(0, 3))
HUT = Building({WOOD: 2, STONE: 1}, 5)


@rule("V-BUILD-01")
def test_the_building_is_paid_to_the_islands_and_its_points_count() -> None:
    on = table(player(resources={WOOD: 3, STONE: 1}), displayed=(HUT,), islands={WOOD: 0, STONE: 0})
    after = game.apply(on, Build("Ana", place=1))
    assert game.judge(on, Build("Ana", place=1)) == ()
    assert after.players[0].resources == {WOOD: 1}
    assert after.islands == {WOOD: 2, STONE: 1}
    assert after.displayed == ()
    assert rows(after)["buildings"] == 5


@rule("V-FOOD-01", "V-BUILD-01")
def test_food_replaces_any_other_resource() -> None:
    payment = pay(HUT.cost, {WOOD: 1, FOOD: 3})
    assert payment.complete
    assert payment.pays == {WOOD: 1, FOOD: 2}
    assert payment.jokers == {WOOD: 1, STONE: 1}
    assert settles(HUT.cost, {WOOD: 1, FOOD: 2})
    assert not settles(HUT.cost, {WOOD: 3}), "wood is no stone"


@rule("V-FOOD-01")
def test_nothing_replaces_food() -> None:
    payment = pay({FOOD: 2}, {WOOD: 9, FOOD: 1})
    assert payment.missing == {FOOD: 1}


@rule("V-BUILD-02", "VR-15")
def test_a_reserved_building_costs_one_resource_of_choice_less() -> None:
    short = pay(HUT.cost, {WOOD: 2}, reserved=True)
    assert (short.complete, short.spared, short.pays) == (True, STONE, {WOOD: 2})
    assert settles(HUT.cost, {WOOD: 1, STONE: 1}, reserved=True), "any one icon"
    assert not settles(HUT.cost, {WOOD: 2, STONE: 1}, reserved=True)
    assert pay({}, {}, reserved=True).complete, "never below nothing"
    assert settles({}, {}, reserved=True)
    on = table(player(reserved=(HUT,), resources={WOOD: 1, STONE: 1}))
    assert game.judge(on, Build("Ana", reserved=True, place=1)) == ()
    assert codes(game.judge(on, Build("Ana", reserved=True, paid={WOOD: 1}))) == [("river.wrong-payment", "V-BUILD-02")]


@rule("V-BUILD-06", "V-TURN-06")
def test_who_can_pay_for_none_may_not_build() -> None:
    poor = table(player(resources={WOOD: 2}), displayed=(HUT,))
    assert codes(game.check_place(poor, "Ana", ActionSpace.BUILD).sure) == [("river.cannot-pay-any", "V-BUILD-06")]
    assert ("river.cannot-pay", "V-BUILD-01") in codes(game.judge(poor, Build("Ana", place=1)))
    reserved = table(player(resources={WOOD: 2}, reserved=(HUT,)), displayed=(HUT,))
    assert not game.check_place(reserved, "Ana", ActionSpace.BUILD).reasons
    untold = table(player(untold_resources=3), displayed=(HUT,))
    assert not game.check_place(untold, "Ana", ActionSpace.BUILD).reasons, "nobody can say that it cannot be paid"


@rule("V-BUILD-03")
def test_each_building_brings_the_highest_bonus_tile_left() -> None:
    on = table(player("Ben", bonus=(6,)), player("Ana"))
    assert game.apply(on, Build("Ana")).player("Ana").bonus == (5,)
    assert codes(game.judge(on, Build("Ana", bonus=4))) == [("river.wrong-bonus", "V-BUILD-03")]
    told = table(player(), bonus_left=(2, 3, 0))
    after = game.apply(told, Build("Ana"))
    assert after.players[0].bonus == (3,)
    assert after.bonus_left == (2, 0)


@rule("V-BUILD-04", "V-TURN-02")
def test_the_fifth_scout_gives_another_turn_in_this_round() -> None:
    on = table(player(bonus=(6,), scouts=1), player("Ben", scouts=1), active_player="Ana")
    after = game.apply(on, Build("Ana"))
    assert (after.players[0].scouts, after.active_player) == (1, "Ben")
    again = game.apply(after, TakeFigure("Ben"))
    assert again.active_player == "Ana"
    third = game.apply(table(player(bonus=(6, 5), scouts=1)), Build("Ana"))
    assert third.players[0].scouts == 0, "only the second tile frees a scout"


@rule("V-BUILD-05", "V-SETUP-06")
def test_zeros_after_the_others_and_nothing_after_those() -> None:
    zeros = table(player("Ben", bonus=BONUS[:6]), player("Ana"))
    assert game.apply(zeros, Build("Ana")).player("Ana").bonus == (0,)
    none = table(player("Ben", bonus=BONUS), player("Ana"))
    after = game.apply(none, Build("Ana", building=HUT)).player("Ana")
    assert (after.bonus, after.buildings) == ((), (5,))


@rule("VR-20")
def test_more_bonus_tiles_than_spaces_all_count() -> None:
    on = table(player(bonus=(6, 5, 4, 3, 2)), seats=4)
    after = game.apply(on, Build("Ana"))
    assert game.judge(on, Build("Ana")) == ()
    assert rows(after)["bonus"] == 21


@rule("V-RES-01")
def test_a_third_face_down_building_is_not_allowed() -> None:
    on = table(player(reserved=(HUT,)), displayed=(HUT, Building({CLAY: 1}, 2)))
    after = game.apply(on, Reserve("Ana", place=2))
    assert after.players[0].reserved == (HUT, Building({CLAY: 1}, 2))
    assert after.displayed == (HUT,)
    again = replace(after, active_player="Ana")
    assert codes(game.judge(again, Reserve("Ana", place=1))) == [("river.two-reserved", "V-RES-01")]
    empty = replace(on, displayed=())
    assert codes(game.check_place(empty, "Ana", ActionSpace.RESERVE).sure) == [("river.no-building", "V-RES-01")]


@rule("VR-14")
def test_reserved_buildings_score_nothing() -> None:
    assert rows(table(player(reserved=(HUT, HUT))))["buildings"] == 0


@given(stocks, stocks, st.booleans())
def test_paying_agrees_with_trying_every_payment(
    cost: dict[Resource, int], stock: dict[Resource, int], reserved: bool
) -> None:
    heaps = [dict(zip(Resource, numbers, strict=True)) for numbers in product(range(7), range(4), range(4), range(4))]
    heaps = [{WOOD: h[CLAY], CLAY: h[STONE], STONE: h[FOOD], FOOD: h[WOOD]} for h in heaps]
    ways = [heap for heap in heaps if holds(stock, heap) and settles(cost, heap, reserved=reserved)]
    payment = pay(cost, stock, reserved=reserved)
    assert payment.complete is bool(ways)
    if ways:
        assert settles(cost, payment.pays, reserved=reserved)
        assert holds(stock, payment.pays)
        assert payment.pays.get(FOOD, 0) == min(way[FOOD] for way in ways), "as little food as possible"
    else:
        enough = {**stock, **{one: stock.get(one, 0) + more for one, more in payment.missing.items()}}
        assert pay(cost, enough, reserved=reserved).complete
        assert total(minus(cost, stock)) >= total(payment.missing)
