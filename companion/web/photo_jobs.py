"""Photos being read: one at a time, each in a process of its own, forgotten after an hour."""

import json
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.contract import Json
from companion.record.box import write_box
from companion.rules.dewan.tiles import Box

MOST_SECONDS = 60
MOST_JOBS = 16
KEPT_SECONDS = 3600


@dataclass
class PhotoJob:
    """``reading`` is the JSON of ``companion read``; ``drawn`` the photo with the reading on it.

    ``changes``: what people corrected since, by space: a terrain.
    """

    table_id: str
    started: float
    work: "Future[tuple[Json, bytes]] | None" = None
    changes: dict[tuple[int, int], str] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        return self.work is not None and self.work.done()

    def result(self) -> tuple[Json, bytes]:
        """Only once it is done."""
        assert self.work is not None
        return self.work.result()


class PhotoJobs:
    def __init__(self) -> None:
        self._jobs: OrderedDict[str, PhotoJob] = OrderedDict()
        self._lock = threading.Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="photo")

    def start(self, table_id: str, photo: bytes, box: Box) -> str:
        """Read a photo; the key to ask for it with."""
        key = secrets.token_urlsafe(12)
        job = PhotoJob(table_id, time.monotonic())
        job.work = self._worker.submit(_read, photo, box)
        with self._lock:
            self._jobs[key] = job
            while len(self._jobs) > MOST_JOBS:
                self._jobs.popitem(last=False)
        return key

    def get(self, table_id: str, key: str) -> PhotoJob | None:
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.table_id != table_id or time.monotonic() - job.started > KEPT_SECONDS:
                return None
            return job

    def forget(self, key: str) -> None:
        with self._lock:
            self._jobs.pop(key, None)

    def stop(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)


def _read(photo: bytes, box: Box) -> tuple[Json, bytes]:
    """Nothing stays on the disk: the folder goes with everything in it."""
    with tempfile.TemporaryDirectory(prefix="companion-photo-") as folder:
        taken, listed, drawn = Path(folder, "photo"), Path(folder, "box.json"), Path(folder, "drawn.jpg")
        taken.write_bytes(photo)
        listed.write_text(json.dumps(write_box(box)), encoding="utf-8")
        command = [sys.executable, "-m", "companion.vision.worker", str(taken), str(listed), str(drawn)]
        try:
            done = subprocess.run(command, capture_output=True, timeout=MOST_SECONDS, check=True)
            reading: Json = json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError):
            return {"found": False, "failed": True, "warnings": []}, b""
        return reading, drawn.read_bytes() if drawn.exists() else b""
