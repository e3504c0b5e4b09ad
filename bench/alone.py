"""The pack in a browser against the server in the same run.

    python -m bench.alone                 # bytes, start cold and warm, a page, a recorded turn
    python -m bench.alone --kills 200     # and tabs killed while they write: nothing acknowledged may be lost
    python -m bench.alone --lighthouse DIRECTORY/node_modules/.bin/lighthouse     # and its points for the start page

Both are asked by the same Chromium over loopback, in turns. Ends with an error where something acknowledged is lost.
"""

import argparse
import json
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

from bench.lighthouse import ask, points
from companion.alone.pack import pack
from companion.log.datadir import DataDir
from companion.web.app import create_app
from companion.web.backend import open_backend
from companion.web.config import WebConfig
from tests.alone.packed import TABLE, StaticHost, device, last_number, new_table, opened, take_cards
from tests.web.conftest import start_server

MOST_TURNS = 40
"""Whoever goes on taking cards has all there are, soon after."""
_ASK = """async ([path, sent]) => {
  const began = performance.now();
  const answer = await fetch(path, sent === null ? {} : {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(sent)});
  const text = await answer.text();
  return [performance.now() - began, answer.status, text];
}"""

_SEND = """([table, number]) => {
  const body = {do: "take-cards", player: ["Ada", "Bo"][number % 2]};
  fetch(`app/api/tables/${table}/entries`, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify({seen: number, id: `take-${number}`, kind: "action", body})});
}"""


def timed(page: Page, path: str, sent: object = None) -> tuple[float, str]:
    taken, status, text = page.evaluate(_ASK, [path, sent])
    assert status < 300, text
    return float(taken), str(text)


def seconds_to_open(context: BrowserContext, url: str) -> tuple[float, Page]:
    began = time.monotonic()
    page = opened(context, url)
    return time.monotonic() - began, page


def turns_and_pages(page: Page, root: str, turns: int) -> tuple[float, float]:
    """Milliseconds, medians: a recorded turn, and the page of the table after it."""
    table = json.loads(timed(page, f"{root}api/tables", TABLE)[1])["table"]["id"]
    recorded, drawn = [], []
    for number in range(turns):
        body = {"do": "take-cards", "player": ("Ada", "Bo")[number % 2]}
        entry = {"seen": number, "id": f"take-{number}", "kind": "action", "body": body}
        recorded.append(timed(page, f"{root}api/tables/{table}/entries", entry)[0])
        drawn.append(timed(page, f"{root}tables/{table}")[0])
    return median(recorded), median(drawn)


def crash(page: Page) -> None:
    """The process of the tab ends at once, as when a device needs the memory."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


def killed(context: BrowserContext, url: str, kills: int, say: Callable[[str], None]) -> int:
    """Tabs closed and, every other time, crashed while they write; how many times an acknowledged entry was missing
    afterwards."""
    page = opened(context, url)
    lost, table, number = 0, new_table(page), 0
    for kill in range(kills):
        acknowledged = number
        for _ in range(1 + kill % 3):
            assert take_cards(page, table, acknowledged)[0] == 201
            acknowledged += 1
        page.evaluate(_SEND, [table, acknowledged])
        page.wait_for_timeout(kill * 7 % 60)
        if kill % 2:
            crash(page)
        page.close()
        page = opened(context, url)
        number = last_number(page, table)
        lost += number < acknowledged
        if number > MOST_TURNS:
            table, number = new_table(page), 0
        say(f"\r{kill + 1} kills, {lost} lost")
    return lost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--lighthouse", help="the command of Lighthouse, as for bench.lighthouse")
    arguments = parser.parse_args()
    with (
        TemporaryDirectory() as name,
        sync_playwright() as playwright,
        open_backend(DataDir(Path(name) / "data")) as backend,
    ):
        folder = Path(name)
        pack(folder / "pack")
        host = StaticHost(folder / "pack")
        server = start_server(create_app(WebConfig(data_dir=folder / "data", companion=backend)))
        with device(playwright, folder / "profile") as context:
            cold, page = seconds_to_open(context, host.url)
            print(f"first visit              {sum(host.sent) / 1e6:8.2f} MB in {len(host.sent)} answers")
            print(f"to a usable page, cold   {cold:8.2f} s   {page.locator('html').get_attribute('data-took')}")
            warm = []
            for _ in range(arguments.starts):
                page.close()
                taken, page = seconds_to_open(context, host.url)
                warm.append(taken)
            took = page.locator("html").get_attribute("data-took")
            print(f"to a usable page, warm   {median(warm):8.2f} s   {took}")
            memory = int(page.locator("html").get_attribute("data-memory") or 0)
            print(f"memory of Python         {memory / 1e6:8.1f} MB")
            if arguments.lighthouse:
                print(f"Lighthouse               {points(ask(arguments.lighthouse, host.url, ['--preset=desktop']))}")
            alone = turns_and_pages(page, "app/", arguments.turns)
            served = context.new_page()
            served.goto(server.url)
            house = turns_and_pages(served, "/", arguments.turns)
            for what, here, there in zip(("a recorded turn", "a page of the table"), alone, house, strict=True):
                print(f"{what:24} {here:8.1f} ms  server {there:.1f} ms, {here / there:.1f} times")
            page.close()
            served.close()
            lost = killed(context, host.url, arguments.kills, lambda text: print(text, end="", flush=True))
            if arguments.kills:
                print()
        server.stop()
        host.stop()
        shutil.rmtree(folder / "profile", ignore_errors=True)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
