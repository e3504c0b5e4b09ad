"""The pages of The River's quick score: one page a game, every tap an answer."""

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.log.entries import timeline
from companion.river.game import RiverState, reads_results
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.scoreboard import scoreboard
from companion.river.screens import quick_score as quick
from companion.service.answers import Look
from companion.service.replay import whole
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.recording import Refused, desk, entry_id, submit


def page(look: Look, notice: str | None = None) -> AnyResponse:
    """The page as it stands, or what one of its forms sends."""
    state: RiverState = look.state
    if not look.summary.quick_score and not reads_results(state):
        return see_other(url_for("scorepad.show", table_id=look.info.id))
    if request.method == "POST" and notice is None:
        return _written(look)
    return _page(look, notice)


def _written(look: Look) -> AnyResponse:
    """An answer says how something is, whoever else wrote meanwhile."""
    seat = _seat(look)
    what, value = request.form.get("what", ""), request.form.get("value", "")
    done = submit(look.info.id, lambda look: quick.answer_entry(look.state.table, seat, what, value), retry=True)
    if isinstance(done, Refused):
        return _page(done.look, done.text)
    return see_other(url_for("quick.answer", table_id=look.info.id, who=seat or None))


def _page(look: Look, notice: str | None) -> Response:
    state: RiverState = look.state
    screens = screens_of(look)
    seat = _seat(look)
    pad = scoreboard(state)
    answered = len(timeline(whole(desk().service.store.entries(look.info.id))).effective) > 0
    return page_or_fragment(
        "river/quick.html",
        "river/_quick.html",
        422 if notice else 200,
        look=look,
        screens=screens,
        table=state.table,
        pad=pad,
        why=None,
        looks=screens.looks(look),
        seat=seat,
        told=quick.answers(state.table.players[seat]),
        results=COLUMN_RESULTS,
        keys=quick,
        notice=notice,
        begun=answered,
        entry_id=entry_id(),
    )


def _seat(look: Look) -> int:
    told = request.values.get("who", "0")
    return int(told) if told in map(str, range(len(look.state.table.players))) else 0
