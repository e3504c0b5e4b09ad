"""My box in a real Chromium: typed with the keyboard, tapped with a finger, written out and read in again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.dewan.demo import demo_box_json
from companion.dewan.rules.tiles import Box, TileKind
from companion.dewan.rules.words import Landmark, Terrain
from companion.rules.hexes import Hex
from companion.web.backend import Backend
from tests.dewan.boxes import all_boxes
from tests.web.browser import watched_page
from tests.web.conftest import LiveServer

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    at_desk = {"viewport": {"width": 1024, "height": 768}, "has_touch": False}
    with watched_page(browser, base_url=live_server.url, allowed=("422", "413"), **at_desk) as page:
        yield page


def own_box(backend: Backend) -> Box:
    return own_boxes(backend)[0]


def own_boxes(backend: Backend) -> list[Box]:
    return list(all_boxes(backend).values())[1:]


def new_box(page: Page) -> None:
    page.goto("/box")
    page.locator('form[action$="/new"] input[name="name"]').fill("Typed")
    page.locator('form[action$="/new"] button:not([name])').click()
    expect(page.locator("#tile-form")).to_be_visible()


def type_line(page: Page, text: str, count: str) -> None:
    """Type without looking up: the line has the focus by itself."""
    expect(page.locator("[data-line]")).to_be_focused()
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.locator('.box-part[aria-current="page"] .count')).to_have_text(count)


def part(page: Page, name: str) -> None:
    page.locator(f'.box-part[href$="/{name}"]').click()
    expect(page.locator(f"#box.part-{name}")).to_be_visible()


def test_a_box_is_typed_written_out_and_read_in_again(page: Page, backend: Backend, tmp_path: Path) -> None:
    new_box(page)
    type_line(page, "fd+m*a9fww", "1")
    type_line(page, "ffmbfwd", "2")
    type_line(page, "ddfvfbw", "3")
    part(page, "cards")
    type_line(page, "fb 3m/b m/wf", "5 of 55")
    part(page, "stories")
    type_line(page, "ffcc 5 1", "1 of 24")
    type_line(page, "wwa 3", "2 of 24")
    expect(page.locator(".box-list")).to_contain_text("1 of them requires Water")
    box = own_box(backend)
    assert [(tile.id, tile.kind) for tile in box.tiles] == [
        ("S1", TileKind.STARTING),
        ("N1", TileKind.NEUTRAL),
        ("V1", TileKind.VOLCANO),
    ]
    page.locator(".menu summary").click()
    with page.expect_download() as download:
        page.locator('.menu-list a[href$="box.json"]').click()
    file = tmp_path / "written.json"
    download.value.save_as(file)
    page.goto("/box")
    page.locator('input[type="file"]').set_input_files(file)  # a file that is chosen is opened at once
    expect(page.locator("#tile-form")).to_be_visible()
    assert own_boxes(backend) == [box, box]


def test_a_tile_is_typed_and_mended_from_the_keyboard(page: Page, backend: Backend) -> None:
    new_box(page)
    drawing = page.locator("#draft")
    expect(page.locator("[data-line]")).to_be_focused()
    page.keyboard.type("fd")
    expect(drawing.locator(".space.forest")).to_have_count(1)
    expect(drawing.locator(".space.desert")).to_have_count(1)
    # The space that comes next is marked on the drawing.
    expect(drawing.locator(".press:has(.telling)")).to_have_attribute("data-space", "-1,0")
    page.keyboard.type("mbfww")
    expect(drawing.locator(".space")).to_have_count(7)
    # Up from the last space to the middle and told anew; the next letter tells the one beside it.
    page.keyboard.press("ArrowUp")
    expect(drawing.locator(".press:has(.telling)")).to_have_attribute("data-space", "0,0")
    page.keyboard.type("*d+")
    line = page.locator("[data-line]")
    expect(line).to_have_value("fdm*d+ww")
    page.keyboard.type("+")  # once more takes the berry away
    expect(line).to_have_value("fdm*dww")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("c9")
    expect(line).to_have_value("fdm*c9dww")
    page.keyboard.press("Enter")
    expect(page.locator(".tile-card")).to_have_count(1)
    tile = own_box(backend).tiles[0]
    assert tile.spaces[Hex(0, 0)].ground is Landmark.START
    assert tile.spaces[Hex(1, 0)].ground is Terrain.DESERT
    assert [icon.between for icon in tile.icons] == [(Hex(0, 0), Hex(1, -1))]


def test_a_tile_is_tapped_and_undone(page: Page, backend: Backend) -> None:
    new_box(page)
    for number, key in enumerate("fdmbfww", 1):
        page.locator(f'.palette button[value="{key}"]').click()
        expect(page.locator("#draft .space")).to_have_count(number)
    page.locator('button[value="tool:berry"]').click()
    expect(page.locator('button[value="tool:berry"]')).to_have_attribute("aria-pressed", "true")
    page.locator('#draft .press[data-space="0,-1"]').click()
    expect(page.locator("[data-line]")).to_have_value("f+d mbf ww")
    page.locator('button[value="tool:artifact"]').click()
    page.locator('.press[href*="side%3A1%3A1"]').click()
    expect(page.locator("[data-line]")).to_have_value("f+da1 mbf ww")
    page.locator(".save").click()
    expect(page.locator(".undo .what")).to_have_text("Tile N1 added")
    page.locator(".undo").click()
    expect(page.locator(".tile-card")).to_have_count(0)
    assert own_box(backend).tiles == ()
    page.locator(".redo").click()
    expect(page.locator(".tile-card")).to_have_count(1)


def test_a_mistake_is_said_where_it_was_made_and_the_line_is_mended(page: Page, backend: Backend) -> None:
    new_box(page)
    expect(page.locator("[data-line]")).to_be_focused()
    page.keyboard.type("ffxbfww")
    page.keyboard.press("Enter")
    expect(page.locator(".tile-controls .wrong")).to_contain_text("“x”")
    line = page.locator("[data-line]")
    expect(line).to_have_value("ffxbfww")
    expect(line).to_be_focused()
    line.fill("ffmbfww")
    line.press("Enter")
    expect(page.locator(".tile-card")).to_have_count(1)
    # What is too large is refused where it was pasted, and stays there.
    page.goto("/box")
    page.locator('textarea[name="pasted"]').fill(json.dumps(demo_box_json()) + " " * 3_000_000)
    page.locator(".read-in button").click()
    expect(page.locator(".read-in .wrong")).to_contain_text("more than 2 MB")
    assert len(page.locator('textarea[name="pasted"]').input_value()) > 3_000_000


def test_a_layout_is_tapped(page: Page, backend: Backend) -> None:
    new_box(page)
    part(page, "layouts")
    page.locator('.press[data-space="0,0"] .hit').click()
    expect(page.locator(".layout-stage .slot")).to_have_count(1)
    page.locator('button[value="kind:neutral"]').click()
    expect(page.locator('button[value="kind:neutral"]')).to_have_attribute("aria-pressed", "true")
    page.locator('.press[data-space="2,1"] .hit').click()
    expect(page.locator(".layout-stage .slot")).to_have_count(2)
    page.locator(".save").click()
    expect(page.locator('.box-part[aria-current="page"] .count')).to_have_text("1 of 13")
    assert [(slot.kind, slot.at) for slot in own_box(backend).layouts[0].slots] == [
        (TileKind.STARTING, Hex(0, 0)),
        (TileKind.NEUTRAL, Hex(2, 1)),
    ]


@pytest.mark.parametrize("name", ["tiles", "cards", "stories", "colors", "layouts"])
def test_nothing_is_wider_than_a_phone_and_every_button_fits_a_finger(page: Page, backend: Backend, name: str) -> None:
    look = backend.service.create("dewan-box", {"box": demo_box_json()})
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/box/{look.info.id}/{name}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        """() => [...document.querySelectorAll('#box button, #box a.button, #box summary, #box .box-part')]
            .filter((one) => !one.matches('.only-read-aloud') && one.checkVisibility())
            .map((one) => [one.className + one.value, one.getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 40)
            .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []
