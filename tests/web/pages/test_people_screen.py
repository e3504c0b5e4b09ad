"""The people pages: records, merging and its undo, renaming, and being forgotten. For the house alone."""

import io
import json
from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.log.access import Place
from companion.log.backup import back_up, backups
from companion.log.datadir import DataDir
from companion.log.roles import Role
from companion.service.files import export_log
from companion.web.access.codes import shown_code
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_table_screen import hidden
from tests.web.past_games import golden, quick_score
from tests.web.people import Device, network_app


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    quick_score(backend, "Friday", Jonas=40, Mara=41)
    quick_score(backend, "Saturday", Jonny=50, Mara=12)
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))


def change(client: FlaskClient, who: str, what: str, **fields: str) -> str:
    form = hidden(client.get(f"/people/one?who={who}").text, f"/people/{what}")
    return client.post(f"/people/{what}", data={**form, **fields}, follow_redirects=True).text


def test_everybody_is_listed_and_has_a_page(client: FlaskClient) -> None:
    assert 'href="/people"' in client.get("/games").text
    page = client.get("/people").text
    for name in ("jonas", "jonny", "mara"):
        assert f'href="/people/one?who={name}"' in page
    mara = client.get("/people/one?who=mara").text
    for text in ("2 games", "1 win", "26.5 points on average", "Best results", ">41</a>"):
        assert text in mara
    assert "26,5" in client.get("/people/one?who=mara", headers={"Accept-Language": "de"}).text


def test_merged_people_are_one_everywhere_and_can_be_parted_again(client: FlaskClient) -> None:
    page = change(client, "jonny", "merge", into="jonas")
    assert "2 games" in page
    assert "Also called" in page
    listed = client.get("/games").text
    assert "Jonny" not in listed
    people = client.get("/people").text
    assert "who=jonny" not in people
    assert "Jonny and Jonas are the same person" in people
    undone = client.post("/people/undo", data=hidden(people, "/people/undo"), follow_redirects=True).text
    assert "who=jonny" in undone
    assert "Jonny" in client.get("/games").text


def test_who_sat_together_is_not_merged(client: FlaskClient) -> None:
    assert "have played at the same table" in change(client, "mara", "merge", into="jonas")


def test_a_new_name_shows_in_lists_pads_and_exports(client: FlaskClient, backend: Backend) -> None:
    look = golden(backend, Alix="Jonas")
    change(client, "jonas", "rename", to="  Jonas   B. ")
    for page in (
        "/games",
        f"/games/{look.info.id}",
        f"/games/{look.info.id}/replay?step=5",
        f"/games/{look.info.id}/share/summary.txt",
        f"/games/{look.info.id}/share/pad.csv",
    ):
        assert "Jonas B." in client.get(page).text
    assert backend.service.look(look.info.id).summary.players[0] == "Jonas"  # the log keeps what was typed


def test_the_book_of_people_is_for_the_house_alone(client: FlaskClient, backend: Backend, tmp_path: Path) -> None:
    """Somebody else who calls a player so would learn from it who that is."""
    look = golden(backend, Alix="Jonas")
    log = export_log(backend.service, look.info.id)
    change(client, "jonas", "rename", to="Jonas Bergmann")
    stranger = Device(network_app(backend, tmp_path).test_client())
    file: dict[str, object] = {"file": (io.BytesIO(json.dumps(log).encode()), "game.json")}
    page = stranger.post("/games/import", file).headers["Location"]
    for path in ("/games", page, f"{page}/replay?step=5", f"{page}/share/summary.txt", f"{page}/share/pad.csv"):
        answer = stranger.get(path)
        assert answer.status_code == 200, path
        assert "Jonas" in answer.text
        assert "Bergmann" not in answer.text, path


def test_a_name_somebody_has_is_refused(client: FlaskClient) -> None:
    assert "Someone else is called" in change(client, "jonas", "rename", to="mara")
    assert 'role="alert"' in change(client, "jonas", "rename", to="  ")


def test_deleting_asks_first_and_leaves_no_trace(client: FlaskClient, tmp_path: Path) -> None:
    form = hidden(client.get("/people/forget?who=mara").text, 'name="sure"')
    refused = client.post("/people/forget", data=form)
    assert refused.status_code == 422
    assert "Mara" in client.get("/games").text
    done = client.post("/people/forget", data={**form, "sure": "1"})
    assert "removed from 2 games" in done.text
    for page in ("/games", "/people", "/"):
        assert "Mara" not in client.get(page).text
    assert "Player 2" in client.get("/games").text
    assert b"mara" not in b"".join(path.read_bytes() for path in tmp_path.glob("companion.sqlite3*")).lower()


@pytest.mark.sqlite
def test_the_backups_may_go_with_the_name(client: FlaskClient, backend: Backend, tmp_path: Path) -> None:
    data = DataDir(tmp_path)
    for day in ("2026-10-01", "2026-10-02"):
        back_up(data.database, data.backups, _day(day))
    replaced = data.backups / "replaced-2026-10-03T120000.sqlite3"
    replaced.write_bytes(b"Mara")
    photos = data.backups / "replaced-2026-10-03T120000-photos"
    (photos / "table").mkdir(parents=True)
    form = hidden(client.get("/people/forget?who=mara").text, 'name="sure"')
    client.post("/people/forget", data={**form, "sure": "1", "backups": "1"})
    assert not list(data.backups.glob("replaced-*"))
    kept = backups(data.backups)
    assert len(kept) == 1
    assert kept[0].name not in ("companion-2026-10-01.sqlite3", "companion-2026-10-02.sqlite3")
    assert b"mara" not in kept[0].read_bytes().lower()


def _day(day: str) -> datetime:

    return datetime.fromisoformat(f"{day}T12:00:00Z")


def test_the_phone_of_a_deleted_seat_still_sits_there(client: FlaskClient, backend: Backend, app: Flask) -> None:
    look = golden(backend, Alix="Mara")
    table_id, store = look.info.id, app.extensions["access"]
    with app.test_request_context():
        code = shown_code(store, Place(table_id, Role.SEAT, "Mara"))
    phone, away = app.test_client(), {"REMOTE_ADDR": "192.168.7.20"}
    phone.get(f"/join/{code}", environ_base=away, follow_redirects=True)
    assert phone.get(f"/games/{table_id}", environ_base=away).status_code == 200
    form = hidden(client.get("/people/forget?who=mara").text, 'name="sure"')
    client.post("/people/forget", data={**form, "sure": "1"})
    page = phone.get(f"/games/{table_id}", environ_base=away)
    assert page.status_code == 200
    assert "Mara" not in page.text
    places = [member.place for member in app.extensions["access"].members(table_id)]
    assert Place(table_id, Role.SEAT, "#1") in places


@pytest.mark.parametrize("page", ["/people", "/people/one?who=mara", "/people/forget?who=mara"])
def test_guests_find_no_people(client: FlaskClient, page: str) -> None:
    assert client.get(page, environ_base={"REMOTE_ADDR": "192.168.7.20"}).status_code == 404


def test_nobody_of_that_name(client: FlaskClient) -> None:
    assert client.get("/people/one?who=nobody").status_code == 404
