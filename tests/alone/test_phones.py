"""A phone at a tablet without a server: two codes or a letter, a data channel, and the roles of the server."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.alone.packed import StaticHost, app, asked, device, new_table, ready
from tests.web.conftest import start_server

pytestmark = pytest.mark.browser

# Two browsers on one machine have no multicast to find each other by name.
BY_ADDRESS = "--disable-features=WebRtcHideLocalIpsWithMdns"
CAMERA = """
  const seen = document.createElement("canvas");
  [seen.width, seen.height] = [640, 480];
  const paper = seen.getContext("2d");
  window.holdUp = async (svg) => {
    const code = new Image();
    code.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await code.decode();
    // Slightly turned, and not as large as it could be: as somebody holds a phone up.
    setInterval(() => {
      paper.resetTransform();
      paper.fillStyle = "#555";
      paper.fillRect(0, 0, 640, 480);
      paper.translate(330, 235);
      paper.rotate(0.07);
      paper.drawImage(code, -210, -210, 420, 420);
    }, 100);
  };
  navigator.mediaDevices.getUserMedia = async () => seen.captureStream(10);
"""
"""What the camera of the tablet sees is what the test holds up."""
LOST = "The connection to the tablet is lost"


@contextmanager
def tablet_and_phone(playwright: Playwright, folder: Path) -> Iterator[tuple[Page, Page]]:
    with device(playwright, folder / "tablet", BY_ADDRESS) as tablet:
        tablet.add_init_script(CAMERA)
        with device(playwright, folder / "phone", BY_ADDRESS) as phone:
            yield tablet.new_page(), phone.new_page()


def connect_from(tablet: Page) -> str:
    """The address the code of the first seat leads to."""
    table = new_table(tablet)
    tablet.evaluate("(where) => { document.getElementById('app').src = where; }", f"app/tables/{table}/phones")
    app(tablet).locator("a[data-connect]").first.click()
    expect(tablet.locator("#phone-code svg")).to_be_visible(timeout=60_000)
    return str(tablet.locator("#phone-code").get_attribute("data-code"))


def expect_seat(phone: Page) -> None:
    ready(phone)
    expect(app(phone).locator("#table")).to_be_visible(timeout=60_000)
    assert "/seat" in phone.evaluate("document.getElementById('app').contentWindow.location.pathname")


def test_a_phone_takes_its_seat_at_the_tablet(
    playwright: Playwright, filled: Path, host: StaticHost, tmp_path: Path
) -> None:
    for name in ("tablet", "phone"):
        shutil.copytree(filled, tmp_path / name, ignore=shutil.ignore_patterns("Singleton*"))
    with tablet_and_phone(playwright, tmp_path) as (tablet, seat):
        tablet.goto(host.url)
        seat.goto(connect_from(ready(tablet)))
        expect(seat.locator("#phone-code svg")).to_be_visible(timeout=60_000)
        tablet.locator("#phone-typed").fill("half of a code")
        tablet.locator("#phone-go").click()
        expect(tablet.locator("#phone-text")).to_contain_text("no code of a phone")
        expect(tablet.locator("#phone-camera")).to_be_visible()
        tablet.evaluate("(svg) => window.holdUp(svg)", seat.locator("#phone-code").inner_html())
        expect_seat(seat)
        # A guest, not the owner: the tablet alone holds what is hidden, and its backups.
        assert asked(seat, "keeping")[0] == 404
        assert asked(tablet, "keeping")[0] == 200
        seat.reload()
        expect(seat.locator("#why")).to_contain_text(LOST, timeout=60_000)
        seat.goto("about:blank")
        seat.goto(connect_from(tablet))
        expect(tablet.locator("#phone-text")).to_contain_text("no code of a phone")  # the camera still sees the old one
        expect(seat.locator("#phone-code svg")).to_be_visible(timeout=60_000)
        tablet.locator("#phone-typed").fill(str(seat.locator("#phone-code").get_attribute("data-code")))
        tablet.locator("#phone-go").click()
        expect_seat(seat)
        tablet.close()
        expect(seat.locator("#why")).to_contain_text(LOST, timeout=60_000)


def test_where_a_companion_serves_the_pack_one_scan_is_enough(
    playwright: Playwright, packed: Path, tmp_path: Path
) -> None:
    with open_backend(DataDir(tmp_path / "server")) as backend:
        server = start_server(
            create_app(WebConfig(data_dir=tmp_path / "server", companion=backend, pack=packed, worker=True))
        )
        with tablet_and_phone(playwright, tmp_path) as (tablet, seat):
            tablet.goto(server.url)  # whose own worker is there first
            tablet.evaluate("navigator.serviceWorker.ready")
            tablet.goto(f"{server.url}/alone/")
            address = connect_from(ready(tablet))
            assert "/alone/#letter=" in address
            seat.goto(address)
            expect_seat(seat)
            assert asked(seat, "keeping")[0] == 404
            seat.goto("about:blank")
            seat.goto(address)  # a letter is answered once
            expect(seat.locator("#why")).to_contain_text("no longer valid", timeout=60_000)
            assert backend.number_of_tables(None) == 0  # the tablet's table is the tablet's
        server.stop()
