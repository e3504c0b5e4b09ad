"""``companion score TABLE.json``: the score pad."""

import sys
from collections.abc import Mapping
from typing import Any

from companion.cli.record_file import Asked, parser_for
from companion.cli.terminal import colours, columns, marks, put
from companion.dewan.cli.drawing import Pens, draw, legend
from companion.i18n.catalog import Speaker
from companion.river.cli.pad import FORMAT, river_pad, river_remarks


def main(argv: list[str]) -> int:
    asked = Asked(parser_for("score").parse_args(argv), "score")
    answer: dict[str, Any] = asked.answer or {}
    if asked.to_draw and asked.format == FORMAT:
        put(river_pad(answer, asked.say) + "\n")
        put("\n".join([_ranking(answer["ranking"]), *river_remarks(answer)]))
    elif asked.to_draw:
        table, pens = asked.table(), Pens(marks(sys.stdout), colours(sys.stdout))
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
        put(_ranking(answer["ranking"]))
    return asked.status


def _pad(sheets: Mapping[str, Any], names: Mapping[str, str], say: Speaker) -> str:
    rows = next(iter(sheets.values()))["rows"]
    pad = [["", *(names[name] for name in sheets)]]
    pad += [[say(f"row.{row}"), *(str(sheet["rows"][row]) for sheet in sheets.values())] for row in rows]
    pad.append([say("row.total"), *(str(sheet["total"]) for sheet in sheets.values())])
    return columns(pad)


def _ranking(ranking: list[list[str]]) -> str:
    """Places as in sport: who shares the first leaves no second."""
    lines, place = [], 1
    for names in ranking:
        lines.append(f"{place}. {', '.join(names)}")
        place += len(names)
    return "\n".join(lines)
