"""No mouse and no finger: turns are recorded and routes judged by keys alone, seen and heard on the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.dewan.game import DewanState
from companion.dewan.rules import game
from companion.log.datadir import DataDir
from companion.rules.hexes import Hex
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.dewan.pages.test_referee import lay, rulebook
from tests.web.conftest import start_server
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

MOST_STOPS = 60
# A space of the map shows its focus by its edge, everything else by an outline.
FOCUS = """() => {
  const one = document.activeElement;
  const drawn = one.closest("svg") ? one.querySelector("path") : one;
  const look = getComputedStyle(drawn);
  const outlined = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) >= 2;
  const ring = drawn === one ? outlined : look.stroke !== "rgba(0, 0, 0, 0)";
  return { ring, name: `${one.tagName}.${one.getAttribute("class")}`, space: one.dataset.space ?? null };
}"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Backend]]:
    folder: Path = tmp_path_factory.mktemp("keys")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        server = start_server(app)
        yield server.url, backend
        server.stop()


@pytest.fixture
def page(browser: Browser, place: tuple[str, Backend]) -> Iterator[Page]:
    context = browser.new_context(base_url=place[0], viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    yield page
    page.goto("about:blank")  # ends the stream
    context.close()


@pytest.fixture
def hand(place: tuple[str, Backend]) -> Hand:
    hand = Hand(place[1], new_table(place[1]))
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def settled(page: Page) -> None:
    expect(page.locator(".htmx-swapping, .htmx-settling, .htmx-request")).to_have_count(0)


def tab_to(page: Page, selector: str) -> None:
    """By the Tab key; every stop on the way can be seen."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        assert stop["ring"], f"nothing shows that {stop['name']} has the focus"
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} is not reached within {MOST_STOPS} stops")


def walk_to(page: Page, to: Hex) -> None:
    """Over the map by arrows: up or down to the row, then along it."""
    for _ in range(MOST_STOPS):
        q, r = map(int, page.evaluate(FOCUS)["space"].split(","))
        if (q, r) == (to.q, to.r):
            return
        if r != to.r:
            page.keyboard.press("ArrowDown" if r < to.r else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if q < to.q else "ArrowLeft")
        assert page.evaluate(FOCUS)["ring"]
    pytest.fail(f"{to} is not reached, but {page.evaluate(FOCUS)}")


def test_cards_are_taken_by_keys_alone_and_it_is_said(page: Page, hand: Hand, place: tuple[str, Backend]) -> None:
    page.clock.install()
    page.goto(f"/tables/{hand.look.info.id}")
    said = page.locator("#said")
    expect(said).to_have_attribute("aria-live", "polite")
    region = said.element_handle()
    tab_to(page, ".pair-button")
    page.keyboard.press("Enter")
    for question in ("Which card came first?", "And the second one?"):
        expect(page.locator(".deck h2")).to_have_text(question)
        settled(page)
        tab_to(page, ".card-button")
        page.clock.fast_forward(1000)  # the same button pressed twice in half a second counts once
        page.keyboard.press("Enter")
    expect(page.locator(".player-head h2")).to_have_text("Inês")
    done = place[1].service.look(hand.look.info.id).undo
    assert done
    expect(said).to_contain_text("Jonas")
    assert region.evaluate("(one) => one.isConnected"), "a region that is swapped stays silent"
    assert page.evaluate("document.activeElement !== document.body"), "the keyboard has lost its place"


def test_a_camp_is_placed_by_keys_alone(page: Page, hand: Hand, place: tuple[str, Backend]) -> None:
    table = hand.play.table
    nearest = game.find_routes(table, "Jonas", table.player("Jonas").payable)[0].to
    page.goto(f"/tables/{hand.look.info.id}")
    tab_to(page, ".press")
    walk_to(page, nearest)
    page.keyboard.press("Enter")
    expect(page.locator(".route-price")).to_contain_text("2 cards")
    expect(page.locator("#said")).to_contain_text("2 cards")
    settled(page)
    assert page.evaluate(FOCUS)["space"] == f"{nearest.q},{nearest.r}", "one stays on the space one chose"
    tab_to(page, ".route-panel .primary")
    page.keyboard.press("Enter")
    expect(page.locator(".route-panel")).to_have_count(0)
    state = place[1].service.look(hand.look.info.id).state
    assert isinstance(state, DewanState)
    assert nearest in state.play.table.board.camps
    expect(page.locator("#said")).to_contain_text("Jonas")


def test_a_route_is_judged_by_keys_alone(page: Page, place: tuple[str, Backend]) -> None:
    here = lay(place[1], rulebook())
    page.goto(f"{here}/referee")
    tab_to(page, ".press")
    walk_to(page, Hex(0, 0))
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("From here")
    for column in range(1, 6):
        settled(page)
        walk_to(page, Hex(column, 0))
        page.keyboard.press("Enter")
        expect(page.locator("[data-trace]")).to_have_attribute("data-traced", trail(column))
    expect(page.locator(".verdict")).to_have_text("Legal")
    expect(page.locator("#said")).to_contain_text("Legal")


def trail(last: int) -> str:
    return ";".join(f"{column},0" for column in range(last + 1))


def test_what_is_undone_is_said_as_undone(page: Page, hand: Hand) -> None:
    hand.take()
    page.goto(f"/tables/{hand.look.info.id}")
    tab_to(page, ".undo")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("undone")
    expect(page.locator("#said")).to_contain_text("Jonas")


def test_what_another_screen_records_is_said_here(page: Page, hand: Hand) -> None:
    page.goto(f"/tables/{hand.look.info.id}")
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    hand.take()
    expect(page.locator("#said")).to_contain_text("Jonas")


def test_the_map_is_a_grid_of_named_spaces(page: Page, hand: Hand) -> None:
    page.goto(f"/tables/{hand.look.info.id}")
    grid = page.get_by_role("grid", name="Map")
    spaces = hand.play.table.board.printed
    expect(grid.get_by_role("row")).to_have_count(len({at.r for at in spaces}))
    expect(grid.get_by_role("gridcell")).to_have_count(len(spaces))
    expect(grid.get_by_role("link", name="starting Camp of Jonas")).to_have_count(1)
    names = grid.get_by_role("link").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(set(names)) == len(spaces), "no two spaces are called the same"
