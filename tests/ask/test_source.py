"""Every rule names where it stands in the printed rulebook, in the reader's edition."""

import pytest

from companion.ask.source import source
from companion.i18n.catalog import LANGUAGES, speaker
from companion.web.rulebook.book import rulebooks

GAMES = ("dewan", "river")
MOST_WORDS = 8
"""A heading, not a sentence of the publisher's."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_heading(game: str, language: str) -> None:
    say = speaker(language)
    for rule in rulebooks()[game].rules:
        found = source(rule, say)
        assert found, rule
        assert 1 <= len(found.heading.split()) <= MOST_WORDS, rule
        assert bool(found.remark) is rulebooks()[game].is_ruling(rule), rule


def test_headings_are_those_of_the_edition() -> None:
    assert [str(source("D-ROUTE-04", speaker(language))) for language in LANGUAGES] == [
        "Place a Camp",
        "1 Lager platzieren",
        "Placer un camp",
        "Alocar um Acampamento",
    ]


def test_the_river_has_one_book() -> None:
    assert {str(source("V-BUILD-01", speaker(language))) for language in LANGUAGES} == {"Ein Gebäude errichten"}


def test_a_ruling_says_why_it_was_needed() -> None:
    say = speaker("en")
    for rule, why in (("R-08", "silent"), ("R-12", "differs"), ("VR-05", "unclear")):
        found = source(rule, say)
        assert found
        assert found.remark == say(f"source.{why}")
        assert str(found) == f"{found.heading} ({found.remark})"


@pytest.mark.parametrize("rule", ["", "D-", "D-CHESS-01", "R-99", "VR-99", "route"])
def test_a_rule_that_is_not_ours_stands_nowhere(rule: str) -> None:
    assert source(rule, speaker("en")) is None
