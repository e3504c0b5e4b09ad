"""The nouns of the game, spelled as the table record spells them."""

from enum import StrEnum


class Terrain(StrEnum):
    MOUNTAIN = "mountain"
    BADLANDS = "badlands"
    DESERT = "desert"
    FOREST = "forest"
    WATER = "water"


class Landmark(StrEnum):
    """Ground without a terrain: it belongs to no zone and separates zones (D-GEO-03, D-ZONE-03)."""

    START = "start"
    VOLCANO = "volcano"
    LAVA = "lava"


class Symbol(StrEnum):
    """Resources are printed on the map and on cards, berry and fire on cards only (D-CARD-03)."""

    ARTIFACT = "artifact"
    PIGMENT = "pigment"
    CRYSTAL = "crystal"
    BERRY = "berry"
    FIRE = "fire"


class Marker(StrEnum):
    WATER = "water"
    LAVA = "lava"


class ScenarioName(StrEnum):
    BASE = "base"
    TEAM = "team"
    DOWNPOUR = "downpour"
    VOLCANO = "volcano"
    LAKE_VILLAGES = "lake-villages"


Ground = Terrain | Landmark
Need = Terrain | Symbol
"""What a Story tile can ask for: a terrain or one of the resources."""

LAND = (Terrain.MOUNTAIN, Terrain.BADLANDS, Terrain.DESERT, Terrain.FOREST)
RESOURCES = (Symbol.ARTIFACT, Symbol.PIGMENT, Symbol.CRYSTAL)

# Counts of section 1.1 of the catalogue that the rules themselves lean on.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
CAMPS_TO_PLACE = 8
TUCK_SPOTS = 3
STORY_SPACES = 4
ROW_LENGTH = 6
STORY_ROW_LENGTH = 5
STORY_TILES = 24
TERRAIN_CARDS = 55
MARKERS = 8
FISH_TOKENS = 20
BERRIES_PER_SYMBOL = 2
STARTING_HAND = 2
MOST_PATH = 200
"""Spaces of a route that anyone may name; no map has as many."""
