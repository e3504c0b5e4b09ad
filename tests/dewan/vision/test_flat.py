"""What lies flat on a space, from made-up evidence: markers and tokens, alone, beside camps and under them."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.colours import TERRAINS, linear_to_lab
from companion.dewan.vision.flat import FoundFlat
from companion.dewan.vision.flat_spaces import FlatSpace, flat_grid
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.markers import (
    MarkerLook,
    find_markers,
    marker_colours,
    marker_confidence,
    marker_under,
    usual_faces,
)
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.reading import ReadCamp
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.dewan.vision.tokens import Tokens, find_tokens, surely_small
from companion.dewan.vision.tone import Tone
from companion.rules.hexes import Hex

HERE, LEAN = Hex(0, 0), np.array([0.0, 1.0])
ASLANT = cast(  # seen from 45 degrees: what stands hides as much of the ground as it is high
    Pose,
    SimpleNamespace(
        project=lambda places: places[:, :2] - places[:, 2:] * LEAN,
        lattice=SimpleNamespace(unproject=lambda px: px),
    ),
)
GRID = flat_grid(DEFAULTS)
FAR = np.linalg.norm(GRID, axis=1)
BOX = TileSet(
    (), tuple(CampColour(name, rgb) for name, rgb in (("orange", (232, 112, 26)), ("white", (235, 231, 222))))
)
LAVA, WATER, GROUND = np.array([68.0, 40.0, 70.0]), np.array([55.0, -5.0, -30.0]), np.array([35.0, 0.0, 0.0])
BLACK, VIOLET = np.array([12.0, 2.0, 2.0]), linear_to_lab(np.array([0.03, 0.015, 0.06]))
READ = cast(
    MapReading, SimpleNamespace(palette=SimpleNamespace(gain=np.ones(3), means=np.tile(WATER, (len(TERRAINS), 1))))
)
FACES = usual_faces(READ, DEFAULTS)
DAYLIGHT = Tone(np.ones(3))


def disc(x: float, y: float, wide: float) -> Any:
    return np.linalg.norm(GRID - np.array([x, y]), axis=1) < wide


def space(at: Hex, *things: tuple[Any, Floats], printed: bool = True, berry: bool = False) -> FlatSpace:
    """Ground that is known well, and on it things, each with the places it covers and its colour."""
    lab, ground = np.tile(GROUND, (len(GRID), 1)), np.full(len(GRID), -8.0)
    for covered, colour in things:
        lab[covered], ground[covered] = colour, DEFAULTS.anything_log
    return FlatSpace(at, TERRAINS.index("mountain"), berry, lab, ground, printed)


def looks(*spaces: FlatSpace) -> dict[Hex, MarkerLook]:
    return find_markers(spaces, FACES, READ, BOX, ASLANT, DEFAULTS)


def markers(*spaces: FlatSpace) -> dict[Hex, str]:
    return {at: look.kind for at, look in looks(*spaces).items()}


def tokens(one: FlatSpace, *others: FlatSpace) -> int:
    return find_tokens((one, *others), DAYLIGHT, {}, {}, DEFAULTS).get(one.at, Tokens(())).count


def camp_at(at: Hex) -> FoundCamps:
    return FoundCamps((ReadCamp("white", at, 0.99, (0.0, 0.0)),), tone=DAYLIGHT)


def test_a_marker_is_wide() -> None:
    assert markers(space(HERE, (FAR < 0.35, LAVA))) == {HERE: "lava"}
    assert markers(space(HERE, (FAR < 0.35, WATER))) == {HERE: "water"}
    assert markers(space(HERE, (FAR < 0.16, WATER))) == {}


def test_water_may_be_any_blue() -> None:
    assert markers(space(HERE, (FAR < 0.35, np.array([42.0, 20.0, -62.0])))) == {HERE: "water"}


def test_an_arm_is_no_lava() -> None:
    skin = np.array([62.0, 18.0, 26.0])
    assert markers(space(HERE, (FAR < 0.35, skin))) == {HERE: "lava"}
    assert markers(space(HERE, (FAR < 0.5, skin))) == {}
    half = space(HERE, (GRID[:, 1] < 0.1, skin))
    assert all(marker_confidence(look, DEFAULTS) < 0.9 for look in looks(half).values())


def test_a_token_lies_where_a_berry_is_printed() -> None:
    two = ((disc(-0.2, 0.0, 0.14), VIOLET), (disc(0.2, 0.0, 0.14), VIOLET))
    assert tokens(space(HERE, *two), space(Hex(3, 0), *two, berry=True)) == 0


def test_a_marker_under_a_token_and_with_a_black_rim_is_one() -> None:
    rim = (FAR > 0.27) & (FAR < 0.33)
    assert markers(space(HERE, (FAR < 0.33, WATER), (rim, BLACK), (disc(0.1, 0.1, 0.14), VIOLET))) == {HERE: "water"}


def test_a_marker_that_is_sure_tells_what_the_others_look_like() -> None:
    """Water of a hue far from the usual is known by others of its kind."""
    green = np.array([58.0, -26.0, -8.0])
    alone = space(HERE, (FAR < 0.36, green))
    assert markers(alone) == {}
    assert markers(alone, *(space(Hex(q, 0), (FAR < 0.36, WATER), (FAR < 0.2, green)) for q in (2, 4)))[HERE] == "water"


def test_a_white_camp_in_the_shade_is_no_water() -> None:
    bluish = np.array([55.0, -3.0, -15.0])
    assert markers(space(HERE, (FAR < 0.17, bluish))) == {}
    assert markers(space(HERE, (FAR < 0.35, bluish))) == {HERE: "water"}


def test_what_has_a_camps_colour_and_may_stand_is_a_camp_if_one_is_found_there() -> None:
    stands = space(HERE, ((FAR < 0.24) | disc(0.0, -0.3, 0.2) | disc(0.0, -0.15, 0.22), LAVA))
    found = FoundFlat([stands], FACES, looks(stands))
    assert found.looks[HERE].may_stand
    assert found.sure_covers(DEFAULTS) == {}
    assert found.beside(camp_at(HERE), ASLANT, DEFAULTS).markers == ()
    (doubtful,) = found.beside(FoundCamps(), ASLANT, DEFAULTS).markers
    assert doubtful.confidence < 0.9
    flat = space(HERE, (FAR < 0.36, LAVA))
    found = FoundFlat([flat], FACES, looks(flat))
    assert set(found.sure_covers(DEFAULTS)) == {HERE}
    (sure,) = found.beside(camp_at(HERE), ASLANT, DEFAULTS).markers
    assert sure.confidence > 0.9


def test_art_that_two_markers_share_is_no_camp() -> None:
    pale = np.array([80.0, -3.0, -8.0])
    two = looks(*(space(Hex(q, 0), (FAR < 0.36, WATER), (FAR < 0.2, pale)) for q in (0, 2)))
    for colours in marker_colours(two, DEFAULTS).values():
        assert np.abs(colours - pale).sum(axis=1).min() < 1


def test_tokens_on_two_markers_are_no_art() -> None:
    """The colours of the other marker, on which a token lies, too, do not explain this one's away."""
    two = [space(Hex(q, 0), (FAR < 0.36, WATER), (disc(0.1, 0.1, 0.14), VIOLET), berry=True) for q in (0, 2)]
    found = FoundFlat(two, FACES, looks(*two)).beside(FoundCamps(tone=DAYLIGHT), ASLANT, DEFAULTS)
    assert [(one.at, one.count) for one in found.berries] == [(Hex(0, 0), 1), (Hex(2, 0), 1)]


def test_a_marker_is_seen_around_the_camp_that_stands_on_it() -> None:
    away = np.linalg.norm(plane_of([HERE]) + GRID, axis=1)
    under = marker_under(space(HERE, (FAR < 0.35, WATER)), FACES, away, DEFAULTS)
    assert under is not None
    assert under.kind == "water"
    assert marker_under(space(HERE, (FAR < 0.19, WATER)), FACES, away, DEFAULTS) is None


def test_tokens_are_counted_in_any_dark_colour() -> None:
    two = (disc(-0.2, 0.0, 0.14), disc(0.17, 0.1, 0.14))
    for colour in (VIOLET, np.array([20.0, 35.0, 10.0]), np.array([18.0, 5.0, -25.0])):
        assert [tokens(space(HERE, *((covered, colour) for covered in two[:n]), berry=True)) for n in (0, 1, 2)] == [
            0,
            1,
            2,
        ]


def test_a_token_largely_behind_a_camp_is_still_one() -> None:
    token, behind = disc(0.0, 0.2, 0.135), disc(0.18, 0.2, 0.22)
    seen = np.where(behind, 0.0, 1.0)
    one = space(HERE, (token & ~behind, VIOLET), berry=True)
    assert find_tokens([one], DAYLIGHT, {HERE: seen}, {}, DEFAULTS)[HERE].count == 1


def test_tokens_in_a_camps_colour_are_no_camps() -> None:
    two = space(HERE, (disc(-0.2, 0.0, 0.14), VIOLET), (disc(0.2, 0.0, 0.14), VIOLET), berry=True)
    body = np.any([disc(0.0, 0.12 - high, 0.2 - high / 4) for high in (0.0, 0.1, 0.2, 0.3)], axis=0)
    camp = space(Hex(2, 0), (body, VIOLET), berry=True)
    found = find_tokens([two, camp], DAYLIGHT, {}, {}, DEFAULTS)
    assert set(surely_small([two, camp], found, ASLANT, DEFAULTS)) == {HERE}


def test_what_a_camp_shows_beside_its_middle_is_no_token() -> None:
    violet_camp = space(HERE, (disc(0.0, 0.0, 0.31), VIOLET), berry=True)
    assert FoundFlat([violet_camp], FACES).beside(camp_at(HERE), ASLANT, DEFAULTS).berries == ()
