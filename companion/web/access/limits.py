"""How much one client may ask for: plenty for playing, little for guessing codes and for sending files.

A client is a device that belongs to some table, else everybody of a network address who does not. Devices are to be had
for nothing, by making a table: so all that ask from one address together may have no more than a few devices, and
guesses and new tables are counted by address alone. An address of IPv6 is the network it lies in. The owner is not
counted.
"""

import ipaddress
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion import platform
from companion.log.notes import Notebook, SharedNotebook

UPLOAD = 256_000
"""A request with a larger body counts as sending a file."""
MOST_CLIENTS = 10_000
OF_ONE_ADDRESS = 4
"""As much as so many devices, for all that ask from one address."""
OF_ONE_NETWORK = 16
"""As much as so many addresses, for all that guess short codes from one network: it has addresses without end."""
MOST_IN_LINE = 4
LINE_SECONDS = 5.0


@dataclass(frozen=True)
class Allowance:
    """So many at once, and so many a second after that."""

    at_once: int
    a_second: float


class Kind(Enum):
    ASK = Allowance(600, 40.0)
    """Anything at all. A screen asks for a page or two with every action, and no table acts ten times a second."""
    GUESS = Allowance(20, 0.2)
    """Codes nobody gave out. A code that is right is not counted: a whole club may come in at once."""
    SEND = Allowance(30, 0.1)
    """Photos, box files, logs."""
    MAKE = Allowance(120, 0.5)
    """Taps on the pages where tables and boxes are made."""
    TABLE = Allowance(60, 1 / 60)
    """Tables and boxes that come of it: an evening needs a few, and each stays until the owner deletes it."""
    COME = Allowance(12, 1 / 60)
    """Names that guests of an evening give: their own, and those of friends without a phone."""
    WORK = Allowance(10_000, 250.0)
    """Milliseconds of the processor: a quarter of it in the long run. A screen at play needs a hundredth."""


_TOGETHER = frozenset((Kind.GUESS, Kind.SEND, Kind.MAKE, Kind.TABLE, Kind.COME))
"""Rare enough to be written down where all processes see it. The others each process counts for itself: a note with
every page would cost more than the page, and a proxy in front can count (docs/hosting.md)."""


@dataclass(frozen=True)
class Client:
    """Somebody who is counted, and may have so many times what one device may."""

    name: str
    times: int = 1


class Limits:
    """In ``app.extensions["limits"]``, for all threads: a bucket for each client and kind, filled as time goes by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, shared: Notebook | None = None) -> None:
        """``shared``: where several processes count together what is asked for rarely (``_TOGETHER``). They then need a
        clock they share as well."""
        self._clock = clock
        self._shared = shared
        self._lock = threading.Lock()
        self._buckets: dict[tuple[Kind, Client], tuple[float, float]] = {}

    def seconds_to_wait(self, kind: Kind, client: Client) -> int:
        """0 where one more is allowed."""
        if self._shared and kind in _TOGETHER:
            left = self._filled(kind, client, self._shared.read(_place(client)).get(kind.name))
        else:
            with self._lock:
                left = self._left(kind, client)
        return 0 if left >= 1 else int((1 - left) / (kind.value.a_second * client.times)) + 1

    def take(self, kind: Kind, client: Client, number: float = 1) -> None:
        if self._shared and kind in _TOGETHER:
            with self._shared.changing(_place(client)) as notes:
                notes[kind.name] = [self._filled(kind, client, notes.get(kind.name)) - number, self._clock()]
            return
        with self._lock:
            if len(self._buckets) >= MOST_CLIENTS:
                self._forget_the_patient()
            self._buckets[kind, client] = (self._left(kind, client) - number, self._clock())

    def _left(self, kind: Kind, client: Client) -> float:
        return self._filled(kind, client, self._buckets.get((kind, client)))

    def _filled(self, kind: Kind, client: Client, bucket: Sequence[float] | None) -> float:
        """What is in a bucket now. Of a clock that went back nothing is gained or lost."""
        most = kind.value.at_once * client.times
        left, at = bucket or (float(most), self._clock())
        return min(most, left + max(0.0, self._clock() - at) * kind.value.a_second * client.times)

    def _forget_the_patient(self) -> None:
        """Full buckets need not be remembered. If none is full, all are forgotten rather than memory used up."""
        waiting = {
            (kind, client): bucket
            for (kind, client), bucket in self._buckets.items()
            if self._left(kind, client) < kind.value.at_once * client.times
        }
        self._buckets = waiting if len(waiting) < MOST_CLIENTS else {}


def _place(client: Client) -> str:
    return f"limits {client.name} {client.times}"


class OneAtATime:
    """For what keeps the processor busy: while one is at it a few wait in line, and everybody else is told to come
    back. Threads that wait cannot answer pages, and threads that compete for the processor are all late."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._line = threading.BoundedSemaphore(MOST_IN_LINE)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Raises ServiceUnavailable, with word of when to come back."""
        if not self._line.acquire(blocking=False):
            raise ServiceUnavailable(retry_after=1)
        try:
            if not self._turn.acquire(timeout=LINE_SECONDS):
                raise ServiceUnavailable(retry_after=1)
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._line.release()


QUESTIONS, REPLAYS = OneAtATime(), OneAtATime()
"""What programs ask about tables of their own; long logs that are read in or gone through."""


def init_app(app: Flask) -> None:
    notes = app.extensions["notes"]
    together = isinstance(notes, SharedNotebook)
    app.extensions["limits"] = Limits(time.time, notes) if together else Limits()
    app.after_request(_count_work)


def spend(kind: Kind, *clients: Client) -> None:
    """Count one; too many are refused with 429 and word of how long to wait."""
    refuse_if_spent(kind, *clients)
    for client in clients:
        limits().take(kind, client)


def refuse_if_spent(kind: Kind, *clients: Client) -> None:
    if wait := max((limits().seconds_to_wait(kind, client) for client in clients), default=0):
        raise TooManyRequests(retry_after=wait)


def count_work_of(*clients: Client) -> None:
    """What the processor does for this request from now on is theirs."""
    refuse_if_spent(Kind.WORK, *clients)
    g.work_of, g.work_began = clients, platform.thread_time()


def _count_work(response: Response) -> Response:
    for client in g.pop("work_of", ()):
        limits().take(Kind.WORK, client, (platform.thread_time() - g.work_began) * 1000)
    return response


def limits() -> Limits:
    kept: Limits = current_app.extensions["limits"]
    return kept


def address() -> Client:
    """Where the request comes from."""
    return Client(network_of(request.remote_addr or ""))


def guessers() -> tuple[Client, ...]:
    """Those who are counted where little has to be guessed."""
    return address(), Client(f"network {prefix_of(request.remote_addr or '')}", OF_ONE_NETWORK)


def network_of(address: str) -> str:
    """An address of IPv4; of IPv6 the network, where one device has addresses without end."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False).network_address)


@lru_cache(maxsize=4096)
def prefix_of(address: str) -> str:
    """The network somebody with many addresses has them in: 256 of IPv4, what a household is given of IPv6."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network(f"{found}/{24 if found.version == 4 else 48}", strict=False))
