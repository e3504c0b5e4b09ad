"""My box: the list of boxes, and a screen for each part of one. Everything typed or tapped works without JavaScript."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.formats.cards import card_of
from companion.dewan.pages import box_cards, box_layouts, box_parts, box_share, box_stories, box_tiles
from companion.dewan.pages.box_shelf import BoxPage, OpenBox, box_page, bp, fault_texts, opened, record_edit
from companion.dewan.pages.photo import box_look
from companion.dewan.pages.pieces import views as piece_photos
from companion.dewan.rules.tiles import Box, Layout, Tile, TileKind
from companion.dewan.rules.words import MOST_PLAYERS, ScenarioName
from companion.formats.faults import MOST_TEXT, BadInput, Fault, Node
from companion.games.contract import Json
from companion.web.access.policy import open_to_box_keepers
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style
from companion.web.htmx import see_other
from companion.web.language import t

__all__ = ["box_look", "box_share", "bp", "piece_photos"]

LOOK = "look"
"""Pressed by nobody: the page asks for the drawing of what is being typed."""


@dataclass(frozen=True)
class TilesPage(BoxPage):
    """``kind``: None leaves it to the spaces. ``editing``: the tile that is changed."""

    state: box_tiles.TileTaps
    line: str
    kind: TileKind | None
    name: str
    editing: str
    part = "tiles"
    tools = box_tiles.TOOLS
    kinds = tuple(TileKind)
    ground_keys = box_tiles.GROUND_KEYS

    @cached_property
    def drawing(self) -> box_tiles.TileDrawing:
        return box_tiles.tile_drawing(self.state)

    @property
    def next_name(self) -> str:
        taken = {one.id for one in self.opened.box.tiles}
        return box_tiles.next_name(self.kind or self.state.draft.kind, taken)

    @cached_property
    def small(self) -> list[tuple[Tile, MapView]]:
        return [(one, box_tiles.small_tile(one)) for one in self.opened.box.tiles]


@dataclass(frozen=True)
class ColorsPage(BoxPage):
    """``typed``: place, name and colour that came back with faults."""

    typed: tuple[str, str, str] | None
    part = "colors"
    house = PALETTE

    @property
    def looks(self) -> list[PlayerStyle]:
        return [player_style(color.rgb, seat) for seat, color in enumerate(self.opened.box.colors)]


@dataclass(frozen=True)
class LayoutsPage(BoxPage):
    """``changed``: the draft differs from what the box holds."""

    scenario: ScenarioName
    players: int
    kind: TileKind
    draft: box_layouts.LayoutDraft
    changed: bool
    part = "layouts"
    kinds = tuple(TileKind)

    @property
    def choices(self) -> list[tuple[ScenarioName, tuple[int, ...]]]:
        return [(one, box_layouts.player_numbers(one)) for one in ScenarioName]

    @property
    def line(self) -> str:
        return box_layouts.write_layout(self.draft)

    @cached_property
    def drawing(self) -> box_layouts.LayoutDrawing:
        return box_layouts.layout_drawing(self.draft)

    @property
    def others(self) -> list[Layout]:
        shown = (self.scenario, self.players)
        return [one for one in self.opened.box.layouts if (one.scenario, one.players) != shown]

    @property
    def there(self) -> set[tuple[ScenarioName, int]]:
        return {(one.scenario, one.players) for one in self.opened.box.layouts}


@bp.get("/<box_id>")
@open_to_box_keepers
def one(box_id: str) -> AnyResponse:
    return see_other(url_for("box.tiles", box_id=box_id))


# Territory tiles


@bp.get("/<box_id>/tiles")
@open_to_box_keepers
def tiles(box_id: str) -> Response:
    return _tiles(opened(box_id))


@bp.post("/<box_id>/tiles")
@open_to_box_keepers
def change_tiles(box_id: str) -> AnyResponse:
    return _changed(box_id, "tiles", _tiles, _tile_edit)


def _tiles(box: OpenBox, faults: tuple[Fault, ...] = (), status: int = 200) -> Response:
    line, press, editing = _typed("line", box_tiles.MOST_LINE), _typed("press"), _typed("edit")
    tile = box.box.tile(editing)
    draft = box_tiles.draft_of(tile) if tile and "line" not in request.values else box_tiles.read_tile(line)
    state = box_tiles.TileTaps(draft, request.values.get("at", 0, int), _one_of("tool", box_tiles.TOOLS))
    if press == "copy" and box.box.tiles:
        state = box_tiles.TileTaps(box_tiles.draft_of(box.box.tiles[-1]))
    elif press and press != LOOK:
        state = box_tiles.tap(state, press)
    # What was typed stays as it is written; what was tapped is written anew.
    typed = "line" in request.values and press in ("", LOOK)
    written = line if typed else box_tiles.write_tile(state.draft)
    kind = _kind("kind", tile.kind if tile and "kind" not in request.values else None)
    name = _typed("name") or (tile.id if tile else "")
    return box_page(TilesPage(box, fault_texts(faults), state, written, kind, name, tile.id if tile else ""), status)


def _tile_edit(box: Box) -> Json:
    place = box_parts.place_of(box.tiles, _typed("edit"))
    if request.form.get("do") == "remove" and place is not None:
        return box_parts.take_out("tiles", place, box.tiles[place].id)
    draft = box_tiles.read_tile(_typed("line", box_tiles.MOST_LINE))
    if faults := [*draft.faults, *box_tiles.open_spaces(draft)]:
        raise BadInput(faults)
    kind = _kind("kind") or draft.kind
    name = _typed("name", MOST_TEXT + 1).strip()
    if not name:
        taken = {one.id for one in box.tiles}
        name = box.tiles[place].id if place is not None else box_tiles.next_name(kind, taken)
    return box_parts.put("tiles", place, box_tiles.tile_json(draft, name, kind), name[:MOST_TEXT])


# Terrain cards


@bp.get("/<box_id>/cards")
@open_to_box_keepers
def cards(box_id: str) -> Response:
    return _cards(opened(box_id))


@bp.post("/<box_id>/cards")
@open_to_box_keepers
def change_cards(box_id: str) -> AnyResponse:
    return _changed(box_id, "cards", _cards, _card_edit)


def _cards(box: OpenBox, faults: tuple[Fault, ...] = (), status: int = 200) -> Response:
    halves = {key: _typed(key) for key in ("terrain-1", "symbol-1", "terrain-2", "symbol-2")}
    line = _typed("line", box_tiles.MOST_LINE) if status != 200 else ""
    return box_page(box_cards.CardsPage(box, fault_texts(faults), line, halves), status)


def _card_edit(box: Box) -> Json:
    if "terrain-1" in request.form:
        halves = []
        for number in (1, 2):
            symbol = _typed(f"symbol-{number}")
            halves.append(_typed(f"terrain-{number}") + (f":{symbol}" if symbol else ""))
        text = "/".join(halves)
        node = Node(text, "pair")
        card = card_of(node)
        if card is None:
            raise BadInput(node.faults)
        more = {card: 1}
    else:
        more = box_cards.read_cards(request.form.get("tap") or _typed("line", box_tiles.MOST_LINE))
    changes = box_cards.card_changes(box.cards, more)
    given = ", ".join(f"{number:+} {box_cards.write_card(card)}" for card, number in more.items())
    return box_parts.edit("cards", changes, given[:MOST_TEXT])


# Story tiles


@bp.get("/<box_id>/stories")
@open_to_box_keepers
def stories(box_id: str) -> Response:
    return _stories(opened(box_id))


@bp.post("/<box_id>/stories")
@open_to_box_keepers
def change_stories(box_id: str) -> AnyResponse:
    return _changed(box_id, "stories", _stories, _story_edit)


def _stories(box: OpenBox, faults: tuple[Fault, ...] = (), status: int = 200) -> Response:
    line, press, editing = _typed("line", box_stories.MOST_LINE), _typed("press"), _typed("edit")
    story = next((one for one in box.box.stories if one.id == editing), None)
    draft = box_stories.draft_of(story) if story and "line" not in request.values else box_stories.read_story(line)
    if press == "copy" and box.box.stories:
        draft = box_stories.draft_of(box.box.stories[-1])
    elif press and press != LOOK:
        draft = box_stories.tap(draft, press)
    typed = "line" in request.values and press in ("", LOOK)
    written = line if typed else box_stories.write_story(draft)
    name = _typed("name") or (story.id if story and story.id else "")
    return box_page(
        box_stories.BoxStoriesPage(box, fault_texts(faults), draft, written, name, editing if story else ""), status
    )


def _story_edit(box: Box) -> Json:
    place = box_parts.place_of(box.stories, _typed("edit"))
    if request.form.get("do") == "remove" and place is not None:
        return box_parts.take_out("stories", place, box.stories[place].id or "")
    draft = box_stories.read_story(_typed("line", box_stories.MOST_LINE))
    if faults := [*draft.faults, *box_stories.open_parts(draft)]:
        raise BadInput(faults)
    name = _typed("name", MOST_TEXT + 1).strip() or (box.stories[place].id if place is not None else "") or ""
    name = name or box_stories.next_name({one.id or "" for one in box.stories})
    return box_parts.put("stories", place, box_stories.story_json(draft, name), name[:MOST_TEXT])


# Camp colours


@bp.get("/<box_id>/colors")
@open_to_box_keepers
def colors(box_id: str) -> Response:
    return _colors(opened(box_id))


@bp.post("/<box_id>/colors")
@open_to_box_keepers
def change_colors(box_id: str) -> AnyResponse:
    return _changed(box_id, "colors", _colors, _color_edit)


def _colors(box: OpenBox, faults: tuple[Fault, ...] = (), status: int = 200) -> Response:
    typed = (_typed("place"), _typed("name", 2 * MOST_TEXT), _typed("rgb")) if status != 200 else None
    return box_page(ColorsPage(box, fault_texts(faults), typed), status)


def _color_edit(box: Box) -> Json:
    do, place = request.form.get("do"), request.form.get("place", type=int)
    if place is not None and not 0 <= place < len(box.colors):
        raise BadInput([Fault("place", "boxline.gone", {"name": str(place)})])
    if do == "remove" and place is not None:
        return box_parts.take_out("colors", place, box.colors[place].name)
    if do == "house":
        there = {color.name for color in box.colors}
        ours = [{"name": name, "rgb": rgb} for name, (rgb, _) in PALETTE.items()]
        return box_parts.edit(
            "colors",
            [{"op": "add", "path": "/colors/-", "value": one} for one in ours if one["name"] not in there],
        )
    name = _typed("name", MOST_TEXT + 1).strip()
    return box_parts.put("colors", place, {"name": name, "rgb": _typed("rgb")}, name[:MOST_TEXT])


# Layouts


@bp.get("/<box_id>/layouts")
@open_to_box_keepers
def layouts(box_id: str) -> Response:
    return _layouts(opened(box_id))


@bp.post("/<box_id>/layouts")
@open_to_box_keepers
def change_layouts(box_id: str) -> AnyResponse:
    return _changed(box_id, "layouts", _layouts, _layout_edit)


def _layouts(box: OpenBox, faults: tuple[Fault, ...] = (), status: int = 200) -> Response:
    scenario, players = _asked_layout()
    press, kind = _typed("press"), _kind("kind") or TileKind.STARTING
    kept = box_layouts.draft_of(box.box.layout(scenario, players))
    draft = box_layouts.read_layout(_typed("line", box_tiles.MOST_LINE)) if "line" in request.values else kept
    source, _, number = press.removeprefix("copy:").partition("/")
    if press.startswith("copy:") and source in tuple(ScenarioName) and number in ("2", "3", "4"):
        draft = box_layouts.draft_of(box.box.layout(ScenarioName(source), int(number)))
    elif press.startswith("kind:"):
        kind = next((one for one in TileKind if one == press.removeprefix("kind:")), kind)
    elif press:
        draft = box_layouts.tap(draft, press, kind)
    said = fault_texts(faults or draft.faults)
    return box_page(LayoutsPage(box, said, scenario, players, kind, draft, draft.slots != kept.slots), status)


def _layout_edit(box: Box) -> Json:
    scenario, players = _asked_layout()
    place = box_layouts.layout_place(box.layouts, scenario, players)
    name = t("web.box.layout-name", scenario=scenario, players=players)
    if request.form.get("do") == "remove" and place is not None:
        return box_parts.take_out("layouts", place, name)
    draft = box_layouts.read_layout(_typed("line", box_tiles.MOST_LINE))
    if not draft.slots:
        raise BadInput([Fault("line", "boxline.no-slots")])
    return box_parts.put("layouts", place, box_layouts.layout_json(draft, scenario, players), name)


def _asked_layout() -> tuple[ScenarioName, int]:
    scenario = next((one for one in ScenarioName if one == _typed("scenario")), ScenarioName.BASE)
    numbers = box_layouts.player_numbers(scenario)
    players = request.values.get("players", type=int)
    return scenario, players if players in numbers else MOST_PLAYERS if players == MOST_PLAYERS else numbers[0]


# What the parts share


def _changed(box_id: str, part: str, show: Callable[..., Response], made: Callable[[Box], Json]) -> AnyResponse:
    """Record what the form of a part asks for; a tap that only changes the draft is not recorded."""
    box = opened(box_id)
    if _typed("press"):
        return show(box)
    try:
        missed = record_edit(box, made(box.box))
    except BadInput as bad:
        return show(box, bad.faults, 422)
    if missed:
        return show(opened(box_id), (Fault("seen", "web.box.missed"),), 422)
    here: dict[str, Any] = {"scenario": _typed("scenario"), "players": _typed("players")} if part == "layouts" else {}
    return see_other(url_for(f"box.{part}", box_id=box_id, **here))


def _typed(key: str, most: int = MOST_TEXT) -> str:
    return request.values.get(key, "")[:most]


def _one_of(key: str, words: tuple[str, ...]) -> str:
    word = _typed(key)
    return word if word in words else words[0]


def _kind(key: str, otherwise: TileKind | None = None) -> TileKind | None:
    with suppress(ValueError):
        return TileKind(_typed(key))
    return otherwise
