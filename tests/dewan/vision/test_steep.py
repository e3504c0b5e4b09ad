"""Steep views: far tiles lie off a lattice that was fitted around a near space, until it is fitted to the map."""

import io
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from PIL import Image

from bench.photo_figures import judge
from companion.dewan.vision.pipeline import read_photo
from companion.dewan.vision.settings import DEFAULTS
from tests.dewan.vision.conftest import SAMPLES, box_of, truth_of


def steeper(name: str, squeeze: float) -> tuple[bytes, dict[str, Any]]:
    """A sample seen from lower down: its upper border shorter by ``squeeze`` of the width at either end."""
    with Image.open(SAMPLES / f"{name}.jpg") as picture:
        rgb = np.asarray(picture.convert("RGB"))
    height, width = rgb.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = frame + np.array(
        [[width * squeeze, height * 0.22], [-width * squeeze, height * 0.22], [0, 0], [0, 0]], np.float32
    )
    move = cv2.getPerspectiveTransform(frame, seen)
    table = tuple(float(v) for v in np.median(rgb[:40].reshape(-1, 3), axis=0))
    steep = cv2.warpPerspective(
        rgb, move, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=table
    )
    truth = truth_of(name)
    for h in truth["hexes"]:
        spot = cv2.perspectiveTransform(np.array(h["centre_px"], np.float64).reshape(1, 1, 2), move)
        h["centre_px"] = spot.ravel().tolist()
    out = io.BytesIO()
    Image.fromarray(np.asarray(steep, np.uint8)).save(out, "JPEG", quality=92)
    return out.getvalue(), truth


def test_far_tiles_of_a_steep_view_are_read() -> None:
    photo, truth = steeper("normal_3", 0.26)
    result = judge(read_photo(photo, box_of("normal_3")), truth)
    assert result.exact
    assert result.tiles_right == result.tiles
    once = replace(DEFAULTS, read_on_rounds=0)
    assert not judge(read_photo(photo, box_of("normal_3"), settings=once), truth).exact, "else this tests nothing"
