"""An invented table to draw: tile faces, cards and stories of no real copy."""

from dataclasses import replace

from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.cards import Card, parse_card
from companion.dewan.rules.tiles import Icon, LaidTile, StoryTile, Tile, TileKind, TileSpace, lay
from companion.dewan.rules.words import Ground, Landmark, Marker, Symbol, Terrain
from companion.rules.hexes import SIDES, Hex

_LETTERS: dict[str, Ground] = {
    "M": Terrain.MOUNTAIN,
    "B": Terrain.BADLANDS,
    "D": Terrain.DESERT,
    "F": Terrain.FOREST,
    "W": Terrain.WATER,
    "S": Landmark.START,
    "V": Landmark.VOLCANO,
}


def _tile(number: int, faces: str, berries: tuple[int, ...] = (), icon: tuple[Symbol, int, int] | None = None) -> Tile:
    """``faces``: the centre, then the spaces on sides 0 to 5; ``icon``: its kind, on which space, on which side."""
    places = (Hex(0, 0), *SIDES)
    spaces = {
        at: TileSpace(_LETTERS[face], i in berries) for i, (at, face) in enumerate(zip(places, faces, strict=True))
    }
    icons = () if icon is None else (Icon(icon[0], (places[icon[1]], places[icon[1]].neighbour(icon[2]))),)
    kind = TileKind.STARTING if faces[0] == "S" else TileKind.NEUTRAL
    return Tile(f"sample-{number}", kind, spaces, icons)


def laid_tiles() -> list[LaidTile]:
    """Nine flowers, sixty-three spaces: as large as a map gets."""
    artifact, pigment, crystal = Symbol.ARTIFACT, Symbol.PIGMENT, Symbol.CRYSTAL
    faces = [
        (Hex(0, 0), _tile(1, "SFDMMWW", (3,), (artifact, 4, 5))),
        (Hex(2, 1), _tile(2, "VDMFBWW", (2,), (pigment, 1, 2))),
        (Hex(4, 2), _tile(3, "FBWWDFM", (0,), (crystal, 2, 1))),
        (Hex(-1, 3), _tile(4, "DBWDMFF", (4,), (crystal, 0, 3))),
        (Hex(1, 4), _tile(5, "SMWFBDF", (5,), (pigment, 6, 0))),
        (Hex(3, 5), _tile(6, "WWDBFMW", (4,), (artifact, 3, 4))),
        (Hex(3, -2), _tile(7, "SFWWBMD", (4,), (crystal, 6, 1))),
        (Hex(5, -1), _tile(8, "DMFBWFW", (1,), (pigment, 4, 3))),
        (Hex(6, 3), _tile(9, "BFFMWDW", (3, 5), (artifact, 0, 1))),
    ]
    return [LaidTile(tile, at, 0) for at, tile in faces]


def board() -> Board:
    camps = {
        Hex(0, 0): Camp("Inês", starting=True),
        Hex(3, -2): Camp("Jonas", starting=True),
        Hex(1, 4): Camp("Mara", starting=True),
        Hex(1, -1): Camp("Inês"),
        Hex(-1, 2): Camp("Inês"),
        Hex(2, -1): Camp("Jonas"),
        Hex(6, -2): Camp("Jonas"),
        Hex(0, 5): Camp("Mara"),
        Hex(2, 4): Camp("Mara"),
        Hex(4, 4): Camp("Piet"),
    }
    markers = {Hex(1, 1): Marker.LAVA, Hex(2, 0): Marker.LAVA, Hex(3, 3): Marker.WATER}
    return replace(Board.of(lay(laid_tiles())), camps=camps, markers=markers)


def row() -> list[Card]:
    words = (
        "forest:artifact",
        "desert/badlands",
        "water:fire",
        "mountain:berry",
        "forest/mountain:crystal",
        "desert:pigment",
    )
    return [parse_card(word) for word in words]


def hand() -> list[Card]:
    words = ("desert", "water:crystal", "mountain:artifact", "badlands", "forest/water:fire")
    return [parse_card(word) for word in words]


def stories() -> list[StoryTile]:
    return [
        StoryTile({Terrain.BADLANDS: 2, Terrain.FOREST: 1, Symbol.CRYSTAL: 1}, 5, 1),
        StoryTile({Terrain.FOREST: 1, Terrain.WATER: 2, Symbol.ARTIFACT: 1}, 7, 2),
        StoryTile({Terrain.MOUNTAIN: 1, Symbol.PIGMENT: 2}, 4, 0, done=True),
    ]
