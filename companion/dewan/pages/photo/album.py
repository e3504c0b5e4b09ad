"""Photos the table keeps: only if its host says so, without any metadata, and as long as the table."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.pages.photo.taking import bp, look_at
from companion.log.errors import TableError
from companion.log.photos import KeptPhoto
from companion.service.tables import utc_now
from companion.web.access.policy import Role, current_viewer, is_owner, open_to
from companion.web.access.visitors import refuse_if_full
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.sending import job_of, result_of
from companion.web.submit import backend, view_table


@bp.post("/<key>/keep")
@open_to(Role.HOST)
def keep(table_id: str, key: str) -> AnyResponse:
    """From a photo that was compared: keep it as well."""
    look, job = look_at(table_id), job_of(table_id, key)
    try:
        keep_photo(table_id, result_of(job).picture)
    except TableError as error:
        return album_page(look.info.id, t(error.code, **error.params), 422)
    job.notes["kept"] = True
    return see_other(url_for("photos.album", table_id=table_id))


@bp.get("/kept")
@open_to(Role.SPECTATOR)
def album(table_id: str) -> Response:
    view_table(table_id)
    return album_page(table_id)


@bp.get("/kept/<name>")
@open_to(Role.SPECTATOR)
def kept(table_id: str, name: str) -> Response:
    return Response(backend().albums.read(table_id, name), mimetype="image/jpeg")


@bp.post("/kept/<name>/drop")
@open_to(Role.HOST)
def drop(table_id: str, name: str) -> AnyResponse:
    backend().albums.drop(table_id, name)
    return see_other(url_for("photos.album", table_id=table_id))


def wants_to_keep(table_id: str) -> bool:
    """Said in the form, by somebody who may decide it."""
    return "keep" in request.form and current_viewer(table_id).hosts


def keep_photo(table_id: str, picture: bytes) -> KeptPhoto:
    """``picture``: as the reader's process gives it, plain pixels. Raises TableError."""
    if not is_owner():
        refuse_if_full(len(picture))
    return backend().albums.keep(table_id, picture, utc_now())


@dataclass(frozen=True)
class AlbumPage:
    table_id: str
    kept: Sequence[KeptPhoto]
    notice: str | None


def album_page(table_id: str, notice: str | None = None, status: int = 200) -> Response:
    page = AlbumPage(table_id, backend().albums.of(table_id), notice)
    return page_or_fragment("dewan/photo/album.html", "dewan/photo/_album.html", page, status)
