"""What is typed for a tile, a card or a story, and what a tap makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.dewan.demo import demo_box
from companion.dewan.pages import box_cards, box_layouts, box_stories, box_tiles
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.tiles import Icon, Tile, TileKind
from companion.dewan.rules.words import Landmark, Symbol, Terrain
from companion.formats.faults import BadInput
from companion.rules.hexes import Hex


def codes(text: str) -> list[str]:
    draft = box_tiles.read_tile(text)
    return [fault.code for fault in (*draft.faults, *box_tiles.open_spaces(draft))]


def test_a_tile_is_told_row_by_row() -> None:
    draft = box_tiles.read_tile("FD+ m*b ww")
    assert [draft.spaces[at] for at in (Hex(0, -1), Hex(1, -1))] == [Terrain.FOREST, Terrain.DESERT]
    assert [draft.spaces[at] for at in (Hex(-1, 0), Hex(0, 0), Hex(1, 0))] == [
        Terrain.MOUNTAIN,
        Landmark.START,
        Terrain.BADLANDS,
    ]
    assert draft.berries == {Hex(1, -1)}
    assert draft.kind is TileKind.STARTING
    assert codes("fd+ m*b ww") == []


def test_resources_lie_where_the_keypad_says() -> None:
    # 9 is above to the right: from (0, 0) to (1, -1); 4 is beside to the left: from (1, 0) to (0, 0).
    draft = box_tiles.read_tile("ff ff9")
    assert [fault.code for fault in draft.faults] == ["boxline.unknown-sign"]
    draft = box_tiles.read_tile("ff fma9bc4 ww")
    assert draft.icons == (
        Icon(Symbol.ARTIFACT, (Hex(0, 0), Hex(1, -1))),
        Icon(Symbol.CRYSTAL, (Hex(1, 0), Hex(0, 0))),
    )


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", ["boxline.spaces-open"]),
        ("ff m", ["boxline.spaces-open"]),
        ("ffffffff", ["boxline.too-many-spaces"]),
        ("ffxfffff", ["boxline.unknown-sign"]),
        ("w+wwwwww", ["boxline.berry-off-land"]),
        ("+fffffff", ["boxline.berry-off-land"]),
        ("fa5ffffff", ["boxline.icon-side", "boxline.unknown-sign"]),
        ("fffffffa", ["boxline.icon-side"]),
        ("@0,0f@0,0m", ["map.space-twice"]),
        ("💧ffffff f", ["boxline.unknown-sign"]),
    ],
)
def test_every_wrong_sign_is_named(text: str, wrong: list[str]) -> None:
    assert codes(text) == wrong


def test_a_tile_of_another_shape_says_where_its_spaces_lie() -> None:
    draft = box_tiles.read_tile("@0,0f @1,0w @2,0m+")
    assert dict(draft.spaces) == {Hex(0, 0): Terrain.FOREST, Hex(1, 0): Terrain.WATER, Hex(2, 0): Terrain.MOUNTAIN}
    assert codes("@0,0f @1,0w @2,0m+") == []


@pytest.mark.parametrize("tile", demo_box().tiles, ids=lambda tile: tile.id)
def test_what_is_written_reads_the_same(tile: Tile) -> None:
    draft = box_tiles.draft_of(tile)
    again = box_tiles.read_tile(box_tiles.write_tile(draft))
    assert (again.spaces, again.berries, set(again.icons), again.faults) == (
        draft.spaces,
        draft.berries,
        set(draft.icons),
        (),
    )


@given(st.text(max_size=60), st.lists(st.text(max_size=12) | st.sampled_from(["tool:shape", "at:0", "grow:2,0", "m"])))
def test_no_text_and_no_tap_is_too_much(text: str, presses: list[str]) -> None:
    state = box_tiles.TileTaps(box_tiles.read_tile(text))
    for press in presses:
        state = box_tiles.tap(state, press)
    again = box_tiles.read_tile(box_tiles.write_tile(state.draft))
    assert {at: ground for at, ground in again.spaces.items() if ground} == {
        at: ground for at, ground in state.draft.spaces.items() if ground
    }


def test_seven_taps_tell_seven_spaces() -> None:
    state = box_tiles.TileTaps(box_tiles.EMPTY)
    for key in "fdm*fww":
        state = box_tiles.tap(state, key)
    assert box_tiles.write_tile(state.draft) == "fd m*f ww"
    for press in ("tool:berry", "at:0", "at:5", "tool:crystal", "side:0:9", "tool:ground", "at:1", "b"):
        state = box_tiles.tap(state, press)
    assert box_tiles.write_tile(state.draft) == "f+c9b m*f ww"  # no berry in the water
    for press in ("tool:berry", "at:0", "tool:crystal", "side:0:9"):
        state = box_tiles.tap(state, press)
    assert box_tiles.write_tile(state.draft) == "fb m*f ww"


def test_a_shape_grows_and_shrinks_by_tapping() -> None:
    state = box_tiles.TileTaps(box_tiles.read_tile("ff fff ff"))
    for press in ("tool:shape", "at:0", "grow:2,0", "tool:ground"):
        state = box_tiles.tap(state, press)
    assert set(state.draft.spaces) == {*box_tiles.FLOWER[1:], Hex(2, 0)}
    assert state.here() == Hex(2, 0)
    assert box_tiles.tap(state, "w").draft.spaces[Hex(2, 0)] is Terrain.WATER


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("fb", {"forest:berry": 1}),
        ("f:b F:B", {"forest:berry": 2}),
        ("3m/b", {"mountain/badlands": 3}),
        ("m/wf, -d", {"mountain/water:fire": 1, "desert": -1}),
        ("2xbf forest:pigment/water", {"badlands:fire": 2, "forest:pigment/water": 1}),
    ],
)
def test_cards_are_told_by_letters(text: str, cards: dict[str, int]) -> None:
    assert box_cards.read_cards(text) == {parse_card(card): number for card, number in cards.items()}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("  ", ["boxline.no-card"]),
        ("xx fb fz", ["boxline.unknown-card", "boxline.unknown-card"]),
        ("m/m", ["card.same-terrain-twice"]),
        ("m/b/d", ["card.too-many-terrains"]),
        ("forest:gold", ["card.unknown-symbol"]),
    ],
)
def test_every_wrong_card_is_named(text: str, wrong: list[str]) -> None:
    with pytest.raises(BadInput) as bad:
        box_cards.read_cards(text)
    assert [fault.code for fault in bad.value.faults] == wrong


def test_there_are_never_fewer_cards_than_none() -> None:
    with pytest.raises(BadInput) as bad:
        box_cards.card_changes({}, {parse_card("water"): -1})
    assert bad.value.faults[0].code == "boxline.card-count"


def test_a_story_is_told_by_letters_and_numbers() -> None:
    draft = box_stories.read_story("ff c c 5 1")
    assert draft == box_stories.StoryDraft({Terrain.FOREST: 2, Symbol.CRYSTAL: 2}, 5, 1)
    assert box_stories.write_story(draft) == "ffcc 5 1"
    assert box_stories.read_story("wbp7").points == 7


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", ["boxline.no-needs", "boxline.no-points"]),
        ("ff", ["boxline.no-points"]),
        ("ffx 3", ["boxline.unknown-need"]),
        ("f 1 2 3", ["boxline.three-numbers"]),
        ("f 100", ["json.out-of-range"]),
    ],
)
def test_every_wrong_part_of_a_story_is_named(text: str, wrong: list[str]) -> None:
    draft = box_stories.read_story(text)
    assert [fault.code for fault in (*draft.faults, *box_stories.open_parts(draft))] == wrong


def test_stories_are_tapped_together() -> None:
    draft = box_stories.StoryDraft()
    for press in ("f", "f", "c", "w", "-w", "points:5", "fire:1"):
        draft = box_stories.tap(draft, press)
    assert box_stories.write_story(draft) == "ffc 5 1"
    assert box_stories.tap(draft, "clear") == box_stories.StoryDraft()


def test_places_of_a_layout_never_lie_on_each_other() -> None:
    draft = box_layouts.tap(box_layouts.LayoutDraft(), "at:0,0", TileKind.STARTING)
    # Two flowers of seven touch without overlapping from a distance of three on.
    blocked = box_layouts.tap(draft, "at:2,0", TileKind.NEUTRAL)
    assert [fault.code for fault in blocked.faults] == ["boxline.slots-overlap"]
    assert blocked.slots == draft.slots
    assert len(box_layouts.snug_places(draft)) == 12
    two = box_layouts.tap(draft, "at:2,1", TileKind.NEUTRAL)
    # Both have six neighbours that interlock this way: each other, two they share, three of their own.
    assert len(box_layouts.snug_places(two)) == 8
    assert box_layouts.read_layout(box_layouts.write_layout(two)) == two
    assert box_layouts.tap(two, "at:2,1", TileKind.NEUTRAL).slots == draft.slots
    assert box_layouts.tap(two, "at:2,1", TileKind.VOLCANO).slots[Hex(2, 1)] is TileKind.VOLCANO
