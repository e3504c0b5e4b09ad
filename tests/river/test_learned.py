"""A box of The River as photos tell it, what a board's photo says against a record, and looks that fit no box."""

from base64 import b64encode
from dataclasses import replace
from typing import Any

import pytest

from companion.formats.faults import BadInput
from companion.river.board_read import changes, differences, read_board, results, same_tile
from companion.river.box import LOOK, RiverBoxKeeping, RiverBoxState
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.river.formats.look import LOOK_BYTES, RiverLook, TileLook, look_for_box, read_look, write_look
from companion.river.learned import ADD, REPLACE, SAME, SeenKind, with_seen
from companion.river.rules.box import Box
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Tile
from companion.river.rules.words import Resource, Terrain

BOX = river_demo_box()
BY_NAME = {str(tile.id): tile for tile, _ in BOX.tiles}
GREY = bytes(LOOK_BYTES)
FOREST = Tile((Terrain.FOREST,), {Resource.WOOD: 1}, 0)
NEW = Tile((Terrain.DESERT,), {Resource.STONE: 3}, 0)


def counts(tiles: list[dict[str, Any]]) -> dict[str, int]:
    return {tile["id"]: tile["count"] for tile in tiles}


def seen(*pairs: tuple[Tile, int]) -> list[SeenKind]:
    return [SeenKind(tile, count, GREY) for tile, count in pairs]


def test_tiles_of_a_photo_replace_join_or_repeat_those_of_the_box() -> None:
    before = Box("Ours", tiles=((BY_NAME["F1"], 4), (BY_NAME["D1"], 2)))
    found = seen((FOREST, 3), (NEW, 1))
    assert counts(with_seen(before, RiverLook(), found, REPLACE)[0]) == {"F1": 3, "P1": 1}
    assert counts(with_seen(before, RiverLook(), found, ADD)[0]) == {"F1": 7, "D1": 2, "P1": 1}
    assert counts(with_seen(before, RiverLook(), found, SAME)[0]) == {"F1": 4, "D1": 2, "P1": 1}


def test_groups_named_alike_are_one_tile_that_is_printed_in_two_ways() -> None:
    tiles, look = with_seen(BOX, RiverLook(), seen((FOREST, 3), (FOREST, 2)), REPLACE)
    assert counts(tiles) == {"F1": 5}
    assert [one.seen for one in look.tiles["F1"]] == [3, 2]


def test_a_learned_box_keeps_its_look_and_undo_takes_it_out() -> None:
    keeping = RiverBoxKeeping()
    tiles, look = with_seen(BOX, RiverLook(), seen((FOREST, 65)), REPLACE)
    body = {"changes": [{"op": "add", "path": "/tiles", "value": tiles}], "look": write_look(look)}
    state = keeping.play(RiverBoxState(BOX), LOOK, body).state
    assert keeping.restore(keeping.snapshot(state)) == state
    assert keeping.restore(keeping.snapshot(RiverBoxState(BOX))) == RiverBoxState(BOX)
    # A tile that is typed away is forgotten with it.
    edited = {"what": "tiles", "changes": [{"op": "replace", "path": "/tiles", "value": []}]}
    left = keeping.play(state, "edit", edited).state.look
    assert left["tiles"] == {}


def test_sixty_six_tiles_are_more_than_the_box_has() -> None:
    tiles, look = with_seen(BOX, RiverLook(), seen((FOREST, 66)), REPLACE)
    body = {"changes": [{"op": "add", "path": "/tiles", "value": tiles}], "look": write_look(look)}
    with pytest.raises(BadInput) as fault:
        RiverBoxKeeping().play(RiverBoxState(BOX), LOOK, body)
    assert "json.out-of-range" in {one.code for one in fault.value.faults}


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ({"F1": [{"look": "abc", "seen": 1}]}, "look.no-sign"),
        ({"F1": [{"look": b64encode(GREY[:-1]).decode(), "seen": 1}]}, "look.no-sign"),
        ({"F1": [{"look": 7, "seen": 1}]}, "json.not-a"),
        ({f"T{n}": [] for n in range(100)}, "json.too-many"),
    ],
)
def test_half_a_look_is_refused(tiles: object, code: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_look({"format": "river-look/1", "tiles": tiles})
    assert any(one.code.startswith(code) for one in fault.value.faults), fault.value.faults


def test_the_look_of_another_box_is_refused() -> None:
    look = {"format": "river-look/1", "tiles": {"Q9": [{"look": b64encode(GREY).decode(), "seen": 1}]}}
    with pytest.raises(BadInput) as fault:
        look_for_box(look, BOX)
    assert [one.code for one in fault.value.faults] == ["look.other-box"]


def test_a_box_is_opened_with_what_was_learned() -> None:
    look = write_look(RiverLook({"F1": (TileLook(GREY, 2),)}))
    state = RiverBoxKeeping().begin({"box": write_river_box(BOX), "look": look})
    assert state.look == look


# --- Boards


def reading(*names: str, turned: float = 0.0) -> dict[str, Any]:
    spaces = []
    for place in range(12):
        tiles = [[names[place], 0.95], ["D1", 0.05]] if place < len(names) else [["B3", 0.3]]
        corners = [[place, 0], [place + 1, 0], [place + 1, 1], [place, 1]]
        spaces.append({"corners": corners, "filled": 0.95 if place < len(names) else 0.05, "tiles": tiles})
    return {"found": True, "count": len(names), "turned": turned, "spaces": spaces}


def names_of(tiles: tuple[Tile, ...]) -> list[str | None]:
    return [tile.id for tile in tiles]


FULL = ("F1", "D1", "B1", "M1", "F2", "D2", "B2", "M2", "F3", "D3", "B3", "WS")


def test_a_full_board_asks_where_the_river_begins_unless_the_record_tells() -> None:
    read = read_board(reading(*FULL, turned=0.5), {}, BOX, ())
    assert read.asks_turn
    recorded = [BY_NAME[name] for name in FULL[::-1]]
    read = read_board(reading(*FULL, turned=0.5), {}, BOX, recorded)
    assert not read.asks_turn
    assert names_of(read.tiles) == list(FULL[::-1])
    read = read_board(reading(*FULL, turned=0.5), {"turned": True}, BOX, ())
    assert names_of(read.tiles) == list(FULL[::-1])


def test_whole_rows_may_be_the_first_ones_from_either_side() -> None:
    read = read_board(reading(*FULL[:8], turned=0.5), {}, BOX, ())
    assert (read.asks_turn, read.last) == (True, 8)
    read = read_board(reading(*FULL[:8], turned=0.5), {"turned": True}, BOX, ())
    assert names_of(read.tiles) == list(FULL[:8][::-1])
    assert [space.tile for space in read.spaces[8:]] == [None] * 4


def test_what_somebody_says_of_a_space_holds() -> None:
    read = read_board(reading("F1", "D1", "B1"), {"said": {"1": "M2", "2": ""}}, BOX, ())
    assert names_of(read.tiles) == ["F1", "M2"]
    assert not read.spaces[1].doubtful


def test_the_record_follows_the_photo_as_far_as_is_ticked_and_never_gets_a_gap() -> None:
    player = Player("Ada", tiles=(BY_NAME["F1"], BY_NAME["D1"]))
    read = read_board(reading("F1", "B1", "M1", "M2"), {}, BOX, player.tiles)
    found = differences(read, player.tiles)
    assert [one.place for one in found] == [2, 3, 4]
    assert [one["place"] for one in changes(player, found)] == [2, 3, 4]
    assert [one["place"] for one in changes(player, [found[0], found[2]])] == [2]
    shorter = differences(read_board(reading("F1"), {}, BOX, ()), player.tiles)
    assert changes(player, shorter) == [{"do": "remove-tile", "player": "Ada"}]


def test_a_tile_recorded_by_its_kind_alone_is_no_difference() -> None:
    assert same_tile(BY_NAME["F1"], Tile((Terrain.FOREST,)))
    assert not same_tile(BY_NAME["F1"], Tile((Terrain.DESERT,)))
    assert not same_tile(BY_NAME["F1"], replace(BY_NAME["F2"], id=None))


def test_columns_and_meadows_are_counted_from_the_tiles() -> None:
    # Column 1 is spaces 1, 8 and 9: forest three times; the meadow on space 2 counts forests.
    along = ("F1", "WT3", "B1", "M1", "D1", "D2", "B2", "F2", "F3")
    ada = Player("Ada")
    found = results(Table((ada,)), ada, [BY_NAME[name] for name in along], BOX, scouts=0, bonus=0)
    assert found == {"columns": [6, 0, 0, 0], "meadows": [{"meadow": "terrain", "count": 3}]}
