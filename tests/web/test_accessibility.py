"""Open to everyone: axe-core finds nothing on any screen, in light and dark, and at 320 px none has to be scrolled
sideways.

axe is handed to the page by the test itself, since our own policy lets no foreign script in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests import screenshots as shown
from tests.web.all_screens import ELSEWHERE, MORE_SCREENS, NO_PAGES, all_screens, seat_code
from tests.web.conftest import start_server
from tests.web.test_reflow import NARROW, PRINTED, WIDER

AXE = (Path(__file__).parents[1] / "axe" / "axe.min.js").read_text(encoding="utf-8")
NAMES = dict.fromkeys(
    (
        "home",
        "nothing-here",
        *shown.TABLE_SCREENS,
        *shown.BOX_SCREENS,
        *shown.EVENT_SCREENS,
        *shown.RIVER_SCREENS,
        *MORE_SCREENS,
    )
)
FOUND = """async (rules) => {
  const options = rules ? { runOnly: rules } : {};
  const { violations } = await axe.run(document, { ...options, resultTypes: ["violations"], selectors: false });
  const why = (node) => [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
  return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)} ${why(node)}`));
}"""

DESKTOP: ViewportSize = {"width": 1280, "height": 800}
ERRORS = ("nothing-here", "join-unknown")

pytestmark = pytest.mark.browser


@dataclass(frozen=True)
class Everything:
    page: Page
    url: str
    screens: dict[str, str]
    app: Flask


@pytest.fixture(scope="module")
def everything(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    folder = tmp_path_factory.mktemp("open")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        screens = all_screens(backend)
        server = start_server(app)
        context = browser.new_context(viewport=DESKTOP, locale="en")
        page = context.new_page()
        table = screens["table"].rpartition("/")[2]
        page.goto(f"{server.url}/join/{seat_code(app, table, 'Alix')}")
        yield Everything(page, server.url, screens, app)
        context.close()
        server.stop()


def faults(everything: Everything, name: str) -> list[str]:
    page = everything.page
    page.emulate_media(color_scheme="light")
    answer = page.goto(everything.url + everything.screens[name])
    assert answer
    assert answer.ok or name in ERRORS, answer.status
    return faults_now(page)


def faults_now(page: Page) -> list[str]:
    """On the page as it stands."""
    page.emulate_media(color_scheme="light")
    page.evaluate(AXE)
    found: list[str] = page.evaluate(FOUND, None)
    page.emulate_media(color_scheme="dark")
    in_the_dark: list[str] = page.evaluate(FOUND, ["color-contrast"])
    return found + [f"dark {fault}" for fault in in_the_dark]


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_and_nothing_is_lost_at_320_px(everything: Everything, name: str) -> None:
    found = faults(everything, name)
    assert not found, "\n".join(found)
    everything.page.set_viewport_size(NARROW)
    wide = everything.page.evaluate(WIDER)
    everything.page.set_viewport_size(DESKTOP)
    assert name in PRINTED or wide is None


def test_axe_finds_nothing_on_a_rule_laid_over_the_table(everything: Everything) -> None:
    page = everything.page
    page.goto(everything.url + everything.screens["score-pad"])
    page.locator("a.rule-link").first.click()
    expect(page.locator("#rule-sheet")).to_be_visible()
    found = faults_now(page)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_an_open_menu(everything: Everything) -> None:
    page = everything.page
    page.goto(everything.url + everything.screens["table"])
    page.locator("details.menu summary").click()
    expect(page.locator(".menu-list")).to_be_visible()
    found = faults_now(page)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_when_the_line_is_lost(everything: Everything) -> None:
    page = everything.page
    page.goto(everything.url + everything.screens["table"])
    page.context.set_offline(True)
    expect(page.locator(".line-lost")).to_be_visible()
    found = faults_now(page)
    page.context.set_offline(False)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_a_form_that_is_refused(everything: Everything) -> None:
    page = everything.page
    page.goto(everything.url + everything.screens["set-up"])
    for name in page.locator("input[name=name]:visible").all():
        name.fill("Mara")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.locator("button.primary").last.click()
    assert answered.value.status == 422
    expect(page.locator("[aria-invalid=true], .fault").first).to_be_visible()
    found = faults_now(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ["seat", "table", "event", "score-pad"])
def test_axe_finds_nothing_on_a_phone(everything: Everything, name: str) -> None:
    page = everything.page
    page.set_viewport_size({"width": 390, "height": 844})
    found = faults(everything, name)
    page.set_viewport_size(DESKTOP)
    assert not found, "\n".join(found)


def test_every_page_is_looked_at(everything: Everything) -> None:
    """A new page has to be added to ``all_screens``, or named there as something else."""
    adapter = everything.app.url_map.bind("127.0.0.1")
    seen = {adapter.match(urlsplit(path).path)[0] for path in everything.screens.values() if "/no/such" not in path}
    pages = {rule.endpoint for rule in everything.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert pages - seen - NO_PAGES - ELSEWHERE == set()
    assert (NO_PAGES | ELSEWHERE) & seen <= {"join.scan"}
