"""Light and tone: lamps that change over the map, and colours that a phone or a lamp has shifted."""

import io

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from bench.photo_figures import Result, judge
from companion.dewan.vision.colours import lab_to_linear, linear_to_lab
from companion.dewan.vision.lattice import Floats, disc, plane_of
from companion.dewan.vision.light import EVEN, light_over
from companion.dewan.vision.pipeline import read_photo
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.tiles import CampColour
from companion.dewan.vision.tone import Tone, camp_prototypes, tone_of
from companion.rules.hexes import Hex
from tests.dewan.vision.conftest import SAMPLES, box_of, truth_of

MAP = plane_of(disc(Hex(3, -2), 3))
PAINTS = np.array([[30.0, 0, 0], [46, 36, 28], [78, 3, 40], [46, -24, 22], [53, -5, -29], [76, 1, 8]])
COLOURS = (
    CampColour("white", (235, 231, 222)),
    CampColour("orange", (232, 112, 26)),
    CampColour("purple", (104, 52, 138)),
)


def lit(plane: Floats, labels: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Spaces under a lamp at one side and a window at the other: their colours, and the log light of each."""
    side = (plane - plane.mean(axis=0)) @ np.array([0.2, 0.1])
    light = side[:, None] * np.array([1.0, 0.7, 0.3])
    return linear_to_lab(lab_to_linear(PAINTS[labels]) * np.exp(light)), light - light.mean(axis=0)


def test_light_over_a_map_is_found_from_spaces_of_known_terrain() -> None:
    rng = np.random.default_rng(4)
    labels = rng.integers(0, 6, len(MAP))
    seen, truth = lit(MAP, labels)
    light = light_over(MAP, seen, labels, DEFAULTS)
    assert np.abs(light.at(MAP) - truth).max() < 0.12
    evened = light.evened(seen[:, None], MAP)[:, 0]
    for terrain in range(6):
        assert evened[labels == terrain].std(axis=0).max() < 2.5


def test_a_few_misread_spaces_do_not_bend_the_light() -> None:
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 6, len(MAP))
    seen, truth = lit(MAP, labels)
    labels[::9] = (labels[::9] + 1) % 6
    labels[4::9] = -1
    assert np.abs(light_over(MAP, seen, labels, DEFAULTS).at(MAP) - truth).max() < 0.25


def test_beyond_the_map_light_stays_as_at_its_rim() -> None:
    labels = np.random.default_rng(6).integers(0, 6, len(MAP))
    light = light_over(MAP, lit(MAP, labels)[0], labels, DEFAULTS)
    far = MAP.mean(axis=0) + np.array([[4.0, 2.0], [40.0, 20.0]])
    assert np.allclose(light.at(far)[0], light.at(far)[1])


def test_few_spaces_tell_nothing_of_light() -> None:
    labels = np.full(len(MAP), -1)
    labels[:9] = 2
    assert light_over(MAP, np.tile(PAINTS[2], (len(MAP), 1)), labels, DEFAULTS) is EVEN


def test_pieces_tell_the_tone() -> None:
    """The terrains' lamp is off in warmth and tint, and the phone shows weaker colours."""
    told = np.array([1.0, 1.0, 1.0])
    true = Tone(told * np.exp([-0.12, -0.15, 0.2]), 0.75)
    rng = np.random.default_rng(8)
    faces = camp_prototypes(COLOURS, true, DEFAULTS)[:, 2:6].reshape(-1, 1, 3)
    seen = (faces + rng.normal(0, 2, (len(faces), 25, 3))).reshape(-1, 3)
    found = tone_of(seen, told, COLOURS, DEFAULTS)

    def off(tone: Tone) -> float:
        got = camp_prototypes(COLOURS, tone, DEFAULTS)[:, 2:6]
        return float(np.abs(got - camp_prototypes(COLOURS, true, DEFAULTS)[:, 2:6]).mean())

    assert off(found) < 0.4 * off(Tone(told))
    assert found.chroma < 0.9


def test_nothing_strange_leaves_the_tone_alone() -> None:
    gain = np.array([1.2, 1.0, 0.8])
    assert tone_of(np.zeros((3, 3)), gain, COLOURS, DEFAULTS) == Tone(gain)


def changed(name: str, change: str) -> Result:
    with Image.open(SAMPLES / f"{name}.jpg") as picture:
        rgb = np.asarray(picture.convert("RGB"), np.float32) / 255
    if change == "two lamps":
        across = np.linspace(0, 1, rgb.shape[1])[None, :, None]
        lamp = np.array([1.15, 0.85, 0.5]) * (1 - across) + np.array([0.65, 0.85, 1.15]) * across
        shown = np.clip(rgb**2.2 * lamp, 0, 1) ** (1 / 2.2)
    else:
        hsv = cv2.cvtColor(rgb, cv2.COLOR_RGB2HSV)
        hsv = hsv * np.array([1, 0.55, 1], np.float32)
        shown = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.float64)
    out = io.BytesIO()
    Image.fromarray((shown * 255).astype(np.uint8)).save(out, "JPEG", quality=92)
    return judge(read_photo(out.getvalue(), box_of(name)), truth_of(name))


def test_a_lamp_at_one_side_and_a_window_at_the_other() -> None:
    result = changed("hard_8", "two lamps")
    assert result.exact
    assert result.tiles_right == result.tiles
    assert result.camps_right >= result.camps - 1


def test_weak_colours_hide_no_camp() -> None:
    result = changed("hard_2", "weak colours")
    assert result.exact
    assert result.camps_right == result.camps == result.camps_read
