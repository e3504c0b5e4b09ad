"""A summary of a table: what every list says of it, made from its state and written beside its log."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from companion.games.contract import Game, Label, Mode, Standing, State, Summary
from companion.games.people import GONE, key_of
from companion.games.standing import Row, ScoreColumn
from companion.log.rows import TableInfo
from companion.log.summaries import Facet, Summarised

_SHAPE = "summary/1"
"""Changes with what a summary holds: older ones are then made anew."""


@dataclass(frozen=True)
class Listed:
    """A table as lists show it; the header is not read. ``summary`` is None for one that cannot be opened.

    ``standing`` is that of a finished game, in lists that are about them.
    """

    info: TableInfo
    summary: Summary | None
    standing: Standing | None = None


def made_by(game: Game) -> str:
    return f"{_SHAPE} {game.rules_version}"


UNREADABLE = Summarised(f"{_SHAPE} -")


def summarised(game: Game, info: TableInfo, state: State) -> Summarised:
    summary = game.summary(state)
    standing = game.standing(state) if summary.over else None
    facets = {(one.facet, one.value): one for one in _facets(info, summary)} if standing else {}
    return Summarised(
        made_by(game),
        summary.mode if summary.players else "",
        standing is not None,
        summary.box,
        " ".join(map(key_of, (summary.title or "", *summary.players))),
        facets.values(),
        asdict(summary),
        asdict(standing) if standing else None,
    )


def _facets(info: TableInfo, summary: Summary) -> Iterator[Facet]:
    """What a finished game is found by."""
    count, year = str(len(summary.players)), local_year(info.touched_at)
    words = {"game": info.game, "scenario": summary.scenario, "count": count, "year": year}
    for facet, word in words.items():
        yield Facet(facet, word, word)
    for name in summary.players:
        if not GONE.fullmatch(name):
            yield Facet("player", key_of(name), name)


def local_year(moment: str) -> str:
    return str(datetime.fromisoformat(moment).astimezone().year)


def read_listed(info: TableInfo, told: Any, standing: Any) -> Listed:
    """What ``summarised`` wrote. Raises KeyError, TypeError, ValueError for anything else."""
    if told is None:
        return Listed(info, None)
    lists = {key: tuple(told[key]) for key in ("players", "colors")}
    summary = Summary(**{**told, **lists, "mode": Mode(told["mode"])})
    return Listed(info, summary, None if standing is None else _standing(standing))


def _standing(told: Any) -> Standing:
    columns = tuple(
        ScoreColumn(one["name"], tuple(one["members"]), tuple(Row(**cell) for cell in one["rows"]))
        for one in told["columns"]
    )
    tie_break = Label(**told["tie_break"]) if told["tie_break"] else None
    return Standing(columns, tuple(tuple(names) for names in told["ranking"]), tie_break)
