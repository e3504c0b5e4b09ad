"""Charts as drawings: numbers for the templates of ``charts/``, which know how they look.

Nothing is told by colour alone: every line has its own dash and its own mark, and every chart its table of numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

from companion.service.playback import Lap
from companion.web.drawing.players import PlayerStyle

LEFT, TOP, BOTTOM = 46.0, 18.0, 40.0
DASHES = ("", "14 6", "3 6", "14 5 3 5")
LABEL_GAP = 24.0


@dataclass(frozen=True)
class Paper:
    """What a chart is drawn on; ``right`` is left free for the names at the ends of the lines."""

    name: str
    width: float
    height: float
    right: float
    most_marks: int
    most_rounds: int


WIDE = Paper("wide", 760, 360, 150, 26, 12)
NARROW = Paper("narrow", 360, 330, 96, 12, 6)
"""For phones: the same lines, drawn so that words keep their size."""


@dataclass(frozen=True)
class ChartPoint:
    x: float
    y: float


@dataclass(frozen=True)
class ChartLine:
    """One competitor: ``label_y`` is where its name fits beside the end of the line."""

    name: str
    look: PlayerStyle
    dash: str
    points: str
    marks: tuple[ChartPoint, ...]
    end: ChartPoint
    label_y: float
    total: float


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class RaceChart:
    paper: str
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    lines: tuple[ChartLine, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


def race_chart(laps: Sequence[Lap], looks: Mapping[str, PlayerStyle], paper: Paper = WIDE) -> RaceChart | None:
    """The points over the turns; None while there is only one moment to draw."""
    if len(laps) < 2:
        return None
    names = list(laps[-1].totals)
    most = ceil(max(max(lap.totals.values()) for lap in laps))
    least = floor(min(0, min(min(lap.totals.values()) for lap in laps)))
    step = _nice(max(1, most - least))
    top_value = max(step, -(-most // step) * step)
    bottom_value = (least // step) * step
    right, bottom = paper.width - paper.right, paper.height - BOTTOM

    def x(i: int) -> float:
        return round(LEFT + (right - LEFT) * i / (len(laps) - 1), 1)

    def y(points: float) -> float:
        return round(bottom - (bottom - TOP) * (points - bottom_value) / (top_value - bottom_value), 1)

    labels = _apart({name: y(laps[-1].totals[name]) for name in names}, bottom)
    every = -(-len(laps) // paper.most_marks)  # with more marks than that they would touch each other
    lines = []
    for i, name in enumerate(names):
        points = [ChartPoint(x(j), y(lap.totals[name])) for j, lap in enumerate(laps)]
        lines.append(
            ChartLine(
                name,
                looks[name],
                DASHES[i % len(DASHES)],
                " ".join(f"{point.x:g},{point.y:g}" for point in points),
                tuple(point for j, point in enumerate(points) if j % every == 0 or j == len(points) - 1),
                points[-1],
                labels[name],
                laps[-1].totals[name],
            )
        )
    up = tuple(Tick(y(value), str(value)) for value in range(bottom_value, top_value + 1, step))
    across = _rounds(laps, x, paper.most_rounds)
    return RaceChart(paper.name, paper.width, paper.height, LEFT, right, TOP, bottom, tuple(lines), across, up)


def _nice(span: int) -> int:
    """A step that makes four to eight lines, of the sort people count in."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200):
        if span / step <= 8:
            return step
    return 500


def _rounds(laps: Sequence[Lap], x: Callable[[int], float], most: int) -> tuple[Tick, ...]:
    """Where each round ended; not more of them than there is room for."""
    ends = {lap.round: i for i, lap in enumerate(laps) if lap.round}
    every = -(-len(ends) // most) if ends else 1
    return tuple(Tick(x(i), str(number)) for number, i in ends.items() if number % every == 0 or len(ends) < 3)


def _apart(wanted: Mapping[str, float], bottom: float) -> dict[str, float]:
    """Labels at their height, pushed apart until none covers another."""
    placed: dict[str, float] = {}
    below = TOP
    for name in sorted(wanted, key=lambda name: wanted[name]):
        placed[name] = max(wanted[name], below)
        below = placed[name] + LABEL_GAP
    if below - LABEL_GAP > bottom:
        above = bottom
        for name in sorted(placed, key=lambda name: placed[name], reverse=True):
            placed[name] = min(placed[name], above)
            above = placed[name] - LABEL_GAP
    return {name: round(at, 1) for name, at in placed.items()}


@dataclass(frozen=True)
class Bar:
    """A route: ``length`` in spaces, None where nobody told its way. ``step`` is where the replay shows it."""

    x: float
    height: float
    length: int | None
    step: int


@dataclass(frozen=True)
class RouteRow:
    player: str
    look: PlayerStyle
    bars: tuple[Bar, ...]
    longest: int
    total: int


BAR, BAR_GAP, ROW_HEIGHT = 34.0, 10.0, 92.0


def route_rows(
    routes: Mapping[str, Sequence[tuple[int, int | None]]], looks: Mapping[str, PlayerStyle]
) -> tuple[RouteRow, ...]:
    """A row of bars a player, one for each camp in the order they were placed. ``routes``: step and length."""
    given = [length for ways in routes.values() for _, length in ways if length]
    if not given:
        return ()
    unit = (ROW_HEIGHT - 24) / max(given)
    return tuple(
        RouteRow(
            name,
            looks[name],
            tuple(
                Bar(round(i * (BAR + BAR_GAP), 1), round(max(6.0, unit * (length or 0)), 1), length, step)
                for i, (step, length) in enumerate(ways)
            ),
            max((length or 0 for _, length in ways), default=0),
            sum(length or 0 for _, length in ways),
        )
        for name, ways in routes.items()
    )
