import copy
import json
from typing import Any

import pytest
from hypothesis import given

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput
from tests.strategies import boxes

EXAMPLE: dict[str, Any] = {
    "format": "dewan-box/1",
    "name": "two tiles",
    "colors": [{"name": "white", "rgb": "#f2efe6"}],
    "tiles": [
        {
            "id": "S1",
            "kind": "starting",
            "spaces": [{"at": [0, 0], "terrain": "start"}, {"at": [1, 0], "terrain": "forest", "berry": True}],
            "icons": [{"kind": "crystal", "at": [1, 0], "side": 2}],
        },
        {"id": "N1", "kind": "neutral", "spaces": [{"at": [0, 0], "terrain": "water"}]},
    ],
    "cards": [{"card": "forest/water:fire", "count": 2}],
    "stories": [{"id": "T01", "needs": {"forest": 2, "crystal": 3}, "points": 5, "fire": 1}],
    "layouts": [
        {
            "scenario": "base",
            "players": 2,
            "slots": [{"kind": "starting", "at": [0, 0]}, {"kind": "neutral", "at": [2, 1]}],
        }
    ],
}


def faults(change: Any) -> list[tuple[str, str]]:
    box = copy.deepcopy(EXAMPLE)
    change(box)
    with pytest.raises(BadInput) as refused:
        read_box(box)
    return [(fault.path, fault.code) for fault in refused.value.faults]


@given(boxes())
def test_reading_what_was_written_gives_the_same_box(box: Box) -> None:
    assert read_box(json.loads(json.dumps(write_box(box)))) == box


def test_a_box_is_read_as_the_contract_spells_it() -> None:
    box = read_box(EXAMPLE)
    tile = box.tile("S1")
    assert tile is not None
    assert tile.icons[0].between == ((1, -1), (1, 0))
    assert box.tile("S9") is None
    assert sum(box.cards.values()) == 2
    assert read_box({"format": "dewan-box/1", "name": "bare"}).tiles == ()


def set_in(*way: str | int) -> Any:
    *steps, last, value = way

    def change(box: Any) -> None:
        for step in steps:
            box = box[step]
        box[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (set_in("format", "dewan-box/2"), ("format", "json.wrong-format")),
        (set_in("colors", 0, "rgb", "white"), ("colors[0].rgb", "box.not-a-color")),
        (set_in("tiles", 1, "id", "S1"), ("tiles[1].id", "box.name-twice")),
        (set_in("tiles", 1, "kind", "starting"), ("tiles[1].spaces", "box.starting-tile-centre")),
        (set_in("tiles", 0, "kind", "neutral"), ("tiles[0].spaces", "box.starting-tile-centre")),
        (set_in("tiles", 0, "spaces", 1, "at", "x"), ("tiles[0].spaces[1].at", "json.not-a-coordinates")),
        (set_in("tiles", 0, "spaces", 0, "berry", True), ("tiles[0].spaces[0].berry", "map.berry-off-land")),
        (set_in("tiles", 0, "icons", 0, "side", 6), ("tiles[0].icons[0].side", "json.out-of-range")),
        (set_in("tiles", 0, "icons", 0, "kind", "fire"), ("tiles[0].icons[0].kind", "json.unknown-word")),
        (set_in("cards", 0, "count", 0), ("cards[0].count", "json.out-of-range")),
        (set_in("stories", 0, "needs", "fish", 1), ("stories[0].needs.fish", "json.unknown-word")),
        (set_in("layouts", 0, "players", 5), ("layouts[0].players", "json.out-of-range")),
        (set_in("layouts", 0, "scenario", "river"), ("layouts[0].scenario", "json.unknown-word")),
        (lambda box: box["tiles"][0].update(spaces=[]), ("tiles[0].spaces", "box.tile-empty")),
        (lambda box: box["tiles"][0]["spaces"][1].update(at=[5, 5]), ("tiles[0].spaces", "box.tile-in-pieces")),
        (lambda box: box["tiles"][0]["spaces"][1].update(at=[0, 0]), ("tiles[0].spaces[1].at", "map.space-twice")),
        (lambda box: box["tiles"][0]["icons"][0].update(at=[4, 4]), ("tiles[0].icons[0].at", "map.no-such-space")),
        (lambda box: box["cards"].append({"card": "water:fire/forest", "count": 1}), ("cards[1]", "box.card-twice")),
        (lambda box: box["layouts"].append(box["layouts"][0]), ("layouts[1]", "box.layout-twice")),
    ],
)
def test_a_fault_is_named_with_its_path(change: Any, fault: tuple[str, str]) -> None:
    assert fault in faults(change)


def test_the_demo_box_is_a_box_like_any_other() -> None:
    assert read_box(write_box(demo_box())) == demo_box()
