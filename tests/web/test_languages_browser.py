"""Long words in a real Chromium: no screen grows wider than its device, in any language."""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.i18n.catalog import LANGUAGES, Speaker
from companion.table.datadir import DataDir
from companion.web.app import create_app
from companion.web.config import WebConfig
from companion.web.desk import open_desk
from tests.web.browser import chromium_path
from tests.web.conftest import LiveServer, start_server
from tests.web.tables import new_table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium_path() is None, reason="no Chromium on this machine"),
]

SCREENS = ("/", "/tables/new", "/tables/{table}", "/tables/{table}/score", "/tables/{table}/history")
DEVICES = {"tablet": (1024, 768), "phone": (390, 844)}
TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => one.outerHTML.slice(0, 120));
}"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LiveServer, str]]:
    folder: Path = tmp_path_factory.mktemp("data")
    with open_desk(DataDir(folder)) as desk:
        table = new_table(desk, "volcano", title="Freitagabend auf der Hütte").info.id
        app = create_app(WebConfig(data_dir=folder, companion=desk, testing=True))
        app.extensions["streams"].wake_with(desk.service.feed.close)
        server = start_server(app)
        yield server, table
        server.stop()


def longer(text: str) -> str:
    """The same with two fifths more of it, as an unknown language may need."""
    words = text.split(" ")
    return (
        " ".join([*words, *words[: math.ceil(len(words) * 0.4)]])
        if len(words) > 1
        else text + "n" * (len(text) * 2 // 5)
    )


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("language", [*LANGUAGES, "longer"])
def test_no_screen_is_wider_than_its_device(
    browser: Browser, place: tuple[LiveServer, str], language: str, device: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, table = place
    spoken = language
    if language == "longer":
        say = Speaker.__call__

        def say_more(self: Speaker, code: str, params: Mapping[str, object] | None = None) -> str:
            return longer(say(self, code, params))

        monkeypatch.setattr(Speaker, "__call__", say_more)
        spoken = "en"
    width, height = DEVICES[device]
    context = browser.new_context(
        viewport={"width": width, "height": height}, extra_http_headers={"Accept-Language": spoken}
    )
    try:
        page = context.new_page()
        for screen in SCREENS:
            page.goto(server.url + screen.format(table=table))
            assert page.locator("html").get_attribute("lang") == spoken
            assert page.evaluate(TOO_WIDE) == [], screen
    finally:
        context.close()
