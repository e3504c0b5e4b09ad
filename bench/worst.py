"""The worst a stranger or a guest can ask for, address by address: seconds of the processor, and memory.

    python -m bench.worst                    # every route, some minutes
    python -m bench.worst --small            # a short log, for the tests

The application runs in this process, as the network meets it: nobody is its owner. A stranger has made a table and read
in the longest log a file may hold; then everybody (a stranger, a spectator, a player, the host) asks for every address
there is and sends every form, with as much in it as a form may have; then come the inputs that cost the most. A line
that takes more than its limit is a fault. What everybody may take together is limited beyond that
(``companion/web/access/limits.py``): a client has ten seconds of the processor at once and a quarter of it in the long
run.
"""

import argparse
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.files import LOG_FORMAT, export_log
from companion.web.access.limits import Limits
from companion.web.backend import Backend, open_backend
from tests.web.people import Device, House, made_table, network_app
from tests.web.route_answers import Route, routes
from tests.web.test_route_answers import PARTS

MOST_SECONDS = 6.0
"""Of the processor, for one request. Reading in a log of 2 MB takes the most."""
MOST_MEGABYTES = 150
SLOWEST = 12
"""How many of the addresses are printed; all are measured."""


@dataclass(frozen=True)
class Figure:
    what: str
    status: int
    seconds: float
    megabytes: float

    @property
    def address(self) -> bool:
        return self.what.partition(": ")[2].startswith(("GET", "POST"))

    @property
    def wrong(self) -> bool:
        return self.seconds > MOST_SECONDS or self.megabytes > MOST_MEGABYTES or self.status >= 500


def memory() -> float:
    """In MB, where the system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
    except OSError:
        return 0.0


def measured(app: Flask, what: str, ask: Callable[[], TestResponse]) -> Figure:
    app.extensions["limits"] = Limits()
    before, began = memory(), time.thread_time()
    answer = ask()
    status = answer.status_code
    answer.close()
    return Figure(what, status, time.thread_time() - began, memory() - before)


def long_log(backend: Backend, table_id: str, number: int) -> bytes:
    """A table whose hand is told again and again, in as many entries as a file may hold."""
    log = export_log(backend.service, table_id)
    change = {"op": "replace", "path": "/table/players/0/berries", "value": 0}
    entries = []
    for seq in range(1, number + 1):
        body = {"reason": "again", "changes": [{**change, "value": seq % 9}]}
        entry = {"seq": seq, "id": f"e{seq}", "kind": "correction", "body": body, "by": None}
        entries.append({**entry, "at": "2026-11-16T19:30:00Z", "rules": "dewan/1", "verdict": None})
    return json.dumps({**log, "format": LOG_FORMAT, "entries": entries}, separators=(",", ":")).encode()


def worst_question(spaces: int = 480) -> dict[str, Any]:
    """Where can one go, with a hand of both kinds on the largest map there may be?"""
    table = write_table(demo_table(ScenarioName.BASE))
    there = {tuple(space["at"]) for space in table["map"]["spaces"]}  # type: ignore[index]
    beyond = max(q for q, _ in there) + 1
    listed: list[dict[str, object]] = table["map"]["spaces"]  # type: ignore[index]
    terrains = ("mountain", "badlands", "desert", "forest")
    for number in range(spaces - len(listed)):
        q, r = beyond + number // 20, number % 20 - 10
        listed.append({"at": [q, r], "terrain": terrains[(q * 7 + r * 3) % 4]})
    cards = ["mountain/badlands", "desert/forest"] * 10
    return {"ask": "routes", "player": "Ada", "cards": cards, "table": table}


NOT_ASKED = {"/tables/<table_id>/live": "a stream: limited in number and length", "/styleguide": "not in a release"}
FORM = {
    **dict.fromkeys(("body", "pasted", "log", "changes", "look"), "[" * 150_000),
    **dict.fromkeys(("seen", "to", "step", "number", "q", "r", "at"), "9" * 4000),
    **dict.fromkeys(("reason", "line", "title", "text", "who", "into", "cards", "pay"), "x " * 20_000),
    **dict.fromkeys(("name", "player", "space", "tile", "color"), ["y" * 200] * 100),
    **dict.fromkeys(("kind", "scenario", "do", "game"), "dewan"),
}
"""For every form: deep, wide and long, in every field the forms have."""


def measured_routes() -> list[Route]:
    return [route for route in routes() if route.rule not in NOT_ASKED]


def every_address(app: Flask, table_id: str, who: str, device: Device) -> Iterator[Figure]:
    for route in measured_routes():
        path = route.rule.replace("<table_id>", table_id).replace("<box_id>", "demo")
        for part, value in PARTS.items():
            path = path.replace(part, value)
        ask = device.get if route.method == "GET" else partial(device.post, data=FORM)
        yield measured(app, f"{who}: {route.method} {route.rule}", partial(ask, path))


def worst_inputs(device: Device, log: bytes) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    client = device.client
    question = json.dumps(worst_question())
    wide = '{"ask":"zones","table":{' + ",".join(f'"k{n}":{n}' for n in range(16_000)) + "}}"
    yield "a question about the largest map", lambda: client.post("/api/ask", data=question)
    yield "a question of 250 kB with nothing but unknown keys", lambda: client.post("/api/ask", data=wide)
    yield "a question nested as deep as it is long", lambda: client.post("/api/ask", data="[" * 250_000)
    yield "a question of 2 MB", lambda: client.post("/api/ask", data="[" * 2_000_000)
    yield "the longest log that is taken", lambda: _sent(device, "/games/import", log)
    yield "2 MB of brackets as a game", lambda: _sent(device, "/games/import", b"[" * 1_900_000)
    yield "2 MB of numbers as a game", lambda: _sent(device, "/games/import", b"[" + b"1," * 900_000 + b"1]")
    box = json.dumps({**demo_box_json(), "tiles": demo_box_json()["tiles"] * 50})  # type: ignore[operator]
    yield "a box with every tile fifty times", lambda: device.post("/box/read", {"pasted": box})
    yield "a form with a thousand names", lambda: device.post("/tables/new", {"name": ["x" * 80] * 900})
    yield "a set-up with names of 100 kB", lambda: device.post("/tables/new", {"name": ["x" * 100_000] * 4})
    yield "a search with a hundred words", lambda: device.get("/rules/dewan?q=" + "water+" * 300)
    yield "a code of 8 kB", lambda: device.get("/join/" + "A" * 8000)


def _sent(device: Device, path: str, file: bytes) -> TestResponse:
    return device.post(path, {"file": (io.BytesIO(file), "game.json")}, content_type="multipart/form-data")


def figures(entries: int) -> Iterator[Figure]:
    with ExitStack() as left:
        folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
        backend = left.enter_context(open_backend(DataDir(folder)))
        app = network_app(backend, folder)
        stranger = Device(app.test_client())
        house = House(app, backend, stranger, made_table(stranger, players=4))
        record = json.dumps({"record": write_table(demo_table(ScenarioName.VOLCANO))})
        made = stranger.client.post("/api/tables", data=record, content_type="application/json")
        begun = made.get_json()["table"]["id"]
        too_long, log = long_log(backend, begun, 9000), long_log(backend, begun, entries)
        yield measured(app, "a log of 2 MB, read in", lambda: _sent(stranger, "/games/import", too_long))
        for what, ask in worst_inputs(stranger, log):
            yield measured(app, what, ask)
        app.extensions["limits"] = Limits()
        read_in = _sent(stranger, "/games/import", log)
        assert read_in.status_code == 303, read_in.text
        house.table_id = read_in.headers["Location"].rpartition("/")[2]
        for who, device in (
            ("stranger", house.device()),
            ("spectator", house.joined(Role.SPECTATOR)),
            ("seat", house.joined(Role.SEAT, "Ada")),
            ("host", stranger),
        ):
            yield from every_address(app, house.table_id, who, device)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    small = parser.parse_args().small
    found = list(figures(100 if small else 1500))
    asked = [one for one in found if not one.address]
    addresses = sorted((one for one in found if one.address), key=lambda one: -one.seconds)
    print(f"{'':60} status  seconds     MB")
    for one in (*asked, *addresses[:SLOWEST]):
        print(f"{one.what[:60]:60} {one.status:6} {one.seconds:8.3f} {one.megabytes:6.0f} {'!' if one.wrong else ''}")
    print(f"{len(addresses)} addresses asked for; the process takes {memory():.0f} MB in the end")
    wrong = [one for one in found if one.wrong]
    for one in wrong:
        print(f"over the limit: {one}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
