"""Clients that never finish their request, or never read the answer, against a started Companion: who else waits?

    python -m bench.slow                     # 300 of each kind
    python -m bench.slow --clients 1000
    python -m bench.slow --siege             # 3,000 half-sent requests, held by five addresses of loopback

``companion`` is started as its own process. The slow clients come from another address of loopback than whoever asks
for pages meanwhile, and go on sending a byte a second. Every page has to be answered, within seconds even on a busy
machine; at the end the server is stopped with all of them still connected.
"""

import argparse
import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from companion.dewan.demo import demo_table
from companion.dewan.formats.table import write_table
from companion.dewan.rules.words import ScenarioName

SLOW = "127.0.0.2"
"""Whoever asks from here is counted like any device of the network."""
ROUNDS = 5
PATIENCE = 20.0
HEAD = b"Host: 127.0.0.1\r\n"
JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Kind:
    """``first`` is sent at once, ``then`` again every second."""

    what: str
    first: bytes
    then: bytes = b""
    times: int = 1


def kinds(table_id: str) -> tuple[Kind, ...]:
    page = b"GET /static/vendor/htmx.min.js HTTP/1.1\r\n" + HEAD + b"\r\n"
    return (
        Kind("nobody", b"", times=0),
        Kind("connected, and nothing sent", b""),
        Kind("half a head, a byte a second", b"GET / HTTP/1.1\r\n" + HEAD + b"X-Slow: ", b"a"),
        Kind(
            "half a form, a byte a second", b"POST /theme HTTP/1.1\r\n" + HEAD + b"Content-Length: 9000\r\n\r\n", b"t"
        ),
        Kind(
            "half a photo of 90 MB", b"POST /tables/x/photo HTTP/1.1\r\n" + HEAD + b"Content-Length: 90000000\r\n\r\n"
        ),
        Kind("a stream that is never read", f"GET /tables/{table_id}/live HTTP/1.1\r\n".encode() + HEAD + b"\r\n"),
        Kind("ten answers that are never read", page * 10),
        Kind("nine times as many, connected", b"", times=9),
    )


class Slow:
    """So many clients of a kind, until closed."""

    def __init__(self, port: int, kind: Kind, number: int, addresses: Sequence[str] = (SLOW,)) -> None:
        self._ended = threading.Event()
        self.sockets: list[socket.socket] = []
        self.refused = 0
        for count in range(number * kind.times):
            one = socket.socket()
            # Little room for answers, so that the server is left with them.
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.settimeout(5)
            one.bind((addresses[count % len(addresses)], 0))
            try:
                one.connect(("127.0.0.1", port))
                one.sendall(kind.first)
            except OSError:
                self.refused += 1
                one.close()
                continue
            self.sockets.append(one)
        self._thread = threading.Thread(target=self._trickle, args=(kind.then,), daemon=True)
        self._thread.start()

    def _trickle(self, byte: bytes) -> None:
        while byte and not self._ended.wait(1):
            for one in self.sockets:
                with suppress(OSError):
                    one.send(byte)

    def turned_away(self) -> int:
        """How many the server has closed."""
        gone = self.refused
        for one in self.sockets:
            one.setblocking(False)
            try:
                gone += not one.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                pass
            except OSError:
                gone += 1
        return gone

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        for one in self.sockets:
            one.close()


def ask(port: int, path: str, body: dict[str, object] | None = None) -> tuple[int, bytes, float]:
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        sent = None if body is None else json.dumps(body)
        connection.request("GET" if sent is None else "POST", path, sent, JSON)
        answer = connection.getresponse()
        given = b"" if path.endswith("/live") else answer.read()
        return answer.status, given, time.monotonic() - began
    except OSError:
        return 0, b"", time.monotonic() - began
    finally:
        connection.close()


def others(port: int, table_id: str, rounds: int = ROUNDS) -> tuple[list[int], list[float]]:
    """Whoever plays meanwhile: pages, the API, a stream, and an entry that is recorded."""
    statuses, seconds = [], []
    for number in range(rounds):
        seq = json.loads(ask(port, f"/api/tables/{table_id}/number")[1] or b'{"seq": 0}')["seq"]
        # Taken back each time: a game does not go on for as long as this may.
        kind, body = ("undo", {}) if seq % 2 else ("action", {"do": "take-cards", "player": "Ada"})
        entry: dict[str, object] = {"seen": seq, "id": f"{seq}-{number}", "kind": kind, "body": body}
        for path, sent in (
            ("/", None),
            (f"/tables/{table_id}", None),
            (f"/tables/{table_id}/score", None),
            (f"/tables/{table_id}/live", None),
            (f"/api/tables/{table_id}/entries", entry),
        ):
            status, _, took = ask(port, path, sent)
            # All streams taken, or not given up yet: then a screen asks for the number, and misses nothing.
            statuses.append(200 if status == 503 and path.endswith("/live") else status)
            seconds.append(took)
    return statuses, seconds


def siege(port: int, table_id: str, number: int = 3000, seconds: float = 15.0) -> int:
    """Pages and records before, during and after; those that are given up come back at once."""
    addresses = [f"127.0.0.{2 + one}" for one in range(5)]
    half = kinds(table_id)[2]
    faults = 0

    def measured(when: str) -> None:
        nonlocal faults
        pages: list[float] = []
        records: list[float] = []
        wrong: list[int] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            statuses, took = others(port, table_id, rounds=1)
            pages += took[:3]
            records += took[4:]
            wrong += [status for status in statuses if status not in (200, 201)]
        faults += len(wrong)
        print(
            f"{when}: {len(pages)} pages, p95 {_p95(pages):.0f} ms;",
            f"{len(records)} records, p95 {_p95(records):.0f} ms; {len(wrong)} not answered",
            flush=True,
        )

    measured("before")
    besiegers = [Slow(port, half, number // 5, [address]) for address in addresses]
    measured(f"during {number} half-sent requests of {len(addresses)} addresses")
    again = [Slow(port, half, number // 5, [address]) for address in addresses]
    measured("while as many more come")
    for one in (*besiegers, *again):
        one.close()
    measured("after")
    return faults


def _p95(seconds: Sequence[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000


@contextmanager
def companion(data: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "companion", "--local-only", "--no-browser", "--port", str(port)]
    with subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            while (line := process.stdout.readline()) and "Ctrl+C" not in line:
                pass
            yield process, port
        finally:
            process.kill()


def memory(process: "subprocess.Popen[str]") -> int:
    """In MB, where the system tells."""
    try:
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) // 1000 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("--siege", action="store_true")
    arguments = parser.parse_args()
    number: int = arguments.clients
    faults = 0
    with ExitStack() as left:
        process, port = left.enter_context(companion(Path(left.enter_context(tempfile.TemporaryDirectory()))))
        made = ask(port, "/api/tables", {"record": write_table(demo_table(ScenarioName.BASE))})
        table_id = json.loads(made[1])["table"]["id"]
        if arguments.siege:
            return 1 if siege(port, table_id) else 0
        for kind in kinds(table_id):
            slow = Slow(port, kind, number)
            # The server turns away after the fact: it has to accept a connection to see where it comes from.
            statuses, seconds = others(port, table_id)
            wrong = [status for status in statuses if status not in (200, 201)]
            faults += len(wrong)
            print(
                f"{number * kind.times:5} {kind.what}: {len(statuses) - len(wrong)} of {len(statuses)} answered, "
                f"{median(seconds) * 1000:.0f} ms at the median, {max(seconds) * 1000:.0f} at most; "
                f"{slow.turned_away()} turned away, {memory(process)} MB {wrong or ''}",
                flush=True,
            )
            slow.close()
        slow = Slow(port, kinds(table_id)[5], number)
        ask(port, "/")
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        status = process.wait(PATIENCE)
        took = time.monotonic() - began
        slow.close()
        print(f"stopped with {number} of them connected: status {status} after {took:.2f} s")
        faults += status != 0 or took > 5
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
