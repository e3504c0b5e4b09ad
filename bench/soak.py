"""A whole club night on one process: 200 tables, 1000 joined screens, ten minutes; nothing lost, nothing doubled.

    python -m bench.soak                                  # ten minutes, as in docs/reliability.md
    python -m bench.soak --minutes 1 --tables 20 --screens 100

A server of its own is started on loopback with a fresh data directory. Every screen does what the page does: it holds a
stream, or asks for the number every two seconds where the streams are all taken, and fetches the table anew when the
number has grown; the home page is asked for every two seconds. Every table records at its own pace; one request in ten
is sent twice, as by an impatient finger, one in twenty is an undo. At the end the log of each table must hold exactly
what was acknowledged, in that order, every screen must have seen the last number, and the memory of the server must not
have grown with time. The exit status says whether all of that held.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ASK_EVERY = 2.0
TRY_STREAM_EVERY = 15.0
CATCH_UP = 20.0
"""At the end, for the screens."""
PLAYERS = ("Ada", "Ben")
HEADER = {
    "table": {"format": "dewan-table/1", "scenario": "base", "players": [{"name": name} for name in PLAYERS]},
    "stories": False,
    "row": False,
}


class Line:
    """One kept connection, as a browser has; opened anew when the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, bytes]:
        for attempt in (1, 2):
            try:
                status, given = await self.begin(method, path, body, **headers)
                content = await self._content(given)
                if given.get("connection") == "close":
                    self.close()
                return status, content
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    async def begin(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Mapping[str, str]]:
        """Up to the end of the answer's head."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader
        payload = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(payload)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if body is not None:
            lines.append("Content-Type: application/json")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
        await self.writer.drain()
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        given = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        return int(head[0].split()[1]), given

    async def _content(self, given: Mapping[str, str]) -> bytes:
        assert self.reader
        if given.get("transfer-encoding") == "chunked":
            parts = []
            while size := int(await self.reader.readline(), 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            return b"".join(parts)
        return await self.reader.readexactly(int(given.get("content-length", "0")))

    async def line(self) -> bytes:
        assert self.reader
        return await self.reader.readline()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Table:
    id: str
    turn: int = 0
    acknowledged: list[str] = field(default_factory=list)
    answered_at: dict[int, float] = field(default_factory=dict)
    """When the record of each number was answered."""


@dataclass
class Evening:
    """What everybody shares, and what is found out."""

    port: int
    seconds: float
    pace: float
    over: asyncio.Event = field(default_factory=asyncio.Event)
    last_turns: asyncio.Event = field(default_factory=asyncio.Event)
    """Nobody records any more; the screens catch up."""
    told_ms: list[float] = field(default_factory=list)
    asked_ms: list[float] = field(default_factory=list)
    page_ms: list[float] = field(default_factory=list)
    home_ms: list[float] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    doubled: int = 0
    faults: list[str] = field(default_factory=list)
    streams: int = 0
    most_streams: int = 0

    def note(self, status: int) -> None:
        self.answers[status] = self.answers.get(status, 0) + 1
        if status >= 500 and status != 503:
            self.faults.append(f"an answer {status}")

    async def pause(self, seconds: float, until: asyncio.Event | None = None) -> bool:
        """Whether the evening, or what is to be waited for, still goes on afterwards."""
        end = until or self.over
        with suppress(TimeoutError):
            await asyncio.wait_for(end.wait(), seconds)
        return not end.is_set()


class Screen:
    def __init__(self, evening: Evening, table: Table) -> None:
        self.evening, self.table = evening, table
        self.pages = Line(evening.port)
        self.seen = -1

    async def sit(self) -> None:
        await asyncio.sleep(random.uniform(0, min(20.0, self.evening.seconds / 6)))  # nobody arrives in one moment
        while not self.evening.over.is_set():
            try:
                if not await self._listen():
                    await self._ask_for_a_while()
            except (ConnectionError, asyncio.IncompleteReadError, OSError):
                await self.evening.pause(1)
        self.pages.close()

    async def _listen(self) -> bool:
        stream = Line(self.evening.port)
        try:
            status, _ = await stream.begin("GET", f"/tables/{self.table.id}/live?seen={self.seen}")
            self.evening.note(status)
            if status != 200:
                return False
            self.evening.streams += 1
            self.evening.most_streams = max(self.evening.most_streams, self.evening.streams)
            try:
                while not self.evening.over.is_set():
                    with suppress(TimeoutError):
                        text = await asyncio.wait_for(stream.line(), 1.0)
                        if not text:
                            return True
                        if text.startswith(b"data: ") and text[6:].strip().isdigit():
                            await self._news(int(text[6:]), self.evening.told_ms)
            finally:
                self.evening.streams -= 1
            return True
        finally:
            stream.close()

    async def _ask_for_a_while(self) -> None:
        until = time.monotonic() + TRY_STREAM_EVERY
        while time.monotonic() < until:
            status, body = await self.pages.ask("GET", f"/tables/{self.table.id}/number")
            self.evening.note(status)
            if status == 200:
                await self._news(json.loads(body)["seq"], self.evening.asked_ms)
            if not await self.evening.pause(ASK_EVERY * random.uniform(0.8, 1.2)):
                return

    async def _news(self, number: int, latencies: list[float]) -> None:
        if number == self.seen:
            return
        now = time.monotonic()
        answered = self.table.answered_at.get(number)
        if answered is not None and self.seen >= 0:
            latencies.append(max(0.0, now - answered) * 1000)
        self.seen = number
        status, _ = await self.pages.ask("GET", f"/tables/{self.table.id}", HX_Request="true")
        self.evening.note(status)
        self.evening.page_ms.append((time.monotonic() - now) * 1000)


class Recorder:
    def __init__(self, evening: Evening, table: Table) -> None:
        self.evening, self.table = evening, table

    async def play(self) -> None:
        line = Line(self.evening.port)
        while await self.evening.pause(random.expovariate(1 / self.evening.pace), self.evening.last_turns):
            number = len(self.table.acknowledged)
            entry = {"seen": number, "id": f"{self.table.id[:6]}-{number}", **self._turn(number)}
            times = 2 if random.random() < 0.1 else 1
            lines = [line, *(Line(self.evening.port) for _ in range(times - 1))]
            path = f"/api/tables/{self.table.id}/entries"
            try:
                answers = await asyncio.gather(*(one.ask("POST", path, entry) for one in lines))
            except (ConnectionError, asyncio.IncompleteReadError) as error:
                self.evening.faults.append(f"recording: {type(error).__name__}")
                return
            for one in lines[1:]:
                one.close()
            given = [json.loads(body) for _, body in answers]
            if not all(one.get("ok") for one in given) or {one["entry"]["seq"] for one in given} != {number + 1}:
                self.evening.faults.append(f"not recorded as asked: {given[0]}"[:300])
                return
            self.evening.doubled += times - 1
            self.table.acknowledged.append(str(entry["id"]))
            self.table.answered_at[number + 1] = time.monotonic()
        line.close()

    def _turn(self, number: int) -> dict[str, object]:
        if number and self.table.turn and random.random() < 0.05:
            self.table.turn -= 1
            return {"kind": "undo", "body": {}}
        player = PLAYERS[self.table.turn % 2]
        self.table.turn += 1
        return {"kind": "action", "body": {"do": "take-cards", "player": player}}


def memory_mb(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    return 0.0


async def evening(arguments: argparse.Namespace, port: int, process: int) -> int:
    seconds = arguments.minutes * 60
    night = Evening(port, seconds, arguments.pace)
    line, tables = Line(port), []
    for _ in range(arguments.tables):
        status, body = await line.ask("POST", "/api/tables", {"header": HEADER})
        if status != 201:
            raise SystemExit(f"no table was made: {status} {body[:200]!r}")
        tables.append(Table(json.loads(body)["table"]["id"]))
    screens = [Screen(night, tables[i % len(tables)]) for i in range(arguments.screens)]
    recorders = [asyncio.create_task(Recorder(night, table).play()) for table in tables]
    sitting = [asyncio.create_task(screen.sit()) for screen in screens]
    sitting.append(asyncio.create_task(ask_for_home(night)))
    memory: list[float] = []
    began = time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        await asyncio.sleep(5)
        memory.append(memory_mb(process))
        if int(passed) % 60 < 5:
            recorded = sum(len(table.acknowledged) for table in tables)
            how = f"{night.streams} streams, {memory[-1]:.0f} MB, load {os.getloadavg()[0]:.1f}"
            print(f"{passed:4.0f} s  {recorded} recorded, {how}", flush=True)
        if passed > seconds - CATCH_UP:
            night.last_turns.set()
    await asyncio.gather(*recorders)
    behind = sum(screen.seen != len(screen.table.acknowledged) for screen in screens)
    night.over.set()
    await asyncio.gather(*sitting)
    lost, extra = await compared(line, tables)
    return report(night, tables, memory, behind, lost, extra)


async def ask_for_home(night: Evening) -> None:
    """Somebody who comes in, every two seconds: the list of all tables."""
    line = Line(night.port)
    while await night.pause(ASK_EVERY):
        began = time.monotonic()
        with suppress(ConnectionError, asyncio.IncompleteReadError, OSError):
            status, _ = await line.ask("GET", "/")
            night.note(status)
            night.home_ms.append(1000 * (time.monotonic() - began))
    line.close()


async def compared(line: Line, tables: list[Table]) -> tuple[int, int]:
    """Acknowledged entries that are not in the log where they were said to be, and entries nobody was told of."""
    lost = extra = 0
    for table in tables:
        _, body = await line.ask("GET", f"/api/tables/{table.id}/log")
        ids = [entry["id"] for entry in json.loads(body)["entries"]]
        lost += sum(said != there for said, there in zip(table.acknowledged, ids, strict=False))
        lost += max(0, len(table.acknowledged) - len(ids))
        extra += max(0, len(ids) - len(table.acknowledged))
    return lost, extra


def report(night: Evening, tables: list[Table], memory: list[float], behind: int, lost: int, extra: int) -> int:
    def percentiles(values: list[float]) -> str:
        if len(values) < 20:
            return "-"
        cuts = statistics.quantiles(values, n=100)
        return f"{cuts[49]:.0f} / {cuts[94]:.0f} / {cuts[98]:.0f}"

    third = max(1, len(memory) // 3)
    early, late = statistics.median(memory[third : 2 * third]), statistics.median(memory[-third:])
    print(f"recorded {sum(len(table.acknowledged) for table in tables)}, sent twice {night.doubled}")
    print(f"lost or moved {lost}, doubled {extra}, screens behind at the end {behind}")
    print(f"streams at most {night.most_streams}; the other screens asked every {ASK_EVERY:.0f} s")
    print(f"news by stream, ms p50 / p95 / p99: {percentiles(night.told_ms)}")
    print(f"news by asking, ms p50 / p95 / p99: {percentiles(night.asked_ms)}")
    print(f"page fetched,   ms p50 / p95 / p99: {percentiles(night.page_ms)}")
    print(f"home fetched,   ms p50 / p95 / p99: {percentiles(night.home_ms)}")
    print(
        f"memory MB: {memory[0]:.0f} at first, {early:.0f} in the middle, {late:.0f} at the end, {max(memory):.0f} most"
    )
    print(f"answers: {dict(sorted(night.answers.items()))}")
    print("\n".join(night.faults[:5]))
    well = not (lost or extra or behind or night.faults) and late < early * 1.1 + 5
    print("held" if well else "DID NOT HOLD")
    return 0 if well else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--screens", type=int, default=1000)
    parser.add_argument("--pace", type=float, default=60.0, help="seconds between two records of a table, on average")
    arguments = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "companion", "--local-only", "--no-browser"]
        server = subprocess.Popen([*command, "--port", str(port), "--data", data], stdout=subprocess.DEVNULL)
        try:
            wait_for(port)
            return asyncio.run(evening(arguments, port, server.pid))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(10)


def wait_for(port: int) -> None:
    for _ in range(200):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


if __name__ == "__main__":
    sys.exit(main())
