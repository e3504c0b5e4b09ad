"""What a group of signs without a name probably is."""

from dataclasses import replace

import numpy as np

from companion.dewan.vision.found_pieces import Group, PhotoPieces, Piece, PiecesReading, Sign
from companion.dewan.vision.guesses import likely_kinds
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.signs import RINGS, STEPS
from companion.rules.hexes import Hex
from companion.vision.cut import Outline

EDGE, SPACE = (Hex(0, 0), 1), None
GREY = (60.0, 0.0, 0.0)


def plain(lab: tuple[float, float, float]) -> Floats:
    return np.tile(np.array(lab), (RINGS, STEPS, 1))


def reading(*groups: tuple[dict[str, int], tuple[float, float, float], str | None]) -> PiecesReading:
    """Each group: how many of its signs lie where, its colour, and its name."""
    pieces, found = [], []
    outline = Outline("rectangle", np.zeros((4, 2)), 1.0, 100.0, True)
    for number, (lie, colour, kind) in enumerate(groups, 1):
        sign = Sign((0.0, 0.0), 9.0, (0.0, 0.0), plain(colour), number, kind)
        for on, count in lie.items():
            edges = ({"edge": EDGE, "space": SPACE}[on],) if on in ("edge", "space") else ()
            what = "tile" if edges else on
            pieces += [Piece(what, outline, 1.0, (sign,), edges=edges)] * count
        on_kinds = frozenset("tile" if on in ("edge", "space") else on for on in lie)
        found.append(Group(number, sum(lie.values()), kind, 0, (0.0, 0.0), 9.0, on_kinds, plain(colour), ()))
    return PiecesReading((PhotoPieces(tuple(pieces), 0, (9, 9), np.ones(3)),), tuple(found))


def first(*groups: tuple[dict[str, int], tuple[float, float, float], str | None]) -> list[str]:
    likely = likely_kinds(reading(*groups))
    return [likely[number][0] for number in sorted(likely)]


def test_where_signs_lie_tells_fire_berries_and_art_without_any_colour() -> None:
    assert first(
        ({"story": 26, "card": 6}, GREY, None),
        ({"space": 12, "card": 6}, GREY, None),
        ({"card": 30, "space": 10, "edge": 6}, GREY, None),
    ) == ["fire", "berry", "art"]


def test_resources_lie_everywhere_and_each_is_one_group() -> None:
    lie = {"story": 14, "card": 5, "edge": 9}
    clay, dye, ice = (50.0, 25.0, 40.0), (45.0, 60.0, 5.0), (65.0, -20.0, -25.0)
    assert first((lie, ice, None), (lie, clay, None), (lie, dye, None)) == ["crystal", "artifact", "pigment"]
    assert sorted(first((lie, clay, None), (lie, clay, None), (lie, clay, None))) == ["artifact"] * 3, "parted by light"


def test_a_patch_on_paper_is_the_terrain_it_looks_like() -> None:
    forest, water = (45.0, -30.0, 25.0), (60.0, -15.0, -35.0)
    likely = likely_kinds(
        reading(
            ({"story": 20}, forest, "forest"), ({"story": 9}, water, "water"), ({"story": 2}, (47.0, -26, 22), None)
        )
    )
    assert list(likely) == [3], "what has a name needs no guess"
    assert likely[3][0] == "forest"


def test_what_stands_alone_on_cards_that_should_have_a_symbol_is_no_art() -> None:
    """A resource on cards and sides, whose signs on paper are another group because of their light; and real art."""
    dye = (45.0, 60.0, 5.0)
    groups = (({"story": 11, "edge": 5}, dye, None), ({"card": 8, "edge": 5}, dye, None))
    found = reading(*groups)
    for halves, wanted in ((("forest",), "pigment"), (("forest", "desert"), "art")):
        pieces = tuple(replace(one, halves=halves) for one in found.photos[0].pieces)
        shown = replace(found, photos=(replace(found.photos[0], pieces=pieces),))
        assert likely_kinds(shown)[2][0] == wanted
