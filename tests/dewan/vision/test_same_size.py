"""Pieces found by the size others have; what is of all sizes is no piece of ours."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.settings import DEFAULTS
from companion.vision.cut import Outline, outlines_in, overlap

TABLE = (60, 60, 64)
WIDE, TALL = 80, 120


def _table() -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    return np.clip(np.full((480, 640, 3), TABLE) + rng.normal(0, 2, (480, 640, 1)), 0, 255).astype(np.uint8)


def _card(picture: NDArray[np.uint8], x: int, y: int, upper: tuple[int, ...], lower: tuple[int, ...]) -> None:
    picture[y : y + TALL // 2, x : x + WIDE] = upper
    picture[y + TALL // 2 : y + TALL, x : x + WIDE] = lower
    cv2.rectangle(picture, (x, y), (x + WIDE, y + TALL), (35, 35, 38), 2)


def _ring(x: int, y: int) -> NDArray[np.float64]:
    return np.array([[x, y], [x + WIDE, y], [x + WIDE, y + TALL], [x, y + TALL]], np.float64)


def _found(picture: NDArray[np.uint8]) -> list[Outline]:
    return outlines_in(picture, (picture.shape[1], picture.shape[0]), DEFAULTS)


def test_a_half_in_the_table_s_colour_and_two_that_touch_are_whole_cards() -> None:
    picture = _table()
    spots = [(60, 60), (180, 60), (300, 60), (420, 60), (60, 240), (140, 245)]
    for k, (x, y) in enumerate(spots):
        _card(picture, x, y, TABLE if k == 2 else (200, 170, 80), (60, 130, 70))
    found = [one.corners_px for one in _found(picture) if one.shape == "rectangle"]
    assert len(found) == len(spots)
    assert all(max(overlap(one, _ring(*spot)) for one in found) > 0.85 for spot in spots)


def test_rectangles_of_all_sizes_are_another_game() -> None:
    picture = _table()
    for x, y, wide, tall in (
        (40, 40, 90, 60),
        (200, 50, 50, 47),
        (320, 40, 120, 90),
        (60, 200, 60, 130),
        (250, 220, 75, 75),
    ):
        picture[y : y + tall, x : x + wide] = (200, 170, 80)
    assert {one.shape for one in _found(picture)} == {"strange"}
