"""A pack on a static server, and a Chromium that keeps what it is given."""

import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Page, Playwright, expect

from tests.web.browser import FLAGS, chromium_path

BELOW = "/games/companion/"
"""The pack lies below a path: its addresses must be relative."""
TABLE = {
    "header": {
        "table": {"format": "dewan-table/1", "scenario": "base", "players": [{"name": "Ada"}, {"name": "Bo"}]},
        "stories": False,
    }
}


class _Files(http.server.SimpleHTTPRequestHandler):
    def __init__(self, sent: list[int], *given: Any, **named: Any) -> None:
        self.sent = sent
        super().__init__(*given, **named)

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(BELOW) if path.startswith(BELOW) else "no-such-file"
        return super().translate_path(f"/{inside}")

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        content = source.read()
        self.sent.append(len(content))
        outputfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


class StaticHost:
    """As dumb as a web host can be. ``folder`` may be changed: a newer pack is put there."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        self.sent: list[int] = []
        """Bytes of each answer."""
        self._server = http.server.ThreadingHTTPServer(
            ("127.0.0.1", port), lambda *given: _Files(self.sent, *given, directory=str(self.folder))
        )
        self.port = self._server.server_port
        self.url = f"http://companion.localhost:{self.port}{BELOW}"  # a name, as a web host has one
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def listed(packed: Path) -> list[dict[str, Any]]:
    """The files a first visit brings, as the service worker has them."""
    worker = (packed / "sw.js").read_text(encoding="utf-8")
    files: list[dict[str, Any]] = json.loads(worker.split("const FILES = ", 1)[1].split(";\n")[0])
    return files


@contextmanager
def device(playwright: Playwright, profile: Path, *flags: str) -> Iterator[BrowserContext]:
    """A browser whose storage outlives it."""
    context = playwright.chromium.launch_persistent_context(
        str(profile),
        executable_path=chromium_path(),
        args=[*FLAGS, *flags],
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
    )
    context.set_default_timeout(120_000)
    yield context
    context.close()


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return ready(page)


def ready(page: Page) -> Page:
    expect(page.locator("html")).to_have_attribute("data-state", "open", timeout=120_000)
    expect(app(page).locator("h1").first).to_be_visible(timeout=120_000)
    return page


def app(page: Page) -> FrameLocator:
    return page.frame_locator("#app")


_ASK = """async ([path, sent]) => {
  const answer = await fetch(`app/${path}`, sent === null ? {} : {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(sent)});
  return [answer.status, await answer.text()];
}"""


def asked(page: Page, path: str, sent: object = None) -> tuple[int, Any]:
    """A question of a program, asked inside the page."""
    status, text = page.evaluate(_ASK, [path, sent])
    return status, json.loads(text) if text.startswith("{") else text


def new_table(page: Page) -> str:
    status, told = asked(page, "api/tables", TABLE)
    assert status == 201, told
    return str(told["table"]["id"])


def take_cards(page: Page, table: str, number: int) -> tuple[int, Any]:
    """The entry after ``number``, as whoever is in turn takes cards."""
    player = ("Ada", "Bo")[number % 2]
    entry = {"seen": number, "id": f"take-{number}", "kind": "action", "body": {"do": "take-cards", "player": player}}
    return asked(page, f"api/tables/{table}/entries", entry)


def last_number(page: Page, table: str) -> int:
    status, told = asked(page, f"api/tables/{table}/number")
    assert status == 200, told
    return int(told["seq"])
