"""My seat: a player's own phone at any table. Its game draws what is its own."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.service.answers import TableView
from companion.web.access.policy import open_to_players
from companion.web.game_screens import screens_of
from companion.web.htmx import see_other
from companion.web.pages.tables import refused_view
from companion.web.submit import Refused, button_entry, submit, submit_undo, view_table
from companion.web.table_page import ScreenRequest

bp = Blueprint("seat", __name__, url_prefix="/tables/<table_id>/seat")


@bp.get("")
@open_to_players
def show(table_id: str) -> AnyResponse:
    look = view_table(table_id)
    return screens_of(look).seat(look, ScreenRequest())


@bp.post("/record")
@open_to_players
def record(table_id: str) -> AnyResponse:
    """Record the entry a button carries: the table screen's buttons, on the own phone."""
    return seat_after(submit(table_id, button_entry))


@bp.post("/undo")
@open_to_players
def undo(table_id: str) -> AnyResponse:
    """Take back what was recorded last, if it was recorded here."""
    return seat_after(submit_undo(table_id))


def seat_after(done: TableView | Refused) -> AnyResponse:
    """The seat after a change; what could not be recorded is said where it happened."""
    if isinstance(done, Refused):
        return screens_of(done.look).seat(done.look, refused_view(done))
    return see_other(url_for("seat.show", table_id=done.info.id, **screens_of(done).goes_on(done)))
