"""Drawings, compared with ones drawn by hand."""

import re

from companion.dewan.cli.drawing import Pens, draw, legend
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import Icon
from companion.dewan.rules.words import Landmark, Marker, ScenarioName, Symbol, Terrain
from companion.i18n.catalog import speaker
from companion.rules.hexes import SIDES, Hex

PENS = Pens("12")
STRIP = Board(
    printed={
        Hex(0, 0): Landmark.START,
        Hex(1, 0): Terrain.MOUNTAIN,
        Hex(2, 0): Terrain.WATER,
        Hex(3, 0): Terrain.BADLANDS,
        Hex(4, 0): Terrain.BADLANDS,
    },
    camps={Hex(0, 0): Camp("Ada", True), Hex(3, 0): Camp("Ben")},
    berries={Hex(1, 0): 2, Hex(3, 0): 1},
)


def table(board: Board) -> Table:
    return Table(ScenarioName.BASE, (Player("Ada"), Player("Ben")), board)


def drawn(text: str) -> str:
    return text.strip("\n")


def test_a_strip_with_camps_and_berries() -> None:
    assert draw(table(STRIP), PENS) == drawn(r"""
     / \ / \ / \ / \ / \
0,0 |*1 |M 2|W  |B21|B  |
     \ / \ / \ / \ / \ /
""")


def test_a_flower_has_side_0_to_the_right_and_side_1_above_it() -> None:
    grounds = (*Terrain, Landmark.VOLCANO)
    board = Board(printed={Hex(0, 0): Landmark.START, **dict(zip(SIDES, grounds, strict=True))})
    # Sides 0 to 5 are Mountain, Badlands, Desert, Forest, Water and the volcano.
    assert draw(table(board), PENS) == drawn(r"""
        / \ / \
0,-1   |D  |B  |
      / \ / \ / \
-1,0 |F  |*  |M  |
      \ / \ / \ /
-1,1   |W  |V  |
        \ / \ /
""")


def test_an_icon_takes_the_place_of_its_side() -> None:
    board = Board(
        printed={Hex(0, 0): Terrain.FOREST, Hex(1, 0): Terrain.DESERT, Hex(0, 1): Terrain.WATER},
        icons=(
            Icon(Symbol.CRYSTAL, (Hex(0, 0), Hex(1, 0))),
            Icon(Symbol.ARTIFACT, (Hex(0, 0), Hex(0, 1))),
            Icon(Symbol.PIGMENT, (Hex(1, 0), Hex(2, 0))),  # half off the map
        ),
    )
    assert draw(table(board), PENS) == drawn(r"""
     / \ / \
0,0 |F  cD  p
     \ a \ /
0,1   |W  |
       \ /
""")


def test_markers_change_the_letter() -> None:
    board = Board(
        printed=dict.fromkeys((Hex(0, 0), Hex(1, 0), Hex(2, 0)), Terrain.FOREST),
        markers={Hex(0, 0): Marker.WATER, Hex(1, 0): Marker.LAVA},
    )
    assert draw(table(board), PENS).splitlines()[1] == "0,0 |w  |L  |F  |"


def test_notes_stand_instead_of_berries_and_may_have_two_digits() -> None:
    notes = {Hex(1, 0): 3, Hex(3, 0): 4, Hex(4, 0): 12}
    assert draw(table(STRIP), PENS, notes).splitlines()[1] == "0,0 |*1 |M 3|W  |B24|B12|"
    assert draw(table(STRIP), PENS, {Hex(3, 0): 10}).splitlines()[1] == "0,0 |*1 |M  |W  |210|B  |"


def test_an_empty_map_is_an_empty_drawing() -> None:
    assert draw(table(Board()), PENS) == ""


def test_colours_change_nothing_but_the_colours() -> None:
    coloured = draw(table(STRIP), Pens("12", colour=True))
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(table(STRIP), PENS)
    assert all(line.count("\x1b[0m") == len(re.findall(r"\x1b\[[^0]", line)) for line in coloured.splitlines())


def test_the_legend_explains_what_occurs_and_nothing_else() -> None:
    assert legend(table(STRIP), PENS, speaker("en")) == (
        "M Mountain  B Badlands  W Water  * center of a Starting tile\n1 Ada  2 Ben"
    )
