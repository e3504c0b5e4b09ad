"""The scoreboard of Dewan: what is counted from the table, with what was typed over it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.dewan.rules import game, scoring
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.scoring import PadRow, Score, Sheet, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import CAMPS_TO_PLACE
from companion.games.scoreboard import Cell, Column, Label, Ranking, Row, Scoreboard
from companion.rules.verdict import Evidence, ScoreLine

if TYPE_CHECKING:
    from companion.dewan.game import DewanState


ROWS: Mapping[str, PadRow] = {
    row.key: row for row in (*scoring.COMMON_ROWS, *(row for one in SCENARIOS.values() for row in one.rows))
}


def row(key: str) -> Row:
    found = ROWS[key]
    return Row(key, Label(f"score.row.{key}"), found.sign, found.note, found.rulings)


def scoreboard(state: "DewanState") -> Scoreboard:
    """Team play is scored by teams (D-TEAM-03)."""
    return _scoreboard(state.play.table, counted_sheets(state), state.typed, state.play.over)


def scoreboards_of(table: Table) -> tuple[Scoreboard, ...]:
    """Of a table as it stands: by players, and in team play by teams after that."""
    score = game.score(table)
    return tuple(_scoreboard(table, sheets) for sheets in (score.players, score.teams) if sheets)


def _scoreboard(
    table: Table, sheets: Sequence[Sheet], typed: Mapping[str, Mapping[str, int]] | None = None, over: bool = False
) -> Scoreboard:
    has_map = bool(table.board.printed)
    columns = tuple(_column(sheet, (typed or {}).get(sheet.name, {}), has_map) for sheet in sheets)
    totals = [column.total for column in columns]
    ranking = ranked(sheets, totals)
    tied = tie(sheets, totals, ranking)
    return Scoreboard(tuple(row(line.row) for line in sheets[0].lines), columns, ranking, over, tied, tied)


def _column(sheet: Sheet, typed: Mapping[str, int], has_map: bool) -> Column:
    cells = tuple(
        Cell(sheet.name, line, typed.get(line.row), has_map or not ROWS[line.row].on_map) for line in sheet.lines
    )
    return Column(sheet.name, sheet.members, cells)


def counted_sheets(state: "DewanState") -> tuple[Sheet, ...]:
    """As counted, by teams in team play (D-TEAM-03); but what depends on the number of Fire follows what was typed."""
    table = state.play.table.as_seen_by(None)
    counted = _ranked_sheets(game.score(table, partial(fire, state)))
    typed = {
        sheet.name: max(0, state.typed[sheet.name]["fire"])
        for sheet in counted
        if "fire" in state.typed.get(sheet.name, {})
    }
    if not typed:
        return counted
    columns = {member: sheet for sheet in counted for member in sheet.members}

    def standing(table: Table, name: str) -> Tally:
        column = columns[name]
        if column.name not in typed:
            return fire(state, table, name)
        return (Evidence("fire", "D-SCORE-FIRE-01", typed[column.name], name),) if name == column.members[0] else ()

    follows = _ranked_sheets(game.score(table, standing))
    return tuple(_with_fire_line(sheet, before) for sheet, before in zip(follows, counted, strict=True))


def fire(state: "DewanState", table: Table, name: str) -> Tally:
    """The last camp gives its Fire also where nobody told where it stands (D-SCORE-FIRE-01)."""
    tally = game.scenario_of(table).fire(table, name)
    if len(table.placed_camps(name)) < CAMPS_TO_PLACE <= state.play.camps_placed(name):
        tally = (*tally, Evidence("final-camp", "D-SCORE-FIRE-01", 1, name))
    return tally


def ranked(sheets: Sequence[Sheet], totals: Sequence[int]) -> Ranking:
    """The rules' own ranking, on the points as they stand on the pad (D-SCORE-WIN-01)."""
    standing = [
        sheet._replace(lines=(ScoreLine("total", "D-SCORE-WIN-01", total),))
        for sheet, total in zip(sheets, totals, strict=True)
    ]
    return scoring.rank(standing)


def tie(sheets: Sequence[Sheet], totals: Sequence[int], ranking: Ranking) -> Label | None:
    """Cards in hand decided, where more had the most points than won (D-SCORE-WIN-01)."""
    if sum(total == max(totals) for total in totals) <= len(ranking[0]):
        return None
    hand = next(sheet.hand for sheet in sheets if sheet.name == ranking[0][0])
    return Label("web.score.by-hand", {"name": ", ".join(ranking[0]), "n": hand})


def _ranked_sheets(score: Score) -> tuple[Sheet, ...]:
    return score.teams or score.players


def _with_fire_line(sheet: Sheet, counted: Sheet) -> Sheet:
    line = next(line for line in counted.lines if line.row == "fire")
    return sheet._replace(lines=tuple(line if one.row == "fire" else one for one in sheet.lines))
