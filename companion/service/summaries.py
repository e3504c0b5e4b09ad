"""A summary of a table: what every list says of it, made from its state and written beside its log."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from companion.games.contract import Game, Json, Label, Mode, Scoreboard, State, Summary
from companion.games.people import key_of
from companion.games.scoreboard import Cell, Column
from companion.log.rows import TableInfo
from companion.log.summaries import PART, Facet, Summarised
from companion.rules.verdict import ScoreLine
from companion.service.naming import is_somebody

_SHAPE = "summary/3"
"""Changes with what a summary holds: older ones are then made anew."""


@dataclass(frozen=True)
class Listed:
    """A table as lists show it; the header is not read. ``summary`` is None for one that cannot be opened.

    ``scoreboard`` is that of a finished game, in lists that are about them.
    """

    info: TableInfo
    summary: Summary | None
    scoreboard: Scoreboard | None = None


def made_by(game: Game) -> str:
    return f"{_SHAPE} {game.rules_version}"


UNREADABLE = Summarised(f"{_SHAPE} -")


def summarised(game: Game, info: TableInfo, state: State) -> Summarised:
    summary = game.summary(state)
    board = game.scoreboard(state) if summary.over else None
    if board and summary.quick_score and not all(column.total for column in board.columns):
        board = None  # somebody's points are still to be filled in: no result yet
    facets = {(one.facet, one.value): one for one in _facets(info, summary)} if board else {}
    parts = [Facet(PART, table_id, "") for table_id in summary.tables]
    return Summarised(
        made_by(game),
        summary.mode if summary.players else "",
        board is not None,
        summary.box,
        " ".join(map(key_of, (summary.title or "", *summary.players))),
        [*facets.values(), *parts],
        asdict(summary),
        _scoreboard_json(board) if board else None,
    )


def _facets(info: TableInfo, summary: Summary) -> Iterator[Facet]:
    """What a finished game is found by."""
    count, year = str(len(summary.players)), local_year(info.touched_at)
    words = {"game": info.game, "scenario": summary.scenario, "count": count, "year": year}
    for facet, word in words.items():
        yield Facet(facet, word, word)
    for name, color in zip_longest(summary.players, summary.colors, fillvalue=""):
        if is_somebody(info.game, name, color):
            yield Facet("player", key_of(name), name)


def local_year(moment: str) -> str:
    return str(datetime.fromisoformat(moment).astimezone().year)


def read_listed(game: Game | None, info: TableInfo, given: Any, board: Any) -> Listed:
    """What ``summarised`` wrote. Raises KeyError, TypeError, ValueError for anything else."""
    if given is None:
        return Listed(info, None)
    lists = {key: tuple(given[key]) for key in ("players", "colors", "tables")}
    summary = Summary(**{**given, **lists, "mode": Mode(given["mode"])})
    return Listed(info, summary, None if board is None or game is None else _scoreboard(game, board))


def _scoreboard_json(board: Scoreboard) -> Json:
    """As it was shown, without its evidence."""
    columns = [
        {
            "name": column.name,
            "members": column.members,
            "points": [None if cell.blank else cell.points for cell in column.cells],
        }
        for column in board.columns
    ]
    note = asdict(board.note) if board.note else None
    return {"rows": [row.key for row in board.rows], "columns": columns, "ranking": board.ranking, "note": note}


def _scoreboard(game: Game, given: Any) -> Scoreboard:
    rows = tuple(game.row(key) for key in given["rows"])
    columns = tuple(
        Column(
            one["name"],
            tuple(one["members"]),
            tuple(
                Cell(one["name"], ScoreLine(row.key, "", points or 0), blank=points is None)
                for row, points in zip(rows, one["points"], strict=True)
            ),
        )
        for one in given["columns"]
    )
    note = Label(**given["note"]) if given["note"] else None
    return Scoreboard(rows, columns, tuple(tuple(names) for names in given["ranking"]), final=True, note=note)
