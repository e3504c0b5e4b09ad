"""The rules at hand in a real Chromium: found while typing, laid over the page, and gone again without losing it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.dewan.game import DewanState
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.conftest import start_server
from tests.web.tables import new_table

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Backend]]:
    folder: Path = tmp_path_factory.mktemp("data")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        server = start_server(app)
        yield server.url, backend
        server.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    yield context.new_page()
    context.close()


def test_rules_are_found_while_typing(page: Page, place: tuple[str, Backend]) -> None:
    page.goto(f"{place[0]}/rules/dewan")
    page.get_by_role("searchbox").press_sequentially("hand limit")
    expect(page.locator(".hit").first).to_contain_text("No hand limit")
    expect(page.locator(".hit mark").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=hand"))
    page.locator(".hit").first.click()
    expect(page).to_have_url(re.compile(r"/rules/dewan/D-TAKE-03$"))
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("hand limit")
    expect(page.locator(".hit").first).to_contain_text("No hand limit")


def test_a_rule_is_laid_over_the_page_and_leaves_it_as_it_was(page: Page, place: tuple[str, Backend]) -> None:
    url, backend = place
    address = f"{url}/tables/{new_table(backend).info.id}/score?column=Jonas&row=groups"
    page.goto(address)
    sheet = page.locator("#rule-sheet")
    link = page.locator("a.rule-link", has_text="D-SCORE-GROUP-01")
    link.click()
    expect(sheet).to_be_visible()
    expect(sheet.locator("figure svg.map")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    expect(page).to_have_url(address)
    link.click()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).not_to_be_visible()
    expect(page).to_have_url(address)
    expect(page.locator("aside.why")).to_be_visible()


def test_a_ruling_is_changed_without_leaving_the_pad(page: Page, place: tuple[str, Backend]) -> None:
    url, backend = place
    table_id = new_table(backend).info.id
    page.goto(f"{url}/tables/{table_id}/score?column=Jonas&row=groups")
    page.locator("a.rule-link", has_text="R-04").click()
    sheet = page.locator("#rule-sheet")
    expect(sheet.locator(".button.option")).to_have_count(2)
    sheet.locator(".button.option").nth(1).click()
    expect(sheet.locator(".button.option").nth(1)).to_have_attribute("aria-pressed", "true")
    state = backend.service.look(table_id).state
    assert isinstance(state, DewanState)
    assert state.play.table.ruling("R-04") == "starting-camp-apart"
    sheet.get_by_role("button", name="Close the rule").click()
    expect(sheet).not_to_be_visible()
    expect(page.locator("a.rule-link", has_text="R-04")).to_be_visible()


def test_steps_of_the_guide_are_ticked_off(page: Page, place: tuple[str, Backend]) -> None:
    url, backend = place
    page.goto(f"{url}/tables/{new_table(backend, 'volcano').info.id}/guide")
    page.get_by_role("button", name="Step 4 is done").click()
    expect(page.get_by_role("button", name="Step 4 is done")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status").filter(has_text="1 of 21")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Step 4 is done")).to_have_attribute("aria-pressed", "true")
