"""The drawn examples of the rules say what the rules say."""

import pytest

from companion.dewan.examples import kinds
from companion.dewan.examples.catalog import EXAMPLES
from companion.dewan.examples.kinds import ADA, places
from companion.dewan.examples.pictures import checked, gathered, judged, scored, taken
from companion.dewan.rulebook import RULEBOOK
from companion.dewan.rules import game
from companion.dewan.rules.events import cover, fish_shares
from companion.dewan.rules.stories import count


def of_kind(kind: type) -> list[object]:
    return [pytest.param(rule, one, id=rule) for rule, one in EXAMPLES.items() if isinstance(one, kind)]


def test_every_rule_of_dewan_has_an_example() -> None:
    assert sorted(EXAMPLES) == sorted(RULEBOOK.rules)


def test_most_examples_are_drawn_on_a_map() -> None:
    assert sum(isinstance(one, kinds.OnMap) for one in EXAMPLES.values()) > 120


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.RouteExample))
def test_a_way_is_as_legal_as_it_claims(rule: str, example: kinds.RouteExample) -> None:
    verdict = judged(example)
    if example.against:
        assert [reason.rule for reason in verdict.reasons] == [example.against]
    else:
        assert verdict.legal
        assert len(verdict.cost) == example.cost
        assert len(example.scene.table.player(ADA).hand) == example.cost
    given = [toll.to for toll in verdict.cost if toll.to]
    if not example.against:
        assert {name: given.count(name) for name in given} == dict(example.gives)
    assert example.remark is None or example.remark in [remark.rule for remark in verdict.remarks]


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.RouteExample))
def test_an_illegal_way_is_shown_with_the_rule_it_breaks(rule: str, example: kinds.RouteExample) -> None:
    if example.against and rule.startswith("D-"):
        assert example.against == rule


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Zones))
def test_zones_are_as_many_as_claimed(rule: str, example: kinds.Zones) -> None:
    assert sum(zone.terrain is example.terrain for zone in example.scene.board.zones) == example.number


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.CountExample))
def test_what_counts_for_stories_is_as_claimed(rule: str, example: kinds.CountExample) -> None:
    found = count(example.scene.table, ADA, example.need)
    assert found.have == example.number
    cited = {one.rule for one in (*found.counted, *found.ignored)}
    assert example.rule in cited or (not cited and example.number == 0)


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.GivenExample))
def test_a_story_is_complete_or_not_as_claimed(rule: str, example: kinds.GivenExample) -> None:
    assert {check.complete for check in checked(example)} == {example.complete}


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Points))
def test_points_are_as_claimed(rule: str, example: kinds.Points) -> None:
    line = scored(example)
    assert line.points == example.points
    assert example.rule in {line.rule, *(one.rule for one in line.evidence)}


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Targets))
def test_markers_may_go_where_claimed(rule: str, example: kinds.Targets) -> None:
    assert len(game.eligible_spaces(example.scene.table)) == example.number


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.CoveredExample))
def test_berries_go_where_claimed(rule: str, example: kinds.CoveredExample) -> None:
    table, at = example.scene.table, places(example.at)[0]
    assert at in game.eligible_spaces(table)
    after = cover(table.board, at, example.marker, table.ruling("R-22"))
    assert after.board.berries == {places(space)[0]: number for space, number in example.berries.items()}
    assert after.odd == example.odd


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Gather))
def test_a_camp_takes_as_many_berries_as_claimed(rule: str, example: kinds.Gather) -> None:
    assert gathered(example) == example.takes


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Fish))
def test_fish_go_to_whom_is_claimed(rule: str, example: kinds.Fish) -> None:
    assert {name: number for name, number in fish_shares(example.scene.table).items() if number} == example.shares


@pytest.mark.parametrize(("rule", "example"), of_kind(kinds.Take))
def test_cards_may_be_taken_as_claimed(rule: str, example: kinds.Take) -> None:
    assert [reason.rule for reason in taken(example)] == ([example.against] if example.against else [])
