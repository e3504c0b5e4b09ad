"""The rules at hand: every id of both games is told in every language, short enough for a phone."""

import re

import pytest

from companion.i18n.catalog import LANGUAGES
from tests.i18n.catalogues import messages, parameters
from tests.i18n.rule_texts import CHOICES, RULES, RULINGS, editions, option, rule_codes, text, title

TITLE = 40
"""What a line of a phone takes."""
TEXT = 320
OPTION = 60
TEXTS = {language: {code: forms[0] for code, forms in messages(language).items()} for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    assert sorted(rule_codes() - TEXTS[language].keys()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_rule_is_told_that_does_not_exist(language: str) -> None:
    assert sorted({code for code in TEXTS[language] if code.startswith("rule.")} - rule_codes()) == []


def test_the_lists_are_not_empty() -> None:
    assert {"D-ROUTE-08", "R-22", "V-MEAD-07", "VR-19"} <= set(RULES)
    assert {"R-22", "VR-19"} <= set(RULINGS) < set(RULES)
    assert ("R-22", "out-of-the-game") in CHOICES


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_fit_on_a_line_and_are_no_sentences(language: str) -> None:
    titles = {rule: TEXTS[language][title(rule)] for rule in RULES}
    assert {rule: words for rule, words in titles.items() if len(words) > TITLE or words.endswith(".")} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_tell_the_rules_of_a_game_apart(language: str) -> None:
    for game in (("D-", "R-"), ("V-", "VR-")):
        titles = [TEXTS[language][title(rule)] for rule in RULES if rule.startswith(game)]
        assert sorted({words for words in titles if titles.count(words) > 1}) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_short_whole_sentences(language: str) -> None:
    codes = [text(rule) for rule in RULES] + [editions(ruling) for ruling in RULINGS]
    for code in codes:
        words = TEXTS[language][code]
        assert len(words) <= TEXT, code
        assert words.endswith("."), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_short_and_differ(language: str) -> None:
    by_ruling: dict[str, list[str]] = {}
    for ruling, choice in CHOICES:
        words = TEXTS[language][option(ruling, choice)]
        assert len(words) <= OPTION, (ruling, choice)
        assert not words.endswith("."), (ruling, choice)
        by_ruling.setdefault(ruling, []).append(words)
    assert [ruling for ruling, words in by_ruling.items() if len(set(words)) < len(words)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_told_outright(language: str) -> None:
    """They are shown as they are: a text with a parameter would have nobody to fill it in."""
    assert [code for code in rule_codes() if parameters(TEXTS[language][code])] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_no_rule_is_left_in_english(language: str) -> None:
    assert [code for code in map(text, RULES) if TEXTS[language][code] == TEXTS["en"][code]] == []


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_figures_are_the_same_in_every_language(language: str) -> None:
    other = {
        code: TEXTS[language][code]
        for code in rule_codes()
        if figures(TEXTS[language][code]) != figures(TEXTS["en"][code])
    }
    assert other == {}


def figures(words: str) -> list[str]:
    return sorted(re.findall(r"\d+", words))
