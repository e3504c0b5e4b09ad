"""Screens that keep themselves up to date in a real Chromium: whatever becomes of the line and of the server."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.log.access import Role
from tests.web.browser import open_browser
from tests.web.house import House, open_house
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

TABLET = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
BY_NAME = "companion.test"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser(f"--host-resolver-rules=MAP {BY_NAME} 127.0.0.1") as browser:
        yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), host_names=frozenset({BY_NAME})) as opened:
        yield opened


@pytest.fixture
def context(browser: Browser, house: House) -> Iterator[BrowserContext]:
    opened = browser.new_context(base_url=house.url, viewport=TABLET, has_touch=True)
    yield opened
    for page in opened.pages:
        page.goto("about:blank")  # ends the stream
    opened.close()


@pytest.fixture
def hand(house: House) -> Hand:
    """A table whose first turn is Jonas's."""
    return ready(house)


def ready(house: House) -> Hand:
    hand = Hand(house.backend, new_table(house.backend))
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def connection(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-connection", state)


def turn_of(page: Page, name: str) -> None:
    expect(page.locator(".player-head h2")).to_have_text(name)


def test_where_streams_are_blocked_the_number_is_asked_for(context: BrowserContext, hand: Hand) -> None:
    context.route("**/live?*", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}")
    connection(page, "asking")
    expect(page.locator("#connection")).to_be_empty()
    hand.take()
    turn_of(page, "Inês")


def test_a_stream_that_says_nothing_is_given_up(context: BrowserContext, hand: Hand) -> None:
    held: list[object] = []
    context.route("**/live?*", lambda route: held.append(route))  # as a proxy does that waits for the end
    page = context.new_page()
    page.clock.install()
    page.goto(f"/tables/{hand.look.info.id}")
    turn_of(page, "Jonas")
    page.clock.run_for(5000)
    connection(page, "asking")
    hand.take()
    page.clock.run_for(3000)
    turn_of(page, "Inês")


def test_a_lost_line_is_said_loudly_and_one_tap_tries_again(context: BrowserContext, hand: Hand) -> None:
    context.route("**/tables/*/*", lambda route: route.abort())
    page = context.new_page()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)  # nothing is tried again by itself from now on
    page.goto(f"/tables/{hand.look.info.id}")
    alert = page.get_by_role("alert").filter(has_text="Not connected")
    expect(alert).to_be_visible()
    connection(page, "lost")
    size = alert.locator("strong").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 20
    button = alert.get_by_role("button", name="Try again")
    box = button.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    hand.take()
    button.click()
    expect(alert).to_be_visible()  # still no line
    context.unroute_all()
    button.click()
    connection(page, "live")
    expect(alert).to_have_count(0)
    expect(page.locator("#connection")).to_have_text("Reconnected.")
    turn_of(page, "Inês")


@pytest.mark.parametrize("path", ["", "/score", "/referee", "/stories"])
def test_every_screen_of_a_table_keeps_in_step(context: BrowserContext, hand: Hand, path: str) -> None:
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}{path}")
    connection(page, "live")
    look = hand.take()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(look.seq))


def test_when_the_server_is_started_again_all_screens_come_back_by_themselves(browser: Browser, tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        hand = ready(house)
        table = f"/tables/{hand.look.info.id}"
        contexts = [browser.new_context(base_url=house.url, viewport=size) for size in (TABLET, PHONE, PHONE)]  # type: ignore[arg-type]
        pages = [context.new_page() for context in contexts]
        for page, path in zip(pages, (table, table, f"{table}/score"), strict=True):
            page.goto(path)
            connection(page, "live")
        house.stop()
        for page in pages:
            expect(page.get_by_role("alert")).to_contain_text("Companion was stopped")
        house.start()
        hand = Hand(house.backend, house.backend.service.look(hand.look.info.id), hand.number)
        look = hand.take()
        for page in pages:
            expect(page.locator("#table")).to_have_attribute("data-seq", str(look.seq), timeout=20_000)
            connection(page, "live")
            expect(page.locator("#connection .line-lost")).to_have_count(0)
        # And they can go on from there: the key of the sessions was kept.
        pages[0].locator(".table-tools .undo").click()
        expect(pages[1].locator("#table")).to_have_attribute("data-seq", str(look.seq + 1))
        for context in contexts:
            context.close()


def test_what_is_half_typed_survives_the_news(context: BrowserContext, hand: Hand) -> None:
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}/score?column=Jonas&row=berries")
    connection(page, "live")
    page.get_by_label("Enter another number").fill("17")
    look = hand.take()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(look.seq))
    expect(page.get_by_label("Enter another number")).to_have_value("17")
    expect(page.get_by_label("Enter another number")).to_be_focused()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".type-cell input[name=points]")).to_have_value("17")
    assert hand.backend.service.look(hand.look.info.id).state.typed == {"Jonas": {"berries": 17}}


def test_news_wait_where_they_would_take_away_what_is_typed(context: BrowserContext, house: House) -> None:
    hand = Hand(house.backend, new_table(house.backend))
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}?story=0")
    connection(page, "live")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "by-itself" in request.headers else None)
    field = '<form><input name="line"></form>'
    page.evaluate("field => document.querySelector('#table').insertAdjacentHTML('beforeend', field)", field)
    page.locator("input[name=line]").fill("ffcc 5")
    hand.record("action", {"do": "take-story", "player": hand.play.next.player})
    expect(page.get_by_role("status").filter(has_text="The table has moved on")).to_be_visible()
    expect(page.locator("input[name=line]")).to_have_value("ffcc 5")
    page.get_by_role("button", name="Show the table").click()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(hand.look.seq))
    assert len(asked) == 1, "news that wait are asked for once"


def test_an_open_menu_stays_open_when_news_come(context: BrowserContext, hand: Hand) -> None:
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}")
    connection(page, "live")
    page.locator(".menu summary").click()
    look = hand.take()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(look.seq))
    expect(page.locator(".menu-list")).to_be_visible()


def test_the_screen_is_kept_awake_where_the_browser_allows_it(context: BrowserContext, hand: Hand) -> None:
    context.add_init_script(
        "navigator.wakeLock.request = async (kind) => { document.documentElement.dataset.held = kind;"
        " return { released: false }; };"
    )
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}")
    expect(page.locator("html")).to_have_attribute("data-held", "screen")
    expect(page.locator("#sleep")).to_be_hidden()


def test_over_plain_http_a_silent_video_keeps_the_screen_on_from_the_first_tap(
    browser: Browser, house: House, hand: Hand
) -> None:
    """By a name: no secure context, as on every phone of the evening."""
    page = insecure_page(browser, house, hand)
    assert page.locator("video").count() == 0, "nothing plays before a tap"
    page.locator("h1, h2").first.click()
    expect(page.locator("html")).to_have_attribute("data-awake", "video")
    assert page.evaluate(
        "(() => { const v = document.querySelector('video'); return !v.paused && !v.muted && v.loop; })()"
    )
    expect(page.locator("#sleep")).to_be_hidden()
    page.close()


def test_a_screen_that_may_fall_asleep_says_so_once(browser: Browser, house: House, hand: Hand) -> None:
    page = insecure_page(browser, house, hand)
    page.route(re.compile("/media/"), lambda route: route.abort())
    page.locator("h1, h2").first.click()
    expect(page.locator("html")).to_have_attribute("data-awake", "no")
    note = page.locator("#sleep")
    expect(note).to_contain_text("without https the browser does not let pages keep it on")
    expect(page.get_by_text("this browser does not let")).to_be_hidden()
    note.get_by_role("button").click()
    expect(note).to_be_hidden()
    page.goto(f"/tables/{hand.look.info.id}/score")
    page.locator("h1, h2").first.click()
    expect(page.locator("html")).to_have_attribute("data-awake", "no")
    expect(note).to_be_hidden()
    page.close()


def insecure_page(browser: Browser, house: House, hand: Hand) -> Page:
    page = browser.new_page(base_url=f"http://{BY_NAME}:{house.port}", viewport=PHONE)  # type: ignore[arg-type]
    page.goto(f"/join/{house.code(hand.look.info.id, Role.SPECTATOR)}")
    assert page.evaluate("isSecureContext") is False
    return page
