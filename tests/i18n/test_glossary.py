"""One word for one thing: no text uses a word the editions do not, or one of the other game."""

import re
from functools import cache

import pytest

from companion.i18n.catalog import LANGUAGES
from tests.i18n.catalogues import messages

JSON_WORDS = {"card.unknown-symbol", "card.unknown-terrain"}
"""Words of the record, the same in every language."""

# What a translator may think of, and the editions never say.
NEVER = {
    "en": {
        "a space": r"\bhex(es)?\b|\bfields?\b",
        "a zone": r"\bregions?\b",
        "a story tile": r"\bquests?\b|\bobjectives?\b",
    },
    "de": {
        "a camp": r"\bCamps?\b|Zelt|Siedlung",
        "a zone": r"Gebiet|\bRegion",
        "badlands": r"Canyon|\bBadlands\b",
        "a pigment": r"Pigment",
        "a berry": r"Frucht|Früchte",
        "a route": r"\bPfad|\bRouten\b",
        "a space": r"Hexfeld|\bSechsecke?\b",
        "a token": r"\bTokens?\b|Spielstein",
        "people": r"Spielerin|Mitspieler",
    },
    "fr": {
        "a camp": r"\bcampement|\btentes?\b",
        "a zone": r"\brégions?\b|\baires?\b",
        "badlands": r"\b[Bb]adlands\b",
        "a berry": r"\bfruits?\b",
        "a route": r"\bchemins?\b|\btrajets?\b",
        "a space": r"\bhexagones?\b",
        "the draw pile": r"\b[Ll]a pioche\b",
    },
    "pt": {
        "a camp": r"\bcampos?\b|\bbarracas?\b|\btendas?\b",
        "a zone": r"\bzonas?\b|\bregi(ão|ões)\b",
        "badlands": r"\b[Bb]adlands\b|\bcânions?\b",
        "a berry": r"\bbagas?\b",
        "a route": r"\bcaminhos?\b|\btrilhas?\b",
        "a space": r"\bhexágonos?\b",
        "Portugal": r"\becrã|\btelemóve|\butilizador|\bficheiro|\bequipas?\b|\bregistos?\b",
    },
}
# Words of one game that mean nothing, or something else, in the other.
DEWAN_ONLY = {
    "en": r"\bTribe\b|\bStory\b|\b[Bb]err(y|ies)\b|\b[Cc]amps?\b",
    "de": r"Terraintafel|Spieltableau|Beere|\bZiele?\b|\bRessource",
    "fr": r"Territoire|plateau Tribu|\b[Bb]aies?\b|Histoire|\bcamps?\b|tour de jeu",
    "pt": r"Território|tabuleiro de Tribo|\b[Ff]rutas?\b|História|[Aa]campamento|\báreas?\b",
}
RIVER_ONLY = {
    "en": r"\bpioneers?\b|\bmeadows?\b|river board",
    "de": r"Geländeplättchen|Flusstableau|Kundschafter|Rohstoff|Wiese|abwerf|abgeworfen",
    "fr": r"tuiles? Terrain|plateau fleuve|pionnier|prairie|\bmanches?\b",
    "pt": r"peças? de terreno|tabuleiro do rio|pioneiro|\bprados?\b",
}


def of_the_river(code: str) -> bool:
    return "river" in code or code.startswith("rule.V")


@cache
def texts(language: str) -> dict[str, str]:
    left_out = JSON_WORDS
    return {code: " ".join(forms) for code, forms in messages(language).items() if code not in left_out}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_says_it_like_that(language: str) -> None:
    for thing, wrong in NEVER[language].items():
        assert {code: text for code, text in texts(language).items() if re.search(wrong, text)} == {}, thing


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_game_keeps_to_its_own_words(language: str) -> None:
    for code, text in texts(language).items():
        foreign = DEWAN_ONLY if of_the_river(code) else RIVER_ONLY
        assert not re.search(foreign[language], text), (code, text)


@pytest.mark.parametrize(
    ("language", "code"),
    [("de", "rule.D-ROUTE-01"), ("fr", "rule.D-ROUTE-01"), ("pt", "rule.D-ROUTE-01"), ("en", "rule.D-ROUTE-01")],
)
def test_the_words_of_a_game_are_found_where_they_stand(language: str, code: str) -> None:
    assert re.search(DEWAN_ONLY[language] + "|Lager|Landschaft", texts(language)[code])
    assert re.search(RIVER_ONLY[language], texts(language)["rule.V-TURN-04"])


# How people are spoken to: du and ihr, vous, você, as the editions do.
ADDRESS = {
    "de": r"[a-zäöüß]en Sie\b|\bIhnen\b",
    "fr": r"\b([Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es)\b|[^z]-(le|la|les|moi)\b"
    r"|(^|[.!?:;][\s\u00a0])(Appuie|Attends|Autorise|Choisis|Demande|Donne|Efface|Enlève|Essaie|Fais|Lis|Mets|Ouvre|Pose|Prends"
    r"|Réessaie|Regarde|Scanne|Tape|Touche|Vois)\b",
    "pt": r"\b([Tt]u|ti|[Tt]eus?|[Tt]uas?|contigo|vós|[Vv]ossos?)\b",
}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_everybody_is_spoken_to_alike(language: str) -> None:
    assert {code: text for code, text in texts(language).items() if re.search(ADDRESS[language], text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_quotation_marks_are_those_of_the_language(language: str) -> None:
    strange = {"en": r"['\"„«»]", "de": r"['\"”«»]", "fr": r"['\"“”„]", "pt": r"['\"„«»]"}[language]
    # A piece of JSON keeps its own marks.
    found = {code for code, text in texts(language).items() if re.search(strange, text)} - {"json.not-a-card"}
    assert found == set()
