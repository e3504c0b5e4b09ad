"""A hundred thousand requests nobody would send, to every form and every address: no 500, no traceback, no hang.

    python -m bench.fuzz                     # 100,000 requests
    python -m bench.fuzz --inputs 5000 --seed 7

The application runs in this process, as the owner's browser would meet it, with nothing between the request and the
view: the token of forms is not asked for. A fresh data directory is taken every two thousand requests, with a table of
every scenario in it. An answer of 500 or an exception is printed with the request that caused it, and so is a request
that takes longer than five seconds; a request that does not end at all is shown with all stacks after thirty. Files
have a run of their own: ``bench.strange_files``.
"""

import argparse
import faulthandler
import logging
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from bench.strange_requests import Stranger
from companion.dewan.box import BoxKeeping
from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.datadir import DataDir
from companion.river.box import RiverBoxKeeping
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig

ROUND = 2000
SLOW_SECONDS = 5.0


def some_tables(backend: Backend) -> dict[str, tuple[str, ...]]:
    """Ids by the name addresses know them by."""
    made = [
        backend.service.create("dewan", {"table": write_table(demo_table(scenario)), "begun": True}).info.id
        for scenario in ScenarioName
    ]
    seats = [{"name": name} for name in ("Ada", "Ben", "Cleo")]
    river = {"format": "river-table/1", "players": seats, "start_player": "Ada"}
    for begun in (False, True):
        made.append(backend.service.create("river", {"table": river, "begun": begun}).info.id)
    boxes = [
        backend.service.create(game, {"box": box}).info.id
        for game, box in (
            (BoxKeeping.key, demo_box_json()),
            (RiverBoxKeeping.key, write_river_box(river_demo_box())),
        )
    ]
    return {
        "table_id": tuple(made),
        "seq": ("0", "1", "99"),
        "game": ("dewan", "river"),
        "rule": ("D-ROUTE-04", "R-01", "V-01"),
        "topic": ("turn", "routes"),
        "filename": ("css/tokens.css", "js/live.js"),
        "box_id": ("demo", *boxes),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    logging.disable(logging.CRITICAL)
    answers: Counter[int] = Counter()
    faults = 0
    slowest = (0.0, "")
    began = time.monotonic()
    for start in range(0, arguments.inputs, ROUND):
        with ExitStack() as left:
            folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
            backend = left.enter_context(open_backend(DataDir(folder)))
            backend.service.feed.close()  # who would wait for news is answered at once: half a minute is no fault there
            app = create_app(WebConfig(data_dir=folder, companion=backend))
            app.config["WTF_CSRF_ENABLED"] = False
            stranger = Stranger(app, some_tables(backend))
            client = app.test_client()
            for number in range(start, min(start + ROUND, arguments.inputs)):
                ask = stranger.request(Random(f"{arguments.seed}-{number}"))
                faulthandler.dump_traceback_later(30, exit=True)
                before = time.monotonic()
                try:
                    status = ask.send(client)
                except Exception as error:
                    status = 599
                    print(f"{type(error).__name__}: {error}"[:300])
                seconds = time.monotonic() - before
                faulthandler.cancel_dump_traceback_later()
                answers[status] += 1
                slowest = max(slowest, (seconds, f"{ask.method} {ask.path[:80]}"))
                if (status >= 500 and status != 503) or seconds > SLOW_SECONDS:
                    faults += 1
                    print(f"{status} in {seconds:.1f} s, number {number}: {ask}"[:1500], flush=True)
        print(f"{number + 1} requests, {time.monotonic() - began:.0f} s, {dict(sorted(answers.items()))}", flush=True)
    print(f"{faults} faults; slowest {slowest[0]:.2f} s: {slowest[1]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
