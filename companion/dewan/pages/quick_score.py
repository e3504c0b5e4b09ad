"""Quick score of Dewan, a game nobody recorded: players in one step, then one page on which every tap counts."""

from collections.abc import Callable, Mapping, Sequence

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.map_svg import MapOptions, map_view
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import DewanState
from companion.dewan.pages.setup import known_boxes, likely_box, name_of_seat, palette
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import FEWEST_PLAYERS, MOST_PLAYERS, ScenarioName
from companion.dewan.scoreboard import scoreboard
from companion.dewan.screens import quick_score as quick
from companion.dewan.screens.scenario_pictures import picture
from companion.dewan.screens.setup import TEAMS, Draft, header, read_draft, tapped
from companion.formats.faults import BadInput, Fault
from companion.games.contract import Mode
from companion.log.entries import timeline
from companion.service.answers import Look
from companion.service.replay import whole
from companion.web.access.policy import Role, open_to
from companion.web.desk import DEMO_BOX, Boxes
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import Refused, create_table, desk, entry_id, submit
from companion.web.said import faults_by_place
from companion.web.screens.entry import Entry

bp = Blueprint("quick_dewan", __name__, url_prefix="/score")

MARKER = "marker"
"""Stands for the scenario's marker where a player's seat could stand."""


def start() -> Response:
    """Who played what."""
    boxes = known_boxes()
    return _start(read_draft({"box": [likely_box(boxes)], **request.args.to_dict(flat=False)}, boxes), boxes)


def change() -> AnyResponse:
    """A tap on the first page, or its last one: the pad is begun."""
    boxes = known_boxes()
    draft = read_draft(request.form.to_dict(flat=False), boxes)
    do = request.form.get("do", "")
    if not do.startswith("create"):
        return _start(tapped(draft, do, boxes), boxes)
    if draft.too_many:
        params = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS, "number": draft.too_many}
        return _start(draft, boxes, [Fault("table.players", "table.player-count", params)])
    try:
        names = [name_of_seat(draft, seat) for seat in draft.seats]
        teams = {team: t(f"web.setup.team-{team}") for team in TEAMS}
        form = {**header(draft, boxes[draft.box], names, teams, DEMO_BOX), "begun": True, "mode": Mode.QUICK_SCORE}
        look = create_table("dewan", form)
    except BadInput as bad:
        return _start(draft, boxes, bad.faults)
    after = {"create:pick": "picker.show", "create:photo": "photos.take"}.get(do, "quick.answer")
    return go_to_page(url_for(after, table_id=look.info.id))


def answer_page(look: Look, notice: str | None = None) -> AnyResponse:
    if not look.summary.quick_score:
        return see_other(url_for("scorepad.show", table_id=look.info.id))
    return _page(look, notice=notice)


def write(table_id: str) -> AnyResponse:
    """One answer about one player."""
    what = request.form.get("what", "")
    value = request.form.get("value", "")
    if what == "story" and "flames" in request.form:
        value = f"{value.strip()}/{request.form['flames'].strip() or '0'}"

    def entries(look: Look) -> list[Entry]:
        state = _quick_score(look)
        return quick.answer_entries(state, scoreboard(state), _seat(look), what, value, t("web.quick.reason"))

    return _written(table_id, entries, what)


@bp.post("/<table_id>/camp")
@open_to(Role.RECORDER)
def camp(table_id: str) -> AnyResponse:
    """A tap on the map."""

    def entries(look: Look) -> list[Entry]:
        at = hex_in(request.form.get("at", ""))
        if at is None:
            raise BadInput([Fault("at", "web.quick.no-space")])
        seat = None if request.form.get("brush") == MARKER else _seat(look)
        return [quick.camp_entry(_quick_score(look), seat, at, t("web.quick.reason"))]

    return _written(table_id, entries, "map")


def _written(table_id: str, entries: Callable[[Look], Sequence[Entry]], place: str) -> AnyResponse:
    """Record what was answered, on the pad as it now stands: an answer says how something is, whoever else wrote."""
    done = submit(table_id, entries, retry=True)
    if not isinstance(done, Refused):
        return see_other(_here(table_id))
    if done.missed or done.faults[0].path == "body":
        return _page(done.look, notice=done.text)
    return _page(done.look, faults=done.faults, place=place)


def _here(table_id: str) -> str:
    who = request.values.get("who", "")
    brush = MARKER if request.values.get("brush") == MARKER else None
    return url_for("quick.answer", table_id=table_id, who=who if who.isdigit() and who != "0" else None, brush=brush)


def _state(look: Look) -> DewanState:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state


def _quick_score(look: Look) -> DewanState:
    """A game that is recorded turn by turn is not to be changed from here."""
    if not look.summary.quick_score:
        abort(404)
    return _state(look)


def _seat(look: Look) -> int:
    told = request.values.get("who", "0")
    return int(told) if told in map(str, range(len(_state(look).play.table.players))) else 0


def _start(draft: Draft, boxes: Boxes[Box], faults: Sequence[Fault] = ()) -> Response:
    box = boxes[draft.box]
    return page_or_fragment(
        "quick/start.html",
        "quick/_start.html",
        422 if faults else 200,
        draft=draft,
        boxes=boxes,
        demo=DEMO_BOX,
        scenarios=[(scenario, picture(scenario)) for scenario in ScenarioName],
        colors=palette(box),
        shown_names=[name_of_seat(draft, seat) for seat in range(MOST_PLAYERS)],
        faults=faults_by_place(faults),
    )


def _page(look: Look, *, faults: Sequence[Fault] = (), place: str = "", notice: str | None = None) -> Response:
    state = _state(look)
    table = state.play.table
    pad = scoreboard(state)
    seat = _seat(look)
    marker = quick.marker_of(state.play)
    brush = MARKER if marker and request.values.get("brush") == MARKER else None
    looks = camp_looks(table.players, box_in(desk(), state.box))
    at = hex_in(request.args.get("at", ""))
    here = url_for("quick.answer", table_id=look.info.id, who=seat, brush=brush)
    drawing = None
    if table.board.printed:
        options = MapOptions(
            looks=looks,
            chosen=[at] if at else (),
            letters=False,
            link=lambda space: f"{here}&at={space.q},{space.r}",
        )
        drawing = map_view(table.board, options)
    return page_or_fragment(
        "dewan/quick/page.html",
        "dewan/quick/_page.html",
        422 if faults or notice else 200,
        look=look,
        table=table,
        pad=pad,
        why=None,
        looks=looks,
        seat=seat,
        asked=quick.answers(state, pad, seat),
        columns=[next(one for one in pad.columns if player.name in one.members) for player in table.players],
        camps=[len(table.placed_camps(player.name)) for player in table.players],
        tiles=[[(points, flames) for points in quick.STORY_POINTS] for flames in quick.STORY_FIRE],
        majority_points=quick.MAJORITIES,
        map=drawing,
        at=at if at and table.board.has(at) else None,
        brush=brush,
        marker=marker,
        own=here,
        said=_said(faults, place),
        typed=request.form if faults else {},
        notice=notice,
        begun=any(column.total for column in pad.columns),
        can_undo=_answered(table_id=look.info.id),
        entry_id=entry_id(),
    )


def _answered(table_id: str) -> bool:
    """Something was answered since the pad was begun, so there is something to take back."""
    return len(timeline(whole(desk().service.store.entries(table_id))).effective) > 1


def _said(faults: Sequence[Fault], place: str) -> Mapping[str, str]:
    """What is wrong, in words, at the question it was the answer to."""
    text = " ".join(dict.fromkeys(t(fault.code, **fault.params) for fault in faults[:3]))
    return {place: text} if text else {}
