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
from companion.log.entries import UNDO
from companion.service.answers import Look, Missed
from companion.web.access.policy import Role, current_viewer, open_to, open_to_makers
from companion.web.forms import form_number
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import Refused, create_table, entry_id, lists, submit, view_table
from companion.web.screens.entry import Entry
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
    look = create_table("dewan", header)
    return go_to_page(url_for("timer.table", table_id=look.info.id))


@bp.get("/<table_id>")
@open_to(Role.SPECTATOR)
@drawn_once
def table(table_id: str) -> Response:
    return _timer(view_table(table_id))


@bp.post("/<table_id>/took")
@open_to(Role.RECORDER)
def took(table_id: str) -> AnyResponse:
    return _record(table_id, screens.took_entry)


@bp.post("/<table_id>/pile")
@open_to(Role.RECORDER)
def pile(table_id: str) -> AnyResponse:
    """The pile set by hand."""

    def entry(play: Play) -> Entry | None:
        most = EVENT_PILE[len(play.table.players)]
        cards = form_number("cards", most)
        if cards is None:
            raise BadInput([Fault("cards", "json.out-of-range", {"least": 0, "most": most})])
        return screens.pile_entry(play, cards, t("web.timer.set-reason"))

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
    return _after(submit(table_id, Entry(UNDO, {})))


def _record(table_id: str, make: Callable[[Play], Entry | None]) -> AnyResponse:
    return _after(submit(table_id, lambda look: make(_play(look))))


def _after(done: Look | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        notice = None if done.missed else done.text
        return _timer(done.look, notice=notice, missed=done.missed, status=done.status)
    return see_other(url_for("timer.table", table_id=done.info.id))


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
        running=[(one.info, one.summary) for one in lists().timers(MOST_LISTED) if one.summary],
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
