"""What a player has towards the needs of a Story tile."""

import pytest

from companion.dewan.rules.stories import count, newly_complete
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Symbol, Terrain
from tests.boards import LETTERS, ask, board, points, story, table

rule = pytest.mark.rule


def have(on: Table, what: str, player: str = "P1") -> int:
    return count(on, player, LETTERS[what] if what in LETTERS else Symbol(what)).have


@rule("D-TILE-01")
def test_a_tile_has_points_fire_and_needs_with_their_number() -> None:
    tile = story("2F 3crystal", 5, fire=1, done=True)
    on = table("F:P1  D", stories={"P1": [tile]})
    assert dict(tile.needs) == {Terrain.FOREST: 2, Symbol.CRYSTAL: 3}
    assert points(on, "P1")["stories"] == 5
    assert points(on, "P1")["fire"] == 1


@rule("D-STORY-01", "D-SCORE-FIRE-03")
def test_a_tile_counts_when_all_its_needs_are_met() -> None:
    on = table("F:P1  D:P1", stories={"P1": [story("1F 1D", 4, fire=1), story("1F 1M", 8, fire=2)]})
    assert [tile["complete"] for tile in ask("stories", on)["players"]["P1"]] == [True, False]
    assert (points(on, "P1")["stories"], points(on, "P1")["fire"]) == (4, 1)


@rule("D-STORY-02")
def test_the_same_camp_serves_several_tiles() -> None:
    on = table("F:P1  W", stories={"P1": [story("1F"), story("1F 1W"), story("1W")]})
    assert [tile["complete"] for tile in ask("stories", on)["players"]["P1"]] == [True, True, True]


@rule("D-STORY-03")
def test_starting_camps_never_help() -> None:
    on = table("W  *P1  W", icons=[("crystal", (0, 0), (1, 0))])
    assert [have(on, what) for what in ("W", "crystal")] == [0, 0]
    ignored = count(on, "P1", Symbol.CRYSTAL).ignored
    assert [(item.what, item.rule, item.count) for item in ignored] == [("starting-camp", "D-STORY-03", 0)]
    lakes = count(on, "P1", Terrain.WATER).ignored
    assert [(item.what, item.spaces, item.camps) for item in lakes] == [
        ("starting-camp", ((0, 0),), ((1, 0),)),
        ("starting-camp", ((2, 0),), ((1, 0),)),
    ]
    helped = table("W  *P1  W:P1", "lake-villages", icons=[("crystal", (1, 0), (2, 0))])
    assert have(helped, "crystal") == 1


@rule("D-STORY-04", "R-55")
def test_land_counts_different_zones() -> None:
    on = table("F:P1  F:P1  D  F:P1  D:P2  F:P2")
    assert (have(on, "F"), have(on, "F", "P2"), have(on, "D", "P2"), have(on, "D")) == (2, 1, 1, 0)
    evidence = count(on, "P1", Terrain.FOREST).counted
    assert [item.camps for item in evidence] == [((0, 0), (1, 0)), ((3, 0),)]


@rule("D-STORY-05")
def test_water_counts_zones_next_to_a_camp_and_one_camp_may_touch_several() -> None:
    assert have(table("W  F:P1  W"), "W") == 2
    assert have(table("F:P1  W  F:P1"), "W") == 1
    assert have(table("F  W  F:P1"), "W", "P2") == 0


@rule("D-STORY-06", "D-GEO-05")
def test_resources_count_different_icons_touched() -> None:
    icons = [("pigment", (0, 0), (1, 0)), ("pigment", (0, 0), (0, 1)), ("crystal", (1, 0), (2, 0))]
    on = table(
        board(
            """
    D:P1    D       D:P2
        D
    """,
            icons=icons,
        )
    )
    assert (have(on, "pigment"), have(on, "crystal")) == (2, 0)
    assert (have(on, "pigment", "P2"), have(on, "crystal", "P2")) == (0, 1)


@rule("D-STORY-07")
def test_an_icon_counts_once_a_player_and_for_each_player() -> None:
    icon = [("artifact", (0, 0), (1, 0))]
    assert have(table("D:P1  D:P1", icons=icon), "artifact") == 1
    shared = table("D:P1  D:P2", icons=icon)
    assert [have(shared, "artifact", name) for name in ("P1", "P2")] == [1, 1]


@rule("D-STORY-08", "D-STORY-11")
def test_a_tucked_card_adds_its_visible_terrain_and_resource() -> None:
    """The hidden half of what was a Forest/Water card counts for nothing: a record does not even know it."""
    on = table("D:P1  D", tucked={"P1": "F:artifact B:fire"})
    assert {what: have(on, what) for what in ("F", "B", "W", "artifact", "pigment")} == {
        "F": 1,
        "B": 1,
        "W": 0,
        "artifact": 1,
        "pigment": 0,
    }


@rule("D-STORY-09")
def test_tucked_cards_are_always_different_zones() -> None:
    assert have(table("F:P1  D", tucked={"P1": "F F"}), "F") == 3


@rule("D-STORY-10", "R-06")
def test_a_tucked_water_card_counts_for_water() -> None:
    assert have(table("F:P1  W", tucked={"P1": "W:fire W"}), "W") == 3


def test_worked_example_a_two_camps_in_one_zone_beside_one_water_and_one_icon() -> None:
    on = table(
        board(
            """
    F:P1    F:P1
        W
    """,
            icons=[("crystal", (0, 0), (1, 0))],
        )
    )
    assert [have(on, what) for what in ("F", "W", "crystal")] == [1, 1, 1]


@rule("D-EOT-01", "D-EOT-04", "R-29")
def test_newly_complete_are_the_met_tiles_that_are_not_up_yet() -> None:
    tiles = [story("1F", done=True), story("1F", done=False), story("1F"), story("1M", done=False)]
    assert newly_complete(table("F:P1  D", stories={"P1": tiles}), "P1") == (1, 2)
    # What was met once stays done though the table no longer shows it.
    lost = table("D:P1  D", stories={"P1": [story("1F", 7, done=True)]})
    assert newly_complete(lost, "P1") == ()
    assert points(lost, "P1")["stories"] == 7
    assert ask("stories", lost)["players"]["P1"][0]["complete"] is False, "judged from the table, done is ignored"
