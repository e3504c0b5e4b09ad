"""Who may hold a connection, and for how long: a request has to arrive whole in time, whatever trickles in.

Where too many are connected, those that wait are closed, the longest of whoever holds the most: nobody is kept out by
somebody else's. Large bodies are looked at as soon as their head is there, before anything is written to the disk.
"""

import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask
from waitress.utilities import Error, RequestEntityTooLarge

from companion.web.access.limits import prefix_of
from companion.web.live import HAND_OVER, Line

HEAD_SECONDS = 10.0
"""For the first line and the headers, from the first byte on; a connection that sends nothing has as long."""
BODY_SECONDS = 10.0
BYTES_A_SECOND = 200_000
"""A body has a second more for each of these: eight minutes for a photo of 100 MB."""
LARGE = 256_000
"""Smaller bodies stay in memory, and are looked at when they are there."""
MOST_CHUNKED = 2_000_000
"""Of a body that does not say how large it will be; no browser sends one."""
UNFINISHED = 600_000_000
"""Bytes of large bodies that may be on their way at once, and what one address may have of them."""
UNFINISHED_OF_ONE = 250_000_000
LEFT_ON_DISK = 300_000_000
"""What no body may take: tables are recorded on the same disk."""
ACCEPTED_AT_ONCE = 64


class Task(WSGITask):  # type: ignore[misc]
    """One request. A stream goes on where it ends: the connection is handed over, as it is."""

    line: Line | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self._goes_on_as
        return environ

    def _goes_on_as(self, line: Line) -> None:
        self.line = line

    def service(self) -> None:
        try:
            super().service()
        finally:
            if self.line is not None:
                self.line.lost()

    def finish(self) -> None:
        if self.line is None or not self.status.startswith("200"):
            super().finish()
        elif self.channel.hand_over(self.line, self.chunked_response):
            self.close_on_finish = True
            self.line = None


WorthReceiving = Callable[[dict[str, Any]], bool]
"""Whether the application would take a body of this request; asked with everything of it but the body."""


class Busy(Error):  # type: ignore[misc]
    code = 503
    reason = "Service Unavailable"


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection. ``began``: when the request that is arriving did, or the connection was made."""

    task_class = Task
    connections: "Connections"
    socket: Any

    def __init__(self, *about: Any, **more: Any) -> None:
        self.began = time.monotonic()
        self.answered = False
        self.large = 0
        self.deaf = False
        self.line: Line | None = None
        self.chunked = False
        super().__init__(*about, **more)
        self.connections.come(self)

    def received(self, data: bytes) -> bool:
        if self.deaf:
            return False
        if self.request is None:
            self.began = time.monotonic()
        taken = bool(super().received(data))
        arriving: Any = self.request
        if arriving is None:
            self.answered, self.large = True, 0
        elif arriving.headers_finished:
            self._look_at(arriving)
        return taken

    def _look_at(self, arriving: Any) -> None:
        if arriving.chunked and arriving.body_bytes_received > MOST_CHUNKED:
            self._end(arriving, RequestEntityTooLarge("a body of no known size"))
        elif arriving.content_length > LARGE and not self.large:
            self.large = arriving.content_length
            if not self.connections.has_room_for(self):
                self._end(arriving, Busy("too much is being sent at once"))
            elif not self.connections.worth_receiving(WSGITask(self, arriving).get_environment()):
                self._end(arriving)

    def _end(self, arriving: Any, error: Error | None = None) -> None:
        """Answer now, without the body: with this error, or with whatever the application makes of it."""
        with self.requests_lock:
            self.deaf, self.large, self.request = True, 0, None
            arriving.body_rcv.getbuf().close()
            arriving.body_rcv = None
            arriving.error, arriving.completed = error, True
            arriving.headers.update(CONNECTION="close", CONTENT_LENGTH="0")
            self.requests.append(arriving)
            if len(self.requests) == 1:
                self.server.add_task(self)

    def is_late(self, now: float) -> bool:
        """Whether what is arriving should have been here by now."""
        if self.requests or self.total_outbufs_len:
            return False
        arriving: Any = self.request
        if arriving is None:
            return not self.answered and now - self.began > HEAD_SECONDS
        if not arriving.headers_finished:
            return now - self.began > HEAD_SECONDS
        size = max(arriving.content_length, arriving.body_bytes_received)
        return bool(now - self.began > HEAD_SECONDS + BODY_SECONDS + size / BYTES_A_SECOND)

    @property
    def waits(self) -> bool:
        """Nothing is being done for it."""
        return not self.requests and not self.total_outbufs_len

    @property
    def address(self) -> str:
        return str(self.addr[0])

    def hand_over(self, line: Line, chunked: bool) -> bool:
        """Once all that was written is sent. From the thread of a task."""
        with self.outbuf_lock:
            if self.connected:
                self.line, self.chunked = line, chunked
            return bool(self.connected)

    def handle_write(self) -> None:
        if self.line is None or not self.close_when_flushed:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if self.will_close:
            self.handle_close()
        elif not self.total_outbufs_len:
            line, self.line = self.line, None
            self.del_channel(self._map)
            # It is no longer ours to close, though its client may have left in this very moment.
            self.connected, connection, self.socket = False, self.socket, None
            line.adopt(connection, self.chunked)

    def handle_close(self) -> None:
        super().handle_close()
        line, self.line = self.line, None
        if line is not None:
            line.lost()

    def close(self) -> None:
        """At the end of the server, too, what waited to be sent is let go: large answers are files."""
        self.handle_close()

    def cancel(self) -> None:
        """Requests that are not answered any more; their bodies may be files."""
        for request in self.requests:
            request.close()
        super().cancel()

    def del_channel(self, map: Any = None) -> None:
        super().del_channel(map)
        arriving: Any = self.request
        if arriving is not None:  # what was received of it need not be kept any longer
            arriving.close()
        self.connections.gone(self)


class Connections:
    """Those of one server, which asks from its own thread only."""

    def __init__(self, most: int, most_of_one: int, worth_receiving: WorthReceiving) -> None:
        self.most = most
        self.most_of_one = most_of_one
        self.worth_receiving = worth_receiving
        self._open: dict[int, Channel] = {}
        self._of: Counter[str] = Counter()

    def kind(self) -> type[Channel]:
        """What the server makes of each connection."""
        return type("Channel", (Channel,), {"connections": self})

    def come(self, channel: Channel) -> None:
        self._open[id(channel)] = channel
        self._of[channel.address] += 1

    def gone(self, channel: Channel) -> None:
        if self._open.pop(id(channel), None) is not None:
            self._of[channel.address] -= 1
            if not self._of[channel.address]:
                del self._of[channel.address]

    def admits(self, address: str) -> bool:
        """Whether one more may come from there; where all places are taken, one that waits is closed for it."""
        if self._of[address] >= self.most_of_one and not is_this_machine(address):
            return False
        if len(self._open) < self.most:
            return True
        greediest = self._greediest()
        if greediest is None or greediest.address == address:
            return False
        greediest.handle_close()
        return True

    def close_late(self) -> None:
        now = time.monotonic()
        for channel in tuple(self._open.values()):
            if channel.is_late(now):
                channel.handle_close()

    def has_room_for(self, channel: Channel) -> bool:
        under_way = [one for one in self._open.values() if one.large]
        own = sum(one.large for one in under_way if one.address == channel.address)
        if own > UNFINISHED_OF_ONE and not is_this_machine(channel.address):
            return False
        if sum(one.large for one in under_way) > UNFINISHED:
            return False
        return shutil.disk_usage(tempfile.gettempdir()).free > channel.large + LEFT_ON_DISK

    def _greediest(self) -> Channel | None:
        """Of the network that holds the most, the address that does; of its connections that wait, the oldest."""
        waiting = [one for one in self._open.values() if one.waits]
        if not waiting:
            return None
        network = _most(prefix_of(one.address) for one in waiting)
        address = _most(one.address for one in waiting if prefix_of(one.address) == network)
        return min((one for one in waiting if one.address == address), key=lambda one: one.began)


def _most(names: Iterable[str]) -> str:
    return Counter(names).most_common(1)[0][0]


def is_this_machine(address: str) -> bool:
    return address in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
