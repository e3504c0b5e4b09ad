"""What the screens of a box show, and what their buttons record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.formats.look import GROUNDS
from companion.dewan.pages.box_layouts import LayoutDraft, flower, grid, player_numbers, snug_places
from companion.dewan.pages.box_tiles import ICON_KEYS, SIDE_KEYS, Tapped, TileDraft, draft_of
from companion.dewan.rules.tiles import Layout, StoryTile, Tile
from companion.dewan.rules.words import STORY_TILES, TERRAIN_CARDS, ScenarioName
from companion.formats.faults import MOST_TEXT, BadInput, Fault
from companion.games.contract import Json
from companion.rules.hexes import Hex
from companion.web.drawing.hex_shapes import RADIUS, centre, hex_path, outline, side_middle

PARTS = ("tiles", "cards", "stories", "colors", "layouts", "look")


@dataclass(frozen=True)
class PartView:
    """One part of the box in its list of parts. ``wanted``: as many as every copy has, where that is known."""

    name: str
    number: int
    wanted: int | None = None


def parts(counts: Mapping[str, int], learned: int | None = None) -> tuple[PartView, ...]:
    """``counts``: as the summary of the box says them. ``learned``: of how many grounds it is known how they look."""
    layouts = sum(len(player_numbers(scenario)) for scenario in ScenarioName)
    wanted = {"cards": TERRAIN_CARDS, "stories": STORY_TILES, "layouts": layouts}
    return (
        *(PartView(name, number, wanted.get(name)) for name, number in counts.items()),
        *([PartView("look", learned, len(GROUNDS))] if learned is not None else []),
    )


def empty_box(name: str) -> Json:
    return {"format": "dewan-box/1", "name": name}


def shortened_name(name: str) -> str:
    """A name a box may have, also when words were put around it."""
    return name if len(name) <= MOST_TEXT else name[: MOST_TEXT - 1] + "…"


# What is recorded


def edit(what: str, changes: Sequence[Json], name: str | None = None) -> Json:
    body: Json = {"what": what, "changes": list(changes)}
    return body | {"name": name} if name else body


def put(what: str, place: int | None, value: Json, name: str) -> Json:
    """A piece added, or put in place of another."""
    if place is None:
        return edit(what, [{"op": "add", "path": f"/{what}/-", "value": value}], name)
    return edit(what, [{"op": "replace", "path": f"/{what}/{place}", "value": value}], name)


def take_out(what: str, place: int, name: str) -> Json:
    return edit(what, [{"op": "remove", "path": f"/{what}/{place}"}], name)


def place_of(pieces: Sequence[Tile | StoryTile], name: str) -> int | None:
    """Where the piece with this name stands. Raises BadInput when it is gone; None when none is asked for."""
    if not name:
        return None
    for place, piece in enumerate(pieces):
        if piece.id == name:
            return place
    raise BadInput([Fault("edit", "boxline.gone", {"name": name[:MOST_TEXT]})])


def layout_place(layouts: Sequence[Layout], scenario: ScenarioName, players: int) -> int | None:
    wanted = (scenario, players)
    return next((i for i, one in enumerate(layouts) if (one.scenario, one.players) == wanted), None)


# Drawings


@dataclass(frozen=True)
class Handle:
    """Something to tap on a drawing: ``press`` says what, ``number`` which space is meant where it is one."""

    press: str
    at: Hex
    path: str
    x: float
    y: float
    number: int = 0
    side: str = ""
    taken: bool = False


@dataclass(frozen=True)
class TileDrawing:
    map: MapView
    spaces: tuple[Handle, ...]
    sides: tuple[Handle, ...]
    beside: tuple[Handle, ...]


def tile_drawing(state: Tapped) -> TileDrawing:
    """The tile as far as it is told, and what can be tapped on it with the tool in hand."""
    draft = state.draft
    growing = state.tool == "shape"
    beside = sorted({near for at in draft.spaces for near in at.neighbours()} - set(draft.spaces)) if growing else []
    open_ones = [at for at, ground in draft.spaces.items() if ground is None]
    # What is open or could be added is drawn as a slot, so that the frame has room for it.
    slots = [[at] for at in (*open_ones, *beside)] or [[at] for at in list(draft.spaces)[:1]]
    drawing = MapView(draft.board(), slots=slots)
    sides = []
    if state.tool in ICON_KEYS.values():
        seen, printed = set(), {frozenset(icon.between) for icon in draft.icons}
        for number, at in enumerate(draft.order):
            for side, key in enumerate(SIDE_KEYS):
                pair = frozenset((at, at.neighbour(side)))
                if pair not in seen:
                    seen.add(pair)
                    one = _handle(f"side:{number}:{key}", at, side_middle(at, side), number, key)
                    sides.append(replace(one, taken=pair in printed))
    return TileDrawing(
        drawing,
        tuple(_handle(f"at:{i}", at, centre(at), i) for i, at in enumerate(draft.order)),
        tuple(sides),
        tuple(_handle(f"grow:{at.q},{at.r}", at, centre(at)) for at in beside),
    )


def _handle(press: str, at: Hex, point: tuple[float, float], number: int = 0, side: str = "") -> Handle:
    return Handle(press, at, hex_path(at), round(point[0], 1), round(point[1], 1), number, side)


def small_tile(tile: Tile) -> MapView:
    draft: TileDraft = draft_of(tile)
    return MapView(draft.board())


@dataclass(frozen=True)
class SlotView:
    path: str
    kind: str
    x: float
    y: float


@dataclass(frozen=True)
class LayoutDrawing:
    view_box: str
    slots: tuple[SlotView, ...]
    spaces: tuple[tuple[Handle, bool], ...]
    """Every space of the grid, and whether a tile there would interlock with the others."""


def layout_drawing(draft: LayoutDraft, margin: float = RADIUS * 0.3) -> LayoutDrawing:
    spaces = grid(draft)
    snug = set(snug_places(draft))
    points = [centre(at) for at in spaces]
    left, top = min(x for x, _ in points) - RADIUS - margin, min(y for _, y in points) - RADIUS - margin
    right, bottom = max(x for x, _ in points) + RADIUS + margin, max(y for _, y in points) + RADIUS + margin
    return LayoutDrawing(
        f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}",
        tuple(
            SlotView(outline(flower(at)), kind, round(centre(at)[0], 1), round(centre(at)[1], 1))
            for at, kind in draft.slots.items()
        ),
        tuple((_handle(f"at:{at.q},{at.r}", at, centre(at)), at in snug) for at in spaces),
    )
