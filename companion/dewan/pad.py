"""What is counted from a table of Dewan: the sheets of the pad, with what follows from the Fire that was typed."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.dewan.rules import game, scoring
from companion.dewan.rules.scoring import Score, Sheet, Tally
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import CAMPS_TO_PLACE
from companion.games.standing import Label
from companion.rules.verdict import Evidence, ScoreLine

if TYPE_CHECKING:
    from companion.dewan.game import DewanState

MAP_ROWS = ("groups", "forest_mountain_zones", "water_zones", "starting_tiles", "water_majorities")
"""Rows that only a map can count."""

Ranking = tuple[tuple[str, ...], ...]


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
