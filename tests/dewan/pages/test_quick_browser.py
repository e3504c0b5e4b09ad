"""Quick score in a real Chromium: counted taps for a finished game of three, with and without a map."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.dewan.rules.words import LAND
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.web.browser import Taps, draw, watched_page
from tests.web.conftest import LiveServer
from tests.web.tables import demo_tiles

pytestmark = pytest.mark.browser

MOST_TAPS, MOST_TAPS_PICKED = 60, 45
FINISHED = (
    {"tiles": ("7/0", "5/1", "4/2"), "berries": 4, "tucked-fire": 1, "groups": 2},
    {"tiles": ("6/2", "4/1", "4/1", "3/0"), "berries": 3, "tucked-berry": 1, "tucked-fire": 1, "groups": 3, "final": 1},
    {"tiles": ("5/0", "4/0", "7/1"), "berries": 6, "tucked-berry": 2, "groups": 1},
)
"""A game as they end: three or four tiles each, two or three cards tucked, one player out of camps."""


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    with watched_page(browser, base_url=live_server.url, viewport={"width": 1024, "height": 768}) as page:
        yield page


def lay_map(tap: Taps) -> None:
    """The tiles of three players, each turned as far as they happen to be turned: one tap."""
    for tile, turns in zip(demo_tiles("base", 3), (0, 1, 2, 3, -2, -1), strict=True):
        tap(f'button.palette-tile[value*="{tile["tile"]}"]', "#picker")
        if turns:
            tap(f'.turns a[href*="turn%2C{turns % 6}%2C"]', "#picker")
    tap.away(".picker-end form button")


def fill_in(tap: Taps, camps: Sequence[Sequence[Hex]] = ()) -> None:
    """Everything the table shows; with a map, the camps instead of what they count for."""
    with_map = bool(camps)
    for who, told in enumerate(FINISHED):
        if who:
            tap(f"#who-{who}")
        for stroke in strokes(camps[who]) if camps else ():
            over_spaces(tap, stroke)
        for tile in told["tiles"]:
            tap(f'.tile-row button[value="{tile}"]')
        for what in ("berries", "tucked-berry", "tucked-fire", "groups"):
            if what in told and not (with_map and what == "groups"):
                tap(f'#ask-{what} button[value="{told[what]}"]')
        if told.get("final") and not with_map:
            tap('form:has(input[value="final"]) .toggle')


def strokes(camps: Sequence[Hex]) -> list[list[Hex]]:
    """Camps beside each other are one movement of a finger, as far as it gets without lifting."""
    left, found = list(camps), list[list[Hex]]()
    while left:
        stroke = [left.pop(0)]
        while beside := [at for at in left if at in stroke[-1].neighbours()]:
            left.remove(beside[0])
            stroke.append(beside[0])
        found.append(stroke)
    return found


def over_spaces(tap: Taps, spaces: Sequence[Hex]) -> None:
    if len(spaces) == 1:
        return tap(f'[data-space="{spaces[0].q},{spaces[0].r}"]')
    tap.count += 1
    before = tap.page.locator("#table").element_handle()
    tap.page.locator("#quick-map svg.map").evaluate("map => map.scrollIntoView({ block: 'center' })")
    draw(tap.page, spaces)
    before.wait_for_element_state("hidden")
    expect(tap.page.locator(".htmx-swapping, .htmx-settling, .htmx-request")).to_have_count(0)


def test_a_finished_game_without_a_map(page: Page) -> None:
    page.goto("/")
    tap = Taps(page)
    tap.away('.door[href="/score"]')
    tap.away('button[value="create:plain"]')
    fill_in(tap)
    page.reload()
    tap.away(".quick-done")
    # Stories 16, 17, 16. Fire 3 + 1, 4 + 1 + 1, 1: the second has the most. Groups 8, 12, 4. Berries 8, 8, 16.
    expect(page.locator("tfoot .digits")).to_have_text(["36", "47", "37"])
    expect(page.locator("h1")).to_contain_text("wins with 47 points")
    assert tap.count <= MOST_TAPS / 2


def test_a_finished_game_with_a_map(page: Page, backend: Backend) -> None:
    page.goto("/")
    tap = Taps(page)
    tap.away('.door[href="/score"]')
    tap.away('button[value="create:pick"]')
    lay_map(tap)
    expect(page.locator("#quick-map")).to_be_visible()
    table_id = page.url.split("/score/")[1]
    ground = backend.service.look(table_id).state.play.table.board.ground
    land = [at for at in sorted(ground) if ground[at] in LAND]
    fill_in(tap, (land[:7], land[7:15], land[15:21]))
    tap.away(".quick-done")
    board = backend.service.look(table_id).state.play.table.board
    assert sum(not camp.starting for camp in board.camps.values()) == 21
    # The second player's eighth camp is the last one: its Fire counts by itself (D-SCORE-FIRE-01).
    expect(page.locator("tbody tr").nth(1).locator(".digits")).to_have_text(["4", "6", "1"])
    assert tap.count <= MOST_TAPS_PICKED
