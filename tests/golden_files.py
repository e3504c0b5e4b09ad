"""Recorded games on disk: ``golden/dewan/<scenario>/<name>.json`` and, beside each, the scores it must end with."""

import json
from pathlib import Path

from companion.dewan.game import Dewan, DewanState
from companion.dewan.rules import game
from companion.dewan.rules.play import Play
from companion.dewan.rules.scoring import Sheet
from companion.log.entries import timeline
from companion.log.entry_json import parse_log
from tests.wooden import Json

DEWAN = Dewan()
FOLDER = Path(__file__).parent / "golden" / "dewan"


def golden_logs() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*/*.json") if not path.name.endswith(".expected.json"))


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def read(path: Path) -> Json:
    log = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(log, dict)
    return log


def states_of(log: Json) -> list[DewanState]:
    """The states of the entries that count."""
    header = log["header"]
    assert isinstance(header, dict)
    states = [DEWAN.begin(header)]
    for entry in timeline(parse_log(log["entries"])).effective:
        states.append(DEWAN.play(states[-1], entry.kind, dict(entry.body)).state)
    return states


def score_json(play: Play) -> Json:
    score = game.score(play.table)
    scores: Json = {"round": play.round, "players": {sheet.name: _sheet(sheet) for sheet in score.players}}
    if score.teams:
        scores["teams"] = {sheet.name: _sheet(sheet) for sheet in score.teams}
    return {**scores, "ranking": [list(place) for place in score.ranking]}


def _sheet(sheet: Sheet) -> Json:
    rows = {line.row: line.points for line in sheet.lines}
    return {"rows": rows, "total": sheet.total, "fire": sheet.fire, "berries": sheet.berries, "hand": sheet.hand}


def written(log: Json) -> str:
    """One entry a line, one space of the map a line: easy to read, and to compare."""
    header, entries = log["header"], log["entries"]
    assert isinstance(header, dict)
    assert isinstance(entries, list)
    head = {key: value for key, value in log.items() if key not in ("header", "entries")}
    lines = [f" {_line(key)}: {_line(value)}," for key, value in head.items()]
    table = header["table"]
    keys = [f"   {_line(key)}: {_broken(value)}" for key, value in table.items()]
    rest = [f"  {_line(key)}: {_line(value)}" for key, value in header.items() if key != "table"]
    lines += [' "header": {', '  "table": {', ",\n".join(keys), "  },", ",\n".join(rest), " },"]
    lines += [' "entries": [', ",\n".join(f"  {_line(entry)}" for entry in entries), " ]"]
    text = "\n".join(["{", *lines, "}"]) + "\n"
    assert json.loads(text) == log
    return text


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _broken(value: object) -> str:
    """Lists of objects over several lines."""
    if isinstance(value, dict) and any(isinstance(item, list) for item in value.values()):
        return "{\n" + ",\n".join(f"    {_line(key)}: {_broken(item)}" for key, item in value.items()) + "\n   }"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"     {_line(item)}" for item in value) + "\n    ]"
    return _line(value)
