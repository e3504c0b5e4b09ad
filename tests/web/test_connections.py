"""Requests that never arrive whole, and bodies nobody asked for."""

import select
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import pytest
from waitress.adjustments import Adjustments
from waitress.buffers import OverflowableBuffer
from waitress.wasyncore import readwrite

from companion.log.roles import Role
from companion.web import connections
from companion.web.access.limits import prefix_of
from companion.web.connections import Channel, Connections
from tests.web.conftest import LiveServer, start_server
from tests.web.people import House, open_house

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with open_house(tmp_path) as opened:
        yield opened


@pytest.fixture
def server(house: House) -> Iterator[LiveServer]:
    running = start_server(house.app)
    yield running
    running.stop()


def connected(server: LiveServer, address: str, sent: bytes) -> socket.socket:
    one = socket.socket()
    one.settimeout(10)
    one.bind((address, 0))
    one.connect(("127.0.0.1", server.port))
    one.sendall(sent)
    return one


def page(server: LiveServer) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    finally:
        connection.close()


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_five_addresses_with_half_sent_requests_shut_nobody_out(server: LiveServer) -> None:
    """Together they take all places there are; then those of them that wait make room."""
    held = server.server.connections
    held.most, held.most_of_one = 40, 10
    with ExitStack() as open_ones:
        for number in range(50):
            open_ones.enter_context(connected(server, f"127.0.0.{2 + number % 5}", HALF))
        until(lambda: len(held._open) >= 40)
        assert [page(server) for _ in range(3)] == [200] * 3


@pytest.mark.parametrize(
    "sent", [b"", HALF, b"POST /theme HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\nt"]
)
def test_a_request_that_does_not_arrive_in_time_is_given_up(
    server: LiveServer, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever trickles in meanwhile."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    with connected(server, "127.0.0.2", sent) as slow:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                if sent:
                    slow.sendall(b"a")
                slow.settimeout(0.2)
                if slow.recv(100) == b"":
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        pytest.fail("still connected")


def test_no_piece_of_an_answer_waits_for_the_one_before(server: LiveServer) -> None:
    with connected(server, "127.0.0.2", HALF):
        until(lambda: len(server.server.connections._open) > 0)
        (channel,) = server.server.connections._open.values()
        assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_body_has_time_by_its_size() -> None:
    held = Connections(10, 10, lambda environ: True)
    channel = object.__new__(Channel)
    channel.requests, channel.total_outbufs_len, channel.began = [], 0, 0.0
    arriving = SimpleNamespace(headers_finished=True, content_length=0, body_bytes_received=0)
    channel.request = arriving  # type: ignore[assignment]
    assert not channel.is_late(connections.HEAD_SECONDS + connections.BODY_SECONDS)
    assert channel.is_late(connections.HEAD_SECONDS + connections.BODY_SECONDS + 1)
    arriving.content_length = 100_000_000
    assert not channel.is_late(500)
    assert channel.is_late(600)
    assert held.admits("192.168.1.2")


def test_a_stream_keeps_its_connection_though_its_client_leaves_as_it_begins() -> None:
    """Whoever holds the stream closes it: its number may belong to somebody else's by then."""
    here, there = socket.socketpair()
    taken: list[socket.socket] = []
    line = SimpleNamespace(adopt=lambda connection, chunked: taken.append(connection), lost=lambda: None)
    kind = Connections(10, 10, lambda environ: True).kind()
    channel = kind(SimpleNamespace(active_channels={}), here, ("192.168.1.2", 1), Adjustments(), {})
    channel.line, channel.close_when_flushed = line, True  # type: ignore[assignment]
    there.close()
    readwrite(channel, select.POLLOUT | select.POLLHUP)
    assert taken == [here]
    assert here.fileno() != -1
    here.close()


def test_a_body_of_a_stranger_is_refused_before_it_is_sent(server: LiveServer, house: House) -> None:
    head = (
        f"POST /tables/{house.table_id}/photo HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 90000000\r\n\r\n"
    )
    with connected(server, "127.0.0.2", head.encode()) as stranger:
        answer = stranger.recv(100)
    assert answer.split()[1] in (b"400", b"404")
    cookie = house.tablet.client.get_cookie("device")
    assert cookie is not None
    ours = head.replace("\r\nContent-Type", f"\r\nCookie: device={cookie.value}\r\nContent-Type")
    with connected(server, "127.0.0.2", ours.encode()) as host:
        host.settimeout(0.3)
        with pytest.raises(TimeoutError):
            host.recv(100)


def test_what_is_on_its_way_is_bounded(server: LiveServer, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNFINISHED_OF_ONE", 1_000_000)
    spectator = house.joined(Role.RECORDER).client.get_cookie("device")
    assert spectator is not None
    head = (
        f"POST /tables/{house.table_id}/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: device={spectator.value}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 600000\r\n\r\n"
    ).encode()
    held = server.server.connections
    with connected(server, "127.0.0.2", head):
        until(lambda: any(one.large for one in held._open.values()))
        with connected(server, "127.0.0.2", head) as second:
            assert second.recv(100).startswith(b"HTTP/1.1 503 ")
        with connected(server, "127.0.0.3", head) as elsewhere:
            elsewhere.settimeout(0.3)
            with pytest.raises(TimeoutError):
                elsewhere.recv(100)


def test_no_body_fills_the_disk(server: LiveServer, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "LEFT_ON_DISK", 1 << 60)
    with connected(server, "127.0.0.2", b"POST /box/read HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n") as one:
        assert one.recv(100).startswith(b"HTTP/1.1 503 ")


def test_a_body_of_unknown_size_is_small(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_CHUNKED", 1000)
    head = b"POST /box/read HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connected(server, "127.0.0.2", head + b"800\r\n" + b"x" * 0x800 + b"\r\n") as one:
        assert one.recv(100).startswith(b"HTTP/1.1 413 ")


def test_at_the_end_no_file_is_left_open(server: LiveServer) -> None:
    """A large answer nobody reads and a large body nobody asks for are files; both end with the server."""
    answer, body = OverflowableBuffer(10), OverflowableBuffer(10)
    for buffer in (answer, body):
        buffer.append(b"x" * 20_000)
    with connected(server, "127.0.0.2", HALF):
        until(lambda: bool(server.server.connections._open))
        [channel] = server.server.connections._open.values()
        channel.outbufs.append(answer)
        channel.requests = [SimpleNamespace(close=body.close)]
        channel.cancel()
        channel.close()
    assert answer.buf.file.closed
    assert body.buf.file.closed


def test_networks_are_told_apart() -> None:
    assert prefix_of("192.168.1.7") == prefix_of("192.168.1.250") != prefix_of("192.168.2.7")
    assert prefix_of("2001:db8:1:2::3") == prefix_of("2001:db8:1:ff::9") != prefix_of("2001:db8:2::1")
    assert prefix_of("fe80::1%eth0") == "fe80::/48"
