"""Examples of what the map is made of, and of zones (D-GEO, D-ZONE)."""

from collections.abc import Mapping

from companion.dewan.examples.kinds import CountExample, OnMap, RouteExample, Scene, ShownExample, Zones
from companion.dewan.rules.words import Symbol, Terrain

_STARTING_TILE = """
    F       D
M       *Ada    B
    W       F
"""
_TWO_TILES = """
    F       D
M       *Ada    F       F       M
    W       F       D       F       W
                        B       D
"""
_LEFT, _RIGHT = "0,0 1,0 -1,1 0,1 1,1 -1,2 0,2", "2,1 3,1 1,2 2,2 3,2 1,3 2,3"

TWO_TILES = ShownExample(Scene(_TWO_TILES), "example.two-tiles", tiles=(_LEFT, _RIGHT))

EXAMPLES: Mapping[str, OnMap] = {
    "D-GEO-01": ShownExample(Scene(_STARTING_TILE.replace("*Ada", "D   ")), "example.flower"),
    "D-GEO-02": ShownExample(Scene(_TWO_TILES), "example.neighbours", next_to="1,1", tiles=(_LEFT, _RIGHT)),
    "D-GEO-03": ShownExample(Scene("M B D F W * V"), "example.terrains"),
    "D-GEO-04": ShownExample(Scene(_STARTING_TILE), "example.starting-tile", spaces="0,1"),
    "D-GEO-05": CountExample(Scene("F:Ada D M", icons=(("crystal", (0, 0), (1, 0)),)), Symbol.CRYSTAL, 1, "D-STORY-06"),
    "D-GEO-06": Zones(Scene("F+2 F D M"), Terrain.FOREST, 1, "example.berry-zone"),
    "D-GEO-07": RouteExample(Scene("*Ada M+2 D F", hand="F M"), "0-1", cost=2),
    "D-GEO-08": RouteExample(Scene("*Ada M * D", hand="F M W"), "0-2", against="D-GEO-08"),
    "D-GEO-09": ShownExample(Scene(_STARTING_TILE), "example.around-the-centre", next_to="0,1"),
    "D-GEO-10": ShownExample(Scene("*Ada M F:Ada D:Ben"), "example.camps-stay", spaces="0 2 3"),
    "R-43": ShownExample(
        Scene(_STARTING_TILE.replace("*Ada", "V   "), "volcano"), "example.special-tile", spaces="0,1"
    ),
    "R-48": Zones(Scene("F+2 F D M"), Terrain.FOREST, 1, "example.berry-zone"),
    "D-ZONE-01": Zones(
        Scene("""
F       F       D       F
    M       D       M
"""),
        Terrain.FOREST,
        2,
    ),
    "D-ZONE-02": Zones(Scene(_TWO_TILES), Terrain.FOREST, 2, "example.over-the-seam", (_LEFT, _RIGHT)),
    "D-ZONE-03": Zones(Scene("F *Ada F D"), Terrain.FOREST, 2),
    "D-ZONE-04": Zones(Scene("W F~ W D", "downpour"), Terrain.WATER, 1),
    "D-ZONE-05": Zones(Scene("F F:Ada F:Ben D"), Terrain.FOREST, 1),
    "D-ZONE-06": CountExample(Scene("F:Ada W W D"), Terrain.WATER, 1, "D-STORY-05"),
}
