"""What the screens of all games share about photos: sent, waited for, and gone."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Response, abort, current_app, request
from flask.sansio.app import App

from companion.games.registry import PLUGINS
from companion.service.tables import Tables
from companion.web.htmx import page_or_fragment
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob, PhotoJobs
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.this_page import this_page

READERS: dict[str, Sequence[str]] = {
    key: (sys.executable, "-m", plugin.reader) for key, plugin in PLUGINS.items() if plugin.reader
}
"""What reads the photos of each game; the first one those of a head that names no game."""
SMALL = {"photos.aim"}
"""Where no whole photos are sent."""
MEGABYTE = 1_000_000
MOST_PHOTO = 100 * MEGABYTE
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


def jobs_of(app: App) -> PhotoJobs:
    if "photo_jobs" not in app.extensions:
        first = next(iter(READERS.values()))
        app.extensions["photo_jobs"] = PhotoJobs(first, shared=shared_tables(app), readers=READERS)
    kept: PhotoJobs = app.extensions["photo_jobs"]
    return kept


def shared_tables(app: App) -> Tables | None:
    """The tables, where several processes serve them."""
    service: Tables | None = getattr(app.extensions["companion"], "service", None)
    return service if service is not None and service.store.kind.MANY_WRITERS else None


def jobs() -> PhotoJobs:
    return jobs_of(current_app)


def allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    """Photos are larger than anything else that is sent here. Said before the form is looked at for its token."""
    if request.method == "POST" and request.mimetype == "multipart/form-data":
        request.max_content_length = MEGABYTE if endpoint in SMALL else MOST_PHOTO + MEGABYTE


def failure_text(code: str) -> str:
    return t(f"web.photo.failed-{code}" if code in TOLD else "web.photo.failed")


def sent_photo() -> bytes:
    """The picture of the form, whichever way it was taken. Raises PhotoFailed."""
    return sent_photos()[0]


def sent_photos() -> list[bytes]:
    """All pictures of the form, one at least. Raises PhotoFailed."""
    sent = [file.read() for file in request.files.getlist("photo") if file.filename]
    if not any(sent):
        raise PhotoFailed("empty" if sent else "nothing")
    return list(filter(None, sent))


@dataclass(frozen=True)
class WaitPage:
    """While a photo is read. ``now``: which of the stages; -1 while it waits for its turn, behind ``ahead`` others."""

    cancel: str
    ahead: int
    stages: Sequence[str]
    now: int
    here: str = field(default_factory=this_page)


def wait_page(key: str, job: PhotoJob, cancel: str, stages: Sequence[str], template: str) -> Response:
    """``template``: the page around it, which the answer comes to stand in as well."""
    now = stages.index(job.stage) if job.stage in stages else 0 if job.stage else -1
    page = WaitPage(cancel, jobs().before(key), stages, now)
    return page_or_fragment(template, "photo/_wait.html", page)


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
