"""The part of a box that a photo shows: tiles by their terrains, and the colours of camps."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.formats.box import read_box
from companion.dewan.rules import tiles as rules
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class TilePattern:
    """One printed tile as it lies unturned."""

    id: str
    kind: str
    terrains: Mapping[Hex, str]
    berries: frozenset[Hex] = frozenset()  # spaces with a berry printed on them


@dataclass(frozen=True)
class CampColour:
    """A player colour and roughly how its camps look."""

    name: str
    rgb: tuple[int, int, int]


@dataclass(frozen=True)
class TileSet:
    """What a reader of photos needs of a box."""

    tiles: tuple[TilePattern, ...]
    colours: tuple[CampColour, ...]


def box_from_json(document: object) -> TileSet:
    """The box of a box file's JSON document. Raises BadInput with every fault."""
    return seen_box(read_box(document))


def seen_box(box: rules.Box) -> TileSet:
    tiles = tuple(
        TilePattern(
            tile.id,
            tile.kind,
            {at: str(space.ground) for at, space in tile.spaces.items()},
            frozenset(at for at, space in tile.spaces.items() if space.berry),
        )
        for tile in box.tiles
    )
    return TileSet(tiles, tuple(CampColour(one.name, _rgb(one.rgb)) for one in box.colors))


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
