"""Photos being read, and what was read in them: a few at a time, the others wait their turn, all forgotten in an hour.

Kept in memory only. Of the photo as it was sent nothing is kept once it is read, only the picture without metadata.
"""

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from companion.games.contract import Json
from companion.platform import workers
from companion.web.access.limits import Client
from companion.web.photo.process import PhotoFailed, PhotoProcess, PhotoRead

AT_ONCE = 2
MOST_WAITING = 6
MOST_OF_ONE = 2
"""Photos of one client or address that are not read yet."""
MOST_BYTES = 150_000_000
"""Of the photos that are not read yet, together."""
MOST_JOBS = 16
MOST_SECONDS = 60
KEPT_SECONDS = 3600


@dataclass
class PhotoJob:
    """``place``: whose photo it is, a table's or a box's. ``notes``: what the screens remember of it."""

    place: str
    touched: float
    process: PhotoProcess
    work: "Future[PhotoRead]"
    stage: str = ""
    """Empty while it waits for its turn."""
    notes: dict[str, Any] = field(default_factory=dict)
    clients: tuple[Client, ...] = ()
    size: int = 0

    @property
    def done(self) -> bool:
        return self.work.done()

    def result(self) -> PhotoRead:
        """Only once it is done. Raises PhotoFailed."""
        if self.work.cancelled():
            raise PhotoFailed("cancelled")
        return self.work.result(timeout=0)


def can_read() -> bool:
    """Whether the photo reader's libraries are there: a pack for browsers has them only where that was wanted."""
    return find_spec("cv2") is not None


class PhotoJobs:
    """In ``app.extensions["photo_jobs"]``. Any thread may ask."""

    def __init__(
        self,
        worker: Sequence[str],
        seconds: float = MOST_SECONDS,
        at_once: int = AT_ONCE,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._worker = worker
        self._seconds = seconds
        self._now = now
        self._jobs: OrderedDict[str, PhotoJob] = OrderedDict()
        self._lock = threading.Lock()
        self._hands = workers(at_once, "photo")

    def start(
        self,
        place: str,
        photo: bytes,
        head: Json,
        notes: dict[str, Any] | None = None,
        clients: tuple[Client, ...] = (),
    ) -> str:
        """Read a photo; the key to ask for it with. Raises PhotoFailed: ``busy``, if too many wait, or too many of
        one of the ``clients`` who sent it."""
        if not can_read():
            raise PhotoFailed("absent")
        with self._lock:
            self._drop_old()
            unfinished = [job for job in self._jobs.values() if not job.done]
            if sum(not job.stage for job in unfinished) >= MOST_WAITING:
                raise PhotoFailed("busy")
            if unfinished and sum(job.size for job in unfinished) + len(photo) > MOST_BYTES:
                raise PhotoFailed("busy")
            for client in clients:
                if sum(client in job.clients for job in unfinished) >= MOST_OF_ONE * client.times:
                    raise PhotoFailed("busy")
            key = secrets.token_urlsafe(12)
            process = PhotoProcess(self._worker, self._seconds)
            job = PhotoJob(place, self._now(), process, Future(), notes=dict(notes or {}))
            job.clients, job.size = clients, len(photo)
            self._jobs[key] = job
            job.work = self._hands.submit(_read, job, head, photo)
        return key

    def get(self, place: str, key: str) -> PhotoJob | None:
        with self._lock:
            self._drop_old()
            job = self._jobs.get(key)
            if job is None or job.place != place:
                return None
            job.touched = self._now()
            return job

    def before(self, key: str) -> int:
        """How many photos will be read before this one is."""
        with self._lock:
            ahead = 0
            for other, job in self._jobs.items():
                if other == key:
                    break
                ahead += not job.done
            return ahead

    def forget(self, key: str) -> None:
        """Also ends it, if it is still being read."""
        with self._lock:
            job = self._jobs.pop(key, None)
        if job is not None:
            _end(job)

    def stop(self) -> None:
        """The server ends: so do all workers."""
        with self._lock:
            jobs, self._jobs = self._jobs, OrderedDict()
        for job in jobs.values():
            _end(job)
        self._hands.shutdown(wait=True, cancel_futures=True)

    def _drop_old(self) -> None:
        oldest = self._now() - KEPT_SECONDS
        finished = [key for key, job in self._jobs.items() if job.done]
        too_many = finished[: max(0, len(self._jobs) + 1 - MOST_JOBS)]
        for key in finished:
            if key in too_many or self._jobs[key].touched < oldest:
                del self._jobs[key]


def _end(job: PhotoJob) -> None:
    job.process.stop()
    job.work.cancel()


def _read(job: PhotoJob, head: Json, photo: bytes) -> PhotoRead:
    def on_stage(stage: str) -> None:
        job.stage = stage

    on_stage("load")
    return job.process.run(head, photo, on_stage)
