"""A strip of invented land for the top of the home page."""

from functools import cache

from companion.dewan.drawing.map_svg import MapView, RouteDrawing
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.tiles import Icon
from companion.dewan.rules.words import Ground, Landmark, Symbol, Terrain
from companion.rules.hexes import Hex
from companion.web.drawing.players import player_style

_LETTERS: dict[str, Ground] = {
    "M": Terrain.MOUNTAIN,
    "B": Terrain.BADLANDS,
    "D": Terrain.DESERT,
    "F": Terrain.FOREST,
    "W": Terrain.WATER,
    "S": Landmark.START,
}
_ROWS = ((1, "MF.WWD.FM"), (0, "BFSWWDBFMD"), (0, "DF.WF.DW."))


@cache
def picture() -> MapView:
    spaces = {
        Hex(q + first, r): _LETTERS[letter]
        for r, (first, letters) in enumerate(_ROWS)
        for q, letter in enumerate(letters)
        if letter != "."
    }
    board = Board(
        printed=spaces,
        icons=(
            Icon(Symbol.CRYSTAL, (Hex(5, 1), Hex(6, 1))),
            Icon(Symbol.PIGMENT, (Hex(0, 1), Hex(1, 1))),
            Icon(Symbol.ARTIFACT, (Hex(8, 1), Hex(9, 1))),
        ),
        berries={Hex(1, 0): 2, Hex(7, 1): 2},
        camps={
            Hex(2, 1): Camp("raspberry", starting=True),
            Hex(4, 2): Camp("indigo"),
            Hex(8, 0): Camp("marigold"),
        },
    )
    looks = {color: player_style(color) for color in ("raspberry", "indigo", "marigold")}
    path = (Hex(2, 1), Hex(3, 1), Hex(4, 0), Hex(5, 0), Hex(5, 1), Hex(6, 1))
    route = RouteDrawing(path, cards=(Hex(2, 1), Hex(3, 1), Hex(5, 1), Hex(6, 1)))
    return MapView(board, looks, routes=[route], planned_camps={Hex(6, 1): "raspberry"})
