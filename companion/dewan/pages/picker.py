"""The map picker: which tiles lie where, and the one that is not in the box."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import BoxState
from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.formats.box import read_box, tile_json, write_box
from companion.dewan.game import MAP, DewanState
from companion.dewan.rules.tiles import Tile
from companion.dewan.screens import painting as paint
from companion.dewan.screens.laying import Ground, Laying, map_body, read_pieces, recognised, replayed, target
from companion.dewan.screens.picker import Tapped, filters, picker_screen, read_tapped, usable
from companion.formats.faults import BadInput, Fault
from companion.games.not_played import EDIT
from companion.log.entries import timeline
from companion.log.errors import TableError
from companion.service.answers import Look
from companion.service.replay import whole
from companion.web.access.policy import Role, may_change_box, open_to
from companion.web.desk import DEMO_BOX
from companion.web.htmx import go_to_page, page_or_fragment, show_address, wants_fragment
from companion.web.language import t
from companion.web.recording import Refused, create_table, desk, submit, view_table
from companion.web.screens.entry import Entry

bp = Blueprint("picker", __name__, url_prefix="/tables/<table_id>/map")


@bp.get("")
@open_to(Role.RECORDER)
def show(table_id: str) -> Response:
    painting = paint.read_painting(request.args.getlist)
    return _page(table_id, read_tapped(request.args.getlist, painting))


@bp.post("")
@open_to(Role.RECORDER)
def use(table_id: str) -> AnyResponse:
    """The map lies like this: record it and go to the table."""
    tapped = read_tapped(request.form.getlist, None)

    def entry(look: Look) -> Entry:
        ground, before = _ground(look, _state(look), tapped)
        table = look.state.play.table
        laying = replayed(ground, tapped.moves, before)
        if not laying.pieces:
            raise BadInput([Fault("map", "web.picker.nothing-laid")])
        return Entry(MAP, map_body(laying, [player.name for player in table.players], before, table.board))

    done = submit(table_id, entry)
    if isinstance(done, Refused):
        return _page(table_id, tapped, notice=done.text if done.status == 422 else t("web.picker.missed"))
    return go_to_page(url_for("tables.show", table_id=table_id))


@bp.post("/tile")
@open_to(Role.RECORDER)
def keep(table_id: str) -> AnyResponse:
    """The painted tile goes into the box, and onto the map."""
    look, state = _look(table_id)
    painting = paint.read_painting(request.form.getlist)
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
    here = Tapped(tapped.moves, seen=tapped.seen, box=box_id)
    ground, before = _ground(look, state, here)
    at = target(ground, replayed(ground, tapped.moves, before), tile, tapped.slot)
    return _go(table_id, here.moved(f"lay,{at.q},{at.r},{tile.id}"))


def _kept(box_id: str, name: str, painting: paint.Painting) -> tuple[str, Tile]:
    """The box the tile now is in. What is not theirs is not changed: whoever paints gets a copy."""
    box = box_in(desk(), box_id)
    tile = paint.painted_tile(name, painting, box)
    if not may_change_box(box_id):
        own = replace(box, name=t("web.picker.own-box"), tiles=(*box.tiles, tile))
        return create_table("dewan-box", {"box": write_box(own)}).info.id, tile
    changes = [{"op": "add", "path": "/tiles/-", "value": tile_json(tile)}]
    done = submit(box_id, Entry(EDIT, {"what": "tiles", "changes": changes}), retry=True)  # others may type into it
    if isinstance(done, Refused):
        raise BadInput([Fault("", "web.picker.missed")] if done.missed else done.faults)
    return box_id, tile


def _look(table_id: str) -> tuple[Look, DewanState]:
    look = view_table(table_id)
    return look, _state(look)


def _state(look: Look) -> DewanState:
    return look.state if isinstance(look.state, DewanState) else abort(404)


def _box_id(state: DewanState, tapped: Tapped) -> str:
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


def _ground(look: Look, state: DewanState, tapped: Tapped) -> tuple[Ground, Laying]:
    """The tiles there are and the map as it was laid last; its tiles count even where the box has lost them."""
    table = state.play.table
    box = box_in(desk(), _box_id(state, tapped))
    entries = timeline(whole(desk().service.store.entries(look.info.id))).effective
    body = next((entry.body for entry in reversed(entries) if entry.kind == MAP), None)
    players = [player.name for player in table.players]
    laid = body.get("map") if body is not None else None
    told = laid.get("box") if isinstance(laid, dict) else None
    before = read_pieces(body, read_box(told), players) if body is not None and told is not None else Laying()
    tiles = {piece.tile.id: piece.tile for piece in before.pieces}
    tiles |= {tile.id: tile for tile in box.tiles if usable(tile, table) and tile.id not in tiles}
    ground = Ground(tiles, box.layout(table.scenario, len(table.players)), len(table.players))
    if table.board.printed and not before.pieces:
        before = recognised(table.board, ground, players)
    return ground, before if table.board.printed else Laying()


def _go(table_id: str, tapped: Tapped) -> AnyResponse:
    """On with the picker at another address."""
    return go_to_page(_url(table_id, tapped))


def _url(table_id: str, tapped: Tapped) -> str:
    return f"{url_for('picker.show', table_id=table_id)}?{urlencode(tapped.args(), doseq=True)}".rstrip("?")


def _page(
    table_id: str,
    tapped: Tapped,
    *,
    faults: Sequence[Fault] = (),
    notice: str | None = None,
    name: str | None = None,
) -> Response:
    look, state = _look(table_id)
    table = state.play.table
    ground, before = _ground(look, state, tapped)
    box_id = _box_id(state, tapped)
    box = box_in(desk(), box_id)
    looks = camp_looks(table.players, box_in(desk(), state.box))
    screen = picker_screen(table, ground, before, tapped, looks)
    if faults:
        notice = " ".join(dict.fromkeys(t(fault.code, **fault.params) for fault in faults[:3]))
    painting = tapped.painting
    answer = page_or_fragment(
        "dewan/picker/page.html",
        "dewan/picker/_picker.html",
        422 if notice else 200,
        look=look,
        screen=screen,
        tapped=tapped,
        looks=looks,
        names=[player.name for player in table.players],
        filters=filters(ground, tapped),
        paint_first=replace(tapped, painting=paint.Painting(screen.kinds[-1])),
        paint_kinds=[(kind, replace(tapped, painting=replace(painting, kind=kind))) for kind in screen.kinds]
        if painting
        else [],
        brushes=[(brush, replace(tapped, painting=replace(painting, brush=brush))) for brush in paint.BRUSHES]
        if painting
        else [],
        painting=painting,
        painted=paint.picture(painting) if painting else None,
        space_spots=paint.space_spots(painting) if painting else (),
        side_spots=paint.side_spots(painting) if painting else (),
        tile_name=name if name is not None else paint.free_name(box, "P"),
        demo=box_id == DEMO_BOX,
        notice=notice,
        entry_id=secrets.token_urlsafe(9),
        url=lambda after: _url(table_id, after),
        repaint=lambda after: _url(table_id, replace(tapped, painting=after)),
    )
    # The address without the button that was pressed: loading it again does nothing twice.
    return show_address(answer, _url(table_id, tapped)) if wants_fragment() and request.method == "GET" else answer
