"""Cards, stories and camps: what they show and how they are read aloud."""

import re

import pytest
from flask import Flask, render_template_string

from companion.dewan.drawing.pieces import card_name, letter, missing_words, story_name, story_view
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import Landmark, Symbol, Terrain
from companion.i18n.catalog import LANGUAGES, speaker
from companion.web.drawing.players import player_style

SAY = speaker("en")
STORY = StoryTile({Terrain.FOREST: 2, Symbol.CRYSTAL: 1}, points=5, fire=1)


@pytest.mark.parametrize(
    ("card", "spoken"),
    [
        ("forest", "Forest"),
        ("desert:berry", "Desert with Berry"),
        ("forest/water:fire", "Forest and Water with Fire"),
    ],
)
def test_card_is_read_aloud(card: str, spoken: str) -> None:
    assert card_name(parse_card(card), SAY) == spoken


def test_story_ticks_off_what_is_there() -> None:
    view = story_view(STORY, {Terrain.FOREST: 1, Symbol.CRYSTAL: 4})
    assert [(one.need, one.is_terrain, one.met) for one in view.needs] == [
        (Terrain.FOREST, True, True),
        (Terrain.FOREST, True, False),
        (Symbol.CRYSTAL, False, True),
    ]
    assert view.state == "open"
    assert missing_words(view, SAY) == "Missing: 1 Forest"
    assert story_name(view, SAY) == "5-point Story tile: 1 of 2 Forest, 1 of 1 Crystal"


def test_story_is_complete_or_told() -> None:
    complete = story_view(STORY, {Terrain.FOREST: 2, Symbol.CRYSTAL: 1})
    assert complete.state == "complete"
    assert missing_words(complete, SAY) == ""
    # A tile once done stays done, whatever the table shows now (D-EOT-04).
    told = story_view(StoryTile(STORY.needs, 5, done=True), {})
    assert told.state == "done"
    assert missing_words(told, SAY) == ""
    # Nothing known is not the same as complete.
    assert story_view(StoryTile({}, 3)).state == "open"


def test_house_colours_have_their_marks() -> None:
    marks = [player_style(color).mark for color in ("raspberry", "indigo", "marigold", "pearl")]
    assert marks == ["disc", "square", "triangle", "diamond"]


def test_colours_of_a_box_take_the_mark_of_the_seat() -> None:
    assert [player_style("#e8741c", seat).mark for seat in range(5)] == [
        "disc",
        "square",
        "triangle",
        "diamond",
        "disc",
    ]
    assert player_style("#F2EFE6").ink == "#241c16"
    assert player_style("#102030").ink == "#fff9ec"


@pytest.mark.parametrize("color", ["", "white", "#fff", '#12345"', "url(x)", "#12345g"])
def test_colour_that_is_none_is_drawn_neutral(color: str) -> None:
    assert re.fullmatch(r"#[0-9a-f]{6}", player_style(color).fill)


@pytest.mark.parametrize("color", ["raspberry", "indigo", "marigold", "pearl", "#e8741c", "#777777", "#0a7d55"])
def test_mark_stands_out_from_the_tent(color: str) -> None:
    look = player_style(color)
    assert contrast(look.fill, look.ink) >= 4


def contrast(one: str, other: str) -> float:
    def luminance(rgb: str) -> float:
        parts = [int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_cards_and_stories_are_drawn(app: Flask) -> None:
    template = """
    {% from "dewan/cards/_card.html" import card, card_back %}{% from "dewan/cards/_story.html" import story %}
    {% from "dewan/cards/_countdown.html" import countdown %}
    {{ card(double, step=2) }}{{ card_back() }}{{ story(view) }}{{ countdown(1, 8) }}{{ countdown(0, 8) }}
    """
    with app.test_request_context():
        drawn = render_template_string(template, double=parse_card("forest/water:fire"), view=story_view(STORY, {}))
    assert 'aria-label="Forest and Water with Fire"' in drawn
    assert "#texture-forest" in drawn
    assert "#texture-water" in drawn
    assert "1 card left of 8" in drawn
    assert "0 cards left of 8" in drawn
    assert drawn.count("unmet") == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_are_of_the_readers_language_and_told_apart(language: str) -> None:
    """Wald is not F: a letter begins its terrain's word, and no two are the same."""
    say = speaker(language)
    grounds = (*Terrain, Landmark.LAVA, Landmark.VOLCANO)
    letters = {ground: letter(ground, say) for ground in grounds}
    assert len(set(letters.values())) == len(grounds)
    for ground in Terrain:
        word = say(f"word.{ground}")
        assert word.startswith(letters[ground][0])
        assert set(letters[ground].lower()) <= set(word.lower())
        assert len(letters[ground]) <= 2
