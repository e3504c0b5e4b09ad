"""Spaces, zones, and who is free."""

import pytest
from hypothesis import given

from companion.dewan.rules.board import Camp
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Landmark, Marker, Terrain
from companion.rules.hexes import Hex, are_adjacent
from tests.boards import ask, board, table
from tests.strategies import tables

rule = pytest.mark.rule


@rule("D-GEO-02", "D-ZONE-02")
def test_adjacent_is_sharing_a_side_wherever_tiles_end() -> None:
    """Two flowers side by side: the Forest runs from one into the other."""
    drawn = board(
        """
        D       D       .
    D       F       F       D
        D       D       F       F
            .       D       D
    """,
        first=(0, -1),
    )
    assert set(drawn.near(Hex(0, 0))) == {(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)}
    assert [zone.spaces for zone in drawn.zones if zone.terrain is Terrain.FOREST] == [((0, 0), (1, 0), (1, 1), (2, 1))]


@rule("D-GEO-03", "D-ZONE-03", "R-25")
def test_ground_without_terrain_is_in_no_zone_and_separates() -> None:
    for between in ("*", "V", "F^"):
        drawn = board(f"F {between} F")
        assert [zone.spaces for zone in drawn.zones] == [((0, 0),), ((2, 0),)]
        assert drawn.zone_at(Hex(1, 0)) is None
    assert {board("* V D^").ground[Hex(q, 0)] for q in range(3)} == {Landmark.START, Landmark.VOLCANO, Landmark.LAVA}


@rule("D-GEO-07")
def test_free_means_no_camp_and_berries_do_not_matter() -> None:
    drawn = board("D+2  D:P1  D")
    assert [drawn.is_free(Hex(q, 0)) for q in range(4)] == [True, False, True, False]


@rule("D-GEO-08")
def test_a_centre_is_never_a_destination_nor_a_target() -> None:
    """Even in a record that forgets the camp on it."""
    on = table("D:P1  *  W", "downpour", hands={"P1": "D D D W"})
    assert ask("routes", on, player="P1")["routes"] == []
    assert ask("event", on)["eligible"] == []
    refused = ask("route", on, player="P1", path=[[0, 0], [1, 0]])
    assert [reason["rule"] for reason in refused["reasons"]] == ["D-GEO-08"]


@rule("D-GEO-10")
def test_camps_stay_whatever_is_placed() -> None:
    drawn = board("D:P1  D  W")
    later = drawn.with_camp(Hex(1, 0), Camp("P2")).with_berries({}).with_marker(Hex(1, 0), Marker.WATER)
    assert later.camps[Hex(0, 0)] == Camp("P1")
    assert drawn.camps == {Hex(0, 0): Camp("P1")}, "and the board before is as it was"


@rule("D-ZONE-01")
def test_one_space_is_enough_for_a_zone() -> None:
    assert [(zone.terrain, zone.spaces) for zone in board("D  F  D").zones] == [
        (Terrain.DESERT, ((0, 0),)),
        (Terrain.FOREST, ((1, 0),)),
        (Terrain.DESERT, ((2, 0),)),
    ]


@rule("D-ZONE-04")
def test_a_water_marker_makes_water_in_every_respect() -> None:
    printed, flooded = table("F:P1  W  D", "downpour"), table("F:P1  D~  D", "downpour")
    keys = ("eligible",)
    assert {key: ask("event", flooded)[key] for key in keys} == {key: ask("event", printed)[key] for key in keys}
    assert ask("zones", flooded)["zones"] == ask("zones", printed)["zones"]
    for hand in (["forest", "water"], ["forest", "desert"]):
        question = {"player": "P1", "path": [[0, 0], [1, 0]], "cards": hand}
        assert ask("route", flooded, **question) == ask("route", printed, **question)


@rule("D-ZONE-05")
def test_camps_and_berries_do_not_change_zones() -> None:
    plain = [zone.spaces for zone in board("F  F  F  D").zones]
    assert [zone.spaces for zone in board("F  F:P1  F+2  D").zones] == plain


@rule("D-BERRY-03", "D-BERRY-01")
def test_a_zone_holds_the_berries_of_all_its_spaces() -> None:
    assert [(zone.terrain, zone.berries) for zone in board("F+2  F  F+2  D+1").zones] == [
        (Terrain.FOREST, 4),
        (Terrain.DESERT, 1),
    ]


@rule("D-ZONE-06", "D-LAKE-06")
def test_next_to_water_is_touching_from_outside() -> None:
    drawn = board(
        """
    W       W       D       W
        D       W       D
    """
    )
    river = ((0, 0), (1, 0), (1, 1))
    assert [zone.spaces for zone in drawn.water_next_to(Hex(0, 1))] == [river]
    assert [zone.spaces for zone in drawn.water_next_to(Hex(2, 0))] == [river, ((3, 0),)]
    assert drawn.water_next_to(Hex(1, 0)) == ()


@given(tables())
def test_zones_partition_the_terrain_spaces(on: Table) -> None:
    drawn = on.board
    in_zones = [at for zone in drawn.zones for at in zone.spaces]
    assert sorted(in_zones) == sorted(at for at, ground in drawn.ground.items() if isinstance(ground, Terrain))
    assert len(in_zones) == len(set(in_zones))
    assert sum(zone.berries for zone in drawn.zones) == sum(drawn.berries.values())
    for zone in drawn.zones:
        assert {drawn.ground[at] for at in zone.spaces} == {zone.terrain}
    # Largest: no two zones of a terrain touch.
    for one in drawn.zones:
        for other in drawn.zones:
            if one is not other and one.terrain is other.terrain:
                assert not any(are_adjacent(a, b) for a in one.spaces for b in other.spaces)
