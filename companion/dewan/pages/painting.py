"""A tile that is not in the box, painted in the picker: the draft of a tile as it stands in the address.

One tap paints a space and goes on to the next.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.dewan.drawing.map_svg import LETTERS
from companion.dewan.formats.box import read_box, write_box
from companion.dewan.pages.box_tiles import EMPTY, FLOWER, Handle, TileDraft, TileTaps, free_name, tap, tile_drawing
from companion.dewan.rules.tiles import Box, Icon, Tile, TileKind, TileSpace
from companion.dewan.rules.words import LAND, RESOURCES, Ground, Landmark, Symbol, Terrain
from companion.rules.hexes import Hex

CENTRE = Hex(0, 0)
BLANK = "."
_GROUNDS: dict[str, Ground] = {letter: ground for ground, letter in LETTERS.items() if ground is not Landmark.LAVA}
_FACES = {ground: letter for letter, ground in _GROUNDS.items()} | {Landmark.START: "S"}
GROUND, BERRY = "ground", "berry"
BRUSHES = ("", BERRY, *RESOURCES)
FRESH = TileTaps(EMPTY)


@dataclass(frozen=True)
class Painting:
    """``state``: the draft, the space being painted, and the brush: what a tap on the picture puts there."""

    kind: TileKind
    state: TileTaps = FRESH

    @property
    def brush(self) -> str:
        return "" if self.state.tool == GROUND else self.state.tool

    @property
    def complete(self) -> bool:
        return None not in self.state.draft.spaces.values()

    @property
    def letters(self) -> tuple[str, ...]:
        """What can be painted on this kind of tile."""
        return (*(LETTERS[terrain] for terrain in Terrain), *(("V",) if self.kind is TileKind.VOLCANO else ()))

    def args(self) -> dict[str, object]:
        """As it stands in the address."""
        draft = self.state.draft
        return {
            "paint": self.kind.value,
            "faces": "".join(_FACES[ground] if ground else BLANK for ground in draft.spaces.values()),
            "space": self.state.at,
            "berries": "".join(str(i) for i, at in enumerate(FLOWER) if at in draft.berries),
            "icon": [f"{icon.kind},{i},{side}" for icon in draft.icons for i, side in [_side(icon)]],
            "brush": self.brush,
        }

    def with_kind(self, kind: TileKind) -> "Painting":
        return replace(self, kind=kind)

    def with_brush(self, brush: str) -> "Painting":
        return replace(self, state=replace(self.state, tool=brush or GROUND))

    def tapped(self, press: str) -> "Painting":
        """After a tap (see ``box_tiles.tap``); a space that is painted leads on to the next blank one."""
        after = tap(self.state, press)
        return replace(self, state=replace(after, at=_next(after.draft, self.state.at)) if len(press) == 1 else after)

    @property
    def spots(self) -> tuple[Handle, ...]:
        """What can be tapped on the picture with this brush."""
        drawn = tile_drawing(self.state)
        if self.brush in RESOURCES:
            return drawn.sides
        grounds = self.state.draft.spaces
        if self.brush == BERRY:
            return tuple(spot for spot in drawn.spaces if grounds[spot.at] in LAND)
        return tuple(spot for spot in drawn.spaces if grounds[spot.at] is not Landmark.START)

    def tile(self, name: str, box: Box) -> Tile:
        """The tile as it goes into the box. Raises BadInput, with paths as a box file has them."""
        draft = self.state.draft
        spaces = {at: TileSpace(ground, at in draft.berries) for at, ground in draft.spaces.items() if ground}
        icons = tuple(icon for icon in draft.icons if any(at in spaces for at in icon.between))
        tile = Tile(name.strip(), self.kind, spaces, icons)
        read_box(write_box(replace(box, tiles=(*box.tiles, tile))))
        return tile


def _side(icon: Icon) -> tuple[int, int]:
    """A space of the tile it lies on, and the side of it."""
    at, other = icon.between if icon.between[0] in FLOWER else icon.between[::-1]
    return FLOWER.index(at), at.neighbours().index(other)


def _next(draft: TileDraft, at: int) -> int:
    """The next space that is still blank, else the next one."""
    grounds = list(draft.spaces.values())
    after = [(at + step) % len(grounds) for step in range(1, len(grounds))]
    blank = next((i for i in after if grounds[i] is None), None)
    return blank if blank is not None else next(i for i in after if grounds[i] is not Landmark.START)


def read_painting(args: Callable[[str], list[str]]) -> Painting | None:
    """From the address; what makes no sense in it is left out. ``letter``: the key that was pressed."""

    def one(key: str) -> str:
        return (args(key) or [""])[0]

    if one("paint") not in tuple(TileKind):
        return None
    painting = Painting(TileKind(one("paint")))
    letters = painting.letters
    faces = one("faces").ljust(len(FLOWER), BLANK)
    spaces = {at: _GROUNDS[face] if face in letters else None for at, face in zip(FLOWER, faces, strict=False)}
    if painting.kind is TileKind.STARTING:
        spaces[CENTRE] = Landmark.START
    berries = frozenset(at for i, at in enumerate(FLOWER) if str(i) in one("berries") and spaces[at] in LAND)
    icons = tuple(dict.fromkeys(icon for text in args("icon")[:30] if (icon := _icon(text))))
    at = int(one("space")) if one("space") in map(str, range(len(FLOWER))) else 0
    draft = TileDraft(spaces, berries, icons)
    if spaces[FLOWER[at]] is Landmark.START:
        at = _next(draft, at)
    brush = one("brush") if one("brush") in BRUSHES else ""
    painting = replace(painting, state=TileTaps(draft, at, brush or GROUND))
    return painting.tapped(one("letter").lower()) if one("letter").upper() in letters else painting


def _icon(text: str) -> Icon | None:
    kind, _, rest = text.partition(",")
    place, _, side = rest.partition(",")
    if kind not in RESOURCES or place not in map(str, range(len(FLOWER))) or side not in map(str, range(6)):
        return None
    at = FLOWER[int(place)]
    return Icon(Symbol(kind), (at, at.neighbour(int(side))))


def free_tile_name(box: Box) -> str:
    return free_name("P", {tile.id for tile in box.tiles})
