"""How the terrain tiles of one's own copy look to the photo reader: a document beside the box file.

``{"format": "river-look/1", "tiles": {"F1": [{"look": "kZ6C…", "seen": 6}], …}}``

A look is a tile in numbers, not a picture: logarithms of light on 16 by 16 places, three bytes each, in base64
(``vision/features.py``). One tile may be printed in several ways. ``seen``: how many tiles taught it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.formats.faults import BadInput, Fault, shortened
from companion.formats.fields import Number, Packed, Word
from companion.formats.objects import ListOf, MapOf, Object, required
from companion.river.rules.box import Box

FORMAT = "river-look/1"
LOOK_BYTES = 16 * 16 * 3
MOST_LOOKS = 12
"""Ways one tile is printed, or was seen."""
MOST_TILES = 65
MOST_SEEN = 1_000_000


@dataclass(frozen=True)
class TileLook:
    look: bytes
    seen: int


@dataclass(frozen=True)
class RiverLook:
    tiles: Mapping[str, tuple[TileLook, ...]] = field(default_factory=dict)


_LOOK = Packed(LOOK_BYTES, "look.no-sign")
_TILE = Object(TileLook, {"look": required(_LOOK), "seen": required(Number(1, MOST_SEEN))})
LOOK = Object(
    lambda format, **look: RiverLook(**look),
    {"format": required(Word((FORMAT,))), "tiles": required(MapOf(ListOf(_TILE, MOST_LOOKS), most=MOST_TILES))},
    parts=lambda look: {"format": FORMAT, "tiles": dict(sorted(look.tiles.items()))},
)
read_look, write_look = LOOK.parse, LOOK.write


def look_for_box(value: object, box: Box) -> RiverLook:
    """The look of this very box. Raises BadInput: also where it tells of tiles the box has not."""
    look = read_look(value)
    others = sorted(look.tiles.keys() - {str(tile.id) for tile, _ in box.tiles})
    if others:
        names = ", ".join(map(shortened, others[:5]))
        raise BadInput([Fault("tiles", "look.other-box", {"n": len(others), "tiles": names})])
    return look


def of_box(look: RiverLook, box: Box) -> RiverLook:
    """What is known of tiles the box still has."""
    names = {str(tile.id) for tile, _ in box.tiles}
    return RiverLook({name: looks for name, looks in look.tiles.items() if name in names})
