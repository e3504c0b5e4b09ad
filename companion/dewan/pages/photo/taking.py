"""Take or choose a picture of the map, and wait while it is read; what all photo screens share."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, current_app, request, url_for
from flask.blueprints import BlueprintSetupState
from flask.sansio.app import App
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in, learned_in
from companion.dewan.formats.box import write_box
from companion.dewan.game import DewanState
from companion.games.contract import Json, Mode
from companion.service.answers import TableView
from companion.service.tables import Tables
from companion.web.access.policy import Role, clients, open_to, viewer_at
from companion.web.errors import answer
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob, PhotoJobs, can_read
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.submit import backend, view_table
from companion.web.this_page import this_page

bp = Blueprint("photos", __name__, url_prefix="/tables/<table_id>/photo")

WORKER = (sys.executable, "-m", "companion.dewan.vision.worker")
MEGABYTE = 1_000_000
MOST_PHOTO = 100 * MEGABYTE
STAGES = ("load", "lattice", "spaces", "refine", "camps")
"""What is told of the reader's stages, in their order; making its smaller views belongs to opening the picture."""
OF_THE_FILE = (
    "nothing",
    "empty",
    "wrong-kind",
    "truncated",
    "damaged",
    "too-heavy",
    "too-large",
    "too-small",
    "moving",
)
TOLD = (*OF_THE_FILE, "too-slow", "crashed", "no-map", "no-pieces", "busy", "absent")


@bp.record_once
def _add_jobs(state: BlueprintSetupState) -> None:
    jobs_of(state.app)


def jobs_of(app: App) -> PhotoJobs:
    if "photo_jobs" not in app.extensions:
        service: Tables | None = getattr(app.extensions["companion"], "service", None)
        shared = service is not None and service.store.kind.MANY_WRITERS
        app.extensions["photo_jobs"] = PhotoJobs(WORKER, shared=service if shared else None)
    kept: PhotoJobs = app.extensions["photo_jobs"]
    return kept


def jobs() -> PhotoJobs:
    return jobs_of(current_app)


def allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    """Photos are larger than anything else that is sent here. Said before the form is looked at for its token."""
    if request.method == "POST" and request.mimetype == "multipart/form-data":
        request.max_content_length = MEGABYTE if endpoint == "photos.aim" else MOST_PHOTO + MEGABYTE


bp.url_value_preprocessor(allow_photos)


@bp.errorhandler(RequestEntityTooLarge)
def too_heavy(error: RequestEntityTooLarge) -> Response:
    table_id = str((request.view_args or {}).get("table_id"))
    if not viewer_at(table_id).records:  # a form is looked at before it is asked who sent it
        return answer(error)
    return take_page(look_at(table_id), "too-heavy", 413)


@bp.get("")
@open_to(Role.RECORDER)
def take(table_id: str) -> Response:
    return take_page(look_at(table_id), None if can_read() else "absent")


@dataclass(frozen=True)
class TakePage:
    look: TableView
    under_way: bool
    notice: str | None


def take_page(look: TableView, failed: str | None = None, status: int = 200) -> Response:
    page = TakePage(look, under_way(look), failure_text(failed) if failed else None)
    return page_or_fragment("dewan/photo/take.html", "dewan/photo/_take.html", page, status)


def failure_text(code: str) -> str:
    return t(f"web.photo.failed-{code}" if code in TOLD else "web.photo.failed")


@bp.post("")
@open_to(Role.RECORDER)
def send(table_id: str) -> AnyResponse:
    look = look_at(table_id)
    try:
        data = sent_photo()
        key = jobs().start(table_id, data, reading_head(look), clients=clients())
    except PhotoFailed as failed:
        return take_page(look, failed.code, 422)
    return see_other(url_for("photos.review", table_id=table_id, key=key))


def reading_head(look: TableView) -> Json:
    """What the reader is told beside the photo: the table's box, and how its tiles look."""
    box_id = look.state.box
    return {"box": write_box(box_in(backend(), box_id)), "look": learned_in(backend(), box_id)}


def sent_photo() -> bytes:
    """The picture of the form, whichever way it was taken. Raises PhotoFailed."""
    return sent_photos()[0]


def sent_photos() -> list[bytes]:
    """All pictures of the form, one at least. Raises PhotoFailed."""
    sent = [file.read() for file in request.files.getlist("photo") if file.filename]
    if not any(sent):
        raise PhotoFailed("empty" if sent else "nothing")
    return list(filter(None, sent))


@bp.post("/<key>/cancel")
@open_to(Role.RECORDER)
def cancel(table_id: str, key: str) -> AnyResponse:
    if jobs().get(table_id, key) is not None:
        jobs().forget(key)
    return see_other(url_for("photos.take", table_id=table_id))


@bp.get("/<key>/picture.jpg")
@open_to(Role.RECORDER)
def picture(table_id: str, key: str) -> Response:
    return Response(result_of(job_of(table_id, key)).picture, mimetype="image/jpeg")


@dataclass(frozen=True)
class WaitPage:
    """While a photo is read. ``now``: which of the stages; -1 while it waits for its turn, behind ``ahead`` others."""

    cancel: str
    ahead: int
    stages: Sequence[str]
    now: int
    here: str = field(default_factory=this_page)


def wait_page(
    key: str, job: PhotoJob, cancel: str, stages: Sequence[str] = STAGES, template: str = "dewan/photo/wait.html"
) -> Response:
    """``template``: the page around it, which the answer comes to stand in as well."""
    now = stages.index(job.stage) if job.stage in stages else 0 if job.stage else -1
    page = WaitPage(cancel, jobs().before(key), stages, now)
    return page_or_fragment(template, "dewan/photo/_wait.html", page)


def wait_at_table(look: TableView, key: str, job: PhotoJob) -> Response:
    return wait_page(key, job, url_for("photos.cancel", table_id=look.info.id, key=key))


def under_way(look: TableView) -> bool:
    """A map is recorded and the game goes on: a photo is compared with it rather than taking its place."""
    state = look.state
    recorded = isinstance(state, DewanState) and state.mode is not Mode.QUICK_SCORE
    return recorded and bool(state.play.table.board.printed)


def look_at(table_id: str) -> TableView:
    look = view_table(table_id)
    if not isinstance(look.state, DewanState):
        abort(404)
    return look


def job_of(table_id: str, key: str) -> PhotoJob:
    job = jobs().get(table_id, key)
    if job is None:
        abort(404, "web.error.photo-gone")
    return job


def result_of(job: PhotoJob) -> PhotoRead:
    """Of a photo that is read, and could be."""
    if not job.done:
        abort(409)
    try:
        return job.result()
    except PhotoFailed:
        abort(404, "web.error.photo-gone")
