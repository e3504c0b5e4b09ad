"""Hexagons as a hand draws them: neighbours still meet, outlines close."""

import re
from math import dist, sqrt

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.hexes import SIDES, Hex, connected_parts
from companion.web.drawing.hex_shapes import (
    NUDGE,
    RADIUS,
    centre,
    closed,
    corner,
    corners,
    curve,
    n,
    outline,
    seams,
    side_ends,
)

hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
FLOWER = [Hex(0, 0), *SIDES]


def points(path: str) -> int:
    """How many corners the closed lines of a path have."""
    return len(re.findall(r"[ML]", path))


@given(hexes)
def test_corner_strays_at_most_three_hundredths(at: Hex) -> None:
    # Without straying: corner s lies between the directions of sides s and s + 1, the first at 30 degrees upwards.
    half, radius = RADIUS * sqrt(3) / 2, RADIUS
    exact = [
        (half, -radius / 2),
        (0, -radius),
        (-half, -radius / 2),
        (-half, radius / 2),
        (0, radius),
        (half, radius / 2),
    ]
    x, y = centre(at)
    for (dx, dy), found in zip(exact, corners(at), strict=True):
        assert dist((x + dx, y + dy), found) <= NUDGE * RADIUS + 1e-6


@given(hexes, st.integers(0, 5))
def test_neighbours_share_the_ends_of_their_side(at: Hex, side: int) -> None:
    mine, theirs = side_ends(at, side), side_ends(at.neighbour(side), side + 3)
    assert dist(mine[0], theirs[1]) < 1e-6
    assert dist(mine[1], theirs[0]) < 1e-6


@given(hexes)
def test_corner_is_never_quite_where_it_should_be_on_all_six(at: Hex) -> None:
    x, y = centre(at)
    assert any(abs(dist((x, y), point) - RADIUS) > 0.01 for point in corners(at))


def test_outline_of_one_space_is_its_hexagon() -> None:
    assert points(outline([Hex(0, 0)])) == 6


def test_outline_of_a_flower_has_eighteen_sides() -> None:
    assert outline(FLOWER).count("z") == 1
    assert points(outline(FLOWER)) == 18


def test_hole_and_islands_have_lines_of_their_own() -> None:
    ring = list(SIDES)
    assert outline(ring).count("z") == 2
    assert points(outline(ring)) == 18 + 6
    assert outline([Hex(0, 0), Hex(5, 5)]).count("z") == 2


@given(st.sets(hexes, max_size=30))
def test_outline_has_every_border_side_once(spaces: set[Hex]) -> None:
    border = sum(near not in spaces for at in spaces for near in at.neighbours())
    path = outline(spaces)
    assert points(path) == border
    assert path.count("z") >= len(list(connected_parts(spaces)))


def test_seams_are_where_two_tiles_meet() -> None:
    # Flowers interlock with six others around them and have eighteen sides: three with each.
    second = [at.moved(Hex(2, 1)) for at in FLOWER]
    assert seams([FLOWER, second]).count("M") == 3
    assert seams([FLOWER]) == ""


def test_curve_goes_through_its_points() -> None:
    path = curve([(0, 0), (10, 0), (10, 10)])
    assert path.startswith("M0 0C")
    assert path.endswith(" 10 10")
    assert " 10 0C" in path
    assert curve([(1, 1)]) == ""


def test_numbers_are_short() -> None:
    assert [n(1.0), n(-0.04), n(2.25), n(-3.14159)] == ["1", "0", "2.2", "-3.1"]
    assert closed([(0, 0), (1, 2)]) == "M0 0L1 2z"


def test_corner_is_the_same_on_every_drawing() -> None:
    assert corner(Hex(3, -2), 1) == corner(Hex(3, -2), 1)
    assert {corner(Hex(0, 0), 0), corner(Hex(1, -1), 4), corner(Hex(1, 0), 2)} == {corner(Hex(0, 0), 0)}
