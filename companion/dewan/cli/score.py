"""The score pad of Dewan in the terminal, with the map above it."""

import sys
from collections.abc import Mapping
from typing import Any

from companion.cli.record_file import ScoreRequest
from companion.cli.terminal import colours, columns, marks, put
from companion.dewan.cli.drawing import Pens, draw, legend
from companion.dewan.formats.table import read_table
from companion.i18n.catalog import Speaker


def show(asked: ScoreRequest, answer: Mapping[str, Any]) -> None:
    table, pens = read_table(asked.record), Pens(marks(sys.stdout), colours(sys.stdout))
    names = {player.name: f"{pens.marks[seat]} {player.name}" for seat, player in enumerate(table.players)}
    if drawing := draw(table, pens):
        put(f"{drawing}\n\n{legend(table, pens, asked.say)}\n")
    if "teams" in answer:
        put(_pad(answer["players"], names, asked.say) + "\n")
        teams = {
            team: f"{team} ({' '.join(pens.marks[i] for i, one in enumerate(table.players) if one.team == team)})"
            for team in answer["teams"]
        }
        put(_pad(answer["teams"], teams, asked.say) + "\n")
    else:
        put(_pad(answer["players"], names, asked.say) + "\n")


def _pad(sheets: Mapping[str, Any], names: Mapping[str, str], say: Speaker) -> str:
    rows = next(iter(sheets.values()))["rows"]
    pad = [["", *(names[name] for name in sheets)]]
    pad += [[say(f"row.{row}"), *(str(sheet["rows"][row]) for sheet in sheets.values())] for row in rows]
    pad.append([say("row.total"), *(str(sheet["total"]) for sheet in sheets.values())])
    return columns(pad)
