"""Hypothesis strategies: maps grown space by space or laid tile by tile, and tables the record accepts."""

from collections.abc import Sequence

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.piles import Piles
from companion.dewan.rules.rulings import OPTIONS
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import (
    Box,
    CampColor,
    Icon,
    LaidTile,
    Layout,
    PrintedMap,
    Slot,
    StoryTile,
    Tile,
    TileKind,
    TileSpace,
    lay,
)
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    FISH_TOKENS,
    LAND,
    MARKERS,
    RESOURCES,
    Ground,
    Landmark,
    Marker,
    ScenarioName,
    Symbol,
    Terrain,
)
from companion.rules.hexes import SIDES, Hex

FLOWER = (Hex(0, 0), *SIDES)
FLOWER_SLOTS = (Hex(0, 0), Hex(2, 1), Hex(-1, 3), Hex(3, -2), Hex(1, 4), Hex(-3, 2))
"""Where flowers of seven spaces lie side by side without a gap."""


def examples(share: float) -> settings:
    """For a test that is worth more, or costs more, than others: so many times the examples of the profile."""
    return settings(max_examples=max(1, round(settings.default.max_examples * share)))


terrains = st.sampled_from(tuple(Terrain))
halves = st.builds(Half, terrains, st.none() | st.sampled_from(tuple(Symbol)))


@st.composite
def _two_terrain_cards(draw: DrawFn) -> Card:
    one, other = draw(st.lists(terrains, min_size=2, max_size=2, unique=True))
    symbols = st.none() | st.sampled_from(tuple(Symbol))
    return Card((Half(one, draw(symbols)), Half(other, draw(symbols))))


cards: SearchStrategy[Card] = st.builds(lambda half: Card((half,)), halves) | _two_terrain_cards()


def hands(most: int = 8) -> SearchStrategy[tuple[Card, ...]]:
    return st.lists(cards, max_size=most).map(tuple)


stories = st.builds(
    StoryTile,
    needs=st.dictionaries(st.sampled_from((*Terrain, *RESOURCES)), st.integers(1, 3), max_size=3),
    points=st.integers(0, 12),
    fire=st.integers(0, 3),
    done=st.sampled_from((True, False, None)),
)


@st.composite
def tiles(draw: DrawFn, tile_id: str, kind: TileKind) -> Tile:
    """A flower of seven spaces."""
    centre = {TileKind.STARTING: Landmark.START, TileKind.VOLCANO: Landmark.VOLCANO}.get(kind)
    spaces = {}
    for at in FLOWER:
        ground: Ground = centre if centre and at == Hex(0, 0) else draw(terrains)
        spaces[at] = TileSpace(ground, berry=ground in LAND and draw(st.integers(0, 5)) == 0)
    icons = draw(
        st.lists(
            st.builds(
                lambda kind, at, side: Icon(kind, (at, at.neighbour(side))),
                st.sampled_from(RESOURCES),
                st.sampled_from(FLOWER),
                st.integers(0, 5),
            ),
            max_size=2,
            unique=True,
        )
    )
    return Tile(tile_id, kind, spaces, tuple(icons))


@st.composite
def boxes(draw: DrawFn) -> Box:
    kinds = draw(st.lists(st.sampled_from(tuple(TileKind)), min_size=1, max_size=4))
    return Box(
        draw(names),
        colors=(CampColor("white", "#f2efe6"),),
        tiles=tuple(draw(tiles(f"T{i}", kind)) for i, kind in enumerate(kinds)),
        cards=draw(st.dictionaries(cards, st.integers(1, 9), max_size=5)),
        stories=tuple(
            StoryTile(story.needs, story.points, story.fire, None, f"S{i}")
            for i, story in enumerate(draw(st.lists(stories, max_size=3)))
        ),
        layouts=(
            Layout(ScenarioName.BASE, 2, (Slot(TileKind.STARTING, Hex(0, 0)), Slot(TileKind.NEUTRAL, Hex(2, 1)))),
        ),
    )


@st.composite
def laid_tiles(draw: DrawFn, starts: int) -> list[LaidTile]:
    """As many Starting tiles as asked for, and some others."""
    kinds = [TileKind.STARTING] * starts + draw(
        st.lists(st.sampled_from((TileKind.NEUTRAL, TileKind.DOWNPOUR, TileKind.VOLCANO)), max_size=2)
    )
    return [
        LaidTile(draw(tiles(f"T{i}", kind)), slot, draw(st.integers(0, 5)))
        for i, (kind, slot) in enumerate(zip(kinds, FLOWER_SLOTS, strict=False))
    ]


@st.composite
def grown_maps(draw: DrawFn, starts: int, most: int = 12) -> PrintedMap:
    """A connected map of any shape, with ``starts`` centres."""
    size = draw(st.integers(starts + 2, most))
    spaces = [Hex(0, 0)]
    while len(spaces) < size:
        near = draw(st.sampled_from(spaces)).neighbour(draw(st.integers(0, 5)))
        if near not in spaces:
            spaces.append(near)
        else:
            size -= 1  # a step on the spot makes the map smaller, so that growing always ends
    few = draw(st.lists(terrains, min_size=1, max_size=5))  # few terrains make large zones
    printed: dict[Hex, Ground] = {at: draw(st.sampled_from(few)) for at in spaces}
    for at in draw(st.lists(st.sampled_from(spaces), min_size=min(starts, len(spaces)), max_size=starts, unique=True)):
        printed[at] = Landmark.START
    icons = draw(
        st.lists(
            st.builds(
                lambda kind, at, side: Icon(kind, (at, at.neighbour(side))),
                st.sampled_from(RESOURCES),
                st.sampled_from(spaces),
                st.integers(0, 5),
            ),
            max_size=3,
            unique=True,
        )
    )
    return PrintedMap(printed, {}, tuple(icons))


names = st.text("abcdefghijklmnopqrstuvwxyzäöüé", min_size=1, max_size=6)


@st.composite
def tables(
    draw: DrawFn,
    scenarios: Sequence[ScenarioName] = tuple(ScenarioName),
    most_spaces: int = 12,
    most_cards: int = 6,
) -> Table:
    """A table that no real one need have come to, but that contradicts nothing the record checks."""
    scenario = draw(st.sampled_from(tuple(scenarios)))
    number = 4 if scenario is ScenarioName.TEAM else draw(st.integers(2, 4))
    who = draw(st.lists(names, min_size=number, max_size=number, unique=True))
    centres = draw(st.integers(1, number))
    if draw(st.integers(0, 3)) == 0:
        printed = lay(draw(laid_tiles(min(centres, 2))))
    else:
        printed = draw(grown_maps(centres, most_spaces))
    board = draw(peopled(printed, scenario, who))
    players = tuple(
        Player(
            name,
            color=draw(st.none() | st.just(f"color {i}")),
            team="AB"[i % 2] if scenario is ScenarioName.TEAM else None,
            hand=draw(hands(most_cards)),
            hidden_cards=draw(st.integers(0, 3)),
            berries=draw(st.integers(0, 5)),
            fish=draw(st.integers(0, 4)) if scenario is ScenarioName.LAKE_VILLAGES else 0,
            tucked=tuple(draw(st.lists(halves, max_size=3))),
            stories=tuple(draw(st.lists(stories, max_size=4))),
        )
        for i, name in enumerate(who)
    )
    counts = st.none() | st.integers(0, 40)
    return Table(
        scenario,
        players,
        board,
        draw(rulings),
        draw(st.none() | st.sampled_from(who)),
        draw(st.none() | st.sampled_from(who)),
        draw(st.none() | st.lists(cards, max_size=6).map(tuple)),
        Piles(draw(counts), draw(counts), draw(counts)),
        draw(st.integers(0, MARKERS)),
        draw(st.integers(0, MARKERS)),
        draw(st.integers(0, FISH_TOKENS)),
    )


rulings: SearchStrategy[dict[str, str]] = st.dictionaries(
    st.sampled_from(sorted(OPTIONS)), st.integers(0, 4), max_size=3
).map(lambda chosen: {ruling: OPTIONS[ruling][i % len(OPTIONS[ruling])] for ruling, i in chosen.items()})


@st.composite
def peopled(draw: DrawFn, printed: PrintedMap, scenario: ScenarioName, who: Sequence[str]) -> Board:
    """Markers, camps and berries on a printed map."""
    marker = {ScenarioName.DOWNPOUR: Marker.WATER, ScenarioName.VOLCANO: Marker.LAVA}.get(scenario)
    land = sorted(at for at, ground in printed.spaces.items() if ground in LAND)
    markers: dict[Hex, Marker] = {}
    if marker and land:
        markers = dict.fromkeys(draw(st.lists(st.sampled_from(land), max_size=3, unique=True)), marker)
    berries = {at: count for at, count in printed.berries.items() if at not in markers}
    dry = [at for at in land if at not in markers]
    if dry:
        berries |= draw(st.dictionaries(st.sampled_from(dry), st.integers(1, 3), max_size=3))
    board = Board(printed.spaces, printed.icons, berries, {}, markers)

    camps: dict[Hex, Camp] = {}
    centres = sorted(at for at, ground in printed.spaces.items() if ground is Landmark.START)
    for name, at in zip(who, centres, strict=False):
        camps[at] = Camp(name, starting=True)
    for at in draw(st.lists(st.sampled_from(dry), max_size=6, unique=True)) if dry else ():
        camps[at] = Camp(draw(st.sampled_from(who)))
    if scenario is ScenarioName.LAKE_VILLAGES:
        for zone in board.zones:
            if zone.terrain is Terrain.WATER and draw(st.booleans()):
                camps[draw(st.sampled_from(zone.spaces))] = Camp(draw(st.sampled_from(who)))
    kept: dict[Hex, Camp] = {}
    for at, camp in camps.items():
        if (
            camp.starting
            or sum(one.player == camp.player and not one.starting for one in kept.values()) < CAMPS_TO_PLACE
        ):
            kept[at] = camp
    return Board(printed.spaces, printed.icons, berries, kept, markers)
