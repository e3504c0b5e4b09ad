"""A Chromium for tests and screenshots: the one of the system, or the one ``CHROMIUM`` names."""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

# What a page owes is waited for as long as a busy machine may need; what is there at once costs nothing.
expect.set_options(timeout=20_000)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def chromium_path() -> str | None:
    return os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )


@contextmanager
def open_browser(*flags: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *flags])
        yield browser
        browser.close()


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
