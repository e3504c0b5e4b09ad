"""Photos being read, and what was read in them: a few at a time, the others wait their turn, all forgotten in an hour.

Where several processes share a database, any of them reads what any of them was sent, and answers for it; what one was
reading when it died is taken up by the next (``log.photo_queue``). Of the photo as it was sent nothing is kept once it
is read, only the picture without metadata.
"""

import secrets
import threading
import time
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from companion.games.contract import Json
from companion.log.errors import TableError
from companion.log.feed import PHOTOS
from companion.log.photo_queue import PhotoQueue, Taken, Unread
from companion.platform import workers
from companion.service.tables import Tables
from companion.web.access.limits import Client
from companion.web.photo.process import PhotoFailed, PhotoProcess, PhotoRead

AT_ONCE = 2
MOST_WAITING = 6
MOST_OF_ONE = 4
"""Photos of one client or address that are not read yet: of each player's Tribe board, taken one after another."""
MOST_BYTES = 150_000_000
"""Of the photos that are not read yet, together."""
MOST_JOBS = 16
SHARED = 4
"""So many times as much waits and is kept where several processes share it: it is not in the memory of one."""
MOST_SECONDS = 60
KEPT_SECONDS = 3600.0
SAY_SECONDS = 1.0
"""How often whoever reads says that it still does."""

Afterwards = Callable[[str, str, PhotoRead], None]
"""What is done with a photo before it counts as read: given its place, its key, and what was read. It may happen twice,
where a process dies in between."""


@dataclass
class PhotoJob:
    """``place``: whose photo it is, a table's or a box's. ``stage``: empty while it waits for its turn. ``notes``: what
    the screens remember of it, whatever JSON can say; what is put there is kept at once."""

    key: str
    place: str
    stage: str
    notes: MutableMapping[str, Any]
    answer: Json | None
    picture_of: Callable[[str], bytes] = field(repr=False)

    @property
    def done(self) -> bool:
        return self.answer is not None

    def result(self) -> PhotoRead:
        """Only once it is done. Raises PhotoFailed."""
        assert self.answer is not None
        if "failed" in self.answer:
            raise PhotoFailed(str(self.answer["failed"]), str(self.answer.get("sentence", "")))
        return self._read

    @cached_property
    def _read(self) -> PhotoRead:
        assert self.answer is not None
        reading = self.answer["reading"]
        assert isinstance(reading, dict)
        return PhotoRead(reading, self.picture_of(self.key))


class _Notes(dict[str, Any]):
    def __init__(self, known: Mapping[str, Any], keep: Callable[[str, Any], None]) -> None:
        super().__init__(known)
        self._keep = keep

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self._keep(name, value)


def can_read() -> bool:
    """Whether the photo reader's libraries are there: a pack for browsers has them only where that was wanted."""
    return find_spec("cv2") is not None


class PhotoJobs:
    """In ``app.extensions["photo_jobs"]``. Any thread may ask. ``shared``: the tables that several processes serve.
    ``readers``: what reads a photo whose head names this ``game``."""

    def __init__(
        self,
        worker: Sequence[str],
        seconds: float = MOST_SECONDS,
        at_once: int = AT_ONCE,
        now: Callable[[], float] = time.monotonic,
        shared: Tables | None = None,
        readers: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._command, self._readers = worker, readers or {}
        self._seconds = seconds
        self._times = SHARED if shared else 1
        self._shared, self._now = shared, now
        self._name = secrets.token_urlsafe(9)
        self._lock = threading.Lock()
        self._running: dict[str, PhotoProcess] = {}
        self._at_once = at_once
        self._hands = workers(at_once, "photo")
        self._stopped = False
        self.afterwards: dict[str, Afterwards] = {}
        if shared and can_read():
            shared.feed.forget_with(self._look_for_work, PHOTOS)

    @cached_property
    def _queue(self) -> PhotoQueue:
        return PhotoQueue(KEPT_SECONDS, self._shared.store if self._shared else None, self._now)

    def start(
        self,
        place: str,
        photo: bytes,
        head: Json,
        notes: Mapping[str, Any] | None = None,
        clients: tuple[Client, ...] = (),
        afterwards: str | None = None,
    ) -> str:
        """Read a photo; the key to ask for it with. Raises PhotoFailed: ``busy``, if too many wait, or too many of
        one of the ``clients`` who sent it."""
        if not can_read():
            raise PhotoFailed("absent")

        def has_room(unread: Sequence[Unread]) -> bool:
            if sum(one.waits for one in unread) >= MOST_WAITING * self._times:
                return False
            if unread and sum(one.size for one in unread) + len(photo) > MOST_BYTES * self._times:
                return False
            return all(
                sum(client.name in one.clients for one in unread) < MOST_OF_ONE * client.times for client in clients
            )

        key, names, most = secrets.token_urlsafe(12), [one.name for one in clients], MOST_JOBS * self._times
        if not self._queue.add(key, place, head, photo, names, notes or {}, afterwards, has_room, most):
            raise PhotoFailed("busy")
        self._look_for_work()
        return key

    def get(self, place: str, key: str) -> PhotoJob | None:
        looked = self._queue.look(place, key)
        if looked is None:
            return None
        if looked.waits:  # perhaps for somebody who is dead
            self._look_for_work()
        notes = _Notes(looked.notes, lambda name, value: self._queue.note(key, name, value))
        return PhotoJob(key, place, looked.stage, notes, looked.answer, self._queue.picture)

    def of(self, place: str) -> list[PhotoJob]:
        """All of a place, in the order they were sent."""
        return [job for key in self._queue.keys(place) if (job := self.get(place, key))]

    def before(self, key: str) -> int:
        """How many photos will be read before this one is."""
        return self._queue.before(key)

    def forget(self, key: str) -> None:
        """Also ends it, if it is still being read."""
        self._queue.forget(key)
        with self._lock:
            process = self._running.get(key)
        if process is not None:
            process.stop()

    def stop(self) -> None:
        """The server ends: so do all workers. Others may read what these had in hand."""
        self._stopped = True
        with self._lock:
            processes = list(self._running.values())
        for process in processes:
            process.stop()
        self._hands.shutdown(wait=True, cancel_futures=True)

    def _look_for_work(self) -> None:
        with self._lock, suppress(RuntimeError):  # stopped meanwhile
            if len(self._running) < self._at_once:
                self._hands.submit(self._work)

    def _work(self) -> None:
        """Read one photo after the other, as long as any waits."""
        with suppress(TableError):  # the next who asks for a photo has it taken up
            while not self._stopped and (taken := self._queue.take(self._name)):
                command = self._readers.get(str(taken.head.get("game")), self._command)
                process = PhotoProcess(command, self._seconds)
                with self._lock:
                    self._running[taken.key] = process
                try:
                    self._read(taken, process)
                finally:
                    with self._lock:
                        del self._running[taken.key]

    def _read(self, taken: Taken, process: PhotoProcess) -> None:
        stage, over = ["load"], threading.Event()

        def say() -> None:
            while not over.is_set():
                with suppress(TableError):
                    if not self._queue.hold(taken.key, self._name, stage[0]):
                        process.stop()
                said.wait(SAY_SECONDS)
                said.clear()

        def on_stage(name: str) -> None:
            stage[0] = name
            said.set()

        said = threading.Event()
        saying = threading.Thread(target=say, name="photo held", daemon=True)
        saying.start()
        read: PhotoRead | None = None
        answer: Json = {}
        try:
            read = process.run(taken.head, taken.photo, on_stage)
            answer["reading"] = read.reading
        except PhotoFailed as failed:
            answer.update(failed=failed.code, sentence=failed.sentence)
        finally:
            over.set()
            said.set()
            saying.join()
        if read is None and self._stopped:
            self._queue.let_go(taken.key, self._name)
            return
        try:
            if read and taken.afterwards:
                self.afterwards[taken.afterwards](taken.place, taken.key, read)
        finally:
            self._queue.finish(taken.key, self._name, answer, read.picture if read else b"", stage[0])
