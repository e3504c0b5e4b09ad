"""The scoreboard of The River: what is counted from the tableaus, with what was typed over it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.scoreboard import Cell, Column, Label, Row, Scoreboard, ranked_by_points
from companion.river.rules import game
from companion.river.rules.scoring import Sheet
from companion.river.rules.table import Table
from companion.river.rules.words import COLUMNS
from companion.rules.verdict import ScoreLine

if TYPE_CHECKING:
    from companion.river.game import RiverState

SIGNS = {"buildings": "building", "bonus": "bonus", "resources": "storage"}
FIXED = (*SIGNS, *(f"column_{number}" for number in range(1, COLUMNS + 1)))
MEADOW = "meadow_"


def row(key: str) -> Row:
    """A row by its key: a sort of thing, or one with a number, like ``column_2``."""
    what, _, number = key.partition("_")
    label = Label(f"river.row.{what}", {"number": int(number)} if number else {})
    return Row(key, label, SIGNS.get(what, what), rulings=("VR-01",) if what == "column" else ())


def scoreboard(state: "RiverState") -> Scoreboard:
    return scoreboard_of(state.table, state.typed)


def scoreboard_of(table: Table, typed: Mapping[str, Mapping[str, int]] | None = None) -> Scoreboard:
    """A row for each column of the tableau, and as many for meadows as the player with the most of them needs."""
    score, over = game.score(table), table.over
    most = max(len(_meadows(sheet)) for sheet in score.players)
    columns = tuple(_column(sheet, (typed or {}).get(sheet.name, {}), most) for sheet in score.players)
    ranking = ranked_by_points(columns)  # equals share it (V-SCORE-09)
    remarks = [reason for sheet in score.players for reason in sheet.remarks]
    if over:
        remarks += score.remarks
    untold = [player.name for player in table.players if None in (*player.buildings, *player.bonus)]
    return Scoreboard(
        tuple(row(key) for key in (*FIXED, *(f"{MEADOW}{number}" for number in range(1, most + 1)))),
        columns,
        ranking,
        over,
        Label("river.tie", {"names": ", ".join(ranking[0])}) if len(ranking[0]) > 1 else None,
        Label("river.not-all-told", {"names": ", ".join(untold)}) if untold and over else None,
        tuple(Label(_code(reason.code, over), reason.params) for reason in remarks),
    )


def _code(code: str, over: bool) -> str:
    """What nobody has turned up yet is not shown, known or not (V-SECRET-01)."""
    return "river.secret-until-the-end" if code == "river.unknown-value" and not over else code


def _meadows(sheet: Sheet) -> list[ScoreLine]:
    return [line for line in sheet.lines if line.row.startswith(MEADOW)]


def _column(sheet: Sheet, typed: Mapping[str, int], most: int) -> Column:
    """The rules know a meadow by its space, the rows count them."""
    cells = [Cell(sheet.name, line, typed.get(line.row)) for line in sheet.lines]
    blanks = [
        Cell(sheet.name, ScoreLine(f"none_{number}", "V-SCORE-08", 0), blank=True)
        for number in range(len(_meadows(sheet)), most)
    ]
    return Column(sheet.name, (sheet.name,), (*cells, *blanks))
