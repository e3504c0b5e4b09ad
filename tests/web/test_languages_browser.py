"""Long words in a real Chromium: no screen grows wider than its device, in any language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.i18n.catalog import LANGUAGES, PSEUDO
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from companion.web.language import COOKIE
from tests.web.conftest import LiveServer, start_server
from tests.web.tables import new_table

pytestmark = pytest.mark.browser

SCREENS = (
    "/",
    "/tables/new",
    "/tables/{table}",
    "/tables/{table}/score",
    "/tables/{table}/history",
    "/tables/{table}/guide",
    "/tables/{table}/rules",
    "/tables/{table}/rules/R-03",
    "/tables/{table}/rules/reference",
    "/rules/dewan/topics/stories",
    "/rules/river?q=meadow",
    "/referee?map=volcano&path=0,1;0,0;0,-1;-1,-1",
)
DEVICES = ((1024, 768), (390, 844))
TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => one.outerHTML.slice(0, 120));
}"""

CUT_OFF = """() => [...document.querySelectorAll("a.button, button, .choice, .chip")]
  .filter((one) => one.checkVisibility() && !one.closest(".only-read-aloud"))
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== "visible")
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, str]]:
    folder: Path = tmp_path_factory.mktemp("data")
    with open_backend(DataDir(folder)) as backend:
        table = new_table(backend, "volcano", title="Freitagabend auf der Hütte").info.id
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        server = start_server(app)
        yield server, table
        server.stop()


@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_no_screen_is_wider_than_its_device(browser: Browser, place: tuple[LiveServer, str], language: str) -> None:
    """Also not in a language two fifths longer than English."""
    server, table = place
    context = browser.new_context()
    context.add_cookies([{"name": COOKIE, "value": language, "url": server.url}])
    try:
        page = context.new_page()
        for screen in SCREENS:
            page.goto(server.url + screen.format(table=table))
            assert page.locator("html").get_attribute("lang") == language
            for width, height in DEVICES:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(TOO_WIDE) == [], (screen, width)
                assert page.evaluate(CUT_OFF) == [], (screen, width)
    finally:
        context.close()
