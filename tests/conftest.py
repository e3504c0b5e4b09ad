"""Shared by all tests: the language, how hard Hypothesis tries, which test names which rule, a disk that fills up."""

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.postgres import Postgres

# What the terminal says is compared with English texts, whatever language the machine of the tests speaks.
os.environ["LANGUAGE"] = "en"

# Thousands of databases and profiles of browsers, none of which has to outlive the machine: a disk would only wait.
_IN_MEMORY = Path("/dev/shm")
if "TMPDIR" not in os.environ and os.access(_IN_MEMORY, os.W_OK) and shutil.disk_usage(_IN_MEMORY).free > 4 << 30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_IN_MEMORY)

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("quick", max_examples=30, derandomize=True, **_COMMON)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-map", metavar="FILE", help="write which tests name which rule ids, as JSON")
    parser.addoption("--both-databases", action="store_true", help="run all pages of a game on both, not only a few")


def pytest_collection_finish(session: pytest.Session) -> None:
    target = session.config.getoption("--rule-map")
    if target is None:
        return
    tests: dict[str, list[str]] = {}
    for item in session.items:
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                tests.setdefault(rule, []).append(item.nodeid)
    Path(target).write_text(json.dumps(tests), encoding="utf-8")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Whatever asks for a ``database`` runs on both kinds, but for what is about SQLite's file or drives a browser. So
    do few of the pages of a game, and all with ``--both-databases``: they show what the service says, which has been
    asked on both."""
    if "database" not in metafunc.fixturenames:
        return
    marked = metafunc.definition.get_closest_marker
    game = metafunc.definition.path.match("tests/*/pages/*") and not metafunc.definition.path.match("tests/web/pages/*")
    few = game and not metafunc.config.getoption("--both-databases")
    if marked("sqlite") or marked("browser") or (few and not marked("both_databases")):
        return
    metafunc.parametrize("database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator["Postgres"]:
    """A server that is started when the first test needs it. Where there is none, that test fails and says how to
    install it."""
    from tests.postgres import postgres_server  # tests of the rules need no database

    with postgres_server() as server:
        yield server


@pytest.fixture
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store can be opened: with nothing in it, and perhaps not even there."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return tmp_path / "companion.sqlite3"
    server: Postgres = request.getfixturevalue("postgres")
    return server.emptied()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 512 KB of its own, where the tests may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=512k", "companion-test", str(disk)], capture_output=True, check=False
    )
    if not made or made.returncode != 0:
        pytest.skip("no file system may be mounted here")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)
