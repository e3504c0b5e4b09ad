"""What lies flat on a space, from made-up evidence: markers and tokens, alone, beside camps and under them."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.colours import TERRAINS, linear_to_lab
from companion.dewan.vision.flat import (
    FlatSpace,
    FoundFlat,
    _grid,
    _markers_under,
    find_berries,
    find_markers,
)
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.reading import ReadCamp
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.dewan.vision.tone import Tone
from companion.rules.hexes import Hex

ASLANT = cast(  # seen from 45 degrees: what stands hides as much of the ground as it is high
    Pose,
    SimpleNamespace(
        project=lambda places: places[:, :2] - places[:, 2:] * np.array([0.0, 1.0]),
        lattice=SimpleNamespace(unproject=lambda px: px),
    ),
)
GRID = _grid(DEFAULTS)
FAR = np.linalg.norm(GRID, axis=1)
BOX = TileSet((), (CampColour("orange", (232, 112, 26)), CampColour("white", (235, 231, 222))))
READ = cast(MapReading, SimpleNamespace(palette=SimpleNamespace(gain=np.ones(3))))
LAVA, WATER, GROUND = np.array([68.0, 40.0, 70.0]), np.array([55.0, -5.0, -30.0]), np.array([35.0, 0.0, 0.0])
FACES = {
    "lava": (np.array(DEFAULTS.lava_lab), np.array(DEFAULTS.lava_spread)),
    "water": (WATER, np.array(DEFAULTS.marker_water_spread)),
}


def space(at: Hex, covered: Any, colour: Floats, printed: bool = False) -> FlatSpace:
    """Ground that is known well, and places of another colour that it does not explain."""
    lab = np.where(covered[:, None], colour, GROUND)
    ground = np.where(covered, DEFAULTS.anything_log, -8.0)
    return FlatSpace(at, TERRAINS.index("mountain"), None, lab, ground, printed)


def markers(*spaces: FlatSpace) -> dict[Hex, str]:
    found = find_markers(spaces, FACES, READ, BOX, ASLANT, DEFAULTS)
    return {one.at: one.kind for one in found.markers}


def camp_at(at: Hex) -> FoundCamps:
    return FoundCamps((ReadCamp("white", at, 0.99, (0.0, 0.0)),), tone=Tone(np.ones(3)))


def test_two_markers_tell_what_a_third_looks_like() -> None:
    """Red ground is like lava where its print is not known, unless others show what lava looks like here."""
    two = [space(Hex(q, 0), FAR < 0.3, LAVA) for q in (0, 2)]
    on_red = replace(space(Hex(4, 0), FAR < 0.3, LAVA), column=TERRAINS.index("badlands"))
    assert markers(on_red) == {}
    assert markers(*two, on_red) == dict.fromkeys((Hex(0, 0), Hex(2, 0), Hex(4, 0)), "lava")


def test_an_orange_camps_foot_is_no_lava() -> None:
    assert markers(*(space(Hex(q, 0), FAR < 0.19, LAVA) for q in (0, 2))) == {}


def test_a_white_camp_in_the_shade_is_no_water() -> None:
    bluish = np.array([55.0, -3.0, -15.0])
    assert markers(space(Hex(0, 0), FAR < 0.19, bluish, printed=True)) == {}
    assert markers(space(Hex(0, 0), FAR < 0.35, bluish, printed=True)) == {Hex(0, 0): "water"}


def test_what_has_a_camps_colour_and_may_stand_is_a_camp_if_one_is_found_there() -> None:
    here, tall = Hex(0, 0), np.linalg.norm(GRID - np.array([0.0, -0.3]), axis=1) < 0.18
    camp_or_marker = find_markers(
        [space(here, (FAR < 0.26) | tall, LAVA, printed=True)], FACES, READ, BOX, ASLANT, DEFAULTS
    )
    assert (len(camp_or_marker.markers), camp_or_marker.sure_covers) == (1, {})
    assert camp_or_marker.beside(camp_at(here), ASLANT, DEFAULTS).markers == ()
    assert len(camp_or_marker.beside(FoundCamps(), ASLANT, DEFAULTS).markers) == 1
    marker = find_markers([space(here, FAR < 0.35, LAVA, printed=True)], FACES, READ, BOX, ASLANT, DEFAULTS)
    assert set(marker.sure_covers) == {here}
    assert len(marker.beside(camp_at(here), ASLANT, DEFAULTS).markers) == 1


def test_a_marker_is_seen_around_the_camp_that_stands_on_it() -> None:
    here = Hex(0, 0)
    body = plane_of([here]) + np.array([[0.0, 0.0]])
    covered = FoundFlat([space(here, FAR < 0.35, WATER, printed=True)], faces=FACES)
    under, covers = _markers_under(covered, camp_at(here), body, DEFAULTS)
    assert [(one.kind, one.at) for one in under] == [("water", here)]
    assert set(covers) == {here}
    bare = FoundFlat([space(here, FAR < 0.19, WATER, printed=True)], faces=FACES)
    assert _markers_under(bare, camp_at(here), body, DEFAULTS) == ([], {})


def test_a_token_largely_behind_a_camp_is_still_one() -> None:
    here = Hex(0, 0)
    violet = linear_to_lab(np.array([0.03, 0.015, 0.06]))
    token = np.linalg.norm(GRID - np.array([0.0, 0.2]), axis=1) < DEFAULTS.token_radius
    behind = np.linalg.norm(GRID - np.array([0.18, 0.2]), axis=1) < 0.22
    seen = space(here, token & ~behind, violet, printed=True)
    hidden = np.array([[0.18, 0.2]])
    berries = find_berries([seen], camp_at(here), hidden, {}, DEFAULTS)
    assert [(one.at, one.count) for one in berries] == [(here, 1)]
