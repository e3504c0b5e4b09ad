"""Any table: look, record, undo, follow live, take home as a file. Its game draws what is its own.

Every link and button works without JavaScript.
"""

from functools import partial

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.entries import REDO
from companion.service.answers import TableView
from companion.service.clocks import clocks
from companion.service.files import export_log, export_record
from companion.service.tables import utc_now
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import Role, clients, current_viewer, may_record, open_to, still_welcome
from companion.web.entry import EntryRequest
from companion.web.fragment_cache import drawn_once
from companion.web.game_screens import screens_of
from companion.web.htmx import see_other
from companion.web.submit import Refused, backend, button_entry, submit, submit_undo, view_table
from companion.web.table_page import ScreenRequest

bp = Blueprint("tables", __name__, url_prefix="/tables")


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
@drawn_once
def show(table_id: str) -> AnyResponse:
    look = view_table(table_id)
    return screens_of(look).table(
        look, ScreenRequest() if may_record(look) else ScreenRequest(now=look.seq, looking=True)
    )


@bp.get("/<table_id>/at/<int:seq>")
@open_to(Role.SPECTATOR)
def moment(table_id: str, seq: int) -> AnyResponse:
    """The table as it once stood; nothing can be recorded there."""
    look = view_table(table_id, seq)
    return screens_of(look).table(look, ScreenRequest(now=backend().service.number(table_id)))


@bp.post("/<table_id>/record")
@open_to(Role.SEAT)
def record(table_id: str) -> AnyResponse:
    """Record the entry a button carries."""
    return table_after(submit(table_id, button_entry))


@bp.post("/<table_id>/undo")
@open_to(Role.SEAT)
def undo(table_id: str) -> AnyResponse:
    return table_after(submit_undo(table_id, request.form.get("to", type=int)))


@bp.post("/<table_id>/redo")
@open_to(Role.SEAT)
def redo(table_id: str) -> AnyResponse:
    return table_after(submit(table_id, EntryRequest(REDO, {})))


@bp.get("/<table_id>/live")
@open_to(Role.SPECTATOR)
def live(table_id: str) -> Response:
    """The number of the log, each time it grows."""
    seen = request.headers.get("Last-Event-ID", type=int) or request.args.get("seen", type=int)
    service = backend().service
    service.store.table(table_id)
    streams = current_app.extensions["streams"]
    number = partial(service.number, table_id)
    answer: Response = streams.answer(table_id, number, seen, still_welcome(table_id), clients())
    return answer


@bp.get("/<table_id>/number")
@open_to(Role.SPECTATOR)
def number(table_id: str) -> Response:
    """For screens that cannot hold a stream: the number of the log now."""
    return jsonify(seq=backend().service.store.last_seq(table_id))


@bp.get("/<table_id>/clocks")
@open_to(Role.SPECTATOR)
def clock_times(table_id: str) -> Response:
    """The time each player has taken, in seconds, and whose clock runs: for screens whose device wants clocks."""
    with REPLAYS.turn():
        course = backend().playbacks.course(table_id)
    found = clocks(course, utc_now())
    return jsonify(used={name: clock.used for name, clock in found.by_player.items()}, turn=found.turn)


@bp.get("/<table_id>/table.json")
@open_to(Role.SPECTATOR)
def table_file(table_id: str) -> Response:
    return _file(export_record(backend().service, table_id, current_viewer(table_id)), "table")


@bp.get("/<table_id>/log.json")
@open_to(Role.SPECTATOR)
def log_file(table_id: str) -> Response:
    return _file(export_log(backend().service, table_id, current_viewer(table_id)), "log")


def _file(document: object, name: str) -> Response:
    answer = jsonify(document)
    answer.headers["Content-Disposition"] = f'attachment; filename="companion-{name}.json"'
    return answer


def table_after(done: TableView | Refused) -> AnyResponse:
    """The table after a change; what could not be recorded is said where it happened."""
    if isinstance(done, Refused):
        return screens_of(done.look).table(done.look, refused_view(done))
    return see_other(url_for("tables.show", table_id=done.info.id, **screens_of(done).goes_on(done)))


def refused_view(refused: Refused) -> ScreenRequest:
    notice = None if refused.missed else refused.text
    return ScreenRequest(notice=notice, status=refused.status, missed=refused.missed)
