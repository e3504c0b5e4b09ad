"""Open streams: how many there may be, who tells them what, and how all of them end at once.

A page is answered by a thread of the server and is done. A stream goes on for hours, and a thread for each would be
most of the memory: so the server hands its connection over (``connections.Channel``) once the first words are on it,
and from then on one loop holds all of them. A program that waits for news through the API does hold a thread.
Beyond the cap a client is told to ask again every few seconds instead, so that pages are always answered.
"""

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from time import monotonic

from flask import Response, request

from companion.log.errors import TableError, UnknownTable
from companion.log.feed import Feed
from companion.web.access.limits import Client

HEARTBEAT_SECONDS = 10.0
"""How often a silent stream says its number again: a closed phone is noticed, and a phone notices a dead line."""
LOOK_SECONDS = 1.0
"""How often it is looked at who has been silent for so long."""
ASK_AGAIN_SECONDS = 2
MOST_OF_ONE = 8
"""Streams a device may have open. Further screens ask for the number."""
MOST_OF_ADDRESS = 512
"""Of all devices of one address: a whole hall may come from one."""
MOST_WAITING = 32
"""Programs that wait through the API; each of them holds a thread."""
HANDS = 4
"""Threads that ask the database for those who hold a stream."""
GOODBYE_SECONDS = 0.5
"""How long the streams may take to hear that the server stops."""
HAND_OVER = "companion.hand_over"
"""In the environment of a request: what takes the line that goes on with its connection."""


class Line(asyncio.Protocol):
    """One open stream. All but ``adopt`` and ``lost`` is for the loop alone."""

    def __init__(
        self,
        streams: "Streams",
        place: str,
        number: Callable[[], int],
        welcome: Callable[[], bool],
        clients: Sequence[Client],
    ) -> None:
        self.place, self.number, self.welcome, self.clients = place, number, welcome, clients
        self.seen = -1
        self.spoken = monotonic()
        self.transport: asyncio.Transport | None = None
        self._streams = streams
        self._chunked = True

    def adopt(self, connection: socket.socket, chunked: bool) -> None:
        """Go on with this connection, on which the answer has begun."""
        self._chunked = chunked
        self._streams.hold(self, connection)

    def lost(self) -> None:
        """The connection is, or there never was one."""
        self._streams.leave(self)

    def framed(self, words: str) -> bytes:
        """As they go over the line; no words at all end it."""
        return f"{len(words):x}\r\n{words}\r\n".encode() if self._chunked else words.encode()

    def say(self, words: str) -> None:
        assert self.transport
        self.spoken = monotonic()
        self.transport.write(self.framed(words))

    def tell(self, number: int) -> None:
        words = told(number, self.seen)
        self.seen = number
        self.say(words)

    def end(self, words: str = "") -> None:
        """After these last words."""
        if self.transport and not self.transport.is_closing():
            if words:
                self.say(words)
            self.transport.write(self.framed(""))
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._streams.joined(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost()

    def pause_writing(self) -> None:
        """It has taken nothing for so long that nobody is there."""
        assert self.transport
        self.transport.abort()


class Streams:
    """The streams of one application; in ``app.extensions["streams"]``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.stopping = False
        self.open = self.waiters = 0
        self._places: dict[str, set[Line]] = {}
        self._of: Counter[Client] = Counter()
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], None]] = []
        self._feed: Feed | None = None
        self._looking: set[str] = set()
        """Places somebody is looking at just now, or is about to."""
        self._again: set[str] = set()
        """Those of them something has happened at since."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._hands = ThreadPoolExecutor(HANDS, "streams")

    def follow(self, feed: Feed) -> None:
        """Tell those who hold a stream what is said there."""
        self._feed = feed
        feed.watch_with(self.look)
        self.wake_with(feed.close)

    def wake_with(self, waker: Callable[[], None]) -> None:
        """``waker`` must end every wait that is under way; it is called when the server stops."""
        self._wakers.append(waker)

    def stop(self) -> None:
        """All streams have heard it, or had the time to, when this returns."""
        with self._lock:
            self.stopping = True
            loop, thread, self._loop = self._loop, self._thread, None
        for waker in self._wakers:
            waker()
        if loop and thread:
            asyncio.run_coroutine_threadsafe(self._say_goodbye(), loop)
            thread.join()
        self._hands.shutdown(wait=False, cancel_futures=True)

    def answer(
        self,
        place: str,
        number: Callable[[], int],
        seen: int | None,
        welcome: Callable[[], bool] = lambda: True,
        clients: Sequence[Client] = (),
    ) -> Response:
        """A stream of the numbers of a place from after ``seen`` on (the client's last), or word that it should poll
        instead. It ends when its client is no longer ``welcome``.

        A server that keeps its connections to itself gives the first words only, and is asked again.
        """
        line = Line(self, place, number, welcome, clients)
        if not self._take_place(line):
            return Response(status=503, headers={"Retry-After": str(ASK_AGAIN_SECONDS)})
        try:
            line.seen = number()
            response = Response(told(line.seen, seen), mimetype="text/event-stream")
        except BaseException:
            line.lost()
            raise
        # Its length is not known, whatever the first words are.
        response.headers.pop("Content-Length", None)
        response.automatically_set_content_length = False
        response.headers["X-Accel-Buffering"] = "no"
        if HAND_OVER in request.environ and request.method == "GET":
            request.environ[HAND_OVER](line)
        else:
            line.lost()
        return response

    @contextmanager
    def waiting(self, clients: Sequence[Client] = ()) -> Iterator[bool]:
        """A thread for as long as somebody waits; False where too many do."""
        with self._lock:
            placed = bool(self.most) and self.waiters < MOST_WAITING and self._admits(clients)
            if placed:
                self.waiters += 1
                self._of.update(clients)
        try:
            yield placed
        finally:
            if placed:
                with self._lock:
                    self.waiters -= 1
                    self._forget(clients)

    def look(self, place: str | None = None) -> None:
        """Something happened there, or everywhere. From any thread."""
        with self._lock:
            if self._loop is None or not (self._places if place is None else place in self._places):
                return
            loop = self._loop
        loop.call_soon_threadsafe(self._look, place)

    # For lines

    def hold(self, line: Line, connection: socket.socket) -> None:
        with self._lock:
            if not self.stopping:
                self._loop = self._loop or self._begun()
                asyncio.run_coroutine_threadsafe(self._hold(line, connection), self._loop)
                return
        with connection, suppress(OSError):
            connection.send(line.framed(told(line.seen, stopped=True)) + line.framed(""))
        line.lost()

    async def _hold(self, line: Line, connection: socket.socket) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: line, connection)
        except OSError:
            connection.close()
            line.lost()

    def joined(self, line: Line) -> None:
        """What happened since its first words?"""
        if self.stopping:
            line.end(told(line.seen, stopped=True))
        else:
            self._ask([line], aloud=False)

    def leave(self, line: Line) -> None:
        with self._lock:
            lines = self._places.get(line.place, set())
            if line not in lines:
                return
            lines.remove(line)
            if not lines:
                del self._places[line.place]
            self.open -= 1
            self._forget(line.clients)

    def _take_place(self, line: Line) -> bool:
        with self._lock:
            if self.open >= self.most or not self._admits(line.clients):
                return False
            self.open += 1
            self._of.update(line.clients)
            self._places.setdefault(line.place, set()).add(line)
            return True

    def _admits(self, clients: Sequence[Client]) -> bool:
        most = {client: MOST_OF_ONE if client.times == 1 else MOST_OF_ADDRESS for client in clients}
        return not self.stopping and all(self._of[client] < most[client] for client in clients)

    def _forget(self, clients: Sequence[Client]) -> None:
        self._of.subtract(clients)
        for client in clients:
            if not self._of[client]:
                del self._of[client]

    # The loop

    def _begun(self) -> asyncio.AbstractEventLoop:
        loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(loop,), name="streams", daemon=True)
        self._thread.start()
        return loop

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        loop.call_later(LOOK_SECONDS, self._beat)
        loop.run_forever()
        loop.close()

    def _lines(self, place: str | None = None) -> list[Line]:
        with self._lock:
            found = self._places.values() if place is None else [self._places.get(place, set())]
            return [line for lines in found for line in lines if line.transport]

    def _look(self, place: str | None) -> None:
        """Of what happens while a place is looked at, one more look is enough."""
        for one in [place] if place is not None else list(self._places):
            if one in self._looking:
                self._again.add(one)
            else:
                self._looking.add(one)
                self._ask(self._lines(one), aloud=True, place=one)

    def _beat(self) -> None:
        asyncio.get_running_loop().call_later(LOOK_SECONDS, self._beat)
        late = monotonic() - HEARTBEAT_SECONDS
        self._ask([line for line in self._lines() if line.spoken < late], aloud=True)
        if self._feed and self._feed.blind:
            self._ask(self._lines(), aloud=False)

    def _ask(self, lines: Collection[Line], aloud: bool, place: str | None = None) -> None:
        """``aloud``: also those who hear nothing new hear that the line is there."""

        def tell(numbers: dict[str, int | None], unwelcome: set[Line]) -> None:
            for line in lines:
                number = numbers.get(line.place, line.seen)
                if line in unwelcome or number is None:
                    line.end()
                elif (aloud or number != line.seen) and line.transport and not line.transport.is_closing():
                    line.tell(number)
            if place is not None:
                self._looking.discard(place)
                if place in self._again:
                    self._again.discard(place)
                    self._look(place)

        def ask() -> None:
            found = asked(lines)
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(tell, *found)

        if lines or place is not None:
            loop = asyncio.get_running_loop()
            with suppress(RuntimeError):  # we stop
                self._hands.submit(ask)

    async def _say_goodbye(self) -> None:
        """Screens then say that the companion was stopped, and not that something is wrong with the network."""
        # Who is being taken in just now has to be there to hear it.
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
        for line in self._lines():
            line.end(told(line.seen, stopped=True))
        end = monotonic() + GOODBYE_SECONDS
        while self._lines() and monotonic() < end:
            await asyncio.sleep(0.01)
        for line in self._lines():
            if line.transport:
                line.transport.abort()
        await asyncio.sleep(0)
        asyncio.get_running_loop().stop()


def told(number: int, seen: int | None = None, *, stopped: bool = False) -> str:
    if stopped:
        return f"event: stopped\ndata: {number}\n\n"
    return f"id: {number}\nevent: {'here' if number == seen else 'news'}\ndata: {number}\n\n"


def asked(lines: Iterable[Line]) -> tuple[dict[str, int | None], set[Line]]:
    """The number of every place, None where there is no such place any more; and who is no longer welcome. While the
    database does not answer everything stays as it was."""
    numbers: dict[str, int | None] = {}
    unwelcome = set()
    try:
        for line in lines:
            if line.place not in numbers:
                try:
                    numbers[line.place] = line.number()
                except UnknownTable:
                    numbers[line.place] = None
            if not line.welcome():
                unwelcome.add(line)
    except TableError:
        pass
    return numbers, unwelcome
