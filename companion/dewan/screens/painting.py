"""A tile that is not in the box, painted space by space; one tap paints a space and goes on to the next."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.dewan.drawing.map_svg import LETTERS, MapView
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.rules.board import Board
from companion.dewan.rules.tiles import Box, Icon, LaidTile, Tile, TileKind, TileSpace, lay
from companion.dewan.rules.words import LAND, RESOURCES, Ground, Landmark, Symbol, Terrain
from companion.rules.hexes import Hex
from companion.web.drawing.hex_shapes import hex_path, side_middle

PLACES = (Hex(0, -1), Hex(1, -1), Hex(-1, 0), Hex(0, 0), Hex(1, 0), Hex(-1, 1), Hex(0, 1))
"""The spaces of a flower as one reads: from the top, each row from the left."""
CENTRE = PLACES.index(Hex(0, 0))
BLANK = "."
_GROUNDS: dict[str, Ground] = {letter: ground for ground, letter in LETTERS.items() if ground is not Landmark.LAVA}
_GROUNDS["S"] = Landmark.START
BERRY = "berry"
BRUSHES = ("", BERRY, *RESOURCES)


@dataclass(frozen=True)
class Painting:
    """``faces``: a letter a space in the order of ``PLACES``; ``brush``: what a tap on the picture puts there."""

    kind: TileKind
    faces: str = BLANK * len(PLACES)
    at: int = 0
    berries: frozenset[int] = frozenset()
    icons: tuple[tuple[str, int, int], ...] = ()
    """Kind, place, side."""
    brush: str = ""

    @property
    def complete(self) -> bool:
        return BLANK not in self.faces

    @property
    def letters(self) -> tuple[str, ...]:
        """What can be painted on this kind of tile."""
        return (*(LETTERS[terrain] for terrain in Terrain), *(("V",) if self.kind is TileKind.VOLCANO else ()))

    def args(self) -> dict[str, object]:
        """As it stands in the address."""
        return {
            "paint": self.kind.value,
            "faces": self.faces,
            "space": self.at,
            "berries": "".join(map(str, sorted(self.berries))),
            "icon": [f"{kind},{place},{side}" for kind, place, side in self.icons],
            "brush": self.brush,
        }


def read_painting(args: Callable[[str], list[str]]) -> Painting | None:
    """From the address; what makes no sense in it is left out."""

    def one(key: str) -> str:
        return (args(key) or [""])[0]

    if one("paint") not in tuple(TileKind):
        return None
    kind = TileKind(one("paint"))
    letters = Painting(kind).letters
    faces = "".join(letter if letter in letters else BLANK for letter in one("faces")[: len(PLACES)])
    faces = faces.ljust(len(PLACES), BLANK)
    if kind is TileKind.STARTING:
        faces = faces[:CENTRE] + "S" + faces[CENTRE + 1 :]
    at = int(one("space")) if one("space") in map(str, range(len(PLACES))) else 0
    painting = Painting(
        kind,
        faces,
        at,
        frozenset(i for i, face in enumerate(faces) if str(i) in one("berries") and _GROUNDS.get(face) in LAND),
        tuple(dict.fromkeys(icon for text in args("icon")[:30] if (icon := _icon(text)))),
        one("brush") if one("brush") in BRUSHES else "",
    )
    paint = one("letter").upper()
    if paint in letters:
        painting = _painted(painting, paint)
    return replace(painting, at=_next(painting.faces, painting.at)) if painting.faces[painting.at] == "S" else painting


def _icon(text: str) -> tuple[str, int, int] | None:
    kind, _, rest = text.partition(",")
    place, _, side = rest.partition(",")
    known = kind in RESOURCES and place in map(str, range(len(PLACES))) and side in map(str, range(6))
    return (kind, int(place), int(side)) if known else None


def _painted(painting: Painting, letter: str) -> Painting:
    at = painting.at
    faces = painting.faces[:at] + letter + painting.faces[at + 1 :]
    berries = painting.berries if _GROUNDS[letter] in LAND else painting.berries - {at}
    return replace(painting, faces=faces, berries=berries, at=_next(faces, at))


def _next(faces: str, at: int) -> int:
    """The next space that is still blank, else the next one."""
    after = [(at + step) % len(faces) for step in range(1, len(faces))]
    return next((i for i in after if faces[i] == BLANK), next(i for i in after if faces[i] != "S"))


@dataclass(frozen=True)
class Spot:
    """Something to tap on the picture: a space, or a side where an icon may be printed."""

    path: str
    x: float
    y: float
    after: Painting
    number: int
    here: bool


def picture(painting: Painting) -> MapView:
    return MapView(_board(painting), slots=[PLACES])


def _board(painting: Painting) -> Board:
    return Board.of(lay([LaidTile(_tile("painted", painting), Hex(0, 0), 0)]))


def space_spots(painting: Painting) -> tuple[Spot, ...]:
    spots = []
    for i, place in enumerate(PLACES):
        if painting.brush == BERRY:
            if _GROUNDS.get(painting.faces[i]) not in LAND:
                continue
            after = replace(painting, berries=painting.berries ^ {i})
        else:
            if painting.faces[i] == "S":
                continue
            after = replace(painting, at=i)
        spots.append(Spot(hex_path(place), 0, 0, after, i + 1, not painting.brush and i == painting.at))
    return tuple(spots)


def side_spots(painting: Painting) -> tuple[Spot, ...]:
    """Every side of the flower once, for the resource on the brush."""
    if painting.brush not in RESOURCES:
        return ()
    spots, seen = [], set[frozenset[Hex]]()
    for i, place in enumerate(PLACES):
        for side, near in enumerate(place.neighbours()):
            if frozenset((place, near)) in seen:
                continue
            seen.add(frozenset((place, near)))
            x, y = side_middle(place, side)
            kept = tuple(icon for icon in painting.icons if icon[1:] != (i, side))
            fresh = (painting.brush, i, side)
            after = replace(painting, icons=kept if fresh in painting.icons else (*kept, fresh))
            spots.append(Spot("", round(x, 1), round(y, 1), after, len(seen), fresh in painting.icons))
    return tuple(spots)


def _tile(name: str, painting: Painting) -> Tile:
    spaces = {
        place: TileSpace(_GROUNDS[face], i in painting.berries)
        for i, (place, face) in enumerate(zip(PLACES, painting.faces, strict=True))
        if face != BLANK
    }
    icons = tuple(
        Icon(Symbol(kind), (PLACES[place], PLACES[place].neighbour(side)))
        for kind, place, side in painting.icons
        if PLACES[place] in spaces
    )
    return Tile(name, painting.kind, spaces, icons)


def painted_tile(name: str, painting: Painting, box: Box) -> Tile:
    """The tile as it goes into the box. Raises BadInput, with paths as a box file has them."""
    tile = _tile(name.strip(), painting)
    read_box(write_box(replace(box, tiles=(*box.tiles, tile))))
    return tile


def free_name(box: Box, start: str) -> str:
    """The first of P1, P2… that no tile has."""
    names = {tile.id for tile in box.tiles}
    return next(name for number in range(1, len(names) + 2) if (name := f"{start}{number}") not in names)
