"""A past game: all its numbers, and its replay step by step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, Response, abort, request

from companion.games.contract import Label, Summary
from companion.games.facts import Fact, FactKind
from companion.games.people import GONE, PeopleState
from companion.games.scoreboard import Scoreboard
from companion.log.photos import KeptPhoto
from companion.service.answers import TableView
from companion.service.clocks import Clocks, clocks
from companion.service.playback import Playback, PlaybackStep
from companion.service.results import Result, result_of
from companion.share.pad import Called, headline, said
from companion.web.access.limits import REPLAYS
from companion.web.access.policy import Role, open_to
from companion.web.drawing.charts import NARROW, WIDE, RaceChart, RouteRow, race_chart, route_rows
from companion.web.drawing.looks import column_looks
from companion.web.drawing.players import PlayerStyle
from companion.web.friends import known_people
from companion.web.game_screens import GameScreens, all_screens
from companion.web.htmx import page_or_fragment
from companion.web.language import current_speaker, t
from companion.web.pad import Picture
from companion.web.pages.preferences import preferred
from companion.web.submit import backend, view_table

bp = Blueprint("past_game", __name__, url_prefix="/games/<table_id>")

LONGEST_EVENING = 12 * 60
"""Minutes. A game finished the next day was not played all night."""


@dataclass(frozen=True)
class Happening:
    """Something worth telling of a game, with the step of the replay that shows it."""

    step: int
    round: int
    fact: Fact


@dataclass(frozen=True)
class PastPage:
    """What both pages of a past game show. ``called``: what people are called on them."""

    result: Result
    called: "CalledNow"
    course: Playback

    @property
    def steps(self) -> int:
        return len(self.course.steps) - 1

    def label(self, label: Label) -> str:
        return label_text(label, self.called)


@dataclass(frozen=True)
class GamePage(PastPage):
    """One game in all its numbers. ``races``: the same chart for wide and for narrow screens."""

    headline: str
    looks: Mapping[str, PlayerStyle]
    races: tuple[RaceChart, ...]
    routes: tuple[RouteRow, ...]
    happenings: tuple[Happening, ...]
    rematch: str | None
    photos: Sequence[KeptPhoto]
    clocks: Clocks | None
    """Where this device wants them, and the game was recorded while it was played."""

    @property
    def minutes(self) -> int | None:
        return minutes(self.result)

    @property
    def untold_routes(self) -> bool:
        return any(bar.length is None for row in self.routes for bar in row.bars)


@dataclass(frozen=True)
class ReplayPage(PastPage):
    """A step of the game. ``looks``: by column of the pad."""

    step: PlaybackStep
    everything: bool
    board: Scoreboard
    player_looks: Mapping[str, PlayerStyle]
    looks: Mapping[str, PlayerStyle]
    picture: Picture | None
    sheets: Sequence[str]

    @property
    def summary(self) -> Summary:
        return self.course.game.summary(self.step.state)

    @property
    def given(self) -> list[Fact]:
        return [one for one in self.step.facts if one.kind is not FactKind.ROUTE and one.label != self.step.label]


def _races(course: Playback, looks: Mapping[str, PlayerStyle]) -> tuple[RaceChart, ...]:
    """Nothing to draw of a game of which only the end is known."""
    if course.game.summary(course.last.state).quick_score:
        return ()
    return tuple(chart for paper in (WIDE, NARROW) if (chart := race_chart(course.laps, looks, paper)))


def _routes(steps: Sequence[PlaybackStep], names: Sequence[str]) -> dict[str, list[tuple[int, int | None]]]:
    routes: dict[str, list[tuple[int, int | None]]] = {name: [] for name in names}
    for step in steps:
        for fact in step.facts:
            if fact.kind is FactKind.ROUTE and fact.player in routes:
                routes[fact.player].append((step.number, len(fact.spaces) or None))
    return routes


def _happenings(course: Playback) -> tuple[Happening, ...]:
    found = []
    before = course.steps[0]
    for step in course.steps[1:]:
        given = [fact for fact in step.facts if fact.kind in (FactKind.EVENT, FactKind.MILESTONE)]
        number = course.game.summary(before.state).round if given else 0
        found += [Happening(step.number, number, fact) for fact in given]
        before = step
    return tuple(found)


def minutes(result: Result) -> int | None:
    """How long the game took; None where nobody recorded it while it was played."""
    if not result.recorded:
        return None
    began, ended = (datetime.fromisoformat(moment) for moment in (result.began_at, result.ended_at))
    passed = round((ended - began).total_seconds() / 60)
    return passed if 0 < passed <= LONGEST_EVENING else None


def wanted_clocks(result: Result) -> Clocks | None:
    if preferred()["clocks"] == "off" or not minutes(result):
        return None
    with REPLAYS.turn():
        found = clocks(backend().playbacks.course(result.table_id))
    return found if found.most else None


@bp.get("")
@open_to(Role.SPECTATOR)
def show(table_id: str) -> Response:
    look, result = look_and_result(table_id)
    with REPLAYS.turn():
        course = backend().playbacks.course(table_id)
    screens = own_screens(look)
    looks = screens.looks(look)
    columns = column_looks(result.scoreboard, looks)
    called = called_now()
    page = GamePage(
        result,
        called,
        course,
        headline=headline(result, current_speaker(), called),
        looks=looks,
        races=_races(course, columns),
        routes=route_rows(_routes(course.steps, list(looks)), looks),
        happenings=_happenings(course),
        rematch=screens.rematch(look),
        photos=backend().albums.of(table_id),
        clocks=wanted_clocks(result),
    )
    return page_or_fragment("games/game.html", "games/_game.html", page)


@bp.get("/replay")
@open_to(Role.SPECTATOR)
def replay(table_id: str) -> Response:
    """A step of the game; no hidden cards are in it, for any viewer."""
    look, result = look_and_result(table_id)
    everything = "all" in request.args
    with REPLAYS.turn():
        course = backend().playbacks.course(table_id, undone=everything)
    step = course.at(request.args.get("step", default=0, type=int))
    before = course.steps[step.number - 1] if step.number else None
    board = course.game.scoreboard(step.state)
    assert board is not None
    screens = own_screens(look)
    looks = screens.looks(look)
    page = ReplayPage(
        result,
        called_now(),
        course,
        step=step,
        everything=everything,
        board=board,
        player_looks=looks,
        looks=column_looks(board, looks),
        picture=screens.replay_picture(look, before, step),
        sheets=screens.sheets,
    )
    return page_or_fragment("games/replay.html", "games/_replay_view.html", page)


# --- What the pages about past games share


class CalledNow:
    """What players are called on a page: by the book of people, and deleted ones by the number of their seat."""

    def __init__(self, people: PeopleState) -> None:
        self.people = people

    def __call__(self, name: str) -> str:
        if gone := GONE.fullmatch(name):
            return t("web.people.gone", number=gone[1])
        return self.people.name(name)

    def all(self, names: Sequence[str], between: str = ", ") -> str:
        return between.join(map(self, names))


def called_now() -> CalledNow:
    return CalledNow(known_people())


def label_text(label: Label, called: Called) -> str:
    return said(label, current_speaker(), called)


def look_and_result(table_id: str) -> tuple[TableView, Result]:
    """A table that is played for points; others have no page here."""
    look = view_table(table_id)
    result = result_of(look)
    if result is None:
        abort(404)
    return look, result


def own_screens(look: TableView) -> GameScreens:
    """A game need not have any screens of its own to be looked back at."""
    return all_screens().get(look.info.game) or GameScreens()
