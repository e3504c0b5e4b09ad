"""Streams of log numbers: capped, caught up, ended at once."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from time import monotonic

import pytest
from flask import Flask, Response, request

from companion.log.errors import TableError, UnknownTable, Unreachable
from companion.web import live
from companion.web.access.limits import OF_ONE_ADDRESS, Client
from companion.web.access.policy import open_to_everyone
from companion.web.live import MOST_OF_ONE, Line, Streams
from tests.web.conftest import LiveServer, start_server


class Feed:
    """A log that grows when told to."""

    def __init__(self, streams: Streams) -> None:
        self.number = 5
        self.streams = streams
        self.welcome = True
        self.fails: TableError | None = None

    def grow(self) -> None:
        self.number += 1
        self.streams.look("table")

    def now(self) -> int:
        if self.fails:
            raise self.fails
        return self.number


@pytest.fixture
def feed(app: Flask) -> Feed:
    streams = app.extensions["streams"] = Streams(most=3)
    feed = Feed(streams)

    def stream() -> Response:
        seen = request.args.get("seen", type=int)
        return streams.answer("table", feed.now, seen, lambda: feed.welcome)

    app.add_url_rule("/stream", view_func=open_to_everyone(stream))
    return feed


@pytest.fixture
def server(app: Flask, feed: Feed) -> Iterator[LiveServer]:
    running = start_server(app)
    yield running
    running.stop()


@pytest.fixture
def phones() -> Iterator["Phones"]:
    with ExitStack() as left_open:
        yield Phones(left_open)


class Phones:
    """Clients of a server, hung up at the end of the test."""

    def __init__(self, left_open: ExitStack) -> None:
        self._left_open = left_open

    def get(self, server: LiveServer, path: str = "/stream") -> HTTPResponse:
        connection = self._left_open.enter_context(closing(HTTPConnection("127.0.0.1", server.port, timeout=10)))
        connection.request("GET", path)
        return self._left_open.enter_context(closing(connection.getresponse()))


def next_number(stream: HTTPResponse) -> int:
    while line := stream.readline():
        if line.startswith(b"data: "):
            return int(line[6:])
    raise EOFError


def test_stream_tells_where_the_log_is_and_every_growth(server: LiveServer, feed: Feed, phones: Phones) -> None:
    stream = phones.get(server)
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert next_number(stream) == 5
    feed.grow()
    assert next_number(stream) == 6


def test_streams_over_the_cap_are_told_to_poll_and_pages_are_answered(
    server: LiveServer, feed: Feed, phones: Phones
) -> None:
    held = [phones.get(server) for _ in range(3)]
    assert [next_number(stream) for stream in held] == [5, 5, 5]
    refused = phones.get(server)
    assert refused.status == 503
    assert int(refused.headers["Retry-After"]) >= 1
    assert phones.get(server, "/").status == 200


def test_place_is_free_again_when_a_client_has_gone(server: LiveServer, feed: Feed, phones: Phones) -> None:
    stream = phones.get(server)
    assert next_number(stream) == 5
    assert feed.streams.open == 1
    stream.close()
    assert soon(lambda: feed.streams.open == 0)


def test_server_does_not_wait_for_open_streams(app: Flask, feed: Feed, phones: Phones) -> None:
    server = start_server(app)
    held = [phones.get(server) for _ in range(3)]
    assert [next_number(stream) for stream in held] == [5, 5, 5]
    began = monotonic()
    server.stop()
    assert monotonic() - began < 5  # what waitress alone would wait; a stop takes a quarter of a second
    # The last thing they hear is that it does: their screens can say so.
    assert all(stream.read().strip().startswith(b"event: stopped\n") for stream in held)


def test_no_stream_is_opened_while_stopping() -> None:
    streams = Streams(most=3)
    streams.stop()
    assert not streams._take_place(Line(streams, "table", lambda: 1, lambda: True, ()))


def words(stream: HTTPResponse) -> str:
    return b"".join(stream.readline() for _ in range(4)).decode()


def test_client_that_has_seen_the_newest_hears_that_the_line_is_there(
    server: LiveServer, feed: Feed, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.0)
    stream = phones.get(server, "/stream?seen=5")
    assert [words(stream) for _ in range(2)] == ["id: 5\nevent: here\ndata: 5\n\n"] * 2
    feed.number = 9  # said by nobody, and yet found out
    while (heard := words(stream)).startswith("id: 5"):
        pass
    assert heard == "id: 9\nevent: news\ndata: 9\n\n"


def test_who_was_put_out_hears_no_more(server: LiveServer, feed: Feed, phones: Phones) -> None:
    stream = phones.get(server)
    assert next_number(stream) == 5
    feed.welcome = False
    feed.grow()
    assert stream.read() == b"\n", "of the first words"
    assert soon(lambda: feed.streams.open == 0)


def test_a_table_that_is_gone_ends_its_streams(server: LiveServer, feed: Feed, phones: Phones) -> None:
    stream = phones.get(server)
    assert next_number(stream) == 5
    feed.fails = UnknownTable(table="table")
    feed.grow()
    assert stream.read() == b"\n", "of the first words"


def test_while_the_database_is_away_the_line_stays(
    server: LiveServer, feed: Feed, phones: Phones, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_SECONDS", 0.0)
    stream = phones.get(server)
    assert next_number(stream) == 5
    feed.fails = Unreachable(detail="gone for a while")
    feed.grow()
    assert [next_number(stream) for _ in range(2)] == [5, 5]
    feed.fails = None
    while next_number(stream) != 6:
        pass


def test_what_happens_before_a_stream_is_held_is_not_missed() -> None:
    streams = Streams(most=1)
    line = Line(streams, "table", lambda: 6, lambda: True, ())
    line.seen = 5
    assert streams._take_place(line)
    here, there = socket.socketpair()
    here.setblocking(False)
    line.adopt(here, chunked=False)
    with there:
        there.settimeout(10)
        assert there.recv(100) == b"id: 6\nevent: news\ndata: 6\n\n"
        streams.stop()
        assert there.recv(100) == b"event: stopped\ndata: 6\n\n"


def test_no_device_and_no_address_takes_all_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST_OF_ADDRESS", 3 * MOST_OF_ONE)
    streams = Streams(most=100)

    def opened(*clients: Client) -> bool:
        return streams._take_place(Line(streams, "table", lambda: 1, lambda: True, clients))

    def from_there(device: str) -> bool:
        return opened(Client(device), Client("192.168.4.9", OF_ONE_ADDRESS))

    assert [from_there("a") for _ in range(MOST_OF_ONE + 1)] == [True] * MOST_OF_ONE + [False]
    others = [from_there(str(number)) for number in range(100)]
    assert others.count(True) == 2 * MOST_OF_ONE
    assert opened(Client("b"))


def soon(true: Callable[[], bool]) -> bool:
    deadline = monotonic() + 10
    while not true() and monotonic() < deadline:
        threading.Event().wait(0.01)
    return true()


def test_who_is_taken_in_while_it_stops_hears_so_and_is_closed() -> None:
    for _ in range(20):
        streams = Streams(most=1)
        line = Line(streams, "table", lambda: 5, lambda: True, ())
        line.seen = 5
        assert streams._take_place(line)
        here, there = socket.socketpair()
        here.setblocking(False)
        line.adopt(here, chunked=False)
        streams.stop()
        with there:
            there.settimeout(10)
            assert there.recv(100) == b"event: stopped\ndata: 5\n\n"
            assert there.recv(100) == b""
        assert here.fileno() == -1
        assert streams.open == 0
