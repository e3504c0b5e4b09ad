"""The camera in the page, in a Chromium whose camera shows a picture."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import Backend, open_backend
from companion.web.config import WebConfig
from tests.web.browser import open_browser
from tests.web.conftest import LiveServer, start_server
from tests.web.photos import FAST, PHOTOS, table_of, truth_of

pytestmark = pytest.mark.browser


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Backend, LiveServer]]:
    with open_backend(DataDir(tmp_path / "data")) as backend:
        app = create_app(WebConfig(data_dir=tmp_path / "data", companion=backend, testing=True))
        running = start_server(app)
        yield backend, running
        running.stop()
        app.extensions["photo_jobs"].stop()
        app.extensions["aiming"].stop()


def camera_with(folder: Path, picture: Image.Image) -> list[str]:
    """What Chromium is started with so that its camera shows this."""
    film = folder / "camera.mjpeg"
    picture.convert("RGB").resize((1280, 960)).save(folder / "one.jpg", "JPEG", quality=92, subsampling="4:2:0")
    film.write_bytes((folder / "one.jpg").read_bytes() * 2)
    return [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]


def aimed(page: Page, table_id: str, running: LiveServer) -> None:
    page.goto(f"{running.url}/tables/{table_id}/photo")
    page.locator("[data-aim-open]").click()
    expect(page.locator(".aim video")).to_be_visible()


def test_the_map_is_outlined_and_the_picture_takes_itself(house: tuple[Backend, LiveServer], tmp_path: Path) -> None:
    look = table_of(house[0], FAST)
    with Image.open(PHOTOS / f"{FAST}.jpg") as picture:
        flags = camera_with(tmp_path, picture)
    with open_browser(*flags) as browser:
        page = browser.new_page()
        aimed(page, look.info.id, house[1])
        expect(page.locator("[data-aim-spaces] path")).to_have_attribute("d", re.compile("^M.*Z$"))
        expect(page.locator(".photo-map a[data-space]")).to_have_count(len(truth_of(FAST)["hexes"]), timeout=90_000)


def test_a_dark_table_is_said_and_the_camera_can_be_stopped(house: tuple[Backend, LiveServer], tmp_path: Path) -> None:
    look = table_of(house[0], FAST)
    with open_browser(*camera_with(tmp_path, Image.new("RGB", (640, 480), (9, 8, 7)))) as browser:
        page = browser.new_page(locale="de")
        aimed(page, look.info.id, house[1])
        expect(page.locator("[data-aim-hint]")).to_contain_text("Zu dunkel")
        page.locator("[data-aim-stop]").click()
        expect(page.locator(".aim video")).to_be_hidden()
        expect(page.locator("[data-aim-open]")).to_be_focused()


def test_without_leave_the_camera_dialog_remains(house: tuple[Backend, LiveServer]) -> None:
    look = table_of(house[0], FAST)
    with open_browser("--use-fake-device-for-media-stream", "--deny-permission-prompts") as browser:
        page = browser.new_page(has_touch=True, is_mobile=True)
        page.goto(f"{house[1].url}/tables/{look.info.id}/photo")
        page.locator("[data-aim-open]").click()
        expect(page.locator("[data-aim-hint]")).to_contain_text("cannot be used here")
        expect(page.locator("[data-aim-stop]")).to_be_hidden()
        expect(page.locator(".picture-input.camera")).to_be_visible()
