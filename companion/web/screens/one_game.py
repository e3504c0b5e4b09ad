"""One past game as a page tells it: the race, the routes, the events, and how long it took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.games.facts import Fact, FactKind
from companion.service.course import Course, Step
from companion.service.results import Result
from companion.web.drawing.players import CampLook
from companion.web.screens.charts import NARROW, WIDE, RaceChart, RouteRow, race_chart, route_rows

LONGEST_EVENING = 12 * 60
"""Minutes. Whoever finishes next day did not play all night."""


@dataclass(frozen=True)
class Happening:
    """Something worth telling of a game, with the step of the replay that shows it."""

    step: int
    round: int
    fact: Fact


@dataclass(frozen=True)
class OneGame:
    """``races``: the same chart for wide and for narrow screens."""

    races: tuple[RaceChart, ...]
    routes: tuple[RouteRow, ...]
    untold_routes: bool
    happenings: tuple[Happening, ...]


def one_game(course: Course, looks: Mapping[str, CampLook], column_looks: Mapping[str, CampLook]) -> OneGame:
    routes = _routes(course.steps, list(looks))
    return OneGame(
        _races(course, column_looks),
        route_rows(routes, looks),
        any(length is None for ways in routes.values() for _, length in ways),
        _happenings(course),
    )


def _races(course: Course, looks: Mapping[str, CampLook]) -> tuple[RaceChart, ...]:
    """Nothing to draw of a game of which only the end is known."""
    if course.game.summary(course.last.state).quick_score:
        return ()
    return tuple(chart for paper in (WIDE, NARROW) if (chart := race_chart(course.laps, looks, paper)))


def _routes(steps: Sequence[Step], names: Sequence[str]) -> dict[str, list[tuple[int, int | None]]]:
    routes: dict[str, list[tuple[int, int | None]]] = {name: [] for name in names}
    for step in steps:
        for fact in step.facts:
            if fact.kind is FactKind.ROUTE and fact.player in routes:
                routes[fact.player].append((step.number, len(fact.spaces) or None))
    return routes


def _happenings(course: Course) -> tuple[Happening, ...]:
    found = []
    before = course.steps[0]
    for step in course.steps[1:]:
        told = [fact for fact in step.facts if fact.kind in (FactKind.EVENT, FactKind.MILESTONE)]
        number = course.game.summary(before.state).round if told else 0
        found += [Happening(step.number, number, fact) for fact in told]
        before = step
    return tuple(found)


def minutes(result: Result) -> int | None:
    """How long the game took; None where nobody recorded it while it was played."""
    if not result.recorded:
        return None
    began, ended = (datetime.fromisoformat(moment) for moment in (result.began_at, result.ended_at))
    passed = round((ended - began).total_seconds() / 60)
    return passed if 0 < passed <= LONGEST_EVENING else None
