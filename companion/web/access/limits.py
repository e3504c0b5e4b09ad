"""How much one client may ask for: plenty for playing, little for guessing codes and for sending files.

A client is a device that belongs to some table, else a network address; guesses and new tables are always counted by
address, as new devices are to be had for nothing. The owner is not counted.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

UPLOAD = 256_000
"""A request with a larger body counts as sending a file."""
MOST_CLIENTS = 10_000


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


class Limits:
    """In ``app.extensions["limits"]``, for all threads: a bucket for each client and kind, filled as time goes by."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[tuple[Kind, str], tuple[float, float]] = {}

    def seconds_to_wait(self, kind: Kind, client: str) -> int:
        """0 where one more is allowed."""
        with self._lock:
            left = self._left(kind, client)
        return 0 if left >= 1 else int((1 - left) / kind.value.a_second) + 1

    def take(self, kind: Kind, client: str) -> None:
        with self._lock:
            if len(self._buckets) >= MOST_CLIENTS:
                self._forget_the_patient()
            self._buckets[kind, client] = (max(0.0, self._left(kind, client) - 1), self._clock())

    def _left(self, kind: Kind, client: str) -> float:
        left, at = self._buckets.get((kind, client), (float(kind.value.at_once), self._clock()))
        return min(kind.value.at_once, left + (self._clock() - at) * kind.value.a_second)

    def _forget_the_patient(self) -> None:
        """Full buckets need not be remembered. If none is full, all are forgotten rather than memory used up."""
        waiting = {
            key: bucket for key, bucket in self._buckets.items() if self._left(key[0], key[1]) < key[0].value.at_once
        }
        self._buckets = waiting if len(waiting) < MOST_CLIENTS else {}


def init_app(app: Flask) -> None:
    app.extensions["limits"] = Limits()


def spend(kind: Kind, client: str) -> None:
    """Count one; too many are refused with 429 and word of how long to wait."""
    refuse_if_spent(kind, client)
    limits().take(kind, client)


def refuse_if_spent(kind: Kind, client: str) -> None:
    if wait := limits().seconds_to_wait(kind, client):
        raise TooManyRequests(retry_after=wait)


def limits() -> Limits:
    kept: Limits = current_app.extensions["limits"]
    return kept


def address() -> str:
    return request.remote_addr or ""
