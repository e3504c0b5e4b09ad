"""What the log of a table costs: one recorded entry, and opening a table of 10 to 10,000 entries.

    python bench/log.py [--entries 2000] [--folder DIR]

A recorded entry is measured against a bare SQLite commit in the same run, on the same disk, in turns: one row of the
same size into one table, write-ahead log, synchronous=FULL, statement prepared once. What lies between the two is what
we pay for numbering, idempotence, the guards and SQLAlchemy.
"""

import argparse
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from companion.table.entries import Draft, Entry, effective
from companion.table.store import Appended, Store, open_store

NOW = "2026-11-16T19:30:00Z"
BODY = {
    "do": "travel",
    "player": "Ana",
    "from": [0, 0],
    "way": [[1, 0], [2, 0], [2, 1]],
    "cards": ["forest/water:fire"],
}
LENGTHS = (10, 100, 1_000, 10_000)


def bare(connection: sqlite3.Connection, i: int) -> None:
    body = json.dumps(BODY)
    connection.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (i, f"e{i}", "action", body, "Ana", NOW))
    connection.commit()


def ours(store: Store, i: int) -> None:
    answer = store.append("bench", i, Draft(f"e{i}", "action", BODY, "Ana", NOW, "1.0"))
    assert isinstance(answer, Appended)


def milliseconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def show(what: str, times: Sequence[float]) -> None:
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{what:<34} median {statistics.median(times):7.3f} ms   95 % {cuts[94]:7.3f} ms   worst {max(times):7.3f} ms"
    )


def recording(folder: Path, entries: int) -> None:
    with open_store(folder / "ours.sqlite3") as store, closing(sqlite3.connect(folder / "bare.sqlite3")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE log (seq INTEGER PRIMARY KEY, id, kind, body, by, at)")
        connection.commit()
        store.create_table("bench", "dewan", {}, NOW)
        times: dict[str, list[float]] = {"bare": [], "ours": []}
        for i in range(entries):
            times["bare"].append(milliseconds(lambda: bare(connection, i)))  # noqa: B023 (called at once)
            times["ours"].append(milliseconds(lambda: ours(store, i)))  # noqa: B023
    show("bare SQLite commit", times["bare"])
    show("recorded entry", times["ours"])
    ours_median, bare_median = (statistics.median(times[name]) for name in ("ours", "bare"))
    # The difference says more than the ratio: what a commit costs is the disk's affair.
    print(f"{'difference, and ratio':<34} median {ours_median - bare_median:7.3f} ms   {ours_median / bare_median:.2f}")


def opening(folder: Path, fold: Callable[[tuple[Entry, ...]], object], what: str) -> None:
    """Time from the file to the state. ``fold`` is what a game makes of the entries that count."""
    for length in LENGTHS:
        database = folder / f"{length}.sqlite3"
        with open_store(database) as store:
            log = [Draft(f"e{i}", "action", BODY, "Ana", NOW, "1.0") for i in range(length)]
            store.create_table("bench", "dewan", {}, NOW, log)
        times = []
        for _ in range(20 if length <= 1_000 else 5):
            with open_store(database) as store:
                times.append(milliseconds(lambda: fold(_sound(store))))
        show(f"{what}, {length:,} entries", times)


def _sound(store: Store) -> tuple[Entry, ...]:
    return effective(entry for entry in store.entries("bench") if isinstance(entry, Entry))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--entries", type=int, default=2000, help="how many entries to record (2000)")
    options.add_argument("--folder", type=Path, help="where to write, to measure another disk")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        recording(Path(name), chosen.entries)
        opening(Path(name), len, "read")


if __name__ == "__main__":
    main()
