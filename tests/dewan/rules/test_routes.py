"""Place a Camp: one path judged, rule by rule."""

import pytest

from companion.dewan.rules import game
from companion.dewan.rules.table import Table
from companion.rules.hexes import Hex
from tests.boards import ask, board, cards, path, strip_path, table

rule = pytest.mark.rule
PLENTY = "M M M B B B D D D F F F W W W"


def broken(on: Table, along: tuple[Hex, ...], hand: str = PLENTY, player: str = "P1") -> list[tuple[str, str]]:
    """The codes and rules a path breaks; none when it is legal."""
    verdict = game.check_route(on, player, along, cards(hand))
    assert verdict.legal is (not verdict.reasons)
    asked = ask("route", on, player=player, path=along, cards=[str(card) for card in cards(hand)])
    assert [reason["rule"] for reason in asked["reasons"]] == [reason.rule for reason in verdict.reasons]
    assert all(reason["text"] for reason in asked["reasons"])
    return [(reason.code, reason.rule) for reason in verdict.reasons]


def needs(on: Table, along: tuple[Hex, ...], player: str = "P1") -> list[str]:
    return [toll.needs or "any" for toll in game.check_route(on, player, along).cost]


def receivers(on: Table, along: tuple[Hex, ...], player: str = "P1") -> list[str | None]:
    return [toll.to for toll in game.check_route(on, player, along).cost]


@rule("D-ROUTE-01")
def test_a_route_starts_at_any_own_camp() -> None:
    on = table("*P1  D  D:P1  D  D")
    assert broken(on, strip_path(0, 1)) == []
    assert broken(on, strip_path(2, 3)) == []
    assert broken(on, strip_path(3, 4)) == [("route.start-without-camp", "D-ROUTE-01")]


@rule("D-ROUTE-19")
def test_nobody_starts_from_a_camp_of_others_not_even_a_team_mates() -> None:
    on = table("D:P2  D  D:P1", "team", teams={"P1": "A", "P2": "A", "P3": "B", "P4": "B"})
    assert broken(on, strip_path(0, 1)) == [("route.start-foreign-camp", "D-ROUTE-19")]


@rule("D-ROUTE-02")
def test_the_destination_is_free_and_not_water() -> None:
    on = table("D:P1  D:P2  W  *P2  D")
    assert broken(on, strip_path(0, 1)) == [("route.destination-taken", "D-ROUTE-02")]
    assert broken(on, strip_path(0, 2)) == [("route.destination-water", "D-ROUTE-02")]
    assert broken(on, strip_path(0, 3)) == [("route.destination-taken", "D-ROUTE-02")]
    assert broken(on, strip_path(0, 4)) == []


@rule("D-ROUTE-03", "R-11")
def test_a_route_is_a_chain_without_gaps_or_loops() -> None:
    on = table(
        board(
            """
    D:P1    D       D
        D       D
    """
        )
    )
    assert broken(on, path((0, 0), (2, 0))) == [("route.not-adjacent", "D-ROUTE-03")]
    assert broken(on, path((0, 0), (1, 0), (0, 1), (1, 0), (2, 0)))[0] == ("route.space-twice", "D-ROUTE-03")
    assert broken(on, path((0, 0), (1, 0), (9, 9)))[-1] == ("route.off-the-map", "D-ROUTE-03")
    assert broken(on, path((0, 0), (0, 0))) == [("route.space-twice", "D-ROUTE-03")]
    long_way = path((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
    assert broken(on, long_way, "D D D D D") == [], "there is no longest route"


@rule("D-ROUTE-03")
def test_every_fault_of_a_path_is_told_at_once() -> None:
    on = table("D:P2  D  D  W")
    assert broken(on, path((0, 0), (2, 0), (3, 0))) == [
        ("route.start-foreign-camp", "D-ROUTE-19"),
        ("route.not-adjacent", "D-ROUTE-03"),
        ("route.destination-water", "D-ROUTE-02"),
    ]


@rule("D-ROUTE-03")
def test_a_reason_says_where() -> None:
    on = table("D:P1  D  D  W")
    jump = game.check_route(on, "P1", path((0, 0), (1, 0), (3, 0)))
    assert [(reason.code, reason.spaces) for reason in jump.reasons] == [
        ("route.not-adjacent", ((1, 0), (3, 0))),
        ("route.destination-water", ((3, 0),)),
    ]


@rule("D-ROUTE-04")
def test_a_card_for_each_space_with_start_and_destination() -> None:
    on = table("D:P1  M  B  F")
    assert needs(on, strip_path(0, 3)) == ["desert", "mountain", "badlands", "forest"]
    assert broken(on, strip_path(0, 3), "D M B F") == []
    assert broken(on, strip_path(0, 3), "D M B") == [("route.unpaid", "D-ROUTE-04")]


@rule("D-ROUTE-05")
def test_a_card_of_the_wrong_terrain_pays_nothing() -> None:
    on = table("D:P1  M")
    assert broken(on, strip_path(0, 1), "D F") == [("route.unpaid", "D-ROUTE-05")]
    assert broken(on, strip_path(0, 1), "D F/M") == []


@rule("D-ROUTE-06")
def test_any_card_pays_for_the_own_starting_camp() -> None:
    on = table("*P1  M")
    assert needs(on, strip_path(0, 1)) == ["any", "mountain"]
    for start in "MBDFW":
        assert broken(on, strip_path(0, 1), f"{start} M") == []
    assert broken(on, strip_path(0, 1), "M") == [("route.unpaid-any", "D-ROUTE-04")]


@rule("D-ROUTE-07")
def test_another_own_camp_is_paid_with_the_terrain_under_it() -> None:
    on = table("B:P1  M")
    assert broken(on, strip_path(0, 1), "M M") == [("route.unpaid-start", "D-ROUTE-07")]
    assert broken(on, strip_path(0, 1), "B M") == []


@rule("D-ROUTE-08")
def test_one_water_card_crosses_a_zone_however_far() -> None:
    on = table("D:P1  W  W  W  W  D")
    assert needs(on, strip_path(0, 5)) == ["desert", "water", "desert"]
    assert [toll.at for toll in game.check_route(on, "P1", strip_path(0, 5)).cost] == [(0, 0), (1, 0), (5, 0)]


@rule("D-ROUTE-09")
def test_a_second_water_zone_costs_another_card() -> None:
    on = table("D:P1  W  M  W  D")
    assert needs(on, strip_path(0, 4)) == ["desert", "water", "mountain", "water", "desert"]


@rule("R-12")
def test_coming_back_to_a_water_zone_costs_again_and_is_hinted_at() -> None:
    """Out of the lake and in again, although the lake itself leads there."""
    on = table(
        board(
            """
    D:P1    W       W       W       D
        .       .       M
    """
        )
    )
    round_about = path((0, 0), (1, 0), (2, 0), (2, 1), (3, 0), (4, 0))
    assert needs(on, round_about) == ["desert", "water", "mountain", "water", "desert"]
    assert broken(on, round_about) == []
    assert [hint.rule for hint in game.check_route(on, "P1", round_about).remarks] == ["R-12"]
    assert game.check_route(on, "P1", strip_path(0, 4)).remarks == ()
    (best,) = ask("routes", on, player="P1", to=[4, 0], cards=["desert", "water", "mountain", "water", "desert"])[
        "routes"
    ]
    assert best["cards"] == 3


@rule("R-12")
def test_two_different_lakes_give_no_hint() -> None:
    on = table("D:P1  W  M  W  D")
    assert game.check_route(on, "P1", strip_path(0, 4)).remarks == ()


@rule("D-ROUTE-10", "D-ROUTE-12", "D-ROUTE-14")
def test_each_crossed_camp_gets_its_own_card_and_the_rest_is_discarded() -> None:
    on = table("D:P1  M:P2  B:P3  F:P2  D", hands={"P1": "F D B D M"})
    along = strip_path(0, 4)
    assert receivers(on, along) == [None, "P2", "P3", "P2", None]
    paid = ask("route", on, player="P1", path=along)["payment"]
    assert [(one["card"], one["to"]) for one in paid] == [
        ("desert", "discard"),
        ("mountain", "P2"),
        ("badlands", "P3"),
        ("forest", "P2"),
        ("desert", "discard"),
    ]


@rule("D-ROUTE-11", "R-58")
def test_crossing_a_foreign_starting_camp_costs_any_one_card_for_its_owner() -> None:
    on = table("D:P1  *P2  D")
    assert needs(on, strip_path(0, 2)) == ["desert", "any", "desert"]
    assert receivers(on, strip_path(0, 2)) == [None, "P2", None]
    for given in "MBDFW":
        assert broken(on, strip_path(0, 2), f"D {given} D") == []
    assert broken(on, strip_path(0, 2), "D D") == [("route.unpaid-any", "D-ROUTE-04")]


@rule("D-ROUTE-13", "R-08", "R-09")
def test_crossing_own_camps_is_paid_to_the_discards() -> None:
    on = table("D:P1  M:P1  *P1  D")
    assert needs(on, strip_path(0, 3)) == ["desert", "mountain", "any", "desert"]
    assert receivers(on, strip_path(0, 3)) == [None] * 4
    assert broken(on, strip_path(0, 3), "D M F D") == []


@rule("R-08")
def test_the_hint_names_the_last_own_camp_on_the_way() -> None:
    def hints(drawing: str) -> list[tuple[Hex, ...]]:
        last = len(drawing.split()) - 1
        return [remark.spaces for remark in game.check_route(table(drawing), "P1", strip_path(0, last)).remarks]

    assert hints("D:P1  D:P1  D") == [((1, 0),)]
    assert hints("D:P1  D:P1  D:P1  D") == [((2, 0),)]
    assert hints("D:P1  D:P2  D") == []
    assert hints("D:P1  D") == []


@rule("R-10")
def test_the_card_for_a_team_mates_camp_is_the_tables_choice() -> None:
    teams = {"P1": "A", "P2": "B", "P3": "A", "P4": "B"}
    by_default = table("D:P1  M:P3  B:P2  D", "team", teams=teams)
    assert receivers(by_default, strip_path(0, 3)) == [None, "P3", "P2", None]
    chosen = table("D:P1  M:P3  B:P2  D", "team", teams=teams, rulings={"R-10": "to-the-discards"})
    assert receivers(chosen, strip_path(0, 3)) == [None, None, "P2", None]


@rule("D-ROUTE-16", "R-57")
def test_two_cards_are_the_least_price() -> None:
    on = table("D:P1  M")
    assert needs(on, strip_path(0, 1)) == ["desert", "mountain"]
    assert broken(on, path((0, 0))) == [("route.too-short", "D-ROUTE-16")]
    assert broken(on, ()) == [("route.too-short", "D-ROUTE-16")]


@rule("D-ROUTE-17")
def test_cards_are_assigned_not_dealt_greedily() -> None:
    on = table("M:P1  D  F  M")
    assert broken(on, strip_path(0, 3), "M/D D/F F/M M") == []
    assert broken(on, strip_path(0, 3), "M/D M/D M/D M/D") == [("route.unpaid", "D-ROUTE-05")]


@rule("R-13", "D-ROUTE-17")
def test_exactly_one_card_is_paid_for_each_slot() -> None:
    on = table("D:P1  M", hands={"P1": "D M F F W"})
    paid = ask("route", on, player="P1", path=strip_path(0, 1))["payment"]
    assert [one["card"] for one in paid] == ["desert", "mountain"]


@rule("D-ROUTE-18")
def test_start_and_destination_are_never_a_gift() -> None:
    on = table("D:P1  M:P2  D")
    assert receivers(on, strip_path(0, 2))[0] is None
    assert receivers(on, strip_path(0, 2))[-1] is None


def test_the_smallest_list_of_missing_cards_is_told_of_a_sound_path_only() -> None:
    on = table("*P1  M  B  F", hands={"P1": "M/B F"})
    asked = ask("route", on, player="P1", path=strip_path(0, 3))
    assert asked["legal"] is False
    assert asked["payment"] is None
    assert sorted(asked["missing"]) in (["any", "badlands"], ["any", "mountain"])
    unsound = ask("route", on, player="P2", path=strip_path(0, 3))
    assert unsound["missing"] == []


@rule("R-52")
def test_unseen_cards_of_the_hand_might_pay() -> None:
    """The companion stores how many cards a hand has, and asks which only when a route is checked."""
    on = table("D:P1  M  F", hands={"P1": "D"}, hidden={"P1": 2})
    asked = ask("route", on, player="P1", path=strip_path(0, 2))
    assert (asked["legal"], asked["missing"], asked["hidden"]) == (
        False,
        ["mountain", "forest"],
        ["mountain", "forest"],
    )
    too_few = table("D:P1  M  F", hands={"P1": "D"}, hidden={"P1": 1})
    assert ask("route", too_few, player="P1", path=strip_path(0, 2))["hidden"] is None
    told = ask("route", on, player="P1", path=strip_path(0, 2), cards=["desert", "mountain", "forest"])
    assert told["legal"] is True
