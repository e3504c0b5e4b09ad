"""Large letters: at twice the size of text, no page has to be scrolled sideways. That none has to be at 320 px is seen
in ``test_accessibility.py``, where every screen is opened as well."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.web.all_screens import all_screens, seat_code
from tests.web.browser import open_browser
from tests.web.conftest import start_server

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 320, "height": 640}
ROOMY: ViewportSize = {"width": 1280, "height": 800}
TWICE = "--blink-settings=defaultFontSize=32"
PRINTED = {"reference"}
"""A sheet of A4 is a sheet of A4."""

# What sticks out to the side and cannot be reached within a part of the page that scrolls.
WIDER = """() => {
  const page = document.scrollingElement;
  if (page.scrollWidth <= page.clientWidth + 1) return null;
  const reachable = (one) => {
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return true;
    return false;
  };
  const far = [...document.body.querySelectorAll("*")]
    .filter((one) => one.getBoundingClientRect().right > page.clientWidth + 1 && !reachable(one))
    .map((one) => `${one.tagName}.${one.getAttribute("class")} ${Math.round(one.getBoundingClientRect().right)}`);
  return `${page.scrollWidth} > ${page.clientWidth}: ${far.slice(0, 6).join(", ")}`;
}"""

# Words that are cut off, or stick out of the button or panel they stand in.
CUT = """() => {
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const read = [...document.body.querySelectorAll("*")].filter((one) => own(one) && !one.closest("svg, template"));
  const frame = (one) => one.closest(".button, .panel, li");
  const out = read.filter((one) => {
    const box = one.getBoundingClientRect();
    if (box.width < 3 || one.closest(".only-read-aloud, .aloud-on-phones, .skip-link")) return false;
    const words = document.createRange();
    words.selectNodeContents(one);
    const right = words.getBoundingClientRect().right;
    const within = frame(one)?.getBoundingClientRect().right ?? innerWidth;
    return right > within + 1 || (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === "hidden");
  });
  const told = (one) => `${one.tagName}.${one.className}: ${one.textContent.trim().slice(0, 30)}`;
  return out.slice(0, 6).map(told).join(", ");
}"""
AT_THE_TABLE = ("table", "table-place", "table-route", "table-take", "event", "river-table", "river-clean-up", "timer")

# Text in a drawing is as large as the drawing; the smallest letters elsewhere are 13 px, so 26 here.
SMALL = """() => {
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const read = [...document.body.querySelectorAll("*")].filter((one) => own(one) && !one.closest("svg, template"));
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const small = read.filter((one) => size(one) < 24).map((one) => `${one.tagName}.${one.className} ${size(one)}px`);
  return small.slice(0, 6).join(", ");
}"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Where the server is, the code of a seat, and the screens."""
    folder: Path = tmp_path_factory.mktemp("narrow")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        screens = all_screens(backend)
        server = start_server(app)
        code = seat_code(app, screens["table"].rpartition("/")[2], "Alix")
        yield server.url, code, {name: path for name, path in screens.items() if name not in PRINTED}
        server.stop()


@contextmanager
def window(place: tuple[str, str, dict[str, str]], size: ViewportSize, *flags: str) -> Iterator[Page]:
    with open_browser(*flags) as browser:
        context = browser.new_context(base_url=place[0], viewport=size, locale="en")
        page = context.new_page()
        page.goto(f"/join/{place[1]}")
        yield page
        context.close()


def test_nothing_is_lost_with_letters_twice_as_large(place: tuple[str, str, dict[str, str]]) -> None:
    """As somebody sets them in the browser: everything that is read follows, and the layout makes room."""
    lost = {}
    with window(place, ROOMY, TWICE) as page:
        for name, path in place[2].items():
            page.goto(path)
            if found := page.evaluate(SMALL) or page.evaluate(WIDER):
                lost[name] = found
    assert not lost, "\n".join(f"{name}: {found}" for name, found in lost.items())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_table_loses_nothing_on_a_phone_with_letters_twice_as_large(
    place: tuple[str, str, dict[str, str]], language: str
) -> None:
    lost = {}
    with window(place, NARROW, TWICE) as page:
        page.context.add_cookies([{"name": "language", "value": language, "url": place[0]}])
        for name in AT_THE_TABLE:
            page.goto(place[2][name])
            if found := page.evaluate(WIDER) or page.evaluate(CUT):
                lost[name] = found
    assert not lost, "\n".join(f"{name}: {found}" for name, found in lost.items())
