"""The way from a table to the organiser of its evening: how much time is left, and a call for a ruling."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import Json
from companion.games.evening import EVENING, EveningState, OpenCall
from companion.games.viewer import SERVER
from companion.service.answers import TableView
from companion.web.access.policy import Role, may_open, open_to
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.pages.evenings import evenings, is_over
from companion.web.submit import Refused, entry_id, submit, view_table

bp = Blueprint("organiser", __name__, url_prefix="/tables/<table_id>/organiser")

MOST_LETTERS = 80
MOST_OPEN = 5
"""Calls of one table that nobody has answered: there are only so many for all tables."""


@dataclass(frozen=True)
class OrganiserPage:
    """``evening``: the one this table takes part in. ``calls``: of this table, not answered yet."""

    look: TableView
    evening: EveningState
    calls: tuple[OpenCall, ...]
    over: bool
    may_call: bool
    faults: Sequence[str] = ()
    entry_id: str = field(default_factory=entry_id)


@bp.get("")
@open_to(Role.SEAT)
def show(table_id: str) -> Response:
    return _page(table_id)


@bp.get("/line")
@open_to(Role.SPECTATOR)
def line(table_id: str) -> Response:
    """What stands above the table while it takes part in an evening."""
    return page_or_fragment("evenings/organiser.html", "evenings/_line.html", _shown(table_id))


@bp.post("")
@open_to(Role.SEAT)
def call(table_id: str) -> AnyResponse:
    """A ruling, please: with the table as it stands now."""
    evening = evenings().of_table(table_id) or abort(404)
    if sum(one.table == table_id for one in evening.state.calls) >= MOST_OPEN:
        return _page(table_id, [t("evening.too-many-calls")], 422)
    body: Json = {"do": "call", "table": table_id, "seq": view_table(table_id).seq}
    if text := request.form.get("text", "").strip()[:MOST_LETTERS]:
        body["text"] = text
    done = submit(evening.info.id, EntryRequest(EVENING, body), retry=True, viewer=SERVER)
    if isinstance(done, Refused):
        return _page(table_id, [done.text], done.status)
    return see_other(url_for("organiser.show", table_id=table_id))


def takes_part(look: TableView) -> bool:
    """Whether a table is part of an evening that goes on: its pages then show the evening's line."""
    return bool(look.summary.players) and evenings().of_table(look.info.id) is not None


def _page(table_id: str, faults: Sequence[str] = (), status: int = 200) -> Response:
    page = _shown(table_id, faults)
    return page_or_fragment("evenings/organiser.html", "evenings/_organiser.html", page, status)


def _shown(table_id: str, faults: Sequence[str] = ()) -> OrganiserPage:
    evening = evenings().of_table(table_id) or abort(404)
    state: EveningState = evening.state
    calls = tuple(one for one in state.calls if one.table == table_id)
    may_call = may_open(url_for("organiser.show", table_id=table_id))
    return OrganiserPage(view_table(table_id), state, calls, is_over(state.until), may_call, faults)
