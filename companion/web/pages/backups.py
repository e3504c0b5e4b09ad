"""Backups on screen: take everything along in one file, bring it back with one click. For the owner alone."""

import shutil
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, request, send_file
from werkzeug.exceptions import RequestEntityTooLarge

from companion.log.access import AccessStore
from companion.log.archive import Brought, bring_back_live, pack, scratch
from companion.log.backup import backups
from companion.log.errors import TableError
from companion.service.lists import Lists
from companion.web.access.policy import is_owner, open_to_owner
from companion.web.config import MEGABYTE
from companion.web.errors import answer
from companion.web.htmx import page_or_fragment
from companion.web.language import t
from companion.web.submit import backend

bp = Blueprint("keeping", __name__, url_prefix="/keeping")

MOST_UPLOADED = 60 * MEGABYTE
"""What the server takes in at once; a larger file is brought back by the command."""


@dataclass(frozen=True)
class Kept:
    """A daily backup."""

    name: str
    made_at: str
    kilobytes: int


@dataclass(frozen=True)
class BackupsPage:
    """``most``: megabytes of a file that is sent. ``brought``: what was just brought back, from the file ``name``."""

    daily: tuple[Kept, ...]
    folder: Path
    most: int
    fault: str | None
    brought: Brought | None
    name: str


@bp.url_value_preprocessor
def _allow_backups(endpoint: str | None, values: dict[str, object] | None) -> None:
    """They are larger than other forms. Said before the form is looked at for its token."""
    if endpoint == "keeping.restore":
        request.max_content_length = MOST_UPLOADED


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(error: RequestEntityTooLarge) -> Response:
    if not is_owner():  # a form is looked at before it is asked who sent it
        return answer(error)
    return _page(fault=t("web.keeping.too-large", megabytes=MOST_UPLOADED // MEGABYTE), status=413)


@bp.get("")
@open_to_owner
def show() -> Response:
    return _page()


@bp.get("/everything.zip")
@open_to_owner
def everything() -> Response:
    now = datetime.now(UTC)
    sent = tempfile.TemporaryFile(dir=backend().data.path)  # noqa: SIM115 - it has no name, and ends with the answer
    try:
        with (
            scratch(backend().data) as folder,
            pack(backend().data, folder / "everything.zip", now).open("rb") as packed,
        ):
            shutil.copyfileobj(packed, sent)
    except BaseException:
        sent.close()
        raise
    sent.seek(0)
    name = f"companion-{now:%Y-%m-%d}.zip"
    return send_file(sent, mimetype="application/zip", as_attachment=True, download_name=name)


@bp.post("/restore")
@open_to_owner
def restore() -> Response:
    """From a file that is sent along."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return _page(fault=t("web.keeping.no-file"), status=422)
    with scratch(backend().data) as folder:
        sent.save(folder / "sent")
        return _brought(folder / "sent", sent.filename[-80:])


@bp.post("/daily")
@open_to_owner
def restore_daily() -> Response:
    """From one of the backups that are made every day."""
    wanted = request.form.get("name", "")
    found = next((path for path in backups(backend().data.backups) if path.name == wanted), None)
    if found is None:
        abort(404)
    return _brought(found, found.name)


def _brought(source: Path, name: str) -> Response:
    data, now = backend().data, datetime.now(UTC)
    try:
        brought = backend().service.replace_all(lambda store: bring_back_live(source, data, store, now))
        backend().forget_past()
        Lists(backend().service).begin()
    except TableError as error:
        fault = t("web.keeping.failed", name=name, why=t(str(error.params.get("cause", error.code)), **error.params))
        return _page(fault=fault, status=422)
    current_app.extensions["access"] = AccessStore(backend().service.store, backend().service.feed)
    return _page(brought=brought, name=name)


def keeps_files() -> bool:
    """Not inside a browser, which keeps the database alone."""
    return backend().keeps_files


def _page(*, fault: str | None = None, brought: Brought | None = None, name: str = "", status: int = 200) -> Response:
    daily = tuple(map(_kept, backups(backend().data.backups)))
    page = BackupsPage(daily, backend().data.path, MOST_UPLOADED // MEGABYTE, fault, brought, name)
    return page_or_fragment("keeping/page.html", "keeping/_keeping.html", page, status)


def _kept(path: Path) -> Kept:
    about = path.stat()
    made = datetime.fromtimestamp(about.st_mtime, UTC)
    return Kept(path.name, f"{made:%Y-%m-%dT%H:%M:%SZ}", max(1, about.st_size // 1000))
