"""Camps told from the art of a print nobody knows, from made-up scores."""

import numpy as np

from companion.dewan.vision.camps import CampColours, _looks_alike
from companion.dewan.vision.settings import DEFAULTS
from companion.rules.hexes import Hex


def alike(scores: list[float]) -> list[float]:
    """How much art looks like one colour, by space, on a map of as many spaces in four terrains."""
    looks = [CampColours(Hex(k, 0), np.array([own]), np.zeros((1, 2))) for k, own in enumerate(scores)]
    terrain = [k % 4 for k in range(len(scores))]
    found = _looks_alike(looks, terrain, [True] * len(scores), DEFAULTS)
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
