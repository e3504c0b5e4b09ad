"""What the lists cost with 10, 100, 1,000 and 10,000 stored tables: processor time of a request, side by side.

    python -m bench.lists                       # as in bench/README.md
    python -m bench.lists --sizes 10 1000
    python -m bench.lists --sizes 1000 100000 --postgres    # time by the clock: the server works, too
    python -m bench.lists --open 10000 [--postgres]         # that many games, each opened once, and the memory

Each size gets a data directory of its own, filled with finished games, games under way and two boxes. The requests of
all sizes take turns, so that a busy machine is busy for all of them. The exit status says whether every list costs at
most 1.5 times what it costs with the fewest tables.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from flask.testing import FlaskClient
from sqlalchemy import create_engine, func

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.log.datadir import DataDir
from companion.log.schema import entries, facets, tables, tallies
from companion.log.schema import summaries as summary_rows
from companion.service.files import import_log
from companion.service.tables import Tables
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.golden_files import golden_logs, read
from tests.postgres import postgres_server

SIZES = (10, 100, 1_000, 10_000)
LISTS = {"home": "/", "new table": "/tables/new", "past games": "/games", "/api/tables": "/api/tables"}
MOST_RATIO = 1.5
ROUNDS = 60
FINISHED, UNDER_WAY = 8, 2
"""Of each ten tables: in an old database, most games are over."""


def first_tables(service: Tables) -> list[str]:
    """Two boxes and ten tables; the others are copies of these."""
    for number in range(2):
        service.create("dewan-box", {"box": {**write_box(demo_box()), "name": f"Box {number}"}})
    logs = [read(path) for path in golden_logs()[: FINISHED + UNDER_WAY]]
    for log in logs[FINISHED:]:
        log["entries"] = log["entries"][: len(log["entries"]) // 2]  # type: ignore[index,arg-type]
    return [import_log(service, log).info.id for log in logs]


def copy_tables(service: Tables, originals: list[str], wanted: int, *, whole: bool = False) -> None:
    """More tables by copying rows: what a table is made of does not matter to a list, only that it is there."""
    with service.store.writing() as connection:
        for table in (tables, entries, summary_rows, facets):
            key = table.c.id if table is tables else table.c.table_id
            found = (
                connection.execute(table.select().where(key.in_(originals)).order_by(*table.primary_key))
                .mappings()
                .all()
            )
            for numbers in batched(range(1, -(-wanted // len(originals)))):
                copies = [
                    {**row, key.name: f"{row[key.name]}-{number}"}
                    for number in numbers
                    for row in found
                    if table is not entries or row["seq"] == 1 or whole
                ]
                if copies:
                    connection.execute(table.insert(), copies)
        connection.execute(tallies.delete())
        counted = connection.execute(
            facets.select()
            .with_only_columns(facets.c.facet, facets.c.value, func.max(facets.c.name), func.count())
            .group_by(facets.c.facet, facets.c.value)
        ).all()
        connection.execute(
            tallies.insert(),
            [{"facet": one[0], "value": one[1], "name": one[2], "games": one[3]} for one in counted],
        )


def vacuum(database: str) -> None:
    """What the server does by itself a minute after so many rows came."""
    engine = create_engine(database, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
    engine.dispose()


def batched(numbers: range, most: int = 100) -> Iterator[range]:
    for first in range(numbers.start, numbers.stop, most):
        yield range(first, min(first + most, numbers.stop))


def megabytes() -> float:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def open_all(service: Tables, client: FlaskClient) -> None:
    with service.store.reading() as connection:
        query = summary_rows.select().with_only_columns(summary_rows.c.table_id, summary_rows.c.seq)
        found = connection.execute(query.where(summary_rows.c.mode != "")).all()
    spent, memory = [], [megabytes()]
    for number, (table_id, _) in enumerate(found, 1):
        spent.append(cost(client, f"/api/tables/{table_id}", time.perf_counter))
        if number % max(1, len(found) // 5) == 0:
            memory.append(megabytes())
    each = sum(seq for _, seq in found) / len(found)
    late = 1000 * sorted(spent)[int(len(spent) * 0.95)]
    print(
        f"{len(found):,} games of {each:.0f} entries, each opened once: {1000 * median(spent):.1f} ms, p95 {late:.1f}"
    )
    print("memory before and after each fifth, MB: " + ", ".join(f"{one:.0f}" for one in memory))


def client_of(backend: Backend, folder: Path) -> FlaskClient:
    return create_app(WebConfig(data_dir=folder, companion=backend, testing=True)).test_client()


def cost(client: FlaskClient, path: str, clock: Callable[[], float] = time.process_time) -> float:
    began = clock()
    answer = client.get(path)
    spent = clock() - began
    assert answer.status_code == 200, (path, answer.status_code)
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--open", type=int, metavar="TABLES")
    options = parser.parse_args()
    sizes = sorted([options.open] if options.open else options.sizes)
    clock = time.perf_counter if options.postgres or options.open else time.process_time
    with ExitStack() as stack:
        clients = {}
        server = stack.enter_context(postgres_server()) if options.postgres else None
        for size in sizes:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            database = server.new() if server else None
            backend = stack.enter_context(open_backend(DataDir(folder, database)))
            copy_tables(backend.service, first_tables(backend.service), size, whole=bool(options.open))
            if database:
                vacuum(database)
            clients[size] = client_of(backend, folder)
            if options.open:
                open_all(backend.service, clients[size])
                return 0
        found: dict[tuple[str, int], list[float]] = {}
        for number in range(ROUNDS + 3):
            for name, path in LISTS.items():
                for size, client in clients.items():
                    spent = cost(client, path, clock)
                    if number >= 3:  # the first ones warm up
                        found.setdefault((name, size), []).append(spent)
    what = "time" if options.postgres else "processor time"
    print(f"{what} of one request in ms (median), and the ratio to the fewest tables")
    print(f"{'':14}" + "".join(f"{size:>10,}" for size in sizes) + f"{'ratio':>8}")
    worst = 0.0
    for name in LISTS:
        times = [1000 * median(found[name, size]) for size in sizes]
        ratio = max(times) / times[0]
        worst = max(worst, ratio)
        print(f"{name:14}" + "".join(f"{spent:10.2f}" for spent in times) + f"{ratio:8.2f}")
    held = worst <= MOST_RATIO
    print(f"no list costs more than {MOST_RATIO} times as much: {'held' if held else 'BROKEN'}")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
