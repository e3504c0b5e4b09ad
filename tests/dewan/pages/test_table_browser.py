"""The table screen in a real Chromium: counted taps, and whole games of every scenario."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.dewan.rules import game
from companion.dewan.rules.words import ScenarioName
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.browser import press, tap_twice, watched_page
from tests.web.conftest import LiveServer, start_server
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

TABLET = {"width": 1024, "height": 768}


class Taps:
    """Taps on a page, counted. Each waits until the table has answered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str, nth: int = 0) -> None:
        self.count += 1
        with self.page.expect_response(lambda answer: "/tables/" in answer.url and "/live" not in answer.url):
            press(self.page.locator(selector).nth(nth))
        expect(self.page.locator("#table")).to_be_visible()
        expect(self.page.locator("#table.htmx-swapping, #table.htmx-settling, .htmx-request")).to_have_count(0)

    def space(self, q: int, r: int) -> None:
        self(f'[data-space="{q},{r}"]')


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    with watched_page(browser, base_url=live_server.url, viewport=TABLET) as page:
        yield page


def ready(backend: Backend, **kinds: object) -> Hand:
    hand = Hand(backend, new_table(backend, **kinds))  # type: ignore[arg-type]
    hand.tell_all()
    hand.choose_first_stories()
    return hand


def seq(backend: Backend, hand: Hand) -> int:
    return backend.service.look(hand.look.info.id).seq


def test_taking_two_cards_from_a_tracked_row_takes_at_most_four_taps(page: Page, backend: Backend) -> None:
    hand = ready(backend)
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(".pair-button", 2)
    tap(".card-button", 4)
    tap(".card-button", 9)
    assert tap.count <= 4
    assert seq(backend, hand) == hand.look.seq + 1
    expect(page.locator(".player-head h2")).to_have_text("Inês")


@pytest.mark.parametrize("pause", [0, 90, 300])
@pytest.mark.parametrize("latency", [0, 200])
def test_a_double_tap_is_one_turn(page: Page, backend: Backend, pause: int, latency: int) -> None:
    """Whether the answer came between the taps or not; the same button stands there for the next player."""
    hand = Hand(backend, new_table(backend, row=False, stories=False))
    slow = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", slow)
    page.goto(f"/tables/{hand.look.info.id}")
    tap_twice(page, ".table-actions button", pause)
    expect(page.locator("#table")).to_have_attribute("data-seq", "1")
    # The next player's turn, a moment later, is a turn.
    page.wait_for_function("now => performance.now() > now + 600", arg=page.evaluate("performance.now()"))
    page.locator(".table-actions button").first.click()
    expect(page.locator("#table")).to_have_attribute("data-seq", "2")
    assert seq(backend, hand) == 2


@pytest.mark.parametrize("pause", [0, 90, 300])
def test_a_double_tap_on_the_timer_counts_one_take(page: Page, backend: Backend, pause: int) -> None:
    page.goto("/timer")
    page.locator(".timer-go").click()
    expect(page.locator(".timer-take")).to_be_visible()
    table_id = page.url.rpartition("/")[2].partition("?")[0]
    before = backend.service.look(table_id).seq
    tap_twice(page, ".timer-take button", pause)
    expect(page.locator("#table")).to_have_attribute("data-seq", str(before + 1))
    page.reload()
    assert backend.service.look(table_id).seq == before + 1


def test_taking_two_cards_from_an_untracked_row_takes_one_tap(page: Page, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, row=False, stories=False))
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(".table-actions button")
    assert tap.count == 1
    assert seq(backend, hand) == 1


def test_placing_a_camp_takes_three_taps_and_shows_what_follows(page: Page, backend: Backend) -> None:
    hand = ready(backend)
    table = hand.play.table
    nearest = game.find_routes(table, "Jonas", table.player("Jonas").payable)[0].to
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(".table-actions .primary")
    tap.space(nearest.q, nearest.r)
    expect(page.locator(".route-price")).to_contain_text("2 cards")
    tap(".route-panel .primary")
    assert tap.count <= 3
    assert nearest in backend.service.look(hand.look.info.id).state.play.table.board.camps


def test_asking_whether_a_route_to_a_space_is_legal_takes_two_taps_at_most(page: Page, backend: Backend) -> None:
    hand = ready(backend)
    water = next(at for at, ground in hand.play.table.board.ground.items() if ground == "water")
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap.space(water.q, water.r)
    expect(page.locator(".verdict")).to_contain_text("Not there")
    expect(page.locator(".reasons")).to_contain_text("D-ROUTE-02")
    assert tap.count <= 2


def test_undoing_the_last_thing_takes_one_tap(page: Page, backend: Backend) -> None:
    hand = ready(backend)
    hand.take()
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(".undo")
    assert tap.count == 1
    expect(page.locator(".player-head h2")).to_have_text("Jonas")


def test_what_one_records_another_screen_shows_by_itself(page: Page, backend: Backend, browser: Browser) -> None:
    hand = ready(backend)
    page.goto(f"/tables/{hand.look.info.id}")
    expect(page.locator(".player-head h2")).to_have_text("Jonas")
    hand.take()
    expect(page.locator(".player-head h2")).to_have_text("Inês")


def test_a_table_is_resumed_where_it_was_after_the_server_died(tmp_path: Path, browser: Browser) -> None:
    with open_backend(DataDir(tmp_path / "kept")) as backend:
        hand = ready(backend)
        hand.take()
    with open_backend(DataDir(tmp_path / "kept")) as backend:
        running = start_server(create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True)))
        try:
            page = browser.new_page(base_url=running.url, viewport=TABLET)
            page.goto("/")
            page.locator(".table-card").first.click()
            expect(page.locator(".player-head h2")).to_have_text("Inês")
            page.close()
        finally:
            backend.service.feed.close()
            running.stop()


def play_on(page: Page, backend: Backend, hand: Hand, chance: random.Random) -> None:
    """One decision by tapping: whatever the screen asks for, answered as a player might."""
    tap = Taps(page)
    play = backend.service.look(hand.look.info.id).state.play
    table, step = play.table, play.next
    match step.kind:
        case "first-story" | "story":
            told = page.locator("button.story-button")
            if told.count():
                tap("button.story-button", chance.randrange(told.count()))
            else:
                tap(".story-choice .buttons button")
        case "tuck":
            tap(".halves button") if page.locator(".halves button").count() else tap(".tuck .buttons button")
        case "marker":
            at = chance.choice(game.eligible_spaces(table))
            tap.space(at.q, at.r)
            tap(".event .primary")
        case "fish":
            tap(".event .primary")
        case "turn":
            routes = [
                route
                for route in game.find_routes(table, step.player, table.player(step.player).payable)
                if route.cards <= 3
            ]
            if routes:
                to = chance.choice(routes).to
                tap.space(to.q, to.r)
                tap(".route-panel .primary")
            else:
                tap(".pair-button", chance.randrange(5))
                tap(".deck .buttons button")


@pytest.mark.parametrize("scenario", list(ScenarioName))
def test_a_whole_game_is_recorded_by_tapping(page: Page, backend: Backend, scenario: ScenarioName) -> None:
    players = 4 if scenario is ScenarioName.TEAM else 2
    hand = Hand(backend, new_table(backend, scenario, players))
    hand.tell_all()
    page.goto(f"/tables/{hand.look.info.id}")
    chance = random.Random(7)
    for _ in range(400):
        if backend.service.look(hand.look.info.id).state.play.over:
            break
        play_on(page, backend, hand, chance)
    play = backend.service.look(hand.look.info.id).state.play
    assert play.over
    assert any(play.camps_placed(player.name) == 8 for player in play.table.players)
    assert not any(line.reasons for line in backend.service.history(hand.look.info.id))
    expect(page.locator(".over")).to_contain_text("The game is over")
