import pytest

from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.tiles import TileKind
from companion.dewan.rules.words import Marker, ScenarioName
from tests.boards import ask, board, points, story, strip_path, table

rule = pytest.mark.rule
VOLCANO = SCENARIOS[ScenarioName.VOLCANO]


@rule("D-VOLC-01")
def test_the_volcano_tile_eight_lava_markers_and_all_stories() -> None:
    assert VOLCANO.special_tile is TileKind.VOLCANO
    assert VOLCANO.marker is Marker.LAVA
    numbers = figures(ScenarioName.VOLCANO, 2)
    assert (numbers.special_tiles, numbers.markers, numbers.story_stack) == (1, 8, 19)
    assert VOLCANO.uses_story(story("2W"))


@rule("D-VOLC-02", "D-VOLC-03")
def test_lava_flows_from_the_volcano_and_from_lava() -> None:
    on = table("D  V  D^  M  F  W", "volcano")
    assert ask("event", on)["eligible"] == [[0, 0], [3, 0]]


@rule("D-VOLC-04", "R-25")
def test_lava_has_no_terrain_and_splits_zones() -> None:
    on = table("F+1  F^  F  V", "volcano")
    assert ask("zones", on)["zones"] == [
        {"terrain": "forest", "spaces": [[0, 0]], "berries": 1},
        {"terrain": "forest", "spaces": [[2, 0]], "berries": 0},
    ]


@rule("D-VOLC-05", "D-VOLC-06")
@pytest.mark.parametrize(("drawn", "what"), [("D^", "lava"), ("V", "volcano")])
def test_no_route_touches_lava_or_the_volcano(drawn: str, what: str) -> None:
    on = table(f"D:P1  {drawn}  D", "volcano", hands={"P1": "D D D D D"})
    through = ask("route", on, player="P1", path=strip_path(0, 2))
    onto = ask("route", on, player="P1", path=strip_path(0, 1))
    assert [reason["rule"] for reason in through["reasons"]] == ["D-VOLC-05"]
    assert [reason["rule"] for reason in onto["reasons"]] == ["D-VOLC-06"]
    assert what in through["reasons"][0]["text"]
    assert through["cost"] == []
    assert ask("routes", on, player="P1")["routes"] == []


AT_THE_VOLCANO = """
    D:P1    D:P1    D:P2
        V       D^      D:P3
"""


@rule("D-VOLC-07", "R-03", "R-28")
def test_fire_for_being_next_to_the_volcano() -> None:
    on = table(board(AT_THE_VOLCANO), "volcano")
    assert [points(on, name)["fire"] for name in ("P1", "P2", "P3")] == [1, 0, 0]
    each = table(board(AT_THE_VOLCANO), "volcano", rulings={"R-03": "once-a-camp"})
    assert [points(each, name)["fire"] for name in ("P1", "P2", "P3")] == [2, 0, 0]


@rule("D-VOLC-08", "R-05", "R-07")
def test_two_points_for_each_water_zone_next_to_a_camp() -> None:
    on = table("D:P1  W  D:P1  W  *P1  W  D", "volcano", tucked={"P1": "W"})
    assert points(on, "P1")["water_zones"] == 6, "the third only through the starting camp"
    apart = table("D:P1  W  D:P1  W  *P1  W  D", "volcano", rulings={"R-05": "starting-camp-apart"})
    assert points(apart, "P1")["water_zones"] == 4


@rule("D-VOLC-09", "R-56", "D-GEO-09")
def test_two_points_for_each_camp_next_to_an_opponents_centre() -> None:
    on = table(
        board(
            """
        D:P1    D:P1    .       F:P1    .
    D       *P2     D       *P1     D:P2    *P3     D:P1
        """,
            first=(0, -1),
        ),
        "volcano",
    )
    assert points(on, "P1")["starting_tiles"] == 6, "two at P2's, one at P3's, none at the own"
    assert points(on, "P2")["starting_tiles"] == 2, "once, though next to two centres"
    assert points(on, "P3")["starting_tiles"] == 0


@rule("D-VOLC-10", "D-SCEN-03")
def test_three_points_a_pair_with_the_volcanos_fire() -> None:
    on = table("D:P1  V", "volcano", berries={"P1": 2}, tucked={"P1": "F:fire"})
    assert points(on, "P1")["pairs"] == 6
