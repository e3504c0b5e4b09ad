"""Quick score of Dewan, a game nobody recorded: players in one step, then one page on which every tap counts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import DewanState
from companion.dewan.pages import quick_answers as quick
from companion.dewan.pages.photo.boards import BoardsPage, boards_page
from companion.dewan.pages.referee_question import path_in
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Marker
from companion.dewan.scoreboard import scoreboard
from companion.formats.faults import BadInput, Fault
from companion.games.scoreboard import Scoreboard
from companion.log.entries import timeline
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.service.replay import whole
from companion.web.access.policy import Role, open_to
from companion.web.drawing.hex_shapes import RADIUS
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, backend, entry_id, submit

MARKER = "marker"
"""Stands for the scenario's marker where a player's seat could stand."""


@dataclass(frozen=True)
class QuickPage:
    """``said``: what is wrong, at the question it was the answer to; ``typed``: that answer. ``tapped``: on the map."""

    look: TableView
    state: DewanState
    looks: Mapping[str, PlayerStyle]
    seat: int
    marking: bool
    tapped: Hex | None
    said: Mapping[str, str]
    typed: Mapping[str, str]
    notice: str | None
    can_undo: bool
    entry_id: str = field(default_factory=entry_id)
    tiles = tuple(tuple((points, flames) for points in quick.STORY_POINTS) for flames in quick.STORY_FIRE)
    majority_points = quick.MAJORITIES
    radius = RADIUS
    why = None

    @property
    def table(self) -> Table:
        return self.state.play.table

    @cached_property
    def pad(self) -> Scoreboard:
        return scoreboard(self.state)

    @cached_property
    def asked(self) -> quick.Answers:
        return quick.answers(self.state, self.pad, self.seat)

    @cached_property
    def boards(self) -> BoardsPage | None:
        return boards_page(self.look, "quick")

    @property
    def totals(self) -> list[int]:
        """By player."""
        return [
            next(one.total for one in self.pad.columns if player.name in one.members) for player in self.table.players
        ]

    @property
    def begun(self) -> bool:
        return any(column.total for column in self.pad.columns)

    @property
    def camps(self) -> int:
        """Those of this player on the map."""
        return len(self.table.placed_camps(self.table.players[self.seat].name))

    @property
    def marker(self) -> Marker | None:
        return quick.marker_of(self.state.play)

    @property
    def brush(self) -> str | None:
        return MARKER if self.marking else None

    @property
    def own(self) -> str:
        return url_for("quick.answer", table_id=self.look.info.id, who=self.seat, brush=self.brush)

    @property
    def at(self) -> Hex | None:
        return self.tapped if self.tapped and self.table.board.has(self.tapped) else None

    @cached_property
    def map(self) -> MapView | None:
        if not self.table.board.printed:
            return None
        here = self.own
        return MapView(
            self.table.board,
            self.looks,
            chosen=[self.tapped] if self.tapped else (),
            letters=False,
            link=lambda space: f"{here}&at={space.q},{space.r}",
        )


bp = Blueprint("quick_dewan", __name__, url_prefix="/score")


def answer_page(look: TableView, notice: str | None = None) -> AnyResponse:
    if not _state(look).asks_results:
        return see_other(url_for("scorepad.show", table_id=look.info.id))
    return _page(look, notice=notice)


def write(table_id: str) -> AnyResponse:
    """One answer about one player."""
    what = request.form.get("what", "")
    value = request.form.get("value", "")
    if what == "story" and "flames" in request.form:
        value = f"{value.strip()}/{request.form['flames'].strip() or '0'}"

    def entries(look: TableView) -> list[EntryRequest]:
        state = _quick_score(look)
        return quick.answer_entries(state, scoreboard(state), _seat(look), what, value, t("web.quick.reason"))

    return _written(table_id, entries, what)


@bp.post("/<table_id>/camp")
@open_to(Role.RECORDER)
def camp(table_id: str) -> AnyResponse:
    """A tap on the map, or a finger that went over several spaces."""

    def entries(look: TableView) -> list[EntryRequest]:
        spaces = path_in(request.form.get("at", ""))
        if not spaces:
            raise BadInput([Fault("at", "web.quick.no-space")])
        seat = None if request.form.get("brush") == MARKER else _seat(look)
        return [quick.camp_entry(_quick_score(look), seat, spaces, t("web.quick.reason"))]

    return _written(table_id, entries, "map")


def _written(table_id: str, entries: Callable[[TableView], Sequence[EntryRequest]], place: str) -> AnyResponse:
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


def _state(look: TableView) -> DewanState:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state


def _quick_score(look: TableView) -> DewanState:
    """A game that is recorded turn by turn, with all that scores, is not to be changed from here."""
    state = _state(look)
    return state if state.asks_results else abort(404)


def _seat(look: TableView) -> int:
    given = request.values.get("who", "0")
    return int(given) if given in map(str, range(len(_state(look).play.table.players))) else 0


def _page(look: TableView, *, faults: Sequence[Fault] = (), place: str = "", notice: str | None = None) -> Response:
    state = _state(look)
    page = QuickPage(
        look,
        state,
        player_styles(state.play.table.players, box_in(backend(), state.box)),
        _seat(look),
        quick.marker_of(state.play) is not None and request.values.get("brush") == MARKER,
        hex_in(request.args.get("at", "")),
        _said(faults, place),
        request.form if faults else {},
        notice,
        _answered(look.info.id),
    )
    return page_or_fragment("dewan/quick/page.html", "dewan/quick/_page.html", page, 422 if faults or notice else 200)


def _answered(table_id: str) -> bool:
    """Something was answered since the pad was begun, so there is something to take back."""
    return len(timeline(whole(backend().service.store.entries(table_id))).effective) > 1


def _said(faults: Sequence[Fault], place: str) -> Mapping[str, str]:
    """What is wrong, in words, at the question it was the answer to."""
    text = " ".join(dict.fromkeys(t(fault.code, **fault.params) for fault in faults[:3]))
    return {place: text} if text else {}
