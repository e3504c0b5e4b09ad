"""What happened at a table, entry by entry: each can be shown on the map, gone back to, changed or taken out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.log.entries import AMEND, Entry
from companion.service.answers import HistoryLine, TableView
from companion.service.playback import PlaybackStep
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import Role, current_viewer, open_to, viewer_at
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.game_screens import GameScreens, screens_of
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.pad import Picture
from companion.web.pages.tables import refused_view
from companion.web.submit import Refused, backend, button_entry, entry_id, submit, view_table
from companion.web.table_page import Link, ScreenRequest


@dataclass(frozen=True)
class Happened:
    """An entry as the list tells it. ``details``: where, and with which cards; ``changes``: it can be entered anew."""

    line: HistoryLine
    details: Sequence[str]
    changes: bool


@dataclass(frozen=True)
class HistoryPage:
    """``picked``: the entry that is shown on the map, with its picture; ``may``: whoever asks may put things right."""

    look: TableView
    lines: Sequence[Happened]
    player_looks: Mapping[str, PlayerStyle]
    picked: Happened | None
    picture: Picture | None
    may: bool
    notice: str | None
    entry_id: str = field(default_factory=entry_id)


bp = Blueprint("happened", __name__, url_prefix="/tables/<table_id>")


@bp.get("/history")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    return _page(view_table(table_id))


@bp.post("/history/<int:entry>/out")
@open_to(Role.RECORDER)
def take_out(table_id: str, entry: int) -> AnyResponse:
    return _after(submit(table_id, EntryRequest(AMEND, {"entry": entry})), entry)


@bp.post("/history/<int:entry>/in")
@open_to(Role.RECORDER)
def put_back(table_id: str, entry: int) -> AnyResponse:
    """An entry that was taken out or changed, as it was recorded first."""
    first = _recorded(table_id, entry)
    return _after(submit(table_id, EntryRequest(AMEND, _instead(entry, first.kind, dict(first.body)))), entry)


@bp.get("/change/<int:entry>")
@open_to(Role.RECORDER)
def change(table_id: str, entry: int) -> AnyResponse:
    """The table as it stood before an entry, to record what really happened."""
    return _before(table_id, entry, ScreenRequest(changing=entry))


@bp.post("/change/<int:entry>")
@open_to(Role.RECORDER)
def write_change(table_id: str, entry: int) -> AnyResponse:
    def amendment(look: TableView) -> EntryRequest:
        wanted = button_entry(look)
        return EntryRequest(AMEND, _instead(entry, wanted.kind, wanted.body))

    done = submit(table_id, amendment)
    if isinstance(done, Refused):
        refused = refused_view(done)
        return _before(
            table_id, entry, ScreenRequest(notice=done.text, status=refused.status, missed=done.missed, changing=entry)
        )
    return go_to_page(url_for("happened.show", table_id=table_id, entry=entry))


def _instead(entry: int, kind: str, body: Json) -> Json:
    return {"entry": entry, "kind": kind, "body": body}


def _recorded(table_id: str, number: int) -> Entry:
    service = backend().service
    found = next((one for one in service.entries(table_id, service.number(table_id)) if one.seq == number), None)
    return found or abort(404)


def _before(table_id: str, entry: int, view: ScreenRequest) -> AnyResponse:
    try:
        look = backend().service.look_before(table_id, entry, viewer_at(table_id))
    except BadInput:
        abort(404)
    screens = screens_of(look)
    first = _recorded(table_id, entry)
    if not screens.can_be_changed(first.kind, dict(first.body)):
        abort(404)
    return screens.table(look, view)


def _after(done: TableView | Refused, entry: int) -> AnyResponse:
    if isinstance(done, Refused):
        return _page(done.look, done.text, done.status)
    return see_other(url_for("happened.show", table_id=done.info.id, entry=entry))


def _page(look: TableView, notice: str | None = None, status: int = 200) -> Response:
    table_id = look.info.id
    viewer, screens = current_viewer(table_id), screens_of(look)
    with REPLAYS.turn():
        course = backend().playbacks.course(table_id)
    steps = {step.seq: (before, step) for before, step in zip(course.steps, course.steps[1:], strict=False)}
    history = backend().service.history(table_id, viewer=viewer)
    lines = [_happened(screens, line, steps.get(line.seq)) for line in reversed(history)]
    number = request.args.get("entry", type=int)
    picked = next((one for one in lines if one.line.seq == number), lines[0] if lines else None)
    shown = steps.get(picked.line.seq, (None, None)) if picked else (None, None)
    before, step = shown if shown[1] else (None, course.last)
    page = HistoryPage(
        look,
        lines,
        screens.looks(look),
        picked,
        screens.replay_picture(look, before, step, _to_correct(table_id) if viewer.records else None) if step else None,
        viewer.records,
        notice,
    )
    return page_or_fragment("table/history.html", "table/_history.html", page, status)


def _to_correct(table_id: str) -> Link:
    """A tap on a space of the map corrects what stands there."""
    here = url_for("corrections.show", table_id=table_id)
    return lambda at: f"{here}?at={at.q},{at.r}"


def _happened(screens: GameScreens, line: HistoryLine, shown: tuple[PlaybackStep, PlaybackStep] | None) -> Happened:
    if shown is None:
        return Happened(line, (), False)
    before, step = shown
    details = screens.details(before, step) if line.counts else ()
    return Happened(line, details, screens.can_be_changed(step.kind, step.body))
