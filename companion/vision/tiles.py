"""The part of a box that a photo shows: tiles by their terrains, and the colours of camps."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.hexes import Hex


@dataclass(frozen=True)
class Tile:
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
class Box:
    """What a reader of photos needs of a box file."""

    tiles: tuple[Tile, ...]
    colours: tuple[CampColour, ...]


def box_from_json(document: Mapping[str, Any]) -> Box:
    """The box of a box file's JSON document; ``ValueError`` in plain words when it is not one."""
    try:
        if document["format"] != "dewan-box/1":
            raise ValueError(f"The box file says format {document['format']!r}; this reader knows dewan-box/1.")
        tiles = tuple(
            Tile(
                str(tile["id"]),
                str(tile["kind"]),
                {Hex(int(s["at"][0]), int(s["at"][1])): str(s["terrain"]) for s in tile["spaces"]},
                frozenset(Hex(int(s["at"][0]), int(s["at"][1])) for s in tile["spaces"] if s.get("berry")),
            )
            for tile in document["tiles"]
        )
        colours = tuple(CampColour(str(c["name"]), _rgb(str(c["rgb"]))) for c in document.get("colors", ()))
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"The box file lacks what a photo reader needs: {error}.") from error
    return Box(tiles, colours)


def _rgb(text: str) -> tuple[int, int, int]:
    digits = text.removeprefix("#")
    if len(digits) != 6:
        raise ValueError(f"The box file gives a colour as {text!r}; #rrggbb is wanted.")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
