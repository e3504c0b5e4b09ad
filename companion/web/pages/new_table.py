"""The set-up page of whichever game is chosen."""

from flask import Blueprint
from werkzeug.wrappers import Response as AnyResponse

from companion.web.access.policy import open_to_makers
from companion.web.game_screens import chosen_screens

bp = Blueprint("setup", __name__, url_prefix="/tables")


@bp.get("/new")
@open_to_makers
def new() -> AnyResponse:
    """A fresh page; what the address tells is filled in, for a rematch."""
    return chosen_screens().setup()


@bp.post("/new")
@open_to_makers
def change() -> AnyResponse:
    """A tap on the page, or its last one: the table is made."""
    return chosen_screens().setup()
