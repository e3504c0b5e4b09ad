"""Correct the table: what went otherwise on wood than it was recorded. Its game draws what is its own."""

from flask import Blueprint, Response
from werkzeug.wrappers import Response as AnyResponse

from companion.web.access.policy import Role, open_to
from companion.web.game_screens import screens_of
from companion.web.submit import view_table

bp = Blueprint("corrections", __name__, url_prefix="/tables/<table_id>/correct")


@bp.get("")
@open_to(Role.RECORDER)
def show(table_id: str) -> Response:
    look = view_table(table_id)
    return screens_of(look).correct(look)


@bp.post("")
@open_to(Role.RECORDER)
def write(table_id: str) -> AnyResponse:
    """The record as a text, corrected."""
    look = view_table(table_id)
    return screens_of(look).record_correction(look)
