"""``companion box``: what it prints, and photos that bring nothing."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import Terrain
from tests.dewan.vision.made_pieces import bare_table, cards, stories, tiles

SIGN = {"px", "group", "kind"}
KEYS = {
    "tile": {"kind", "outline_px", "spaces", "icons"},
    "story": {"kind", "outline_px", "needs", "points", "fire", "signs", "confidence"},
    "card": {"kind", "outline_px", "card", "signs", "confidence"},
}
OWN = StoryTile({Terrain.FOREST: 4}, 40, 0, id="T01")


def _said(
    folder: Path, photos: list[Path], capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[int, list[Any], Box]:
    """What it printed and the box it made of one that holds a Story tile of its own; that one, where it wrote none."""
    (folder / "box.json").write_text(json.dumps(write_box(Box("mine", stories=(OWN,)))))
    given = ["--box", str(folder / "box.json"), "--out", str(folder / "out.json"), "--look-out", str(folder / "look")]
    code = main(["box", *map(str, photos), *given, "--json", *more])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    written = folder / "out.json" if (folder / "out.json").exists() else folder / "box.json"
    return code, lines, read_box(json.loads(written.read_text()))


def test_it_prints_the_keys_of_the_contract_and_continues_the_names_of_the_box(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = [tiles().path, stories().path, cards().path]
    code, lines, _ = _said(tmp_path, photos, capsys)
    assert (code, [line["photo"] for line in lines]) == (0, [str(path) for path in photos])
    groups = {}
    for line in lines:
        assert set(line) == {"photo", "pieces", "groups", "warnings"}
        for group in line["groups"]:
            assert set(group) == {"id", "kind", "seen", "px"}
            groups[group["id"]] = group
        for piece in line["pieces"]:
            assert set(piece) == KEYS[piece["kind"]]
            for space in piece.get("spaces", []):
                assert set(space) == {"at", "terrain", "centre_px", "confidence", "berry"}
            for icon in piece.get("icons", []):
                assert set(icon) == {"at", "side", "kind", "px", "group", "confidence"}
            for sign in piece.get("signs", []):
                assert set(sign) == SIGN
            assert 0 <= piece.get("confidence", 0) <= 1
    # Whatever the signs are called: once all have a name, nothing waits.
    named = [word for name, one in groups.items() if one["kind"] is None for word in ("--name", f"{name}=crystal")]
    _, _, box = _said(tmp_path, photos, capsys, *named)
    assert [one.id for one in box.stories] == ["T01", "T02", "T03", "T04", "T05"]
    assert box.stories[0] == OWN
    assert {tile.id for tile in box.tiles} == {"S1", "S2"}


def _another_game(folder: Path) -> Path:
    """Boxes of all sizes on a dark table, as on a screen or a shelf of other games."""
    picture = np.full((900, 1200, 3), 40, np.uint8)
    sizes = ((60, 60, 500, 240), (620, 60, 180, 120), (860, 90, 280, 330), (60, 360, 90, 420), (260, 420, 420, 160))
    for k, (x, y, wide, high) in enumerate(sizes):
        cv2.rectangle(picture, (x, y), (x + wide, y + high), (90 + 30 * k, 220 - 30 * k, 200), -1)
    cv2.imwrite(str(folder / "other.png"), picture)
    return folder / "other.png"


def _no_picture(folder: Path) -> Path:
    (folder / "text.jpg").write_text("no picture")
    return folder / "text.jpg"


@pytest.mark.parametrize("what", ["bare", "other", "text"])
def test_a_photo_that_brings_nothing_says_so_and_loses_nothing(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    makers = {"other": _another_game, "text": _no_picture}
    photo = bare_table() if what == "bare" else makers[what](tmp_path)
    code, [line], box = _said(tmp_path, [photo], capsys)
    assert (code, line["pieces"], len(line["warnings"])) == (1, [], 1)
    assert (box.stories, box.tiles, box.cards) == ((OWN,), (), {})


def test_the_same_pieces_five_times_are_there_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = [cards().path] * 5
    _, lines, _ = _said(tmp_path, photos, capsys)
    open_groups = {group["id"] for line in lines for group in line["groups"] if group["kind"] is None}
    named = [word for name in sorted(open_groups) for word in ("--name", f"{name}=crystal")]
    _, lines, box = _said(tmp_path, photos, capsys, *named)
    assert sum(box.cards.values()) == len(cards().truth["pieces"])
    assert [bool(line["warnings"]) for line in lines] == [False, True, True, True, True]
