"""The River in a real Chromium: a whole game from set-up to final score, and counted taps in fast mode."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from companion.web.backend import Backend
from tests.web.browser import Taps, watched_page
from tests.web.conftest import LiveServer
from tests.web.river import begun_river

pytestmark = pytest.mark.browser

MOST_TAPS = 40
TABLET, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@dataclass(frozen=True)
class Results:
    columns: tuple[int, ...]
    buildings: int
    bonus: int
    resources: int
    meadows: tuple[str, ...]


FINISHED = (
    Results((6, 0, 2, 2), 23, 7, 2, ("terrain:2", "production:3")),
    Results((2, 2, 0, 6), 31, 15, 7, ("scouts:4", "cleanup:1")),
    Results((0, 6, 0, 0), 18, 9, 3, ("bonus:3", "terrain:4")),
)
"""The rulebook's example and two more tableaus as they end."""


@pytest.fixture(params=["tablet", "phone"])
def page(request: pytest.FixtureRequest, browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    size = TABLET if request.param == "tablet" else PHONE
    with watched_page(browser, base_url=live_server.url, viewport=size) as page:
        yield page


def whose_turn(page: Page | FrameLocator, name: str) -> None:
    expect(page.locator(".turn-order .now")).to_contain_text(name)


def go(page: Page | FrameLocator, space: str) -> None:
    page.locator(f'.board-space[href$="do={space}"]').click()
    expect(page.locator(".doing")).to_be_visible()


def build(page: Page | FrameLocator, points: int) -> None:
    """A building that costs nothing, as nobody told what lies open."""
    go(page, "build")
    page.locator('.doing input[name="points"]').fill(str(points))
    page.locator(".doing .column-form button").click()


def test_a_whole_game(page: Page) -> None:
    page.goto("/tables/new")
    play_a_whole_game(page)
    page.locator('.pad-cell[href*="row=bonus"]').first.click()
    expect(page.locator(".why")).to_contain_text("4 bonus tokens, 19 in total")
    page.goto(page.url.split("/score")[0] + "/history")
    expect(page.locator(".history .against, .history .rule-link").first).to_be_visible()


def play_a_whole_game(page: Page | FrameLocator) -> None:
    """From the page of a new table to its score."""
    page.locator("#game-river").click()
    page.locator("#players-2").click()
    expect(page.locator("#players-2")).to_have_attribute("aria-pressed", "true")
    page.locator("#name-1").fill("Mara")
    page.locator("#name-2").fill("Jonas")
    page.locator("#first-1").click()
    expect(page.locator("#first-1")).to_have_attribute("aria-pressed", "true")
    page.locator('input[name="way"][value="everything"]').check()
    page.locator('button[value="create"]').click()

    # The first tiles: the start player chooses last (V-SETUP-08).
    whose_turn(page, "Jonas")
    page.locator('.kind-button[href*="kind=forest"]').click()
    page.get_by_role("button", name="forest, 1 wood", exact=True).click()
    whose_turn(page, "Mara")
    page.locator('.kind-button[href*="kind=desert"]').click()
    page.get_by_role("button", name="desert, 2 storage spaces", exact=True).click()

    # Round 1: Mara builds, the second bonus tile frees her fifth scout; Jonas does what he likes.
    whose_turn(page, "Mara")
    expect(page.locator(".turn-order .round")).to_have_text("Round 1")
    build(page, 5)
    whose_turn(page, "Jonas")
    go(page, "wood")
    page.get_by_role("button", name="Take 2 wood").click()
    whose_turn(page, "Mara")
    page.locator(".table-tools .undo").click()
    whose_turn(page, "Jonas")
    page.locator(".table-tools .redo").click()
    whose_turn(page, "Mara")
    build(page, 6)
    whose_turn(page, "Jonas")
    go(page, "start")
    page.get_by_role("button", name="Take the first player pawn").click()
    whose_turn(page, "Mara")
    build(page, 7)
    whose_turn(page, "Jonas")
    go(page, "swap")  # one tile is not enough: closed, and played all the same
    expect(page.locator(".doing")).to_contain_text("VR-10")
    page.locator(".doing summary").last.click()
    page.get_by_role("button", name="Place the pioneer").click()
    whose_turn(page, "Mara")
    build(page, 8)
    whose_turn(page, "Jonas")
    go(page, "food")
    page.get_by_role("button", name="Take 1 food").click()
    whose_turn(page, "Mara")
    go(page, "clay")
    page.locator(".doing .button.primary").click()

    # Four bonus tiles with two players: the clean-up is the last one.
    expect(page.locator(".cleanup")).to_contain_text("This was the last round")
    expect(page.locator(".cleanup")).to_contain_text("Jonas has the first player pawn")
    for tick in page.locator(".cleanup input[type=checkbox]").all():
        tick.check()
    page.get_by_role("button", name="Clean-up done: go to scoring").click()
    expect(page.locator(".over")).to_contain_text("Mara")
    page.locator(".over .button.primary").click()

    # Buildings 5 + 6 + 7 + 8, bonus tiles 6 + 5 + 4 + 4; Jonas: 2 wood and a food make one point.
    expect(page.locator("tfoot .digits")).to_have_text(["45", "1"])
    expect(page.locator("h1")).to_have_text("Mara wins with 45 points")


def test_fast_mode_takes_few_taps(page: Page) -> None:
    page.goto("/")
    tap = Taps(page)
    tap.away('.door[href="/score"]')
    tap.away("#game-river")
    tap.away('button[value="create"]')
    for who, told in enumerate(FINISHED):
        if who:
            tap(f"#who-{who}")
        for number, points in enumerate(told.columns, 1):
            if points:
                tap(f'#ask-column-{number} button[value="{points}"]')
        tap(f'#ask-buildings form:has(input[value="tens"]) button[value="{told.buildings // 10 * 10}"]')
        tap(f'#ask-buildings form:has(input[value="units"]) button[value="{told.buildings % 10}"]')
        tap(f'#ask-bonus button[value="{told.bonus}"]')
        tap(f'#ask-resources button[value="{told.resources}"]')
        for meadow in told.meadows:
            tap(f'.meadow-row button[value="{meadow}"]')
    tap.away(".quick-done")
    # 10 + 23 + 7 + 0 + 2 + 3; 10 + 31 + 15 + 2 + 4 + 2; 6 + 18 + 9 + 1 + 3 + 4.
    expect(page.locator("tfoot .digits")).to_have_text(["45", "64", "41"])
    expect(page.locator("h1")).to_contain_text("wins with 64 points")
    assert tap.count <= MOST_TAPS


def test_no_screen_is_wider_than_its_device(page: Page, backend: Backend) -> None:
    hand = begun_river(backend)
    doings = (
        "",
        "?do=terrain&kind=meadow",
        "?do=wood",
        "?do=build",
        "?do=reserve",
        "?do=lay-out&kind=forest",
        "?do=cleanup",
    )
    paths = [f"{hand.address}{do}" for do in doings]
    paths += [f"{hand.address}/correct", f"{hand.address}/score?column=Mara&row=column_1", "/tables/new?game=river"]
    paths += ["/river-box", "/score?game=river"]
    for language in ("en", "de"):
        page.set_extra_http_headers({"Accept-Language": language})
        for path in paths:
            page.goto(path)
            wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, (language, path)


MOST_ROUND_TAPS = 8


def test_a_round_of_three_players_takes_few_taps(page: Page, backend: Backend) -> None:
    """Everybody lays a tile, two build, somebody takes the pawn: recorded when the round is over."""
    page.goto("/tables/new?game=river")
    expect(page.locator("#players-3")).to_have_attribute("aria-pressed", "true")
    expect(page.locator('input[name="way"][value="rounds"]')).to_be_checked()
    page.locator('button[value="create"]').click()
    expect(page.locator(".rounds-form")).to_be_visible()
    taps = 0
    for choice in (
        '[name="tiles-0"][value="2"]',
        '[name="tiles-1"][value="1"]',
        '[name="tiles-2"][value="2"]',
        '[name="built-0"][value="1"]',
        '[name="built-2"][value="1"]',
        '[name="figure"][value="2"]',
    ):
        page.locator(f".rounds-form input{choice}").check()
        taps += 1
    page.locator(".rounds-form button.primary").click()
    taps += 1
    expect(page.locator(".turn-order .round")).to_have_text("Round 2")
    expect(page.locator(".river-news")).to_contain_text("bonus token")
    assert taps <= MOST_ROUND_TAPS
