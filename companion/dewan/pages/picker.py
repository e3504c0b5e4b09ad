"""The map picker: which tiles lie where, and the one that is not in the box."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import BoxState
from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.formats.box import read_box, tile_json, write_box
from companion.dewan.game import MAP, DewanState
from companion.dewan.pages.box_tiles import tile_drawing
from companion.dewan.pages.laying import (
    Laying,
    LayingContext,
    map_body,
    read_pieces,
    recognised,
    replayed,
    target,
    usable,
)
from companion.dewan.pages.painting import BRUSHES, Painting, free_tile_name, read_painting
from companion.dewan.pages.palette import Filter, filters
from companion.dewan.pages.picker_screen import PickerScreen, picker_screen
from companion.dewan.pages.picker_taps import PickerTaps, read_tapped
from companion.dewan.rules.board import Board
from companion.dewan.rules.tiles import Box, LaidTile, Tile, lay
from companion.formats.faults import BadInput, Fault
from companion.games.not_played import EDIT
from companion.log.entries import timeline
from companion.log.errors import TableError
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.service.replay import whole
from companion.web.access.policy import Role, may_change_box, open_to
from companion.web.backend import DEMO_BOX
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import go_to_page, page_or_fragment, show_address, wants_fragment
from companion.web.language import t
from companion.web.submit import Refused, backend, create_table, entry_id, submit, view_table


@dataclass(frozen=True)
class PickerPage:
    """``box``: where painted tiles go; ``demo``: it is the demo box. ``name``: typed for a painted tile."""

    look: TableView
    screen: PickerScreen
    ground: LayingContext
    tapped: PickerTaps
    looks: Mapping[str, PlayerStyle]
    box: Box
    demo: bool
    notice: str | None
    name: str | None
    entry_id: str = field(default_factory=entry_id)
    paint_brushes = BRUSHES

    @property
    def ways_out(self) -> tuple[str, bool]:
        """Where the cross leads: to the table, or first to the question what becomes of what was laid."""
        if self.tapped.moves and not self.painting:
            return self.url(replace(self.tapped, leaving=True)), True
        return url_for("tables.show", table_id=self.look.info.id), False

    @property
    def turns(self) -> tuple[tuple[int, MapView], ...]:
        """The selected tile in all its rotations, each with how far it is from how it lies."""
        selected = self.screen.selected
        if selected is None:
            return ()
        laid = [LaidTile(selected.tile, Hex(0, 0), (selected.laid.rotation + steps) % 6) for steps in range(6)]
        return tuple((steps, MapView(Board.of(lay([one])))) for steps, one in enumerate(laid))

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.screen.table.players]

    @property
    def filters(self) -> tuple[Filter, ...]:
        return filters(self.ground, self.tapped)

    @property
    def painting(self) -> Painting | None:
        return self.tapped.painting

    @cached_property
    def painted(self) -> MapView | None:
        return tile_drawing(self.painting.state).map if self.painting else None

    @property
    def tile_name(self) -> str:
        return free_tile_name(self.box) if self.name is None else self.name

    def url(self, after: PickerTaps) -> str:
        return _url(self.look.info.id, after)

    def paint(self, after: Painting | None = None) -> str:
        """The address with this painting, or with a fresh one."""
        return self.url(replace(self.tapped, painting=after or Painting(self.screen.kinds[-1])))


bp = Blueprint("picker", __name__, url_prefix="/tables/<table_id>/map")


@bp.get("")
@open_to(Role.RECORDER)
def show(table_id: str) -> Response:
    painting = read_painting(request.args.getlist)
    return _page(table_id, read_tapped(request.args.getlist, painting))


@bp.post("")
@open_to(Role.RECORDER)
def use(table_id: str) -> AnyResponse:
    """The map lies like this: record it and go to the table."""
    tapped = read_tapped(request.form.getlist, None)

    def entry(look: TableView) -> EntryRequest:
        ground, before = _ground(look, _state(look), tapped)
        table = look.state.play.table
        laying = replayed(ground, tapped.moves, before)
        if not laying.pieces:
            raise BadInput([Fault("map", "web.picker.nothing-laid")])
        return EntryRequest(MAP, map_body(laying, [player.name for player in table.players], before, table.board))

    done = submit(table_id, entry)
    if isinstance(done, Refused):
        return _page(table_id, tapped, notice=done.text if done.status == 422 else t("web.picker.missed"))
    return go_to_page(url_for("tables.show", table_id=table_id))


@bp.post("/tile")
@open_to(Role.RECORDER)
def keep(table_id: str) -> AnyResponse:
    """The painted tile goes into the box, and onto the map."""
    look, state = _look(table_id)
    painting = read_painting(request.form.getlist)
    if painting is None:
        abort(400)
    tapped = read_tapped(request.form.getlist, painting)
    name = request.form.get("name", "")
    try:
        if not painting.complete:
            raise BadInput([Fault("tiles", "web.picker.unpainted")])
        box_id, tile = _kept(_box_id(state, tapped), name, painting)
    except BadInput as bad:
        return _page(table_id, tapped, faults=bad.faults, name=name)
    here = PickerTaps(tapped.moves, seen=tapped.seen, box=box_id)
    ground, before = _ground(look, state, here)
    at = target(ground, replayed(ground, tapped.moves, before), tile, tapped.slot)
    return _go(table_id, here.moved(f"lay,{at.q},{at.r},{tile.id}"))


def _kept(box_id: str, name: str, painting: Painting) -> tuple[str, Tile]:
    """The box the tile now is in. What is not theirs is not changed: whoever paints gets a copy."""
    box = box_in(backend(), box_id)
    tile = painting.tile(name, box)
    if not may_change_box(box_id):
        own = replace(box, name=t("web.box.title"), tiles=(*box.tiles, tile))
        return create_table("dewan-box", {"box": write_box(own)}).info.id, tile
    changes = [{"op": "add", "path": "/tiles/-", "value": tile_json(tile)}]
    done = submit(
        box_id, EntryRequest(EDIT, {"what": "tiles", "changes": changes}), retry=True
    )  # others may type into it
    if isinstance(done, Refused):
        raise BadInput([Fault("", "web.picker.missed")] if done.missed else done.faults)
    return box_id, tile


def _look(table_id: str) -> tuple[TableView, DewanState]:
    look = view_table(table_id)
    return look, _state(look)


def _state(look: TableView) -> DewanState:
    return look.state if isinstance(look.state, DewanState) else abort(404)


def _box_id(state: DewanState, tapped: PickerTaps) -> str:
    """The box in the address, if there is one of that name; else the table's."""
    for box_id in (tapped.box, state.box):
        if box_id is None:
            continue
        try:
            if isinstance(view_table(box_id).state, BoxState):
                return box_id
        except (TableError, BadInput):
            continue
    return DEMO_BOX


def _ground(look: TableView, state: DewanState, tapped: PickerTaps) -> tuple[LayingContext, Laying]:
    """The tiles there are and the map as it was laid last; its tiles count even where the box has lost them."""
    table = state.play.table
    box = box_in(backend(), _box_id(state, tapped))
    players = [player.name for player in table.players]
    before = recorded_laying(look)
    tiles = {piece.tile.id: piece.tile for piece in before.pieces}
    tiles |= {tile.id: tile for tile in box.tiles if usable(tile, table) and tile.id not in tiles}
    ground = LayingContext(tiles, box.layout(table.scenario, len(table.players)), len(table.players))
    if table.board.printed and not before.pieces:
        before = recognised(table.board, ground, players)
    return ground, before if table.board.printed else Laying()


def recorded_laying(look: TableView) -> Laying:
    """The pieces of the map as it was laid last; none where it was recorded space by space."""
    entries = timeline(whole(backend().service.store.entries(look.info.id))).effective
    body = next((entry.body for entry in reversed(entries) if entry.kind == MAP), None)
    laid = body.get("map") if body is not None else None
    given = laid.get("box") if isinstance(laid, dict) else None
    if body is None or given is None:
        return Laying()
    return read_pieces(body, read_box(given), [player.name for player in look.state.play.table.players])


def _go(table_id: str, tapped: PickerTaps) -> AnyResponse:
    """On with the picker at another address."""
    return go_to_page(_url(table_id, tapped))


def _url(table_id: str, tapped: PickerTaps) -> str:
    return f"{url_for('picker.show', table_id=table_id)}?{urlencode(tapped.args(), doseq=True)}".rstrip("?")


def _page(
    table_id: str,
    tapped: PickerTaps,
    *,
    faults: Sequence[Fault] = (),
    notice: str | None = None,
    name: str | None = None,
) -> Response:
    look, state = _look(table_id)
    table = state.play.table
    ground, before = _ground(look, state, tapped)
    box_id = _box_id(state, tapped)
    box = box_in(backend(), box_id)
    looks = player_styles(table.players, box_in(backend(), state.box))
    screen = picker_screen(table, ground, before, tapped, looks)
    if faults:
        notice = " ".join(dict.fromkeys(t(fault.code, **fault.params) for fault in faults[:3]))
    page = PickerPage(look, screen, ground, tapped, looks, box, box_id == DEMO_BOX, notice, name)
    answer = page_or_fragment("dewan/picker/page.html", "dewan/picker/_picker.html", page, 422 if notice else 200)
    # The address without the button that was pressed: loading it again does nothing twice.
    return show_address(answer, _url(table_id, tapped)) if wants_fragment() and request.method == "GET" else answer
