"""Frames of a camera somebody aims: whether there is a map, where, and how near."""

import io
import json
import signal

import numpy as np
import pytest
from PIL import Image

from companion.dewan.vision.aim import aimed_at, main
from tests.dewan.vision.conftest import SAMPLES, truth_of


def frame_of(name: str, crop: tuple[float, float, float, float] = (0, 0, 1, 1)) -> bytes:
    """A sample as a camera's small frame; ``crop``: the part of it that is in the picture."""
    with Image.open(SAMPLES / f"{name}.jpg") as picture:
        width, height = picture.size
        part = picture.crop((int(crop[0] * width), int(crop[1] * height), int(crop[2] * width), int(crop[3] * height)))
        part.thumbnail((640, 640))
    out = io.BytesIO()
    part.save(out, "JPEG", quality=80)
    return out.getvalue()


@pytest.mark.parametrize("name", ["easy_1", "normal_3", "hard_5"])
def test_a_map_is_found_where_it_lies(name: str) -> None:
    shown, truth = aimed_at(frame_of(name)), truth_of(name)
    assert shown["found"]
    assert not shown["cut"]
    middles = np.array(shown["spaces"]).mean(axis=1) * truth["size"]
    true = np.array([space["centre_px"] for space in truth["hexes"]])
    spacing = shown["spacing"] * max(truth["size"])
    near = np.linalg.norm(true[:, None] - middles, axis=2).min(axis=1) < 0.3 * spacing
    assert near.mean() > 0.8


@pytest.mark.parametrize("part", [(0.25, 0.25, 0.75, 0.75), (1 / 3, 1 / 3, 1, 1), (0, 0, 0.6, 1)])
def test_a_map_that_goes_beyond_the_picture_is_cut(part: tuple[float, float, float, float]) -> None:
    """On all sides, on two, on one: a photo of it would lack whole tiles."""
    for name in ("easy_1", "easy_3", "normal_1"):
        assert aimed_at(frame_of(name, part))["cut"]


@pytest.mark.parametrize("name", ["none_0", "none_3"])
def test_a_table_without_a_map_shows_none(name: str) -> None:
    assert aimed_at(frame_of(name)) == {"found": False}


def test_one_bad_frame_is_no_reason_to_begin_anew() -> None:
    frames = [b"no picture", frame_of("easy_1")]
    given = b"".join(json.dumps({"bytes": len(frame)}).encode() + b"\n" + frame for frame in frames)
    out = io.BytesIO()
    assert main(io.BytesIO(given), out) == 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0), "no alarm is left behind"
    assert [json.loads(line)["found"] for line in out.getvalue().splitlines()] == [False, True]
