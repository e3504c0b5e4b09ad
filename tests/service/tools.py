"""Small helps for tests of the service."""

import json
from collections.abc import Sequence

from companion.service.answers import Recorded, TableView
from companion.service.tables import Tables
from tests.wooden import Json, header

NOW = "2026-11-16T19:30:00Z"


def first_lot(below: int, number: int) -> Sequence[int]:
    """Chance held still: the first ones are drawn."""
    return range(number)


def take(player: str, *places: int) -> Json:
    return {"do": "take-cards", "player": player, **({"places": list(places)} if places else {})}


def begun(tables: Tables, scenario: str = "base", players: int = 2, **told: bool) -> TableView:
    return tables.create("dewan", header(scenario, players, **told))


def without_stories(tables: Tables, scenario: str = "base", players: int = 2, **told: bool) -> TableView:
    """A table whose first turn is open at once."""
    return begun(tables, scenario, players, stories=False, **told)


def recorded(tables: Tables, look: TableView, entry_id: str, kind: str, body: Json, by: str | None = None) -> TableView:
    outcome = tables.record(look.info.id, look.seq, entry_id, kind, body, by)
    assert isinstance(outcome, Recorded)
    return outcome.look


def turns(tables: Tables, look: TableView, number: int, first: int = 0) -> TableView:
    """So many turns of two players who take cards by turns."""
    for i in range(first, first + number):
        look = recorded(tables, look, f"turn-{i}", "action", take(("Alix", "Billy")[i % 2], 1, 2))
    return look


def scored(tables: Tables, title: str | None = None, **points: int) -> TableView:
    """A game of which only the pad was filled in: so many points on one story each."""
    players = [
        {"name": name, "stories": [{"needs": {}, "points": number, "fire": 0, "done": True}]}
        for name, number in points.items()
    ]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players}
    look = tables.create("dewan", {"table": record, "begun": True, "title": title})
    steps = [{"kind": "over", "player": next(iter(points))}]
    body: Json = {"reason": "counted", "changes": [{"op": "replace", "path": "/steps", "value": steps}]}
    return recorded(tables, look, "over", "correction", body)


def renamed(log: Json, **names: str) -> Json:
    """A log with other names for its players, who are called by names that are nothing else in it."""
    text = json.dumps(log, ensure_ascii=False)
    for old, new in names.items():
        text = text.replace(json.dumps(old), json.dumps(new, ensure_ascii=False))
    changed = json.loads(text)
    assert isinstance(changed, dict)
    return changed
