"""Camps told from the art of a print nobody knows, from made-up scores."""

import numpy as np

from companion.dewan.vision.camps import Spot, own_paints
from companion.dewan.vision.choose import CampColours, different, looks_alike
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.tiles import CampColour
from companion.dewan.vision.tone import Tone, camp_prototypes
from companion.rules.hexes import Hex


def alike(scores: list[float]) -> list[float]:
    """How much art looks like one colour, by space, on a map of as many spaces in four terrains."""
    looks = [CampColours(Hex(k, 0), np.array([own]), np.zeros((1, 2))) for k, own in enumerate(scores)]
    terrain = [k % 4 for k in range(len(scores))]
    found = looks_alike(looks, terrain, [True] * len(scores), DEFAULTS)
    return [float(own) for own in found[:, 0]]


def test_where_camps_stand_on_half_of_the_map_they_are_not_taken_for_art() -> None:
    camps, bare = [3.9, 3.5, 2.7, 2.2, 1.8, 1.5, 1.3, 1.1], [-0.5, -0.8, -1.0, -1.2, -1.4, -2.0, -3.0, -4.0]
    assert max(alike(camps + bare)) <= 0.5


def test_art_that_looks_more_and_less_like_a_camp_is_art() -> None:
    art = [1.7, 1.5, 1.2, 0.9, 0.6, 0.3, 0.0, -0.3, -0.7, -1.0, -1.4, -2.0, -2.5, -3.0, -3.5, -4.0]
    assert min(alike(art)) > 2.0


def test_what_is_printed_on_all_spaces_of_a_terrain_is_art() -> None:
    snow = [1.5 if k % 4 == 0 else -3.0 for k in range(16)]
    assert [own for own in alike(snow)[::4] if own < 2.0] == []


def test_pale_art_on_several_terrains_is_art_though_dark_terrains_are_far_off() -> None:
    pale, dark = [1.7, 1.6, 1.4, 1.3, 1.1, 0.9, 0.6, 0.4], [-1.2, -1.5, -1.9, -2.4, -2.6, -3.0, -3.5, -4.0]
    assert min(alike(pale + dark)) > 2.0


def test_bare_learned_tiles_tell_what_the_art_of_one_that_was_not_learned_looks_like() -> None:
    """Snow on every mountain: known on all tiles but one, where it is no camp either."""
    snow, bare = np.array([1.4]), np.array([-3.0])
    feet = np.zeros((1, 2))
    learned = [CampColours(Hex(k, 0), bare, feet, snow if k % 4 == 0 else bare) for k in range(28)]
    new = [CampColours(Hex(k, 9), snow if k == 0 else bare, feet) for k in range(7)]
    terrain = [k % 4 for k in range(28)] + [k % 4 for k in range(7)]
    strange = [False] * 28 + [True] * 7
    alone = looks_alike(new, terrain[28:], [True] * 7, DEFAULTS)[0]
    together = looks_alike(learned + new, terrain, strange, DEFAULTS)[28]
    assert alone < 0.5
    assert together > 2.0


BOX = (CampColour("orange", (232, 112, 26)), CampColour("white", (235, 231, 222)))


def spot_of(rgb: tuple[int, int, int], change: tuple[float, float, float] = (0, 0, 0)) -> Spot:
    """A piece of a paint that differs from ``rgb`` by logs of linear RGB, two of its faces lit, on dark ground."""
    faces = camp_prototypes((CampColour("", rgb),), Tone(np.ones(3)), DEFAULTS, np.array([change]))[0, 2:4]
    inner = np.repeat(faces, 20, axis=0)[None]
    return Spot(inner, np.tile([30.0, 0.0, 5.0], (8, 1)), np.full((1, 40), DEFAULTS.anything_log), np.full(8, -9.0))


def test_the_piece_on_a_start_tells_its_colour_s_paint() -> None:
    tone, cost, pale = Tone(np.ones(3)), np.zeros(1), (-0.05, 0.15, 0.3)
    starts = [spot_of(BOX[0].rgb, pale), spot_of(BOX[1].rgb)]
    paint, spreads = own_paints(starts, BOX, tone, cost, DEFAULTS)
    wide = np.tile(DEFAULTS.camp_spread, (2, 1))
    before, after = (
        (camp_prototypes(BOX, tone, DEFAULTS), wide),
        (camp_prototypes(BOX, tone, DEFAULTS, paint), spreads),
    )

    def score(spot: Spot, faces: tuple[np.ndarray, np.ndarray]) -> float:
        return float(spot.scores(*faces, cost, DEFAULTS)[0][0])

    camp, lava = spot_of(BOX[0].rgb, pale), spot_of((225, 50, 20))
    assert score(camp, after) >= score(camp, before)
    assert score(lava, after) < score(lava, before) - 1.0


def test_an_arm_over_a_start_tells_no_paint() -> None:
    arm = spot_of(BOX[0].rgb, (-0.5, 0.0, 0.5))
    paint, _ = own_paints([arm], BOX, Tone(np.ones(3)), np.zeros(1), DEFAULTS)
    assert not paint.any()


def test_an_empty_start_tells_no_paint() -> None:
    bare = Spot(np.full((1, 40, 3), 60.0), np.full((8, 3), 60.0), np.full((1, 40), -5.0), np.full(8, -5.0))
    assert not own_paints([bare], BOX, Tone(np.ones(3)), np.zeros(1), DEFAULTS)[0].any()


def test_two_starts_do_not_hold_one_colour() -> None:
    """A start that is likely white, and one that is white or pink: that one is pink."""
    first, second = different([np.array([4.0, -3.0]), np.array([1.2, 1.0])])
    assert first.argmax() == 0
    assert second.argmax() == 1
    assert second[0] < 0


def test_a_start_that_looks_empty_is_given_no_colour_because_another_start_holds_one() -> None:
    _, empty = different([np.array([4.0, -3.0]), np.array([-3.0, -2.0])])
    assert empty.max() < -1.5


def test_one_start_alone_is_as_likely_held_as_it_looks() -> None:
    assert np.allclose(different([np.array([1.0, -2.0])])[0], [1.0, -2.0])
