"""The whole way after a game in a real browser: pad, share, past games, replay, people."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.conftest import LiveServer, start_server
from tests.web.past_games import golden, quick_score

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Backend, LiveServer]]:
    folder: Path = tmp_path_factory.mktemp("house")
    with open_backend(DataDir(folder)) as backend:
        server = start_server(create_app(WebConfig(data_dir=folder, companion=backend, testing=True)))
        yield backend, server
        server.stop()


@pytest.fixture
def page(browser: Browser, house: tuple[Backend, LiveServer]) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en", base_url=house[1].url, reduced_motion="no-preference"
    )
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


def test_from_the_pad_to_a_merged_person(page: Page, house: tuple[Backend, LiveServer]) -> None:
    backend, _ = house
    look = golden(backend, "downpour/first-player-ends", Alix="Jonas", Billy="Inês", Charlie="Mara")
    quick_score(backend, "Friday", Jonny=41, Mara=38)
    page.goto(f"/tables/{look.info.id}/score")
    page.get_by_role("link", name="Share").click()
    expect(page.get_by_role("img", name=re.compile("Jonas wins with 36 points"))).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="PDF to print").click()
    assert file.value.suggested_filename.endswith(".pdf")
    page.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-copied]")).to_have_text("Copied.")

    page.goto("/")
    page.get_by_role("link", name=re.compile("Past games")).click()
    page.get_by_label("Player or title").fill("inês")
    page.get_by_role("button", name="Find").click()
    expect(page.locator(".game-card")).to_have_count(1)
    page.locator(".game-card").click()
    expect(page.get_by_role("img", name=re.compile("Score race"))).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "0")

    page.get_by_role("link", name="Later").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).to_have_attribute("data-step", "2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    page.locator("[data-slider]").fill("30")
    expect(page.locator("#replay")).to_have_attribute("data-step", "30")
    expect(page).to_have_url(re.compile("step=30"))
    page.keyboard.press("Home")
    page.get_by_label("Step", exact=True).last.fill(str(look.seq - 1))
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", str(look.seq - 1))
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", str(look.seq))
    expect(page.get_by_role("button", name="Play")).to_be_visible()  # at the end it pauses by itself
    expect(page.locator("#replay .told")).to_contain_text("The game is over")

    page.goto("/people/one?who=jonny")
    page.get_by_label("Is the same person as").select_option("jonas")
    page.get_by_role("button", name="Merge").click()
    expect(page.locator("h1")).to_have_text("Jonas")
    expect(page.locator(".person")).to_contain_text("Also called")
    page.goto("/people")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Jonny")).to_be_visible()


def test_replay_and_list_work_without_scripts(browser: Browser, house: tuple[Backend, LiveServer]) -> None:
    backend, server = house
    look = golden(backend, "base/first-player-ends")
    context = browser.new_context(java_script_enabled=False, locale="en", base_url=server.url)
    page = context.new_page()
    page.goto(f"/games/{look.info.id}/replay")
    page.get_by_role("link", name="Later").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    page.locator("[data-number]").fill("12")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "12")
    expect(page.get_by_role("button", name="Play")).to_be_hidden()
    context.close()


def test_the_numbers_of_a_chart_are_printed_with_it(page: Page, house: tuple[Backend, LiveServer]) -> None:
    look = golden(house[0], "base/first-player-ends")
    page.goto(f"/games/{look.info.id}")
    numbers = page.locator(".numbers table")
    expect(numbers).to_be_hidden()
    page.emulate_media(media="print")
    expect(numbers).to_be_visible()
    expect(page.get_by_role("link", name="Replay", exact=True)).to_be_hidden()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "tablet"])
def test_nothing_is_wider_than_the_device_nor_smaller_than_a_finger(
    browser: Browser, house: tuple[Backend, LiveServer], size: tuple[int, int]
) -> None:
    backend, server = house
    look = golden(backend, "team/first-player-ends")
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height}, locale="de", base_url=server.url)
    page = context.new_page()
    here = f"/games/{look.info.id}"
    for address in ("/games", here, f"{here}/replay?step=9", f"{here}/share", "/people", "/people/one?who=alix"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        for target in page.locator("main :is(button, select, input:not([type=hidden], .tick *), a.button)").all():
            if target.is_visible() and (box := target.bounding_box()):
                assert min(box["width"], box["height"]) >= 43.5, (address, target.inner_text())
    context.close()
