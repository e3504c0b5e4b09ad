"""Quick score: the pad of a game nobody recorded, for whichever game has one."""

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.entries import REDO, UNDO
from companion.web.access.policy import Role, current_viewer, open_to, open_to_makers
from companion.web.entry import EntryRequest
from companion.web.game_screens import chosen_screens, screens_of
from companion.web.htmx import see_other
from companion.web.submit import Refused, submit, view_table

bp = Blueprint("quick", __name__, url_prefix="/score")


@bp.get("")
@open_to_makers
def show() -> AnyResponse:
    """Who played what."""
    return chosen_screens().quick_start()


@bp.post("")
@open_to_makers
def change() -> AnyResponse:
    """A tap on the first page, or its last one: the pad is begun."""
    return chosen_screens().quick_start()


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
def answer(table_id: str) -> AnyResponse:
    """The questions; whoever may not answer them reads the pad instead."""
    look = view_table(table_id)
    if not current_viewer(table_id).records:
        return see_other(url_for("scorepad.show", table_id=table_id))
    return screens_of(look).quick_page(look)


@bp.post("/<table_id>")
@open_to(Role.RECORDER)
def write(table_id: str) -> AnyResponse:
    """One answer about one player."""
    look = view_table(table_id)
    return screens_of(look).quick_page(look)


@bp.post("/<table_id>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str) -> AnyResponse:
    return _stepped(table_id, UNDO)


@bp.post("/<table_id>/redo")
@open_to(Role.RECORDER)
def redo(table_id: str) -> AnyResponse:
    return _stepped(table_id, REDO)


def _stepped(table_id: str, kind: str) -> AnyResponse:
    """A game that is recorded turn by turn is not to be changed from here."""
    if not view_table(table_id).summary.quick_score:
        abort(404)
    done = submit(table_id, EntryRequest(kind, {}))
    if isinstance(done, Refused):
        return screens_of(done.look).quick_page(done.look, done.text)
    who = request.form.get("who", "")
    return see_other(url_for("quick.answer", table_id=table_id, who=who if who.isdigit() and who != "0" else None))
