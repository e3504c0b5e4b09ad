"""A game evening in real browsers: the tablet, two phones and somebody who looks on, all at one table at once."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.dewan.demo import demo_box
from companion.dewan.drawing.pieces import card_name
from companion.dewan.rules import game
from companion.dewan.rules.cards import JOKER, Card
from companion.i18n.catalog import speaker
from companion.log.access import Place
from companion.log.roles import Role
from tests.web.browser import Taps, draw, in_view, tap_twice
from tests.web.house import House, open_house
from tests.web.tables import Hand, new_table

pytestmark = pytest.mark.browser

TABLET = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
JONAS, MARA = "Jonas", "Mara"
CARDS = tuple(demo_box().cards)


@dataclass
class Evening:
    house: House
    hand: Hand
    tablet: Page
    jonas: Page
    mara: Page
    spectator: Page

    @property
    def table(self) -> str:
        return f"/tables/{self.hand.look.info.id}"

    @property
    def everybody(self) -> tuple[Page, ...]:
        return self.tablet, self.jonas, self.mara, self.spectator

    @property
    def seq(self) -> int:
        return self.house.backend.service.look(self.hand.look.info.id).seq

    def all_show(self, seq: int, seconds: int = 10) -> None:
        for page in self.everybody:
            expect(page.locator("#table")).to_have_attribute("data-seq", str(seq), timeout=seconds * 1000)


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    """Jonas's turn; Mara holds three cards nobody has seen."""
    with ExitStack() as at_the_end:
        house = at_the_end.enter_context(open_house(tmp_path, trust_loopback=False))
        hand = Hand(house.backend, new_table(house.backend))
        hand.tell_all()
        hand.choose_first_stories()
        changes = [{"op": "replace", "path": "/table/players/2/hidden_cards", "value": 3}]
        hand.record("correction", {"reason": "as on the table", "changes": changes})
        table_id = hand.look.info.id
        pages = []
        places = (
            (Role.HOST, None, TABLET),
            (Role.SEAT, JONAS, PHONE),
            (Role.SEAT, MARA, PHONE),
            (Role.SPECTATOR, None, PHONE),
        )
        for role, player, size in places:
            context = browser.new_context(base_url=house.url, viewport=size, has_touch=True)  # type: ignore[arg-type]
            at_the_end.callback(context.close)
            page = context.new_page()
            page.goto(f"/join/{house.code(table_id, role, player)}")
            if role is Role.HOST:
                page.locator("form button").click()
            pages.append(page)
        made = Evening(house, hand, *pages)
        for page in made.everybody:
            expect(page.locator("html")).to_have_attribute("data-connection", "live")
        yield made


def own_cards(page: Page) -> Locator:
    return page.locator(".own-card svg.card")


def choose_card(page: Page, card: Card) -> None:
    """Its terrain, then the card."""
    words = speaker("en")
    page.locator(".which-card").get_by_role("link", name=words(f"word.{card.terrains[0]}"), exact=True).click()
    page.locator(".which-card").get_by_role("button", name=card_name(card, words), exact=True).click()


def tell_a_hidden_card(evening: Evening) -> str:
    """On Mara's phone, by tapping; the card is one that lies nowhere else."""
    card = CARDS[-1]
    name = card_name(card, speaker("en"))
    evening.mara.get_by_role("link", name="Enter 3 hidden cards").click()
    choose_card(evening.mara, card)
    expect(own_cards(evening.mara)).to_have_attribute("aria-label", name)
    return name


def test_what_is_recorded_on_one_screen_is_on_all(evening: Evening) -> None:
    before = evening.seq
    # Jonas records his turn on his own phone.
    evening.jonas.locator(".pair-button").nth(1).click()
    evening.jonas.get_by_role("button", name="Not now").click()
    evening.all_show(before + 1)
    expect(evening.tablet.locator(".player-head h2")).to_have_text("Inês")
    expect(evening.jonas.locator(".seat-hand .aside")).to_have_text("4 cards")
    expect(evening.mara.locator(".whose")).to_have_text("Inês’s turn, then yours")
    # The tablet takes it back.
    evening.tablet.locator(".undo").first.click()
    evening.all_show(before + 2)
    expect(evening.jonas.locator(".whose")).to_have_text("Your turn")


def test_a_hidden_card_appears_on_one_phone_only(evening: Evening) -> None:
    before = evening.seq
    name = tell_a_hidden_card(evening)
    spelled = str(CARDS[-1])
    others = (evening.tablet, evening.jonas, evening.spectator)

    def nobody_else_sees_it() -> None:
        for page in others:
            assert name not in page.content()
            for path in ("/log.json", "/table.json", "/history", f"/at/{evening.seq}", "/at/nonsense"):
                text = page.request.get(evening.table + path).text()
                assert spelled not in text
                assert name not in text

    evening.all_show(before + 1)
    nobody_else_sees_it()
    expect(evening.jonas.locator(".seat-others li").filter(has_text=MARA).locator(".stat").first).to_have_text("3")
    # Taken back on her phone, and brought back on the tablet.
    evening.mara.locator(".seat-undo button").click()
    evening.all_show(before + 2)
    expect(own_cards(evening.mara)).to_have_count(0)
    nobody_else_sees_it()
    evening.tablet.locator(".redo").first.click()
    evening.all_show(before + 3)
    expect(own_cards(evening.mara)).to_have_attribute("aria-label", name)
    nobody_else_sees_it()
    # An error of hers on somebody else's screen.
    evening.jonas.goto(f"{evening.table}/seat?other=0")
    evening.tablet.goto(f"{evening.table}/seat")
    expect(evening.tablet.locator("h1")).to_be_visible()
    nobody_else_sees_it()


def test_a_wrongly_told_card_is_told_anew(evening: Evening) -> None:
    tell_a_hidden_card(evening)
    evening.mara.get_by_role("link", name="Not now").click()
    expect(evening.mara.locator(".which-card")).to_have_count(0)
    other = card_name(CARDS[0], speaker("en"))
    evening.mara.locator(".own-card").click()
    choose_card(evening.mara, CARDS[0])
    expect(own_cards(evening.mara)).to_have_count(1)
    expect(own_cards(evening.mara)).to_have_attribute("aria-label", other)


def test_telling_cards_goes_on_while_others_play(evening: Evening) -> None:
    evening.mara.get_by_role("link", name="Enter 3 hidden cards").click()
    expect(evening.mara.locator(".which-card")).to_be_visible()
    look = evening.hand.take()
    evening.all_show(look.seq)
    expect(evening.mara.locator(".which-card")).to_be_visible()


def test_she_is_asked_on_her_phone_and_only_the_one_who_asked_hears(evening: Evening) -> None:
    table = evening.hand.play.table
    to = game.find_routes(table, MARA, (JOKER,) * 3)[0].to
    evening.jonas.goto(f"{evening.table}/referee?player={MARA}&to={to.q},{to.r}")
    expect(evening.jonas.locator("html")).to_have_attribute("data-connection", "live")
    evening.jonas.get_by_role("button", name="Ask Mara").click()
    expect(evening.jonas.locator("#asked")).to_contain_text("Mara has been asked")
    put = evening.mara.get_by_role("alert").filter(has_text="Jonas asks")
    expect(put).to_be_visible()
    put.get_by_role("button", name="Give this answer").click()
    expect(evening.jonas.locator("#asked")).to_contain_text("has not entered all hidden cards")
    expect(evening.mara.locator("#put form")).to_have_count(0)
    for page in (evening.tablet, evening.spectator):
        assert "has not entered all" not in page.content()


def test_after_a_restart_everybody_is_back_in_the_own_place(evening: Evening) -> None:
    name = tell_a_hidden_card(evening)
    evening.house.stop()
    for page in evening.everybody:
        expect(page.get_by_role("alert").filter(has_text="Companion was stopped")).to_be_visible()
    evening.house.start()
    backend = evening.house.backend
    evening.hand = Hand(backend, backend.service.look(evening.hand.look.info.id), 100)
    look = evening.hand.take()
    evening.all_show(look.seq, seconds=30)
    for page in evening.everybody:
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
    expect(own_cards(evening.mara)).to_have_attribute("aria-label", name)
    for page in (evening.tablet, evening.jonas, evening.spectator):
        assert name not in page.content()


def test_a_phone_whose_code_was_replaced_shows_nothing_any_more(evening: Evening) -> None:
    name = tell_a_hidden_card(evening)
    store = evening.house.app.extensions["access"]
    store.revoke(Place(evening.hand.look.info.id, Role.SEAT, MARA), "2026-11-18T00:00:00Z")
    evening.hand.look = evening.house.backend.service.look(evening.hand.look.info.id)
    evening.hand.take()
    expect(evening.mara.locator("#table")).to_have_count(0)
    assert name not in evening.mara.content()


def test_a_turn_on_the_phone_needs_no_scrolling_and_is_paid_as_one_likes(evening: Evening) -> None:
    held = {"do": "set-hand", "player": JONAS, "hand": [str(card) for card in CARDS[:12]], "hidden_cards": 2}
    look = evening.hand.record("correction", {"reason": "a late moment", "changes": [held]})
    evening.all_show(look.seq)
    page, play = evening.jonas, evening.hand.play
    in_view(page, ".seat-actions .button")
    in_view(page, ".pair-button")
    in_view(page, "#where .map-frame")
    player = play.table.player(JONAS)
    to = game.find_routes(play.table, JONAS, player.hand)[0].to
    tap = Taps(page)
    tap(f'#where [data-space="{to.q},{to.r}"]')
    in_view(page, ".route-panel .primary")
    in_view(page, ".tolls .price")
    tap(".tolls .price")
    in_view(page, ".exchanges .card-button")
    tap(".exchanges .card-button:not(.chosen)")
    tap(".route-panel .primary")
    assert tap.count == 4
    evening.all_show(look.seq + 1)
    assert evening.house.backend.service.look(look.info.id).state.play.table.board.camps[to].player == JONAS


@pytest.mark.parametrize("pause", [0, 90, 300])
def test_a_double_tap_on_the_phone_is_one_turn(evening: Evening, pause: int) -> None:
    held = {"do": "set-hand", "player": JONAS, "hand": [str(card) for card in CARDS[:12]]}
    look = evening.hand.record("correction", {"changes": [held]})
    play, page = evening.hand.play, evening.jonas
    to = game.find_routes(play.table, JONAS, play.table.player(JONAS).hand)[0].to
    page.goto(f"{evening.table}/seat?to={to.q},{to.r}")
    tap_twice(page, ".route-panel .primary", pause)
    expect(page.locator("#table")).to_have_attribute("data-seq", str(look.seq + 1))
    page.wait_for_function("now => performance.now() > now + 400", arg=page.evaluate("performance.now()"))
    assert evening.seq == look.seq + 1


def test_a_route_is_drawn_with_a_finger_on_the_phone(evening: Evening) -> None:
    held = {"do": "set-hand", "player": JONAS, "hand": [str(card) for card in CARDS[:12]]}
    look = evening.hand.record("correction", {"changes": [held]})
    evening.all_show(look.seq)
    play, page = evening.hand.play, evening.jonas
    found = game.find_routes(play.table, JONAS, play.table.player(JONAS).hand)
    route = max((one for one in found if one.cards <= 3), key=lambda one: one.cards)
    draw(page, route.path, "#where")
    in_view(page, ".route-panel .primary")
    page.locator(".route-panel .primary").click()
    evening.all_show(look.seq + 1)
    body = evening.house.backend.service.store.entries(look.info.id)[-1].body
    assert [tuple(at) for at in body["path"]] == [tuple(at) for at in route.path]
