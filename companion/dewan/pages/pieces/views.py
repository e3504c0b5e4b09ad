"""My box by photos: send them, answer what is asked, put right what was read, and put it into the box."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, abort, current_app, request, url_for
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import PIECES, BoxState
from companion.dewan.box_pieces import CountedCards
from companion.dewan.formats.box import write_box
from companion.dewan.formats.counted import write_counted
from companion.dewan.pages.box_shelf import OpenBox, box_page, bp, fault_texts, opened, recorded
from companion.dewan.pages.pieces.changes import box_changes
from companion.dewan.pages.pieces.editor import EditorPage, tapped
from companion.dewan.pages.pieces.page import MEANINGS, PiecesPage, question
from companion.dewan.pages.pieces.session import ART, MOST_PHOTOS, Session, piece_of
from companion.dewan.pages.pieces.sessions import MOST_SESSIONS, SHARED, Sessions
from companion.dewan.pages.pieces.shown import KINDS, NONE, typed_line
from companion.dewan.rules.words import Terrain
from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.log.photo_shelf import PhotoShelf
from companion.web.access.policy import clients, open_to_box_keepers
from companion.web.htmx import see_other
from companion.web.language import t
from companion.web.photo.jobs import KEPT_SECONDS, can_read
from companion.web.photo.process import PhotoFailed
from companion.web.photo.sending import allow_photos, failure_text, jobs, sent_photos, shared_tables

MOST_LINE = 200


@bp.record_once
def _add_sessions(state: BlueprintSetupState) -> None:
    shared = shared_tables(state.app)
    shelf = PhotoShelf(KEPT_SECONDS, shared.store if shared else None)
    sessions = Sessions(shelf, MOST_SESSIONS * (SHARED if shared else 1))
    state.app.extensions.setdefault("piece_sessions", sessions)


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    if endpoint == "box.send_photos":
        allow_photos(endpoint, values)


def sessions() -> Sessions:
    kept: Sessions = current_app.extensions["piece_sessions"]
    return kept


@bp.get("/<box_id>/photos")
@open_to_box_keepers
def photos(box_id: str) -> Response:
    return _page(opened(box_id))


def _page(
    box: OpenBox, notice: str | None = None, status: int = 200, faults: tuple[Fault, ...] = (), done: int | None = None
) -> Response:
    with sessions().changing(box.id) as session:
        if session is not None:
            session.advance(box.id, jobs(), _head(box), clients())
    if not can_read():
        notice = notice or failure_text("absent")
    elif request.args.get("of", session.name if session else "") != (session.name if session else ""):
        notice = notice or t("web.pieces.gone")
    return box_page(PiecesPage(box, fault_texts(faults), session, notice, done), status)


class _PhotosGone(Exception):
    """Nobody came back to these photos for an hour, or the process that kept them has ended."""


@bp.errorhandler(_PhotosGone)
def photos_gone(error: _PhotosGone) -> Response:
    return _page(opened(str((request.view_args or {})["box_id"])), t("web.pieces.gone"), 404)


def _head(box: OpenBox) -> Json:
    state = box.look.state if box.look else None
    return {"box": write_box(box.box), "look": state.look if isinstance(state, BoxState) else None}


@bp.post("/<box_id>/photos")
@open_to_box_keepers
def send_photos(box_id: str) -> AnyResponse:
    box = _own(box_id)
    try:
        sent = sent_photos()
    except PhotoFailed as failed:
        return _page(box, failure_text(failed.code), 422)
    with sessions().begun(box_id) as session:
        room = MOST_PHOTOS - len(session.photos)
        fresh = sum(session.add(data) for data in sent[: max(0, room)])
    if len(sent) > room:
        return _page(box, t("web.pieces.too-many", most=MOST_PHOTOS), 422)
    if fresh < len(sent):
        return _page(box, t("web.pieces.same-photo", n=len(sent) - fresh), 422)
    return _back(box_id)


@bp.get("/<box_id>/photos/<key>.jpg")
@open_to_box_keepers
def photo_picture(box_id: str, key: str) -> Response:
    photo = _session(box_id).photo(key)
    if photo is None:
        abort(404, "web.error.photo-gone")
    return Response(photo.picture, mimetype="image/jpeg")


@bp.get("/<box_id>/photos/<key>/<int:number>.jpg")
@open_to_box_keepers
def piece_picture(box_id: str, key: str, number: int) -> Response:
    piece = piece_of(_session(box_id).photo(key), number)
    if piece is None:
        abort(404, "web.error.photo-gone")
    picture = Response(base64.b64decode(piece["picture"]), mimetype="image/jpeg")
    picture.headers["Cache-Control"] = "private, max-age=3600"
    return picture


@bp.post("/<box_id>/photos/<key>/drop")
@open_to_box_keepers
def drop_photo(box_id: str, key: str) -> AnyResponse:
    with _changing(box_id) as session:
        session.drop(key)
    return _back(box_id)


@bp.post("/<box_id>/photos/<key>/again")
@open_to_box_keepers
def same_cards(box_id: str, key: str) -> AnyResponse:
    """Whether the cards of this photo lay in an earlier one too."""
    with _changing(box_id) as session:
        photo = session.photo(key)
        if photo is not None:
            photo.again = request.form.get("again") == "yes"
    return _back(box_id)


@bp.post("/<box_id>/photos/names")
@open_to_box_keepers
def name_signs(box_id: str) -> AnyResponse:
    """``g3=crystal``, for as many groups as were answered; ``part`` is one whose signs are not all alike."""
    part = request.form.get("part", type=int)
    known = {word for words in MEANINGS.values() for word in words} | set(Terrain) | {ART}
    with _changing(box_id) as session:
        for field, word in request.form.items():
            asked = field[:1] == "g" and field[1:].isdecimal() and len(field) < 6
            if asked and word in known and int(field[1:]) != part:
                session.name_group(int(field[1:]), word)
    return _back(box_id) if part is None else see_other(url_for("box.group", box_id=box_id, number=part))


@bp.get("/<box_id>/photos/group/<int:number>")
@open_to_box_keepers
def group(box_id: str, number: int) -> Response:
    """All signs of a group: those that are something else are ticked."""
    box, session = _own(box_id), _session(box_id)
    asked = question(session, number, most=200)
    if asked is None:
        abort(404, "web.error.photo-gone")
    return box_page(EditorPage(box, (), group=asked))


@bp.post("/<box_id>/photos/group/<int:number>")
@open_to_box_keepers
def part_group(box_id: str, number: int) -> AnyResponse:
    with _changing(box_id) as session:
        session.part(number, request.form.getlist("sign", type=int))
    return _back(box_id)


@bp.get("/<box_id>/photos/<key>/<int:number>")
@open_to_box_keepers
def piece(box_id: str, key: str, number: int) -> Response:
    return _editor(_own(box_id), key, number)


@bp.post("/<box_id>/photos/<key>/<int:number>")
@open_to_box_keepers
def type_piece(box_id: str, key: str, number: int) -> AnyResponse:
    box = _own(box_id)
    kind, line = request.form.get("kind", ""), request.form.get("line", "")[:MOST_LINE]
    if piece_of(_session(box_id).photo(key), number) is None:
        abort(404, "web.error.photo-gone")
    if request.form.get("do") == "read":
        with _changing(box_id) as session:
            session.typed.pop((key, number), None)
        return _back(box_id)
    if request.form.get("do") == NONE:
        kind, line = NONE, ""
    if kind not in (*KINDS, NONE):
        return _editor(box, key, number)
    if press := request.form.get("press", ""):
        return _editor(box, key, number, (kind, tapped(kind, line, press)))
    try:
        typed_line(kind, line)
    except BadInput as bad:
        return _editor(box, key, number, (kind, line), tuple(bad.faults))
    with _changing(box_id) as session:
        session.typed[key, number] = (kind, line)
    return _back(box_id)


def _editor(
    box: OpenBox, key: str, number: int, typed: tuple[str, str] | None = None, faults: tuple[Fault, ...] = ()
) -> Response:
    page = PiecesPage(box, fault_texts(faults), _session(box.id))
    found = next((one for one in page.found if (one.photo, one.number) == (key, number)), None)
    if found is None:
        abort(404, "web.error.photo-gone")
    return box_page(EditorPage(box, page.faults, piece=found, typed=typed), 422 if faults else 200)


@bp.post("/<box_id>/photos/put")
@open_to_box_keepers
def put_in(box_id: str) -> AnyResponse:
    """Everything that is known goes into the box, in one entry of its log; what waits stays here."""
    box = _own(box_id)
    with _changing(box_id) as session:
        page = PiecesPage(box, (), session)
        if page.filled is None or session.sorted is None:
            return _back(box_id)
        more = page.more
        body: Json = {"changes": box_changes(box.box, page.filled.box), "look": session.sorted.look}
        none = CountedCards({}, {})  # a photo of other pieces
        counted = {photo.key: page.filled.counted.get(photo.key, none) for photo, _ in page.lines}
        body["photos"] = write_counted(counted)
        faults: tuple[Fault, ...] = ()
        missed = False
        try:
            missed = recorded(box_id, PIECES, body)
        except BadInput as bad:
            faults = tuple(bad.faults)
        if not (missed or faults):
            for (photo, _), ids in zip(page.lines, page.filled.ids, strict=True):
                named = enumerate(ids)
                session.put.update({(photo.key, number): name for number, name in named if name is not None})
    if faults:
        return _page(box, status=422, faults=faults)
    if missed:
        return _page(opened(box_id), t("web.box.missed"), 409)
    return _page(opened(box_id), done=more)


@bp.post("/<box_id>/photos/forget")
@open_to_box_keepers
def forget_photos(box_id: str) -> AnyResponse:
    session = sessions().of(box_id)
    for photo in session.photos if session else ():
        if photo.job is not None:
            jobs().forget(photo.job)
    sessions().forget(box_id)
    return _back(box_id)


def _own(box_id: str) -> OpenBox:
    box = opened(box_id)
    if box.look is None:
        abort(404)  # the demo box has no pieces of cardboard
    return box


def _session(box_id: str) -> Session:
    """To look at."""
    session = sessions().of(box_id)
    if session is None:
        raise _PhotosGone
    return session


@contextmanager
def _changing(box_id: str) -> Iterator[Session]:
    with sessions().changing(box_id) as session:
        if session is None:
            raise _PhotosGone
        yield session


def _back(box_id: str) -> AnyResponse:
    """``of`` names these photos, so that a page can say when they are gone."""
    session = sessions().of(box_id)
    return see_other(url_for("box.photos", box_id=box_id, of=session and session.name))
