"""The score pad of a table: live at any time, final at the end, every number open to *why*."""

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import Json
from companion.games.dewan import SCORE, DewanState
from companion.record.faults import BadInput, Fault
from companion.service.answers import Look
from companion.web import recording
from companion.web.htmx import page_or_fragment, see_other
from companion.web.map_svg import MapOptions, map_view
from companion.web.recording import desk, entry_id
from companion.web.screens import scorepad
from companion.web.tables import camp_looks

bp = Blueprint("scorepad", __name__, url_prefix="/tables/<table_id>/score")


@bp.get("")
def show(table_id: str) -> Response:
    return _page(desk().service.look(table_id))


@bp.post("/cell")
def type_cell(table_id: str) -> AnyResponse:
    """A number written over the count, or the count again when the field is left empty."""
    column, row = request.form.get("column", ""), request.form.get("row", "")

    def body() -> Json:
        return {"column": column, "row": row, "points": _points(request.form.get("points", ""))}

    if refused := recording.record(table_id, SCORE, body):
        return _page(refused.look, chosen=(column, row), notice=refused.text, status=refused.status)
    return see_other(url_for("scorepad.show", table_id=table_id, column=column, row=row))


def _points(text: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise BadInput([Fault("points", "json.out-of-range", {"least": 0, "most": 999})])
    return int(text)


def _page(
    look: Look, *, chosen: tuple[str, str] | None = None, notice: str | None = None, status: int = 200
) -> Response:
    if not isinstance(look.state, DewanState):
        abort(404)
    pad = scorepad.pad(look.state)
    column, row = chosen or (request.args.get("column", ""), request.args.get("row", ""))
    why = scorepad.why(look.state, pad, column, row)
    table = look.state.play.table
    looks = camp_looks(table.players, desk().box(look.state.box))
    drawing = None
    if why and table.board.printed:
        options = MapOptions(looks=looks, zones=why.zones, chosen=why.camps, fade_others=True, letters=False)
        drawing = map_view(table.board, options)
    return page_or_fragment(
        "scorepad/page.html",
        "scorepad/_pad.html",
        status,
        look=look,
        pad=pad,
        why=why,
        table=table,
        looks=looks,
        map=drawing,
        notice=notice,
        rematch=_rematch(look.state),
        entry_id=entry_id(),
    )


def _rematch(state: DewanState) -> str:
    """The set-up page with the same people in the same colours."""
    table = state.play.table
    return url_for(
        "setup.new",
        scenario=table.scenario,
        name=[player.name for player in table.players],
        color=[player.color or "" for player in table.players],
        box=state.box,
    )
