"""Recorded games of The River on disk: ``golden/river/<name>.json`` and, beside each, the scores it must end with."""

import json
from pathlib import Path

from companion.log.entries import timeline
from companion.log.entry_json import parse_log
from companion.river.game import River, RiverState

Json = dict[str, object]
RIVER = River()
FOLDER = Path(__file__).parents[1] / "golden" / "river"


def golden_logs() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".expected.json"))


def read(path: Path) -> Json:
    log = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(log, dict)
    return log


def states_of(log: Json) -> list[RiverState]:
    """The states of the entries that count."""
    header = log["header"]
    assert isinstance(header, dict)
    states = [RIVER.begin(header)]
    for entry in timeline(parse_log(log["entries"])).effective:
        states.append(RIVER.play(states[-1], entry.kind, dict(entry.body)).state)
    return states


def score_json(state: RiverState) -> Json:
    """As the pad stands, typed cells among them."""
    board = RIVER.scoreboard(state)
    columns = {
        column.name: {
            row.key: cell.points for row, cell in zip(board.rows, column.cells, strict=True) if not cell.blank
        }
        for column in board.columns
    }
    return {"round": state.table.round, "players": columns, "ranking": [list(place) for place in board.ranking]}
