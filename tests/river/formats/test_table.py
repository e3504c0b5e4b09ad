"""The table record of The River: read with every fault, written back, fast mode, and what no real table can show."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.faults import BadInput
from companion.river.demo import river_demo_box
from companion.river.formats.box import read_river_box, write_river_box
from companion.river.formats.table import read_river_table, write_river_table
from companion.river.rules.box import Box
from companion.river.rules.table import Quick, Table
from companion.river.rules.tiles import Meadow, Tile
from companion.river.rules.words import (
    BONUS_TILES,
    BUILDING_CARDS,
    IN_THE_BOX,
    MIXED_TILES,
    TILES_IN_THE_BOX,
    ActionSpace,
    MeadowKind,
    Resource,
    Terrain,
)

rule = pytest.mark.rule
BOX = river_demo_box()
WHOLE: dict[str, Any] = {
    "format": "river-table/1",
    "rulings": {"VR-16": "others-only"},
    "players": [
        {
            "name": "Ana",
            "color": "coral",
            "tiles": [
                "forest",
                {"kind": "forest/desert", "symbols": {"wood": 1}, "storages": 1},
                {"meadow": "terrain:forest"},
                {},
            ],
            "laid_this_round": 1,
            "resources": {"wood": 2, "food": 1},
            "untold_resources": 1,
            "bare_symbols": {"clay": 1},
            "bare_storages": 2,
            "buildings": [5, None],
            "bonus": [6],
            "reserved": [{"cost": {"wood": 2}, "points": 3}, {}],
            "scouts": 2,
            "settled": 1,
            "aside": 0,
        },
        {"name": "Ben", "quick": {"columns": [6, 0, 2, 2], "meadows": [{"meadow": "bonus", "count": 3}]}},
    ],
    "start_player": "Ben",
    "active_player": "Ana",
    "round": 3,
    "over": False,
    "scouts": {"clay": ["Ana"]},
    "islands": {"clay": 2},
    "revealed": ["mountain"],
    "displayed": [{"cost": {"stone": 1}}],
    "bonus_left": [5, 4, 0],
    "tile_stack": 30,
    "thrown_tiles": 2,
    "building_stack": 20,
}


def read(record: object) -> Table:
    return read_river_table(record, BOX)


def faults(record: object) -> list[tuple[str, str]]:
    with pytest.raises(BadInput) as bad:
        read(record)
    return [(fault.path, fault.code) for fault in bad.value.faults]


def two(**told: Any) -> dict[str, Any]:
    """A record whose first player has told this."""
    return {"format": "river-table/1", "players": [{"name": "Ana", **told}, {"name": "Ben"}]}


def test_everything_is_read_and_written_back() -> None:
    table = read(WHOLE)
    ana = table.players[0]
    assert ana.tiles[0] == Tile((Terrain.FOREST,)), "nothing was told of its symbols"
    assert ana.tiles[1].kinds == (Terrain.DESERT, Terrain.FOREST)
    assert ana.tiles[2] == Tile((Terrain.MEADOW,), meadow=Meadow(MeadowKind.TERRAIN, Terrain.FOREST))
    assert ana.tiles[3] == Tile()
    assert table.players[1].quick == Quick((6, 0, 2, 2), meadows=((MeadowKind.BONUS, 3),))
    assert table.scouts == {ActionSpace.CLAY: ("Ana",)}
    again = write_river_table(table, BOX)
    assert "box" not in again
    assert read(json.loads(json.dumps(again))) == table
    with_box = json.loads(json.dumps(write_river_table(table)))
    assert read_river_table(with_box, Box()) == table, "a record with its box needs no other"


def test_scouts_not_told_are_settled_or_on_the_ship() -> None:
    # Of the demo box 3, 7, 9 and 11 are framed; the tile on 7 was laid this round.
    ana = read(two(tiles=["forest"] * 7, laid_this_round=1, bonus=[6, 5])).players[0]
    assert (ana.settled, ana.scouts) == (1, 4)
    record = two() | {"scouts": {"build": ["Ana", "Ben", "Ana"]}}
    assert [one.scouts for one in read(record).players] == [2, 3]


@rule("V-GEO-04", "V-GEO-05")
def test_a_grid_is_read_along_the_river_and_has_no_gaps() -> None:
    kinds = ["forest", "desert", "badlands", "mountain"]
    ana = read(two(grid=[kinds, [None, None, "meadow", "forest"], [None] * 4])).players[0]
    assert [tile.kinds[0].value for tile in ana.tiles] == [*kinds, "forest", "meadow"]
    gap = two(grid=[kinds, ["forest", None, None, None], [None] * 4])
    assert faults(gap) == [("players[0].grid[1][3]", "river.gap")]
    assert faults(two(grid=[kinds])) == [("players[0].grid", "river.grid-shape")]
    assert faults(two(grid=[kinds] * 3, tiles=[])) == [("players[0].grid", "river.tiles-and-grid")]


@pytest.mark.parametrize(
    ("tile", "path", "code"),
    [
        ("water", "", "json.unknown-word"),
        ("forest/forest", "", "river.one-or-two-kinds"),
        ("forest/desert/meadow", "", "river.one-or-two-kinds"),
        ({"kind": "forest", "meadow": "swap"}, ".kind", "river.meadow-kind"),
        ({"meadow": "swap:wood"}, ".meadow", "river.meadow-shows-nothing"),
        ({"meadow": "production:food"}, ".meadow", "river.meadow-shows"),
        ({"meadow": "terrain"}, ".meadow", "river.meadow-shows"),
        ({"meadow": "camp"}, ".meadow", "json.unknown-word"),
        ({"symbols": {"food": 1}}, ".symbols.food", "json.unknown-word"),
        ({"storages": -1}, ".storages", "json.out-of-range"),
        ({"storage": 1}, ".storage", "json.unknown-key"),
        (7, "", "json.not-a-object"),
    ],
)
def test_what_is_no_tile(tile: object, path: str, code: str) -> None:
    assert faults(two(tiles=["forest", tile])) == [(f"players[0].tiles[1]{path}", code)]


def test_every_fault_is_told_at_once() -> None:
    record = copy.deepcopy(WHOLE)
    record["players"][0]["tiles"] = ["forest"] * 13
    record["players"][1]["quick"]["columns"] = [6, 3, 2]
    record["rulings"] = {"VR-99": "x", "VR-16": "x"}
    record["scouts"] = {"moon": [], "clay": ["Zoe"]}
    record["start_player"] = "Zoe"
    record["weather"] = "fine"
    assert sorted(faults(record)) == [
        ("players[0].tiles", "json.too-many"),
        ("players[1].quick.columns", "json.too-few"),
        ("players[1].quick.columns[1]", "river.column-result"),
        ("rulings.VR-16", "table.unknown-option"),
        ("rulings.VR-99", "table.unknown-ruling"),
        ("scouts.clay[0]", "table.unknown-player"),
        ("scouts.moon", "json.unknown-word"),
        ("start_player", "table.unknown-player"),
        ("weather", "json.unknown-key"),
    ]


def test_results_typed_and_counted_at_once_are_refused() -> None:
    told = two(tiles=["forest"], resources={"wood": 1}, quick={"columns": [0, 0, 0, 0], "resources": 4, "bonus": 7})
    assert faults(told) == [
        ("players[0].quick.columns", "river.told-twice"),
        ("players[0].quick.resources", "river.told-twice"),
    ]


@rule("V-BUILD-04", "V-SETUP-02")
def test_five_scouts_only_with_two_bonus_tiles() -> None:
    assert faults(two(scouts=5, bonus=[6])) == [("players[0].scouts", "river.too-many-scouts")]
    assert faults(two(scouts=4, settled=1)) == [("players[0].scouts", "river.too-many-scouts")]
    assert read(two(scouts=5, bonus=[6, 5])).players[0].scouts == 5
    assert read(two(scouts=5, quick={"bonus": 11})).players[0].scouts == 5
    assert faults(two(scouts=6, bonus=[6, 5])) == [("players[0].scouts", "river.too-many-scouts")]


@rule("V-BUILD-03")
def test_bonus_tiles_come_with_buildings() -> None:
    assert faults(two(bonus=[6, 5], buildings=[3])) == [("players[0].bonus", "river.bonus-without-building")]
    assert read(two(bonus=[6, 5])).players[0].bonus == (6, 5), "nobody told the buildings"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"tiles": ["mountain"] * 9}, "river.too-many-tiles"),
        ({"tiles": ["mountain/desert"] * 5}, "river.too-many-mixed"),
        ({"resources": {"food": 6}}, "river.too-many-resources"),
        ({"untold_resources": 45}, "river.too-many-in-all"),
        ({"bonus": [0] * 21}, "river.too-many-bonus"),
        ({"buildings": [1] * 34}, "river.too-many-buildings"),
    ],
)
def test_nothing_is_there_more_often_than_in_the_box(told: dict[str, Any], code: str) -> None:
    assert ("players", code) in faults(two(**told))


def test_the_demo_box_fits_the_contents_of_the_game_and_says_it_is_invented() -> None:
    assert BOX.invented
    assert "made up" in BOX.name
    kinds = {kind: sum(n for tile, n in BOX.tiles if tile.kinds == (kind,)) for kind in Terrain}
    assert kinds == TILES_IN_THE_BOX
    assert sum(n for tile, n in BOX.tiles if len(tile.kinds) == 2) == MIXED_TILES
    assert sum(n for _, n in BOX.buildings) == BUILDING_CARDS
    assert len(BOX.side(4).bonus or ()) == BONUS_TILES
    assert BOX.supply(4).resources == IN_THE_BOX
    assert max(BOX.side(2).bonus or ()) == 6
    assert {meadow.kind for tile, _ in BOX.tiles if (meadow := tile.meadow)} == set(MeadowKind)
    for players in (2, 3, 4):
        assert set(BOX.side(players).capacities) == set(ActionSpace)
    assert read_river_box(json.loads(json.dumps(write_river_box(BOX)))) == BOX


def test_faults_of_a_box() -> None:
    box = {
        "format": "river-box/1",
        "name": "odd",
        "sides": [
            {"players": [2, 3], "framed": [1, 2, 3], "capacities": {"clay": "many"}},
            {"players": [3, 4], "spaces": [{"space": 1}, {"space": 1}, {"space": 13}]},
        ],
        "supplies": [{"players": 2, "resources": {"food": 6}}],
        "tiles": [{"id": "A", "kind": "forest", "count": 65}, {"id": "A", "kind": "forest"}],
        "colors": [{"name": "red", "rgb": "red"}],
    }
    with pytest.raises(BadInput) as bad:
        read_river_box(box)
    assert sorted((fault.path, fault.code) for fault in bad.value.faults) == [
        ("colors[0].rgb", "box.not-a-color"),
        ("sides[0].capacities.clay", "json.unknown-word"),
        ("sides[0].framed", "river.four-framed"),
        ("sides[1].players", "river.players-twice"),
        ("sides[1].spaces[1].space", "river.space-twice"),
        ("sides[1].spaces[2].space", "json.out-of-range"),
        ("supplies[0].resources.food", "river.more-than-the-box"),
        ("tiles", "river.more-than-the-box"),
        ("tiles[1].id", "box.name-twice"),
    ]


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(Resource),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def _paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [here, *(path for key, member in members for path in _paths(member, (*here, key)))]


@given(st.sampled_from(_paths({**WHOLE, "box": write_river_box(BOX)})), anything)
def test_a_spoiled_record_never_raises_anything_but_bad_input(path: tuple[Any, ...], junk: Any) -> None:
    record: Any = copy.deepcopy({**WHOLE, "box": write_river_box(BOX)})
    if path:
        inner = record
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = junk
    else:
        record = junk
    try:
        table = read(record)
    except BadInput as bad:
        told = bad.faults
    else:
        told = None
        assert read(json.loads(json.dumps(write_river_table(table)))) == table
    assert told is None or all(fault.code for fault in told)
    assert told != ()
