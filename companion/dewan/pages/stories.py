"""Is this story complete? Every player's tiles with what counts towards each need, and what does not."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Blueprint, Response, abort, request, url_for

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.pieces import StoryView
from companion.dewan.game import DewanState
from companion.dewan.pages.seats import checked_story
from companion.dewan.rules.cards import Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.stories import NeedCheck, StoryCheck, check_stories, check_story
from companion.dewan.rules.table import Table
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.htmx import page_or_fragment, show_address, wants_fragment
from companion.web.submit import backend, view_table
from companion.web.this_page import this_page


@dataclass(frozen=True)
class Picked:
    """The need somebody tapped: of the tile at ``place`` of a player, or of the row as that player would have it."""

    player: str
    place: int
    need: str
    row: bool = False


@dataclass(frozen=True)
class StoryTileView:
    place: int
    check: StoryCheck
    view: StoryView


@dataclass(frozen=True)
class Shelf:
    """The tiles of one player, or those of the row as this player would have them."""

    player: str
    tiles: tuple[StoryTileView, ...]
    tucked: tuple[Half, ...]
    row: bool = False


@dataclass(frozen=True)
class ShownStory:
    """What the map and the cards light up for the picked need."""

    picked: Picked
    check: NeedCheck
    zones: tuple[tuple[Hex, ...], ...]
    camps: tuple[Hex, ...]
    icons: tuple[int, ...]
    tucked: tuple[int, ...]
    ignored: tuple[tuple[int, Evidence], ...]
    """What does not count, numbered."""

    @property
    def faults(self) -> dict[Hex, int]:
        """The camps that do not count, by the number of the reason."""
        return {at: number for number, evidence in reversed(self.ignored) for at in evidence.camps}


@dataclass(frozen=True)
class StoriesScreen:
    table: Table
    shelves: tuple[Shelf, ...]
    row: Shelf | None
    shown: ShownStory | None


def stories_screen(play: Play, picked: Picked | None) -> StoriesScreen:
    """The shared screen: nobody's secrets are on it."""
    table = play.table.as_seen_by(None)
    shelves = tuple(
        Shelf(player.name, _tiles(check_stories(table, player.name)), player.tucked) for player in table.players
    )
    row = _row(play, table)
    return StoriesScreen(table, shelves, row, _shown((*shelves, *([row] if row else [])), picked) if picked else None)


def _tiles(checks: tuple[StoryCheck, ...]) -> tuple[StoryTileView, ...]:
    return tuple(_tile(i, check) for i, check in enumerate(checks, 1))


def _tile(place: int, check: StoryCheck) -> StoryTileView:
    return StoryTileView(place, check, checked_story(check))


def _row(play: Play, table: Table) -> Shelf | None:
    """How far would the player be whose turn it is?"""
    if play.over or not any(play.story_row or ()):
        return None
    player = table.player(play.next.player)
    tiles = tuple(
        _tile(i, check_story(table, player.name, story)) for i, story in enumerate(play.story_row or (), 1) if story
    )
    return Shelf(player.name, tiles, player.tucked, row=True)


def _shown(shelves: tuple[Shelf, ...], picked: Picked) -> ShownStory | None:
    found = (
        check
        for shelf in shelves
        if (shelf.player, shelf.row) == (picked.player, picked.row)
        for tile in shelf.tiles
        if tile.place == picked.place
        for check in tile.check.needs
        if check.need == picked.need
    )
    check = next(found, None)
    if check is None:
        return None
    counted = check.count.counted
    return ShownStory(
        picked,
        check,
        tuple(one.spaces for one in counted if one.what == "zone"),
        tuple(at for one in counted for at in one.camps),
        tuple(i for one in counted for i in one.icons),
        tuple(i for one in counted for i in one.tucked),
        tuple(enumerate(check.count.ignored, 1)),
    )


@dataclass(frozen=True)
class StoriesPage:
    """``now``: this page as it is."""

    look: TableView
    screen: StoriesScreen
    looks: Mapping[str, PlayerStyle]
    here: str
    now: str

    @property
    def shown(self) -> ShownStory | None:
        return self.screen.shown

    @cached_property
    def map(self) -> MapView:
        board, shown = self.screen.table.board, self.screen.shown
        if shown is None:
            return MapView(board, self.looks)
        return MapView(
            board,
            self.looks,
            zones=shown.zones,
            chosen=shown.camps,
            faults=shown.faults,
            lit_icons=shown.icons,
            fade_others=True,
        )


bp = Blueprint("stories", __name__, url_prefix="/tables/<table_id>/stories")


@bp.get("")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    look = view_table(table_id)
    if not isinstance(look.state, DewanState):
        abort(404)
    screen = stories_screen(look.state.play, _picked())
    looks = player_styles(screen.table.players, box_in(backend(), look.state.box))
    page = StoriesPage(look, screen, looks, url_for("stories.show", table_id=table_id), this_page())
    answer = page_or_fragment("dewan/referee/stories.html", "dewan/referee/_stories.html", page)
    return show_address(answer, this_page()) if wants_fragment() else answer


def _picked() -> Picked | None:
    place = request.args.get("story", type=int)
    if place is None:
        return None
    return Picked(request.args.get("player", ""), place, request.args.get("need", ""), row="row" in request.args)
