"""One process with SQLite beside one, two and four with PostgreSQL: entries a second, news on many screens, memory for
each of them, and what is left when processes are killed and the database is stopped meanwhile.

    python -m bench.scale
    python -m bench.scale --processes 2 --screens 1000 5000 --seconds 5 --no-trouble

PostgreSQL is started in a temporary folder and waits for its disk. Every table is recorded at by a client of its own,
as fast as it is answered; a request without an answer is sent again under its id. The troubles, while all tables are
recorded at and followed by screens: every process is killed in turn, the database is stopped at once, the line each
process listens on is cut, and one process is started again with a clock an hour slow. A screen that lost its stream
tries the next process after a second, as the page does behind a proxy. *Right after* is how long, from when the last
part answered again, until every screen had what was recorded by then. At the end each log must hold exactly what was
acknowledged, in that order. The exit status says whether it did.
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
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bench.soak import HEADER, PLAYERS, Line
from companion.log.store import open_store
from tests.postgres import Postgres, postgres_server

TABLES = 16
NEWS = 5
WARM_SECONDS = 2.0
"""Of playing that does not count: connections are opened, tables are read."""
ARRIVING = 50
"""Of many screens so many come at once."""
SCREENS_A_TABLE = 4
"""In the troubles."""
START = """
import os, runpy, sys
from companion.web.access import this_machine
this_machine.account_of = lambda connection: os.getuid()
sys.argv = ["companion", *sys.argv[1:]]
runpy.run_module("companion", run_name="__main__")
"""
"""Whose a connection is that comes from this machine is looked up among all of them, 10 ms with some thousands. Phones
come from elsewhere and are not asked."""
SLOW_CLOCK = """
import datetime, time
real, usual = time.time, datetime.datetime
time.time = lambda: real() - 3600
class Slow(usual):
    @classmethod
    def now(cls, tz=None):
        return usual.now(tz) - datetime.timedelta(hours=1)
datetime.datetime = Slow
"""
LISTENERS = "query LIKE 'LISTEN%' OR query = 'SELECT 1'"


@dataclass
class Server:
    folder: Path
    url: str | None
    port: int = 0
    process: "subprocess.Popen[bytes] | None" = None

    def start(self, *, slow_clock: bool = False) -> None:
        if not self.port:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
        given = ["--no-browser", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder)]
        database = ["--database", self.url] if self.url else []
        self.process = subprocess.Popen(
            [sys.executable, "-c", SLOW_CLOCK + START if slow_clock else START, *given, *database],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
            self.process = None

    @property
    def seconds(self) -> float:
        assert self.process
        return processor_seconds(self.process.pid)

    @property
    def megabytes(self) -> float:
        assert self.process
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1000


def processor_seconds(pid: int, *, children: bool = False) -> float:
    """``children``: with those that run and those that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    spent = sum(map(int, fields[11 : 15 if children else 13])) / os.sysconf("SC_CLK_TCK")
    if children:
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            with suppress(FileNotFoundError):
                spent += processor_seconds(int(child))
    return spent


@dataclass
class Table:
    id: str
    acknowledged: list[str] = field(default_factory=list)
    again: int = 0


@dataclass
class News:
    screens: int
    ms: list[float] = field(default_factory=list)
    kilobytes: float = 0.0


@dataclass
class Found:
    name: str
    rate: float = 0.0
    entry_ms: list[float] = field(default_factory=list)
    processor_ms: list[float] = field(default_factory=list)
    """Of an entry, over all cores: Companion, the database, the clients."""
    news: list[News] = field(default_factory=list)
    right_after: dict[str, float] = field(default_factory=dict)
    """Seconds, by trouble."""
    wrong: int = 0
    again: int = 0


@dataclass
class Screen:
    """It follows a table, at the next process where one is gone."""

    servers: list[Server]
    table: Table
    at: int
    number: int = -1

    async def follow(self) -> None:
        while True:
            line = Line(self.servers[self.at % len(self.servers)].port)
            try:
                status, _ = await line.begin("GET", f"/tables/{self.table.id}/live")
                while status == 200 and (text := await line.line()):
                    if text.startswith(b"data: "):
                        self.number = int(text[6:])
            except (OSError, asyncio.IncompleteReadError):
                pass
            finally:
                line.close()
            self.at += 1
            await asyncio.sleep(1)


async def ready(server: Server) -> None:
    end = time.monotonic() + 120
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            line = Line(server.port)
            try:
                if (await line.ask("GET", "/readyz"))[0] == 200:
                    return
            finally:
                line.close()
        if time.monotonic() > end:
            raise TimeoutError(server.port)
        await asyncio.sleep(0.2)


async def make(server: Server) -> Table:
    line = Line(server.port)
    status, body = await line.ask("POST", "/api/tables", {"game": "dewan", "header": HEADER})
    line.close()
    assert status == 201, body
    return Table(json.loads(body)["table"]["id"])


async def record(line: Line, table: Table) -> bool:
    number = len(table.acknowledged)
    # An entry and its undo by turns: the table goes on for ever.
    undo = number % 2 == 1
    kind, body = ("undo", {}) if undo else ("action", {"do": "take-cards", "player": PLAYERS[0]})
    entry = {"seen": number, "id": f"e{number}", "kind": kind, "body": body}
    try:
        status, _ = await asyncio.wait_for(line.ask("POST", f"/api/tables/{table.id}/entries", entry), 30)
    except (OSError, asyncio.IncompleteReadError, TimeoutError):
        line.close()
        status = 0
    if status in (200, 201):
        table.acknowledged.append(entry["id"])  # type: ignore[arg-type]
        return True
    table.again += 1
    return False


async def play(servers: list[Server], table: Table, until: float, found: Found) -> None:
    """At one process; where that does not answer, at the next."""
    at = random.randrange(len(servers))
    line = Line(servers[at].port)
    while time.monotonic() < until:
        began = time.monotonic()
        if await record(line, table):
            found.entry_ms.append((time.monotonic() - began) * 1000)
        else:
            line.close()
            at = (at + 1) % len(servers)
            line = Line(servers[at].port)
            await asyncio.sleep(0.05)
    line.close()


async def listen(server: Server, table: Table, heard: dict[int, list[float]], seated: asyncio.Semaphore) -> None:
    line, last = Line(server.port), None
    try:
        while True:  # as a screen that is not let in yet
            with suppress(OSError, asyncio.IncompleteReadError):
                if (await line.begin("GET", f"/tables/{table.id}/live"))[0] == 200:
                    break
            line.close()
            await asyncio.sleep(1)
            line = Line(server.port)
        while text := await line.line():
            if text.startswith(b"data: "):
                if last is None:
                    seated.release()
                if last != int(text[6:]):  # a silent stream says its number again
                    last = int(text[6:])
                    heard.setdefault(last, []).append(time.monotonic())
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        line.close()


async def news(servers: list[Server], wanted: int, found: Found) -> None:
    """How long after an entry was answered each screen has its number."""
    table, heard, seated = await make(servers[0]), {}, asyncio.Semaphore(0)  # type: ignore[var-annotated]
    before = sum(server.megabytes for server in servers)
    here = News(wanted)
    found.news.append(here)
    screens: list[asyncio.Task[None]] = []
    for number in range(wanted + ARRIVING):  # people come one after the other
        if number < wanted:
            screens.append(asyncio.create_task(listen(servers[number % len(servers)], table, heard, seated)))
        if number >= ARRIVING:
            await asyncio.wait_for(seated.acquire(), 120)
    await asyncio.sleep(1)
    here.kilobytes = (sum(server.megabytes for server in servers) - before) * 1000 / wanted
    line = Line(servers[0].port)
    for number in range(1, NEWS + 1):
        assert await record(line, table)
        answered = time.monotonic()
        end = answered + 60
        while len(heard.get(number, ())) < wanted and time.monotonic() < end:
            await asyncio.sleep(0.01)
        here.ms += [max(0.0, at - answered) * 1000 for at in heard.get(number, ())]
        found.wrong += wanted - len(heard.get(number, ()))
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)
    line.close()


async def trouble(servers: list[Server], database: Postgres | None, tables: list[Table], found: Found) -> None:
    playing = [asyncio.create_task(play(servers, table, float("inf"), Found(""))) for table in tables]
    screens = [Screen(servers, table, number) for table in tables for number in range(SCREENS_A_TABLE)]
    playing += [asyncio.create_task(screen.follow()) for screen in screens]
    await asyncio.sleep(1)

    async def recovered(what: str) -> None:
        """Everything answers again."""
        began, wanted = time.monotonic(), [len(screen.table.acknowledged) for screen in screens]
        while any(screen.number < number for screen, number in zip(screens, wanted, strict=True)):
            if time.monotonic() > began + 30:
                found.wrong += 1
                break
            await asyncio.sleep(0.02)
        found.right_after[what] = max(found.right_after.get(what, 0.0), time.monotonic() - began)

    for server in servers:
        server.stop(signal.SIGKILL)
        await asyncio.sleep(0.5)
        server.start()
        await ready(server)
        await recovered("killed")
    if database:
        await asyncio.to_thread(database.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(database.start)
        for server in servers:
            await ready(server)
        await recovered("database")
        database.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {LISTENERS}")
        await recovered("listener")
    servers[-1].stop()
    servers[-1].start(slow_clock=True)
    await ready(servers[-1])
    await recovered("slow clock")
    left = set(playing)
    while left:  # a task that is just being answered may not hear the first word
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)


def settle(where: Path | str, tables: list[Table], found: Found) -> None:
    """What was acknowledged, against what is stored. The last one of each table may be there without an answer."""
    with open_store(where) as store:
        for table in tables:
            stored = [getattr(entry, "id", "?") for entry in store.entries(table.id)]
            known = table.acknowledged
            found.wrong += stored[: len(known)] != known or len(stored) > len(known) + 1
            found.again += table.again


async def measure(name: str, processes: int, database: Postgres | None, options: argparse.Namespace) -> Found:
    found = Found(name)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as undo:
        url = database.new() if database else None
        servers = [Server(Path(folder), url) for _ in range(processes)]
        for server in servers:
            server.start()
            undo.callback(server.stop)
            await ready(server)
        tables = [await make(servers[i % processes]) for i in range(TABLES)]

        def spent() -> list[float]:
            of_database = processor_seconds(database.process.pid, children=True) if database and database.process else 0
            return [sum(server.seconds for server in servers), of_database, time.process_time()]

        await asyncio.gather(*(play(servers, table, time.monotonic() + WARM_SECONDS, Found("")) for table in tables))
        before, until = spent(), time.monotonic() + options.seconds
        await asyncio.gather(*(play(servers, table, until, found) for table in tables))
        found.processor_ms = [
            1000 * (now - then) / len(found.entry_ms) for now, then in zip(spent(), before, strict=True)
        ]
        found.rate = len(found.entry_ms) / options.seconds
        for screens in options.screens:
            await news(servers, screens, found)
        if not options.no_trouble:
            await trouble(servers, database, tables, found)
        settle(url or Path(folder) / "companion.sqlite3", tables, found)
    return found


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


def tell(one: Found, first: Found) -> None:
    heard = "; ".join(
        f"{here.screens}: {share(here.ms, 0.5):.0f} / {share(here.ms, 0.95):.0f}, {here.kilobytes:.0f}"
        for here in one.news
    )
    right = ", ".join(f"{what} {seconds:.1f}" for what, seconds in one.right_after.items())
    print(
        f"| {one.name} | {one.rate:.0f} | {one.rate / first.rate:.2f} |"
        f" {statistics.median(one.entry_ms):.0f} / {share(one.entry_ms, 0.95):.0f} |"
        f" {' + '.join(f'{spent:.1f}' for spent in one.processor_ms)} | {heard} | {right} |"
        f" {one.again} | {one.wrong} |",
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--screens", type=int, nargs="*", default=[1000, 5000])
    parser.add_argument("--no-trouble", action="store_true")
    parser.add_argument("--without-sqlite", action="store_true", help="where its figures are known already")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}; {options.seconds:.0f} s, {TABLES} tables")
    news, after = "screens: news p50 / p95 ms, kB", "right after, s"
    print(f"| | entries/s | ratio | p50 / p95 ms | processor, ms an entry | {news} | {after} | again | wrong |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    found: list[Found] = []

    def one(name: str, processes: int, database: Postgres | None = None) -> None:
        found.append(asyncio.run(measure(name, processes, database, options)))
        tell(found[-1], found[0])

    if not options.without_sqlite:
        one("SQLite, 1", 1)
    with postgres_server(fsync="on", full_page_writes="on") as database:
        for number in options.processes:
            one(f"PostgreSQL, {number}", number, database)
    return 1 if any(one.wrong for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
