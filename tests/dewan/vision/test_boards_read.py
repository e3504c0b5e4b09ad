"""A Tribe board read by the reader's own process, as the screens have it read."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.piece_figures import true_names
from bench.pieces.boards import BoardTable
from bench.pieces.make import Table, write
from bench.pieces.prints import story
from companion.cli import main
from companion.dewan.formats.box import write_box
from companion.dewan.formats.look import write_look
from companion.dewan.rules.tiles import Box
from companion.dewan.vision.look import Look, document_of_look
from companion.dewan.vision.make_box import make_box
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.pieces import read_pieces
from companion.dewan.vision.tiles import seen_box
from tests.dewan.vision.made_pieces import SIDE, bare_table, cards, printed, stories, tiles


@cache
def learned() -> dict[str, Any]:
    """What the reader is told of the print: a box of four Story tiles and a few cards, and their look."""
    made = [stories(), cards()]
    found = read_pieces([one.path for one in made])
    named = name_groups(found.photos, None, true_names(found, [one.truth for one in made]))
    result = make_box(named, Box("mine"), Look())
    box = {**write_box(result.box), "colors": printed().box["colors"]}
    return {"box": box, "look": write_look(document_of_look(result.look, seen_box(result.box)))}


def board_photo(folder: Path) -> bytes:
    """Two Story tiles below a board, two cards half under it, three camps left and some berries."""
    table = BoardTable(11, printed(), "easy", SIDE)
    both = next(one["card"] for one in printed().box["cards"] if one["card"].startswith("mountain:"))
    plain = next(one["card"] for one in printed().box["cards"] if one["card"] == "desert/forest")
    table.tuck([(both, 0), (plain, 1)])
    table.stand(3)
    for n in range(2):
        table.put(story(printed(), printed().box["stories"][n]), np.array([-3.2 + 2.1 * n, 3.4]), 1.0)
    table.lay_tokens(3)
    write(folder, "board", table)
    return (folder / "board.jpg").read_bytes()


def read(photo: bytes) -> dict[str, Any]:
    head = {**learned(), "known": True, "bytes": len(photo)}
    run = subprocess.run(
        [sys.executable, "-m", "companion.dewan.vision.worker"],
        input=json.dumps(head).encode() + b"\n" + photo,
        capture_output=True,
        check=True,
        timeout=120,
    )
    *stages, last = [json.loads(line) for line in run.stdout.splitlines()]
    assert stages[0] == {"stage": "load"}
    answer: dict[str, Any] = last
    return answer


def test_the_reader_says_what_lies_on_a_board_and_where(tmp_path: Path) -> None:
    answer = read(board_photo(tmp_path))
    reading = answer["reading"]
    truth = json.loads((tmp_path / "board.json").read_text())
    seen = {one["id"] for one in reading["pieces"] if one["kind"] == "story"}
    assert seen == {"T01", "T02"}
    halves = {one["half"] for one in reading["pieces"] if one["kind"] == "tucked"}
    assert halves == {one["tucked"] for one in truth["pieces"] if one["tucked"]}
    assert (reading["camps_left"], reading["color"]) == (3, truth["color"])
    assert len(reading["berries"]) == len(truth["berries"]) > 0
    for (x, y), (u, v) in zip(sorted(reading["berries"]), sorted(truth["berries"]), strict=True):
        assert abs(x - u) < 8
        assert abs(y - v) < 8
    assert reading["size_px"] == truth["size"]
    assert all(len(one["maybe"]) == 4 for one in reading["pieces"] if one["kind"] == "story")
    assert answer["picture"]


@pytest.mark.parametrize("photo", ["bare", "broken"])
def test_a_photo_without_pieces_or_no_photo_at_all_is_told_apart(photo: str) -> None:
    answer = read(bare_table().read_bytes() if photo == "bare" else b"no picture")
    if photo == "bare":
        assert (answer["reading"]["found"], answer["reading"]["pieces"]) == (False, [])
    else:
        assert answer["failed"] == "wrong-kind"


@pytest.fixture
def box_and_look(tmp_path: Path) -> list[str]:
    files = {name: tmp_path / f"{name}.json" for name in ("box", "look")}
    for name, file in files.items():
        file.write_text(json.dumps(learned()[name]))
    return ["--box", str(files["box"]), "--look", str(files["look"]), "--json"]


def screen(folder: Path) -> Path:
    """A photo of a computer's screen with windows and text."""
    picture = np.full((900, 1200, 3), 60, np.uint8)
    for left, top, wide, high in ((80, 70, 640, 420), (420, 300, 700, 520)):
        cv2.rectangle(picture, (left, top), (left + wide, top + high), (235, 235, 235), -1)
        cv2.rectangle(picture, (left, top), (left + wide, top + 34), (150, 90, 40), -1)
        for line in range(top + 70, top + high - 30, 32):
            cv2.putText(picture, "lorem ipsum dolor sit amet", (left + 20, line), 0, 0.8, (30, 30, 30), 2)
    cv2.imwrite(str(folder / "screen.jpg"), picture)
    return folder / "screen.jpg"


@pytest.mark.parametrize("photo", ["bare table", "tiles", "screen"])
def test_where_no_card_or_story_tile_lies_a_sentence_says_so(
    photo: str, box_and_look: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = {"bare table": bare_table, "tiles": lambda: tiles().path, "screen": lambda: screen(tmp_path)}
    assert main(["pieces", str(made[photo]()), *box_and_look]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["found"]
    assert found["stories"] == found["tucked"] == found["cards"] == []
    assert [warning.endswith(".") for warning in found["warnings"]] == [True]


def test_the_same_story_tile_five_times_is_there_once_and_the_others_are_left_out(
    box_and_look: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(5, printed(), "easy", SIDE)
    table.rows([story(printed(), printed().box["stories"][1])] * 5, 5)
    write(tmp_path, "five", table)
    assert main(["pieces", str(tmp_path / "five.jpg"), *box_and_look]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in found["stories"]] == ["T02"]
    assert found["warnings"] == ["4 pieces here are none of the box’s, or lie here a second time, and were left out."]


def test_the_command_prints_what_the_contract_says_from_left_to_right(
    box_and_look: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_photo(tmp_path)
    assert main(["pieces", str(tmp_path / "board.jpg"), *box_and_look]) == 0
    found = json.loads(capsys.readouterr().out)
    keys = ("photo", "found", "stories", "tucked", "cards", "camps_left", "color", "warnings")
    assert set(found) == set(keys)
    assert [set(one) for one in found["stories"]] == [{"id", "outline_px", "confidence"}] * 2
    assert [set(one) for one in found["tucked"]] == [{"half", "px", "confidence"}] * 2
    assert [one["px"][0] for one in found["tucked"]] == sorted(one["px"][0] for one in found["tucked"])
    lefts = [min(x for x, _ in one["outline_px"]) for one in found["stories"]]
    assert lefts == sorted(lefts)
