"""Every rule and ruling of The River has a test that names it, and no test names one that does not exist."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[2]
_COLLECT = """
import json, sys, pytest

class Rules:
    def pytest_collection_finish(self, session):
        ids = {id_ for item in session.items for mark in item.iter_markers("rule") for id_ in mark.args}
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(sorted(ids), file)

sys.exit(pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", *sys.argv[2:]], plugins=[Rules()]))
"""


def known_ids() -> list[str]:
    return (TESTS / "river_rule_ids.txt").read_text(encoding="utf-8").split()


@pytest.fixture(scope="module")
def named_ids(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Collected afresh, so that it does not matter which tests this run was asked for."""
    target = tmp_path_factory.mktemp("rules") / "ids.json"
    elsewhere = sorted(TESTS.glob("*/test_river*.py"))
    collect = [sys.executable, "-c", _COLLECT, target, Path(__file__).parent, *elsewhere]
    done = subprocess.run(collect, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    found: list[str] = json.loads(target.read_text(encoding="utf-8"))
    return {rule for rule in found if rule.startswith(("V-", "VR-"))}


def test_the_list_of_ids_is_sorted_and_has_no_twins() -> None:
    assert known_ids() == sorted(set(known_ids()))


def test_every_id_has_a_test_that_names_it(named_ids: set[str]) -> None:
    assert sorted(set(known_ids()) - named_ids) == []


def test_no_test_names_an_unknown_id(named_ids: set[str]) -> None:
    assert sorted(named_ids - set(known_ids())) == []
