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
    FLOWER,
    LaidPiece,
    Laying,
    LayingContext,
    board_of,
    map_body,
    offered_slots,
    read_pieces,
    recognised,
    replayed,
    spots,
    target,
    usable,
    wanted_tiles,
)
from companion.dewan.pages.painting import BRUSHES, Painting, free_tile_name, read_painting
from companion.dewan.pages.palette import Filter, PaletteTile, filters, palette
from companion.dewan.pages.picker_taps import PickerTaps, read_tapped
from companion.dewan.rules.board import Camp
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import Box, Slot, Tile, TileKind
from companion.formats.faults import BadInput, Fault
from companion.games.not_played import EDIT
from companion.log.entries import timeline
from companion.log.errors import TableError
from companion.service.answers import TableView
from companion.service.replay import whole
from companion.web.access.policy import Role, may_change_box, open_to
from companion.web.backend import DEMO_BOX
from companion.web.drawing.hex_shapes import centre, outline
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import go_to_page, page_or_fragment, show_address, wants_fragment
from companion.web.language import t
from companion.web.submit import Refused, backend, create_table, entry_id, submit, view_table


@dataclass(frozen=True)
class PickerPiece:
    piece: LaidPiece
    path: str
    x: float
    y: float
    selected: bool
    next: PickerTaps
    """What a tap on it leads to: it is selected, or turned if it was."""


@dataclass(frozen=True)
class SlotView:
    slot: Slot
    path: str
    x: float
    y: float
    selected: bool
    seat: int | None
    next: PickerTaps


@dataclass(frozen=True)
class PickerPlace:
    """A place the selected tile may be moved to."""

    x: float
    y: float
    next: PickerTaps


@dataclass(frozen=True)
class PickerScreen:
    table: Table
    laying: Laying
    map: MapView
    pieces: tuple[PickerPiece, ...]
    slots: tuple[SlotView, ...]
    places: tuple[PickerPlace, ...]
    selected: LaidPiece | None
    palette: tuple[PaletteTile, ...]
    free: int
    wanted: Mapping[TileKind, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return sum(self.wanted.values())

    @property
    def complete(self) -> bool:
        """As many tiles of each kind as the rules ask for (D-SETUP-02)."""
        have = [piece.tile.kind for piece in self.laying.pieces]
        return all(have.count(kind) == wanted for kind, wanted in self.wanted.items())

    @property
    def kinds(self) -> tuple[TileKind, ...]:
        return tuple(kind for kind, wanted in self.wanted.items() if wanted)


def picker_screen(
    table: Table, ground: LayingContext, before: Laying, tapped: PickerTaps, looks: Mapping[str, PlayerStyle]
) -> PickerScreen:
    laying = replayed(ground, tapped.moves, before)
    selected = _selected(laying, tapped)
    open_slots = offered_slots(table, ground, laying)
    chosen = tapped.slot or laying.taken_off
    chosen = chosen if any(slot.at == chosen for slot in open_slots) else None
    return PickerScreen(
        table,
        laying,
        _map(table, laying, open_slots, selected, looks, tapped, ground),
        tuple(_piece_view(piece, piece is selected, tapped) for piece in laying.pieces),
        tuple(_slot_view(slot, slot.at == chosen, ground, tapped) for slot in open_slots),
        _places(ground, laying, selected, tapped),
        selected,
        palette(ground, laying, tapped, chosen),
        sum(laying.piece(tile.id) is None for tile in ground.tiles.values()),
        wanted_tiles(table),
    )


def _selected(laying: Laying, tapped: PickerTaps) -> LaidPiece | None:
    """What was tapped; else the tile that was laid last, as it probably has to be turned."""
    if tapped.slot is not None or tapped.painting:
        return None
    return laying.piece(tapped.tile or laying.last)


def _piece_view(piece: LaidPiece, selected: bool, tapped: PickerTaps) -> PickerPiece:
    x, y = centre(piece.laid.at)
    tile_id = piece.tile.id
    after = tapped.moved(f"turn,-1,{tile_id}") if selected else tapped.pointing(tile=tile_id)
    return PickerPiece(piece, outline(piece.spaces), round(x, 1), round(y, 1), selected, after)


def _slot_view(slot: Slot, selected: bool, ground: LayingContext, tapped: PickerTaps) -> SlotView:
    x, y = centre(slot.at)
    places = [one.at for one in ground.slots(TileKind.STARTING)]
    seat = places.index(slot.at) if slot.kind is TileKind.STARTING and slot.at in places else None
    path = outline([slot.at.moved(step) for step in FLOWER])
    return SlotView(slot, path, round(x, 1), round(y, 1), selected, seat, tapped.pointing(slot=slot.at))


def _places(
    ground: LayingContext, laying: Laying, selected: LaidPiece | None, tapped: PickerTaps
) -> tuple[PickerPlace, ...]:
    if not tapped.moving or selected is None:
        return ()
    found = []
    for at in spots(ground, laying, selected.laid):
        if at != selected.laid.at:
            x, y = centre(at)
            found.append(PickerPlace(round(x, 1), round(y, 1), tapped.moved(f"move,{at.q},{at.r},{selected.tile.id}")))
    return tuple(found)


def _map(
    table: Table,
    laying: Laying,
    open_slots: Sequence[Slot],
    selected: LaidPiece | None,
    looks: Mapping[str, PlayerStyle],
    tapped: PickerTaps,
    ground: LayingContext,
) -> MapView:
    """The board with the starting camps already on it (D-SETUP-04)."""
    camps = {
        at: Camp(table.players[piece.seat].name, starting=True)
        for piece in laying.pieces
        if piece.seat is not None and (at := piece.centre()) is not None
    }
    board = replace(board_of(laying), camps=camps)
    flowers = [[slot.at.moved(step) for step in FLOWER] for slot in open_slots]
    # The frame does not jump from tap to tap: it holds the whole layout from the start.
    room = {slot.at.moved(step) for slot in ground.slots() for step in FLOWER}
    if tapped.moving and selected:
        room.update(spots(ground, laying, selected.laid))
    return MapView(
        board,
        looks=looks,
        tiles=[piece.spaces for piece in laying.pieces],
        slots=flowers,
        room=room or FLOWER,
        zones=[selected.spaces] if selected else (),
    )


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
        own = replace(box, name=t("web.picker.own-box"), tiles=(*box.tiles, tile))
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
    entries = timeline(whole(backend().service.store.entries(look.info.id))).effective
    body = next((entry.body for entry in reversed(entries) if entry.kind == MAP), None)
    players = [player.name for player in table.players]
    laid = body.get("map") if body is not None else None
    given = laid.get("box") if isinstance(laid, dict) else None
    before = read_pieces(body, read_box(given), players) if body is not None and given is not None else Laying()
    tiles = {piece.tile.id: piece.tile for piece in before.pieces}
    tiles |= {tile.id: tile for tile in box.tiles if usable(tile, table) and tile.id not in tiles}
    ground = LayingContext(tiles, box.layout(table.scenario, len(table.players)), len(table.players))
    if table.board.printed and not before.pieces:
        before = recognised(table.board, ground, players)
    return ground, before if table.board.printed else Laying()


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
