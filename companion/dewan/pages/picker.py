"""The map picker: which tiles lie where, and the one that is not in the box."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import EDIT, BoxState
from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.formats.box import read_box, tile_json, write_box
from companion.dewan.game import MAP, DewanState
from companion.dewan.pages.laying import Ground, Laying, map_body, read_pieces, recognised, replayed, target
from companion.dewan.rules.tiles import Tile
from companion.dewan.screens import painting as paint
from companion.dewan.screens.picker import Tapped, filters, picker_screen, read_tapped, usable
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CannotPlay
from companion.log.entries import timeline
from companion.log.errors import TableError
from companion.service.answers import IdTaken, Look, Missed, Recorded
from companion.service.replay import whole
from companion.web.access.policy import Role, may_change_box, open_to
from companion.web.desk import DEMO_BOX
from companion.web.htmx import go_to_page, page_or_fragment, show_address, wants_fragment
from companion.web.language import t
from companion.web.recording import desk

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
    look, state = _look(table_id)
    tapped = read_tapped(request.form.getlist, None)
    ground, before = _ground(look, state, tapped)
    table = state.play.table
    laying = replayed(ground, tapped.moves, before)
    seen = request.form.get("seen", type=int)
    try:
        if seen is None:
            raise BadInput([Fault("seen", "json.not-a-number", {"value": request.form.get("seen", "")[:40]})])
        if not laying.pieces:
            raise BadInput([Fault("map", "web.picker.nothing-laid")])
        body = map_body(laying, [player.name for player in table.players], before, table.board)
        outcome = desk().service.record(table_id, seen, request.form.get("id", ""), MAP, body)
    except BadInput as bad:
        return _page(table_id, tapped, faults=bad.faults)
    except CannotPlay as cannot:
        return _page(table_id, tapped, notice=t(cannot.reason.code, **cannot.reason.params))
    if isinstance(outcome, (Missed, IdTaken)):
        return _page(table_id, tapped, notice=t("web.picker.missed"))
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
    service = desk().service
    box = box_in(desk(), box_id)
    tile = paint.painted_tile(name, painting, box)
    if not may_change_box(box_id):
        own = replace(box, name=t("web.picker.own-box"), tiles=(*box.tiles, tile))
        return service.create("dewan-box", {"box": write_box(own)}).info.id, tile
    changes = [{"op": "add", "path": "/tiles/-", "value": tile_json(tile)}]
    for _ in range(3):  # somebody may be typing into the same box
        seen = service.look(box_id).seq
        outcome = service.record(box_id, seen, secrets.token_urlsafe(9), EDIT, {"what": "tiles", "changes": changes})
        if isinstance(outcome, Recorded):
            return box_id, tile
    raise BadInput([Fault("", "web.picker.missed")])


def _look(table_id: str) -> tuple[Look, DewanState]:
    look = desk().service.look(table_id)
    if not isinstance(look.state, DewanState):
        abort(404)
    return look, look.state


def _box_id(state: DewanState, tapped: Tapped) -> str:
    """The box in the address, if there is one of that name; else the table's."""
    for box_id in (tapped.box, state.box):
        if box_id is None:
            continue
        try:
            if isinstance(desk().service.look(box_id).state, BoxState):
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
