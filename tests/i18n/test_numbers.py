"""Numbers, counts and lists as each language writes them."""

import string

import pytest

from companion.i18n.catalog import LANGUAGES, speaker
from tests.i18n.catalogues import messages

NARROW = "\u202f"
"""The space French puts between thousands."""


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "1,234,567"), ("de", "1.234.567"), ("fr", f"1{NARROW}234{NARROW}567"), ("pt", "1.234.567")],
)
def test_a_large_number_is_written_as_the_language_does(language: str, written: str) -> None:
    assert written in speaker(language)("doctor.disk-well", {"megabytes": 1234567})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_a_name_stays_bare(language: str) -> None:
    assert "8765" in speaker(language)("doctor.port-free", {"port": 8765})


@pytest.mark.parametrize(
    ("language", "listed"),
    [
        ("en", "Ada and Ben share"),
        ("de", "Ada und Ben teilen"),
        ("fr", "Ada et Ben se partagent"),
        ("pt", "Ada e Ben compartilham"),
    ],
)
def test_several_names_are_joined_as_one_speaks(language: str, listed: str) -> None:
    assert speaker(language)("web.score.shared", {"names": ("Ada", "Ben"), "n": 12}).startswith(listed)


@pytest.mark.parametrize(
    ("language", "n", "text"),
    [
        ("en", 0, "0 more resources are needed"),
        ("en", 1, "1 more resource is needed"),
        ("en", 5, "5 more resources are needed"),
        ("de", 0, "fehlen 0 Rohstoffe."),
        ("de", 1, "fehlt 1 Rohstoff."),
        ("de", 2, "fehlen 2 Rohstoffe."),
        ("fr", 0, "manque 0 ressource pour"),
        ("fr", 1, "manque 1 ressource pour"),
        ("fr", 2, "manque 2 ressources pour"),
        ("pt", 0, "Falta 0 recurso "),
        ("pt", 1, "Falta 1 recurso "),
        ("pt", 100, "Faltam 100 recursos "),
    ],
)
def test_nouns_and_verbs_follow_the_number(language: str, n: int, text: str) -> None:
    assert text in speaker(language)("river.cannot-pay", {"n": n})


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_what_english_writes_by_language_all_do(language: str) -> None:
    """``{bytes:n}`` in one language and ``{bytes}`` in another would be an oversight."""
    english = messages("en")
    other = [code for code, forms in messages(language).items() if how(forms[-1]) != how(english[code][-1])]
    assert other == []


def how(text: str) -> set[tuple[str, str | None]]:
    return {(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None}
