"""Wakes those who wait for news of a table. It carries a number, never what happened: listeners go and look."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

MOST_SECONDS = 60.0
"""No wait is longer: a listener whose client has gone should notice some time."""
BLIND_SECONDS = 1.0
"""Nor this, while news of other processes do not come through: then everybody goes and looks."""
EVERYTHING, ACCESS, PHOTOS = "*", "@", "#"
"""Said instead of a table: all of them were replaced; somebody was let in or put out; a photo waits to be read."""


@dataclass
class _Room:
    """Those who wait at one table. All rooms share one lock, but only the listeners of a table wake for it."""

    woken: threading.Condition
    listeners: int = 0
    calls: int = 0


def spoken(table_id: str, what: int | str) -> str:
    """News of a table: its number, ``gone``, or ``look``."""
    return f"{table_id} {what}"


class Feed:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        # Remembered for every table announced, so that news between a look at the log and the wait are not missed.
        self._latest: dict[str, int] = {}
        self._closed = False
        self._blind = False
        self._beginnings = 0
        self._forgetters: list[tuple[str, Callable[[], None]]] = []
        self._watchers: list[Callable[[str | None], None]] = []

    @property
    def closed(self) -> bool:
        return self._closed

    @property
    def listeners(self) -> int:
        """How many wait just now."""
        with self._lock:
            return sum(room.listeners for room in self._rooms.values())

    def latest(self, table_id: str) -> int | None:
        """The last number announced; None where none was, or where it may have been elsewhere."""
        with self._lock:
            return None if self._blind else self._latest.get(table_id)

    def announce(self, table_id: str, seq: int) -> None:
        """The table's log has grown to ``seq``. Announcements may arrive out of order: the highest counts."""
        with self._lock:
            if seq <= self._latest.get(table_id, 0):
                return
            self._latest[table_id] = seq
            if room := self._rooms.get(table_id):
                room.woken.notify_all()
        self._tell(table_id)

    def call(self, table_id: str) -> None:
        """Let those who wait at a table look up, though its log has not grown."""
        with self._lock:
            if room := self._rooms.get(table_id):
                room.calls += 1
                room.woken.notify_all()
        self._tell(table_id)

    def wait(self, table_id: str, after_seq: int, timeout: float) -> int:
        """The table's last announced number as soon as it is above ``after_seq``.

        ``after_seq`` itself when the time is over, somebody was called for, the feed is closed or everything has begun
        anew.
        """
        with self._lock:
            deadline = time.monotonic() + min(timeout, BLIND_SECONDS if self._blind else MOST_SECONDS)
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
        for _, forget in self._forgetters:
            forget()
        with self._lock:
            self._latest.clear()
            self._beginnings += 1
            self._wake()
        self._tell(None)

    @property
    def blind(self) -> bool:
        """What others do is not heard of: nothing that they may change is to be kept in mind."""
        return self._blind

    def forget_with(self, forget: Callable[[], None], news: str = EVERYTHING) -> None:
        """``forget`` drops what is kept in mind; called when that may be true no more."""
        self._forgetters.append((news, forget))

    def watch_with(self, watch: Callable[[str | None], None]) -> None:
        """``watch`` is called with the table that something happened at, None for all of them; it must not wait."""
        self._watchers.append(watch)

    # What other processes say

    def heard(self, news: str) -> None:
        """``spoken`` somewhere else."""
        table_id, _, what = news.partition(" ")
        if table_id == EVERYTHING:
            self.begin_anew()
        elif table_id in (ACCESS, PHOTOS):
            for _, forget in [one for one in self._forgetters if one[0] == table_id]:
                forget()
        elif what.isdecimal():
            self.announce(table_id, int(what))
        else:
            if what == "gone":
                self.forget(table_id)
            self.call(table_id)

    def lost(self) -> None:
        """Nothing is heard any more until ``found``."""
        with self._lock:
            self._blind = True
            self._wake()
        for _, forget in self._forgetters:
            forget()

    def found(self) -> None:
        """What was said meanwhile nobody knows: everybody goes to look, by the number they have seen."""
        with self._lock:
            self._blind = False
        self.begin_anew()

    def close(self) -> None:
        """Wake everybody, and let nobody wait any more."""
        with self._lock:
            self._closed = True
            self._wake()

    def _tell(self, table_id: str | None) -> None:
        for watch in self._watchers:
            watch(table_id)

    def _wake(self) -> None:
        for room in self._rooms.values():
            room.woken.notify_all()
