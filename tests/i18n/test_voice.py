"""How Companion speaks, as far as a test can hold it; the rest is in docs/voice.md."""

import re

import pytest

from companion.i18n.catalog import LANGUAGES, speaker
from tests.i18n.catalogues import messages
from tests.i18n.test_glossary import JSON_WORDS, of_the_river, texts

RECORD_WORDS = JSON_WORDS | {"cli.help.cards", "json.not-a-card", "web.correct.hand"}
"""Texts with words of the record format, or with words people type: small in every language."""

# Names of pieces, icons and terrains have a capital in the editions. These are the small ones.
SMALL = {
    "en": r"\b(camps?|berr(y|ies)|fires?|fish|water|artifacts?|pigments?|crystals?|stor(y|ies)|tribe|dewan)\b"
    r"|\b(mountains?|badlands|deserts?|forests?)\b|\blava marker|\blake village"
    r"|\b(starting|neutral|territory|scenario|event) tile|\bterrain card",
    "fr": r"\b(baies?|territoires?|feux?|poissons?|eau|artefacts?|pigments?|crista(l|ux)|histoires?|tribus?|dewan)\b"
    r"|\b(montagnes?|canyons?|déserts?|forêts?)\b|jetons? lave|tuiles? (scénario|événement)|cartes? terrain",
    "pt": r"\b(acampamentos?|frutas?|fogos?|peixes?|água|artefatos?|pigmentos?|crista(l|is)|histórias?|tribos?)\b"
    r"|\b(montanhas?|ermos|desertos?|florestas?|dewan)\b|marcador(es)? de lava|cartas? de terreno|vilas? flutuante"
    r"|peças? (de (cenário|evento|território)|inicia|neutra)",
}
# Ordinary words of Dewan, and the pieces of The River, are small inside a sentence.
BIG = {
    "en": "Zones?|Spaces?|Routes?|Groups?|Rounds?|Turns?|Supply|Draw pile|Discard pile|Map",
    "fr": "Camps?|Zones?|Cases?|Itinéraires?|Groupes?|Réserve|Défausse",
    "pt": "Áreas?|Espaços?|Rotas?|Grupos?|Rodadas?|Turnos?|Mapa",
}
BIG_RIVER = {
    "en": "Pioneers?|Boats?|River boards?|Bonus|Terrain|Meadows?|Buildings?|Storage|Islands?|Food|Clay|Stone|Wood",
    "fr": "Pionniers?|Bateaux?|Plateaux?|Jetons?|Prairies?|Bâtiments?|Entrepôts?|Îles?",
    "pt": "Pioneiros?|Barcos?|Tabuleiros?|Fichas?|Prados?|Construç(ão|ões)|Armaz(ém|éns)|Ilhas?",
}


@pytest.mark.parametrize("language", SMALL)
def test_capitals_are_those_of_the_edition(language: str) -> None:
    for code, forms in messages(language).items():
        if code in RECORD_WORDS or code.startswith("heading."):  # headings are spelled as they are printed
            continue
        text = re.sub(r"\{[^}]*\}", "", ". ".join(forms))
        big = (BIG_RIVER if of_the_river(code) else BIG)[language]
        assert of_the_river(code) or not re.search(SMALL[language], text), (code, text)
        assert not re.search(rf"(?<=[a-zé,;] )({big})\b", text), (code, text)


# One word and one spelling for one thing. All of these were once in the catalogues.
NEVER = {
    "en": [
        r"\b(un)?told\b|\btells?\b|\b[Ww]hoever|\bthe own\b|\bon wood\b|\blook(ing)? on\b|\bhang together\b|\bglow",
        r"olour|\b[Cc]entre|eighbour|ecognis|\btowards\b|team-mate|ounter-clockwise|[Ss]et-up|face[ -](up|down)",
        r"[Nn]obody|[Ss]omebody|[Ee]verybody|\b[Tt]he companion\b|\brivals?\b|\bforeign\b|\bpartners?\b|\binvented\b",
        r"\bscouts?\b|\bships?\b|\btableau|bonus tile|\b[Ss]tart(ing)? player|\bfigures?\b|\bstorages\b|last camp",
    ],
    "de": [r"gesagt\b|\bAblage\b|leuchtend|\b[Dd]er Companion\b|(?<!Startspieler-)(?<!bleibt die )\bFigur\b"],
    "fr": [r"[Éé]claireur|figurine|brille|\b[Ll]e Companion|fictive|imaginaire|dont c’est le tour|\bsortes?\b"],
    "pt": [
        r"[Bb]atedor|[Nn]avio|\bfiguras?\b|brilha|alhei[oa]|\brival|adversári[oa]|\banota",
        r"(cartas?|peças?|construç(ão|ões)) abertas?",
    ],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    for code, text in texts(language).items():
        for wrong in NEVER[language]:
            assert not re.search(wrong, text), (code, text)


NAMES = "name|names|player|owner|one|other|into|to|card|terrain|scenario|symbol|need|needs|seen|recorded|team|game"
"""Parameters that are names or words, never numbers."""


def test_french_has_no_vowel_to_drop_before_a_name() -> None:
    """“de Alice” would have to be “d’Alice”: such a text is put another way."""
    open_vowel = rf"\b(de|que|jusque|lorsque|puisque|le|la|ne|se|je|ce)\s\{{({NAMES})\}}"
    assert {code: text for code, text in texts("fr").items() if re.search(open_vowel, text)} == {}


def test_french_signs_have_their_own_spaces() -> None:
    for code, text in texts("fr").items():
        assert not re.search(r"(?<!\u202f)[;!?](\s|$)", text), code
        assert not re.search(r"(?<!\u00a0):(\s|$)", text), code
        assert not re.search(r"«(?!\u00a0)|(?<!\u00a0)»", text), code


def test_german_words_from_a_list_stand_where_they_need_no_ending() -> None:
    """Not “mit Berge” and not “nach Der Vulkan”."""
    prepositions = "[Mm]it|[Nn]ach|[Vv]on|[Bb]ei|[Zz]u|[Aa]us|[Ff]ür|[Ii]n|[Ii]m|[Bb]eim|[Vv]om|[Zz]um"
    bent = rf"\b({prepositions})\s\{{(terrain|need|needs|scenario)\}}"
    assert {code: text for code, text in texts("de").items() if re.search(bent, text)} == {}


NOT_COUNTED = {"river.round-over", "web.news.end-of-round"}
INVARIABLE = NOT_COUNTED | {"river.do-produce", "stories.fire", "web.countdown.of", "web.score.by-hand"}
"""Where nothing changes with the number."""
PLURALS = {
    "en": "cards|spaces|points|tiles|players|Camps|Berries|games|rounds|zones|steps|markers|tokens|tables|places",
    "de": "Karten|Felder|Punkte|Personen|Zonen|Ziele|Partien|Runden|Schritte|Tische|Plätze|Beeren|Fische|Rohstoffe",
    "fr": "cartes|cases|points|tuiles|joueurs|camps|Baies|parties|tours|zones|étapes|jetons|tables|Poissons",
    "pt": "cartas|espaços|pontos|peças|jogadores|Acampamentos|Frutas|partidas|rodadas|áreas|passos|mesas|Peixes",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_form_for_one(language: str) -> None:
    counted = {code: forms for code, forms in messages(language).items() if "{n}" in forms[-1]}
    assert {code for code, forms in counted.items() if len(forms) == 1} <= INVARIABLE
    for code, forms in counted.items():
        assert not re.search(rf"\{{n\}} ({PLURALS[language]})\b", forms[0]) or len(forms) == 1, (code, forms[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_river_keeps_its_title(language: str) -> None:
    say = speaker(language)
    assert say("game.river") == say("word.river") == "The River"
    assert "The River" in say("river.box-title")


# The publisher's English and French words, the German rulebook's, and ours in Portuguese.
RIVER_TERMS = {
    "en": "pioneer|boat|river board|bonus token|first player pawn",
    "de": "Kundschafter|Schiff|Flusstableau|Bonusplättchen|Startspieler-Figur",
    "fr": "pionnier|bateau|plateau fleuve|jeton bonus|pion premier joueur",
    "pt": "pioneiro|barco|tabuleiro do rio|ficha de bônus|peão de primeiro jogador",
}
WHERE = ("rule.V-TURN-04", "rule.V-TURN-04", "rule.V-GEO-01", "rule.V-BUILD-03", "rule.V-START-01")
COLORS = {
    "en": "Black Blue Green Yellow",
    "de": "Schwarz Blau Grün Gelb",
    "fr": "Noir Bleu Vert Jaune",
    "pt": "Preto Azul Verde Amarelo",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_river_speaks_as_its_book(language: str) -> None:
    for code, term in zip(WHERE, RIVER_TERMS[language].split("|"), strict=True):
        assert term in texts(language)[code], code
    say = speaker(language)
    assert [say(f"river.color.{color}") for color in ("black", "blue", "green", "yellow")] == COLORS[language].split()
