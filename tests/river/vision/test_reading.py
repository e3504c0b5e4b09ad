"""Terrain tiles cut out and grouped, and river boards read, in made photos."""

from base64 import b64decode
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from companion.river.formats.look import RiverLook, TileLook, write_look
from companion.river.vision.worker import read
from companion.vision.errors import PhotoError
from tests.river.made_photos import ALONG, TILES, board_photo, tiles_photo


def answered(head: dict[str, Any], photo: bytes) -> dict[str, Any]:
    reading: dict[str, Any] = read(head, photo, lambda *_: None)["reading"]
    return reading


@cache
def tiles() -> dict[str, Any]:
    return answered({"tiles": True}, tiles_photo())


@cache
def look() -> dict[str, Any]:
    """What the photo teaches, its tiles named from the left as they lie."""
    found = {}
    for name, tile in zip(TILES, tiles()["tiles"], strict=True):
        found[name] = (TileLook(b64decode(tile["look"]), 1),)
    return write_look(RiverLook(found))


def board(photo: bytes, **more: object) -> dict[str, Any]:
    return answered({"look": look(), **more}, photo)


def test_every_tile_is_cut_out_and_different_ones_are_asked_about_apart() -> None:
    found = tiles()
    assert len(found["tiles"]) == len(TILES)
    assert len(found["groups"]) == len(TILES)
    assert (found["parts"], found["strange"]) == (0, 0)


def test_a_terrain_is_offered_for_most_tiles() -> None:
    kinds = {"D": "desert", "B": "badlands", "F": "forest", "M": "mountain", "W": "meadow"}
    found = tiles()
    right = sum(
        found["groups"][tile["group"]]["kinds"][0] == kinds[name[0]]
        for name, tile in zip(TILES, found["tiles"], strict=True)
        if name[0] in kinds
    )
    assert right >= 7


def test_like_tiles_are_one_question() -> None:
    found = answered({"tiles": True}, tiles_photo(("F1", "F1", "D2", "F1", "D2", "M1"), 3))
    groups = [tile["group"] for tile in found["tiles"]]
    assert groups == [0, 0, 1, 0, 1, 2]


def test_what_was_learned_is_known_in_another_photo() -> None:
    found = answered({"tiles": True, "look": look()}, tiles_photo(("F1", "D2", "M1", "B1", "WT3", "X1"), 3))
    assert [found["groups"][tile["group"]]["known"] for tile in found["tiles"]] == ["F1", "D2", "M1", "B1", "WT3", "X1"]


@cache
def whole(turn: float) -> dict[str, Any]:
    return board(board_photo(turn=turn))


@pytest.mark.parametrize("turn", [90.0, 180.0])
def test_a_board_is_read_along_the_river_from_any_side(turn: float) -> None:
    found = whole(turn)
    assert found["found"]
    assert found["count"] == len(ALONG)
    assert found["turned"] < 0.1
    assert tuple(space["tiles"][0][0] for space in found["spaces"][: len(ALONG)]) == ALONG
    assert all(space["filled"] < 0.5 for space in found["spaces"][len(ALONG) :])


def test_corner_spaces_pointed_out_say_where_the_river_begins() -> None:
    middle = [np.mean(whole(180.0)["spaces"][place - 1]["corners"], axis=0).tolist() for place in (1, 4, 12, 9)]
    found = board(board_photo(), taps=middle)
    assert found["turned"] == 0
    assert found["count"] == len(ALONG)
    assert tuple(space["tiles"][0][0] for space in found["spaces"][: len(ALONG)]) == ALONG


def test_a_picture_without_a_board_is_none() -> None:
    table = np.full((240, 320, 3), (120, 90, 60), np.uint8)
    cv2.circle(table, (160, 120), 70, (200, 180, 160), -1)
    picture = bytes(cv2.imencode(".png", table)[1])
    assert not board(picture)["found"]
    assert not answered({"tiles": True}, picture)["tiles"]


def test_a_box_nobody_taught_reads_no_board() -> None:
    assert answered({}, board_photo())["why"] == "nothing-learned"


def test_a_broken_file_is_said() -> None:
    with pytest.raises(PhotoError):
        read({"tiles": True}, b"no photo", lambda *_: None)
