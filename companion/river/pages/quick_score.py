"""The pages of The River's quick score: one page a game, every tap an answer."""

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay
from companion.log.entries import timeline
from companion.river.game import RiverState, reads_results
from companion.river.rules.scoring import COLUMN_RESULTS
from companion.river.screens import quick_score as quick
from companion.service.answers import Look, Missed
from companion.service.replay import whole
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import desk, entry_id

TRIES = 3


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
    service, seat = desk().service, _seat(look)
    what, value = request.form.get("what", ""), request.form.get("value", "")
    try:
        for _ in range(TRIES):
            entry = quick.answer_entry(look.state.table, seat, what, value)
            outcome = service.record(look.info.id, look.seq, request.form.get("id", ""), entry.kind, entry.body)
            look = outcome.look
            if not isinstance(outcome, Missed):
                return see_other(url_for("quick.answer", table_id=look.info.id, who=seat or None))
    except BadInput as bad:
        return _page(look, " ".join(dict.fromkeys(t(fault.code, **fault.params) for fault in bad.faults[:3])))
    except CannotPlay as cannot:
        return _page(look, t(cannot.reason.code, **cannot.reason.params))
    return _page(look, t("web.table.missed-again"))


def _page(look: Look, notice: str | None) -> Response:
    state: RiverState = look.state
    screens = screens_of(look)
    seat = _seat(look)
    pad = screens.pad(look)
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
