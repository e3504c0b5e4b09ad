"""The whole Companion inside a browser, from the built folder on a static server."""

import base64
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Playwright, expect

from companion.log.archive import pack as pack_everything
from companion.log.datadir import DataDir
from companion.log.store import open_store
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.alone.packed import (
    TABLE,
    StaticHost,
    app,
    asked,
    device,
    last_number,
    listed,
    new_table,
    opened,
    ready,
    take_cards,
)
from tests.river.pages.test_browser import play_a_whole_game
from tests.service.tools import begun, turns

pytestmark = pytest.mark.browser


GO = "(where) => { document.getElementById('app').src = where; }"
RIVER = {"format": "river-table/1", "players": [{"name": "Ada"}, {"name": "Bo"}], "start_player": "Ada"}


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
    taken = {"header": {**TABLE["header"], "row": False}}
    page.evaluate(GO, f"app/tables/{asked(page, 'api/tables', taken)[1]['table']['id']}")
    for number in range(1, 4):
        app(page).locator(".table-actions button").first.click()
        expect(app(page).locator("#table")).to_have_attribute("data-seq", str(number))
        # A tap too soon after another is no turn.
        page.wait_for_function("now => performance.now() > now + 600", arg=page.evaluate("performance.now()"))
    app(page).locator("form[action$='/undo'] button").first.click()
    expect(app(page).locator("#table")).to_have_attribute("data-seq", "4")
    page.evaluate(GO, page.evaluate("document.getElementById('app').contentWindow.location.pathname") + "/score")
    expect(app(page).locator("table").first).to_be_visible()


def test_a_whole_game_of_the_river_then_german_and_dark(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, f"{host.url}#tables/new")
    frame = app(page)
    play_a_whole_game(frame)
    page.evaluate(GO, "app/")
    frame.locator('button[name="language"][value="de"]').click()
    expect(frame.locator("html[lang=de]")).to_be_attached()
    frame.locator('button[name="theme"][value="dark"]').click()
    expect(frame.locator("html[data-theme=dark]")).to_be_attached()
    page.reload()  # what the device prefers is kept, by cookies no browser would keep for a worker
    ready(page)
    expect(app(page).locator("html[lang=de][data-theme=dark]")).to_be_attached()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_what_was_acknowledged_is_there_after_the_tab_was_killed(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, host.url)
    for _ in range(4):
        table = new_table(page)
        acknowledged = [0]
        refused: list[str] = []
        page.expose_function("acknowledged", lambda number, kept=acknowledged: kept.append(number))
        page.expose_function("refused", lambda text, kept=refused: kept.append(text))
        page.evaluate(
            """(table) => { (async () => {
              for (let number = 0; number < 40; number += 1) {  // there are cards for so many
                const entry = {seen: number, id: `take-${number}`, kind: "action",
                               body: {do: "take-cards", player: ["Ada", "Bo"][number % 2]}};
                const answer = await fetch(`app/api/tables/${table}/entries`, {method: "POST",
                  headers: {"Content-Type": "application/json"}, body: JSON.stringify(entry)});
                if (!answer.ok) return refused(`${answer.status} ${await answer.text()}`);
                acknowledged((await answer.json()).entry.seq);
              }
            })(); }""",
            table,
        )
        while len(acknowledged) < 4 and not refused:
            page.wait_for_timeout(20)
        assert not refused
        page.close()  # in the middle of the next one
        page = opened(tablet, host.url)
        assert last_number(page, table) >= max(acknowledged)
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


_UPDATE_FAILED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = new Promise((done) => registration.addEventListener("updatefound", done));
  registration.update().catch(() => {});
  await found;
  const coming = registration.installing;
  while (coming.state === "installing") await new Promise((done) => (coming.onstatechange = done));
  return coming.state;
}"""


def test_a_newer_pack_waits_until_it_is_wanted(
    playwright: Playwright, filled: Path, packed: Path, host: StaticHost, tmp_path: Path
) -> None:
    profile, newer = tmp_path / "profile", tmp_path / "newer"
    shutil.copytree(filled, profile, ignore=shutil.ignore_patterns("Singleton*"))
    shutil.copytree(packed, newer)
    worker = newer / "sw.js"
    text = worker.read_text(encoding="utf-8")
    version = text.split('"')[1]
    sums = next(one["sha256"] for one in listed(packed) if one["path"] == "words.json")
    worker.write_text(text.replace(version, "damaged-version", 1).replace(sums, "0" * 64), encoding="utf-8")
    with device(playwright, profile) as context:
        page = opened(context, host.url)
        table = new_table(page)
        host.folder = newer
        try:
            assert page.evaluate(_UPDATE_FAILED) == "redundant"
            expect(page.locator("html")).to_have_attribute("data-state", "open")  # a damaged one changes nothing here
            worker.write_text(text.replace(version, "newer-version", 1), encoding="utf-8")
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


_PUT = """async ([folder, name, content]) => {
  const root = await navigator.storage.getDirectory();
  const here = await root.getDirectoryHandle(encodeURIComponent(folder), {create: true});
  const file = await here.getFileHandle(name, {create: true});
  if (content !== null) {
    const writing = await file.createWritable();
    await writing.write(Uint8Array.from(atob(content), (one) => one.charCodeAt(0)));
    await writing.close();
  }
  const bytes = new Uint8Array(await (await file.getFile()).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
}"""


_STATUSES = """async ([method, paths]) => {
  const token = document.getElementById("app").contentDocument.querySelector("meta[name=csrf-token]").content;
  const body = method === "POST" ? new URLSearchParams({csrf_token: token}) : undefined;
  const statuses = [];
  for (const path of paths) statuses.push((await fetch(path, {method, body, redirect: "manual"})).status);
  return statuses;
}"""
_SENT = """async ([path, fields]) => {
  const token = document.getElementById("app").contentDocument.querySelector("meta[name=csrf-token]").content;
  const answer = await fetch(path, {method: "POST", body: new URLSearchParams({csrf_token: token, ...fields})});
  return [answer.status, new URL(answer.url).pathname.split("/").at(-1)];
}"""
NOT_ALIKE = re.compile(r"/live|/news|/wait|picture|photo|look|\.pdf|\.png|/static/|/alone/|service-worker|sw\.js")
"""Streams, pictures made by Pillow, and what the pack serves in another way."""
EVENING, LEAGUE = 2, 3


def test_every_page_and_every_form_is_answered_as_a_server_answers_it(
    tablet: BrowserContext, host: StaticHost, tmp_path: Path
) -> None:
    """All there is: a table of each game, an evening with one of them, a league with that evening; every address there
    is to look at, and every form, sent empty."""
    page = opened(tablet, host.url)
    with open_backend(DataDir(tmp_path / "server")) as backend:
        server = create_app(WebConfig(data_dir=tmp_path / "server", companion=backend))
        server.config["WTF_CSRF_ENABLED"] = False
        client = server.test_client()

        def sent_there(path: str, fields: dict[str, str]) -> tuple[int, str]:
            answer = client.post(f"/{path}", data=fields, follow_redirects=True)
            return answer.status_code, answer.request.path.rpartition("/")[2]

        def sent_here(path: str, fields: dict[str, str]) -> tuple[int, str]:
            status, last = page.evaluate(_SENT, [f"app/{path}", fields])
            return status, last

        made = [TABLE, {"game": "river", "header": {"table": RIVER, "begun": True}}]
        here = [str(asked(page, "api/tables", one)[1]["table"]["id"]) for one in made]
        there = [str(client.post("/api/tables", json=one).get_json()["table"]["id"]) for one in made]
        for ids, send in ((here, sent_here), (there, sent_there)):
            ids += [send("evenings", {"name": "Friday"})[1], send("leagues", {"name": "Winter"})[1]]
            for fields in ({"do": "come", "name": "Ada"}, {"do": "come", "name": "Bo"}, {"do": "pair"}):
                assert send(f"evenings/{ids[EVENING]}/do", fields)[0] == 200
            assert send(f"evenings/{ids[EVENING]}/bring", {"table": ids[0]})[0] == 200
            assert send(f"leagues/{ids[LEAGUE]}/do", {"do": "add-evening", "evening": ids[EVENING]})[0] == 200
        for method in ("GET", "POST"):
            looked_at = list(_addresses(server, method, here, there))
            looked_at += [["/rules/dewan?q=wasser"] * 2, ["/rules/river?q=boat"] * 2] if method == "GET" else []
            assert len(looked_at) > 80
            expected = []
            for _, path in looked_at:
                with client.open(path, method=method) as answer:  # a file is open until its answer is closed
                    expected.append(answer.status_code)
            assert sum(status in (200, 303, 422) for status in expected) > 60
            assert max(expected) < 500
            found = page.evaluate(_STATUSES, [method, [f"app{path}" for path, _ in looked_at]])
            # A redirect that is not followed has no status in a browser.
            differing = [
                (path, status, wanted)
                for (path, _), status, wanted in zip(looked_at, found, expected, strict=True)
                if status != (0 if 300 <= wanted < 400 else wanted)
            ]
            assert differing == []


def _addresses(server: Flask, method: str, *sides: list[str]) -> Iterator[list[str]]:
    """Each as the one side has it, and as the other."""
    known = {"rule": "D-ROUTE-04", "seq": "0", "box_id": "demo", "topic": "turn", "language": "de", "entry": "1"}
    for rule in server.url_map.iter_rules():
        if method not in (rule.methods or ()) or NOT_ALIKE.search(rule.rule):
            continue
        if "table_id" not in rule.arguments:
            which: tuple[int, ...] = (0,)
        elif rule.rule.startswith(("/evenings", "/leagues")):
            which = (EVENING if rule.rule.startswith("/evenings") else LEAGUE,)
        else:
            which = (0, 1)
        for one in which:
            values = [{**known, "game": ("dewan", "river")[one % 2], "table_id": ids[one]} for ids in sides]
            if rule.arguments <= set(values[0]):
                yield [_filled(rule.rule, here) for here in values]


def _filled(rule: str, values: dict[str, str]) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values[found[1]], rule)


def test_a_newer_database_is_refused_in_words_and_left_alone(
    tablet: BrowserContext, host: StaticHost, tmp_path: Path
) -> None:
    newer = tmp_path / "newer.sqlite3"
    open_store(newer).close()
    with closing(sqlite3.connect(newer)) as database, database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    content = base64.b64encode(newer.read_bytes()).decode()
    place = ["companion /games/companion/app", "companion.sqlite3"]
    page = tablet.new_page()
    page.goto(f"{host.url}words.json")  # of the same origin, and nothing of Companion runs in it
    assert page.evaluate(_PUT, [*place, content]) == content
    page.goto(host.url)
    expect(page.locator("#why")).to_contain_text("newer Companion (version 9999", timeout=120_000)
    expect(page.locator("#why")).to_contain_text("Nothing on this device was changed")
    page.goto(f"{host.url}words.json")
    assert page.evaluate(_PUT, [*place, None]) == content


def test_where_the_browser_keeps_nothing_it_is_said(playwright: Playwright, host: StaticHost, tmp_path: Path) -> None:
    """Site data switched off: a page may not even ask what is kept."""
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}), encoding="utf-8")
    with device(playwright, tmp_path / "profile") as context:
        page = context.new_page()
        page.goto(host.url)
        expect(page.locator("#why")).to_contain_text("does not let Companion keep anything", timeout=60_000)


def test_after_the_browser_wiped_everything_it_begins_anew(tablet: BrowserContext, host: StaticHost) -> None:
    page = opened(tablet, host.url)
    table = new_table(page)
    devtools = tablet.new_cdp_session(page)
    origin = host.url.split("/games")[0]
    devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    page.goto("about:blank")
    page.goto(host.url)
    ready(page)
    assert asked(page, f"api/tables/{table}/number")[0] == 404
    assert take_cards(page, new_table(page), 0)[0] == 201
    expect(page.locator("#kept")).to_contain_text("save everything now and then")
