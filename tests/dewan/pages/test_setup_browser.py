"""From the home page to the first turn in a real Chromium, with fingers: every scenario, every tap counted."""

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import Browser, Locator, Page, expect

from companion.dewan.demo import demo_box
from companion.dewan.rules.play import StepKind
from companion.dewan.rules.words import ScenarioName
from companion.web.backend import Backend
from tests.dewan.boxes import all_boxes
from tests.looks import every_look
from tests.web.browser import watched_page
from tests.web.conftest import LiveServer
from tests.web.past_games import quick_score
from tests.web.tables import new_table

pytestmark = pytest.mark.browser

TABLET = {"width": 1024, "height": 768}


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    with watched_page(browser, base_url=live_server.url, viewport=TABLET, allowed=("422", "413")) as page:
        yield page


class Taps:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, what: Locator) -> None:
        self.count += 1
        what.tap()
        expect(self.page.locator(".htmx-request")).to_have_count(0)


def lay_all(page: Page, tap: Taps, scenario: ScenarioName, players: int) -> None:
    """The first tiles of each kind, one tap each: every tile finds the next place of its kind."""
    layout = demo_box().layout(scenario, players)
    assert layout
    for kind in dict.fromkeys(slot.kind for slot in layout.slots):
        number = sum(slot.kind == kind for slot in layout.slots)
        for tile in [tile for tile in demo_box().tiles if tile.kind == kind][:number]:
            tap(page.get_by_role("button", name=f"Place tile {tile.id}", exact=True))
            expect(page.locator(f'[data-tile="{tile.id}"]')).to_be_attached()


@pytest.mark.parametrize(
    ("scenario", "players", "tiles"),
    [("base", 3, 6), ("team", 4, 8), ("downpour", 2, 5), ("volcano", 4, 9), ("lake-villages", 3, 6)],
)
def test_a_table_is_set_up_in_few_taps(page: Page, backend: Backend, scenario: str, players: int, tiles: int) -> None:
    name = ScenarioName(scenario)
    tap = Taps(page)
    page.goto("/")
    tap(page.get_by_role("link", name="New table"))
    tap(page.locator(f"#scenario-{scenario}"))
    expect(page.locator(f"#scenario-{scenario}")).to_have_attribute("aria-pressed", "true")
    if scenario != "team":  # team play is for four by itself
        tap(page.locator(f"#players-{players}"))
    expect(page.locator(".seat")).to_have_count(players)
    tap(page.get_by_role("button", name="Pick the tiles"))
    expect(page).to_have_url(re.compile("/map$"))
    lay_all(page, tap, name, players)
    expect(page.get_by_text(f"{tiles} of {tiles} placed.")).to_be_visible()
    tap(page.get_by_role("button", name="Use this map"))
    expect(page.get_by_role("link", name="Place a Camp")).to_be_visible()
    # Door, scenario, players, on to the map, one a tile, done.
    assert tap.count <= 5 + tiles
    (look,) = every_look(backend.service)
    table = look.state.play.table
    assert (table.scenario, len(table.players)) == (name, players)
    assert len(table.board.printed) == 7 * tiles
    assert sorted(camp.player for camp in table.board.camps.values()) == sorted(one.name for one in table.players)


MOST_TAPS = 12
"""From the home page to the first turn, three players, the map by lot."""


def test_three_friends_are_at_their_first_turn_in_few_taps(page: Page, backend: Backend) -> None:
    quick_score(backend, "Last Friday", Mara=41, Jonas=38, Zoe=30)
    tap = Taps(page)
    page.goto("/")
    tap(page.get_by_role("link", name="New table"))
    for name in ("Zoe", "Mara", "Jonas"):
        tap(page.get_by_role("button", name=name, exact=True))
        expect(page.get_by_role("button", name=name, exact=True)).to_have_attribute("aria-pressed", "true")
    tap(page.get_by_role("button", name="Draw it at random"))
    expect(page.get_by_role("heading", name="Lay the map like this")).to_be_visible()
    tap(page.get_by_role("link", name="The map is laid"))
    (look,) = [one for one in every_look(backend.service) if not one.summary.over]
    assert look.state.play.next.kind is StepKind.TURN
    expect(page.get_by_role("heading", name=look.state.play.next.player, exact=True)).to_be_visible()
    assert [player.name for player in look.state.play.table.players] == ["Zoe", "Mara", "Jonas"]
    assert len(look.state.play.table.board.printed) == 42
    assert tap.count <= MOST_TAPS


def test_names_are_typed_and_stay_when_something_else_is_tapped(page: Page) -> None:
    page.goto("/tables/new")
    page.locator("#name-1").fill("שרה 👩🏽‍🌾")
    page.locator("#name-2").fill("Jo")
    page.locator("#players-4").tap()
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator("#name-1")).to_have_value("שרה 👩🏽‍🌾")
    page.locator("#players-2").tap()
    expect(page.locator(".seat")).to_have_count(2)
    page.get_by_role("button", name="Move Jo one seat earlier").tap()
    expect(page.locator("#name-1")).to_have_value("Jo")
    page.get_by_role("button", name="Later").tap()
    expect(page.locator("h1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{10,}$"))
    expect(page.locator(".turn-order")).to_contain_text("שרה")


def test_the_same_name_twice_is_said_at_the_seat_and_nothing_is_lost(page: Page) -> None:
    page.goto("/tables/new")
    page.locator("#title").fill("Friday")
    for seat in (1, 2):
        page.locator(f"#name-{seat}").fill("Mara")
    page.get_by_role("button", name="Later").tap()
    expect(page.locator(".seat").nth(1)).to_contain_text("The name “Mara” is used twice.")
    expect(page.locator("#title")).to_have_value("Friday")
    expect(page.locator("#name-1")).to_have_value("Mara")


def test_a_name_of_three_megabytes_leaves_the_page_as_it_was(page: Page) -> None:
    page.goto("/tables/new")
    page.locator("#name-1").fill("Mara")
    page.locator("#name-2").evaluate("one => { one.removeAttribute('maxlength'); one.value = 'x'.repeat(3_000_000); }")
    with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
        page.get_by_role("button", name="Later").tap()
    assert answered.value.status == 413
    expect(page.locator("#notice")).to_contain_text("Too much at once")
    expect(page.locator("#name-1")).to_have_value("Mara")
    page.locator("#name-2").evaluate("one => { one.value = 'Jo'; }")
    page.get_by_role("button", name="Later").tap()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{10,}$"))


def new_map(page: Page) -> None:
    page.goto("/tables/new")
    page.get_by_role("button", name="Pick the tiles").tap()
    expect(page).to_have_url(re.compile("/map$"))


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tile_is_dragged_to_where_it_lies(page: Page) -> None:
    new_map(page)
    tap = Taps(page)
    for tile in ("S1", "N1"):
        tap(page.get_by_role("button", name=f"Place tile {tile}", exact=True))
        expect(page.locator(f'[data-tile="{tile}"]')).to_be_attached()
    centre, neutral = middle(page.locator('[data-tile="S1"]')), middle(page.locator('[data-tile="N1"]'))
    # N1 lies at (2, 1) from S1; the mirrored way to interlock is (1, 2). On paper the step between them leads
    # half a space to the left and one row down.
    width = (neutral[0] - centre[0]) / 2.5
    page.mouse.move(*neutral)
    page.mouse.down()
    page.mouse.move(neutral[0] - width / 2, neutral[1] + width * 0.87, steps=6)
    page.mouse.up()
    expect(page.locator('[data-tile="N1"]')).to_have_attribute("data-at", "1,2")
    expect(page.locator("h1")).to_have_text("Lay out the map as it is on the table")
    # Dropped onto the other tile it snaps away from it.
    page.mouse.move(*middle(page.locator('[data-tile="N1"]')))
    page.mouse.down()
    page.mouse.move(*middle(page.locator('[data-tile="S1"]')), steps=6)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"move%2C0%2C0%2CN1"))
    expect(page.locator('[data-tile="N1"]')).not_to_have_attribute("data-at", "0,0")
    page.get_by_role("link", name="Undo").tap()
    expect(page.locator('[data-tile="N1"]')).to_have_attribute("data-at", "1,2")
    page.get_by_role("link", name="Undo").tap()
    expect(page.locator('[data-tile="N1"]')).to_have_attribute("data-at", "2,1")


def test_a_tile_is_turned_by_taps_and_given_to_another_player(page: Page) -> None:
    new_map(page)
    tap = Taps(page)
    tap(page.locator('[data-slot="4,2"]'))
    tap(page.get_by_role("button", name="Place tile S3", exact=True))
    expect(page.locator('[data-tile="S3"]')).to_have_attribute("data-at", "4,2")
    tap(page.get_by_role("link", name="Rotate tile S3"))
    expect(page).to_have_url(re.compile(r"turn%2C-1%2CS3$"))
    tap(page.get_by_role("link", name="This Starting tile belongs to Marigold"))
    expect(page.get_by_role("link", name="This Starting tile belongs to Marigold")).to_have_class(re.compile("pressed"))
    # The address is the draft: it is still there after a reload.
    page.reload()
    expect(page.locator('[data-tile="S3"]')).to_have_attribute("data-at", "4,2")


def test_a_tile_is_painted_with_one_tap_a_space_and_used(page: Page, backend: Backend) -> None:
    new_map(page)
    tap = Taps(page)
    tap(page.get_by_role("link", name="Paint a tile"))
    for number, terrain in enumerate(("Water", "Water", "Forest", "Desert", "Mountain", "Badlands", "Forest"), 1):
        tap(page.get_by_role("button", name=terrain, exact=True))
        expect(page.locator(".canvas .space")).to_have_count(number)
    page.locator("#tile-name").fill("Found under the sofa")
    tap(page.get_by_role("button", name="Save and place it"))
    expect(page.locator('[data-tile="Found under the sofa"]')).to_be_attached()
    # Start, seven spaces, keep.
    assert tap.count == 9
    lay_rest = ("S1", "S2", "S3", "N1", "N2")
    for tile in lay_rest:
        tap(page.get_by_role("button", name=f"Place tile {tile}", exact=True))
        expect(page.locator(f'[data-tile="{tile}"]')).to_be_attached()
    tap(page.get_by_role("button", name="Use this map"))
    expect(page.locator(".table-head")).to_be_visible()
    tables = [look for look in every_look(backend.service) if look.info.game == "dewan"]
    board = tables[0].state.play.table.board
    assert len(board.printed) == 42
    (own,) = [box for box_id, box in all_boxes(backend).items() if box_id != "demo"]
    assert own.tile("Found under the sofa")


def test_a_tile_is_painted_by_letter_keys(page: Page) -> None:
    new_map(page)
    page.get_by_role("link", name="Paint a tile").tap()
    expect(page.locator(".letters")).to_be_visible()
    page.keyboard.type("mbdfwww")  # faster than the server answers
    expect(page).to_have_url(re.compile("faces=MBDFWWW"))


def test_set_up_and_picker_work_without_scripts(browser: Browser, live_server: LiveServer, backend: Backend) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, viewport=TABLET)
    page = context.new_page()
    page.goto("/tables/new")
    page.locator("#scenario-volcano").click()
    page.locator("#players-2").click()
    expect(page.locator(".checklist")).to_contain_text("6 cards on the Event tile, 39 beside it")
    page.get_by_role("button", name="Pick the tiles").click()
    for tile in ("S1", "S2", "N1", "N2", "V1"):
        page.get_by_role("button", name=f"Place tile {tile}", exact=True).click()
    page.get_by_role("link", name="Rotate tile V1").click()
    page.get_by_role("link", name="Tile N2 on the map").click()
    page.get_by_role("link", name="Move", exact=True).click()
    page.get_by_role("link", name="Move it here").first.click()
    page.get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Use this map").click()
    expect(page.locator(".table-head")).to_be_visible()
    context.close()
    (look,) = every_look(backend.service)
    assert len(look.state.play.table.board.printed) == 35


def test_six_open_cards_are_told_in_seven_taps(page: Page, backend: Backend) -> None:
    page.goto(f"/tables/{new_table(backend, stories=False).info.id}")
    tap = Taps(page)
    tap(page.get_by_role("link", name="Enter 6 faceup cards"))
    for place in range(1, 7):
        expect(page.get_by_text(f"Which card is at position {place}?")).to_be_visible()
        tap(page.locator(".card-button").nth(place))
    expect(page.get_by_role("link", name="Take cards 1 and 2")).to_be_visible()
    assert tap.count == 7
    (look,) = every_look(backend.service)
    assert all(str(card) != "untold" for card in look.state.play.table.row)


@pytest.mark.parametrize("path", ["/tables/new", "map", "map?paint=neutral&faces=MBDFWMB"])
@pytest.mark.parametrize("size", [TABLET, {"width": 390, "height": 844}, {"width": 320, "height": 640}])
def test_everything_fits_and_is_finger_sized(page: Page, path: str, size: dict[str, int]) -> None:
    if path.startswith("map"):
        new_map(page)
        path = page.url.removesuffix("map") + path
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    found = page.locator("a:visible:not(.skip-link):not(.press), button:visible:not(.only-read-aloud)")
    assert found.count() > 5
    small = found.evaluate_all(
        """all => all.map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([html]) => html)"""
    )
    assert small == []
