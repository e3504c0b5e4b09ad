"""Any table: look, record, undo, follow live, take home as a file. Its game draws what is its own.

Every link and button works without JavaScript.
"""

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.entries import REDO, UNDO
from companion.service.answers import HistoryLine, Look
from companion.service.files import export_log, export_record
from companion.web import recording
from companion.web.access.policy import Role, clients, current_viewer, may_record, open_to, still_welcome
from companion.web.game_screens import View, screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.recording import Refused, body_in, desk
from companion.web.shared import drawn_once


@dataclass(frozen=True)
class HistoryPage:
    look: Look
    lines: tuple[HistoryLine, ...]


bp = Blueprint("tables", __name__, url_prefix="/tables")


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
@drawn_once
def show(table_id: str) -> AnyResponse:
    look = desk().service.look(table_id)
    return screens_of(look).table(look, View() if may_record(look) else View(now=look.seq, looking=True))


@bp.get("/<table_id>/at/<int:seq>")
@open_to(Role.SPECTATOR)
def moment(table_id: str, seq: int) -> AnyResponse:
    """The table as it once stood; nothing can be recorded there."""
    look = desk().service.look_back(table_id, seq)
    return screens_of(look).table(look, View(now=desk().service.look(table_id).seq))


@bp.get("/<table_id>/history")
@open_to(Role.SPECTATOR)
def history(table_id: str) -> Response:
    look = desk().service.look(table_id)
    lines = tuple(reversed(desk().service.history(table_id)))
    return page_or_fragment("table/history.html", "table/_history.html", HistoryPage(look, lines))


@bp.post("/<table_id>/record")
@open_to(Role.SEAT)
def record(table_id: str) -> AnyResponse:
    """Record the entry a button carries."""
    kind = request.form.get("kind", "")
    return table_after(table_id, recording.record(table_id, kind, lambda: body_in(request.form.get("body", ""))))


@bp.post("/<table_id>/undo")
@open_to(Role.SEAT)
def undo(table_id: str) -> AnyResponse:
    to = request.form.get("to", type=int)
    return table_after(table_id, recording.record(table_id, UNDO, {} if to is None else {"to": to}))


@bp.post("/<table_id>/redo")
@open_to(Role.SEAT)
def redo(table_id: str) -> AnyResponse:
    return table_after(table_id, recording.record(table_id, REDO, {}))


@bp.get("/<table_id>/live")
@open_to(Role.SPECTATOR)
def live(table_id: str) -> Response:
    """The number of the log, each time it grows."""
    seen = request.headers.get("Last-Event-ID", type=int) or request.args.get("seen", type=int)
    service = desk().service
    service.store.table(table_id)
    streams = current_app.extensions["streams"]
    wait = partial(service.wait, table_id)
    answer: Response = streams.answer(wait, seen, still_welcome(table_id), clients())
    return answer


@bp.get("/<table_id>/number")
@open_to(Role.SPECTATOR)
def number(table_id: str) -> Response:
    """For screens that cannot hold a stream: the number of the log now."""
    return jsonify(seq=desk().service.store.last_seq(table_id))


@bp.get("/<table_id>/table.json")
@open_to(Role.SPECTATOR)
def table_file(table_id: str) -> Response:
    return _file(export_record(desk().service, table_id, current_viewer(table_id).player), "table")


@bp.get("/<table_id>/log.json")
@open_to(Role.SPECTATOR)
def log_file(table_id: str) -> Response:
    return _file(export_log(desk().service, table_id, current_viewer(table_id).player), "log")


def _file(document: object, name: str) -> Response:
    answer = jsonify(document)
    answer.headers["Content-Disposition"] = f'attachment; filename="companion-{name}.json"'
    return answer


def table_after(table_id: str, refused: Refused | None) -> AnyResponse:
    """The table after a change; what could not be recorded is said where it happened."""
    if refused is None:
        look = desk().service.look(table_id)
        return see_other(url_for("tables.show", table_id=table_id, **screens_of(look).goes_on(look)))
    notice = None if refused.missed else refused.text
    view = View(notice=notice, status=refused.status, missed=refused.missed)
    return screens_of(refused.look).table(refused.look, view)
