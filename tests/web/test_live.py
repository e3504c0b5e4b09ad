"""Streams of log numbers: capped, caught up, ended at once."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPResponse
from itertools import islice
from time import monotonic

import pytest
from flask import Flask, Response

from companion.web.access.limits import OF_ONE_ADDRESS, Client
from companion.web.access.policy import open_to_everyone
from companion.web.live import MOST_OF_ONE, Streams
from tests.web.conftest import LiveServer, start_server


class Feed:
    """A log that grows when told to."""

    def __init__(self, streams: Streams) -> None:
        self.number = 5
        self.changed = threading.Condition()
        self.streams = streams
        streams.wake_with(self.wake)

    def wake(self) -> None:
        with self.changed:
            self.changed.notify_all()

    def grow(self) -> None:
        with self.changed:
            self.number += 1
            self.changed.notify_all()

    def wait(self, seen: int, timeout: float) -> int:
        with self.changed:
            self.changed.wait_for(lambda: self.number != seen or self.streams.stopping, timeout)
            return self.number


@pytest.fixture
def feed(app: Flask) -> Feed:
    streams = app.extensions["streams"] = Streams(most=3)
    feed = Feed(streams)

    def stream() -> Response:
        return streams.answer(feed.wait, None)

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
    # The server notices at the next words it sends.
    deadline = monotonic() + 10
    while feed.streams.open and monotonic() < deadline:
        feed.grow()
    assert feed.streams.open == 0


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
    assert streams.answer(lambda seen, timeout: 1, None).status_code == 503


def test_client_that_has_seen_the_newest_hears_that_the_line_is_there() -> None:
    streams = Streams(most=1)
    numbers = iter([4, 4, 9])
    body = streams.answer(lambda seen, timeout: next(numbers), 4).response
    lines = list(islice(body, 3))
    assert lines[:2] == ["id: 4\nevent: here\ndata: 4\n\n"] * 2
    assert lines[2] == "id: 9\nevent: news\ndata: 9\n\n"


def test_no_device_and_no_address_takes_all_streams() -> None:
    streams = Streams(most=100)

    def opened(device: str) -> int:
        clients = (Client(device), Client("192.168.4.9", OF_ONE_ADDRESS))
        return streams.answer(lambda seen, timeout: 1, None, clients=clients).status_code

    assert [opened("a") for _ in range(MOST_OF_ONE + 1)] == [200] * MOST_OF_ONE + [503]
    others = [opened(str(number)) for number in range(MOST_OF_ONE * OF_ONE_ADDRESS)]
    assert others.count(200) == MOST_OF_ONE * (OF_ONE_ADDRESS - 1)
    assert streams.answer(lambda seen, timeout: 1, None, clients=[Client("b")]).status_code == 200
