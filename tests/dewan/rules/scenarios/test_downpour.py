import pytest

from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import figures
from companion.dewan.rules.tiles import TileKind
from companion.dewan.rules.words import Marker, ScenarioName
from tests.boards import ask, board, points, story, strip_path, table

rule = pytest.mark.rule
DOWNPOUR = SCENARIOS[ScenarioName.DOWNPOUR]


@rule("D-DOWN-01")
def test_the_downpour_tile_and_eight_water_markers() -> None:
    assert DOWNPOUR.special_tile is TileKind.DOWNPOUR
    assert DOWNPOUR.marker is Marker.WATER
    numbers = figures(ScenarioName.DOWNPOUR, 3)
    assert (numbers.special_tiles, numbers.markers) == (1, 8)


@rule("D-DOWN-02")
def test_water_stories_leave_the_game() -> None:
    assert not DOWNPOUR.uses_story(story("1W 2F"))
    assert DOWNPOUR.uses_story(story("2F 1crystal"))
    assert [figures(ScenarioName.DOWNPOUR, n).story_stack for n in (2, 3, 4)] == [14, 14, 14]
    assert figures(ScenarioName.VOLCANO, 4).story_stack == 19


@rule("D-DOWN-03")
def test_the_marker_goes_to_free_land_next_to_water() -> None:
    on = table("D  W  D:P2  D  D~  D+2", "downpour")
    assert ask("event", on)["eligible"] == [[0, 0], [3, 0], [5, 0]]


@rule("D-DOWN-04", "R-27")
def test_a_flooded_space_is_water_for_zones_price_and_destination() -> None:
    on = table("D:P1  W  F  W  D", "downpour", hands={"P1": "D W D F"})
    assert [route["cards"] for route in ask("routes", on, player="P1", to=[4, 0])["routes"]] == []
    flooded = table("D:P1  W  F~  W  D", "downpour", hands={"P1": "D W D F"})
    (route,) = ask("routes", flooded, player="P1")["routes"]
    assert (route["to"], route["cards"]) == ([4, 0], 3)
    assert ask("zones", flooded)["zones"][1] == {
        "terrain": "water",
        "spaces": [[1, 0], [2, 0], [3, 0]],
        "berries": 0,
    }
    onto = ask("route", flooded, player="P1", path=strip_path(0, 2))
    assert [reason["rule"] for reason in onto["reasons"]] == ["D-ROUTE-02"]


@rule("D-DOWN-08", "R-07")
def test_three_points_for_each_forest_or_mountain_zone() -> None:
    on = table(
        board(
            """
    F:P1    F:P1    D:P1    M:P1    D       M:P1
        D       F~      F:P1
    """
        ),
        "downpour",
        tucked={"P1": "F M"},
    )
    # Forest at the left (two camps), Forest at the right of the flooded space, two Mountains; tucked cards are not map.
    assert points(on, "P1")["forest_mountain_zones"] == 12
    assert points(on, "P2")["forest_mountain_zones"] == 0


@rule("D-DOWN-09", "D-SCEN-03")
def test_four_points_a_pair() -> None:
    on = table("D  D", "downpour", berries={"P1": 3}, tucked={"P1": "F:fire D:fire"})
    assert points(on, "P1")["pairs"] == 8
    assert points(on, "P1")["fire"] == 2, "Fire in pairs still scores in its own row"
