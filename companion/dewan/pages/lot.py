"""The map drawn by lot: tiles and turns at random as the rules say, recorded at once, shown large to lay from."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.demo import demo_box
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.game import MAP, DewanState
from companion.dewan.pages.laying import (
    LaidPiece,
    LayingContext,
    drawn_by_lot,
    map_body,
    missing_tiles,
    usable,
    wanted_tiles,
)
from companion.dewan.pages.picker import recorded_laying
from companion.dewan.rules.tiles import Box, Layout, TileKind
from companion.dewan.rules.words import ScenarioName
from companion.formats.faults import BadInput, Fault
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.backend import DEMO_BOX
from companion.web.drawing.hex_shapes import centre
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.submit import Refused, backend, entry_id, submit, view_table


def short_of(box: Box, scenario: ScenarioName, players: int) -> dict[TileKind, int]:
    """The tiles a box lacks for a map of this scenario; nothing where one can be drawn from it."""
    return missing_tiles(box.tiles, wanted_tiles(scenario, players))


def layout_for(box: Box, scenario: ScenarioName, players: int) -> Layout | None:
    """As the Scenario tile shows it; our own where the owner has not entered it."""
    return box.layout(scenario, players) or demo_box().layout(scenario, players)


def lot_entry(look: TableView) -> EntryRequest:
    """A map by lot for this table. Raises BadInput where there is none to draw, or a game on the one there is."""
    state = _state(look)
    table, box = state.play.table, box_in(backend(), state.box)
    wanted = wanted_tiles(table.scenario, len(table.players))
    if any(not camp.starting for camp in table.board.camps.values()):
        raise BadInput([Fault("map", "web.lot.begun")])
    if short_of(box, table.scenario, len(table.players)):
        raise BadInput([Fault("map", "web.lot.too-few")])
    tiles = {tile.id: tile for tile in box.tiles if usable(tile, table)}
    ground = LayingContext(tiles, layout_for(box, table.scenario, len(table.players)), len(table.players))
    laying = drawn_by_lot(ground, wanted, backend().service.lot)
    return EntryRequest(MAP, map_body(laying, [player.name for player in table.players]))


@dataclass(frozen=True)
class LotPage:
    """``names``: of the tiles, each with where it is written. ``own_layout``: as the owner's Scenario tile shows it."""

    look: TableView
    map: MapView
    names: Sequence[tuple[str, float, float]]
    demo: bool
    own_layout: bool
    begun: bool
    notice: str | None = None
    entry_id: str = field(default_factory=entry_id)


bp = Blueprint("lot", __name__, url_prefix="/tables/<table_id>/map/lot")


@bp.get("")
@open_to(Role.RECORDER)
def show(table_id: str) -> Response:
    return _page(view_table(table_id))


@bp.post("")
@open_to(Role.RECORDER)
def draw(table_id: str) -> AnyResponse:
    """Another map."""
    done = submit(table_id, lot_entry)
    if isinstance(done, Refused) and done.status == 422:
        return _page(done.look, done.text, done.status)
    return see_other(url_for("lot.show", table_id=table_id))


def _page(look: TableView, notice: str | None = None, status: int = 200) -> Response:
    state = _state(look)
    table, box = state.play.table, box_in(backend(), state.box)
    pieces = recorded_laying(look).pieces
    page = LotPage(
        look,
        MapView(table.board, player_styles(table.players, box), tiles=[piece.spaces for piece in pieces]),
        tuple(_name(piece) for piece in pieces),
        state.box in (None, DEMO_BOX),
        box.layout(table.scenario, len(table.players)) is not None,
        any(not camp.starting for camp in table.board.camps.values()),
        notice,
    )
    return page_or_fragment("dewan/picker/lot.html", "dewan/picker/_lot.html", page, status)


def _state(look: TableView) -> DewanState:
    return look.state if isinstance(look.state, DewanState) else abort(404)


def _name(piece: LaidPiece) -> tuple[str, float, float]:
    x, y = centre(piece.laid.at)
    return piece.tile.id, round(x, 1), round(y, 1)
