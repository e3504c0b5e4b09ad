"""``companion``: start the server on the local network, say where it is, open the browser, stop at once when asked.

Why this server and these numbers: docs/server.md.
"""

import argparse
import errno
import os
import select
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.task import ThreadedTaskDispatcher

from companion.i18n.arguments import Parser
from companion.i18n.environment import terminal_speaker
from companion.log.datadir import DataDir, find_data_dir
from companion.log.errors import TableError
from companion.web import logs
from companion.web.access.addresses import lan_addresses
from companion.web.access.sending import may_send
from companion.web.access.visitors import tidied
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import MEGABYTE, WebConfig
from companion.web.connections import ACCEPTED_AT_ONCE, Connections
from companion.web.drawing.qr import print_qr
from companion.web.live import GOODBYE_SECONDS, MOST_WAITING, Streams

PORT = 8650
TRIES = 10
"""How many ports are tried before giving up, where the port was not asked for."""
THREADS_FOR_PAGES = 32
"""Beside one for each program that waits for news."""
CONNECTIONS = 2500
"""Beside the streams: a thousand screens that ask for a page now and then, or for the number."""
SHARE_OF_ONE = 4
"""One address of the network may hold this part of them: otherwise whoever opens all of them, and sends a byte now and
then, keeps everybody else out. This machine may hold all, since a proxy asks for everybody from there."""
MOST_BODY = 220 * MEGABYTE
"""For the largest request there is: a backup that comes back."""
OTHER_FILES = 200
"""Of the database, the logs and the photo workers."""
TURN_SECONDS = 0.003
"""How often the loop looks at all connections, at most."""
STOP_SECONDS = 1.0
"""How long an answer that is under way may take when the server stops."""
BEHIND_PROXY: Mapping[str, Any] = {
    "trusted_proxy": "127.0.0.1",
    "trusted_proxy_count": 1,
    "trusted_proxy_headers": {"x-forwarded-for", "x-forwarded-proto"},
    "clear_untrusted_proxy_headers": True,
}
"""A proxy on this machine says who asked, and how; from anybody else such headers are dropped."""
WITHOUT_PROXY: Mapping[str, Any] = {"clear_untrusted_proxy_headers": False}
"""Nobody believes those headers then, but that they are there shows a proxy we were not told of."""
_HAS_POLL = hasattr(select, "poll")


class Server:
    """One application listening on one address. ``run`` returns after ``stop``."""

    def __init__(self, app: Flask, listener: socket.socket, *, proxied: bool = False) -> None:
        streams: Streams = app.extensions["streams"]
        self._streams = streams
        self._dispatcher = ThreadedTaskDispatcher()
        self._dispatcher.set_thread_count(THREADS_FOR_PAGES + MOST_WAITING)
        self._sockets: dict[int, Any] = {}
        self.host, self.port = listener.getsockname()[:2]
        self._stopping = threading.Event()
        most, streams.most = shared_out(streams.most)
        self.connections = Connections(most, most // SHARE_OF_ONE, lambda environ: may_send(app, environ))
        self._server: Any = waitress.create_server(
            app,
            map=self._sockets,
            _dispatcher=self._dispatcher,
            sockets=[listener],
            # Those beyond are let in for as long as it takes to close another.
            connection_limit=most + OTHER_FILES // 2,
            asyncore_use_poll=_HAS_POLL,
            backlog=256,
            channel_timeout=60,
            # Far above the application's own limits (a photo's is 100 MB), so that whoever sends too much is told so in
            # a sentence; what is cut off here only sees the connection break. Large bodies wait in a nameless file.
            max_request_body_size=MOST_BODY,
            ident=None,
            **(BEHIND_PROXY if proxied else WITHOUT_PROXY),
        )
        self._server.channel_class = self.connections.kind()
        self._server.handle_accept = self._accept

    def _accept(self) -> None:
        """Those who have come, unless they hold their share already; many at once, so that nobody stands in line behind
        somebody else's thousand."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                accepted = self._server.accept()
                if accepted is None:
                    return
                connection, address = accepted
                # No Nagle: an answer goes out in two pieces, and the second would wait 40 ms for the first.
                self._server.set_socket_options(connection)
            except OSError:  # gone again
                return
            if self.connections.admits(address[0]):
                self._server.channel_class(self._server, connection, address, self._server.adj, map=self._sockets)
            else:
                connection.close()

    def run(self) -> None:
        try:
            looked = time.monotonic()
            while not self._stopping.is_set():
                paced(lambda: wasyncore.loop(timeout=1, use_poll=_HAS_POLL, map=self._sockets, count=1))
                if time.monotonic() - looked >= 1:
                    self.connections.close_late()
                    looked = time.monotonic()
        finally:
            self._say_goodbye()
            self._dispatcher.shutdown(timeout=STOP_SECONDS)  # waitress alone would wait for five
            wasyncore.close_all(self._sockets, ignore_all=True)

    def _say_goodbye(self) -> None:
        """Those who wait have an answer now, which this loop alone can send."""
        self._streams.stop()
        end = time.monotonic() + GOODBYE_SECONDS
        while (self._streams.waiters or self._unsent()) and time.monotonic() < end:
            wasyncore.loop(timeout=0.02, use_poll=_HAS_POLL, map=self._sockets, count=1)

    def _unsent(self) -> bool:
        there = tuple(self._sockets.values())
        return any(getattr(one, "total_outbufs_len", 0) or getattr(one, "line", None) for one in there)

    def stop(self) -> None:
        """From any thread or signal handler."""
        self._stopping.set()
        self._server.pull_trigger()


def paced(
    turn: Callable[[], None],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """One turn of the loop, and a rest where it found something to do at once.

    A turn asks every connection what it waits for, and those who draw cannot go on meanwhile. While a thread is writing
    an answer the loop would go round and round, always told that the line is free; after news it did so a thousand
    times. What comes during the rest is dealt with together. Who comes to a loop that was waiting is served at once.
    """
    began = clock()
    turn()
    if (left := TURN_SECONDS - (clock() - began)) > 0:
        pause(left)


class PortTaken(Exception):
    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.port = port


def shared_out(streams: int) -> tuple[int, int]:
    """How many connections may ask for pages at once, and how many streams there may be beside them: of what the system
    lets us have open, most of which it gives for the asking. On Windows select() can hold few of the first; browsers
    keep some beside their stream."""
    if sys.platform == "win32":
        return 480, streams
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + streams + OTHER_FILES
    if now != resource.RLIM_INFINITY and now < wanted:
        now = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (now, most))
    if now == resource.RLIM_INFINITY or now >= wanted:
        return CONNECTIONS, streams
    pages = min(CONNECTIONS, max(64, (now - OTHER_FILES) // 2))
    return pages, max(0, min(streams, now - OTHER_FILES - pages))


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket on the first free one of ``tries`` ports. Raises PortTaken, or OSError for a host that is not ours."""
    for candidate in range(port, min(port + tries, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would share the port with another server instead of failing
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(256)
            return listener
        except OSError as error:
            listener.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise PortTaken(port)


def main(argv: list[str] | None = None) -> int:
    arguments = _parser().parse_args(argv)
    say = terminal_speaker()
    host = "127.0.0.1" if arguments.local_only else arguments.host
    if arguments.pack and not (arguments.pack / "sw.js").is_file():
        print(say("web.serve.no-pack", {"folder": arguments.pack}), file=sys.stderr)
        return 1
    try:
        listener = listen(host, arguments.port or PORT, 1 if arguments.port else TRIES)
    except PortTaken as taken:
        code = "web.serve.port-taken" if arguments.port else "web.serve.ports-taken"
        print(say(code, {"port": taken.port, "last": taken.port + TRIES - 1}), file=sys.stderr)
        return 1
    except OSError:
        print(say("web.serve.no-such-host", {"host": host}), file=sys.stderr)
        return 1
    try:
        data = find_data_dir(arguments.data, database=arguments.database)
        with open_backend(data) as backend, _logged(data, listener, arguments.verbose):
            if backend.damage:
                print(say("web.serve.log-damaged", {"file": str(backend.damage)}), file=sys.stderr)
            return _serve(arguments, backend, listener, host, say)
    except TableError as error:
        listener.close()
        print(say(error.code, error.params), file=sys.stderr)
        return 1


def _logged(data: DataDir, listener: socket.socket, aloud: bool) -> AbstractContextManager[None]:
    """Those who share a folder each have a file of their own."""
    name = f"companion-{listener.getsockname()[1]}.jsonl" if data.shared else logs.FILE_NAME
    return logs.kept_in(data.path / "logs", aloud=aloud, name=name)


def _serve(
    arguments: argparse.Namespace, backend: Backend, listener: socket.socket, host: str, say: Callable[..., str]
) -> int:
    app = create_app(config_of(arguments, backend, host))
    server = Server(app, listener, proxied=arguments.proxy is not None)
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: server.stop())
    signal.signal(signal.SIGINT, lambda *_: server.stop())
    here = f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else _bracketed(host)}:{server.port}/"
    announce(here, told_to_others(arguments, host, server.port), say, sys.stdout)
    if arguments.pack:
        print(say("web.serve.pack", {"address": f"{arguments.proxy or here}".rstrip("/") + "/alone/"}), flush=True)
    if not arguments.no_browser and has_display():
        # From another thread: some browsers keep the call until they are closed.
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()
    with tidied(backend.service) if arguments.public else nullcontext():
        server.run()
    app.extensions["photo_jobs"].stop()
    print(say("web.serve.stopped"))
    return 0


def config_of(arguments: argparse.Namespace, backend: Backend, host: str) -> WebConfig:
    """What was asked for on the command line. Behind a proxy strangers reach us, and all of them from this machine."""
    public = urlsplit(arguments.proxy) if arguments.proxy else None
    names = [*arguments.name, *([public.hostname] if public and public.hostname else [])]
    return WebConfig(
        data_dir=find_data_dir(arguments.data, database=arguments.database).path,
        companion=backend,
        reachable=host not in ("127.0.0.1", "::1", "localhost"),
        host_names=frozenset(map(str.lower, names)),
        https=public is not None and public.scheme == "https",
        # A name is what others call us by, perhaps through a forwarder that passes on whatever they send.
        trust_loopback=not names,
        anyone_makes=public is None or arguments.public,
        public=arguments.public,
        pack=arguments.pack and arguments.pack.resolve(),
    )


def told_to_others(arguments: argparse.Namespace, host: str, port: int) -> list[str]:
    """Addresses for other devices. Behind a proxy its name is the one to tell: nobody should come in past it."""
    if arguments.proxy:
        return [arguments.proxy]
    return [f"http://{one}:{port}/" for one in _reachable_at(host)]


def announce(here: str, others: list[str], say: Callable[..., str], out: TextIO) -> None:
    """The addresses, and a code to scan for the likeliest one."""
    print(say("web.serve.running", {"address": here}), file=out)
    for address in others:
        print(say("web.serve.others", {"address": address}), file=out)
    if others:
        try:
            print_qr(others[0], out)
        except UnicodeEncodeError:  # a terminal without block characters; the address above will do
            print(file=out)
    else:
        print(say("web.serve.alone"), file=out)
    print(say("web.serve.how-to-stop"), file=out, flush=True)


def has_display() -> bool:
    """Whether a browser opened now would be seen by whoever typed the command."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _reachable_at(host: str) -> list[str]:
    if host in ("0.0.0.0", "::"):
        return lan_addresses()
    return [] if host in ("127.0.0.1", "::1", "localhost") else [_bracketed(host)]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _parser() -> Parser:
    say = terminal_speaker()
    parser = Parser("companion", say("web.serve.help"))
    parser.add_argument("--port", type=_port, default=_set("PORT"), help=say("web.serve.help-port", {"port": PORT}))
    parser.add_argument("--host", default=_set("HOST") or "0.0.0.0", help=say("web.serve.help-host"))
    parser.add_argument("--local-only", action="store_true", help=say("web.serve.help-local-only"))
    parser.add_argument(
        "--name", action="append", default=(_set("NAME") or "").split(), help=say("web.serve.help-name")
    )
    parser.add_argument("--proxy", type=_public, default=_set("PROXY"), metavar="URL", help=say("web.serve.help-proxy"))
    parser.add_argument(
        "--public", action="store_true", default=bool(_set("PUBLIC")), help=say("web.serve.help-public")
    )
    parser.add_argument("--pack", type=Path, default=_set("PACK"), metavar="DIR", help=say("web.serve.help-pack"))
    parser.add_argument("--data", type=Path, metavar="DIR", help=say("web.serve.help-data"))
    parser.add_argument("--database", metavar="URL", help=say("web.serve.help-database"))
    parser.add_argument("--verbose", action="store_true", help=say("web.serve.help-verbose"))
    parser.add_argument("--no-browser", action="store_true", help=say("web.serve.help-no-browser"))
    return parser


def _set(name: str) -> str | None:
    """In the environment; what the command line says counts more."""
    return os.environ.get(f"COMPANION_{name}") or None


def _public(text: str) -> str:
    address = urlsplit(text)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise argparse.ArgumentTypeError(terminal_speaker()("web.serve.bad-proxy"))
    return text


def _port(text: str) -> int:
    port = int(text)
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(terminal_speaker()("json.out-of-range", {"least": 1, "most": 65535}))
    return port
