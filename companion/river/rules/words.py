"""The nouns of The River, spelled as its table record spells them."""

from enum import StrEnum


class RiverWord(StrEnum):
    """A word of this game; its text stands apart from other games' words that are spelled alike."""

    @property
    def code(self) -> str:
        return f"river.{type(self).__name__.lower()}.{self}"


class Terrain(RiverWord):
    DESERT = "desert"
    BADLANDS = "badlands"
    FOREST = "forest"
    MEADOW = "meadow"
    MOUNTAIN = "mountain"


class Resource(RiverWord):
    WOOD = "wood"
    CLAY = "clay"
    STONE = "stone"
    FOOD = "food"


class MeadowKind(RiverWord):
    TERRAIN = "terrain"
    PRODUCTION = "production"
    CLEANUP = "cleanup"
    GIFT = "gift"
    SWAP = "swap"
    SCOUTS = "scouts"
    BONUS = "bonus"


class ActionSpace(RiverWord):
    """Where a scout can go on the main board."""

    TERRAIN = "terrain"
    WOOD = "wood"
    CLAY = "clay"
    STONE = "stone"
    FOOD = "food"
    RESERVE = "reserve"
    BUILD = "build"
    START = "start"
    SWAP = "swap"


class Capacity(RiverWord):
    """How many scouts an action space has room for (V-TURN-05)."""

    ONE = "one"
    TWO_EACH = "two-each"
    ANY = "any"


PRODUCED = (Resource.WOOD, Resource.CLAY, Resource.STONE)
"""What symbols produce; food is taken or exchanged, never produced."""

# Counts of section 1 of the catalogue, and of the rules that lean on them.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
SPACES, COLUMNS, ROWS = 12, 4, 3
SCOUTS, FIRST_SCOUTS = 5, 4
FRAMED_SPACES = 4
FIFTH_SCOUT_AT = 2
TILES_PER_ROUND = 2
MOST_RESERVED = 2
GIFT = 4
MEADOW_SWAPS = 2
EXCHANGE = 3
TERRAIN_TILES, MIXED_TILES, BONUS_TILES, BUILDING_CARDS = 65, 4, 20, 33
MOST_RESOURCES, MOST_VALUE = 99, 20
"""The most that can be said of a heap, and of a bonus tile: far more than there is."""
IN_THE_BOX = {Resource.WOOD: 13, Resource.CLAY: 13, Resource.STONE: 13, Resource.FOOD: 5}
TILES_IN_THE_BOX = {
    Terrain.DESERT: 12,
    Terrain.BADLANDS: 10,
    Terrain.FOREST: 14,
    Terrain.MEADOW: 17,
    Terrain.MOUNTAIN: 8,
}
