"""How soon is what one records on everybody's screen? Fifty phones over loopback, beside other ways of doing it.

    python -m bench.live
    python -m bench.live --phones 100 --records 40
    python -m bench.live --packed               # pages travel compressed, as browsers ask for them over plain http

Every phone holds a stream and, when a number arrives, fetches its screen as htmx would. One is the host's tablet, two
are seats with a hand of their own, the rest look on, in four languages. A record is an entry sent to the API; the time
runs from its answer (then it is on the disk) until a phone has the number, and until it has its screen whole.

The peers run in turns with it, in the same way:

- *asking*: the same server and screens, but every phone asks for the number once a second;
- *bare*: a small Flask application on the same server that streams a number and answers with a page of the same size,
  without tables, roles, languages or a database. What it takes is the price of fifty answers, whatever is in them.
"""

import argparse
import json
import os
import selectors
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask, Response

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName
from companion.log.access import Place
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.files import import_record
from companion.web.access.codes import access_store, shown_code
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from companion.web.live import Streams
from companion.web.serve import Server, listen

LANGUAGES = ("en", "de", "fr", "pt")
ASK_SECONDS = 1.0
LONGEST = 20.0


# --- Servers, each in a process of its own


def serve_companion() -> None:
    """Prints where it is, the table, and a code for every place at it."""
    with TemporaryDirectory() as folder, open_backend(DataDir(Path(folder))) as backend:
        app = create_app(WebConfig(data_dir=Path(folder), companion=backend, trust_loopback=False))
        table = import_record(backend.service, write_table(demo_table(ScenarioName.VOLCANO)))
        names = [player.name for player in table.state.play.table.players]
        places = [Place(table.info.id, Role.RECORDER), Place(table.info.id, Role.SPECTATOR)]
        places += [Place(table.info.id, Role.SEAT, name) for name in names]
        with app.app_context():
            store = access_store()
            assert store is not None
            codes = [shown_code(store, place) for place in places]
        given = {"table": table.info.id, "seq": table.seq, "codes": codes, "players": names}
        _run(Server(app, listen("127.0.0.1", 0)), given)


def serve_bare(size: int) -> None:
    app = Flask(__name__)
    number = 0
    streams = app.extensions["streams"] = Streams(256)
    app.add_url_rule("/stream", "stream", lambda: streams.answer("here", lambda: number, None))
    app.add_url_rule("/page", "page", lambda: Response("x" * size, mimetype="text/html"))

    @app.post("/record")
    def record() -> str:
        nonlocal number
        number += 1
        streams.look("here")
        return str(number)

    _run(Server(app, listen("127.0.0.1", 0)), {})


def _run(server: Server, given: dict[str, object]) -> None:
    print(json.dumps({"port": server.port, **given}), flush=True)

    def stop_with_the_input() -> None:
        sys.stdin.read()
        server.stop()

    threading.Thread(target=stop_with_the_input, daemon=True).start()
    server.run()


# --- Phones


@dataclass
class Phone:
    """One screen: where its stream and its page are, and when it had which number."""

    stream: str
    page: str
    number: str = ""
    headers: str = ""
    given: dict[int, float] = field(default_factory=dict)
    drawn: dict[int, float] = field(default_factory=dict)
    wanted: int = 0
    asking: bool = False
    received: bytes = b""
    rest: bytes = b""


class Phones:
    """All of them, driven by one thread, so that the phones take as little of the machine as they can."""

    def __init__(self, port: int, phones: list[Phone], ask: bool = False) -> None:
        self.port = port
        self.phones = phones
        self.ask = ask
        self.selector = selectors.DefaultSelector()
        self.running = True
        self.sockets: dict[int, socket.socket] = {}
        for i, phone in enumerate(phones):
            self.sockets[i] = self._open(i, "page")
            if not ask:
                self._send(self._open(i, "stream"), phone, phone.stream)
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _open(self, i: int, kind: str) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), timeout=LONGEST)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.selector.register(line, selectors.EVENT_READ, (i, kind))
        return line

    def _send(self, line: socket.socket, phone: Phone, path: str) -> None:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{phone.headers}\r\n".encode())

    def _read(self) -> None:
        due = [time.perf_counter() + ASK_SECONDS * i / len(self.phones) for i in range(len(self.phones))]
        while self.running:
            for key, _ in self.selector.select(timeout=0.01 if self.ask else 0.1):
                i, kind = key.data
                data = key.fileobj.recv(262144)  # type: ignore[union-attr]
                if not data:
                    raise ConnectionError(f"the server hung up on a {kind}")
                (self._hear if kind == "stream" else self._fetched)(i, data)
            now = time.perf_counter()
            for i, at in enumerate(due if self.ask else ()):
                if now >= at and not self.phones[i].asking:
                    due[i] = now + ASK_SECONDS
                    self.phones[i].asking = True
                    self._send(self.sockets[i], self.phones[i], self.phones[i].number)

    def _hear(self, i: int, data: bytes) -> None:
        phone = self.phones[i]
        *whole, phone.rest = (phone.rest + data).split(b"\n")
        for line in whole:
            if line.startswith(b"data: "):
                self._know(i, int(line[6:]))

    def _know(self, i: int, number: int) -> None:
        phone = self.phones[i]
        if number <= phone.wanted:
            return
        phone.given[number] = time.perf_counter()
        phone.wanted = number
        if not phone.asking:
            phone.asking = True
            self._send(self.sockets[i], phone, phone.page)

    def _fetched(self, i: int, data: bytes) -> None:
        phone = self.phones[i]
        phone.received += data
        head, blank, body = phone.received.partition(b"\r\n\r\n")
        length = _length(head) if blank else None
        if length is None or len(body) < length:
            return
        phone.received, phone.asking = b"", False
        assert head.startswith(b"HTTP/1.1 200"), head[:200]
        if body.startswith(b'{"seq":'):
            self._know(i, json.loads(body)["seq"])
            return
        phone.drawn[phone.wanted] = time.perf_counter()

    def close(self) -> None:
        self.running = False
        self.thread.join()
        for key in tuple(self.selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def _length(head: bytes) -> int | None:
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return None


class Service:
    """A server process, stopped with its input."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "bench.live", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.given = json.loads(self.process.stdout.readline())
        self.port: int = self.given["port"]

    def request(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, dict[str, str]]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LONGEST)
        connection.request(method, path, body or None, headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        cookies = "; ".join(value.partition(";")[0] for name, value in answer.getheaders() if name == "Set-Cookie")
        connection.close()
        return answer.status, text, {"Cookie": cookies, "Location": answer.getheader("Location") or ""}

    def processor_ms(self) -> float:
        """What the process has computed so far; nothing where there is no /proc."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=10)


def joined(service: Service, code: str) -> str:
    """The cookies of a device that has scanned this code."""
    status, _, scanned = service.request("GET", f"/join/{code}")
    assert status == 303
    _, _, arrived = service.request("GET", "/join", Cookie=scanned["Cookie"])
    assert arrived["Location"], "nobody was let in"
    _, _, shown = service.request("GET", arrived["Location"], Cookie=scanned["Cookie"])
    kept = dict(part.split("=", 1) for one in (scanned, arrived, shown) for part in one["Cookie"].split("; ") if part)
    return "; ".join(f"{name}={value}" for name, value in kept.items())


def phones_at_a_table(service: Service, count: int, packed: bool = False) -> list[Phone]:
    table, (recorder, spectator, *seats) = f"/tables/{service.given['table']}", service.given["codes"]
    codes = [recorder, *seats, *[spectator] * count][:count]
    made = []
    for i, code in enumerate(codes):
        headers = (
            f"HX-Request: true\r\nBy-Itself: true\r\nAccept-Language: {LANGUAGES[i % len(LANGUAGES)]}\r\n"
            f"Cookie: {joined(service, code)}\r\n"
        ) + ("Accept-Encoding: gzip, deflate\r\n" if packed else "")
        page = f"{table}/seat" if code in seats else table
        made.append(Phone(f"{table}/live?seen={service.given['seq']}", page, f"{table}/number", headers))
        made[-1].wanted = service.given["seq"]
    return made


def entries(service: Service) -> Iterator[dict[str, object]]:
    """Two cards taken, turn after turn; the row is not told."""
    names = service.given["players"]
    for turn in range(10_000):
        yield {"do": "take-cards", "player": names[turn % len(names)]}


# --- Measuring


@dataclass
class Times:
    """Milliseconds after the record was answered, of all phones and all records together."""

    number: list[float] = field(default_factory=list)
    screen: list[float] = field(default_factory=list)
    record: list[float] = field(default_factory=list)
    computed: float = 0.0
    """Processor time of the server for one record and all screens: what is left of it on a machine with others."""

    def row(self, name: str, phones: int) -> str:
        number, screen = (
            f"{statistics.median(ms):.0f} / {percentile(ms, 0.95):.0f}" for ms in (self.number, self.screen)
        )
        slowest, record = max(self.screen), statistics.median(self.record)
        return f"| {name} | {phones} | {number} | {screen} | {slowest:.0f} | {record:.0f} | {self.computed:.0f} |"


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure(service: Service, phones: Phones, records: int, bare: bool) -> Times:
    times = Times()
    made = entries(service) if not bare else iter(())
    code = None if bare else service.given["codes"][0]
    seq = 0 if bare else service.given["seq"]
    before = service.processor_ms()
    for number in range(records):
        # Not in step with anything: whoever asks once a second would otherwise always ask at the same moment.
        time.sleep(0.3 + 0.7 * ((number * 0.618) % 1))
        began = time.perf_counter()
        if bare:
            status, text, _ = service.request("POST", "/record")
            seq = int(text)
        else:
            entry = {"seen": seq, "id": f"bench-{os.getpid()}-{seq}", "kind": "action", "body": next(made)}
            status, text, _ = service.request(
                "POST",
                f"/api/tables/{service.given['table']}/entries",
                json.dumps(entry),
                **{"Content-Type": "application/json", "Authorization": f"Bearer {code}"},
            )
            assert status == 201, text
            seq = service.given["seq"] = json.loads(text)["entry"]["seq"]
        answered = time.perf_counter()
        times.record.append((answered - began) * 1000)
        deadline = answered + LONGEST
        while any(seq not in phone.drawn for phone in phones.phones) and time.perf_counter() < deadline:
            time.sleep(0.002)
        for phone in phones.phones:
            times.number.append(max(0.0, (phone.given.get(seq, deadline) - answered) * 1000))
            times.screen.append(max(0.0, (phone.drawn.get(seq, deadline) - answered) * 1000))
    times.computed = (service.processor_ms() - before) / records
    return times


def run(how: str, count: int, records: int, size: int, packed: bool) -> tuple[Times, int]:
    service = Service("--serve", "bare" if how == "bare" else "companion", "--size", str(size))
    try:
        if how == "bare":
            phones = [Phone("/stream", "/page") for _ in range(count)]
        else:
            phones = phones_at_a_table(service, count, packed)
            headers = _dict(phones[-1].headers) | {"Accept-Encoding": "identity"}
            size = len(service.request("GET", phones[-1].page, **headers)[1].encode())
        screens = Phones(service.port, phones, ask=how == "asking")
        try:
            return measure(service, screens, records, how == "bare"), size
        finally:
            screens.close()
    finally:
        service.stop()


def _dict(headers: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in headers.strip().split("\r\n"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--records", type=int, default=20)
    parser.add_argument("--turns", type=int, default=3, help="how often the three are measured, in turns")
    parser.add_argument("--packed", action="store_true", help="phones ask for compressed pages, as browsers do")
    parser.add_argument("--serve", choices=("companion", "bare"), help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, default=60_000, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve_companion() if arguments.serve == "companion" else serve_bare(arguments.size)
        return
    print("| | phones | number, ms p50 / p95 | screen, ms p50 / p95 | slowest | record, ms | server computes, ms |")
    print("|---|---|---|---|---|---|---|")
    size = arguments.size
    for _ in range(arguments.turns):
        for how in ("companion", "asking", "bare"):
            times, size = run(how, arguments.phones, arguments.records, size, arguments.packed)
            print(times.row(how, arguments.phones), flush=True)
        print(f"| load {os.getloadavg()[0]:.1f}, screen {size // 1000} kB | | | | | | |", flush=True)


if __name__ == "__main__":
    main()
