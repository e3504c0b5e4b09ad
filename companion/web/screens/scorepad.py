"""The score pad as data: a column a player or team, a row a category, each cell with what it was counted from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from companion.games.dewan import DewanState
from companion.rules.dewan import game, scoring
from companion.rules.dewan.scoring import Score, Sheet, Tally
from companion.rules.dewan.table import Table
from companion.rules.dewan.words import CAMPS_TO_PLACE
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence, ScoreLine

ROW_RULINGS: Mapping[str, tuple[str, ...]] = {
    "stories": ("R-30",),
    "fire": ("R-03",),
    "fire_majority": ("R-35",),
    "groups": ("R-04",),
    "pairs": ("R-01",),
    "water_zones": ("R-05",),
    "water_majorities": ("R-05",),
}
"""The rulings with options that a row leans on."""

MAP_ROWS = ("groups", "forest_mountain_zones", "water_zones", "starting_tiles", "water_majorities")
"""Rows that only a map can count."""


@dataclass(frozen=True)
class Cell:
    """``typed`` is what somebody wrote over the count; None where nobody did.

    ``countable``: there is something to count it from; without a map, most of what depends on places has to be typed.
    """

    column: str
    line: ScoreLine
    typed: int | None = None
    countable: bool = True

    @property
    def row(self) -> str:
        return self.line.row

    @property
    def points(self) -> int:
        return self.line.points if self.typed is None else self.typed


@dataclass(frozen=True)
class Column:
    """``members``: the player, or both partners of a team."""

    name: str
    members: tuple[str, ...]
    cells: tuple[Cell, ...]
    hand: int
    fire: int
    berries: int

    @property
    def total(self) -> int:
        return sum(cell.points for cell in self.cells)


@dataclass(frozen=True)
class Pad:
    """``ranking``: names, best first, equals together. ``by_hand``: cards in hand had to decide the first place."""

    columns: tuple[Column, ...]
    ranking: tuple[tuple[str, ...], ...]
    by_hand: bool
    final: bool

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(cell.row for cell in self.columns[0].cells)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0]

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)

    def lead(self) -> tuple[tuple[str, int], ...]:
        """How far the winners are ahead of each of the others."""
        best = max(column.total for column in self.columns)
        return tuple((one.name, best - one.total) for one in self.columns if one.name not in self.winners)


def pad(state: DewanState) -> Pad:
    """What is counted from the table, with what was typed over it. Team play is scored by teams (D-TEAM-03)."""
    sheets = _sheets(state)
    has_map = bool(state.play.table.board.printed)
    columns = tuple(_column(sheet, state.typed.get(sheet.name, {}), has_map) for sheet in sheets)
    ranking = _ranked(sheets, columns)
    best = max(column.total for column in columns)
    tied = [column for column in columns if column.total == best]
    return Pad(columns, ranking, len(tied) > len(ranking[0]), state.play.over)


def _sheets(state: DewanState) -> tuple[Sheet, ...]:
    """As counted; but what depends on the number of Fire follows the Fire that was typed."""
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


def fire(state: DewanState, table: Table, name: str) -> Tally:
    """The last camp gives its Fire also where nobody told where it stands (D-SCORE-FIRE-01)."""
    tally = game.scenario_of(table).fire(table, name)
    if len(table.placed_camps(name)) < CAMPS_TO_PLACE <= state.play.camps_placed(name):
        tally = (*tally, Evidence("final-camp", "D-SCORE-FIRE-01", 1, name))
    return tally


def _ranked_sheets(score: Score) -> tuple[Sheet, ...]:
    return score.teams or score.players


def _with_fire_line(sheet: Sheet, counted: Sheet) -> Sheet:
    line = next(line for line in counted.lines if line.row == "fire")
    return sheet._replace(lines=tuple(line if one.row == "fire" else one for one in sheet.lines))


def _column(sheet: Sheet, typed: Mapping[str, int], has_map: bool) -> Column:
    cells = tuple(
        Cell(sheet.name, line, typed.get(line.row), has_map or line.row not in MAP_ROWS) for line in sheet.lines
    )
    return Column(sheet.name, sheet.members, cells, sheet.hand, sheet.fire, sheet.berries)


def _ranked(sheets: Sequence[Sheet], columns: Sequence[Column]) -> tuple[tuple[str, ...], ...]:
    """The rules' own ranking, on the points as they stand on the pad (D-SCORE-WIN-01)."""
    standing = [
        sheet._replace(lines=(ScoreLine("total", "D-SCORE-WIN-01", column.total),))
        for sheet, column in zip(sheets, columns, strict=True)
    ]
    return scoring.rank(standing)


@dataclass(frozen=True)
class Why:
    """Where the number of one cell comes from."""

    cell: Cell
    counted: tuple[tuple[str, str | None, int, int], ...]
    """What sort of thing, whose, how many of them, and what they add up to."""
    rules: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    zones: tuple[tuple[Hex, ...], ...]
    camps: tuple[Hex, ...]


def why(state: DewanState, the_pad: Pad, column: str, row: str) -> Why | None:
    chosen = the_pad.column(column)
    cell = next((cell for cell in chosen.cells if cell.row == row), None) if chosen else None
    if cell is None:
        return None
    table = state.play.table
    evidence = cell.line.evidence
    return Why(
        cell,
        _sorted_out(item for item in evidence if item.count),
        tuple(dict.fromkeys([cell.line.rule, *(item.rule for item in evidence)])),
        tuple((ruling, table.ruling(ruling)) for ruling in ROW_RULINGS.get(row, ()) if _matters(table, ruling)),
        tuple(item.spaces for item in evidence if item.spaces),
        tuple(at for item in evidence for at in item.camps if at not in item.spaces),
    )


def _sorted_out(evidence: Iterable[Evidence]) -> tuple[tuple[str, str | None, int, int], ...]:
    sorts: dict[tuple[str, str | None], tuple[int, int]] = {}
    for item in evidence:
        number, total = sorts.get((item.what, item.player), (0, 0))
        sorts[item.what, item.player] = (number + 1, total + item.count)
    return tuple((what, player, *counts) for (what, player), counts in sorts.items())


def _matters(table: Table, ruling: str) -> bool:
    """R-03 speaks of the volcano alone."""
    return ruling != "R-03" or table.scenario == "volcano"
