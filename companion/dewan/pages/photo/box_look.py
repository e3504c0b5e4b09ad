"""My box learns how its tiles look: from a photo of some of them, or from a map somebody has looked over."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Response, abort, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import LOOK, BoxState
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.formats.box import write_box
from companion.dewan.formats.look import BoxLook, read_look
from companion.dewan.pages.box_shelf import BoxPage, OpenBox, box_page, bp, opened, recorded
from companion.dewan.pages.box_tiles import small_tile
from companion.dewan.pages.photo.swatches import Swatch, swatches
from companion.dewan.pages.photo.taking import WAITING
from companion.dewan.rules.tiles import Tile
from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.games.viewer import SERVER
from companion.log.errors import TableError
from companion.web.access.policy import clients, open_to_box_keepers
from companion.web.htmx import see_other
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.photo.sending import allow_photos, failure_text, jobs, jobs_of, sent_photo, wait_page
from companion.web.submit import view_table

STAGES = ("load", "spaces")
RECORD = "record what is learned"


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    if endpoint == "box.learn":
        allow_photos(endpoint, values)


@bp.get("/<box_id>/look")
@open_to_box_keepers
def look(box_id: str) -> Response:
    return _page(opened(box_id))


@bp.post("/<box_id>/look")
@open_to_box_keepers
def learn(box_id: str) -> AnyResponse:
    """A photo, and which tiles are in it."""
    box = _own(box_id)
    try:
        shown = [tile.id for tile in box.box.tiles if tile.id in request.form.getlist("tile")]
        data = sent_photo()
        if not shown:
            return _page(box, notice=t("web.box.look-which"), status=422)
        key = start_learning(box_id, data, {"learn": shown})
    except PhotoFailed as failed:
        return _page(box, notice=failure_text(failed.code), status=422)
    return see_other(url_for("box.learned", box_id=box_id, key=key))


def start_learning(box_id: str, picture: bytes, what: Json, afterwards: str | None = None) -> str:
    """``what``: the tiles in the picture, or spaces somebody checked. Raises PhotoFailed."""
    state = view_table(box_id).state
    assert isinstance(state, BoxState)
    head = {"box": write_box(state.box), "look": state.look, **what}
    return jobs().start(box_id, picture, head, clients=clients(), afterwards=afterwards)


def learn_later(box_id: str, picture: bytes, what: Json) -> None:
    """Learn from a picture somebody has accepted while everybody plays on, and record it once that is done.

    Nothing happens where too many photos are being read, or the box is changed meanwhile: there will be another photo.
    """
    with suppress(PhotoFailed):
        start_learning(box_id, picture, what, RECORD)


@bp.record_once
def _record_what_is_learned(state: BlueprintSetupState) -> None:
    kept, companion = jobs_of(state.app), state.app.extensions["companion"]

    def record(box_id: str, key: str, read: PhotoRead) -> None:
        with suppress(BadInput, TableError):
            if read.reading.get("found"):
                seq = companion.service.look(box_id, viewer=SERVER).seq
                companion.service.record(box_id, seq, key, LOOK, {"look": read.reading["look"]}, viewer=SERVER)
        kept.forget(key)

    kept.afterwards[RECORD] = record


@bp.get("/<box_id>/look/<key>")
@open_to_box_keepers
def learned(box_id: str, key: str) -> AnyResponse:
    box, job = _own(box_id), _job(box_id, key)
    if not job.done:
        return wait_page(key, job, url_for("box.stop_learning", box_id=box_id, key=key), STAGES, WAITING)
    try:
        reading = job.result().reading
    except PhotoFailed as failed:
        return _page(box, notice=failure_text(failed.code), status=422)
    if not reading.get("found"):
        return _page(box, notice=t("web.box.look-not-found"), status=422)
    return _page(box, found=(key, reading))


@bp.post("/<box_id>/look/<key>")
@open_to_box_keepers
def remember(box_id: str, key: str) -> AnyResponse:
    job = _job(box_id, key)
    if not job.done:
        abort(409)
    reading = job.result().reading
    answer = _recorded(box_id, {"look": reading.get("look")})
    jobs().forget(key)
    return answer


@bp.post("/<box_id>/look/<key>/cancel")
@open_to_box_keepers
def stop_learning(box_id: str, key: str) -> AnyResponse:
    _job(box_id, key)
    jobs().forget(key)
    return see_other(url_for("box.look", box_id=box_id))


@bp.post("/<box_id>/look/forget")
@open_to_box_keepers
def forget_look(box_id: str) -> AnyResponse:
    return _recorded(box_id, {"look": None})


def _recorded(box_id: str, body: Json) -> AnyResponse:
    try:
        missed = recorded(box_id, LOOK, body)
    except BadInput as bad:
        return _page(opened(box_id), notice=" ".join(t(one.code, **one.params) for one in bad.faults[:3]), status=422)
    if missed:
        return _page(opened(box_id), notice=t("web.box.missed"), status=409)
    return see_other(url_for("box.look", box_id=box_id))


@dataclass(frozen=True)
class LookPage(BoxPage):
    """``key``, ``learned``, ``learned_tiles``: of a photo that has just been read."""

    known: BoxLook
    chosen: Sequence[str]
    key: str | None
    learned: Sequence[Swatch]
    learned_tiles: Sequence[str]
    part = "look"

    @property
    def swatches(self) -> tuple[Swatch, ...]:
        return swatches(self.known.terrains)

    @property
    def small(self) -> list[tuple[Tile, MapView]]:
        return [(one, small_tile(one)) for one in self.opened.box.tiles]

    @property
    def tiles_known(self) -> list[str]:
        return sorted(self.known.tiles)


def _own(box_id: str) -> OpenBox:
    box = opened(box_id)
    if box.look is None:
        abort(404)  # the demo box has no tiles of cardboard
    return box


def _job(box_id: str, key: str) -> PhotoJob:
    job = jobs().get(box_id, key)
    if job is None:
        abort(404, "web.error.photo-gone")
    return job


def _page(
    box: OpenBox,
    *,
    found: tuple[str, Json] | None = None,
    notice: str | None = None,
    status: int = 200,
) -> Response:
    state = box.look.state if box.look else None
    known = read_look(state.look) if isinstance(state, BoxState) and state.look else BoxLook()
    page = LookPage(
        box,
        [notice] if notice else [],
        known,
        request.form.getlist("tile"),
        found[0] if found else None,
        [one for one in swatches(read_look(found[1]["look"]).terrains) if one.rgb] if found else [],
        _ids(found[1].get("learned")) if found else [],
    )
    return box_page(page, status)


def _ids(learned: object) -> list[str]:
    return [str(one["id"]) for one in learned] if isinstance(learned, list) else []
