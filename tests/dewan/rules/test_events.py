"""Markers on the map: where they may go, and what becomes of the berries (Downpour and Volcano alike)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dewan.rules import game
from companion.dewan.rules.events import cover, settle_odd
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Marker, ScenarioName, Terrain
from companion.rules.hexes import Hex
from tests.boards import ask, board, story, table
from tests.strategies import tables

rule = pytest.mark.rule
MARKERS = {"downpour": Marker.WATER, "volcano": Marker.LAVA}
both = pytest.mark.parametrize("scenario", ["downpour", "volcano"])


def after(drawing: str, at: tuple[int, int], scenario: str, **rulings: str) -> dict[tuple[tuple[int, int], ...], int]:
    """The berries of every land zone once the marker lies there; odd ones are not yet given."""
    on = table(board(drawing), scenario, rulings={key.replace("_", "-"): value for key, value in rulings.items()})
    covered = game.place_marker(on, Hex(*at))
    return {zone.spaces: zone.berries for zone in covered.board.zones if zone.terrain is not Terrain.WATER}


@rule("D-DOWN-07", "D-VOLC-04", "R-21")
@both
def test_a_zone_that_only_shrinks_keeps_its_berries(scenario: str) -> None:
    assert after("F  F  F+2", (2, 0), scenario) == {((0, 0), (1, 0)): 2}
    assert after("F+1  F  F+2", (2, 0), scenario) == {((0, 0), (1, 0)): 3}


@rule("D-DOWN-05", "D-VOLC-04")
@both
def test_the_larger_part_gets_all_berries(scenario: str) -> None:
    assert after("F+2  F+1  F  F", (1, 0), scenario) == {((0, 0),): 0, ((2, 0), (3, 0)): 3}


@rule("D-DOWN-06", "D-VOLC-04", "R-24")
@both
def test_equal_parts_share_and_the_odd_berry_falls_by_lot(scenario: str) -> None:
    assert after("F+4  F  F", (1, 0), scenario) == {((0, 0),): 2, ((2, 0),): 2}
    covered = game.place_marker(table("F+3  F  F", scenario), Hex(1, 0))
    assert (covered.odd, covered.tied) == (1, (((0, 0),), ((2, 0),)))
    for lot in (Hex(0, 0), Hex(2, 0)):
        settled = settle_odd(covered, [lot])
        assert {zone.spaces[0]: zone.berries for zone in settled.zones if zone.terrain is Terrain.FOREST} == {
            Hex(0, 0): 1 + (lot == Hex(0, 0)),
            Hex(2, 0): 1 + (lot == Hex(2, 0)),
        }


@rule("R-23")
@both
def test_three_parts_share_among_the_largest(scenario: str) -> None:
    """A Forest with three arms round (0,0), first all of one space, then one of two."""
    spread = board(
        """
        F       .
    .       F+5     F
        F       .
    """,
        first=(0, -1),
    )
    covered = cover(spread, Hex(0, 0), MARKERS[scenario], "out-of-the-game")
    assert covered.tied == (((-1, 1),), ((0, -1),), ((1, 0),))
    assert covered.odd == 2
    assert [covered.board.berries.get(Hex(*at), 0) for at in ((-1, 1), (0, -1), (1, 0))] == [1, 1, 1]
    settled = settle_odd(covered, [Hex(1, 0), Hex(-1, 1)])
    assert [settled.berries.get(Hex(*at), 0) for at in ((-1, 1), (0, -1), (1, 0))] == [2, 1, 2]

    longer = board(
        """
        F       .
    .       F+5     F       F
        F       .
    """,
        first=(0, -1),
    )
    covered = cover(longer, Hex(0, 0), MARKERS[scenario], "out-of-the-game")
    assert (covered.odd, covered.tied) == (0, ())
    assert {zone.spaces: zone.berries for zone in covered.board.zones if zone.terrain is Terrain.FOREST} == {
        ((-1, 1),): 0,
        ((0, -1),): 0,
        ((1, 0), (2, 0)): 5,
    }


@rule("R-22")
@both
def test_berries_of_a_vanished_zone_are_the_tables_choice(scenario: str) -> None:
    drawing = "D  F+2  M  M"
    assert after(drawing, (1, 0), scenario) == {((0, 0),): 0, ((2, 0), (3, 0)): 0}
    moved = after(drawing, (1, 0), scenario, R_22="to-the-largest-neighbour")
    assert moved == {((0, 0),): 0, ((2, 0), (3, 0)): 2}
    on = table(drawing, scenario, rulings={"R-22": "stay-on-the-marker"})
    stayed = game.place_marker(on, Hex(1, 0)).board
    assert stayed.berries == {Hex(1, 0): 2}


@rule("R-26")
@both
def test_icons_stay_where_a_marker_covers_one_side(scenario: str) -> None:
    icons = [("crystal", (0, 0), (1, 0))]
    on = table(board("F:P1  F  D", icons=icons), scenario, stories={"P1": [story("1crystal")]})
    covered = game.place_marker(on, Hex(1, 0)).board
    later = table(covered, scenario, stories={"P1": [story("1crystal")]})
    assert ask("stories", later)["players"]["P1"][0]["complete"] is True


@rule("R-20", "D-DOWN-03", "D-VOLC-03")
def test_no_marker_on_markers_water_centres_the_volcano_or_camps() -> None:
    wet = table("W  D~  *P1  D~  D:P1  W  M", "downpour")
    assert ask("event", wet)["eligible"] == [[6, 0]]
    hot = table("D^  V  *P1  D^  D:P1  V  W", "volcano")
    assert ask("event", hot)["eligible"] == []


@rule("R-28")
def test_standing_next_to_lava_has_no_effect() -> None:
    beside, apart = table("D:P1  D^  V", "volcano"), table("D:P1  D  D", "volcano")
    assert ask("score", beside)["players"] == ask("score", apart)["players"]


@rule("R-63")
def test_earlier_water_markers_are_water_for_new_ones() -> None:
    assert ask("event", table("F  D~  D  D", "downpour"))["eligible"] == [[0, 0], [2, 0]]


@rule("D-EVENT-07")
@both
def test_no_markers_left_means_nothing_to_place(scenario: str) -> None:
    used_up = {"water_markers": 0, "lava_markers": 0}
    assert ask("event", table("W  D  V  D", scenario, **used_up))["eligible"] == []


def test_there_is_no_marker_in_the_other_scenarios() -> None:
    assert ask("event", table("W  D"))["errors"][0]["path"] == "ask"
    lakes = ask("event", table("W  D", "lake-villages"), place=[1, 0])
    assert [error["path"] for error in lakes["errors"]] == ["place"]
    wrong = ask("event", table("W  D  D", "downpour"), place=[2, 0])
    assert [error["path"] for error in wrong["errors"]] == ["place"]


@given(tables([ScenarioName.DOWNPOUR, ScenarioName.VOLCANO]), st.data())
def test_no_berry_is_made_or_lost_unless_its_zone_vanishes(on: Table, data: st.DataObject) -> None:
    eligible = game.eligible_spaces(on)
    if not eligible:
        return
    at = data.draw(st.sampled_from(eligible))
    zone = on.board.zone_at(at)
    covered = game.place_marker(on, at)
    before, then = sum(on.board.berries.values()), sum(covered.board.berries.values()) + covered.odd
    assert zone is not None
    if zone.spaces != (at,):
        assert then == before
        assert at not in covered.board.berries
        settled = settle_odd(covered, [part[0] for part in covered.tied[: covered.odd]])
        assert sum(settled.berries.values()) == before
    elif on.ruling("R-22") == "out-of-the-game":
        assert then == before - zone.berries
    assert at not in game.eligible_spaces(table(covered.board, on.scenario, players=[one.name for one in on.players]))
