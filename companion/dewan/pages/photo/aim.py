"""While somebody aims the camera in the page: small frames are looked at, one at a time, and none is kept."""

import json
import subprocess
import sys
import threading
import time
from contextlib import suppress

from flask import Response, current_app, jsonify, request
from flask.blueprints import BlueprintSetupState

from companion.dewan.pages.photo.taking import bp
from companion.games.contract import Json
from companion.web.access.policy import Role, clients, open_to
from companion.web.photo.jobs import can_read

WORKER = (sys.executable, "-m", "companion.dewan.vision.aim")
MOST_FRAME = 400_000
MOST_SECONDS = 5.0
PAUSE_SECONDS = 0.3
"""Between two frames of one client."""
MOST_CLIENTS = 100


class Aiming:
    """In ``app.extensions["aiming"]``: one process for all frames. Who finds it busy leaves the frame out."""

    def __init__(self, worker: tuple[str, ...] = WORKER) -> None:
        self._worker = worker
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._last: dict[str, float] = {}

    def look(self, frame: bytes, who: tuple[str, ...]) -> Json | None:
        """What the frame shows; None when another one is being looked at, or this client's last one was just now."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            now = time.monotonic()
            if any(now - self._last.get(name, -PAUSE_SECONDS) < PAUSE_SECONDS for name in who):
                return None
            if len(self._last) > MOST_CLIENTS:
                self._last.clear()
            self._last.update(dict.fromkeys(who, now))
            return self._asked(frame)
        finally:
            self._lock.release()

    def _asked(self, frame: bytes) -> Json:
        said = b""
        with suppress(OSError):
            if self._running is None or self._running.poll() is not None:
                self.stop()
                self._running = subprocess.Popen(
                    self._worker, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
                )
            running = self._running
            assert running.stdin
            assert running.stdout
            watchdog = threading.Timer(MOST_SECONDS, running.kill)
            watchdog.daemon = True
            watchdog.start()
            try:
                running.stdin.write(json.dumps({"bytes": len(frame)}).encode() + b"\n" + frame)
                running.stdin.flush()
                said = running.stdout.readline()
            finally:
                watchdog.cancel()
        if not said:
            self.stop()
            return {"found": False}
        shown: Json = json.loads(said)
        return shown

    def stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.wait()
            for pipe in (running.stdin, running.stdout):
                with suppress(OSError):
                    assert pipe
                    pipe.close()


@bp.record_once
def _add_aiming(state: BlueprintSetupState) -> None:
    state.app.extensions.setdefault("aiming", Aiming())


@bp.post("/aim")
@open_to(Role.RECORDER)
def aim(table_id: str) -> tuple[Response, int] | Response:
    """A frame of the camera, as ``frame`` of the form: where a map is in it, or that it was left out."""
    sent = request.files.get("frame")
    frame = sent.read(MOST_FRAME + 1) if sent else b""
    if not frame or len(frame) > MOST_FRAME or not can_read():
        return jsonify(found=False), 422
    aiming: Aiming = current_app.extensions["aiming"]
    shown = aiming.look(frame, tuple(client.name for client in clients()))
    return jsonify(found=False, busy=True) if shown is None else jsonify(shown)
