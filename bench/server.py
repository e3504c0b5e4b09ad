"""Which server can hold a game evening: many open streams, pages answered meanwhile, gone at once when told to stop.

    python bench/server.py                    # every candidate that is installed, 50 to 5,000 streams
    python bench/server.py cheroot --streams 600

Each candidate runs the same small Flask application in a process of its own. The streams are opened over loopback and
told a number five times, as a recorded action would be; pages are asked for while they are open; then the process is
asked to stop (SIGINT, as by Ctrl+C) with all streams still open. docs/server.md discusses the figures.
"""

import argparse
import importlib.util
import resource
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

from flask import Flask, Response

from companion.web.live import Streams

NEEDS = {
    "companion": ["waitress"],
    "cheroot": ["cheroot"],
    "waitress": ["waitress"],
    "waitress-as-it-comes": ["waitress"],
    "gunicorn": ["gunicorn"],
    "uvicorn": ["uvicorn", "a2wsgi"],
    "granian": ["granian"],
    "werkzeug": ["werkzeug"],
}
ROOM = 32
"""Threads beside those that the streams hold."""


def small_app(most_streams: int | None = None) -> Flask:
    """With a number given, the streams are Companion's own: capped, and ended when the server stops."""
    app = Flask(__name__)
    news = threading.Condition()
    number = 0
    streams = app.extensions["streams"] = Streams(most_streams or 0)

    @app.get("/page")
    def page() -> str:
        return "page " * 2000

    @app.post("/record")
    def record() -> str:
        nonlocal number
        with news:
            number += 1
            news.notify_all()
        streams.look("here")
        return str(number)

    @app.get("/stream")
    def stream() -> Response:
        if most_streams is not None:
            return streams.answer("here", lambda: number, None)

        def events() -> Iterator[str]:
            seen = number
            yield f"data: {seen}\n\n"
            while True:
                with news:
                    news.wait_for(lambda seen=seen: number > seen, timeout=15)  # type: ignore[misc]
                    seen = number
                yield f"data: {seen}\n\n"

        return Response(events(), mimetype="text/event-stream")

    return app


def serve(name: str, port: int, threads: int) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # started in the background, it would be ignored
    app = small_app(threads - ROOM if name == "companion" else None)
    if name == "companion":
        from companion.web.serve import Server as Companion
        from companion.web.serve import listen

        companion = Companion(app, listen("127.0.0.1", port))
        signal.signal(signal.SIGINT, lambda *_: companion.stop())
        companion.run()
    elif name == "cheroot":
        from cheroot.wsgi import Server

        server = Server(("127.0.0.1", port), app, numthreads=threads, request_queue_size=256, shutdown_timeout=1)
        server.safe_start()
    elif name.startswith("waitress"):
        import waitress

        options = {} if name == "waitress-as-it-comes" else {"threads": threads, "connection_limit": 2 * threads}
        waitress.serve(app, host="127.0.0.1", port=port, asyncore_use_poll=True, _quiet=True, **options)
    elif name == "gunicorn":
        from gunicorn.app.base import BaseApplication

        class Gunicorn(BaseApplication):
            def load_config(self) -> None:
                for key, value in {
                    "bind": f"127.0.0.1:{port}",
                    "worker_class": "gthread",
                    "threads": threads,
                    "graceful_timeout": 1,
                    "loglevel": "critical",
                }.items():
                    self.cfg.set(key, value)

            def load(self) -> object:
                return app

        Gunicorn().run()
    elif name == "uvicorn":
        import uvicorn
        from a2wsgi import WSGIMiddleware

        uvicorn.run(
            WSGIMiddleware(app, workers=threads),
            host="127.0.0.1",
            port=port,
            log_level="critical",
            timeout_graceful_shutdown=1,
        )
    elif name == "granian":
        raise SystemExit("its embedded server is for ASGI only, so its own command is measured")
    elif name == "werkzeug":
        from werkzeug.serving import make_server

        make_server("127.0.0.1", port, app, threaded=True).serve_forever()


def command(name: str, port: int, threads: int) -> list[str]:
    if name == "granian":
        return [
            *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
            *("--blocking-threads", str(threads), "--workers-kill-timeout", "1", "--log-level", "critical"),
            *("--factory", "--backpressure", str(threads), "server:small_app"),
        ]
    return [sys.executable, __file__, name, "--serve", str(port), "--threads", str(threads)]


class Listeners:
    """Open streams, read by one thread, noting when each number arrived."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.selector = selectors.DefaultSelector()
        self.heard: dict[int, list[float]] = {}
        self.sockets: list[socket.socket] = []
        self.answered: set[int] = set()
        self.running = True
        self.thread = threading.Thread(target=self._read, daemon=True)

    def open(self, count: int) -> None:
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", self.port), timeout=5)
            one.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
            one.setblocking(False)
            self.sockets.append(one)
            self.selector.register(one, selectors.EVENT_READ)
        self.thread.start()

    def _read(self) -> None:
        while self.running:
            for key, _ in self.selector.select(timeout=0.1):
                now = time.perf_counter()
                try:
                    data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                except OSError:
                    data = b""
                if not data:
                    self.selector.unregister(key.fileobj)
                    continue
                for part in data.split(b"data: ")[1:]:
                    self.answered.add(key.fd)
                    self.heard.setdefault(int(part.split(b"\n")[0]), []).append(now)

    def close(self) -> None:
        self.running = False
        self.thread.join()
        for one in self.sockets:
            one.close()


def request(port: int, method: str, path: str) -> float:
    """Milliseconds of one request on a connection of its own; infinity when it is not answered within 5 s."""
    began = time.perf_counter()
    try:
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request(method, path)
        connection.getresponse().read()
        connection.close()
    except OSError:
        return float("inf")
    return (time.perf_counter() - began) * 1000


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def rss_mb(pid: int) -> float:
    """Memory of the process and its children; nothing where there is no /proc."""
    total = 0.0
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        for one in [str(pid), *children]:
            lines = Path(f"/proc/{one}/status").read_text().splitlines()
            line = next(line for line in lines if line.startswith("VmRSS"))
            total += int(line.split()[1]) / 1024
    except (OSError, StopIteration):
        return float("nan")
    return total


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else float("inf")


def measure(name: str, count: int) -> str:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = Path(__file__).resolve().parent
    process = subprocess.Popen(
        command(name, port, count + ROOM), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        if not wait_until(lambda: request(port, "GET", "/page") < 5000, 15):
            return f"| {name} | {count} | did not start |"
        streams = Listeners(port)
        streams.open(count)
        wait_until(lambda: len(streams.answered) == count, 15)
        held = len(streams.answered)
        pages = [request(port, "GET", "/page") for _ in range(40 if held == count else 3)]
        spread: list[float] = []
        for _ in range(5 if held == count else 0):
            before = max(streams.heard)
            began = time.perf_counter()
            request(port, "POST", "/record")
            wait_until(lambda before=before: len(streams.heard.get(before + 1, [])) >= count, 5)  # type: ignore[misc]
            spread += [(at - began) * 1000 for at in streams.heard.get(before + 1, [])]
        memory = rss_mb(process.pid)
        began = time.perf_counter()
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=40)
            stop = f"{time.perf_counter() - began:.2f}"
        except subprocess.TimeoutExpired:
            stop = "over 40"
        streams.close()
    finally:
        process.kill()
        process.wait()
    return (
        f"| {name} | {count} | {held} | {statistics.median(pages):.1f} / {percentile(pages, 0.95):.1f} "
        f"| {percentile(spread, 0.5):.0f} / {percentile(spread, 0.95):.0f} | {stop} | {memory:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="candidates (all that are installed)")
    parser.add_argument("--streams", type=int, nargs="+", default=[50, 200, 400, 1000, 5000])
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--threads", type=int, default=64, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if arguments.serve:
        serve(arguments.names[0], arguments.serve, arguments.threads)
        return
    names = arguments.names or list(NEEDS)
    print("| server | streams | held | page ms p50 / p95 | news on all, ms p50 / p95 | stop s | memory MB |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        if any(importlib.util.find_spec(module) is None for module in NEEDS[name]):
            print(f"| {name} | not installed |")
            continue
        for count in arguments.streams:
            print(measure(name, count), flush=True)


if __name__ == "__main__":
    main()
