"""Read the map from a photo: take it, wait, look it over, correct a space, accept."""

from flask import Blueprint, Response, abort, current_app, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.dewan import MAP, DewanState
from companion.service.answers import Look
from companion.web import recording
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.map_svg import MapOptions, map_view
from companion.web.photo_jobs import PhotoJob, PhotoJobs
from companion.web.recording import desk, entry_id
from companion.web.screens.compare import compare
from companion.web.screens.photo import GROUNDS, PhotoMap, map_body, photo_map
from companion.web.tables import camp_looks, hex_in

bp = Blueprint("photos", __name__, url_prefix="/tables/<table_id>/photo")

MEGABYTE = 1_000_000
MOST_PHOTO = 40 * MEGABYTE


def jobs() -> PhotoJobs:
    kept: PhotoJobs = current_app.extensions.setdefault("photo_jobs", PhotoJobs())
    return kept


@bp.get("")
def take(table_id: str) -> Response:
    return page_or_fragment("photo/take.html", "photo/_take.html", look=_look(table_id), notice=None)


@bp.post("")
def send(table_id: str) -> AnyResponse:
    request.max_content_length = MOST_PHOTO  # photos are larger than anything else that is sent here
    look = _look(table_id)
    photo = request.files.get("photo")
    data = photo.read() if photo else b""
    if not data:
        text = t("web.photo.nothing")
        return page_or_fragment("photo/take.html", "photo/_take.html", 422, look=look, notice=text)
    key = jobs().start(table_id, data, desk().box(look.state.box))
    return see_other(url_for("photos.review", table_id=table_id, key=key))


@bp.get("/<key>")
def review(table_id: str, key: str) -> Response:
    look, job = _look(table_id), _job(table_id, key)
    if not job.done:
        return page_or_fragment("photo/wait.html", "photo/_wait.html", look=look, key=key)
    return _review(look, key, job)


@bp.get("/<key>/drawn.jpg")
def drawn(table_id: str, key: str) -> Response:
    job = _job(table_id, key)
    if not job.done or not job.result()[1]:
        abort(404)
    return Response(job.result()[1], mimetype="image/jpeg")


@bp.get("/<key>/compare")
def against(table_id: str, key: str) -> Response:
    """The photo beside the record: what differs, and for each whether the table or the record is right."""
    look, job = _look(table_id), _job(table_id, key)
    seen = _map(look, job)
    table = look.state.play.table
    found = compare(table.board, seen.board)
    looks = camp_looks(table.players, desk().box(look.state.box))
    faults = {one.at: i for i, one in enumerate(found.differences, 1)} if found else {}
    return page_or_fragment(
        "photo/compare.html",
        "photo/_compare.html",
        look=look,
        key=key,
        found=found,
        board=table.board,
        looks=looks,
        map=map_view(table.board, MapOptions(looks=looks, faults=faults, eligible=found.other_ground if found else ())),
        picture=bool(job.result()[1]),
        entry_id=entry_id(),
    )


@bp.post("/<key>/space")
def change(table_id: str, key: str) -> AnyResponse:
    job, at = _job(table_id, key), hex_in(request.form.get("at", ""))
    terrain = request.form.get("terrain", "")
    if at is None or terrain not in GROUNDS:
        abort(422)
    job.changes[at.q, at.r] = terrain
    return see_other(url_for("photos.review", table_id=table_id, key=key))


@bp.post("/<key>/accept")
def accept(table_id: str, key: str) -> AnyResponse:
    look, job = _look(table_id), _job(table_id, key)
    seen = _map(look, job)
    body = map_body(seen, desk().box(look.state.box), with_camps="camps" in request.form)
    if refused := recording.record(table_id, MAP, body):
        return _review(refused.look, key, job, notice=refused.text, status=refused.status)
    jobs().forget(key)
    return see_other(url_for("tables.show", table_id=table_id))


def _review(look: Look, key: str, job: PhotoJob, *, notice: str | None = None, status: int = 200) -> Response:
    reading, picture = job.result()
    here = url_for("photos.review", table_id=look.info.id, key=key)
    if not reading.get("found"):
        warnings = reading.get("warnings")
        texts = warnings if isinstance(warnings, list) and warnings else [t("web.photo.failed")]
        return page_or_fragment(
            "photo/take.html", "photo/_take.html", 422 if status == 200 else status, look=look, notice=" ".join(texts)
        )
    seen = _map(look, job)
    at = hex_in(request.args.get("at", ""))
    looks = camp_looks(look.state.play.table.players, desk().box(look.state.box))
    drawing = map_view(
        seen.board,
        MapOptions(
            looks=looks,
            eligible=seen.doubtful,
            chosen=[at] if at is not None and seen.board.has(at) else (),
            link=lambda hex_: f"{here}?at={hex_.q},{hex_.r}",
        ),
    )
    return page_or_fragment(
        "photo/review.html",
        "photo/_review.html",
        status,
        look=look,
        key=key,
        seen=seen,
        at=at if at is not None and seen.board.has(at) else None,
        map=drawing,
        grounds=tuple(GROUNDS),
        picture=bool(picture),
        notice=notice,
        entry_id=entry_id(),
    )


def _map(look: Look, job: PhotoJob) -> PhotoMap:
    if not job.done:
        abort(409)
    reading, _ = job.result()
    return photo_map(reading, job.changes, look.state.play.table.players, desk().box(look.state.box))


def _look(table_id: str) -> Look:
    look = desk().service.look(table_id)
    if not isinstance(look.state, DewanState):
        abort(404)
    return look


def _job(table_id: str, key: str) -> PhotoJob:
    job = jobs().get(table_id, key)
    if job is None:
        abort(404)
    return job
