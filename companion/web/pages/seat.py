"""My seat: a player's own phone at any table. Its game draws what is its own."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.entries import UNDO
from companion.web import recording
from companion.web.access.policy import open_to_players
from companion.web.game_screens import View, screens_of
from companion.web.htmx import see_other
from companion.web.recording import Refused, body_in, desk

bp = Blueprint("seat", __name__, url_prefix="/tables/<table_id>/seat")


@bp.get("")
@open_to_players
def show(table_id: str) -> AnyResponse:
    look = desk().service.look(table_id)
    return screens_of(look).seat(look, View())


@bp.post("/record")
@open_to_players
def record(table_id: str) -> AnyResponse:
    """Record the entry a button carries: the table screen's buttons, on the own phone."""
    kind = request.form.get("kind", "")
    return seat_after(table_id, recording.record(table_id, kind, lambda: body_in(request.form.get("body", ""))))


@bp.post("/undo")
@open_to_players
def undo(table_id: str) -> AnyResponse:
    """Take back what was recorded last, if it was recorded here."""
    return seat_after(table_id, recording.record(table_id, UNDO, {}))


def seat_after(table_id: str, refused: Refused | None) -> AnyResponse:
    """The seat after a change; what could not be recorded is said where it happened."""
    if refused is None:
        look = desk().service.look(table_id)
        return see_other(url_for("seat.show", table_id=table_id, **screens_of(look).goes_on(look)))
    notice = None if refused.missed else refused.text
    return screens_of(refused.look).seat(refused.look, View(None, notice, refused.status, refused.missed))
