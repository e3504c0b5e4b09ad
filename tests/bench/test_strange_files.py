"""A few of the strange files of ``bench.strange_files`` in every check: taken, or refused by name."""

from collections.abc import Callable

import pytest

from bench import strange_files


@pytest.mark.parametrize(
    ("kind", "number"),
    [
        (strange_files.photos, 18),
        (strange_files.games, 8),
        (strange_files.boxes, 12),
        (strange_files.backups, 6),
        (strange_files.databases, 6),
    ],
)
def test_strange_files_are_taken_or_refused_by_name(
    kind: Callable[[int, str], tuple[int, strange_files.Outcomes]], number: int
) -> None:
    faults, outcomes = kind(number, "small")
    assert faults == 0
    assert sum(outcomes.values()) == number
    assert len(outcomes) > 1
