"""One recorded game for every scenario and every way to end it, and no file that nobody reads."""

from pathlib import Path

import pytest

from companion.dewan.rules.scenarios import SCENARIOS
from tests.endings import WANTED, endings_of
from tests.golden_files import FOLDER, golden_logs, name_of, read, states_of


def test_every_scenario_has_its_ways_to_end() -> None:
    assert set(WANTED) == set(SCENARIOS)


@pytest.mark.parametrize(("scenario", "ending"), [(s, e) for s, endings in WANTED.items() for e in endings])
def test_there_is_a_game_that_ends_like_this(scenario: str, ending: str) -> None:
    log = read(FOLDER / scenario / f"{ending}.json")
    states = [state.play for state in states_of(log)]
    assert states[-1].table.scenario == scenario
    assert ending in endings_of(states)


@pytest.mark.parametrize("path", golden_logs(), ids=name_of)
def test_every_log_says_what_it_guards(path: Path) -> None:
    header = read(path)["header"]
    assert isinstance(header, dict)
    assert len(str(header["title"])) > 20


def test_no_file_is_read_by_nobody() -> None:
    read_by_tests = {path for log in golden_logs() for path in (log, log.with_suffix(".expected.json"))}
    assert {path for path in FOLDER.rglob("*") if path.is_file()} == read_by_tests
