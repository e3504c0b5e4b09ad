"""The first page."""

import re
from pathlib import Path

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient

from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.pages.timer import new_timer
from companion.dewan.rules.words import ScenarioName
from companion.log.datadir import DataDir
from companion.web.access import addresses
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import TableCard, WebConfig
from companion.web.language import when
from companion.web.pages import home
from tests.web.conftest import SomeTables
from tests.web.past_games import golden, quick_score
from tests.web.tables import new_table


@pytest.fixture
def app(tmp_path: Path, tables: SomeTables) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=tables, testing=True))


def test_empty_home_says_so_and_has_no_dead_link(tmp_path: Path) -> None:
    with open_backend(DataDir(tmp_path)) as backend:
        client = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)).test_client()
        page = client.get("/").text
        assert "You have no open tables." in page
        links = set(re.findall(r'href="(/[^"#]*)', page))
        assert links
        assert {link: client.get(link, buffered=True).status_code for link in links} == dict.fromkeys(links, 200)


def test_tables_to_resume_are_listed_with_their_players(client: FlaskClient, tables: SomeTables) -> None:
    players = (("Mara", "raspberry"), ("<b>Jo</b>", "indigo"))
    tables.listed = [TableCard("Friday", "volcano", players, 7, "2026-11-15T20:10:00Z", "/tables/abc")]
    page = client.get("/").text
    assert 'href="/tables/abc"' in page
    assert "Mara" in page
    assert "&lt;b&gt;Jo&lt;/b&gt;" in page
    assert "Round 7" in page
    assert "You have no open tables." not in page


def test_many_tables_do_not_push_the_rest_of_the_page_away(client: FlaskClient, tables: SomeTables) -> None:
    tables.listed = [
        TableCard(f"Evening {n}", "base", (), 1, "2026-11-15T20:10:00Z", f"/tables/t{n}") for n in range(7)
    ]
    page = client.get("/").text
    shown, _, folded = page.partition('<details class="more-tables">')
    assert [n for n in range(7) if f'href="/tables/t{n}"' in shown] == [0, 1, 2, 3]
    assert [n for n in range(7) if f'href="/tables/t{n}"' in folded] == [4, 5, 6]
    assert "3 more tables" in folded
    tables.listed = tables.listed[:4]
    assert "more-tables" not in client.get("/").text


def test_what_is_over_is_not_to_be_gone_on_with(backend: Backend) -> None:
    """Finished games, scores and timers have pages of their own; half a score is no result yet."""
    client = create_app(WebConfig(companion=backend, testing=True)).test_client()
    going_on = new_table(backend).info.id
    over = golden(backend).info.id
    scored = quick_score(backend, "Friday", Mara=41, Jonas=38).info.id
    half = quick_score(backend, "Half of it", Mara=41, Jonas=0).info.id
    timer = backend.service.create("dewan", new_timer(ScenarioName.VOLCANO, ["A", "B"], "Volcano")).info.id
    pages = {path: client.get(path).text for path in ("/", "/games", "/score", "/timer")}
    made = (going_on, over, scored, half, timer)
    found = {path: {one for one in made if one in page} for path, page in pages.items()}
    assert found == {"/": {going_on}, "/games": {over, scored}, "/score": {half}, "/timer": {timer}}


def test_a_new_table_comes_before_everything_else(client: FlaskClient, tables: SomeTables) -> None:
    tables.listed = [TableCard("E", "base", (), 1, "2026-11-15T20:10:00Z", f"/tables/t{n}") for n in range(7)]
    page = client.get("/").text
    assert page.index('class="door primary" href="/tables/new"') < page.index("/tables/t0")


def test_players_have_the_colours_of_their_own_box(backend: Backend) -> None:
    own = write_box(demo_box()) | {"name": "Ours", "colors": [{"name": "teal", "rgb": "#008080"}]}
    box_id = backend.service.create("dewan-box", {"box": own}).info.id
    players = [{"name": "Mara", "color": "teal"}, {"name": "Jo", "color": None}]
    table = {"format": "dewan-table/1", "scenario": "base", "players": players}
    backend.service.create("dewan", {"table": table, "box": box_id})
    client = create_app(WebConfig(companion=backend, testing=True)).test_client()
    assert [path for path in ("/", "/referee") if 'fill="#008080"' not in client.get(path).text] == []


@pytest.mark.parametrize("name", [name for name, _, _ in home.LINKS])
def test_every_door_leads_somewhere(backend: Backend, name: str) -> None:
    app = create_app(WebConfig(companion=backend, testing=True))
    client = app.test_client()
    page = client.get("/").text
    with app.test_request_context():
        url = next(url_for(endpoint) for door, endpoint, _ in home.LINKS if door == name)
    assert f'href="{url}"' in page
    assert client.get(url).status_code == 200


def test_what_one_may_not_open_has_no_door() -> None:
    guests = create_app(WebConfig(testing=True, trust_loopback=False, anyone_makes=False)).test_client()
    page = guests.get("/").text
    assert "New table" not in page
    assert "Rules" in page


def test_address_for_others_is_one_they_can_reach(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.9"])
    assert "http://192.168.1.9:8650/" in client.get("/", headers={"Host": "localhost:8650"}).text
    assert "http://192.168.1.9/" in client.get("/", headers={"Host": "[::1]"}).text
    assert "http://192.168.7.7:99/" in client.get("/", headers={"Host": "192.168.7.7:99"}).text


def test_no_code_without_a_network(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", list)
    assert 'class="qr"' not in client.get("/").text
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.9"])
    assert 'class="qr"' in client.get("/").text
    app.config["REACHABLE"] = False
    assert 'class="qr"' not in client.get("/").text


def test_theme_is_kept_on_the_device(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'data-theme="auto"' in page
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    assert client.post("/theme", data={"theme": "neon", "csrf_token": token[1]}).status_code == 422
    assert client.post("/theme", data={"theme": "dark", "csrf_token": token[1]}).status_code == 303
    assert 'data-theme="dark"' in client.get("/").text


def test_unknown_language_falls_back(client: FlaskClient) -> None:
    for wanted in ("", "xx", "zz-ZZ;q=0.9", "en;q=bad", "*"):
        assert 'lang="en"' in client.get("/", headers={"Accept-Language": wanted}).text
    client.set_cookie("language", "../../etc")
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.8", "de"),
        ("pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("ja,fr-CA;q=0.9,en;q=0.8", "fr"),
        ("fr;q=0,en;q=0.5", "en"),
    ],
)
def test_the_browser_says_which_language(client: FlaskClient, wanted: str, language: str) -> None:
    assert f'<html lang="{language}"' in client.get("/", headers={"Accept-Language": wanted}).text


def test_language_is_kept_on_the_device(app: Flask) -> None:
    """Each device has its own, at the same table."""
    phone, tablet = app.test_client(), app.test_client()
    page = phone.get("/").text
    for name in ("English", "Deutsch", "Français", "Português"):
        assert name in page
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token
    assert phone.post("/language", data={"language": "tlh", "csrf_token": token[1]}).status_code == 422
    assert phone.post("/language", data={"language": "pt", "csrf_token": token[1]}).status_code == 303
    assert "Nova mesa" in phone.get("/", headers={"Accept-Language": "de"}).text
    assert "Neuer Tisch" in tablet.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize(
    ("wanted", "written"),
    [
        ("en", "11/16/26"),
        ("en-US,en;q=0.9", "11/16/26"),
        ("en-GB,en;q=0.9", "16/11/2026"),
        ("fr-CA,fr;q=0.9", "2026-11-16"),
        ("en-ZZ", "11/16/26"),
        ("de", "16.11.26"),
        ("fr", "16/11/2026"),
        ("pt", "16/11/2026"),
    ],
)
def test_dates_are_written_as_in_the_language(app: Flask, wanted: str, written: str) -> None:
    with app.test_request_context(headers={"Accept-Language": wanted}):
        assert when("2026-11-16T11:30:00Z").startswith(written)


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").get_json() == {"ok": True}


def test_static_files_are_kept_for_good_under_their_hash(client: FlaskClient) -> None:
    link = re.search(r'href="(/static/css/tokens\.css\?v=\w+)"', client.get("/").text)
    assert link
    assert "max-age=31536000" in client.get(link[1], buffered=True).headers["Cache-Control"]
    assert "max-age=3600" in client.get("/static/css/tokens.css", buffered=True).headers["Cache-Control"]
    assert client.get("/static/../companion/web/app.py").status_code == 404
    assert client.get("/static/").status_code == 404
