"""Shared by all tests: the language, how hard Hypothesis tries, which test names which rule, a disk that fills up."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# What the terminal says is compared with English texts, whatever language the machine of the tests speaks.
os.environ["LANGUAGE"] = "en"

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("quick", max_examples=30, derandomize=True, **_COMMON)
settings.register_profile("thorough", max_examples=2000, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-map", metavar="FILE", help="write which tests name which rule ids, as JSON")


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
