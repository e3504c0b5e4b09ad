"""The printed references in a real Chromium: both sides of one sheet of A4 are enough, in every language."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.i18n.catalog import LANGUAGES
from companion.web.app import create_app
from companion.web.config import WebConfig
from companion.web.rulebook.book import rulebooks
from tests.web.browser import open_browser
from tests.web.conftest import LiveServer, start_server

pytestmark = pytest.mark.browser

PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
# A drawing takes its room whatever is in it; printing all its textures takes seconds.
EMPTY_DRAWINGS = "() => document.querySelectorAll('svg').forEach((one) => one.replaceChildren())"
BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder: Path = tmp_path_factory.mktemp("data")
    running = start_server(create_app(WebConfig(data_dir=folder, testing=True)))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser(whole=True) as browser:
        yield browser


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_sides_of_a4_are_enough(browser: Browser, server: LiveServer, language: str) -> None:
    context = browser.new_context(extra_http_headers={"Accept-Language": language})
    try:
        page = context.new_page()
        for game, book in rulebooks().items():
            for name in book.references:
                page.goto(f"{server.url}/rules/{game}/reference/{name}")
                page.evaluate(EMPTY_DRAWINGS)
                printed = page.pdf(prefer_css_page_size=True)
                assert 1 <= len(PAGE.findall(printed)) <= 2, (name, len(PAGE.findall(printed)))
                width, height = map(float, BOX.findall(printed)[0])
                assert (round(width), round(height)) == (595, 842), "A4 in points"
    finally:
        context.close()
