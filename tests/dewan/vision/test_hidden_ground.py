"""Ground that is hard to see: under pieces, under glare, in the dark; and tiles that only another guess sets right."""

import cv2
import numpy as np
import pytest
from PIL import Image

from bench.photo_figures import judge
from bench.pictures.scene import Scene, edition
from companion.dewan.vision.colours import (
    RIM_POINTS,
    SPACE_POINTS,
    TERRAINS,
    Palette,
    Samples,
    bare_ground,
    lab_to_linear,
    linear_to_lab,
    terrain_logs,
)
from companion.dewan.vision.lattice import Floats, make_views
from companion.dewan.vision.pipeline import read_photo
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.tiles import box_from_json
from companion.rules.hexes import Hex
from tests.dewan.vision.conftest import SAMPLES

MEANS = np.array([DEFAULTS.families[t][0] for t in TERRAINS])
PALETTE = Palette(MEANS, np.tile(np.array(DEFAULTS.palette_spread), (len(MEANS), 1)), np.ones(3))
BLACK = np.array([15.0, 0, 0])


def shown(*spaces: Floats) -> Samples:
    """Spaces with the grain of print."""
    rng = np.random.default_rng(3)
    lab = np.stack([np.broadcast_to(s, (len(SPACE_POINTS), 3)) for s in spaces])
    return Samples(tuple(Hex(k, 0) for k in range(len(spaces))), lab + rng.normal(0, 2, lab.shape))


def test_a_piece_that_hides_most_of_its_space_teaches_no_colour() -> None:
    desert = TERRAINS.index("desert")
    half_hidden = np.tile(MEANS[desert] + np.array([-8.0, 3, -6]), (len(SPACE_POINTS), 1))
    half_hidden[12:] = BLACK
    labels = np.full(2, desert)
    samples = shown(half_hidden, BLACK)
    assert samples.typical[0][0] < 20, "the piece is the commonest colour of its space"
    ground, seen = bare_ground(samples, PALETTE, labels, DEFAULTS)
    assert np.abs(ground[0] - half_hidden[0]).max() < 2
    assert abs(seen[0] - 12 / len(SPACE_POINTS)) < 0.05
    assert seen[1] == 0, "nothing of its ground is seen"


def test_glare_over_a_space_costs_less_than_reading_it_wrong() -> None:
    mountain, start = TERRAINS.index("mountain"), TERRAINS.index("start")
    glaring = linear_to_lab(lab_to_linear(MEANS[mountain]) + 0.3)
    logs = terrain_logs(shown(glaring, MEANS[mountain]), PALETTE, DEFAULTS)
    assert logs[0, start] - logs[0, mountain] < 8
    assert logs[1].argmax() == mountain


def marked(ground: str, colour: Floats, radius: float = 0.37) -> Samples:
    """A space with a marker on its middle."""
    places = np.concatenate([SPACE_POINTS, RIM_POINTS])
    covered = np.linalg.norm(places, axis=1) < radius
    lab = np.where(covered[:, None], colour, MEANS[TERRAINS.index(ground)])
    lab = lab[None] + np.random.default_rng(4).normal(0, 2, (1, *lab.shape))
    return Samples((Hex(0, 0),), lab[:, : len(SPACE_POINTS)], lab[:, len(SPACE_POINTS) :])


WATER_MARKER = np.array([50.0, -3, -32])
LAVA_MARKER = np.array([50.0, 48, 42])


@pytest.mark.parametrize("marker", [WATER_MARKER, LAVA_MARKER])
@pytest.mark.parametrize("ground", ["desert", "forest", "mountain", "water", "badlands"])
def test_a_marker_on_a_space_leaves_its_rim_to_tell_the_terrain(marker: Floats, ground: str) -> None:
    logs = terrain_logs(marked(ground, marker), PALETTE, DEFAULTS)[0]
    assert TERRAINS[logs.argmax()] == ground


def test_a_space_of_water_is_no_marker_on_another_terrain() -> None:
    bare = marked("water", MEANS[TERRAINS.index("water")])
    logs = terrain_logs(bare, PALETTE, DEFAULTS)[0]
    water = TERRAINS.index("water")
    assert logs[water] - np.delete(logs, water).max() > DEFAULTS.marker_misfit


def test_a_photo_far_too_dark_is_lifted_and_no_other() -> None:
    with Image.open(SAMPLES / "normal_1.jpg") as picture:
        rgb = np.asarray(picture.convert("RGB"))
    dark = (((rgb / 255) ** 2.2 * 0.05) ** (1 / 2.2) * 255).astype(np.uint8)
    bright, lifted = (make_views(one, (400,))[0].lab for one in (rgb, dark))
    assert (
        np.abs(np.median(bright - lifted, axis=(0, 1))).max() < 9
    )  # its brightest spots become a little less than white
    half = (((rgb / 255) ** 2.2 * 0.5) ** (1 / 2.2) * 255).astype(np.uint8)
    assert np.median(make_views(half, (400,))[0].lab - bright, axis=(0, 1))[0] < -10


def test_a_wrong_tile_that_taught_wrong_colours_gives_way_to_its_rival() -> None:
    """A low view under glare, with pieces on nearly half of the spaces."""
    printed = edition(91074207, "flat")
    scene = Scene(91074207, "hard", 1200, printed=printed)
    assert len(scene.camps) >= 12
    _, jpeg = cv2.imencode(".jpg", scene.render()[..., ::-1])
    result = judge(read_photo(jpeg.tobytes(), box_from_json(printed.box)), scene.truth("scene"))
    assert result.exact
    assert result.tiles_right == result.tiles
