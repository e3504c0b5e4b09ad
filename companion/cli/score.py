"""``companion score TABLE.json``: the score pad."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cli.record_file import ScoreRequest, parser_for
from companion.cli.terminal import columns, put
from companion.games.registry import BY_FORMAT, PLUGINS
from companion.games.scoreboard import Scoreboard
from companion.i18n.catalog import Speaker


@dataclass(frozen=True)
class Pad:
    """A scoreboard, and what stands over its columns where that is more than their names."""

    board: Scoreboard
    heads: Mapping[str, str] = field(default_factory=dict)


def main(argv: list[str]) -> int:
    asked = ScoreRequest(parser_for("score").parse_args(argv), "score")
    if asked.to_draw:
        pads: Iterable[Pad] = PLUGINS[BY_FORMAT[asked.format]].load_score()(asked)
        for pad in pads:
            put(_lines(pad, asked.say) + "\n")
        for names in pad.board.ranking:
            put(f"{pad.board.place_of(names[0])}. {', '.join(names)}")
        for remark in _remarks(asked.answer or {}):
            put(f"{remark['text']} ({remark['rule']})")
    return asked.status


def _lines(pad: Pad, say: Speaker) -> str:
    board = pad.board
    lines = [["", *(pad.heads.get(column.name, column.name) for column in board.columns)]]
    for row, cells in board.lines():
        points = ("" if cell.blank else str(cell.points) for cell in cells)
        lines.append([say(row.label.code, row.label.params), *points])
    return columns([*lines, [say("score.row.total"), *(str(column.total) for column in board.columns)]])


def _remarks(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [remark for part in (*answer["players"].values(), answer) for remark in part.get("remarks", ())]
