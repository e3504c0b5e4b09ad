"""What the log of a table costs: one recorded action, and opening a table of 10 to 10,000 actions.

    python -m bench.log [--entries 1000] [--folder DIR]

A recorded action is measured against a bare SQLite commit in the same run, on the same disk, in turns: one row of the
same size into one table, write-ahead log, synchronous=FULL, statement prepared once. Between the two lie the store
(numbering, idempotence, the guards, SQLAlchemy) and the service (reading, judging and playing the action, snapshots).
"""

import argparse
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.rules.words import ScenarioName
from companion.games.contract import Json
from companion.log.entries import NewEntry
from companion.log.store import Appended, Store, open_store
from companion.service.answers import Recorded
from companion.service.tables import Tables

NOW = "2026-11-16T19:30:00Z"
NAMES = ("Alix", "Billy")
LENGTHS = (10, 100, 1_000, 10_000)
RULES = "dewan/1"


def header() -> Json:
    """Two players on a map of the demo box."""
    box = demo_box()
    layout = box.layout(ScenarioName.BASE, len(NAMES))
    assert layout is not None
    left = list(box.tiles)
    tiles = []
    for slot in layout.slots:
        tile = next(tile for tile in left if tile.kind is slot.kind)
        left.remove(tile)
        tiles.append({"tile": tile.id, "at": list(slot.at)})
    table = {
        "format": "dewan-table/1",
        "scenario": "base",
        "players": [{"name": name} for name in NAMES],
        "first_player": NAMES[0],
        "map": {"box": write_box(box), "tiles": tiles},
    }
    return {"table": table, "stories": False}


def entries() -> Iterator[tuple[str, Json]]:
    """Turns without end: cards are taken, now and then a cell is typed, and hands are put back by a correction."""
    cards = [str(card) for card in demo_box().cards]
    number = 0
    while True:
        number += 1
        if number % 40 == 0:
            changes: dict[str, object] = {"draw_pile": 45}
            for seat in range(len(NAMES)):
                changes |= {f"players/{seat}/hand": [], f"players/{seat}/hidden_cards": 0}
            patch = [{"op": "replace", "path": f"/table/{key}", "value": value} for key, value in changes.items()]
            yield "correction", {"reason": "put back", "changes": patch}
        elif number % 10 == 0:
            yield "score", {"column": NAMES[0], "row": "fire", "points": number % 90}
        else:
            refill = [cards[number % len(cards)], cards[(number * 7) % len(cards)]]
            places = [1 + number % 5, 2 + number % 5]
            yield (
                "action",
                {"do": "take-cards", "player": NAMES[number % 2], "places": places, "refill": refill},
            )


def milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def show(what: str, times: Sequence[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    shown = {"best": min(times), "median": statistics.median(times), "95 %": cuts[94], "worst": max(times)}
    print(f"{what:<40}" + "".join(f"   {name} {value:9.3f} ms" for name, value in shown.items()))


# --- Recording


def recording(folder: Path, number: int) -> None:
    with (
        open_store(folder / "store.sqlite3") as store,
        open_store(folder / "service.sqlite3") as served,
        closing(sqlite3.connect(folder / "bare.sqlite3")) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, id, kind, body, by, at)")
        connection.commit()
        store.create_table("bench", "dewan", {}, NOW)
        tables = Tables(served, now=lambda: NOW)
        table = tables.create("dewan", header()).info.id
        times: dict[str, list[float]] = {"bare SQLite commit": [], "stored entry": [], "recorded action": []}
        calls: dict[str, Callable[[int, str, Json], None]] = {
            "bare SQLite commit": lambda i, kind, body: _bare(connection, i, kind, body),
            "stored entry": lambda i, kind, body: _stored(store, i, kind, body),
            "recorded action": lambda i, kind, body: _recorded(tables, table, i, kind, body),
        }
        for i, (kind, body) in enumerate(islice(entries(), number)):
            for name, call in calls.items():
                times[name].append(milliseconds(lambda: call(i, kind, body)))  # noqa: B023 (called at once)
    bare = statistics.median(times["bare SQLite commit"])
    for name, taken in times.items():
        show(name, taken)
        # The difference says more than the ratio: what a commit costs is the disk's affair.
        if name != "bare SQLite commit":
            median = statistics.median(taken)
            print(f"{'  to a bare commit':<40}   {median / bare:6.2f} times, {median - bare:8.3f} ms more")


def _bare(connection: sqlite3.Connection, i: int, kind: str, body: Json) -> None:
    row = (i, f"e{i}", kind, json.dumps(body), NAMES[0], NOW)
    connection.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.commit()


def _stored(store: Store, i: int, kind: str, body: Json) -> None:
    assert isinstance(store.append("bench", i, NewEntry(f"e{i}", kind, body, NAMES[0], NOW, RULES)), Appended)


def _recorded(tables: Tables, table: str, i: int, kind: str, body: Json) -> None:
    assert isinstance(tables.record(table, i, f"e{i}", kind, body, NAMES[0]), Recorded)


# --- Opening


def opening(folder: Path) -> None:
    """From the file to where the table stands: replayed whole, as after an import, and from its last snapshot."""
    for length in LENGTHS:
        database = folder / f"{length}.sqlite3"
        with open_store(database) as store:
            given = enumerate(islice(entries(), length))
            log = [NewEntry(f"e{i}", kind, body, NAMES[0], NOW, RULES) for i, (kind, body) in given]
            table = Tables(store, now=lambda: NOW).create("dewan", header(), log).info.id
        for what, kept in (("from its snapshot", True), ("replayed whole", False)):
            times = [_opened(database, table, kept) for _ in range(20 if kept or length <= 100 else 3)]
            show(f"open {length:,} actions, {what}", times)


def _opened(database: Path, table: str, snapshots: bool) -> float:
    with open_store(database) as store:
        if not snapshots:
            store.drop_snapshots(table)
        tables = Tables(store)

        def look() -> None:
            found = tables.look(table)
            assert found.broken is None
            assert found.undo is not None

        return milliseconds(look)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--entries", type=int, default=1000, help="how many entries to record (1000)")
    options.add_argument("--folder", type=Path, help="where to write, to measure another disk")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        recording(Path(name), chosen.entries)
        opening(Path(name))


if __name__ == "__main__":
    main()
