"""A Chromium for tests and screenshots: the one of the system, or the one ``CHROMIUM`` names.

Where its headless shell is installed beside it, most tests run in that: the same engine without a browser's own
windows, which take two thirds of what a new page costs.
"""

import atexit
import itertools
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright

# What a page owes is waited for as long as a busy machine may need; what is there at once costs nothing.
expect.set_options(timeout=20_000)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def chromium_path() -> str | None:
    return os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


def shell_path() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or chromium_path()


@cache
def playwright() -> Playwright:
    """One in a process, until it ends."""
    running = sync_playwright().start()
    atexit.register(running.stop)
    return running


def _launch(path: str | None, *flags: str) -> Browser:
    browser = playwright().chromium.launch(executable_path=path, args=[*FLAGS, *flags])
    # Whatever moves is painted anew by the processor all the time. A test of motion asks for it.
    browser.new_context = partial(browser.new_context, reduced_motion="reduce")  # type: ignore[method-assign]
    browser.new_page = partial(browser.new_page, reduced_motion="reduce")  # type: ignore[method-assign]
    return browser


_shared = cache(_launch)


@contextmanager
def open_browser(*flags: str, whole: bool = False) -> Iterator[Browser]:
    """Without ``flags`` it is the same one for all tests of a process; what they opened in it is closed. ``whole``: not
    the shell, which knows nothing of hyphens."""
    path = chromium_path() if whole else shell_path()
    if path is None:
        pytest.skip("no Chromium on this machine")
    browser = _launch(path, *flags) if flags else _shared(path)
    yield browser
    for context in browser.contexts:
        context.close()
    if flags:
        browser.close()


@contextmanager
def watched_page(browser: Browser, *, allowed: Sequence[str] = (), **how: Any) -> Iterator[Page]:
    """A page, for fingers as a rule. Every complaint of the browser, such as a breach of our policy, fails the test.

    ``allowed``: but for these, since a form that is not right is answered with 422, which the browser calls an error.
    """
    context = browser.new_context(**{"has_touch": True, **how})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.wait_for_load_state()  # what is cut off while it loads complains
    page.goto("about:blank")  # ends the stream
    context.close()
    assert [text for text in complaints if not any(one in text for one in allowed)] == []


_presses = itertools.count()


def press(target: Locator) -> None:
    """A press that is meant, however fast it follows the last one: never at the same spot of a button twice."""
    box = target.bounding_box()
    if box is None or target.evaluate("element => element.tagName") != "BUTTON":
        target.click()
    else:
        target.click(position={"x": box["width"] * (0.75 if next(_presses) % 2 else 0.25), "y": box["height"] / 2})


class Taps:
    """Taps counted, each until the page has answered."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str, swapped: str = "#table") -> None:
        self.count += 1
        before = self.page.locator(swapped).element_handle()
        press(self.page.locator(selector).first)
        before.wait_for_element_state("hidden")
        expect(self.page.locator(".htmx-swapping, .htmx-settling, .htmx-request")).to_have_count(0)

    def away(self, selector: str) -> None:
        """A tap that leads to another page."""
        self.count += 1
        with self.page.expect_navigation():
            self.page.locator(selector).first.click()


def draw(page: Page, spaces: Sequence[Sequence[int]], within: str = "") -> None:
    """A real finger goes from space to space of a map."""
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        event = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        fingers.send("Input.dispatchTouchEvent", event)

    pressed = [page.locator(f'{within} [data-space="{q},{r}"]') for q, r in spaces]
    middles = []
    for one in pressed:
        box = one.bounding_box()
        assert box
        middles.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    touch("touchStart", middles[0])
    for (x, y), (to_x, to_y) in itertools.pairwise(middles):
        for step in range(1, 9):
            touch("touchMove", (x + (to_x - x) * step / 8, y + (to_y - y) * step / 8))
    touch("touchEnd")


def tap_twice(page: Page, selector: str, pause: int) -> None:
    """At the same spot, whatever stands there by then. The second tap says itself when it came: how long a busy machine
    takes to send it does not count."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devtools = page.context.new_cdp_session(page)
    first = time.time()
    for wait, at in ((0, first), (pause, first + pause / 1000)):
        page.wait_for_timeout(wait)
        devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot], "timestamp": at})
        devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": at + 0.01})


def in_view(page: Page, selector: str) -> None:
    """Every such thing is wholly on the screen, without scrolling, and nothing lies on its middle."""
    for one in page.locator(selector).all():
        box = one.bounding_box()
        assert box, selector
        size = page.viewport_size
        assert size
        assert min(box["x"], box["y"]) >= 0, (selector, box)
        assert box["x"] + box["width"] <= size["width"], (selector, box)
        assert box["y"] + box["height"] <= size["height"], (selector, box)
        assert one.evaluate(
            """one => { const box = one.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return one.contains(top) || top.contains(one) }"""
        ), selector
