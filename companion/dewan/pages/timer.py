"""The event timer, for a table that records nothing else: one tap a turn, and it calls the event."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.formats.actions import write_action
from companion.dewan.game import DewanState
from companion.dewan.pages.changes import pile_changes, turn_changes
from companion.dewan.pages.event import EVENT_STEPS
from companion.dewan.rules import game
from companion.dewan.rules.actions import NoMarker, PileEmpty, PlaceMarker, TakeCards
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import NewsKind, Play, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.setup import Figures, figures
from companion.dewan.rules.words import MARKERS, Marker, ScenarioName
from companion.formats.faults import BadInput, Fault
from companion.formats.mode import Mode
from companion.games.contract import Json, Summary
from companion.log.entries import UNDO
from companion.log.rows import TableInfo
from companion.service.answers import Missed, TableView
from companion.web.access.policy import Role, current_viewer, open_to, open_to_makers
from companion.web.entry import EntryRequest
from companion.web.forms import form_number
from companion.web.fragment_cache import drawn_once
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, create_table, entry_id, lists, submit, view_table

TIMED = tuple(name for name, rules in SCENARIOS.items() if rules.event_tile)
"""The scenarios with an event to wait for."""


@dataclass(frozen=True)
class TimerScreen:
    scenario: ScenarioName
    players: int
    left: int
    of: int
    takes: int
    """How many times two cards until the event (D-EVENT-08)."""
    marker: Marker | None
    markers_left: int
    markers_of: int
    event: bool
    """To be resolved now."""
    skipped: bool
    """There has just been one without anything left to place (D-EVENT-07)."""
    fresh: int | None
    """Cards on the pile that was just made."""


@dataclass(frozen=True)
class TimerPage:
    look: TableView
    timer: TimerScreen
    records: bool
    notice: str | None
    missed: Missed | None
    entry_id: str = field(default_factory=entry_id)
    news = ()
    now = None


@dataclass(frozen=True)
class TimerStartPage:
    chosen_scenario: str | None
    chosen_players: int
    running: tuple[tuple[TableInfo, Summary], ...]
    notice: str | None
    scenarios = TIMED
    piles = EVENT_PILE

    @property
    def counts(self) -> Mapping[int, Figures]:
        return {n: figures(ScenarioName.VOLCANO, n) for n in EVENT_PILE}


def new_timer(scenario: ScenarioName, names: list[str], title: str) -> Json:
    """The set-up of a timer. It starts in mid-course: what was dealt and what the supply holds is not counted."""
    return {
        "begun": True,
        "mode": Mode.TIMER,
        "title": title,
        "row": False,
        "stories": False,
        "table": {
            "format": "dewan-table/1",
            "scenario": scenario,
            "players": [{"name": name} for name in names],
            "first_player": names[0],
            "active_player": names[0],
            "draw_pile": figures(scenario, len(names)).draw_pile,
        },
    }


def timer_screen(play: Play) -> TimerScreen:
    table = play.table
    scenario = game.scenario_of(table)
    left = table.piles.draw or 0
    news = {one.kind: one.number for one in play.news}
    return TimerScreen(
        table.scenario,
        len(table.players),
        left,
        EVENT_PILE[len(table.players)],
        math.ceil(left / 2),
        scenario.marker,
        table.markers_left(scenario.marker) if scenario.marker else 0,
        MARKERS if scenario.marker else 0,
        play.next.kind in EVENT_STEPS,
        NewsKind.NOTHING_TO_PLACE in news,
        news.get(NewsKind.NEW_PILE),
    )


def took_entry(play: Play) -> EntryRequest:
    """Two cards taken by the player whose turn it was: the timer does not ask."""
    return EntryRequest("action", write_action(TakeCards(play.next.player)))


def pile_entry(play: Play, cards: int, reason: str) -> EntryRequest | None:
    """The pile as somebody has counted it; an empty one brings the event. None where it is as recorded."""
    if cards == 0:
        # The player who took last resolves the event, not whose turn it is now.
        return EntryRequest("action", write_action(PileEmpty(play.table.clockwise_from(play.next.player)[-1].name)))
    changes = pile_changes(play, {"draw_pile": cards})
    return EntryRequest("correction", {"reason": reason, "changes": changes}) if changes else None


def resolved_entry(play: Play, *, placed: bool, reason: str) -> EntryRequest:
    """The event is over: a marker was placed, or what there was to do leaves no trace here (Fish, R-19)."""
    player = play.next.player
    if play.next.kind is StepKind.MARKER:
        return EntryRequest("action", write_action(PlaceMarker(player) if placed else NoMarker(player)))
    following = play.table.clockwise_from(player)[1].name
    changes = turn_changes(play, following, play.round)
    changes += pile_changes(play, {"draw_pile": EVENT_PILE[len(play.table.players)]})
    return EntryRequest("correction", {"reason": reason, "changes": changes})


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
    if scenario not in TIMED:
        return _start(notice=t("web.timer.which-scenario"), status=422)
    if players not in EVENT_PILE:
        return _start(notice=t("web.timer.how-many"), status=422)
    names = [t("web.timer.seat", number=seat) for seat in range(1, players + 1)]
    header = new_timer(ScenarioName(scenario), names, t("web.timer.title"))
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
    return _record(table_id, took_entry)


@bp.post("/<table_id>/pile")
@open_to(Role.RECORDER)
def pile(table_id: str) -> AnyResponse:
    """The pile set by hand."""

    def entry(play: Play) -> EntryRequest | None:
        most = EVENT_PILE[len(play.table.players)]
        cards = form_number("cards", most)
        if cards is None:
            raise BadInput([Fault("cards", "json.out-of-range", {"least": 0, "most": most})])
        return pile_entry(play, cards, t("web.timer.set-reason"))

    return _record(table_id, entry)


@bp.post("/<table_id>/resolved")
@open_to(Role.RECORDER)
def resolved(table_id: str) -> AnyResponse:
    placed = "placed" in request.form

    def entry(play: Play) -> EntryRequest | None:
        if not timer_screen(play).event:
            raise BadInput([Fault("", "web.timer.no-event")])
        reason = t("web.timer.nothing-placed" if play.next.kind == "marker" else "web.timer.fish-taken")
        return resolved_entry(play, placed=placed, reason=reason)

    return _record(table_id, entry)


@bp.post("/<table_id>/undo")
@open_to(Role.RECORDER)
def undo(table_id: str) -> AnyResponse:
    return _after(submit(table_id, EntryRequest(UNDO, {})))


def _record(table_id: str, make: Callable[[Play], EntryRequest | None]) -> AnyResponse:
    return _after(submit(table_id, lambda look: make(_play(look))))


def _after(done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        notice = None if done.missed else done.text
        return _timer(done.look, notice=notice, missed=done.missed, status=done.status)
    return see_other(url_for("timer.table", table_id=done.info.id))


def _timer(look: TableView, *, notice: str | None = None, missed: Missed | None = None, status: int = 200) -> Response:
    page = TimerPage(look, timer_screen(_play(look)), current_viewer(look.info.id).records, notice, missed)
    return page_or_fragment("dewan/timer/page.html", "dewan/timer/_timer.html", page, status)


def _start(*, notice: str | None = None, status: int = 200) -> Response:
    running = tuple((one.info, one.summary) for one in lists().timers(MOST_LISTED) if one.summary)
    players = request.form.get("players", type=int) or 3
    page = TimerStartPage(request.form.get("scenario"), players, running, notice)
    return page_or_fragment("dewan/timer/start.html", "dewan/timer/_start.html", page, status)


def _play(look: TableView) -> Play:
    """The timer can be held beside any table whose scenario has an event and whose pile is counted."""
    if not isinstance(look.state, DewanState):
        abort(404)
    play = look.state.play
    if play.table.scenario not in TIMED or play.table.piles.draw is None:
        abort(404)
    return play
