"""What people ask in everyday words finds the rule that answers it.

The questions were written from the rulebooks before the search was. One set was looked at while it was tuned; of the
second (``held_out``) only the share of answers was. The third (``fresh``) was written from the rulebooks after the
search was finished, without looking at it, and nothing was changed for it.
"""

import csv
from pathlib import Path

import pytest

from companion.i18n.catalog import LANGUAGES
from companion.web.rulebook.book import book, rulebooks
from companion.web.rulebook.search import search
from companion.web.rulebook.words import asked

QUESTIONS = Path(__file__).parent
ENOUGH = 0.95
GAMES = ("dewan", "river")
FEWEST = {"tuning": 60, "held_out": 60, "fresh": 48}
SETS = tuple(FEWEST)


def questions(chosen: str) -> list[dict[str, str]]:
    with (QUESTIONS / f"rule_questions_{chosen}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def recall(chosen: str, first: int) -> float:
    answered = 0
    for asked_for in (rows := questions(chosen)):
        answer = search(book(asked_for["game"], asked_for["language"]), asked_for["question"])
        hits = [hit.rule.id for hit in answer.hits[:first]] if answer else []
        answered += any(rule in hits for rule in asked_for["rules"].split())
    return answered / len(rows)


def test_there_are_questions_in_every_language_about_both_games() -> None:
    for chosen in SETS:
        rows = questions(chosen)
        assert len(rows) >= FEWEST[chosen]
        assert {row["language"] for row in rows} == set(LANGUAGES)
        assert {row["game"] for row in rows} == set(GAMES)
        assert all(rule in rulebooks()[row["game"]].rules for row in rows for rule in row["rules"].split())


@pytest.mark.parametrize("chosen", SETS)
def test_the_right_rule_is_among_the_first_three(chosen: str) -> None:
    assert recall(chosen, 3) >= ENOUGH


@pytest.mark.parametrize("chosen", SETS)
def test_the_right_rule_is_mostly_the_first(chosen: str) -> None:
    assert recall(chosen, 1) >= 0.8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_asked_for_in_some_way(language: str) -> None:
    ways = asked(language).rules
    assert sorted(ways) == sorted(rule for game in GAMES for rule in rulebooks()[game].rules)
    assert [rule for rule, said in ways.items() if not all(said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_first_way_of_asking_finds_its_own_rule(game: str, language: str) -> None:
    """A wrong line in the list would send people to the wrong rule; a few ways fit other rules as well."""
    the_book, lost = book(game, language), []
    for rule in rulebooks()[game].rules:
        answer = search(the_book, asked(language).rules[rule][0])
        if not answer or rule not in [hit.rule.id for hit in answer.hits[:3]]:
            lost.append(rule)
    assert len(lost) <= 0.02 * len(rulebooks()[game].rules), lost
