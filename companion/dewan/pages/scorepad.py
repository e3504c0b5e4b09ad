"""Where a number on the scoreboard of Dewan comes from, and where on the map it was counted."""

from dataclasses import dataclass, replace

from companion.dewan.game import DewanState
from companion.dewan.rules.table import Table
from companion.games.scoreboard import Label, Scoreboard
from companion.rules.hexes import Hex
from companion.web.pad import Counted, Why, rules_of, sorted_out


@dataclass(frozen=True)
class MapWhy(Why):
    """And where on the map it was counted."""

    zones: tuple[tuple[Hex, ...], ...] = ()
    camps: tuple[Hex, ...] = ()


def why(state: DewanState, board: Scoreboard, column: str, row: str) -> MapWhy | None:
    cell = board.cell(column, row)
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
            for ruling in board.row_of(cell).rulings
            if _matters(table, ruling)
        ),
        tuple(item.spaces for item in evidence if item.spaces),
        tuple(at for item in evidence for at in item.camps if at not in item.spaces),
    )


def _matters(table: Table, ruling: str) -> bool:
    """R-03 speaks of the volcano alone."""
    return ruling != "R-03" or table.scenario == "volcano"
