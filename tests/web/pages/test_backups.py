"""Backups on screen: one file out, one click back, for the owner alone."""

import io
import threading
from datetime import datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.log.backup import back_up
from companion.service.answers import TableView
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from companion.web.pages import backups as keeping
from tests.looks import every_look
from tests.service.tools import NOW, begun, turns
from tests.web.access.test_security import token


def send(client: FlaskClient, content: bytes, name: str = "all.zip") -> tuple[int, str]:
    form = {"csrf_token": token(client), "file": (io.BytesIO(content), name)}
    answer = client.post("/keeping/restore", data=form)
    return answer.status_code, answer.text


def tables(backend: Backend) -> list[tuple[str, int]]:
    return sorted((look.info.id, look.seq) for look in every_look(backend.service) if isinstance(look, TableView))


def test_everything_goes_out_and_comes_back(client: FlaskClient, backend: Backend) -> None:
    look = turns(backend.service, begun(backend.service, stories=False), 3)
    before = tables(backend)
    packed = client.get("/keeping/everything.zip", buffered=True)
    assert packed.headers["Content-Disposition"].startswith("attachment; filename=companion-")
    turns(backend.service, look, 2, first=3)
    begun(backend.service)
    status, page = send(client, packed.data)
    assert status == 200
    assert "Everything from all.zip has been restored." in page
    assert tables(backend) == before
    assert backend.service.look(look.info.id).seq == 3


def test_no_cache_keeps_a_backup(client: FlaskClient, backend: Backend) -> None:
    begun(backend.service)
    for _ in range(2):
        assert client.get("/keeping/everything.zip?v=1", buffered=True).headers["Cache-Control"] == "no-store"


def test_nothing_of_it_is_left_lying_about(client: FlaskClient, backend: Backend) -> None:
    begun(backend.service)
    client.get("/keeping/everything.zip", buffered=True)
    send(client, b"no backup")
    assert not list(backend.data.path.glob(".scratch-*"))


@pytest.mark.parametrize("content", [b"", b"no backup", b"PK\x03\x04 nearly a zip file"])
def test_a_bad_file_is_named_and_changes_nothing(client: FlaskClient, backend: Backend, content: bytes) -> None:
    begun(backend.service)
    before = tables(backend)
    status, page = send(client, content, "holiday.zip")
    assert status == 422
    assert "holiday.zip was not restored, and nothing was changed." in page
    assert tables(backend) == before


def test_a_file_has_to_be_chosen(client: FlaskClient, backend: Backend) -> None:
    answer = client.post("/keeping/restore", data={"csrf_token": token(client)})
    assert answer.status_code == 422
    assert "Choose a backup file first." in answer.text


def test_a_file_too_large_for_the_screen_is_for_the_command(
    client: FlaskClient, backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_UPLOADED", 1000)
    csrf = {"X-CSRFToken": token(client)}
    answer = client.post("/keeping/restore", data={"file": (io.BytesIO(b"x" * 5000), "all.zip")}, headers=csrf)
    assert answer.status_code == 413
    assert "companion restore" in answer.text


@pytest.mark.sqlite
def test_a_daily_backup_comes_back_by_one_click(client: FlaskClient, backend: Backend) -> None:
    look = begun(backend.service, stories=False)
    for old in backend.data.backups.iterdir():  # the desk makes one of its own when it opens
        old.unlink()
    made = back_up(backend.data.database, backend.data.backups, datetime.fromisoformat(NOW))
    assert made
    turns(backend.service, look, 2)
    assert made.name in client.get("/keeping").text
    answer = client.post("/keeping/daily", data={"csrf_token": token(client), "name": made.name})
    assert f"Everything from {made.name} has been restored." in answer.text
    assert backend.service.look(look.info.id).seq == 0


@pytest.mark.parametrize("name", ["", "../companion.sqlite3", "companion-2001-01-01.sqlite3", "companion.sqlite3"])
def test_only_a_daily_backup_that_is_there_comes_back(client: FlaskClient, backend: Backend, name: str) -> None:
    before = tables(backend)
    assert client.post("/keeping/daily", data={"csrf_token": token(client), "name": name}).status_code == 404
    assert tables(backend) == before


def test_screens_that_wait_go_to_look_again(client: FlaskClient, backend: Backend) -> None:
    look = begun(backend.service, stories=False)
    packed = client.get("/keeping/everything.zip", buffered=True).data
    look = turns(backend.service, look, 4)
    told: list[int] = []
    waiting = threading.Thread(target=lambda: told.append(backend.service.wait(look.info.id, 4, 30)))
    waiting.start()
    while backend.service.feed.listeners == 0 and waiting.is_alive():
        pass
    send(client, packed)
    waiting.join(10)
    assert told == [0]


def test_others_find_nothing_there(backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = create_app(
        WebConfig(data_dir=tmp_path, companion=backend, testing=True, trust_loopback=False)
    ).test_client()
    for path in ("/keeping", "/keeping/everything.zip"):
        assert stranger.get(path).status_code == 404
    form = {"csrf_token": token(stranger)}
    for path in ("/keeping/restore", "/keeping/daily"):
        assert stranger.post(path, data=form).status_code == 404
    assert "/keeping" not in stranger.get("/").text
    monkeypatch.setattr(keeping, "MOST_UPLOADED", 1000)
    large = stranger.post("/keeping/restore", data={"file": (io.BytesIO(b"x" * 5000), "all.zip")})
    assert large.status_code == 413
    assert str(backend.data.path) not in large.text
