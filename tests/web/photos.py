"""Tables and photos for the tests of the photo screens: the sample photos with what is really in them."""

import json
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

from flask.testing import FlaskClient

from companion.service.answers import TableView
from companion.web.backend import Backend
from companion.web.photo.jobs import PhotoJob, PhotoJobs
from tests.dewan.pages.test_table_screen import hidden

PHOTOS = Path(__file__).parent.parent.parent / "sample_photos"
FAST = "easy_3"
"""Read soonest of those with a map."""


def photo(name: str) -> bytes:
    return (PHOTOS / f"{name}.jpg").read_bytes()


def truth_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PHOTOS / f"{name}.json").read_text())
    return found


def box_of(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((PHOTOS / f"{name}.box.json").read_text())
    return found


def table_of(backend: Backend, name: str, players: int = 4, **header: object) -> TableView:
    """A table whose box and colours are those of a sample photo."""
    box = box_of(name)
    kept = backend.service.create("dewan-box", {"box": box})
    seats = [{"name": f"P{i}", "color": color["name"]} for i, color in enumerate(box["colors"][:players])]
    record = {"format": "dewan-table/1", "scenario": "base", "players": seats}
    return backend.service.create("dewan", {"table": record, "box": kept.info.id, "stories": False, **header})


def send(client: FlaskClient, look: TableView, data: bytes, name: str = "photo.jpg") -> str:
    """Send a photo: the address to wait at."""
    here = f"/tables/{look.info.id}/photo"
    token = hidden(client.get(here).text, "photo")["csrf_token"]
    body, kind = form_with(token, data, name)
    sent = client.post(here, data=body, content_type=kind)
    assert sent.status_code == 303, sent.text
    return sent.headers["Location"]


def form_with(token: str, data: bytes, name: str = "photo.jpg", tile: list[str] | None = None) -> tuple[bytes, str]:
    """The form as a browser sends it. (Werkzeug's own way leaves large files open.)"""
    mark = b"----photo"
    token_part = b'Content-Disposition: form-data; name="csrf_token"\r\n\r\n' + token.encode()
    head = f'Content-Disposition: form-data; name="photo"; filename="{name}"\r\nContent-Type: image/jpeg\r\n\r\n'
    tiles = [b'Content-Disposition: form-data; name="tile"\r\n\r\n' + one.encode() for one in tile or ()]
    parts = [token_part, *tiles, head.encode() + data]
    body = b"".join(b"--" + mark + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + mark + b"--\r\n"
    return body, f"multipart/form-data; boundary={mark.decode()}"


def finished(client: FlaskClient, look: TableView, address: str) -> str:
    """Wait until it is read."""
    outcome(client.application.extensions["photo_jobs"], look.info.id, key_of(address))
    return address


def outcome(jobs: PhotoJobs, place: str, key: str) -> PhotoJob:
    """The job once it is done."""
    end = monotonic() + 120
    while (job := jobs.get(place, key)) is not None and not job.done:
        assert monotonic() < end
        Event().wait(0.01)
    assert job is not None
    return job


def read(client: FlaskClient, look: TableView, data: bytes, name: str = "photo.jpg") -> str:
    """Send a photo and wait until it is read: its address."""
    return finished(client, look, send(client, look, data, name))


def seated(client: FlaskClient, address: str) -> None:
    """A lot says whose the starting tiles are without a camp, where that is asked."""
    page = client.get(address).text
    if "/seats" in page:
        assert client.post(f"{address}/seats", data=hidden(page, "/seats")).status_code == 303


def key_of(address: str) -> str:
    return address.partition("/photo/")[2].partition("/")[0].partition("?")[0]
