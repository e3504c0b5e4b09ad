"""Who plays whom: nobody alone, nobody twice, no meeting again that could be avoided, seats in turn."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.service.pairings import pair, sizes


def names(number: int) -> list[str]:
    return [f"P{i}" for i in range(number)]


def meetings(rounds: list[tuple[tuple[str, ...], ...]]) -> list[frozenset[str]]:
    return [frozenset(two) for pairings in rounds for one in pairings for two in combinations(one, 2)]


@pytest.mark.parametrize(
    ("number", "size", "expected"),
    [
        (0, 4, ()), (1, 4, ()), (2, 4, (2,)), (5, 4, (3, 2)), (6, 4, (3, 3)), (9, 4, (3, 3, 3)), (13, 4, (4, 3, 3, 3)),
        (4, 3, (2, 2)), (7, 3, (3, 2, 2)), (3, 2, (3,)), (5, 2, (3, 2)), (8, 2, (2, 2, 2, 2)),
    ],
)  # fmt: skip
def test_tables_are_as_even_as_they_can_be(number: int, size: int, expected: tuple[int, ...]) -> None:
    assert sizes(number, size) == expected


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 24), st.integers(2, 4), st.integers(1, 4), st.booleans())
def test_everybody_sits_once_and_at_a_table_of_two_to_four(number: int, size: int, rounds: int, near: bool) -> None:
    people, before = names(number), list[tuple[str, ...]]()
    for _ in range(rounds):
        paired = pair(people, size, before, near=near)
        assert sorted(name for one in paired for name in one) == sorted(people)
        assert all(2 <= len(one) <= max(size, 3) for one in paired)
        before += paired


def test_nobody_meets_again_while_that_can_be_avoided() -> None:
    people, rounds, before = names(8), list[tuple[tuple[str, ...], ...]](), list[tuple[str, ...]]()
    for _ in range(4):
        rounds.append(pair(people, 2, before, near=False))
        before += rounds[-1]
    met = meetings(rounds)
    assert len(met) == len(set(met)) == 16


def test_by_standings_neighbours_play_each_other() -> None:
    assert [set(one) for one in pair(names(8), 4, (), near=True)] == [set(names(4)), {"P4", "P5", "P6", "P7"}]
    again = pair(names(4), 2, [("P0", "P1"), ("P2", "P3")], near=True)
    assert frozenset(("P0", "P1")) not in meetings([again]), "they have met, so the nearest others play"


def test_seats_take_turns() -> None:
    people, before = names(3), list[tuple[str, ...]]()
    for _ in range(3):
        before += pair(people, 3, before, near=True)
    assert {seat: sorted(one[seat] for one in before) for seat in range(3)} == dict.fromkeys(range(3), people)
