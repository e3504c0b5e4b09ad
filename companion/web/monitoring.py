"""For those who run Companion for others: is it there, can it record, and how busy is it. Numbers only, nothing about
people or tables. ``docs/hosting.md`` says what to do with them.
"""

import threading
from collections import Counter
from time import perf_counter

from flask import Blueprint, Flask, Response, abort, current_app, g, request

from companion import __version__
from companion.log.errors import TableError
from companion.web.access.policy import open_to_everyone
from companion.web.access.this_machine import asked_directly
from companion.web.live import Streams

bp = Blueprint("monitoring", __name__)
_WITHIN = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds an answer may take; each is a bar of the histogram."""


class Measured:
    """In ``app.extensions["measured"]``, for all threads; of this process alone."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.answers: Counter[tuple[str, int]] = Counter()
        self.within: Counter[float] = Counter()
        self.seconds = 0.0

    def count(self, method: str, status: int, seconds: float) -> None:
        with self._lock:
            self.answers[method, status] += 1
            self.seconds += seconds
            self.within.update(bound for bound in _WITHIN if seconds <= bound)

    def lines(self) -> list[str]:
        with self._lock:
            number = sum(self.answers.values())
            return [
                "# TYPE companion_answers_total counter",
                *(
                    f'companion_answers_total{{method="{method}",status="{status}"}} {times}'
                    for (method, status), times in sorted(self.answers.items())
                ),
                "# TYPE companion_answer_seconds histogram",
                *(f'companion_answer_seconds_bucket{{le="{bound}"}} {self.within[bound]}' for bound in _WITHIN),
                f'companion_answer_seconds_bucket{{le="+Inf"}} {number}',
                f"companion_answer_seconds_sum {self.seconds:.3f}",
                f"companion_answer_seconds_count {number}",
            ]


def init_app(app: Flask) -> None:
    app.extensions["measured"] = Measured()
    app.after_request(_count)


def _count(response: Response) -> Response:
    if "asked_at" in g and not response.is_streamed:
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        current_app.extensions["measured"].count(method, response.status_code, perf_counter() - g.asked_at)
    return response


@bp.get("/readyz")
@open_to_everyone
def readyz() -> tuple[dict[str, object], int]:
    """It can record, and is not about to stop. A proxy sends nobody to one that cannot. (``/healthz`` says that it is
    there at all.)"""
    service = getattr(current_app.extensions["companion"], "service", None)
    streams: Streams = current_app.extensions["streams"]
    if streams.stopping:
        return {"ok": False, "why": "stopping"}, 503
    try:
        if service:
            service.store.ready()
    except TableError as error:
        return {"ok": False, "why": error.code}, 503
    return {"ok": True}, 200


@bp.get("/metrics")
@open_to_everyone
def metrics() -> Response:
    """In Prometheus' text format; for programs of this machine alone."""
    if not asked_directly():
        abort(404)
    streams: Streams = current_app.extensions["streams"]
    lines = [
        "# TYPE companion_info gauge",
        f'companion_info{{version="{__version__}"}} 1',
        "# TYPE companion_streams_open gauge",
        f"companion_streams_open {streams.open}",
        "# TYPE companion_streams_most gauge",
        f"companion_streams_most {streams.most}",
        *current_app.extensions["measured"].lines(),
    ]
    return Response("\n".join(lines) + "\n", content_type="text/plain; version=0.0.4; charset=utf-8")
