"""Colours that a photo shows otherwise than its light explains, from made-up spaces."""

import numpy as np

from companion.dewan.vision.printed import MEMBERS, SIDE, SeenTile, TilePrint, light_between
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.shift import shift_of
from companion.rules.hexes import Hex

BRIGHT, DARK = np.array([85.0, -25.0, -20.0]), np.array([35.0, 5.0, 10.0])
CLIPPED = np.array([-6.0, 9.0, 4.0])


def spaces(count: int, covered: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Bright water that the photo clips, and dark ground that it shows as it is; on ``covered`` there lies snow."""
    grain = np.random.default_rng(5)
    made = []
    for k in range(count):
        expected = (BRIGHT if k % 2 else DARK) + grain.normal(0, 0.5, (40, 3))
        seen = expected + (CLIPPED if k % 2 else 0.0) + grain.normal(0, 1.0, (40, 3))
        made.append((expected, np.full((40, 3), (95.0, 0.0, 0.0)) if k < covered else seen))
    return made


def test_what_a_photo_clips_is_expected_to_be_clipped() -> None:
    added, differing = shift_of(spaces(24), DEFAULTS).at(np.stack([BRIGHT, DARK]), DEFAULTS)
    assert np.allclose(added[0], CLIPPED, atol=2.0)
    assert np.allclose(added[1], 0.0, atol=1.0)
    assert differing.max() < 1.5


def test_what_covers_a_few_spaces_is_no_shift() -> None:
    added, _ = shift_of(spaces(24, covered=8), DEFAULTS).at(np.stack([BRIGHT, DARK]), DEFAULTS)
    assert np.allclose(added[0], CLIPPED, atol=2.5)
    assert np.allclose(added[1], 0.0, atol=1.5)


def test_two_spaces_of_a_colour_say_nothing() -> None:
    added, differing = shift_of(spaces(4), DEFAULTS).at(BRIGHT[None], DEFAULTS)
    assert not added.any()
    assert not differing.any()


def test_a_channel_in_which_a_space_is_dark_takes_its_light_from_others() -> None:
    """Red ground is black in blue, where noise outweighs light: what blue light adds is told by other spaces."""
    gain, black = np.array([1.5, 0.9, 1.3]), 0.012
    ground = {0: (0.5, 0.02, 0.004), 1: (0.4, 0.4, 0.4), 2: (0.3, 0.5, 0.6), 3: (0.5, 0.02, 0.004)}
    picture = np.zeros((SIDE, SIDE, 3))
    for k in range(7):
        picture[k == MEMBERS] = ground.get(k, ground[0])
    seen = np.maximum(picture * gain, black)  # a lens throws some light everywhere
    tile = SeenTile("N1", 0, Hex(0, 0), 1.0, seen, (True,) * 7)
    lights = light_between([tile], {"N1": (TilePrint(picture, (1,) * 7),)}, DEFAULTS)
    assert np.allclose(lights[Hex(0, 0)].gain, gain, rtol=0.1)
