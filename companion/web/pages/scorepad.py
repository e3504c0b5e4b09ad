"""The score pad of a table: live at any time, final at the end, every number open to *why*."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.common import SCORE
from companion.games.scoreboard import Scoreboard
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.forms import form_number
from companion.web.fragment_cache import drawn_once
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.pad import Picture, Why
from companion.web.submit import Refused, entry_id, submit, view_table


@dataclass(frozen=True)
class PadPage:
    """``why``: where the chosen number comes from; ``picture``: the same, drawn. ``sheets``: the game's own."""

    look: TableView
    looks: Mapping[str, PlayerStyle]
    pad: Scoreboard
    why: Why | None
    picture: Picture | None
    sheets: Sequence[str]
    notice: str | None
    rematch: str | None
    entry_id: str = field(default_factory=entry_id)


bp = Blueprint("scorepad", __name__, url_prefix="/tables/<table_id>/score")


@bp.get("")
@open_to(Role.SPECTATOR)
@drawn_once
def show(table_id: str) -> Response:
    return _page(view_table(table_id))


@bp.post("/cell")
@open_to(Role.RECORDER)
def type_cell(table_id: str) -> AnyResponse:
    """A number written over the count, or the count again when the field is left empty."""
    column, row = request.form.get("column", ""), request.form.get("row", "")

    def entry(look: TableView) -> EntryRequest:
        return EntryRequest(SCORE, {"column": column, "row": row, "points": form_number("points", most=999)})

    done = submit(table_id, entry)
    if isinstance(done, Refused):
        return _page(done.look, chosen=(column, row), notice=done.text, status=done.status)
    return see_other(url_for("scorepad.show", table_id=table_id, column=column, row=row))


def _page(
    look: TableView, *, chosen: tuple[str, str] | None = None, notice: str | None = None, status: int = 200
) -> Response:
    screens = screens_of(look)
    pad = look.game.scoreboard(look.state) or abort(404)
    column, row = chosen or (request.args.get("column", ""), request.args.get("row", ""))
    why = screens.why(look, pad, column, row)
    picture = screens.why_picture(look, why) if why else None
    page = PadPage(look, screens.looks(look), pad, why, picture, screens.sheets, notice, screens.rematch(look))
    return page_or_fragment("scorepad/page.html", "scorepad/_pad.html", page, status)
