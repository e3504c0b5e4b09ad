"""Every word and code of The River has a text of its own."""

import re
from pathlib import Path

import pytest

import companion
from companion.i18n.catalog import LANGUAGES, speaker
from companion.river.formats.actions import DO_WORDS
from companion.river.rules.words import ActionSpace, Capacity, MeadowKind, Resource, Terrain

SOURCES = Path(companion.__file__).parent


@pytest.mark.parametrize(
    "word", [*Terrain, *Resource, *MeadowKind, *ActionSpace, *Capacity], ids=lambda word: word.code
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_noun_has_a_word(word: Terrain, language: str) -> None:
    assert speaker(language)(word.code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_and_label_has_a_text(language: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py")]
    codes = {code for text in sources for code in re.findall(r'"(river\.[a-z.-]*[a-z])"', text)}
    codes |= {f"river.label.{word}" for word in DO_WORDS}
    assert "river.no-storage" in codes
    params = dict.fromkeys(["player", "name", "number", "most", "resource", "space", "place", "kind", "keys"], "x")
    params |= dict.fromkeys(["one", "other", "word", "words", "meadow", "rows", "columns"], "x")
    params |= dict.fromkeys(["names", "shows", "what", "points", "cost", "line"], "x") | {"n": "2"}
    for code in codes:
        assert speaker(language)(code, params | {"n": 2}), code


def test_a_storage_is_no_camp() -> None:
    """In German both games say Lager, of different things; their texts never share a code."""
    assert "camp" not in speaker("en")("river.no-storage", {"resource": Resource.CLAY})
