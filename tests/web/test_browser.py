"""What only a real browser can tell: the policy holds, fingers and keys work on the map, targets are large enough."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

pytest.importorskip("playwright")

from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from tests.web.conftest import LiveServer

pytestmark = pytest.mark.browser

SMALL_TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A tablet. Every complaint of the browser, such as a breach of our policy, fails the test."""
    context = browser.new_context(base_url=live_server.url, viewport=SMALL_TABLET, has_touch=True)
    page = context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def view_box(page: Page) -> list[float]:
    return [float(part) for part in (page.locator("#table svg.map").get_attribute("viewBox") or "").split()]


def test_pages_obey_the_policy_and_load_their_fonts(page: Page) -> None:
    for path in ("/", "/styleguide", "/api/"):
        page.goto(path)
        expect(page.locator("h1")).to_be_visible()
        assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('700 20px \"Companion Serif\"'))")
        assert page.evaluate("typeof htmx") == "object"


def test_every_space_of_the_largest_map_can_be_hit_on_a_small_tablet(page: Page) -> None:
    page.goto("/styleguide")
    spaces = page.locator("#table .press")
    assert spaces.count() == 63
    sizes = spaces.evaluate_all("all => all.map(one => one.getBoundingClientRect()).map(r => [r.width, r.height])")
    assert min(width for width, _ in sizes) >= 44
    assert min(height for _, height in sizes) >= 44


@pytest.mark.parametrize("path", ["/", "/styleguide"])
@pytest.mark.parametrize("size", [SMALL_TABLET, {"width": 390, "height": 844}])
def test_buttons_and_links_are_finger_sized(page: Page, path: str, size: dict[str, int]) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(path)
    found = page.locator("a:visible:not(.skip-link), button:visible")
    assert found.count() > 3
    small = found.evaluate_all(
        """all => all.map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([html]) => html)"""
    )
    # A space of the map may be smaller on a phone: there the map is zoomed.
    assert [html for html in small if 'class="press"' not in html] == []


@pytest.mark.parametrize("width", [1366, 1024, 768, 390, 320])
def test_nothing_runs_out_of_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_map_zooms_by_button_and_wheel_and_fits_again(page: Page) -> None:
    page.goto("/styleguide")
    whole = view_box(page)
    page.get_by_role("button", name="Zoom in").click()
    closer = view_box(page)
    assert closer[2] == pytest.approx(whole[2] / 1.5)
    page.get_by_role("button", name="Whole map").click()
    assert view_box(page) == pytest.approx(whole)
    box = page.locator("#table svg.map").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.wheel(0, -300)
    expect(page.locator("#table [data-map]")).to_have_attribute("data-zoomed", "true")
    assert view_box(page)[2] < whole[2]


def test_zoom_survives_a_swap(page: Page) -> None:
    page.goto("/styleguide")
    page.get_by_role("button", name="Zoom in").click()
    closer = view_box(page)
    page.evaluate("htmx.ajax('GET', '/styleguide', {target: '#table', select: '#table', swap: 'outerHTML'})")
    expect(page.locator("#table [data-map]")).to_have_attribute("data-zoomed", "true")
    assert view_box(page) == pytest.approx(closer)


def test_dragging_moves_the_map_and_presses_nothing(page: Page) -> None:
    page.goto("/styleguide")
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    before, address = view_box(page), page.url
    box = page.locator("#table svg.map").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 30, steps=6)
    page.mouse.up()
    after = view_box(page)
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert after[2] == pytest.approx(before[2])
    assert page.url == address


def test_two_fingers_zoom(page: Page) -> None:
    page.goto("/styleguide")
    whole = view_box(page)
    page.locator("#table [data-map]").evaluate(
        """frame => {
            const box = frame.getBoundingClientRect();
            const x = box.left + box.width / 2, y = box.top + box.height / 2;
            const finger = (type, id, dx) => frame.dispatchEvent(new PointerEvent(type,
                {pointerId: id, clientX: x + dx, clientY: y, button: 0, bubbles: true}));
            finger("pointerdown", 11, -50); finger("pointerdown", 12, 50);
            finger("pointermove", 11, -100); finger("pointermove", 12, 100);
            finger("pointerup", 11, -100); finger("pointerup", 12, 100);
        }"""
    )
    assert view_box(page)[2] == pytest.approx(whole[2] / 2, rel=0.01)


def test_tap_on_a_space_follows_its_link(page: Page) -> None:
    page.goto("/styleguide")
    page.get_by_role("link", name="Forest, row 4, place 6").tap()
    expect(page).to_have_url(re.compile(r"\?at=4,0$"))


def test_map_is_walked_by_keyboard(page: Page) -> None:
    page.goto("/styleguide")
    first = page.locator('#table [data-space="3,-3"]')
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('#table [data-space="4,-3"]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    # Two rows down, straight below.
    expect(page.locator('#table [data-space="3,-1"]')).to_be_focused()
    assert page.locator('#table .press[tabindex="0"]').count() == 1
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?at=3,-1$"))


def test_button_of_the_map_is_pressed_by_keyboard(page: Page) -> None:
    page.goto("/styleguide")
    page.evaluate("document.addEventListener('click', e => document.title = e.target.closest('.press').dataset.space)")
    button = page.get_by_role("button", name="can be chosen").first
    button.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_title(button.get_attribute("data-space") or "none")


def test_theme_switch_changes_the_paper(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.goto("/")
    paper = "getComputedStyle(document.querySelector('.panel')).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    dark = page.evaluate(paper)
    assert (light, dark) == ("rgb(251, 245, 232)", "rgb(42, 35, 30)")
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Same as device").click()
    expect(page.get_by_role("button", name="Same as device")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(paper) == dark


def test_map_works_without_scripts(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, viewport=SMALL_TABLET)
    page = context.new_page()
    page.goto("/styleguide")
    expect(page.get_by_role("button", name="Zoom in")).to_be_hidden()
    page.locator('#table [data-space="4,0"]').click()
    expect(page).to_have_url(re.compile(r"\?at=4,0$"))
    context.close()


def test_htmx_carries_the_token(app: Flask, page: Page) -> None:
    page.goto("/")
    with page.expect_response("**/theme") as answered:
        page.evaluate("htmx.ajax('POST', '/theme', {values: {theme: 'dark'}, target: '#notice', swap: 'none'})")
    assert answered.value.status == 303


def test_nothing_moves_when_motion_is_reduced(page: Page) -> None:
    page.goto("/styleguide")
    moves = "one => getComputedStyle(one).animationName"
    assert page.locator(".eligible").first.evaluate(moves) == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.locator(".eligible").first.evaluate(moves) == "breathe"


def test_nothing_moves_where_somebody_has_said_so(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/styleguide")
    moves = "one => getComputedStyle(one).animationName"
    assert page.locator(".eligible").first.evaluate(moves) == "breathe"
    page.context.add_cookies([{"name": "motion", "value": "off", "url": page.url}])
    page.reload()
    assert page.locator(".eligible").first.evaluate(moves) == "none"
    expect(page.locator(".eligible-line").first).to_be_visible()
