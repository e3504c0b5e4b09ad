"""The River by photo: tiles into the box, a board onto the pad and against a record, and what goes wrong on the way."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.formats.mode import Mode
from companion.log.datadir import DataDir
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.river.formats.tiles import tile_json
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.river.made_photos import ALONG, TILES, board_photo, tiles_photo
from tests.web.browser import watched_page
from tests.web.conftest import start_server

pytestmark = pytest.mark.browser
READ_MS = 90_000
"""Reading takes seconds; on a busy machine many."""
PHONE = {"width": 390, "height": 844}
BY_NAME = {str(tile.id): tile for tile, _ in river_demo_box().tiles}


@dataclass(frozen=True)
class Opened:
    page: Page
    backend: Backend
    folder: Path

    def photo(self, address: str, picture: bytes, shows: str) -> None:
        """A photo chosen at this address, and read."""
        (self.folder / "photo.jpg").write_bytes(picture)
        self.page.goto(address)
        self.page.locator('input[type="file"]').last.set_input_files(self.folder / "photo.jpg")
        self.page.locator(shows).wait_for(timeout=READ_MS)


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    with open_backend(DataDir(tmp_path)) as backend:
        app = create_app(WebConfig(data_dir=tmp_path, companion=backend, testing=True))
        running = start_server(app)
        with watched_page(browser, allowed=("422",), base_url=running.url, viewport=PHONE) as page:
            yield Opened(page, backend, tmp_path)
        running.stop()
        app.extensions["photo_jobs"].stop()


def answer(page: Page, number: int, name: str) -> None:
    """What the tiles of a group show."""
    tile = BY_NAME[name]
    page.locator(f'input[name="kind-{number}"][value="{tile.kinds[0]}"]').check()
    for kind, count in (tile.symbols or {}).items():
        page.locator(f'input[name="symbols-{number}-{kind}"]').fill(str(count))
    if tile.storages:
        page.locator(f'input[name="storages-{number}"]').fill(str(tile.storages))
    written = tile_json(tile)
    if len(tile.kinds) > 1 or tile.meadow:
        page.locator(f"#group-{number} summary").click()
    if len(tile.kinds) > 1:
        page.locator(f'select[name="kind2-{number}"]').select_option(str(tile.kinds[1]))
    if tile.meadow:
        page.locator(f'select[name="meadow-{number}"]').select_option(str(written["meadow"]))


def test_a_box_is_learned_then_a_board_scored_and_a_record_checked(opened: Opened) -> None:
    page, service = opened.page, opened.backend.service
    box = service.create("river-box", {"box": {**write_river_box(river_demo_box()), "name": "Ours"}})
    opened.photo(f"/river-box/{box.info.id}/photo", tiles_photo(), ".river-groups")
    # All tiles of the photo are different: each is a question, in the order they lie.
    for number, name in enumerate(TILES):
        answer(page, number, name)
    page.get_by_role("button", name="Put them in the box").click()
    page.wait_for_url("**/river-box/*done=tiles*")
    state = service.look(box.info.id).state
    assert {tile.id for tile, _ in state.box.tiles} == set(TILES)
    assert set(state.look["tiles"]) == set(TILES)

    players = [{"name": "Ada", "color": "black"}, {"name": "Bea", "color": "blue"}]
    header = {"table": {"format": "river-table/1", "players": players, "over": True}, "begun": True}
    pad = service.create("river", {**header, "mode": Mode.QUICK_SCORE})
    opened.photo(f"/tables/{pad.info.id}/river/photo", board_photo(turn=90.0), ".photo-review")
    expect(page.locator(".river-read li")).to_have_count(12)
    # A tap on a tile, and it is another one; and back again.
    page.locator("a.press").first.click()
    page.locator("#space .tile-button").nth(1).click()
    page.locator("a.press").first.click()
    page.locator("#space .tile-button").first.click()
    page.get_by_role("button", name="Onto the score pad").click()
    page.wait_for_url("**/score/*")
    quick = service.look(pad.info.id).state.table.player("Ada").quick
    assert quick.columns == (0, 0, 0, 0)
    # The meadow on space 5 counts the two forests.
    assert [(str(kind), count) for kind, count in quick.meadows] == [("terrain", 2)]

    tiles = [tile_json(BY_NAME[name]) for name in (*ALONG[:3], "D1", *ALONG[4:])]
    record = {"format": "river-table/1", "players": [{**players[0], "tiles": tiles}, players[1]], "round": 4}
    table = service.create("river", {"table": record, "begun": True})
    opened.photo(f"/tables/{table.info.id}/river/photo", board_photo(turn=90.0), ".photo-review")
    expect(page.locator('input[name="place"]')).to_have_count(1)
    page.locator('input[name="place"]').check()
    page.get_by_role("button", name="The photo is right").click()
    page.wait_for_url("**/correct*")
    names = [tile.id for tile in service.look(table.info.id).state.table.player("Ada").tiles]
    assert names == list(ALONG)


def test_a_photo_of_something_else_is_said_and_changes_nothing(opened: Opened) -> None:
    page, service = opened.page, opened.backend.service
    box = service.create("river-box", {"box": {**write_river_box(river_demo_box()), "name": "Ours"}})
    header = {"table": {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bea"}], "over": True}}
    pad = service.create("river", {**header, "begun": True, "mode": Mode.QUICK_SCORE})
    page.goto(f"/tables/{pad.info.id}/river/photo")
    expect(page.get_by_text("does not know your terrain tiles yet")).to_be_visible()
    opened.photo(f"/river-box/{box.info.id}/photo", b"\xff\xd8\xff no photo at all", ".notice.bad")
    assert service.look(box.info.id).state.look is None
