"""The table record: what it keeps, what it fills in, and what it refuses with which path."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.formats.table import read_table, write_table
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import Icon, LaidTile, Tile, TileKind, TileSpace, lay
from companion.dewan.rules.words import Marker, Symbol, Terrain
from companion.formats.faults import BadInput
from companion.rules.hexes import Hex
from tests.boards import board, table
from tests.strategies import tables

EXAMPLE: dict[str, Any] = {
    "format": "dewan-table/1",
    "scenario": "base",
    "rulings": {},
    "players": [
        {
            "name": "Alix",
            "color": "white",
            "team": None,
            "hand": ["forest", "desert/water:fire"],
            "hidden_cards": 0,
            "berries": 3,
            "fish": 0,
            "tucked": ["forest:crystal"],
            "stories": [{"needs": {"forest": 2, "crystal": 3}, "points": 5, "fire": 1, "done": True}],
        },
        {"name": "Billy"},
    ],
    "map": {
        "spaces": [
            {"at": [0, 0], "terrain": "forest", "berries": 2},
            {"at": [1, 0], "terrain": "start"},
            {"at": [2, 0], "terrain": "desert"},
            {"at": [3, 0], "terrain": "water"},
        ],
        "icons": [{"kind": "crystal", "between": [[0, 0], [1, 0]]}],
        "camps": [{"player": "Alix", "at": [0, 0], "starting": False}],
        "markers": [],
    },
    "first_player": "Alix",
    "active_player": "Alix",
    "row": ["forest", "desert", "water", "forest/desert", "mountain", "badlands:berry"],
    "draw_pile": 8,
    "supply": 30,
    "discard": 0,
    "water_markers": 8,
    "lava_markers": 8,
    "fish_tokens": 20,
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The example with one value put (or appended) at ``players.0.name``; ``+`` at the end appends."""
    record = copy.deepcopy(EXAMPLE)
    *way, last = path.split(".")
    here: Any = record
    for step in way:
        here = here[int(step)] if isinstance(here, list) else here[step]
    if last == "+":
        here.append(value)
    elif isinstance(here, list):
        here[int(last)] = value
    else:
        here[last] = value
    return record


def faults(record: object) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as refused:
        read_table(record)
    return [(fault.path, fault.code) for fault in refused.value.faults]


@given(tables())
def test_reading_what_was_written_gives_the_same_table(on: Table) -> None:
    record = write_table(on)
    assert read_table(json.loads(json.dumps(record))) == on
    assert write_table(read_table(record)) == record


def test_the_contracts_example_is_read() -> None:
    on = read_table(EXAMPLE)
    assert [player.name for player in on.players] == ["Alix", "Billy"]
    assert on.player("Alix").stories[0].done is True
    assert on.board.icons[0].touches(Hex(1, 0))
    assert on.piles.draw == 8


def test_everything_below_the_map_and_more_may_be_left_out() -> None:
    least = {"format": "dewan-table/1", "scenario": "volcano", "players": [{"name": "A"}, {"name": "B"}]}
    on = read_table(least)
    assert (on.water_markers, on.lava_markers, on.fish_tokens) == (8, 8, 20)
    assert (on.row, on.piles.draw, on.active_player, dict(on.rulings)) == (None, None, None, {})
    assert on.active().name == "A"


def test_markers_and_fish_not_told_are_those_that_lie_nowhere() -> None:
    wet = write_table(table("W  D~  D~", "downpour"))
    del wet["water_markers"]
    assert read_table(wet).water_markers == 6
    fishy = write_table(table("D", "lake-villages", fish={"P1": 3}))
    del fishy["fish_tokens"]
    assert read_table(fishy).fish_tokens == 17


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("format", "dewan-table/2", ("format", "json.wrong-format")),
        ("scenario", "river", ("scenario", "json.unknown-word")),
        ("scenario", ["base"], ("scenario", "json.unknown-word")),
        ("colour", 1, ("colour", "json.unknown-key")),
        ("players.0.colour", "red", ("players[0].colour", "json.unknown-key")),
        ("players.0.name", "", ("players[0].name", "json.empty-text")),
        ("players.0.name", "x" * 81, ("players[0].name", "json.long-text")),
        ("players.0.name", "\ud800", ("players[0].name", "json.broken-text")),
        ("players.1", {}, ("players[1].name", "json.missing-key")),
        ("players.1.name", "Alix", ("players[1].name", "table.name-twice")),
        ("players.1.color", "white", ("players[1].color", "table.color-twice")),
        ("players.1.team", "A", ("players[1].team", "table.team-elsewhere")),
        ("players.0.hand.0", "lava", ("players[0].hand[0]", "card.unknown-terrain")),
        ("players.0.hand.0", 7, ("players[0].hand[0]", "json.not-a-card")),
        ("players.0.tucked.0", "forest/desert", ("players[0].tucked[0]", "card.one-half")),
        ("players.0.tucked", ["forest"] * 4, ("players[0].tucked", "json.too-many")),
        ("players.0.berries", -1, ("players[0].berries", "json.out-of-range")),
        ("players.0.berries", True, ("players[0].berries", "json.not-a-number")),
        ("players.0.berries", 1.5, ("players[0].berries", "json.not-a-number")),
        ("players.0.berries", None, ("players[0].berries", "json.not-a-number")),
        ("players.0.fish", 21, ("players[0].fish", "json.out-of-range")),
        ("players.0.stories.0.needs.berry", 1, ("players[0].stories[0].needs.berry", "json.unknown-word")),
        ("players.0.stories.0.needs.forest", 0, ("players[0].stories[0].needs.forest", "json.out-of-range")),
        ("players.0.stories.0.done", "yes", ("players[0].stories[0].done", "json.not-a-flag")),
        ("map.spaces.0.at", [0, 0, 0], ("map.spaces[0].at", "json.not-a-coordinates")),
        ("map.spaces.0.at", [0, 10**30], ("map.spaces[0].at", "json.out-of-range")),
        ("map.spaces.0.terrain", "lava", ("map.spaces[0].terrain", "json.unknown-word")),
        ("map.spaces.0.terrain", [[["deep"]]], ("map.spaces[0].terrain", "json.unknown-word")),
        ("map.spaces.+", {"at": [0, 0], "terrain": "water"}, ("map.spaces[4].at", "map.space-twice")),
        ("map.spaces.3.berries", 1, ("map.spaces[3].berries", "map.berry-off-land")),
        ("map.icons.0.kind", "berry", ("map.icons[0].kind", "json.unknown-word")),
        ("map.icons.0.between", [[0, 0], [2, 0]], ("map.icons[0].between", "map.icon-not-adjacent")),
        ("map.icons.0.between", [[0, 0]], ("map.icons[0].between", "map.icon-between-two")),
        ("map.icons.0.between", [[8, 8], [9, 8]], ("map.icons[0].between", "map.icon-off-the-map")),
        ("map.icons.+", {"kind": "crystal", "between": [[1, 0], [0, 0]]}, ("map.icons[1]", "map.icon-twice")),
        ("map.camps.+", {"player": "Billy", "at": [0, 0]}, ("map.camps[1].at", "map.two-camps")),
        ("map.camps.+", {"player": "Zoe", "at": [2, 0]}, ("map.camps[1].player", "table.unknown-player")),
        ("map.camps.+", {"player": "Alix", "at": [9, 9]}, ("map.camps[1].at", "map.no-such-space")),
        ("map.camps.+", {"player": "Alix", "at": [3, 0]}, ("map.camps[1].at", "map.camp-on-water")),
        ("map.camps.+", {"player": "Alix", "at": [1, 0]}, ("map.camps[1].at", "map.camp-on-start")),
        (
            "map.camps.+",
            {"player": "Alix", "at": [2, 0], "starting": True},
            ("map.camps[1].at", "map.starting-camp-on-start"),
        ),
        ("map.markers.+", {"kind": "water", "at": [3, 0]}, ("map.markers[0].at", "map.marker-off-land")),
        ("map.markers.+", {"kind": "fire", "at": [2, 0]}, ("map.markers[0].kind", "json.unknown-word")),
        ("map.markers.+", {"kind": "lava", "at": [9, 0]}, ("map.markers[0].at", "map.no-such-space")),
        ("map.box", {}, ("map.tiles", "json.missing-key")),
        ("rulings", {"R-02": "added"}, ("rulings.R-02", "table.unknown-ruling")),
        ("rulings", {"R-04": "maybe"}, ("rulings.R-04", "table.unknown-option")),
        ("rulings", {"R-04": ["starting-camp-apart"]}, ("rulings.R-04", "table.unknown-option")),
        ("first_player", "Zoe", ("first_player", "table.unknown-player")),
        ("row", ["forest"] * 7, ("row", "json.too-many")),
        ("draw_pile", "8", ("draw_pile", "json.not-a-number")),
        ("water_markers", 9, ("water_markers", "json.out-of-range")),
        ("players", "Alix", ("players", "json.not-a-list")),
        ("map", [], ("map", "json.not-a-object")),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else None,
)
def test_a_fault_is_named_with_its_path(path: str, value: Any, fault: tuple[str, str]) -> None:
    assert fault in faults(changed(path, value))


def test_every_fault_is_told_not_only_the_first() -> None:
    record = changed("players.0.berries", -1)
    record["map"]["camps"] += [{"player": "Zoe", "at": [3, 0]}, {"player": "Alix", "at": [0, 0]}]
    record["row"][2] = "sea"
    assert {path for path, _ in faults(record)} == {
        "players[0].berries",
        "map.camps[1].player",
        "map.camps[1].at",
        "map.camps[2].at",
        "row[2]",
    }


@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_two_to_four_players(number: int) -> None:
    record = changed("players", [{"name": f"P{i}"} for i in range(number)])
    assert ("players", "table.player-count") in faults(record)


def test_ten_camps_and_two_starting_camps_of_a_player() -> None:
    nine = table(board("  ".join(["D:P1"] * 9)))
    assert faults(write_table(nine)) == [("map.camps[8].at", "map.too-many-camps")]
    two = table(board("*P1  *P1"))
    assert faults(write_table(two)) == [("map.camps[1].at", "map.two-starting-camps")]


def test_nine_markers_of_a_kind() -> None:
    flooded = write_table(table("  ".join(["D~"] * 9), "downpour", water_markers=0))
    assert faults(flooded) == [("map.markers[8].at", "map.too-many-markers")]


def test_a_camp_on_water_is_fine_on_the_lakes_and_none_is_on_lava() -> None:
    assert read_table(write_table(table("W:P1  D", "lake-villages"))).board.camps
    assert faults(write_table(table("D^:P1  D", "volcano"))) == [("map.camps[0].at", "map.camp-on-lava")]


@pytest.mark.parametrize(("ruling", "options"), OPTIONS.items())
def test_every_option_of_every_open_ruling_is_known(ruling: str, options: tuple[str, ...]) -> None:
    assert len(options) >= 2
    for option in options:
        on = read_table(changed("rulings", {ruling: option}))
        assert on.ruling(ruling) == option
    assert read_table(EXAMPLE).ruling(ruling) == options[0], "the default stands first"


# Maps laid tile by tile


def laid(**more: Any) -> dict[str, Any]:
    tiles = [{"tile": "S1", "at": [0, 0], "rotation": 2}, {"tile": "N1", "at": [2, 1]}]
    return changed("map", {"box": write_box(demo_box()), "tiles": tiles, **more})


def test_a_map_of_tiles_is_the_map_those_tiles_print() -> None:
    box = demo_box()
    s1, n1 = box.tile("S1"), box.tile("N1")
    assert s1 is not None
    assert n1 is not None
    printed = lay([LaidTile(s1, Hex(0, 0), 2), LaidTile(n1, Hex(2, 1), 0)])
    on = read_table(laid())
    assert on.board.printed == printed.spaces
    assert on.board.berries == printed.berries
    assert on.board.icons == printed.icons
    assert read_table(write_table(on)) == on, "written space by space it is the same table"


@pytest.mark.rule("D-GEO-05")
def test_an_icon_on_the_side_two_tiles_share_is_one_icon() -> None:
    def tile(name: str, side: int) -> Tile:
        icon = Icon(Symbol.CRYSTAL, (Hex(0, 0), Hex(0, 0).neighbour(side)))
        return Tile(name, TileKind.NEUTRAL, {Hex(0, 0): TileSpace(Terrain.DESERT)}, (icon,))

    printed = lay([LaidTile(tile("A", 0), Hex(0, 0), 0), LaidTile(tile("B", 3), Hex(1, 0), 0)])
    assert printed.icons == (Icon(Symbol.CRYSTAL, (Hex(0, 0), Hex(1, 0))),)


def test_six_turns_of_every_tile_lay_the_same_map() -> None:
    for tile in demo_box().tiles:
        once = lay([LaidTile(tile, Hex(3, -1), 0)])
        assert lay([LaidTile(tile, Hex(3, -1), 6)]) == once
        for turn in range(6):
            turned = lay([LaidTile(tile, Hex(0, 0), turn)])
            back = {at.turned(6 - turn): ground for at, ground in turned.spaces.items()}
            assert back == lay([LaidTile(tile, Hex(0, 0), 0)]).spaces


def test_berries_may_be_told_for_a_map_of_tiles() -> None:
    at = next(at for at, ground in read_table(laid()).board.printed.items() if ground == "forest")
    assert read_table(laid(berries=[])).board.berries == {}
    assert read_table(laid(berries=[{"at": list(at), "count": 1}])).board.berries == {at: 1}
    assert faults(laid(berries=[{"at": [99, 0], "count": 1}])) == [("map.berries[0].at", "map.no-such-space")]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"tile": "X9", "at": [9, 9]}, ("map.tiles[2].tile", "map.unknown-tile")),
        ({"tile": "S1", "at": [9, 9]}, ("map.tiles[2].tile", "map.tile-twice")),
        ({"tile": "N2", "at": [1, 0]}, ("map.tiles[2]", "map.tiles-overlap")),
        ({"tile": "N2", "at": [9, 9], "rotation": 6}, ("map.tiles[2].rotation", "json.out-of-range")),
    ],
)
def test_tiles_that_cannot_lie_so(entry: dict[str, Any], fault: tuple[str, str]) -> None:
    record = laid()
    record["map"]["tiles"].append(entry)
    assert fault in faults(record)


def test_spaces_and_tiles_do_not_mix() -> None:
    assert ("map.spaces", "map.spaces-and-tiles") in faults(laid(spaces=[]))


def test_a_marker_keeps_the_berries_only_where_the_table_has_ruled_so() -> None:
    covered = write_table(table("F+1~  W", "downpour"))
    assert faults(covered) == [("map.spaces[0].berries", "map.berry-off-land")]
    stays = write_table(table("F+1~  W", "downpour", rulings={"R-22": "stay-on-the-marker"}))
    assert read_table(stays).board.markers == {Hex(0, 0): Marker.WATER}
