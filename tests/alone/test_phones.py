"""A phone at a tablet without a server: two codes, a data channel, and the roles of the server."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from tests.alone.packed import StaticHost, app, asked, device, new_table, opened, ready
from tests.web.browser import chromium_path

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium_path() is None, reason="no Chromium on this machine"),
]

# Two browsers on one machine have no multicast to find each other by name.
BY_ADDRESS = "--disable-features=WebRtcHideLocalIpsWithMdns"


def test_a_phone_takes_its_seat_at_the_tablet(
    playwright: Playwright, filled: Path, host: StaticHost, tmp_path: Path
) -> None:
    for name in ("tablet", "phone"):
        shutil.copytree(filled, tmp_path / name, ignore=shutil.ignore_patterns("Singleton*"))
    with (
        device(playwright, tmp_path / "tablet", BY_ADDRESS) as tablet,
        device(playwright, tmp_path / "phone", BY_ADDRESS) as phone,
    ):
        table_page = opened(tablet, host.url)
        table = new_table(table_page)
        table_page.evaluate("(where) => { document.getElementById('app').src = where; }", f"app/tables/{table}/phones")
        app(table_page).locator("a[data-connect]").first.click()
        expect(table_page.locator("#phone-code svg")).to_be_visible(timeout=60_000)
        seat = phone.new_page()
        seat.goto(str(table_page.locator("#phone-code").get_attribute("data-code")))
        expect(seat.locator("#phone-code svg")).to_be_visible(timeout=60_000)
        table_page.locator("#phone-typed").fill("half of a code")
        table_page.locator("#phone-go").click()
        expect(table_page.locator("#phone-text")).to_contain_text("no code of a phone")
        table_page.locator("#phone-typed").fill(str(seat.locator("#phone-code").get_attribute("data-code")))
        table_page.locator("#phone-go").click()
        ready(seat)
        expect(app(seat).locator("#table")).to_be_visible(timeout=60_000)
        assert "/seat" in seat.evaluate("document.getElementById('app').contentWindow.location.pathname")
        # A guest, not the owner: the tablet alone holds what is hidden, and its backups.
        assert asked(seat, "keeping")[0] == 404
        assert asked(table_page, "keeping")[0] == 200
        table_page.close()
        expect(seat.locator("#why")).to_contain_text("The connection to the tablet is lost", timeout=60_000)
