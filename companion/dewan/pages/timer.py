"""The event timer, for a table that records nothing else: one tap a turn, and it calls the event."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.game import DewanState
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import Play
from companion.dewan.rules.setup import figures
from companion.dewan.rules.words import ScenarioName
from companion.dewan.screens import timer as screens
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CannotPlay
from companion.service.answers import Look, Missed, Outcome
from companion.web.access.policy import Role, current_viewer, open_to, open_to_makers
from companion.web.entry import Entry
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import desk, entry_id
from companion.web.shared import drawn_once

bp = Blueprint("timer", __name__, url_prefix="/timer")

MOST_LISTED = 5


@bp.get("")
@open_to_makers
def show() -> Response:
    return _start()


@bp.post("")
@open_to_makers
def start() -> AnyResponse:
    scenario, players = request.form.get("scenario", ""), request.form.get("players", type=int)
    if scenario not in screens.TIMED:
        return _start(notice=t("web.timer.which-scenario"), status=422)
    if players not in EVENT_PILE:
        return _start(notice=t("web.timer.how-many"), status=422)
    names = [t("web.timer.seat", number=seat) for seat in range(1, players + 1)]
    header = screens.new_timer(ScenarioName(scenario), names, t("web.timer.title"))
    look = desk().service.create("dewan", header)
    return go_to_page(url_for("timer.table", table_id=look.info.id))


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
@drawn_once
def table(table_id: str) -> Response:
    return _timer(desk().service.look(table_id))


@bp.post("/<table_id>/took")
@open_to(Role.RECORDER)
def took(table_id: str) -> AnyResponse:
    return _record(table_id, screens.took_entry)


@bp.post("/<table_id>/pile")
@open_to(Role.RECORDER)
def pile(table_id: str) -> AnyResponse:
    """The pile set by hand."""
    cards = request.form.get("cards", "")

    def entry(play: Play) -> Entry | None:
        most = EVENT_PILE[len(play.table.players)]
        if not cards.isascii() or not cards.isdigit() or len(cards) > 6 or int(cards) > most:
            raise BadInput([Fault("cards", "json.out-of-range", {"least": 0, "most": most})])
        return screens.pile_entry(play, int(cards), t("web.timer.set-reason"))

    return _record(table_id, entry)


@bp.post("/<table_id>/resolved")
@open_to(Role.RECORDER)
def resolved(table_id: str) -> AnyResponse:
    placed = "placed" in request.form

    def entry(play: Play) -> Entry | None:
        if not screens.timer_screen(play).event:
            raise BadInput([Fault("", "web.timer.no-event")])
        reason = t("web.timer.nothing-placed" if play.next.kind == "marker" else "web.timer.fish-taken")
        return screens.resolved_entry(play, placed=placed, reason=reason)

    return _record(table_id, entry)


@bp.post("/<table_id>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str) -> AnyResponse:
    return _change(table_id, lambda seen, given_id: desk().service.undo(table_id, seen, given_id))


def _record(table_id: str, make: Callable[[Play], Entry | None]) -> AnyResponse:
    def do(seen: int, given_id: str) -> Outcome | None:
        look = desk().service.look(table_id)
        play = _play(look)
        if seen != look.seq:
            # The entry would be made from a table its author has not seen; the service says what was missed, or that
            # this very tap was recorded before.
            play = _play(desk().service.look_back(table_id, seen))
        entry = make(play)
        return desk().service.record(table_id, seen, given_id, entry.kind, entry.body) if entry else None

    return _change(table_id, do)


def _change(table_id: str, do: Callable[[int, str], Outcome | None]) -> AnyResponse:
    seen = request.form.get("seen", type=int)
    try:
        if seen is None or seen < 0:
            raise BadInput([Fault("seen", "json.not-a-number", {"value": request.form.get("seen", "")[:40]})])
        outcome = do(seen, request.form.get("id", ""))
    except BadInput as bad:
        text = " ".join(t(fault.code, **fault.params) for fault in bad.faults[:3])
        return _timer(desk().service.look(table_id), notice=text, status=422)
    except CannotPlay as cannot:
        text = t(cannot.reason.code, **cannot.reason.params)
        return _timer(desk().service.look(table_id), notice=text, status=422)
    if isinstance(outcome, Missed):
        return _timer(outcome.look, missed=outcome, status=409)
    return see_other(url_for("timer.table", table_id=table_id))


def _timer(look: Look, *, notice: str | None = None, missed: Missed | None = None, status: int = 200) -> Response:
    play = _play(look)
    return page_or_fragment(
        "dewan/timer/page.html",
        "dewan/timer/_timer.html",
        status,
        look=look,
        timer=screens.timer_screen(play),
        records=current_viewer(look.info.id).records,
        notice=notice,
        missed=missed,
        news=(),
        now=None,
        entry_id=entry_id(),
    )


def _start(*, notice: str | None = None, status: int = 200) -> Response:
    return page_or_fragment(
        "dewan/timer/start.html",
        "dewan/timer/_start.html",
        status,
        scenarios=screens.TIMED,
        counts={n: figures(ScenarioName.VOLCANO, n) for n in EVENT_PILE},
        chosen_scenario=request.form.get("scenario"),
        chosen_players=request.form.get("players", type=int) or 3,
        running=[(one.info, one.summary) for one in desk().lists.timers(MOST_LISTED) if one.summary],
        piles=EVENT_PILE,
        notice=notice,
    )


def _play(look: Look) -> Play:
    """The timer can be held beside any table whose scenario has an event and whose pile is counted."""
    if not isinstance(look.state, DewanState):
        abort(404)
    play = look.state.play
    if play.table.scenario not in screens.TIMED or play.table.piles.draw is None:
        abort(404)
    return play
