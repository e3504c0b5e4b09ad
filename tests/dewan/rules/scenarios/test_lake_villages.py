import pytest

from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.play import Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.stories import count
from companion.dewan.rules.words import FISH_TOKENS, ScenarioName, Symbol, Terrain
from tests.boards import ask, board, points, strip_path, table

rule = pytest.mark.rule
LAKES = SCENARIOS[ScenarioName.LAKE_VILLAGES]


@rule("D-LAKE-01")
def test_base_set_up_and_twenty_fish() -> None:
    assert LAKES.special_tile is None
    assert LAKES.marker is None
    assert table("D", "lake-villages").fish_tokens == FISH_TOKENS == 20
    assert figures(ScenarioName.LAKE_VILLAGES, 4).story_stack == 19


@rule("D-LAKE-02", "R-57")
def test_a_route_may_end_on_any_space_of_a_water_zone() -> None:
    on = table("D:P1  W  W  W", "lake-villages", hands={"P1": "D W"})
    routes = ask("routes", on, player="P1")["routes"]
    assert [(route["to"], route["cards"]) for route in routes] == [([1, 0], 2), ([2, 0], 2), ([3, 0], 2)]
    assert ask("route", on, player="P1", path=strip_path(0, 3))["cost"] == [
        {"at": [0, 0], "needs": "desert", "to": "discard"},
        {"at": [1, 0], "needs": "water", "to": "discard"},
    ]


@rule("D-LAKE-03")
def test_one_village_a_zone_of_whatever_colour() -> None:
    for owner in ("P1", "P2"):
        on = table(f"D:P1  W  W:{owner}  D  W", "lake-villages", hands={"P1": "D W D W"})
        refused = ask("route", on, player="P1", path=strip_path(0, 1))
        assert [reason["rule"] for reason in refused["reasons"]] == ["D-LAKE-03"]
        assert [1, 0] not in [route["to"] for route in ask("routes", on, player="P1")["routes"]]
        assert ask("route", on, player="P1", path=strip_path(0, 4), cards=["desert", "water", "desert", "water"])[
            "legal"
        ]


@rule("D-LAKE-04", "R-42")
def test_starting_from_a_village_one_water_card_covers_its_zone() -> None:
    on = table("W:P1  W  W  D  M", "lake-villages", hands={"P1": "W D M"})
    asked = ask("route", on, player="P1", path=strip_path(0, 3))
    assert [toll["needs"] for toll in asked["cost"]] == ["water", "desert"]
    (near, far) = ask("routes", on, player="P1")["routes"]
    assert (near["to"], near["cards"], far["to"], far["cards"]) == ([3, 0], 2, [4, 0], 3)
    without = ask("route", on, player="P1", path=strip_path(0, 3), cards=["desert", "desert"])
    assert without["missing"] == ["water"]


@rule("D-LAKE-05")
def test_the_water_card_goes_to_the_owner_of_the_village_wherever_it_stands() -> None:
    lake = board(
        """
    D:P1    W       D
        W:P2    W
    """
    )
    on = table(lake, "lake-villages", hands={"P1": "D W D"})
    crossing = ask("route", on, player="P1", path=strip_path(0, 2))
    assert [toll["to"] for toll in crossing["cost"]] == ["discard", "P2", "discard"]
    own = ask("route", table("D:P1  W  W:P1  D", "lake-villages"), player="P1", path=strip_path(0, 3))
    assert [toll["to"] for toll in own["cost"]] == ["discard"] * 3


@rule("D-LAKE-06", "R-40")
def test_a_village_is_next_to_no_water_zone() -> None:
    on = table("D  W:P1  W  D:P2  W", "lake-villages")
    assert count(on, "P1", Terrain.WATER).have == 0
    assert points(on, "P1")["water_majorities"] == 0
    assert points(on, "P2")["water_majorities"] == 12


@rule("D-LAKE-07", "R-41")
def test_a_village_is_a_camp_like_any_other() -> None:
    """It touches icons, takes a berry of its zone, and counts as the next camp of the Tribe board."""
    on = table(
        board("D:P1  W+1  D", icons=[("crystal", (1, 0), (2, 0))]),
        "lake-villages",
        hands={"P1": "D W"},
        active_player="P1",
    )
    play = Play(on, (Step(StepKind.TURN, "P1"),))
    placed = game.apply(play, PlaceCamp("P1", path=strip_path(0, 1), cards=on.players[0].hand)).table
    assert placed.player("P1").berries == 1
    assert placed.board.berries == {}
    assert count(placed, "P1", Symbol.CRYSTAL).have == 1
    assert placed.camps_left("P1") == 6


@rule("D-LAKE-08", "R-38")
def test_fish_by_villages_in_turn_order_while_they_last() -> None:
    on = table("W:P1  D  W:P2  D  W:P2  D", "lake-villages", active_player="P2", fish_tokens=20)
    assert list(ask("event", on)["fish"].items()) == [("P2", 2), ("P1", 1)]
    short = table("W:P1  D  W:P2  D  W:P2  D", "lake-villages", active_player="P2", fish_tokens=1)
    assert list(ask("event", short)["fish"].items()) == [("P2", 1), ("P1", 0)]


@rule("D-LAKE-09", "R-05", "R-36", "R-07")
def test_majorities_by_camps_beside_each_water_zone() -> None:
    on = table("D:P1  W  D:P2  W  *P2  D  W", "lake-villages", tucked={"P1": "W W"})
    # First lake one each, second P2 alone with two, third nobody.
    assert [points(on, name)["water_majorities"] for name in ("P1", "P2")] == [3, 9]
    apart = table("D:P1  W  *P2", "lake-villages", rulings={"R-05": "starting-camp-apart"})
    assert [points(apart, name)["water_majorities"] for name in ("P1", "P2")] == [6, 0]


@rule("D-LAKE-10", "D-LAKE-11", "D-SCEN-03")
def test_pairs_and_fish_are_three_each() -> None:
    on = table("D  D", "lake-villages", berries={"P1": 2}, tucked={"P1": "F:fire"}, fish={"P1": 4})
    assert (points(on, "P1")["pairs"], points(on, "P1")["fish"]) == (3, 12)


@rule("R-01")
def test_what_berries_pair_with_is_the_tables_choice() -> None:
    def pairs(choice: str) -> int:
        on = table(
            board("D:P1  D", icons=[("crystal", (0, 0), (1, 0))]),
            "lake-villages",
            berries={"P1": 5},
            tucked={"P1": "F:fire M:fire B:pigment"},
            fish={"P1": 4},
            rulings={"R-01": choice},
        )
        return points(on, "P1")["pairs"] // 3

    assert {choice: pairs(choice) for choice in ("fire", "fish", "artifact", "pigment", "crystal")} == {
        "fire": 2,
        "fish": 4,
        "artifact": 0,
        "pigment": 1,
        "crystal": 1,
    }


@rule("D-SCEN-01", "D-SCEN-02", "R-02")
def test_the_scenarios_rows_replace_the_base_rows() -> None:
    rows = {
        "base": {"groups", "berries"},
        "downpour": {"forest_mountain_zones", "pairs"},
        "volcano": {"water_zones", "starting_tiles", "pairs"},
        "lake-villages": {"water_majorities", "pairs", "fish"},
    }
    for scenario, own in rows.items():
        on = table("D:P1  D:P1  D", scenario, berries={"P1": 3})
        assert set(points(on, "P1")) == {"stories", "fire", "fire_majority"} | own
