"""Take or choose a picture of the map, and wait while it is read; what all photo screens share."""

from dataclasses import dataclass

from flask import Blueprint, Response, abort, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in, learned_in
from companion.dewan.formats.box import write_box
from companion.dewan.game import DewanState
from companion.games.contract import Json, Mode
from companion.service.answers import TableView
from companion.web.access.policy import Role, clients, open_to, viewer_at
from companion.web.errors import answer
from companion.web.htmx import page_or_fragment, see_other
from companion.web.photo.jobs import PhotoJob, can_read
from companion.web.photo.process import PhotoFailed
from companion.web.photo.sending import (
    allow_photos,
    failure_text,
    job_of,
    jobs,
    jobs_of,
    result_of,
    sent_photo,
    wait_page,
)
from companion.web.submit import backend, view_table

bp = Blueprint("photos", __name__, url_prefix="/tables/<table_id>/photo")

WAITING = "dewan/photo/wait.html"
STAGES = ("load", "lattice", "spaces", "refine", "camps")
"""What is told of the reader's stages, in their order; making its smaller views belongs to opening the picture."""


@bp.record_once
def _add_jobs(state: BlueprintSetupState) -> None:
    jobs_of(state.app)


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


def wait_at_table(look: TableView, key: str, job: PhotoJob) -> Response:
    return wait_page(key, job, url_for("photos.cancel", table_id=look.info.id, key=key), STAGES, WAITING)


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
