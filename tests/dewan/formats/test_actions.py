"""Actions as JSON, there and back."""

import json
import random
from typing import Any

import pytest

from companion.dewan.formats.actions import read_action, write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import Action, PlaceCamp, SlideUp, TakeCards, TakeStory
from companion.dewan.rules.words import ScenarioName
from companion.formats.faults import BadInput
from companion.rules.hexes import Hex
from tests.dewan.rules.test_whole_games import legal_action, set_up


@pytest.mark.parametrize("scenario", list(ScenarioName))
def test_every_action_of_a_game_survives_being_written(scenario: ScenarioName) -> None:
    dice = random.Random(7)
    play = set_up(scenario, 4, dice)
    kinds: set[type[Action]] = set()
    for _ in range(400):
        if play.over:
            break
        action = legal_action(play, dice)
        kinds.add(type(action))
        assert read_action(json.loads(json.dumps(write_action(action)))) == action
        play = game.apply(play, action)
    assert {TakeCards, PlaceCamp, TakeStory} <= kinds


@pytest.mark.parametrize(
    ("action", "path", "code"),
    [
        ([], "", "json.not-a-object"),
        ({}, "do", "json.missing-key"),
        ({"do": "fly", "player": "A"}, "do", "json.unknown-word"),
        ({"do": ["pass"], "player": "A"}, "do", "json.unknown-word"),
        ({"do": "pass"}, "player", "json.missing-key"),
        ({"do": "pass", "player": 3}, "player", "json.not-a-text"),
        ({"do": "pass", "player": "A", "to": [0, 0]}, "to", "json.unknown-key"),
        ({"do": "take-cards", "player": "A", "places": [1]}, "places", "json.too-few"),
        ({"do": "take-cards", "player": "A", "places": [1, 7]}, "places[1]", "json.out-of-range"),
        ({"do": "place-camp", "player": "A", "to": [0]}, "to", "json.not-a-coordinates"),
        ({"do": "place-camp", "player": "A", "cards": ["sea"]}, "cards[0]", "card.unknown-terrain"),
        ({"do": "take-story", "player": "A", "tile": {"points": 1}}, "tile.needs", "json.missing-key"),
        ({"do": "tuck-card", "player": "A", "shows": "forest/desert"}, "shows", "card.one-half"),
    ],
)
def test_a_fault_is_named_with_its_path(action: Any, path: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_action(action)
    assert (path, code) in [(fault.path, fault.code) for fault in refused.value.faults]


def test_what_was_not_told_is_not_written() -> None:
    assert write_action(TakeCards("A")) == {"do": "take-cards", "player": "A"}
    assert write_action(PlaceCamp("A", to=Hex(1, 2), berry=True)) == {
        "do": "place-camp",
        "player": "A",
        "to": [1, 2],
        "berry": True,
    }
    assert write_action(SlideUp("A", 0)) == {"do": "slide-up", "player": "A", "story": 0}
