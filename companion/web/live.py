"""Open streams: how many there may be, and how all of them end at once.

A stream holds one thread of the server, and so does a program that waits for news through the API. Beyond the cap a
client is told to ask again every few seconds instead, so that pages are always answered; when the server stops, none of
them keeps it waiting.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from flask import Response

from companion.web.access.limits import Client

HEARTBEAT_SECONDS = 10.0
"""How often a silent stream says its number again: a closed phone is noticed, and a phone notices a dead line."""
ASK_AGAIN_SECONDS = 2
MOST_OF_ONE = 8
"""Streams a device may have open; all of one address have a few times as many. Further screens ask for the number."""

Wait = Callable[[int, float], int]
"""``wait(seen, timeout)``: the newest number, as soon as it differs from ``seen`` or after ``timeout`` seconds."""


class Streams:
    """The streams of one application; in ``app.extensions["streams"]``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.stopping = False
        self._open = 0
        self._of: Counter[Client] = Counter()
        self._lock = Lock()
        self._wakers: list[Callable[[], None]] = []

    @property
    def open(self) -> int:
        return self._open

    def wake_with(self, waker: Callable[[], None]) -> None:
        """``waker`` must end every wait that is under way; it is called when the server stops."""
        self._wakers.append(waker)

    def stop(self) -> None:
        self.stopping = True
        for waker in self._wakers:
            waker()

    def answer(
        self,
        wait: Wait,
        seen: int | None,
        welcome: Callable[[], bool] = lambda: True,
        clients: Sequence[Client] = (),
    ) -> Response:
        """A stream of log numbers from after ``seen`` on (the client's last), or word that it should poll instead.

        It ends when its client is no longer ``welcome``.
        """
        if not self._take_place(clients):
            return Response(status=503, headers={"Retry-After": str(ASK_AGAIN_SECONDS)})
        response = Response(self._numbers(wait, seen, welcome), mimetype="text/event-stream")
        # Also when the client is gone before the first number is read: then the generator never runs.
        response.call_on_close(_once(lambda: self._leave(clients)))
        response.headers["X-Accel-Buffering"] = "no"
        return response

    @contextmanager
    def waiting(self, clients: Sequence[Client] = ()) -> Iterator[bool]:
        """A place among the streams for as long as somebody waits; False where all are taken."""
        placed = self._take_place(clients)
        try:
            yield placed
        finally:
            if placed:
                self._leave(clients)

    def _numbers(self, wait: Wait, seen: int | None, welcome: Callable[[], bool]) -> Iterator[str]:
        now = wait(-1, 0.0)
        while not self.stopping:
            if not welcome():
                return
            word = "news" if now != seen else "here"
            seen = now
            yield f"id: {seen}\nevent: {word}\ndata: {seen}\n\n"
            now = wait(seen, HEARTBEAT_SECONDS)
        # Screens then say that the companion was stopped, and not that something is wrong with the network.
        yield f"event: stopped\ndata: {now}\n\n"

    def _take_place(self, clients: Sequence[Client]) -> bool:
        with self._lock:
            if self.stopping or self._open >= self.most:
                return False
            if any(self._of[client] >= MOST_OF_ONE * client.times for client in clients):
                return False
            self._open += 1
            self._of.update(clients)
            return True

    def _leave(self, clients: Sequence[Client]) -> None:
        with self._lock:
            self._open -= 1
            self._of.subtract(clients)
            for client in clients:
                if not self._of[client]:
                    del self._of[client]


def _once(action: Callable[[], None]) -> Callable[[], None]:
    left = [action]

    def run() -> None:
        if left:
            left.pop()()

    return run
