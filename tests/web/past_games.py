"""Finished games for the tests of what comes after the game: the golden ones, imported as people would."""

import json
from pathlib import Path

from companion.service.answers import TableView
from companion.service.files import import_log
from companion.web.backend import Backend
from tests.golden_files import FOLDER


def golden(backend: Backend, name: str = "base/first-player-ends", **names: str) -> TableView:
    """A recorded game; ``names`` gives other names to its players."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    for old, new in names.items():
        text = text.replace(json.dumps(old), json.dumps(new, ensure_ascii=False))
    return import_log(backend.service, json.loads(text))


def all_golden() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*/*.json") if not path.name.endswith(".expected.json"))


def quick_score(backend: Backend, title: str = "Friday", **points: int) -> TableView:
    """A game of which only the pad was filled in: so many points on one story each."""
    players = [
        {"name": name, "stories": [{"needs": {}, "points": number, "fire": 0, "done": True}]}
        for name, number in points.items()
    ]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players}
    look = backend.service.create("dewan", {"table": record, "begun": True, "title": title})
    steps = [{"kind": "over", "player": next(iter(points))}]
    body = {"reason": "counted", "changes": [{"op": "replace", "path": "/steps", "value": steps}]}
    backend.service.record(look.info.id, look.seq, "over", "correction", body)
    return backend.service.look(look.info.id)
