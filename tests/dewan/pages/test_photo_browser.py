"""Photos in a real Chromium: taken, waited for, looked over, accepted; four taps; compared; kept; without scripts."""

import base64
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Locator, Page, expect

from companion.dewan.demo import demo_box
from companion.dewan.formats.stories import BOX_STORY
from companion.dewan.rules.words import LAND
from companion.log.datadir import DataDir
from companion.service.answers import IdTaken, Missed, TableView
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.dewan.boxes import all_boxes
from tests.web import told_reader
from tests.web.browser import Taps
from tests.web.conftest import LiveServer, start_server
from tests.web.photos import FAST, PHOTOS, box_of, key_of, table_of, truth_of
from tests.web.told_reader import board, piece, story, told_photo

pytestmark = pytest.mark.browser

READ_MS = 90_000
"""Reading takes seconds; on a busy machine many."""
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Backend, LiveServer, Path, Flask]]:
    folder = tmp_path_factory.mktemp("photos")
    with open_backend(DataDir(folder)) as backend:
        app = create_app(WebConfig(data_dir=folder, companion=backend, testing=True))
        running = start_server(app)
        yield backend, running, folder, app
        running.stop()
        app.extensions["photo_jobs"].stop()


@pytest.fixture
def backend(house: tuple[Backend, LiveServer, Path, Flask]) -> Backend:
    return house[0]


@pytest.fixture
def open_page(browser: Browser, house: tuple[Backend, LiveServer, Path, Flask]) -> Iterator[Any]:
    contexts, complaints = [], list[str]()

    def opened(viewport: Any = TABLET, **more: Any) -> Page:
        context = browser.new_context(base_url=house[1].url, viewport=viewport, has_touch=True, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [text for text in complaints if "422" not in text] == []


def choose(page: Page, look: TableView, name: str = FAST) -> None:
    """Choose a picture: it is sent at once, and read."""
    page.goto(f"/tables/{look.info.id}/photo")
    page.locator('input[type="file"]').last.set_input_files(PHOTOS / f"{name}.jpg")


def spaces(page: Page) -> Locator:
    return page.locator(".photo-map a[data-space]")


def reviewed(page: Page, name: str = FAST) -> None:
    expect(spaces(page)).to_have_count(len(truth_of(name)["hexes"]), timeout=READ_MS)


def bare_space(page: Page) -> Locator:
    """One without a camp, large enough to hit."""
    return page.locator(".photo-map a[aria-label='Forest']").last


def test_taken_waited_for_corrected_and_accepted_on_a_phone(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page(PHONE)
    choose(page, look)
    expect(page.locator(".stages li, .photo-review").first).to_be_visible(timeout=READ_MS)
    reviewed(page)
    camps = len(truth_of(FAST)["camps"])
    expect(page.locator(".photo-accept")).to_contain_text(f"with {camps} Camps")

    # A tap asks; one more puts it right; and it can be taken back.
    at = bare_space(page).get_attribute("data-space")
    bare_space(page).click()
    expect(page.locator(".photo-space h2")).to_be_visible()
    page.locator(".palette-key", has_text="Volcano").click()
    expect(page.locator(f'.photo-map a[data-space="{at}"]')).to_have_attribute("aria-label", "Volcano")
    page.locator(".photo-review .undo").click()
    expect(page.locator(f'.photo-map a[data-space="{at}"]')).not_to_have_attribute("aria-label", "Volcano")

    # With a tool in hand every tap on the photo does it.
    page.locator('.photo-tools a[aria-label="Camps of P0"]').click()
    expect(page.locator("#photo-tap")).to_be_attached()
    page.locator(f'.photo-map a[data-space="{at}"]').click()
    expect(page.locator(f'.photo-map a[data-space="{at}"]')).to_have_attribute("aria-label", "Forest, Camp of P0")
    expect(page.locator(".photo-accept")).to_contain_text(f"with {camps + 1} Camps")

    page.locator(".photo-accept button.primary").click()
    expect(page.locator(".table-map svg.map")).to_be_visible()
    board = backend.service.look(look.info.id).state.play.table.board
    assert len(board.printed) == len(truth_of(FAST)["hexes"])
    assert at is not None
    assert board.camps[tuple(map(int, at.split(",")))].player == "P0"
    assert backend.albums.of(look.info.id) == ()


def test_a_tile_is_turned_by_a_tap_and_the_keyboard_walks_over_the_photo(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page()
    choose(page, look)
    reviewed(page)
    bare_space(page).focus()
    before = page.locator(":focus").get_attribute("data-space")
    page.keyboard.press("ArrowUp")
    expect(page.locator(":focus")).not_to_have_attribute("data-space", before or "")
    page.keyboard.press("Enter")
    expect(page.locator(".photo-space")).to_be_visible()
    page.locator(".turns button").first.click()
    expect(page.locator(".photo-review .undo")).to_be_enabled()
    expect(page.locator(".photo-space .turns")).to_be_visible()
    for _ in range(5):
        page.locator(".turns button").first.click()
        expect(page.locator(".htmx-request, .htmx-settling")).to_have_count(0)
    expect(page.locator(".photo-title")).to_contain_text("All 4 tiles recognized")


def test_four_taps_with_a_magnifying_glass(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page()
    choose(page, look)
    reviewed(page)
    key = key_of(page.url)
    page.goto(f"/tables/{look.info.id}/photo/{key}/taps")
    picture = page.locator('input[type="image"]')
    frame = picture.bounding_box()
    assert frame is not None
    truth = truth_of(FAST)
    middles = {(space["q"], space["r"]): space["centre_px"] for space in truth["hexes"]}
    q, r = truth["tiles"][0]["centre"]
    for number, (dq, dr) in enumerate(((0, 0), (1, 0), (1, -1), (0, 1)), 1):
        x, y = (value * frame["width"] / truth["size"][0] for value in middles[q + dq, r + dr])
        picture.hover(position={"x": x, "y": y})
        page.mouse.down()
        expect(page.locator("[data-loupe]")).to_be_visible()
        page.mouse.up()
        if number < 4:
            expect(page.locator(".tap-mark")).to_have_count(number)
    reviewed(page)


def test_compared_in_mid_game_and_corrected(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page()
    choose(page, look)
    reviewed(page)
    page.locator(".photo-accept button.primary").click()
    expect(page.locator(".table-map svg.map")).to_be_visible()
    look = backend.service.look(look.info.id)
    board = look.state.play.table.board
    empty = next(at for at in sorted(board.printed) if board.is_free(at) and board.ground[at] == "forest")
    slip = [{"op": "add", "path": "/table/map/camps/-", "value": {"player": "P1", "at": list(empty)}}]
    backend.service.correct(look.info.id, look.seq, "slip", "a slip", slip)
    choose(page, look)
    expect(page.locator(".differences li")).to_have_count(1, timeout=READ_MS)
    expect(page.locator(".differences")).to_contain_text("The Camp of P1 is not in the photo.")
    expect(page.locator(".photo-map .seen-number")).to_have_count(1)
    page.locator('.differences button[value="table"]').click()
    expect(page.locator(".agree")).to_be_visible()
    assert empty not in backend.service.look(look.info.id).state.play.table.board.camps
    page.locator(".photo-compare .undo").click()
    expect(page.locator(".differences li")).to_have_count(1)
    page.locator('.differences button[value="record"]').click()
    expect(page.locator(".left-ones li")).to_have_count(1)
    assert empty in backend.service.look(look.info.id).state.play.table.board.camps


def game_under_way(backend: Backend, row: bool = True) -> TableView:
    """The table of the print's game, its map and starts recorded, nothing else. ``row``: cards are recorded, too."""
    truth = json.loads((PHOTOS / "print" / "game.json").read_text())
    box = json.loads((PHOTOS / "print" / "box.json").read_text())
    kept = backend.service.create("dewan-box", {"box": box})
    ground = {(h["q"], h["r"]): h["terrain"] for h in truth["hexes"]}
    starts = {f"P{c['color']}": c["at"] for c in truth["camps"] if ground[tuple(c["at"])] == "start"}
    players = [{"name": name, "color": name[1:]} for name in starts]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players}
    look = backend.service.create("dewan", {"table": record, "box": kept.info.id, "stories": False, "row": row})
    laid = [{"tile": t["id"], "at": t["centre"], "rotation": t["rotation"]} for t in truth["tiles"]]
    drawn = {"box": {**box, "colors": [], "cards": [], "stories": [], "layouts": []}, "tiles": laid}
    outcome = backend.service.record(look.info.id, look.seq, "map", "map", {"map": drawn, "starts": starts})
    assert not isinstance(outcome, Missed | IdTaken)
    return outcome.look


@pytest.fixture
def read_well(house: tuple[Backend, LiveServer, Path, Flask], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that says at once what is in the picture: here the taps are counted, not its mistakes."""
    truth = json.loads((PHOTOS / "print" / "game.json").read_text())
    spaces = [
        {
            "at": [h["q"], h["r"]],
            "terrain": h["terrain"],
            "centre_px": h["centre_px"],
            "corners_px": h["corners_px"],
            "confidence": 0.99,
            "alternatives": [],
        }
        for h in truth["hexes"]
    ]
    reading = {
        "found": True,
        "size_px": truth["size"],
        "spaces": spaces,
        "tiles": [{**tile, "confidence": 0.99} for tile in truth["tiles"]],
        "camps": [{**camp, "confidence": 0.97} for camp in truth["camps"]],
    }
    picture = base64.b64encode((PHOTOS / "print" / "game.jpg").read_bytes()).decode()
    said = tmp_path / "said.json"
    said.write_text(json.dumps({"reading": reading, "picture": picture}))
    code = (
        "import json, sys; head = json.loads(sys.stdin.buffer.readline()); "
        "sys.stdin.buffer.read(head['bytes']); print(open(sys.argv[1]).read())"
    )
    monkeypatch.setattr(house[3].extensions["photo_jobs"], "_command", (sys.executable, "-c", code, str(said)))


def up_to_date(page: Page, look: TableView) -> Locator:
    """The form that records what a photo shows beyond the record: a tap on the table's camera, one on the shutter."""
    page.goto(f"/tables/{look.info.id}")
    with page.expect_navigation():  # until its scripts are there, which send what is chosen
        page.locator(".map-camera").click()
    page.locator('input[type="file"]').last.set_input_files(PHOTOS / "print" / "game.jpg")
    expect(page.locator(".photo-update")).to_be_visible(timeout=READ_MS)
    return page.locator(".photo-update")


@pytest.mark.usefixtures("read_well")
def test_a_photo_in_mid_game_is_recorded_with_three_taps(open_page: Any, backend: Backend) -> None:
    look = game_under_way(backend)
    truth = json.loads((PHOTOS / "print" / "game.json").read_text())
    ground = {(h["q"], h["r"]): h["terrain"] for h in truth["hexes"]}
    new = [camp for camp in truth["camps"] if ground[tuple(camp["at"])] != "start"]
    page = open_page()
    form = up_to_date(page, look)
    taps = 2
    expect(form.locator('input[name="line"][value^="camp"]')).to_have_count(len(new))
    form.locator("button.primary").click()
    taps += 1
    expect(page).to_have_url(re.compile(r"/tables/[^/]+$"))
    board = backend.service.look(look.info.id).state.play.table.board
    standing = {(camp.player, tuple(at)) for at, camp in board.camps.items() if not camp.starting}
    assert standing == {(f"P{camp['color']}", tuple(camp["at"])) for camp in new}
    assert taps <= 3


@pytest.mark.usefixtures("read_well")
def test_where_no_cards_are_recorded_a_photo_is_a_whole_round(open_page: Any, backend: Backend) -> None:
    look = game_under_way(backend, row=False)
    page = open_page()
    up_to_date(page, look).locator("button.primary").click()
    expect(page).to_have_url(re.compile(r"/tables/[^/]+$"))
    play = backend.service.look(look.info.id).state.play
    assert play.round > 1
    assert (play.next.player, play.next.kind) == (play.opener, "turn")

    # The same picture again: nothing is new, so everybody took cards.
    form = up_to_date(page, look)
    expect(form).to_contain_text("nothing new")
    expect(form.locator('input[name="close"]')).to_be_checked()
    form.locator("button.primary").click()
    expect(page).to_have_url(re.compile(r"/tables/[^/]+$"))
    now = backend.service.look(look.info.id)
    assert now.state.play.round == play.round + 1

    # A camp that is not in the picture: perhaps it is an old one, and nobody took cards since.
    board = now.state.play.table.board
    free = next(at for at in sorted(board.printed) if board.is_free(at) and board.printed[at] in LAND)
    changes = [{"do": "set-camp", "at": list(free), "player": play.next.player}]
    backend.service.record(look.info.id, now.seq, "more", "correction", {"reason": "more", "changes": changes})
    expect(up_to_date(page, look).locator('input[name="close"]')).not_to_be_checked()


@pytest.mark.usefixtures("read_well")
def test_a_wrong_line_costs_two_taps_more(open_page: Any, backend: Backend) -> None:
    """One is unticked, one is moved to another space."""
    look = game_under_way(backend)
    page = open_page(PHONE)
    form = up_to_date(page, look)
    taps = 2
    camps = form.locator('input[name="line"][value^="camp"]')
    before = [one.get_attribute("value") for one in camps.all()]
    form.locator('li:has(input[name="line"][value^="camp"]) a').first.click()
    expect(page.locator("#photo-tap")).to_be_visible()
    page.locator(".photo-map a.press:not([aria-label*=camp i]):not([aria-label*=start i])").nth(3).click()
    expect(page.locator("#photo-tap")).to_have_count(0)
    taps += 2
    moved = [one.get_attribute("value") for one in camps.all()]
    assert len(set(moved) & set(before)) == len(before) - 1
    camps.last.click()
    taps += 1
    form.locator("button.primary").click()
    taps += 1
    expect(page).to_have_url(re.compile(r"/tables/[^/]+$"))
    board = backend.service.look(look.info.id).state.play.table.board
    assert sum(not camp.starting for camp in board.camps.values()) == len(before) - 1
    assert taps <= 3 + 2 + 2


def test_kept_if_the_host_says_so(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page()
    choose(page, look)
    reviewed(page)
    page.locator('input[name="keep"]').check()
    page.locator(".photo-accept button.primary").click()
    expect(page.locator(".table-map svg.map")).to_be_visible()
    page.locator(".table-tools .menu summary").click()
    page.locator(".menu-list a", has_text="Saved photos").click()
    expect(page.locator(".kept-photos img")).to_have_count(1)
    assert page.locator(".kept-photos img").evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0


def test_what_is_no_picture_is_told_in_a_sentence(open_page: Any, backend: Backend, tmp_path: Path) -> None:
    look = table_of(backend, FAST)
    page = open_page(PHONE, locale="de")
    page.goto(f"/tables/{look.info.id}/photo")
    letter = tmp_path / "letter.jpg"
    letter.write_bytes(b"%PDF-1.7 Dear friends")
    page.locator('input[type="file"]').last.set_input_files(letter)
    expect(page.get_by_role("alert")).to_contain_text("Dieses Bildformat lässt sich nicht lesen", timeout=READ_MS)


def test_a_dark_picture_is_asked_about_before_it_is_sent(open_page: Any, backend: Backend, tmp_path: Path) -> None:
    from PIL import Image

    look = table_of(backend, FAST)
    page = open_page(PHONE)
    dark = tmp_path / "dark.jpg"
    Image.new("RGB", (1200, 900), (12, 10, 8)).save(dark)
    page.goto(f"/tables/{look.info.id}/photo")
    page.locator('input[type="file"]').last.set_input_files(dark)
    expect(page.locator("[data-photo-hint]")).to_contain_text("very dark")
    expect(page.locator("[data-photo-send]")).to_be_visible()
    assert backend.albums.of(look.info.id) == ()
    expect(page).to_have_url(re.compile(f"/tables/{look.info.id}/photo$"))


def test_all_of_it_without_scripts(open_page: Any, backend: Backend) -> None:
    look = table_of(backend, FAST)
    page = open_page(java_script_enabled=False)
    choose(page, look)
    page.locator("[data-photo-send]").click()
    reviewed(page)  # the page asks for itself again
    at = bare_space(page).get_attribute("data-space")
    bare_space(page).click()
    page.locator(".palette-key", has_text="P1").click()
    expect(page.locator(f'.photo-map a[data-space="{at}"]')).to_have_attribute("aria-label", "Forest, Camp of P1")
    key = key_of(page.url)
    page.goto(f"/tables/{look.info.id}/photo/{key}/taps")
    page.locator('input[type="image"]').click(position={"x": 300, "y": 200})
    expect(page.locator(".tap-mark")).to_have_count(1)
    expect(page.locator(".tap-mark")).to_have_attribute("cx", str(300 / 960 * truth_of(FAST)["size"][0]))
    page.goto(f"/tables/{look.info.id}/photo/{key}")
    page.locator(".photo-accept button.primary").click()
    expect(page.locator(".table-map svg.map")).to_be_visible()


CAMERA_TAPS = 15
"""For three players, when everything reads right; typed it is 48."""
SEEN_ON_BOARDS = (
    board(piece("tucked", 0, half="water:fire"), story(0, "T05"), story(1, "T02"), story(2, "T03")),
    board(
        piece("tucked", 0, half="desert:berry"),
        piece("tucked", 1, half="forest"),
        {**story(0, "T06", maybe=("T10",)), "confidence": 0.5},
        story(1, None, maybe=("T06", "T07")),
    ),
    board(
        *(story(at, name) for at, name in enumerate(("T08", "T01", "T04", "T09"))),
        berries=[[60 + 40 * n, 560] for n in range(6)],
    ),
)


def test_a_finished_game_of_three_by_camera_takes_at_most_fifteen_taps(
    open_page: Any, house: tuple[Backend, LiveServer, Path, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody recorded it: one picture of the map, one of each Tribe board, and how many berries lie beside it."""
    backend, app, photo = house[0], house[3], "hard_5"
    monkeypatch.setattr(app.extensions["photo_jobs"], "_command", told_reader.WORKER)
    given = box_of(photo)
    colors = sorted(given["colors"], key=lambda one: ("white", "turquoise", "yellow", "pink").index(one["name"]))
    stories = [BOX_STORY.write(one) for one in demo_box().stories]
    for other in all_boxes(backend).listed:  # the newest is taken, and an earlier test's may be of the same second
        backend.service.delete(other)
    backend.service.create("dewan-box", {"box": {**given, "colors": colors, "stories": stories}})
    page = open_page({"width": 1024, "height": 768})
    page.goto("/")
    tap = Taps(page)
    tap.away('.door[href="/score"]')
    tap.away('button[value="create:photo"]')
    # A picture: the button, and the picture in the gallery or the shutter.
    tap.count += 2
    page.locator('input[type="file"]').last.set_input_files(PHOTOS / f"{photo}.jpg")
    reviewed(page, photo)
    tap.away(".photo-accept button.primary")
    picture = (PHOTOS / f"{photo}.jpg").read_bytes()
    for who, told in enumerate(SEEN_ON_BOARDS):
        tap.count += 2
        data: Any = {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": told_photo(picture, **told)}
        if who == 2:  # what was chosen meanwhile stays chosen when the next photo is read
            page.locator('#board-1 [name="piece-2"][value="story:T10"]').check(force=True)
        page.locator(f'#board-{who} input[type="file"]').first.set_input_files(data)
        expect(page.locator(f"#board-{who} .board-photo")).to_be_visible(timeout=READ_MS)
    # The pad fills as they come in.
    pad = page.url.split("/score/")[1].partition("?")[0]
    expect(page.locator("#table")).to_have_attribute("data-seq", str(backend.service.look(pad).seq))
    expect(page.locator('#board-1 [name="piece-2"][value="story:T10"]')).to_be_checked()
    page.locator('#board-1 [name="piece-2"][value="story:T06"]').check(force=True)
    # The second board's doubts are saved with its number; the third one's Berries were seen, and are chosen.
    expect(page.locator('#board-2 .key[aria-pressed="true"]')).to_have_text("6")
    for who, berries in enumerate((4, 3, 6)):
        tap(f'#board-{who} .key[value="{berries}"]')
        expect(page.locator(f"#board-{who}.settled")).to_be_visible()
    table_id = page.url.split("/score/")[1].partition("?")[0]
    tap.away(".quick-done")
    table = backend.service.look(table_id).state.play.table
    assert [[one.id for one in player.stories] for player in table.players] == [
        ["T05", "T02", "T03"],
        ["T06", "T07"],
        ["T08", "T01", "T04", "T09"],
    ]
    assert [player.berries for player in table.players] == [4, 3, 6]
    assert sum(len(table.placed_camps(player.name)) for player in table.players) == 11
    assert tap.count <= CAMERA_TAPS
    # A number leads to the photo it came from, and what is wrong there is put right on it.
    page.locator("tbody tr").first.locator("a").nth(1).click()
    page.locator(".why-photo").click()
    page.locator('.photo-map a[data-space="2"]').click()
    page.locator(".story-button").nth(1).click()
    expect(page.locator(".photo-map a[aria-current]")).to_have_count(0)
    changed = backend.service.look(table_id).state.play.table.players[1]
    assert {one.id for one in changed.stories} == {"T07", "T10"}


def test_three_friends_are_at_their_first_turn_by_photo_in_twelve_taps(open_page: Any, backend: Backend) -> None:
    backend.service.create("dewan-box", {"box": box_of(FAST)})
    players = [{"name": name} for name in ("Zoe", "Mara", "Jonas")]
    record = {"format": "dewan-table/1", "scenario": "base", "players": players}
    backend.service.create("dewan", {"table": record, "begun": True})
    page = open_page()
    page.goto("/")
    tap = Taps(page)
    tap.away(".door.primary")
    for name in ("Zoe", "Mara", "Jonas"):
        tap(f'button[value="friend:{name}"]', "#setup")
    tap.away('button[value="create:photo"]')
    # The picture: the button, and the picture in the gallery.
    tap.count += 2
    page.locator('input[type="file"]').last.set_input_files(PHOTOS / f"{FAST}.jpg")
    reviewed(page)
    while page.locator(".unknown").count():  # whose the camps on starting tiles are, or the tiles
        tap(".unknown button")
    tap.count += 1
    page.locator(".photo-accept button.primary").click()
    expect(page.locator(".table-actions .action")).to_have_count(2)
    table_id = page.url.split("/tables/")[1].partition("?")[0]
    play = backend.service.look(table_id).state.play
    assert play.next.kind == "turn"
    assert [player.name for player in play.table.players] == ["Zoe", "Mara", "Jonas"]
    assert len(play.table.board.printed) == len(truth_of(FAST)["hexes"])
    assert tap.count <= 12
