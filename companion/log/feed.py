"""Wakes those who wait for news of a table. It carries a number, never what happened: listeners go and look."""

import threading
import time
from dataclasses import dataclass

MOST_SECONDS = 60.0
"""No wait is longer: a listener whose client has gone should notice some time."""


@dataclass
class _Room:
    """Those who wait at one table. All rooms share one lock, but only the listeners of a table wake for it."""

    woken: threading.Condition
    listeners: int = 0
    calls: int = 0


class Feed:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        # Remembered for every table announced, so that news between a look at the log and the wait are not missed.
        self._latest: dict[str, int] = {}
        self._closed = False
        self._beginnings = 0

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def listeners(self) -> int:
        """How many wait just now."""
        with self._lock:
            return sum(room.listeners for room in self._rooms.values())

    def latest(self, table_id: str) -> int | None:
        """The last number announced; None where none was."""
        with self._lock:
            return self._latest.get(table_id)

    def announce(self, table_id: str, seq: int) -> None:
        """The table's log has grown to ``seq``. Announcements may arrive out of order: the highest counts."""
        with self._lock:
            if seq <= self._latest.get(table_id, 0):
                return
            self._latest[table_id] = seq
            if room := self._rooms.get(table_id):
                room.woken.notify_all()

    def call(self, table_id: str) -> None:
        """Let those who wait at a table look up, though its log has not grown."""
        with self._lock:
            if room := self._rooms.get(table_id):
                room.calls += 1
                room.woken.notify_all()

    def wait(self, table_id: str, after_seq: int, timeout: float) -> int:
        """The table's last announced number as soon as it is above ``after_seq``.

        ``after_seq`` itself when the time is over, somebody was called for, the feed is closed or everything has begun
        anew.
        """
        deadline = time.monotonic() + min(timeout, MOST_SECONDS)
        with self._lock:
            room = self._rooms.setdefault(table_id, _Room(threading.Condition(self._lock)))
            room.listeners += 1
            beginning, calls = self._beginnings, room.calls
            try:
                while not self._closed and self._latest.get(table_id, 0) <= after_seq:
                    if (beginning, calls) != (self._beginnings, room.calls):
                        break
                    left = deadline - time.monotonic()
                    if left <= 0 or not room.woken.wait(left):
                        break
            finally:
                room.listeners -= 1
                if room.listeners == 0:
                    self._rooms.pop(table_id, None)
            return max(after_seq, self._latest.get(table_id, 0))

    def forget(self, table_id: str) -> None:
        """The table is gone: a new one by its name starts from nothing."""
        with self._lock:
            self._latest.pop(table_id, None)

    def begin_anew(self) -> None:
        """All tables were replaced: their numbers may be lower than before, and everybody goes to look."""
        with self._lock:
            self._latest.clear()
            self._beginnings += 1
            self._wake()

    def close(self) -> None:
        """Wake everybody, and let nobody wait any more."""
        with self._lock:
            self._closed = True
            self._wake()

    def _wake(self) -> None:
        for room in self._rooms.values():
            room.woken.notify_all()
