"""The examples of The River's rules."""

from collections.abc import Mapping
from dataclasses import replace

from companion.i18n.catalog import Speaker
from companion.river.examples.kinds import (
    Closed,
    Example,
    Gains,
    OnTableau,
    Pays,
    PiecesExample,
    RiverLook,
    RiverPoints,
    RiverScene,
    Settles,
    piece,
)
from companion.river.examples.pictures import picture
from companion.river.rules.tiles import Building
from companion.river.rules.words import ActionSpace, Resource
from companion.web.drawing.illustration import Illustration

WOOD, CLAY, STONE, FOOD = Resource

_EMPTY = RiverScene()
_THREE = RiverScene("F D M")
_RIVER = RiverLook(_EMPTY, "example.river-order")
_NEXT = RiverLook(_THREE, "example.river-next", (4,))
_FRAMED = Settles(RiverScene("F D M", fresh=1), (3,))
_SWAPPED = RiverLook(RiverScene("F D M B"), "example.river-swap", (2, 4))
_FULL_ISLAND = Gains(RiverScene("F+clay D", islands={CLAY: 5}), CLAY, 3)
_NO_ROOM = Gains(RiverScene("F+clay D+clay", resources={WOOD: 2, STONE: 1}, islands={CLAY: 5}), CLAY, 0, 3)
_RESERVED = Pays(RiverScene(resources={WOOD: 1}), {WOOD: 1, CLAY: 1}, {WOOD: 1}, reserved=True)
_JOKER = Pays(RiverScene(resources={WOOD: 1, FOOD: 1}), {WOOD: 1, CLAY: 1}, {WOOD: 1, FOOD: 1})
_BUILT = PiecesExample("example.river-bonus", (piece("building"), piece("bonus", 6, lit=True)))
_FIFTH = PiecesExample("example.river-fifth-scout", (piece("bonus"), piece("bonus"), piece("scout", lit=True)))
_ZEROS = PiecesExample("example.river-zeros", (piece("bonus", 0),))
_BOARD_FOUR = PiecesExample(
    "example.river-supply",
    (piece("wood", 13), piece("clay", 13), piece("stone", 13), piece("food", 5)),
)
_FIGURE = PiecesExample("example.river-figure", (piece("feather", lit=True), piece("scout")))
_SCOUTS = PiecesExample("example.river-scouts", (piece("scout", 4), piece("scout", 1)))
_PLACES = PiecesExample("example.river-rooms", (piece("scout", 1), piece("scout", 2), piece("scout")))
_EXCHANGE = PiecesExample(
    "example.river-exchange",
    (piece("wood"), piece("clay"), piece("wood"), piece("food", lit=True)),
)
_TIDY = PiecesExample("example.river-tidy", (piece("broom"), piece("replay")))
_CARDS = PiecesExample("example.river-buildings", (piece("building"), piece("building"), piece()))
_CLEANUP_MEADOW = RiverPoints(RiverScene("W:cleanup=wood F"), "meadow_1", 2, "V-MEAD-03")
_COLUMN = RiverPoints(RiverScene("F D M B B M D F F"), "column_1", 6, "V-SCORE-04")
_PRODUCTION = RiverPoints(RiverScene("F+clay W:production=clay D"), "meadow_2", 3, "V-MEAD-02")
_TERRAIN = RiverPoints(RiverScene("F W:terrain=forest F/D M"), "meadow_2", 2, "V-MEAD-01")
_GIFT = RiverLook(RiverScene("W:gift=wood"), "example.river-gift", (1,))
_SWAP_MEADOW = RiverLook(RiverScene("F D W:swap"), "example.river-swap-meadow", (3,))
_TWICE = Closed(RiverScene("F D M", fresh=2), ActionSpace.TERRAIN, "V-TILE-03")
_ONE_TILE = Closed(RiverScene("F"), ActionSpace.SWAP, "VR-10")
_ISLAND = PiecesExample("example.river-first-tiles", (piece("meadow"), piece("fit", 3)))

EXAMPLES: Mapping[str, Example] = {
    "V-GEO-01": _RIVER,
    "V-GEO-02": RiverLook(_EMPTY, "example.river-columns", (1, 8, 9)),
    "V-GEO-03": RiverLook(RiverScene("F"), "example.river-first", (1,)),
    "V-GEO-04": _NEXT,
    "V-GEO-05": _RIVER,
    "V-GEO-06": RiverLook(_THREE, "example.river-covered", (2,)),
    "V-GEO-07": RiverLook(_EMPTY, "example.river-framed", (3, 5, 9, 11)),
    "V-GEO-08": _FIFTH,
    "VR-01": _RIVER,
    "V-SETUP-01": RiverLook(_EMPTY, "example.river-side"),
    "V-SETUP-02": _SCOUTS,
    "V-SETUP-03": _ISLAND,
    "V-SETUP-04": _CARDS,
    "V-SETUP-05": _BOARD_FOUR,
    "V-SETUP-06": PiecesExample("example.river-stacks", (piece("bonus", 6), piece("bonus", 0))),
    "V-SETUP-07": _FIGURE,
    "V-SETUP-08": RiverLook(RiverScene("F"), "example.river-first", (1,)),
    "VR-03": _ISLAND,
    "VR-04": _GIFT,
    "V-TURN-01": _SCOUTS,
    "V-TURN-02": Closed(RiverScene("F D", scouts=0), ActionSpace.START, "V-TURN-02"),
    "V-TURN-03": _EXCHANGE,
    "V-TURN-04": PiecesExample("example.river-one-scout", (piece("scout"), piece("next"))),
    "V-TURN-05": _PLACES,
    "V-TURN-06": Closed(RiverScene("F D", revealed=()), ActionSpace.TERRAIN, "V-TURN-06"),
    "V-START-01": _FIGURE,
    "VR-02": _PLACES,
    "VR-07": _EXCHANGE,
    "VR-18": PiecesExample("example.river-aside", (piece("scout"), piece("close"))),
    "V-TILE-01": _NEXT,
    "V-TILE-02": RiverLook(_THREE, "example.river-covered", (2,)),
    "V-TILE-03": _TWICE,
    "V-SWAP-01": _SWAPPED,
    "VR-10": _ONE_TILE,
    "VR-11": _SWAP_MEADOW,
    "VR-12": _FRAMED,
    "VR-21": RiverLook(RiverScene("F D M B F D M B"), "example.river-storage-covered", (8,)),
    "V-PROD-01": _FULL_ISLAND,
    "V-PROD-02": Gains(RiverScene("F D", seats=3, islands={CLAY: 5}), CLAY, 3, words="example.river-first-scout"),
    "V-PROD-03": _NO_ROOM,
    "V-PROD-04": _NO_ROOM,
    "V-PROD-05": Gains(RiverScene("F+clay D", islands={CLAY: 1}), CLAY, 1),
    "V-PROD-06": Closed(RiverScene("F D M B B M D F F D M B"), ActionSpace.CLAY, "V-PROD-06"),
    "V-FOOD-01": _JOKER,
    "V-FOOD-02": Gains(RiverScene("F D", islands={FOOD: 2}), FOOD, 1),
    "VR-08": Gains(RiverScene("F D", seats=3, islands={FOOD: 2}), FOOD, 1),
    "VR-09": _NO_ROOM,
    "V-RES-01": Closed(
        RiverScene(reserved=(Building({WOOD: 1}), Building({CLAY: 2}))), ActionSpace.RESERVE, "V-RES-01"
    ),
    "V-BUILD-01": Pays(RiverScene(resources={WOOD: 2, CLAY: 1}), {WOOD: 1, CLAY: 1}, {WOOD: 1, CLAY: 1}),
    "V-BUILD-02": _RESERVED,
    "V-BUILD-03": _BUILT,
    "V-BUILD-04": _FIFTH,
    "V-BUILD-05": _ZEROS,
    "V-BUILD-06": Closed(
        RiverScene(displayed=(Building({WOOD: 3}),), resources={CLAY: 2}), ActionSpace.BUILD, "V-BUILD-06"
    ),
    "V-SECRET-01": _BUILT,
    "V-SECRET-02": _BUILT,
    "V-SECRET-03": _RESERVED,
    "VR-06": _CARDS,
    "VR-14": RiverPoints(RiverScene(buildings=(7,), reserved=(Building({WOOD: 1}, 5),)), "buildings", 7, "V-SCORE-01"),
    "VR-15": _RESERVED,
    "VR-20": _BUILT,
    "V-CLEAN-01": _TIDY,
    "V-CLEAN-02": _CARDS,
    "V-CLEAN-03": _SCOUTS,
    "V-CLEAN-04": _FIGURE,
    "V-CLEAN-05": _CLEANUP_MEADOW,
    "V-SETTLE-01": _FRAMED,
    "VR-05": _TIDY,
    "VR-13": _CLEANUP_MEADOW,
    "VR-19": _FRAMED,
    "V-END-01": RiverLook(RiverScene("F D M B B M D F F D M B"), "example.river-full", (12,)),
    "V-SCORE-01": RiverPoints(RiverScene(buildings=(7, 5)), "buildings", 12, "V-SCORE-01"),
    "V-SCORE-02": RiverPoints(RiverScene(bonus=(6, 3, 0)), "bonus", 9, "V-SCORE-02"),
    "V-SCORE-03": RiverPoints(RiverScene(resources={WOOD: 4, CLAY: 2, FOOD: 1}), "resources", 2, "V-SCORE-03"),
    "V-SCORE-04": _COLUMN,
    "V-SCORE-05": RiverPoints(RiverScene("F D M B B M D D D"), "column_1", 0, "V-SCORE-05"),
    "V-SCORE-06": RiverPoints(RiverScene("F/D D M B B M D F F"), "column_1", 6, "V-SCORE-04"),
    "V-SCORE-07": RiverPoints(RiverScene("F D M W:gift=wood W:swap"), "column_4", 2, "V-SCORE-04"),
    "V-SCORE-08": _TERRAIN,
    "V-SCORE-09": PiecesExample("example.river-shared", (piece("score"), piece("score"))),
    "V-MEAD-01": _TERRAIN,
    "V-MEAD-02": _PRODUCTION,
    "V-MEAD-03": _CLEANUP_MEADOW,
    "V-MEAD-04": _GIFT,
    "V-MEAD-05": _SWAP_MEADOW,
    "V-MEAD-06": RiverPoints(RiverScene("W:scouts F", scouts=3), "meadow_1", 3, "V-MEAD-06"),
    "V-MEAD-07": RiverPoints(RiverScene("W:bonus F", bonus=(6, 0)), "meadow_1", 2, "V-MEAD-07"),
    "VR-16": RiverPoints(RiverScene("W:terrain=meadow F W:gift=wood"), "meadow_1", 2, "V-MEAD-01"),
    "VR-17": RiverPoints(RiverScene("F+clay W:production=clay W:production=clay"), "meadow_3", 3, "V-MEAD-02"),
}


def illustration(rule: str, rulings: Mapping[str, str], say: Speaker) -> Illustration | None:
    """As it turns out where these rulings hold."""
    example = EXAMPLES.get(rule)
    if isinstance(example, OnTableau) and rulings:
        example = replace(example, scene=replace(example.scene, rulings=rulings))
    return picture(example, say) if example else None
