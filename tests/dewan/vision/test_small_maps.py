"""Photos of one tile and of two, and boards of other games: what is not three tiles of the box and more."""

import json
from functools import cache

import cv2
import numpy as np
import pytest

from bench.photo_figures import Result, judge
from bench.pictures.scene import Edition, Scene, edition
from companion.dewan.vision.decode import TileEvidence, decode_loose
from companion.dewan.vision.lattice import disc
from companion.dewan.vision.pipeline import read_photo
from companion.dewan.vision.settings import DEFAULTS, for_wide_seams
from companion.dewan.vision.tiles import box_from_json
from companion.rules.hexes import Hex


@cache
def printed() -> Edition:
    return edition(4711)


def judged(tiles: int, seed: int, box: Edition) -> Result:
    ids = [tile["id"] for tile in printed().box["tiles"]][:tiles]
    scene = Scene(seed, "normal", 900, printed=printed(), bare=True, tiles=ids, row=True)
    _, jpeg = cv2.imencode(".jpg", scene.render()[..., ::-1])
    truth = json.loads(json.dumps(scene.truth("small.jpg")))
    return judge(read_photo(jpeg.tobytes(), box_from_json(box.box)), truth)


@pytest.mark.parametrize("tiles", [1, 2])
def test_one_tile_of_the_box_and_two_are_read(tiles: int) -> None:
    result = judged(tiles, 5, printed())
    assert result.exact
    assert result.tiles_right == tiles


@pytest.mark.parametrize("tiles", [1, 2])
def test_one_tile_of_another_box_is_no_map(tiles: int) -> None:
    assert not judged(tiles, 5, edition(4712)).found


def test_a_board_whose_rim_is_unclear_is_completed_to_a_hexagon() -> None:
    """Nineteen spaces, two at the rim without seams; beyond it two that have some."""
    spaces = tuple(disc(Hex(0, 0), 4))
    board = set(disc(Hex(0, 0), 2))
    seams = {s: 0.3 if s in board else 0.0 for s in spaces}
    seams[Hex(2, 0)] = seams[Hex(-2, 1)] = 0.0
    seams[Hex(3, -3)] = seams[Hex(0, 3)] = 0.3
    edges = np.array([seams[s] for s in spaces])
    terrain = np.zeros((len(spaces), 7))
    found = decode_loose(TileEvidence(spaces, terrain, np.full(len(spaces), -5.0), edges), for_wide_seams(DEFAULTS))
    assert found is not None
    assert {flower.centre for flower in found.flowers} == board


def test_a_frame_with_bands_is_no_part_of_the_board() -> None:
    """On one side the rim's seams are hidden, on the other the frame has some; but it has the colours of the table."""
    spaces = tuple(disc(Hex(0, 0), 4))
    board = set(disc(Hex(0, 0), 2))
    beyond = set(disc(Hex(1, 0), 2)) - board
    hidden = board - set(disc(Hex(1, 0), 2))
    edges = np.array([0.3 if s in (board | beyond) - hidden else 0.12 if s in hidden else 0.05 for s in spaces])
    table = np.array([-110.0 if s in board else -70.0 for s in spaces])
    found = decode_loose(TileEvidence(spaces, np.full((len(spaces), 7), -40.0), table, edges), for_wide_seams(DEFAULTS))
    assert found is not None
    assert {flower.centre for flower in found.flowers} == board
