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
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.dewan.demo import demo_box_json, demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.games.evening import EVENING
from companion.games.league import LEAGUE
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.files import LOG_FORMAT, export_log
from companion.web.access.devices import hash_of
from companion.web.access.limits import Limits
from companion.web.backend import Backend, open_backend
from companion.web.pages.pack import MOST_BYTES, MOST_LETTERS
from tests.web.past_games import quick_score
from tests.web.people import Device, House, made_table, network_app
from tests.web.route_answers import Route, routes
from tests.web.test_route_answers import PARTS

MOST_SECONDS = 6.0
"""Of the processor, for one request. Reading in a log of 2 MB takes the most."""
MOST_MEGABYTES = 150
SLOWEST = 12
"""How many of the addresses are printed; all are measured."""


@dataclass(frozen=True)
class Size:
    """How long the log is; how many come to an evening, are paired, and play; evenings of a league; letters that wait;
    and megabytes of a photo."""

    entries: int
    people: int
    rounds: int
    tables: int
    evenings: int
    letters: int
    photo: int


FULL = Size(1500, 200, 48, 60, 30, MOST_LETTERS, 20)
"""What a file may hold and a stranger may have made in an hour."""
SMALL = Size(100, 40, 5, 8, 5, 50, 2)
IN_CHECK = Size(20, 8, 2, 2, 2, 2, 1)


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


def long_evening(backend: Backend, evening: str, people: int, rounds: int, tables: list[str]) -> None:
    """As many as may come, all of them paired again and again, and a table that takes part for each name."""
    service = backend.service

    def record(body: dict[str, Any]) -> None:
        seen = service.number(evening)
        service.record(evening, seen, f"long-{seen}", EVENING, body)

    names = [f"Guest {number}" for number in range(people)]
    for name in names:
        record({"do": "come", "name": name})
    for number in range(rounds):
        order = sorted(names, key=lambda name: hash_of(f"{number} {name}"))
        record({"do": "pair", "pairings": [order[at : at + 4] for at in range(0, people, 4)]})
    for table_id in tables:
        record({"do": "join", "table": table_id})


def long_league(backend: Backend, league: str, evenings: int, tables: list[str]) -> None:
    """Every evening counts the same tables: making an evening costs no more than making a table."""
    service = backend.service
    for number in range(evenings):
        evening = service.create(EVENING, {"name": f"Evening {number}"}).info.id
        long_evening(backend, evening, 0, 0, tables)
        service.record(league, number, f"add-{number}", LEAGUE, {"do": "add-evening", "evening": evening})
    service.record(league, evenings, "publish", LEAGUE, {"do": "publish", "public": True})


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


@dataclass(frozen=True)
class Places:
    """What stands for ``<table_id>``: the table with the longest log, and others where an address is about those."""

    table: str
    evening: str
    league: str
    river: str
    taking_part: str

    def of(self, rule: str) -> str:
        begins = {"/evenings/": self.evening, "/leagues/": self.league, "/tables/<table_id>/river/": self.river}
        begins["/tables/<table_id>/organiser"] = self.taking_part
        return next((one for begin, one in begins.items() if rule.startswith(begin)), self.table)


def every_address(app: Flask, places: Places, who: str, device: Device) -> Iterator[Figure]:
    for route in measured_routes():
        path = route.rule.replace("<table_id>", places.of(route.rule)).replace("<box_id>", "demo")
        for part, value in {**PARTS, "<int:entry>": "1", "<int:seq>": "1"}.items():
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


def worst_of_evenings(app: Flask, places: Places, device: Device) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    here, league = f"/evenings/{places.evening}", f"/leagues/{places.league}"
    for how in ("swiss", "drawn"):
        form: dict[str, object] = {"do": "pair", "size": "4", "how": how}
        yield f"everybody paired once more, {how}", partial(device.post, f"{here}/do", form)
    yield "an evening with all of its tables", partial(device.get, here)
    yield "the line above a table of it", partial(device.get, f"/tables/{places.taking_part}/organiser/line")
    for ending in ("/public", "/standings.csv", "/standings.pdf"):
        yield f"a league of many evenings, {ending[1:]}", partial(app.test_client().get, league + ending)


def worst_amendments(device: Device, places: Places) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    """What was recorded first is put otherwise: all that came after it is judged again."""
    here = f"/tables/{places.table}"
    yield "the first of many entries taken out", lambda: device.post(f"{here}/history/1/out", _seen(device, here))
    yield "the history of that table", lambda: device.get(f"{here}/history")
    yield "the table before an entry of it", lambda: device.get(f"{here}/change/2")
    yield "the entry put back", lambda: device.post(f"{here}/history/1/in", _seen(device, here))


def _seen(device: Device, here: str) -> dict[str, object]:
    return {"seen": str(device.get(f"{here}/number").get_json()["seq"]), "id": secrets.token_hex(4)}


def worst_letters(app: Flask, number: int) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    letter, client, code = b"x" * MOST_BYTES, app.test_client(), ""
    for _ in range(number):
        app.extensions["limits"] = Limits()
        client.post(f"/alone/letters/{code}", data=letter)
        code = client.post("/alone/letters", data=letter).get_json()["code"]
    yield "one more letter than there may be", lambda: client.post("/alone/letters", data=letter)
    yield "an answer to a letter", lambda: client.post(f"/alone/letters/{code}", data=letter)
    yield "a letter of 2 MB", lambda: client.post("/alone/letters", data=b"x" * 2_000_000)


def worst_photos(device: Device, places: Places, size: int) -> Iterator[tuple[str, Callable[[], TestResponse]]]:
    """What the server itself does with them: each is read by another process (``bench.bad_photos``)."""
    for way in ("", "/aim", "/boards", "/pieces/row"):
        name = "frame" if way == "/aim" else "photo"
        file = b"\xff\xd8\xff" + bytes(size * 1_000_000)
        yield f"a photo of {size} MB, {way[1:] or 'map'}", partial(_photo, device, places.table, way, name, file)


def _photo(device: Device, table_id: str, way: str, name: str, photo: bytes) -> TestResponse:
    file = (io.BytesIO(photo), "photo.jpg")
    return device.post(f"/tables/{table_id}/photo{way}", {name: file}, content_type="multipart/form-data")


def _sent(device: Device, path: str, file: bytes) -> TestResponse:
    return device.post(path, {"file": (io.BytesIO(file), "game.json")}, content_type="multipart/form-data")


def places_of(backend: Backend, device: Device, table: str, size: Size) -> Places:
    """Made by ``device``, which is their host."""
    evening = device.post("/evenings", {"name": "Long night"}).headers["Location"].rpartition("/")[2]
    league = device.post("/leagues", {"name": "Long winter"}).headers["Location"].rpartition("/")[2]
    river = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}], "start_player": "Ada"}
    made = device.client.post("/api/tables", json={"game": "river", "header": {"table": river, "begun": True}})
    points = [{f"Guest {4 * table + seat}": 10 * seat for seat in range(4)} for table in range(size.tables)]
    tables = [quick_score(backend, **one).info.id for one in points]
    long_evening(backend, evening, size.people, size.rounds, [*tables, table])
    long_league(backend, league, size.evenings, tables)
    return Places(table, evening, league, made.get_json()["table"]["id"], table)


def figures(size: Size) -> Iterator[Figure]:
    with ExitStack() as left:
        folder = Path(left.enter_context(tempfile.TemporaryDirectory()))
        backend = left.enter_context(open_backend(DataDir(folder)))
        app = network_app(backend, folder)
        stranger = Device(app.test_client())
        house = House(app, backend, stranger, made_table(stranger, players=4))
        record = json.dumps({"record": write_table(demo_table(ScenarioName.VOLCANO))})
        made = stranger.client.post("/api/tables", data=record, content_type="application/json")
        begun = made.get_json()["table"]["id"]
        too_long, log = long_log(backend, begun, 9000), long_log(backend, begun, size.entries)
        yield measured(app, "a log of 2 MB, read in", lambda: _sent(stranger, "/games/import", too_long))
        for what, ask in worst_inputs(stranger, log):
            yield measured(app, what, ask)
        app.extensions["limits"] = Limits()
        read_in = _sent(stranger, "/games/import", log)
        assert read_in.status_code == 303, read_in.text
        house.table_id = read_in.headers["Location"].rpartition("/")[2]
        app.extensions["limits"] = Limits()
        places = places_of(backend, stranger, house.table_id, size)
        for what, ask in (
            *worst_of_evenings(app, places, stranger),
            *worst_amendments(stranger, places),
            *worst_letters(app, size.letters),
            *worst_photos(stranger, places, size.photo),
        ):
            yield measured(app, what, ask)
        spectator = house.joined(Role.SPECTATOR)
        spectator.scan(replace(house, table_id=places.evening).code(Role.SPECTATOR))
        for who, device in (
            ("stranger", house.device()),
            ("spectator", spectator),
            ("seat", house.joined(Role.SEAT, "Ada")),
            ("host", stranger),
        ):
            yield from every_address(app, places, who, device)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--small", action="store_true")
    small = parser.parse_args().small
    found = list(figures(SMALL if small else FULL))
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
