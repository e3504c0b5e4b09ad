"""A rug of hexagons in terrains' colours, no larger than a map."""

import cv2
import numpy as np

from companion.dewan.vision.lattice import CORNER_STEPS, disc, plane_of
from companion.dewan.vision.pipeline import read_photo
from companion.rules.hexes import Hex
from tests.dewan.vision.conftest import box_of

PAINTS = ((70, 62, 78), (178, 72, 52), (228, 190, 104), (70, 128, 62), (84, 132, 186))


def test_a_rug_of_hexagons_in_the_colours_of_terrains_is_no_map() -> None:
    rng = np.random.default_rng(1)
    rug = np.full((900, 1200, 3), (120, 96, 70), np.uint8)
    for space in disc(Hex(0, 0), 3):
        ring = (plane_of([space]) + CORNER_STEPS * 0.96) * 95 + np.array([600, 450])
        paint = tuple(int(v) for v in rng.choice(np.array(PAINTS)))
        cv2.fillPoly(rug, [np.round(ring * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)
    rug = np.clip(rug + rng.normal(0, 6, rug.shape), 0, 255).astype(np.uint8)
    _, picture = cv2.imencode(".png", rug[..., ::-1])
    assert not read_photo(picture.tobytes(), box_of("easy_1")).found
