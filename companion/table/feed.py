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


class Feed:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        # Remembered for every table announced, so that news between a look at the log and the wait are not missed.
        self._latest: dict[str, int] = {}
        self._closed = False

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def listeners(self) -> int:
        """How many wait just now."""
        with self._lock:
            return sum(room.listeners for room in self._rooms.values())

    def announce(self, table_id: str, seq: int) -> None:
        """The table's log has grown to ``seq``. Announcements may arrive out of order: the highest counts."""
        with self._lock:
            if seq <= self._latest.get(table_id, 0):
                return
            self._latest[table_id] = seq
            if room := self._rooms.get(table_id):
                room.woken.notify_all()

    def wait(self, table_id: str, after_seq: int, timeout: float) -> int:
        """The table's last announced number as soon as it is above ``after_seq``.

        ``after_seq`` itself when the time is over or the feed is closed.
        """
        deadline = time.monotonic() + min(timeout, MOST_SECONDS)
        with self._lock:
            room = self._rooms.setdefault(table_id, _Room(threading.Condition(self._lock)))
            room.listeners += 1
            try:
                while not self._closed and self._latest.get(table_id, 0) <= after_seq:
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

    def close(self) -> None:
        """Wake everybody, and let nobody wait any more."""
        with self._lock:
            self._closed = True
            for room in self._rooms.values():
                room.woken.notify_all()
