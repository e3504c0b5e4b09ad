"""Every language says everything, with the same parameters, in the words of its edition of the games."""

import re

import pytest
from babel import Locale

from companion.dewan.rules.words import ScenarioName, Symbol, Terrain
from companion.i18n.catalog import LANGUAGES, speaker
from tests.i18n.catalogues import LOCALES, catalog, messages, parameters

ENGLISH = messages("en")
OTHERS = [language for language in LANGUAGES if language != "en"]


def test_the_four_languages_of_the_box() -> None:
    assert LANGUAGES == ("en", "de", "fr", "pt")
    assert {path.stem for path in LOCALES.glob("*.po")} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_once_and_in_order(language: str) -> None:
    theirs = messages(language)
    assert sorted(ENGLISH.keys() - theirs.keys()) == [], "missing; see python -m companion.i18n.update"
    assert sorted(theirs.keys() - ENGLISH.keys()) == [], "not in English"
    written = re.findall(r'^msgid "(.+)"$', (LOCALES / f"{language}.po").read_text(encoding="utf-8"), re.MULTILINE)
    assert written == sorted(set(written))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_fuzzy_or_obsolete(language: str) -> None:
    assert [code for code, forms in messages(language).items() if not all(form.strip() for form in forms)] == []
    assert [message.id for message in catalog(language) if message.fuzzy and message.id] == []
    assert not catalog(language).obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_form_is_there(language: str) -> None:
    number = catalog(language).num_plurals
    short = [
        code for code, forms in messages(language).items() if len(forms) != (number if len(ENGLISH[code]) > 1 else 1)
    ]
    assert short == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_parameters_of_the_english_text(language: str) -> None:
    for code, forms in messages(language).items():
        wanted = set().union(*map(parameters, ENGLISH[code]))
        for form in forms[:-1]:
            # The form for one may do without the number: "its berry", not "its 1 berry".
            assert parameters(form) | {"n"} == wanted | {"n"}, code
        assert parameters(forms[-1]) == wanted, code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_can_be_spoken(language: str) -> None:
    say = speaker(language)
    for code, forms in ENGLISH.items():
        params: dict[str, object] = dict.fromkeys(set().union(*map(parameters, forms)), 7)
        for n in (0, 1, 2, 5) if len(forms) > 1 else (2,):
            text = say(code, params | {"n": n})
            assert "{" not in text, code
            assert "}" not in text, code


@pytest.mark.parametrize(
    ("language", "one", "several"), [("en", [1], [0, 2]), ("de", [1], [0, 2]), ("fr", [0, 1], [2]), ("pt", [0, 1], [2])]
)
def test_each_language_counts_its_own_way(language: str, one: list[int], several: list[int]) -> None:
    singular, plural = messages(language)["web.map.berries"]
    for n in one:
        assert speaker(language)("web.map.berries", {"n": n}) == singular.format(n=n)
    for n in several:
        assert speaker(language)("web.map.berries", {"n": n}) == plural.format(n=n)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_catalogue_says_which_locale_it_is(language: str) -> None:
    assert str(catalog(language).locale) == speaker(language).locale
    assert Locale.parse(speaker(language).locale).language == language


def test_our_portuguese_is_brazilian() -> None:
    assert Locale.parse(speaker("pt").locale).territory == "BR"


@pytest.mark.parametrize("language", OTHERS)
def test_little_is_left_in_english(language: str) -> None:
    """Names and some words are the same; a sentence of four words never is."""
    theirs = messages(language)
    assert [code for code, forms in ENGLISH.items() if theirs[code] == forms and len(forms[0].split()) > 3] == []


TERMS = {
    "de": "Berge Ödland Wüste Wald Wasser Artefakt Farbstoff Kristall Beere Feuer",
    "fr": "Montagne Canyon Désert Forêt Eau Artefact Pigment Cristal Baie Feu",
    "pt": "Montanha Ermos Deserto Floresta Água Artefato Pigmento Cristal Fruta Fogo",
}
SCENARIOS = {
    "de": ["Die Flut", "Der Vulkan", "Wasserdörfer"],
    "fr": ["Le déluge", "Le volcan", "Villages lacustres"],
    "pt": ["A Enxurrada", "O Vulcão", "Vilas Flutuantes"],
}


@pytest.mark.parametrize("language", OTHERS)
def test_nouns_are_those_of_the_edition(language: str) -> None:
    say = speaker(language)
    assert [say(f"word.{word}") for word in (*Terrain, *Symbol)] == TERMS[language].split()
    scenarios = (ScenarioName.DOWNPOUR, ScenarioName.VOLCANO, ScenarioName.LAKE_VILLAGES)
    assert [say(f"word.{one}") for one in scenarios] == SCENARIOS[language]


@pytest.mark.parametrize(
    ("language", "code", "term"),
    [
        ("de", "web.table.take", "2 Karten nehmen"),
        ("de", "label.place-camp", "Lager platziert"),
        ("de", "web.score.title", "Wertungsblock"),
        ("de", "web.table.stories", "Ziele"),
        ("de", "web.setup.lay-lava", "Lavaplättchen"),
        ("de", "web.news.new-pile", "Nachziehstapel"),
        ("fr", "web.table.take", "Prendre 2 cartes"),
        ("fr", "web.table.place", "Placer un camp"),
        ("fr", "web.score.title", "Bloc de scores"),
        # "Tour" alone is the turn.
        ("fr", "web.table.round", "Tour de jeu"),
        ("fr", "route.not-adjacent", "itinéraire"),
        ("fr", "web.setup.lay-lava", "jeton Lave"),
        ("pt", "web.table.take", "Pegar 2 cartas"),
        ("pt", "web.table.place", "Alocar um Acampamento"),
        ("pt", "web.score.title", "Bloco de pontuação"),
        ("pt", "web.table.round", "Rodada"),
        ("pt", "evidence.zone", "área"),
        ("pt", "web.setup.lay-lava", "marcador de Lava"),
    ],
)
def test_texts_use_the_terms_of_the_edition(language: str, code: str, term: str) -> None:
    assert term in messages(language)[code][0]


def test_the_german_lager_is_a_camp_in_one_game_and_a_storage_in_the_other() -> None:
    german = messages("de")
    assert "Lager" in german["river.no-storage"][0]
    with_lager = {code for code, forms in german.items() if re.search(r"\bLager\b", forms[-1])}
    for code in with_lager:
        english = " ".join(ENGLISH[code]).lower()
        assert ("storage" if code.startswith(("river.", "rule.V", "example.river-")) else "camp") in english, code


def test_german_big_tiles_are_no_cards() -> None:
    """The German rules say Terrainkarte of cards and of big tiles; here it is never a tile (D-SETUP-02)."""
    for code, forms in messages("de").items():
        if "tile" in ENGLISH[code][0]:
            assert "Terrainkarte" not in forms[0], code


def test_french_signs_do_not_begin_a_line() -> None:
    """Before a colon, a question mark and the like, and inside guillemets, French has a space that does not break."""
    assert [code for code, forms in messages("fr").items() if re.search(r" [:;!?»]|« ", " ".join(forms))] == []
