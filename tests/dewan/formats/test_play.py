"""A game under way as JSON: everything in one place, and read as strictly as any input."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.dewan.formats.play import read_play, write_play
from companion.dewan.rules.play import Play
from companion.dewan.rules.scenarios import SCENARIOS
from companion.formats.faults import BadInput
from tests.golden_files import FOLDER, read, states_of


@pytest.fixture(scope="module")
def game() -> list[Play]:
    return [state.play for state in states_of(read(FOLDER / "downpour" / "last-player-ends.json"))]


def document(play: Play) -> dict[str, Any]:
    written = json.loads(json.dumps(write_play(play)))
    assert isinstance(written, dict)
    return written


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_moment_of_a_recorded_game_is_written_and_read(scenario: str) -> None:
    for state in states_of(read(FOLDER / scenario / "several-final-camps.json")):
        assert read_play(document(state.play)) == state.play


def test_nothing_stands_in_two_places(game: list[Play]) -> None:
    """A correction of a copy nobody reads would be lost without a word."""
    written = document(game[-1])
    assert "row" not in written["table"]
    assert all("stories" not in player for player in written["table"]["players"])


Change = Callable[[dict[str, Any]], object]
FAULTS: dict[str, tuple[Change, str, str]] = {
    "no-steps": (lambda d: d.update(steps=[]), "steps", "json.too-few"),
    "stranger-next": (lambda d: d["steps"][0].update(player="Zoe"), "steps.0", "table.unknown-player"),
    "automatic-first": (lambda d: d["steps"][0].update(kind="event"), "steps", "play.steps"),
    "unknown-step": (lambda d: d["steps"][0].update(kind="nap"), "steps[0].kind", "json.unknown-word"),
    "stranger-with-stories": (lambda d: d["stories"].update(Zoe=[]), "stories.Zoe", "table.unknown-player"),
    "five-stories": (
        lambda d: d["stories"].update(Alix=[{"needs": {"forest": 1}, "points": 1}] * 5),
        "stories.Alix",
        "json.too-many",
    ),
    "too-many-secrets": (lambda d: d["secret"].update(Alix=["forest"] * 50), "secret.Alix", "hand.none-unseen"),
    "seven-cards-in-the-row": (lambda d: d.update(row=["forest"] * 7), "row", "json.too-many"),
    "no-card-in-the-row": (lambda d: d["row"].__setitem__(0, "nothing"), "row[0]", "card.unknown-terrain"),
    "round-zero": (lambda d: d.update(round=0), "round", "json.out-of-range"),
    "nine-off-the-map": (lambda d: d.update(off_map={"Alix": 9}), "off_map.Alix", "json.out-of-range"),
    "no-row": (lambda d: d.pop("row"), "row", "json.missing-key"),
    "no-steps-at-all": (lambda d: d.pop("steps"), "steps", "json.missing-key"),
    "no-table": (lambda d: d.pop("table"), "table", "json.missing-key"),
    "more": (lambda d: d.update(dice=3), "dice", "json.unknown-key"),
}


@pytest.mark.parametrize(("change", "path", "code"), FAULTS.values(), ids=FAULTS)
def test_faults_are_named_with_their_path(game: list[Play], change: Change, path: str, code: str) -> None:
    written = document(game[20])
    change(written)
    with pytest.raises(BadInput) as bad:
        read_play(written)
    assert (path, code) in [(fault.path, fault.code) for fault in bad.value.faults]
