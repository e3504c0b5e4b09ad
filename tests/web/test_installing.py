"""An app on a device: manifest and icons, a light first load, and the last known table when the server is gone."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect

from companion.paths import asset_dir
from companion.service.answers import TableView
from companion.web.app import create_app
from companion.web.backend import Backend
from companion.web.config import WebConfig
from tests.web.all_screens import seat_code
from tests.web.conftest import LiveServer, start_server
from tests.web.tables import NAMES, new_table

MOST_FIRST_LOAD = 150_000
COMPRESSED = {"Accept-Encoding": "br, gzip"}


@pytest.fixture
def app(backend: Backend, tmp_path: Path) -> Flask:
    return create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True, worker=True))


@pytest.fixture
def look(backend: Backend) -> TableView:
    return new_table(backend, "volcano")


def test_the_manifest_names_icons_that_are_there(client: FlaskClient) -> None:
    page = client.get("/").text
    address = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert address
    answer = client.get(address[1])
    assert answer.mimetype == "application/manifest+json"
    manifest = answer.get_json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    pictures = [one for one in manifest["icons"] if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in pictures} == {
        (f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")
    }
    for one in pictures:
        name = one["src"].partition("?")[0].removeprefix("/static/")
        with Image.open(asset_dir("static") / name) as picture:
            assert f"{picture.width}x{picture.height}" == one["sizes"]


def test_the_manifest_speaks_the_language_of_the_device(client: FlaskClient) -> None:
    german = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"}).get_json()
    assert german["lang"] == "de"
    assert german["description"] != client.get("/manifest.webmanifest").get_json()["description"]


def test_what_is_to_be_kept_is_there_and_belongs_to_nobody(client: FlaskClient) -> None:
    kept = client.get("/kept.json").get_json()
    assert kept["files"]
    for path in (*kept["files"], *kept["pages"]):
        with closing(client.get(path)) as answer:
            assert answer.status_code == 200, path
        assert "/tables/" not in path


def test_pages_styles_and_scripts_travel_compressed(client: FlaskClient, look: TableView) -> None:
    for path in ("/", f"/tables/{look.info.id}", "/static/css/table.css", "/static/img/icons.svg"):
        with closing(client.get(path, headers=COMPRESSED)) as answer:
            assert answer.headers["Content-Encoding"] == "br", path
            assert "Accept-Encoding" in answer.headers["Vary"]
    with closing(client.get(f"/tables/{look.info.id}/live", headers=COMPRESSED)) as stream:
        assert "Content-Encoding" not in stream.headers


def test_the_first_load_of_the_table_is_light(client: FlaskClient, look: TableView) -> None:
    """The page with every style, script, picture and font it asks for, as sent over the line."""

    def sent(path: str) -> tuple[int, str]:
        with closing(client.get(path, headers=COMPRESSED)) as answer:
            assert answer.status_code == 200, path
            size = len(answer.get_data())
        with closing(client.get(path)) as plain:
            return size, plain.get_data().decode("utf-8", "replace")

    total, page = sent(f"/tables/{look.info.id}")
    asked = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page))
    assert len(asked) > 10
    for path in sorted(asked):
        size, text = sent(path)
        total += size
        if ".css" in path:
            fonts = re.findall(r'url\("\.\./(fonts/[^"]+)"\)', text)
            total += sum((asset_dir("static") / font).stat().st_size for font in fonts)
    assert total <= MOST_FIRST_LOAD


def test_over_plain_http_the_home_page_says_what_browsers_do_not_allow(client: FlaskClient) -> None:
    said = "browsers do not allow installing the app"
    assert said in client.get("/", headers={"Host": "192.168.1.9:8650"}).text
    for host in ("localhost:8650", "127.0.0.1:8650", "[::1]:8650"):
        assert said not in client.get("/", headers={"Host": host}).text
    assert said not in client.get("/", base_url="https://localhost").text


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(locale="en", service_workers="allow")
    yield context
    context.close()


@pytest.mark.browser
def test_the_last_known_table_and_the_rules_are_there_without_the_server(
    app: Flask, look: TableView, context: BrowserContext
) -> None:
    server: LiveServer = start_server(app)
    page = context.new_page()
    page.goto(f"{server.url}/join/{seat_code(app, look.info.id, NAMES[0])}")
    page.goto(f"{server.url}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(f"{server.url}/tables/{look.info.id}")
    expect(page.locator("#table")).to_be_visible()
    page.goto(f"{server.url}/tables/{look.info.id}/seat")
    page.goto(f"{server.url}/")
    server.stop()

    page.goto(f"{server.url}/tables/{look.info.id}")
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-connection", "lost")
    page.goto(f"{server.url}/rules/dewan/book/en")
    expect(page.get_by_text("D-ROUTE-04").first).to_be_visible()
    # A hidden hand is nothing to leave in the browser's storage: the seat is not there, and the page says what is.
    page.goto(f"{server.url}/tables/{look.info.id}/seat")
    expect(page.get_by_role("heading", name="Companion cannot be reached")).to_be_visible()
    expect(page.locator("[data-kept-tables] a")).to_have_count(1)

    again = start_server(app, server.port)
    expect(page.get_by_role("heading", name="Companion cannot be reached")).to_have_count(0)
    expect(page.locator("#table")).to_be_visible()
    again.stop()
