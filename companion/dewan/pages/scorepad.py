"""The score pad of Dewan: what is counted from the table, with what was typed over it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.dewan.game import DewanState
from companion.dewan.pad import MAP_ROWS, counted_sheets, fire, ranked, tie
from companion.dewan.rules import scoring
from companion.dewan.rules.scoring import Sheet
from companion.dewan.rules.table import Table
from companion.games.contract import Label
from companion.rules.hexes import Hex
from companion.web.pad import Cell, Column, Counted, Pad, Row, Why, rules_of, sorted_out

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

__all__ = ["MAP_ROWS", "fire", "pad", "why"]

SIGNS: Mapping[str, str] = {
    "stories": "story",
    "fire": "fire",
    "fire_majority": "fire",
    "groups": "camp-group",
    "berries": "berry",
    "pairs": "pair",
    "berry_pairs": "pair",
    "fish": "fish",
    "forest_mountain_zones": "route",
    "water_zones": "water-marker",
    "water_majorities": "water-marker",
    "starting_tiles": "camp",
}


def pad(state: DewanState) -> Pad:
    """What is counted from the table, with what was typed over it. Team play is scored by teams (D-TEAM-03)."""
    sheets = counted_sheets(state)
    has_map = bool(state.play.table.board.printed)
    columns = tuple(_column(sheet, state.typed.get(sheet.name, {}), has_map) for sheet in sheets)
    totals = [column.total for column in columns]
    ranking = ranked(sheets, totals)
    rows = tuple(_row(line.row) for line in sheets[0].lines)
    return Pad(rows, columns, ranking, state.play.over, tie(sheets, totals, ranking))


def _row(row: str) -> Row:
    note = f"+{scoring.MOST_FIRE}" if row == "fire_majority" else ""
    return Row(row, Label(f"score.row.{row}"), SIGNS[row], note)


def _column(sheet: Sheet, typed: Mapping[str, int], has_map: bool) -> Column:
    cells = tuple(
        Cell(sheet.name, line, typed.get(line.row), has_map or line.row not in MAP_ROWS) for line in sheet.lines
    )
    return Column(sheet.name, sheet.members, cells)


@dataclass(frozen=True)
class MapWhy(Why):
    """And where on the map it was counted."""

    zones: tuple[tuple[Hex, ...], ...] = ()
    camps: tuple[Hex, ...] = ()


def why(state: DewanState, the_pad: Pad, column: str, row: str) -> MapWhy | None:
    cell = the_pad.cell(column, row)
    if cell is None:
        return None
    table = state.play.table
    evidence = cell.line.evidence
    counted = sorted_out(replace(item, kind=None) for item in evidence if item.count)
    return MapWhy(
        cell,
        Label(f"why.{row}"),
        tuple(
            Counted(Label(f"evidence.{what}", {"n": number, "total": total}), None if player == column else player)
            for (what, player, _), (number, total) in counted.items()
        ),
        rules_of(cell.line),
        tuple(
            (ruling, Label(f"ruling.{ruling}.{table.ruling(ruling)}"))
            for ruling in ROW_RULINGS.get(row, ())
            if _matters(table, ruling)
        ),
        tuple(item.spaces for item in evidence if item.spaces),
        tuple(at for item in evidence for at in item.camps if at not in item.spaces),
    )


def _matters(table: Table, ruling: str) -> bool:
    """R-03 speaks of the volcano alone."""
    return ruling != "R-03" or table.scenario == "volcano"
