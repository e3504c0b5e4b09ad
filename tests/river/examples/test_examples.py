"""The drawn examples of The River say what its rules say."""

import pytest

from companion.river.examples import kinds
from companion.river.examples.examples import EXAMPLES
from companion.river.examples.pictures import gained, hindrances, payment, scored, settled
from companion.river.rulebook import RULEBOOK


def of_kind(kind: type) -> list[object]:
    return [pytest.param(rule, one, id=rule) for rule, one in EXAMPLES.items() if isinstance(one, kind)]


def test_every_rule_of_the_river_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(RULEBOOK.rules)


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.RiverPoints))
def test_points_are_as_claimed(rule: str, example: kinds.RiverPoints) -> None:
    line = scored(example)
    assert line.points == example.points
    assert example.rule in {line.rule, *(one.rule for one in line.evidence)}


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Gains))
def test_a_scout_brings_as_much_as_claimed(rule: str, example: kinds.Gains) -> None:
    gain = gained(example)
    assert gain.kept == example.kept
    assert example.most is None or gain.most == example.most


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Closed))
def test_a_space_is_closed_by_the_rule_that_is_named(rule: str, example: kinds.Closed) -> None:
    assert [reason.rule for reason in hindrances(example)] == [example.rule]
    assert example.rule == rule


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Settles))
def test_scouts_settle_where_claimed(rule: str, example: kinds.Settles) -> None:
    assert settled(example) == example.spaces


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Pays))
def test_a_building_is_paid_as_claimed(rule: str, example: kinds.Pays) -> None:
    paid = payment(example)
    assert paid.complete
    assert paid.pays == example.pays
