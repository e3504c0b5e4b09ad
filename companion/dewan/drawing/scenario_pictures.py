"""A small invented landscape for each scenario, showing what is particular about it."""

from collections.abc import Mapping
from functools import cache

from companion.dewan.drawing.map_svg import LETTERS, MapView
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.words import Ground, Landmark, Marker, ScenarioName
from companion.rules.hexes import Hex
from companion.web.drawing.players import PALETTE, player_style

_GROUNDS: dict[str, Ground] = {letter: ground for ground, letter in LETTERS.items()} | {"S": Landmark.START}
# Two rows of five spaces, the lower one half a space further right.
_ROWS: Mapping[ScenarioName, tuple[str, str]] = {
    ScenarioName.BASE: ("FDSMF", "WWBFD"),
    ScenarioName.TEAM: ("DFFBM", "WSDSF"),
    ScenarioName.DOWNPOUR: ("FDBMF", "WWDFB"),
    ScenarioName.VOLCANO: ("FBDMF", "DMVBD"),
    ScenarioName.LAKE_VILLAGES: ("FWWDM", "BWWWF"),
}
_CAMPS: Mapping[ScenarioName, Mapping[Hex, str]] = {
    ScenarioName.BASE: {Hex(2, 0): "raspberry", Hex(0, 0): "indigo", Hex(3, 1): "marigold"},
    ScenarioName.TEAM: {Hex(1, 0): "raspberry", Hex(2, 0): "marigold", Hex(1, 1): "raspberry", Hex(3, 1): "indigo"},
    ScenarioName.DOWNPOUR: {Hex(0, 0): "raspberry", Hex(4, 0): "pearl"},
    ScenarioName.VOLCANO: {Hex(0, 0): "indigo", Hex(4, 0): "raspberry"},
    ScenarioName.LAKE_VILLAGES: {Hex(1, 0): "indigo", Hex(3, 1): "marigold"},
}
_MARKERS: Mapping[ScenarioName, Mapping[Hex, Marker]] = {
    ScenarioName.DOWNPOUR: {Hex(1, 0): Marker.WATER, Hex(2, 1): Marker.WATER},
    ScenarioName.VOLCANO: {Hex(2, 0): Marker.LAVA, Hex(3, 1): Marker.LAVA},
}


@cache
def picture(scenario: ScenarioName) -> MapView:
    spaces = {Hex(q, r): _GROUNDS[letter] for r, row in enumerate(_ROWS[scenario]) for q, letter in enumerate(row)}
    camps = {at: Camp(color, starting=spaces[at] is Landmark.START) for at, color in _CAMPS.get(scenario, {}).items()}
    board = Board(printed=spaces, camps=camps, markers=_MARKERS.get(scenario, {}))
    return MapView(board, {color: player_style(color) for color in PALETTE}, letters=False)
