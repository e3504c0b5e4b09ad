"""The page about the log leaves nothing out: kinds, actions, the parts of a game under way, the answers."""

import json
import re
from pathlib import Path

import pytest

from companion.dewan import game as dewan
from companion.dewan.corrections import CHANGES
from companion.dewan.formats.actions import DO_WORDS
from companion.dewan.formats.play import write_play
from companion.log.entries import REDO, UNDO
from companion.log.entry_json import parse_entry
from companion.service.api_json import read_record_request
from companion.service.files import LOG_FORMAT
from tests.golden_files import FOLDER, read, states_of

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")
TABLE_KINDS = (dewan.MAP, dewan.TELL, dewan.TRACK, dewan.RULING, dewan.SCORE, dewan.VERDICT, dewan.CORRECTION)
KINDS = (dewan.ACTION, *TABLE_KINDS, UNDO, REDO)


@pytest.mark.parametrize("word", [*KINDS, *DO_WORDS])
def test_every_kind_and_action_has_a_row(word: str) -> None:
    assert re.search(rf"^\| `{word}` \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("word", CHANGES)
def test_every_change_of_a_correction_is_named(word: str) -> None:
    assert f"`{word}`" in PAGE


def test_every_part_of_a_game_under_way_is_named() -> None:
    play = states_of(read(FOLDER / "base" / "shared-victory.json"))[0].play
    for part in write_play(play):
        assert f"`/{part}" in PAGE


def test_every_key_of_a_header_is_named() -> None:
    header = read(FOLDER / "base" / "shared-victory.json")["header"]
    assert isinstance(header, dict)
    for key in header:
        assert f"`{key}`" in PAGE


def test_the_examples_are_what_they_say() -> None:
    entry, export, request = (json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
    assert parse_entry(entry).seq == 12
    assert export["format"] == LOG_FORMAT
    assert read_record_request(request).seen == 11
