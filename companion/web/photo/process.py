"""One photo, one process: started, listened to, and ended when it takes too long or is no longer wanted.

Neither a hang nor a crash nor hunger of the process reaches the server; each becomes a ``PhotoFailed`` with a code.
"""

import base64
import json
import logging
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from companion.games.contract import Json
from companion.platform import call_later, start_program

MOST_LINE = 30_000_000
"""A picture of the reader's working size and its reading; more is nonsense."""

OUT_OF_TIME = -int(getattr(signal, "SIGPROF", 99))
"""How a process ends that needed more of the processor than it gave itself to open a picture."""


@dataclass(frozen=True)
class PhotoRead:
    """``picture``: the photo as a plain JPEG without metadata; the pixels of ``reading`` are those of it."""

    reading: Json
    picture: bytes


class PhotoFailed(Exception):
    """``code`` is one of those of ``web.photo.failed-…``, or a code of the reader."""

    def __init__(self, code: str, sentence: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence


class PhotoProcess:
    def __init__(self, command: Sequence[str], seconds: float = 60) -> None:
        self._command = command
        self._seconds = seconds
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._stopped: str | None = None

    def run(self, head: Json, photo: bytes, on_stage: Callable[[str], None]) -> PhotoRead:
        """Raises PhotoFailed."""
        with self._lock:
            if self._stopped:
                raise PhotoFailed(self._stopped)
            try:
                running = self._running = start_program(self._command)
            except OSError:
                raise PhotoFailed("crashed") from None
        call_off = call_later(self._seconds, self.stop, "too-slow")
        try:
            _send(running, {**head, "bytes": len(photo)}, photo)
            last = _listen(running, on_stage)
        finally:
            call_off()
            running.kill()
            running.wait()
            for pipe in (running.stdin, running.stdout):
                with suppress(OSError):  # what it did not take can no longer be sent
                    assert pipe
                    pipe.close()
        if self._stopped:
            raise PhotoFailed(self._stopped)
        return _read(last, running.returncode)

    def stop(self, why: str = "cancelled") -> None:
        """End it, now or as soon as it would begin."""
        with self._lock:
            self._stopped = self._stopped or why
            if self._running:
                self._running.kill()


def _send(running: "subprocess.Popen[bytes]", head: Json, photo: bytes) -> None:
    assert running.stdin
    try:
        running.stdin.write(json.dumps(head).encode() + b"\n")
        running.stdin.write(photo)
        running.stdin.flush()
    except OSError:  # it ended before it heard us out; what it had to say stands in its output
        pass


def _listen(running: "subprocess.Popen[bytes]", on_stage: Callable[[str], None]) -> Json:
    """The last thing it said, after the stages."""
    assert running.stdout
    while line := running.stdout.readline(MOST_LINE):
        try:
            said = json.loads(line)
        except ValueError:
            return {}
        if not isinstance(said, dict):
            return {}
        if "stage" not in said:
            return said
        on_stage(str(said["stage"])[:40])
    return {}


def _read(said: Json, returned: int) -> PhotoRead:
    if "failed" in said:
        if "trace" in said:
            logging.getLogger(__name__).warning("a photo could not be read: %s", said["trace"])
        raise PhotoFailed(str(said["failed"]), str(said.get("sentence", "")))
    if returned == OUT_OF_TIME:
        raise PhotoFailed("too-large")
    reading = said.get("reading")
    if not isinstance(reading, dict):
        logging.getLogger(__name__).warning("the process reading a photo ended with %s", returned)
        raise PhotoFailed("crashed")
    return PhotoRead(reading, base64.b64decode(str(said.get("picture", ""))))
