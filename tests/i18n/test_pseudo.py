"""The language for tests of the layout: two fifths longer, and nothing in it is plain English."""

import re
import string

import pytest

from companion.i18n.catalog import LANGUAGES, PSEUDO, speaker
from companion.i18n.pseudo import LONGER, pseudo
from tests.i18n.catalogues import messages, parameters

ENGLISH = messages("en")


def letters(text: str) -> int:
    """Without the parameters."""
    return sum(len(literal) for literal, *_ in string.Formatter().parse(text))


def test_nobody_is_offered_it() -> None:
    assert PSEUDO not in LANGUAGES


def test_every_text_is_two_fifths_longer_and_keeps_its_parameters() -> None:
    for code, forms in ENGLISH.items():
        for form in forms:
            told = pseudo(form)
            assert parameters(told) == parameters(form), code
            assert letters(told) >= letters(form) * (1 + LONGER), code


def test_no_word_stays_english() -> None:
    for code, forms in ENGLISH.items():
        for form in forms:
            plain = re.sub(r"\{[^}]*\}", " ", pseudo(form))
            words = re.findall(r"[^\W\d_]+", plain)
            assert [word for word in words if word.isascii() and re.search("[aeiou]", word)] == [], code


@pytest.mark.parametrize("n", [1, 3])
def test_it_counts_as_english_does(n: int) -> None:
    assert speaker(PSEUDO)("web.map.berries", {"n": n}).startswith(f"{n} Béer")


def test_braces_stay_braces() -> None:
    assert pseudo("a {{b}} {name}").format(name="x").startswith("áa {b} x")
