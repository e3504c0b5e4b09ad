"""The pack is built once; where it cannot be built, the tests fail and say what is missing."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Playwright

from companion.alone import pack
from companion.alone.fetch import CannotPack
from companion.i18n.catalog import speaker
from companion.platform import lock_file
from tests.alone.packed import StaticHost, device, opened
from tests.web import browser


@pytest.fixture(scope="session")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was fetched and compiled is kept where ``companion pack`` keeps it, for the next time."""
    folder = tmp_path_factory.mktemp("alone") / "pack"
    with (tmp_path_factory.getbasetemp().parent / "pack.lock").open("w") as lock:
        while not lock_file(lock.fileno()):  # another process of these tests builds the same
            time.sleep(0.2)
        try:
            pack.pack(folder)
        except CannotPack as error:
            pytest.fail(f"The pack could not be built. {speaker('en')(error.code, error.params)}")
    return folder


@pytest.fixture(scope="session")
def playwright() -> Playwright:
    return browser.playwright()


@pytest.fixture(scope="session")
def host(packed: Path) -> Iterator[StaticHost]:
    running = StaticHost(packed)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def filled(playwright: Playwright, host: StaticHost, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The profile of a browser that has the pack, and no table."""
    profile = tmp_path_factory.mktemp("profile") / "filled"
    with device(playwright, profile) as context:
        opened(context, host.url)
    return profile


@pytest.fixture
def tablet(playwright: Playwright, filled: Path, tmp_path: Path) -> Iterator[BrowserContext]:
    """A device of its own for each test, which has been here before."""
    profile = tmp_path / "profile"
    shutil.copytree(filled, profile, ignore=shutil.ignore_patterns("Singleton*"))
    with device(playwright, profile) as context:
        yield context
