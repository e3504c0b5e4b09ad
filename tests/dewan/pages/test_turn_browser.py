"""A turn in a real Chromium: its taps counted, and what is pressed in it always in view."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Page, expect

from companion.dewan.demo import demo_box
from companion.dewan.formats.stories import story_json
from companion.dewan.pages.ways import placements
from companion.dewan.rules import game
from companion.dewan.rules.play import Play
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.web.browser import Taps, draw, in_view, tap_twice, watched_page
from tests.web.conftest import LiveServer
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

UPRIGHT = {"width": 820, "height": 1180}
PHONE = {"width": 390, "height": 844}
LONG = "Maximiliane-Charlott"


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    with watched_page(browser, base_url=live_server.url, viewport=UPRIGHT, locale="de-DE") as page:
        yield page


def full_table(backend: Backend) -> Hand:
    """A name of 20 letters, 14 cards in hand, four Story tiles."""
    hand = Hand(backend, new_table(backend, names=(LONG, "Jo", "Mara")))
    hand.tell_all()
    hand.choose_first_stories()
    box, player = demo_box(), hand.play.next.player
    cards = [str(card) for card in list(box.cards)[10:20]]
    stories = [story_json(story) for story in box.stories[8:12]]
    hand.record(
        "correction",
        {
            "reason": "a late moment",
            "changes": [
                {"do": "set-hand", "player": player, "hand": cards, "hidden_cards": 4},
                {"do": "set-stories", "player": player, "stories": stories},
            ],
        },
    )
    return hand


def space(at: Hex) -> str:
    return f'[data-space="{at.q},{at.r}"]'


def play_of(backend: Backend, hand: Hand) -> Play:
    play: Play = backend.service.look(hand.look.info.id).state.play
    return play


def test_a_turn_of_camps_and_events_takes_two_taps_at_most(page: Page, backend: Backend) -> None:
    hand = Hand(backend, new_table(backend, "volcano", 3, way="camps"))
    player = hand.play.next.player
    to = game.find_routes(hand.play.table, player, hand.play.payable(player))[0].to
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(space(to))
    tap(".route-panel .primary")
    assert tap.count == 2
    assert play_of(backend, hand).table.board.camps[to].player == player
    tap = Taps(page)
    tap(".table-actions button")
    assert tap.count == 1
    assert play_of(backend, hand).next.player == hand.play.table.players[2].name


def test_a_camp_paid_with_other_cards_takes_four_taps(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    play, player = hand.play, hand.play.next.player
    to = next(
        at
        for at in game.find_routes(play.table, player, play.table.player(player).hand)
        if placements(play, player, at.to)[0].sure
    ).to
    proposed = placements(play, player, to)[0]
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(space(to))
    tap(".tolls .price")
    tap(".exchanges .card-button:not(.chosen)")
    tap(".route-panel .primary")
    assert tap.count == 4
    after = play_of(backend, hand)
    assert after.table.board.camps[to].player == player
    gone = [card for card in play.table.player(player).hand if card not in after.table.player(player).hand]
    assert gone != list(proposed.cards)
    assert len(after.table.player(player).hand) + after.table.player(player).hidden_cards == 14 - len(proposed.prices)


def test_whether_anybody_could_get_there_takes_two_taps(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    board = hand.play.table.board
    water = next(at for at, ground in board.ground.items() if ground == "water")
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap('.turn-order a[href*="Mara"]')
    tap(space(water))
    expect(page.locator(".verdict-panel .verdict")).to_contain_text("Nicht erlaubt")
    assert tap.count == 2
    assert play_of(backend, hand).next.player == hand.play.next.player


def test_another_way_of_the_same_length_is_one_tap_more(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    play, player = hand.play, hand.play.next.player
    found = game.find_routes(play.table, player, play.payable(player))
    to = next(route.to for route in found if len(placements(play, player, route.to)) > 1)
    other = placements(play, player, to)[1]
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap(space(to))
    tap(".other-way")
    tap(".route-panel .primary")
    assert tap.count == 3
    body = backend.service.store.entries(hand.look.info.id)[-1].body
    assert [tuple(at) for at in body["path"]] == [tuple(at) for at in other.path]


@pytest.mark.parametrize("size", [UPRIGHT, PHONE], ids=["upright", "phone"])
def test_a_route_is_drawn_with_a_finger_from_an_own_camp(
    browser: Browser, live_server: LiveServer, backend: Backend, size: dict[str, int]
) -> None:
    """The page stays where it is meanwhile."""
    hand = full_table(backend)
    play, player = hand.play, hand.play.next.player
    found = game.find_routes(play.table, player, play.payable(player))
    route = max((one for one in found if one.cards <= 3), key=lambda one: one.cards)
    context = browser.new_context(base_url=live_server.url, viewport=size, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"/tables/{hand.look.info.id}")
    draw(page, route.path, ".table-map")
    page.locator(".route-panel .primary").click()
    expect(page.locator("#table")).to_have_attribute("data-seq", str(hand.look.seq + 1))
    assert page.evaluate("scrollY") == 0
    body = backend.service.store.entries(hand.look.info.id)[-1].body
    assert [tuple(at) for at in body["path"]] == [tuple(at) for at in route.path]
    page.goto("about:blank")
    context.close()


def test_a_way_that_needs_unseen_cards_looks_different(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    play, player = hand.play, hand.play.next.player
    ways = [
        placements(play, player, route.to)[0] for route in game.find_routes(play.table, player, play.payable(player))
    ]
    for way in next(one for one in ways if one.sure), next(one for one in ways if not one.sure):
        page.goto(f"/tables/{hand.look.info.id}?to={way.to.q},{way.to.r}")
        expect(page.locator(".route.doubtful")).to_have_count(0 if way.sure else 1)
        asked = [text for text in page.locator(".table-map .step-text").all_text_contents() if "?" in text]
        assert len(asked) == sum(price.state == "any" for price in way.prices)


def camps_table(backend: Backend, takes: int) -> Hand:
    hand = Hand(backend, new_table(backend, "volcano", 3, way="camps"))
    for _ in range(takes):
        hand.record("action", {"do": "take-cards", "player": hand.play.next.player})
    return hand


def test_a_mistake_five_entries_back_takes_four_taps(page: Page, backend: Backend) -> None:
    """Two cards were recorded, but it was a camp."""
    hand = camps_table(backend, 6)
    first = hand.look.seq - 5
    player = hand.play.table.players[0].name
    to = game.find_routes(hand.play.table, player, hand.play.payable(player))[0].to
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap.away('.table-tools a[href$="/history"]')
    tap.away(f'#entry-{first} a[href*="/change/"]')
    tap(space(to))
    tap.away(".route-panel .primary")
    assert tap.count == 4
    play = play_of(backend, hand)
    assert play.table.board.camps[to].player == player
    assert (play.round, play.next.player) == (hand.play.round, hand.play.next.player)


def test_a_camp_is_moved_in_four_taps(page: Page, backend: Backend) -> None:
    hand = camps_table(backend, 0)
    player = hand.play.next.player
    at, to = [route.to for route in game.find_routes(hand.play.table, player, hand.play.payable(player))][:2]
    hand.record("action", {"do": "place-camp", "player": player, "to": list(at)})
    page.goto(f"/tables/{hand.look.info.id}")
    tap = Taps(page)
    tap.away('.table-tools a[href$="/history"]')
    tap.away(f".happened-picture {space(at)}")
    tap.away(space(to))
    tap.away(".correct-side .picked .primary")
    assert tap.count == 4
    camps = play_of(backend, hand).table.board.camps
    assert at not in camps
    assert camps[to].player == player


@pytest.mark.parametrize("size", [UPRIGHT, PHONE], ids=["upright", "phone"])
def test_a_story_tile_takes_three_taps_and_a_card_two(page: Page, backend: Backend, size: dict[str, int]) -> None:
    hand = Hand(backend, new_table(backend, names=(LONG, "Jo", "Mara")))
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(f"/tables/{hand.look.info.id}")
    chooser = hand.play.next.player
    tap = Taps(page)
    tap(".story-button.untold >> nth=1")
    in_view(page, ".need-button")
    in_view(page, ".table-map .map")
    tap(".need-button >> nth=3")
    in_view(page, ".table-map .map")
    tap(".story-button.compact >> nth=1")
    assert tap.count == 3
    (story,) = play_of(backend, hand).table.player(chooser).stories
    assert story.needs
    hand.look = backend.service.look(hand.look.info.id)
    hand.choose_first_stories()
    page.goto(f"/tables/{hand.look.info.id}?tell=3")
    tap = Taps(page)
    in_view(page, ".terrain-button")
    tap(".terrain-button >> nth=3")
    tap(".deck-cards .card-button >> nth=4")
    assert tap.count == 2
    row = play_of(backend, hand).table.row
    assert row
    assert "forest" in str(row[2])


def test_a_double_tap_on_the_first_new_card_chooses_no_second_one(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    page.goto(f"/tables/{hand.look.info.id}?take=2&terrain=forest")
    tap_twice(page, ".deck-cards .card-button", 250)
    page.wait_for_function("now => performance.now() > now + 400", arg=page.evaluate("performance.now()"))
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq


def test_a_double_tap_on_place_it_here_is_nobody_elses_turn(page: Page, backend: Backend) -> None:
    """The other player's buttons stand where it stood."""
    hand = camps_table(backend, 0)
    player = hand.play.next.player
    to = game.find_routes(hand.play.table, player, hand.play.payable(player))[0].to
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"/tables/{hand.look.info.id}?to={to.q},{to.r}")
    tap_twice(page, ".route-panel .primary", 250)
    expect(page.locator("#table")).to_have_attribute("data-seq", str(hand.look.seq + 1))
    page.wait_for_function("now => performance.now() > now + 400", arg=page.evaluate("performance.now()"))
    assert backend.service.look(hand.look.info.id).seq == hand.look.seq + 1


def nothing_runs_over(page: Page, *selectors: str) -> None:
    """Neither the page nor any of these is wider, and the cards and tiles in them not cut."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for selector in selectors:
        for one in page.locator(selector).all():
            assert one.evaluate("one => one.scrollWidth <= one.clientWidth + 1"), selector


@pytest.mark.parametrize("size", [UPRIGHT, PHONE], ids=["upright", "phone"])
def test_nothing_of_a_turn_needs_scrolling(page: Page, backend: Backend, size: dict[str, int]) -> None:
    hand = full_table(backend)
    play, player = hand.play, hand.play.next.player
    route = max(game.find_routes(play.table, player, play.payable(player)), key=lambda one: one.cards)
    page.set_viewport_size(size)  # type: ignore[arg-type]
    here = f"/tables/{hand.look.info.id}"
    page.goto(here)
    in_view(page, ".table-actions .action")
    in_view(page, ".pair-button")
    in_view(page, ".turn-order a")
    nothing_runs_over(page, ".turn-order", ".player-panel", ".hand", ".story", ".row-panel")
    expect(page.locator(".player-panel .hand .card")).to_have_count(14)
    expect(page.locator(".player-panel .story")).to_have_count(4)
    page.goto(f"{here}?to={route.to.q},{route.to.r}")
    in_view(page, ".route-panel .primary")
    in_view(page, ".tolls .price")
    in_view(page, ".press" + space(route.to))
    page.goto(f"{here}?to={route.to.q},{route.to.r}&pay=1")
    in_view(page, ".exchanges .card-button")
    in_view(page, ".route-panel .primary")
    camps = Hand(backend, new_table(backend, "volcano", 3, way="camps"))
    page.goto(f"/tables/{camps.look.info.id}")
    in_view(page, ".table-actions .action")
    nothing_runs_over(page, ".player-panel")


def test_cards_and_tiles_fit_the_panel_of_a_tablet_on_its_side(page: Page, backend: Backend) -> None:
    hand = full_table(backend)
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"/tables/{hand.look.info.id}")
    nothing_runs_over(page, ".player-panel", ".hand", ".story", ".others")
    panel = page.locator(".player-panel").bounding_box()
    assert panel
    for piece in page.locator(".player-panel .hand .card, .player-panel .story").all():
        box = piece.bounding_box()
        assert box
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]
