"""The demo box is invented, so nothing but these tests says that it could be played with."""

from collections import Counter
from itertools import combinations

import pytest

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.tiles import LaidTile, Layout, Tile, TileKind
from companion.dewan.rules.words import LAND, RESOURCES, Landmark, ScenarioName, Symbol, Terrain
from companion.rules.hexes import SIDES, Hex, connected_parts

BOX = demo_box()
TERRITORY = [tile for tile in BOX.tiles if tile.kind in (TileKind.STARTING, TileKind.NEUTRAL)]
FLOWER = {Hex(0, 0), *SIDES}


def ids(layout: Layout) -> str:
    return f"{layout.scenario}-{layout.players}"


def ring(tile: Tile) -> list[str]:
    return [tile.spaces[side].ground for side in SIDES]


def distance(a: Tile, b: Tile, turns: range = range(6)) -> int:
    """The fewest spaces in which two tiles differ, however the second is turned."""
    centre = a.spaces[Hex(0, 0)].ground != b.spaces[Hex(0, 0)].ground
    other = ring(b)
    return min(
        centre + sum(x != y for x, y in zip(ring(a), other[turn:] + other[:turn], strict=True)) for turn in turns
    )


def test_it_says_that_it_is_invented() -> None:
    assert "made up" in BOX.name


def test_it_survives_being_written_and_read() -> None:
    assert read_box(write_box(BOX)) == BOX


def test_it_has_what_the_list_of_components_says() -> None:
    """Section 1.1 of the catalogue: 4 + 6 Territory tiles, a special one each, 55 cards, 24 stories, 4 colours."""
    assert Counter(tile.kind for tile in BOX.tiles) == {
        TileKind.STARTING: 4,
        TileKind.NEUTRAL: 6,
        TileKind.VOLCANO: 1,
        TileKind.DOWNPOUR: 1,
    }
    assert sum(BOX.cards.values()) == 55
    assert len(BOX.stories) == 24
    assert sum(Terrain.WATER in story.needs for story in BOX.stories) == 5
    assert [(color.name, color.rgb) for color in BOX.colors] == [
        ("raspberry", "#B4234D"),
        ("indigo", "#2F3FA3"),
        ("marigold", "#F2A900"),
        ("pearl", "#F7F3EA"),
    ]


@pytest.mark.parametrize("tile", BOX.tiles, ids=lambda tile: tile.id)
def test_a_tile_is_a_flower_of_seven_spaces(tile: Tile) -> None:
    """D-GEO-01, D-GEO-04: a landmark can be the centre only."""
    assert set(tile.spaces) == FLOWER
    centre = {TileKind.STARTING: Landmark.START, TileKind.VOLCANO: Landmark.VOLCANO}.get(tile.kind)
    landmarks = {at: space.ground for at, space in tile.spaces.items() if not isinstance(space.ground, Terrain)}
    assert landmarks == ({Hex(0, 0): centre} if centre else {})


def test_every_terrain_is_about_as_common_as_every_other() -> None:
    """66 spaces with a terrain in five terrains: 13 of each and one over."""
    spaces = Counter(space.ground for tile in TERRITORY for space in tile.spaces.values())
    counts = [spaces[terrain] for terrain in Terrain]
    assert sum(counts) == 66
    assert max(counts) - min(counts) <= 1


def test_every_starting_tile_offers_every_terrain() -> None:
    for tile in TERRITORY:
        if tile.kind is TileKind.STARTING:
            assert {space.ground for space in tile.spaces.values()} >= set(Terrain), tile.id


def test_tiles_can_be_told_apart_however_they_are_turned() -> None:
    """Even with one space read wrongly the right tile stays the nearest."""
    for a, b in combinations(BOX.tiles, 2):
        assert distance(a, b) >= 3, (a.id, b.id)


def test_the_rotation_of_a_tile_can_be_told() -> None:
    for tile in BOX.tiles:
        assert distance(tile, tile, range(1, 6)) >= 2, tile.id


def test_fifteen_berry_tokens_suffice_for_every_map() -> None:
    """R-47: 7 symbols at most, whichever neutral tiles are drawn and with a special tile beside them."""
    symbols = {tile.id: sum(space.berry for space in tile.spaces.values()) for tile in BOX.tiles}
    by_kind = {kind: sorted((symbols[t.id] for t in BOX.tiles if t.kind is kind), reverse=True) for kind in TileKind}
    special = max(*by_kind[TileKind.VOLCANO], *by_kind[TileKind.DOWNPOUR])
    assert sum(by_kind[TileKind.STARTING][:4]) + sum(by_kind[TileKind.NEUTRAL][:4]) + special == 7
    assert by_kind[TileKind.STARTING] == [1, 1, 1, 1]


@pytest.mark.parametrize("tile", BOX.tiles, ids=lambda tile: tile.id)
def test_a_tile_has_one_icon_of_each_resource_between_two_of_its_land_spaces(tile: Tile) -> None:
    assert sorted(icon.kind for icon in tile.icons) == sorted(RESOURCES)
    assert len({icon.between for icon in tile.icons}) == 3
    for icon in tile.icons:
        assert all(at in tile.spaces and tile.spaces[at].ground in LAND for at in icon.between)


def test_every_terrain_shows_on_equally_many_cards() -> None:
    shown = Counter(terrain for card, count in BOX.cards.items() for terrain in card.terrains for _ in range(count))
    assert len(set(shown.values())) == 1
    assert set(shown) == set(Terrain)


def test_symbols_are_where_symbols_belong() -> None:
    """D-CARD-02: one on a single terrain, one on a half of a card with Water, none on the others."""
    for card in BOX.cards:
        symbols = [half.symbol for half in card.halves if half.symbol]
        wanted = 1 if len(card.halves) == 1 or card.shows(Terrain.WATER) else 0
        assert len(symbols) == wanted, str(card)


def test_every_symbol_is_about_as_common_as_every_other() -> None:
    symbols = Counter(
        half.symbol for card, count in BOX.cards.items() for half in card.halves if half.symbol for _ in range(count)
    )
    assert set(symbols) == set(Symbol)
    assert max(symbols.values()) - min(symbols.values()) <= 1


def test_stories_ask_equally_for_every_land_and_for_every_resource() -> None:
    asked: Counter[str] = Counter()
    for story in BOX.stories:
        asked.update(story.needs)
    assert len({asked[terrain] for terrain in LAND}) == 1
    assert len({asked[resource] for resource in RESOURCES}) == 1


def test_a_harder_story_is_never_worth_less() -> None:
    """The second zone of a terrain is harder to come by than the first, the third harder still: 1 + 2 + 3."""
    hard = sorted(
        (sum(n * (n + 1) // 2 for n in story.needs.values()), story.points + story.fire) for story in BOX.stories
    )
    for (easier, less), (harder, more) in combinations(hard, 2):
        assert easier == harder or less <= more
    assert hard[0][1] < hard[-1][1]


def test_stories_are_all_different() -> None:
    assert len({frozenset(story.needs.items()) for story in BOX.stories}) == 24


def test_no_story_asks_for_more_than_a_player_could_ever_have() -> None:
    """Eight camps and three tucked cards, on a map for two with four icons of each resource."""
    for story in BOX.stories:
        assert sum(story.needs.values()) <= 5
        assert max(story.needs.values()) <= 3


def test_there_is_a_layout_for_every_scenario_and_number_of_players() -> None:
    wanted = {(name, number) for name, scenario in SCENARIOS.items() for number in scenario.players}
    assert {(layout.scenario, layout.players) for layout in BOX.layouts} == wanted
    assert len(BOX.layouts) == 13


@pytest.mark.parametrize("layout", BOX.layouts, ids=ids)
def test_a_layout_has_the_tiles_of_its_scenario(layout: Layout) -> None:
    """D-SETUP-02; the special tile comes in addition (R-43)."""
    special = SCENARIOS[layout.scenario].special_tile
    wanted = {TileKind.STARTING: layout.players, TileKind.NEUTRAL: layout.players}
    assert Counter(slot.kind for slot in layout.slots) == (wanted | {special: 1} if special else wanted)


@pytest.mark.parametrize("layout", BOX.layouts, ids=ids)
def test_the_tiles_of_a_layout_hang_together_without_overlap(layout: Layout) -> None:
    flower = Tile("any", TileKind.NEUTRAL, TERRITORY[-1].spaces)
    spaces = [at for slot in layout.slots for at in LaidTile(flower, slot.at, 0).spaces()]
    assert len(spaces) == len(set(spaces)) == 7 * len(layout.slots)
    assert len(list(connected_parts(spaces))) == 1


@pytest.mark.parametrize("layout", BOX.layouts, ids=ids)
def test_a_layout_treats_all_players_alike(layout: Layout) -> None:
    """Every starting tile touches equally many tiles of every kind."""
    touching = {Hex(2, 1).turned(turn) for turn in range(6)}
    neighbours = [
        Counter(other.kind for other in layout.slots if Hex(other.at.q - slot.at.q, other.at.r - slot.at.r) in touching)
        for slot in layout.slots
        if slot.kind is TileKind.STARTING
    ]
    assert all(one == neighbours[0] for one in neighbours)
    assert neighbours[0][TileKind.NEUTRAL] >= 1


def test_downpour_keeps_nineteen_stories() -> None:
    """D-DOWN-02"""
    assert sum(SCENARIOS[ScenarioName.DOWNPOUR].uses_story(story) for story in BOX.stories) == 19
