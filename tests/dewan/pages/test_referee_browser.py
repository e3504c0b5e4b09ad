"""The referee in a real Chromium: routes traced by finger, and disputes settled in two taps."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.dewan.rules.table import Table
from companion.web.backend import Backend
from tests.dewan.pages.test_referee import lay, rulebook, volcano
from tests.dewan.pages.test_stories_screen import twice
from tests.web.browser import draw as draw_with_a_finger
from tests.web.browser import watched_page
from tests.web.conftest import LiveServer

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    with watched_page(browser, base_url=live_server.url, viewport={"width": 1024, "height": 768}) as page:
        yield page


def at_referee(page: Page, backend: Backend, about: Table) -> str:
    here = lay(backend, about)
    page.goto(f"{here}/referee")
    return here


def space(page: Page, q: int, r: int) -> Locator:
    return page.locator(f'[data-space="{q},{r}"]')


def middle(page: Page, q: int, r: int) -> tuple[float, float]:
    box = space(page, q, r).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def draw(page: Page, *points: tuple[float, float]) -> None:
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point)
    page.mouse.up()


def test_the_route_of_the_rulebook_is_drawn_with_a_finger_and_recorded(page: Page, backend: Backend) -> None:
    here = at_referee(page, backend, rulebook())
    # One quick stroke: the spaces between its ends are part of it.
    draw(page, middle(page, 0, 0), middle(page, 5, 0))
    expect(page.locator(".verdict")).to_have_text("Legal")
    expect(page.locator(".price")).to_have_count(5)
    expect(page.locator(".price .gift")).to_have_text("to P2")
    assert page.url.endswith("path=0,0;1,0;2,0;3,0;4,0;5,0")
    page.get_by_role("button", name="Record this Camp").click()
    page.wait_for_url(f"**{here}")
    expect(page.locator("#table.table-grid")).to_be_visible()
    state = backend.service.look(here.split("/")[2]).state
    assert [str(card) for card in state.play.table.player("P2").hand] == ["badlands"]  # type: ignore[attr-defined]


def test_a_volcano_closes_a_route_and_shows_the_way_around(page: Page, backend: Backend) -> None:
    at_referee(page, backend, volcano())
    draw(page, middle(page, -2, 0), middle(page, -1, 0), middle(page, -1, 1))
    expect(page.locator(".verdict")).to_have_text("Not legal")
    expect(page.locator(".why")).to_contain_text("No route may cross lava.")
    expect(page.locator(".fault-sign")).to_have_count(1)
    expect(page.locator(".route.traced")).to_have_count(2)  # on the map and in the legend
    expect(page.locator(".route.cheapest")).to_have_count(2)
    page.get_by_role("link", name="Show it").click()
    expect(page.locator(".verdict")).to_have_text("Legal")
    page.go_back()
    expect(page.locator(".verdict")).to_have_text("Not legal")


def test_a_dispute_is_settled_in_two_taps_from_the_table(page: Page, backend: Backend) -> None:
    page.goto(lay(backend, volcano("F")))
    space(page, -1, 1).click()
    page.get_by_role("link", name="Ask the referee").click()
    expect(page.locator(".verdict")).to_have_text("Not legal")
    expect(page.locator(".lacking")).to_have_text("Missing: 1 Desert card, 1 Mountain card")


def test_a_route_drawn_off_the_map_is_answered_clearly(page: Page, backend: Backend) -> None:
    here = at_referee(page, backend, rulebook())
    (x, y), (right, _) = middle(page, 0, 0), middle(page, 1, 0)
    above = x + (right - x) / 2, y - (right - x) * 0.87
    draw(page, (x, y), above, middle(page, 1, 0))
    expect(page.locator(".verdict")).to_have_text("Not legal")
    expect(page.locator(".why")).to_contain_text("The route leaves the map here.")
    assert backend.service.look(here.split("/")[2]).seq == 0


def test_a_route_is_tapped_space_by_space_and_goes_on_by_finger(page: Page, backend: Backend) -> None:
    at_referee(page, backend, rulebook())
    space(page, 0, 0).click()
    expect(page.locator(".ruling h2")).to_have_text("From here")
    space(page, 1, 0).click()
    expect(page.locator(".verdict")).to_have_text("Legal")
    expect(page.locator(".price")).to_have_count(2)
    draw(page, middle(page, 1, 0), middle(page, 5, 0))
    expect(page.locator(".price")).to_have_count(5)
    assert page.url.endswith("path=0,0;1,0;2,0;3,0;4,0;5,0")


def test_what_is_recorded_elsewhere_is_judged_anew_by_itself(page: Page, backend: Backend) -> None:
    here = lay(backend, rulebook())
    page.goto(f"{here}/referee?to=5,0")
    expect(page.locator(".verdict")).to_have_text("Legal")
    body: dict[str, object] = {"do": "place-camp", "player": "P1", "to": [5, 0]}
    backend.service.record(here.split("/")[2], 0, "elsewhere", "action", body)
    expect(page.locator(".verdict")).to_have_text("Not legal")
    expect(page.locator(".why")).to_contain_text("P1 has a Camp there")


def test_a_need_lights_up_what_counts(page: Page, backend: Backend) -> None:
    page.goto(f"{lay(backend, twice())}/stories")
    page.locator(".need-row").first.click()
    expect(page.locator(".map .zone")).to_have_count(1)
    expect(page.locator(".evidence h2")).to_have_text("P1, Forest: 1 of 2")


def test_on_a_phone_a_real_finger_draws_and_does_not_scroll(
    browser: Browser, live_server: LiveServer, backend: Backend
) -> None:
    here = lay(backend, volcano())
    phone = browser.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 500}, has_touch=True, is_mobile=True
    )
    page = phone.new_page()
    page.goto(f"{here}/referee")
    draw_with_a_finger(page, ((-2, 0), (-2, 1), (-1, 1)))
    expect(page.locator(".verdict")).to_have_text("Legal")
    assert page.url.endswith("path=-2,0;-2,1;-1,1")
    assert page.evaluate("scrollY") == 0
    page.goto("about:blank")
    phone.close()
