"""The event in a real Chromium: seen, heard and felt on every screen, resolved with two taps."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.dewan.rules import game
from companion.web.backend import Backend
from tests.web.conftest import LiveServer
from tests.web.events import strip_table, take_untracked
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

# Stand-ins that count: a machine without loudspeaker or motor is tested all the same. What is waited for stands in the
# page itself, since waiting for an expression would need the eval that our policy forbids.
LISTEN = """
window.tones = 0; window.shakes = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) {
  window.tones += 1;
  document.documentElement.dataset.heard = "yes";
  return start.apply(this, when);
};
navigator.vibrate = () => { document.documentElement.dataset.shakes = window.shakes += 1; return true; };
"""


def expect_called_out(page: Page, *, heard: bool) -> None:
    """Felt once, and heard if it may be."""
    expect(page.locator("html")).to_have_attribute("data-shakes", "1")
    if heard:
        expect(page.locator("html")).to_have_attribute("data-heard", "yes")


@pytest.fixture
def context(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=live_server.url, viewport={"width": 1024, "height": 768}, has_touch=True)
    context.add_init_script(LISTEN)
    yield context
    for page in context.pages:
        page.goto("about:blank")  # ends the stream
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


@pytest.mark.rule("D-DOWN-06", "R-24")
def test_a_split_with_an_odd_berry_is_two_taps_and_the_lot_is_told(page: Page, backend: Backend) -> None:
    hand = take_untracked(strip_table(backend), 3)
    page.goto(f"/tables/{hand.look.info.id}")
    expect(page.locator("h1")).to_have_text("The heavens open")
    expect(page.locator("path.eligible")).to_have_count(2)
    page.locator('[data-space="2,0"]').click()
    expect(page.locator(".consequence")).to_contain_text("1 odd Berry is placed at random")
    page.locator(".event .primary").click()
    expect(page.locator(".news")).to_contain_text("The odd Berry was placed at random in the Forest zone of 2 spaces")
    expect(page.locator("path.zone")).to_have_count(1)
    (lot,) = list(backend.service.store.entries(hand.look.info.id))[-1].body["lot"]
    place = {0: 2, 3: 4}[lot[0]]
    expect(page.locator(".news")).to_contain_text(f"row 1, place {place}")


def test_the_event_reaches_a_joined_screen_with_sound_and_shake(page: Page, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False))
    take_untracked(hand, 3)
    page.goto(f"/tables/{hand.look.info.id}")
    page.locator(".table-title").click()  # without a touch no page may be heard
    expect(page.locator(".player-head h2")).to_have_text("Jonas")
    take_untracked(hand)
    expect(page.locator("h1")).to_have_text("The volcano wakes")
    expect_called_out(page, heard=True)
    tones = page.evaluate("window.tones")
    # Looking at a space does not call the event out again.
    at = game.eligible_spaces(hand.play.table)[0]
    page.locator(f'[data-space="{at.q},{at.r}"]').click()
    expect(page.locator(".event .primary")).to_have_text("Lava here")
    assert page.evaluate("[window.tones, window.shakes]") == [tones, 1]


def test_the_sound_is_switched_off_and_stays_off(page: Page, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False))
    take_untracked(hand, 4)
    here = f"/tables/{hand.look.info.id}"
    page.goto(here)
    expect(page.locator("[data-sound-switch]")).to_have_text("Sound on", use_inner_text=True)
    with page.expect_response("**/preferences"):
        page.locator("[data-sound-switch]").click()
    expect(page.locator("[data-sound-switch]")).to_have_attribute("aria-pressed", "false")
    page.goto(here)
    expect(page.locator("[data-sound-switch]")).to_have_text("Sound off", use_inner_text=True)
    page.locator(".undo").click()
    expect(page.locator(".player-head h2")).to_have_text("Jonas")
    page.locator(".table-actions button").first.click()
    expect(page.locator("h1")).to_have_text("The volcano wakes")
    expect_called_out(page, heard=False)
    assert page.evaluate("window.tones") == 0


def test_the_last_round_is_heard_and_clocks_run_where_they_are_wanted(
    context: BrowserContext, page: Page, backend: Backend, live_server: LiveServer
) -> None:
    context.add_cookies([{"name": "clocks", "value": "on", "url": live_server.url}])
    hand = Hand(backend, new_table(backend, row=False, stories=False))
    hand.record("correction", {"changes": [{"do": "set-off-map", "player": "Jonas", "camps": 7}]})
    page.goto(f"/tables/{hand.look.info.id}")
    expect(page.locator('[data-clock="Jonas"]')).to_have_text(re.compile(r"\d:\d\d"))
    page.locator(".table-title").click()
    hand.record("action", {"do": "place-camp", "player": "Jonas"})
    expect(page.locator('[data-moment="final-camp"]')).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-heard", "yes")
    assert page.evaluate("window.shakes") == 1


def test_the_second_of_two_who_resolve_the_same_event_is_told(
    context: BrowserContext, page: Page, backend: Backend
) -> None:
    hand = Hand(backend, new_table(backend, "volcano", 3, row=False, stories=False))
    take_untracked(hand, 4)
    one, other = game.eligible_spaces(hand.play.table)[:2]
    slow = context.new_page()
    for way in ("live", "number"):  # a phone that has just lost the network for a moment
        slow.route(f"**/{way}*", lambda route: route.abort())
    for who, at in ((page, one), (slow, other)):
        who.goto(f"/tables/{hand.look.info.id}")
        who.locator(f'[data-space="{at.q},{at.r}"]').click()
        expect(who.locator(".event .primary")).to_be_visible()
    page.locator(".event .primary").click()
    expect(page.locator(".player-head h2")).to_have_text("Inês")
    slow.locator(".event .primary").click()
    expect(slow.locator("#table").get_by_role("alert")).to_contain_text("In the meantime someone recorded")
    expect(slow.locator("#table").get_by_role("alert")).to_contain_text("Jonas placed a marker")
    expect(slow.locator("#table")).to_have_count(1)
    expect(slow.locator(".player-head h2")).to_have_text("Inês")
    assert list(backend.service.look(hand.look.info.id).state.play.table.board.markers) == [one]


@pytest.mark.rule("D-EVENT-08")
def test_the_timer_takes_one_tap_a_turn_and_survives_a_reload(page: Page) -> None:
    page.goto("/")
    page.locator('a[href="/timer"]').click()
    page.get_by_text("The Volcano", exact=True).click()
    page.get_by_text("pile of 8 cards").click()
    page.get_by_role("button", name="Start the countdown").click()
    for left in (6, 4, 2):
        page.locator(".took").click()
        expect(page.locator(".timer-count .count")).to_have_text(str(left))
        page.reload()
        expect(page.locator(".timer-count .count")).to_have_text(str(left))
    page.locator(".took").click()
    expect(page.locator("h1")).to_have_text("The volcano wakes")
    expect_called_out(page, heard=True)
    page.reload()
    expect(page.locator("h1")).to_have_text("The volcano wakes")
    page.get_by_role("button", name="Lava marker placed").click()
    expect(page.locator(".fresh")).to_contain_text("New draw pile: 8 cards")
    expect(page.locator(".discs .there")).to_have_count(7)
