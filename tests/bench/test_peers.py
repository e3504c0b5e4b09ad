"""A faster answer is worth nothing if it is another answer."""

from collections.abc import Callable

import pytest

from bench.peers import Answer, TooSlow, by_deepening, by_enumeration, ours
from bench.tables import NAMES, deck, random_table
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import TERRAIN_CARDS, ScenarioName

BUDGET = 600.0
"""Seconds of processor time: far more than any of these questions takes."""


@pytest.mark.parametrize("scenario", [ScenarioName.BASE, ScenarioName.LAKE_VILLAGES])
@pytest.mark.parametrize("cards", [2, 4, 6])
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("peer", [by_enumeration, by_deepening])
def test_networkx_and_the_finder_give_the_same_answer(
    peer: Callable[[Table, str, float], Answer], players: int, cards: int, scenario: ScenarioName
) -> None:
    answers = []
    for seed in range(3):
        table = random_table(seed, players, cards, scenario)
        answers.append(ours(table, NAMES[0]))
        assert peer(table, NAMES[0], BUDGET) == answers[-1]
    assert any(answers), "questions without an answer compare nothing"


def test_a_peer_out_of_time_says_so() -> None:
    with pytest.raises(TooSlow):
        by_enumeration(random_table(0, 4, 14), NAMES[0], 0.05)


def test_the_same_seed_gives_the_same_table_of_plausible_size() -> None:
    assert random_table(7, 3, 8) == random_table(7, 3, 8)
    assert [len(random_table(7, players, 8).board.printed) for players in (2, 3, 4)] == [28, 42, 56]
    assert len(deck()) == TERRAIN_CARDS
