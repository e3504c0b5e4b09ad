"""Every rule and ruling of the catalogues has a test that names it, and no test names one that does not exist.

``rule_ids.txt`` lists the ids of Dewan, ``river_rule_ids.txt`` those of The River.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LISTS = ("rule_ids.txt", "river_rule_ids.txt")
PENDING: frozenset[str] = frozenset()
"""Ids without a test for now. A test fails while there are any, so none is forgotten."""


def known_ids() -> list[str]:
    return [rule for name in LISTS for rule in (HERE / name).read_text(encoding="utf-8").split()]


@pytest.fixture(scope="module")
def tests_by_rule(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Collected afresh, from the files that name rules: it does not matter which tests this run was asked for."""
    target = tmp_path_factory.mktemp("rules") / "map.json"
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "--rule-map", target]
    naming = [path for path in HERE.rglob("test_*.py") if "mark.rule" in path.read_text(encoding="utf-8")]
    done = subprocess.run([*collect, *naming], cwd=HERE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    mapping: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    return mapping


def test_the_list_of_ids_is_sorted_and_has_no_twins() -> None:
    assert known_ids() == sorted(set(known_ids()))


def test_every_id_has_a_test_that_names_it(tests_by_rule: dict[str, list[str]]) -> None:
    assert sorted(set(known_ids()) - set(tests_by_rule) - PENDING) == []


def test_no_test_names_an_unknown_id(tests_by_rule: dict[str, list[str]]) -> None:
    unknown = {rule: tests for rule, tests in tests_by_rule.items() if rule not in known_ids()}
    assert unknown == {}


def test_nothing_is_pending() -> None:
    assert sorted(PENDING) == []
