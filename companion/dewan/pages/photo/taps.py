"""No lattice was found: somebody points at four spaces, and the photo is read once more.

An ``<input type="image">`` tells where it was tapped without any script.
"""

from dataclasses import dataclass

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.pages.photo.taking import bp, look_at, reading_head, take_page
from companion.games.contract import Json
from companion.service.answers import TableView
from companion.web.access.policy import Role, clients, open_to
from companion.web.htmx import page_or_fragment, see_other
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.photo.sending import job_of, jobs, result_of

NEEDED = 4
SHOWN_WIDTH = 960
"""How wide the picture is shown to a browser that cannot say by itself where in it somebody tapped."""


@bp.get("/<key>/taps")
@open_to(Role.RECORDER)
def tap_four(table_id: str, key: str) -> Response:
    job = job_of(table_id, key)
    return _page(look_at(table_id), key, job, result_of(job))


@bp.post("/<key>/taps")
@open_to(Role.RECORDER)
def tap(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    read = result_of(job)
    if "again" in request.form:
        job.notes["taps"] = taps_of(job)[:-1]
        return see_other(url_for("photos.tap_four", table_id=table_id, key=key))
    width, height = size_of(read)
    x, y = (request.form.get(name, type=float) for name in ("tap.x", "tap.y"))
    shown = request.form.get("width", float(SHOWN_WIDTH), type=float)
    if x is None or y is None or not 0 < shown <= 20_000:
        abort(422)
    point = (x * width / shown, y * width / shown)
    if not (0 <= point[0] <= width and 0 <= point[1] <= height):
        abort(422)
    taps = job.notes["taps"] = (*taps_of(job), point)
    if len(taps) < NEEDED:
        return see_other(url_for("photos.tap_four", table_id=table_id, key=key))
    head: Json = {**reading_head(look), "taps": [list(point) for point in taps[:NEEDED]]}
    try:
        again = jobs().start(table_id, read.picture, head, {"tapped": True}, clients())
    except PhotoFailed as failed:
        return take_page(look, failed.code, 422)
    jobs().forget(key)
    return see_other(url_for("photos.review", table_id=table_id, key=again))


def taps_of(job: PhotoJob) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in job.notes.get("taps", ()))


def size_of(read: PhotoRead) -> tuple[int, int]:
    size = read.reading.get("size_px")
    width, height = size if isinstance(size, list) else (0, 0)
    return max(1, int(width)), max(1, int(height))


@dataclass(frozen=True)
class TapsPage:
    """``width``, ``height``: of the photo, in whose pixels ``taps`` are."""

    look: TableView
    key: str
    tapped_before: bool
    taps: tuple[tuple[float, float], ...]
    width: int
    height: int
    needed: int = NEEDED
    shown_width: int = SHOWN_WIDTH

    @property
    def shown_height(self) -> int:
        return round(SHOWN_WIDTH * self.height / self.width)


def _page(look: TableView, key: str, job: PhotoJob, read: PhotoRead) -> Response:
    page = TapsPage(look, key, "tapped" in job.notes, taps_of(job), *size_of(read))
    return page_or_fragment("dewan/photo/taps.html", "dewan/photo/_taps.html", page)
