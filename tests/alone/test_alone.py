"""The whole Companion inside a browser, from the built folder on a static server."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright, expect

from companion.log.archive import pack as pack_everything
from companion.log.datadir import DataDir
from companion.web.backend import open_backend
from tests.alone.packed import StaticHost, app, asked, device, last_number, new_table, opened, ready, take_cards
from tests.service.tools import begun, turns
from tests.web.browser import chromium_path

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium_path() is None, reason="no Chromium on this machine"),
]


def test_a_game_of_dewan_is_set_up_played_and_found_again_without_the_host(
    tablet: BrowserContext, packed: Path, host: StaticHost
) -> None:
    page = opened(tablet, host.url)
    tablet.set_offline(True)  # for ever after the first visit
    frame = app(page)
    frame.locator(".door.primary").click()
    frame.locator('button[value="create:later"]').click()
    expect(frame.locator("#table")).to_be_visible()
    page.wait_for_function("/^#tables\\/(?!new)/.test(location.hash)")
    table = page.evaluate("location.hash.slice(1).split('?')[0]")
    before = last_number(page, table.split("/")[1])
    page.reload()
    ready(page)
    expect(app(page).locator("#table")).to_be_visible()
    assert last_number(page, table.split("/")[1]) == before
    assert page.evaluate("location.hash").startswith(f"#{table}")


def test_a_game_of_the_river_in_german_and_dark(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, host.url)
    frame = app(page)
    frame.locator('button[name="language"][value="de"]').click()
    expect(frame.locator("html[lang=de]")).to_be_attached()
    frame.locator('button[name="theme"][value="dark"]').click()
    expect(frame.locator("html[data-theme=dark]")).to_be_attached()
    page.evaluate("document.getElementById('app').src = 'app/tables/new?game=river'")
    expect(frame.locator("#setup, form").first).to_be_visible()
    page.reload()  # what the device prefers is kept, by cookies no browser would keep for a worker
    ready(page)
    expect(app(page).locator("html[lang=de][data-theme=dark]")).to_be_attached()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_what_was_acknowledged_is_there_after_the_tab_was_killed(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, host.url)
    table = new_table(page)
    told = 0
    for _ in range(4):
        acknowledged = [told]
        page.expose_function("acknowledged", lambda number, kept=acknowledged: kept.append(number))
        page.evaluate(
            """([table, from]) => { (async () => {
              for (let number = from; ; number += 1) {
                const entry = {seen: number, id: `take-${number}`, kind: "action",
                               body: {do: "take-cards", player: ["Ada", "Bo"][number % 2]}};
                const answer = await fetch(`app/api/tables/${table}/entries`, {method: "POST",
                  headers: {"Content-Type": "application/json"}, body: JSON.stringify(entry)});
                if (!answer.ok) throw new Error(await answer.text());
                acknowledged((await answer.json()).entry.seq);
              }
            })(); }""",
            [table, told],
        )
        while len(acknowledged) < 4:
            page.wait_for_timeout(20)
        page.close()  # in the middle of the next one
        page = opened(tablet, host.url)
        told = last_number(page, table)
        assert told >= max(acknowledged)
    assert asked(page, f"api/tables/{table}/entries")[0] == 200


def test_a_second_tab_shares_the_tables_and_takes_over(tablet: BrowserContext, host: StaticHost) -> None:
    first = opened(tablet, host.url)
    table = new_table(first)
    second = opened(tablet, host.url)
    assert take_cards(second, table, 0)[0] == 201
    assert last_number(first, table) == 1
    assert first.locator("html").get_attribute("data-storage") == "opfs"
    assert second.locator("html").get_attribute("data-storage") is None  # it holds no file
    first.close()
    expect(second.locator("html")).to_have_attribute("data-storage", "opfs", timeout=120_000)
    assert last_number(second, table) == 1


def test_a_full_device_says_so_and_loses_nothing(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, host.url)
    table = new_table(page)
    assert take_cards(page, table, 0)[0] == 201
    devtools = tablet.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": host.url.split("/games")[0], "quotaSize": 1000})
    number, status = 1, 201
    while status == 201 and number < 60:
        status, told = take_cards(page, table, number)
        number += status == 201
    assert (status, "full" in str(told)) == (507, True), told
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": host.url.split("/games")[0]})
    page.reload()
    ready(page)
    assert last_number(page, table) == number
    assert take_cards(page, table, number)[0] == 201


def test_a_backup_of_a_server_opens_here_and_goes_back(
    tablet: BrowserContext, host: StaticHost, tmp_path: Path
) -> None:
    data = DataDir(tmp_path / "server")
    with open_backend(data) as backend:
        look = turns(backend.service, begun(backend.service, stories=False), 3)
        saved = pack_everything(data, tmp_path / "saved.zip", datetime.now(UTC))
    page = opened(tablet, f"{host.url}#keeping")
    frame = app(page)
    frame.locator("input[type=file]").set_input_files(saved)
    frame.locator("form:has(input[type=file]) button").click()
    expect(frame.locator(".panel.good")).to_be_visible()
    assert last_number(page, look.info.id) == 3
    with page.expect_download() as download:
        frame.locator("a[href$='everything.zip']").click()
    from companion.log.archive import bring_back

    back = DataDir(tmp_path / "back")
    back.path.mkdir()
    bring_back(Path(download.value.path()), back, datetime.now(UTC))
    with open_backend(back) as backend:
        assert backend.service.look(look.info.id).seq == 3


def test_a_newer_pack_waits_until_it_is_wanted(
    playwright: Playwright, filled: Path, packed: Path, host: StaticHost, tmp_path: Path
) -> None:
    profile, newer = tmp_path / "profile", tmp_path / "newer"
    shutil.copytree(filled, profile, ignore=shutil.ignore_patterns("Singleton*"))
    shutil.copytree(packed, newer)
    worker = newer / "sw.js"
    text = worker.read_text(encoding="utf-8")
    version = text.split('"')[1]
    worker.write_text(text.replace(version, "newer-version", 1), encoding="utf-8")
    with device(playwright, profile) as context:
        page = opened(context, host.url)
        table = new_table(page)
        host.folder = newer
        try:
            page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
            expect(page.locator("#newer")).to_be_visible(timeout=120_000)
            assert take_cards(page, table, 0)[0] == 201  # the game goes on
            page.locator("#newer-no").click()
            page.reload()
            ready(page)
            expect(page.locator("#newer")).to_be_hidden()
            assert version in page.evaluate("caches.keys()").__repr__()
            page.evaluate("localStorage.removeItem('refused')")
            page.reload()
            ready(page)
            page.locator("#newer-yes").click()
            page.wait_for_function(f"caches.keys().then((all) => all.every((one) => !one.includes('{version}')))")
            ready(page)
            assert last_number(page, table) == 1
        finally:
            host.folder = packed


def test_a_damaged_download_is_named_and_nothing_of_it_kept(
    playwright: Playwright, packed: Path, tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(packed, damaged)
    largest = max((damaged / "files").iterdir(), key=lambda path: path.stat().st_size)
    content = bytearray(largest.read_bytes())
    content[len(content) // 2] ^= 1
    largest.write_bytes(content)
    running = StaticHost(damaged)
    with device(playwright, tmp_path / "profile") as context:
        page = context.new_page()
        page.goto(running.url)
        expect(page.locator("#why")).to_contain_text("The download was damaged", timeout=120_000)
    running.stop()


@pytest.mark.parametrize(
    ("lacking", "said"),
    [("delete window.DecompressionStream", "DecompressionStream"), ("delete Navigator.prototype.locks", "Web Locks")],
)
def test_a_browser_too_old_is_told_what_it_lacks(
    playwright: Playwright, host: StaticHost, tmp_path: Path, lacking: str, said: str
) -> None:
    with device(playwright, tmp_path / "profile") as context:
        context.add_init_script(lacking)
        page = context.new_page()
        page.goto(host.url)
        expect(page.locator("#why")).to_contain_text(said)


def test_without_synchronous_files_tables_are_kept_in_indexeddb(
    playwright: Playwright, host: StaticHost, tmp_path: Path
) -> None:
    with device(playwright, tmp_path / "profile") as context:
        page = context.new_page()
        page.goto(f"{host.url}?storage=indexeddb")
        ready(page)
        expect(page.locator("html")).to_have_attribute("data-storage", "indexeddb")
        table = new_table(page)
        assert take_cards(page, table, 0)[0] == 201
        page.close()
        page = opened(context, f"{host.url}?storage=indexeddb")
        assert last_number(page, table) == 1
