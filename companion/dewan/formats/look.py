"""How one's own copy looks, as the photo reader learned it: a document beside the box file.

``{"format": "dewan-look/2", "terrains": {"forest": {"lab": [46, -24, 22], "spread": [6, 5, 5], "seen": 12}, …},
"tiles": {"N1": {"ground": ["forest", …], "prints": [{"seen": [3, 3, 2, 3, 3, 0, 3], "picture": "UklGR…"}]}, …}}``

Terrains: colours in CIE Lab as they would look in even daylight, how far they vary, and from how many spaces they were
learned. Tiles: what the box says is printed on their seven spaces, the centre first, then by side; and a small picture
of each from above (WebP in base64), with how many photos taught each space. A second print is a rival: what some photos
showed instead. ``dewan-look/1`` has terrains alone. ``dewan-look/3`` has signs as well: ``{"crystal": ["c2lnbi…"]}``,
of each resource, of Berry and Fire how it is printed, as colours on rings around its middle (``vision/signs.py``), and
``"card": 0.65``, the width of a card to its height.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.dewan.rules.tiles import Box, Tile
from companion.dewan.rules.words import Landmark, Symbol, Terrain
from companion.formats.faults import BadInput, Fault, Node, shortened
from companion.formats.fields import Number, Packed, Spelled, Word
from companion.formats.objects import Converted, ListOf, MapOf, Object, optional, required
from companion.rules.hexes import SIDES, Hex

FORMAT, WITHOUT_SIGNS, TERRAINS_ONLY = "dewan-look/3", "dewan-look/2", "dewan-look/1"
GROUNDS = (*(terrain.value for terrain in Terrain), Landmark.START.value)
PRINTED = (*GROUNDS, Landmark.VOLCANO.value)
FLOWER = (Hex(0, 0), *SIDES)
MOST_SEEN = 1_000_000
MOST_TILES = 60
MOST_PRINTS = 2
MOST_PICTURE = 16_000
"""Letters of one tile's picture; ours have about 4,000."""
SIGN_BYTES = 432
"""Six rings of 24 places, three numbers each."""
MOST_SIGNS = 8
"""Ways one sign is printed: on cards, on tiles, under other light."""
UNSAID = 7
"""Spaces a terrain was learned from, where an older document does not say."""
_MOST_LAB = 200
"""Further out is no colour."""


@dataclass(frozen=True)
class TerrainLook:
    lab: tuple[float, ...]
    spread: tuple[float, ...]
    seen: int = UNSAID


@dataclass(frozen=True)
class Print:
    """``picture``: the bytes of a WebP file. ``seen``: of each of the seven spaces, 0 where it is not known."""

    seen: tuple[int, ...]
    picture: bytes


@dataclass(frozen=True)
class TileLook:
    ground: tuple[str, ...]
    prints: tuple[Print, ...]


@dataclass(frozen=True)
class BoxLook:
    terrains: Mapping[str, TerrainLook] = field(default_factory=dict)
    tiles: Mapping[str, TileLook] = field(default_factory=dict)
    signs: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)
    card: float | None = None
    """The width of a card to its height: half a card that peeps out from under a board has another."""

    def __bool__(self) -> bool:
        return bool(self.terrains or self.tiles or self.signs or self.card)


def _decimal(least: float) -> Spelled[float]:
    def read(node: Node) -> float | None:
        if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
            node.not_a("number")
            return None
        if not least <= node.value <= _MOST_LAB:
            node.fault("json.out-of-range", least=least, most=_MOST_LAB)
            return None
        return float(node.value)

    return Spelled(read, {"type": "number", "minimum": least, "maximum": _MOST_LAB}, float)


def _picture(node: Node) -> bytes | None:
    if not isinstance(node.value, str):
        node.not_a("text")
    elif len(node.value) > MOST_PICTURE:
        node.fault("json.long-text", most=MOST_PICTURE)
    elif node.value:  # an empty one says nothing
        try:
            picture = b64decode(node.value, validate=True)
        except ValueError:
            picture = b""
        if picture[:4] == b"RIFF" and picture[8:12] == b"WEBP":
            return picture
        node.fault("look.no-picture")
    return None


_SIGN = Packed(SIGN_BYTES, "look.no-sign")
_PICTURE = Spelled(_picture, {"type": "string"}, lambda picture: b64encode(picture).decode())
_SEVEN = len(FLOWER)
_TERRAIN = Object(
    TerrainLook,
    {
        "lab": required(ListOf(_decimal(-_MOST_LAB), 3, 3)),
        "spread": required(ListOf(_decimal(0.01), 3, 3)),
        "seen": optional(Number(1, MOST_SEEN)),
    },
)
_PRINT = Object(Print, {"seen": required(ListOf(Number(0, MOST_SEEN), _SEVEN, _SEVEN)), "picture": required(_PICTURE)})
_TILE = Object(
    TileLook,
    {
        "ground": required(ListOf(Word(PRINTED), _SEVEN, _SEVEN)),
        # A tile without prints says nothing: it is left out.
        "prints": required(Converted(ListOf(_PRINT, MOST_PRINTS), lambda _, prints: prints or None)),
    },
)
LOOK = Object(
    lambda format, **look: BoxLook(**look),
    {
        "format": required(Word((FORMAT, WITHOUT_SIGNS, TERRAINS_ONLY))),
        "terrains": required(MapOf(_TERRAIN, GROUNDS)),
        "tiles": optional(MapOf(_TILE, most=MOST_TILES), written="unless-empty"),
        "signs": optional(MapOf(ListOf(_SIGN, MOST_SIGNS), tuple(Symbol)), written="unless-empty"),
        "card": optional(_decimal(0.01), null=True, written="unless-empty"),
    },
    parts=lambda look: {
        # The oldest form that holds it: an older Companion opens it too.
        "format": FORMAT if look.signs or look.card else WITHOUT_SIGNS if look.tiles else TERRAINS_ONLY,
        "terrains": dict(sorted(look.terrains.items())),
        "tiles": dict(sorted(look.tiles.items())),
        "signs": dict(sorted(look.signs.items())),
        "card": look.card,
    },
)
read_look, write_look = LOOK.parse, LOOK.write


def look_for_box(value: object, box: Box) -> BoxLook:
    """The look of this very box. Raises BadInput: also where it tells of tiles the box has not, or has otherwise."""
    look = read_look(value)
    own = {tile.id: printed_on(tile) for tile in box.tiles}
    others = sorted(name for name, tile in look.tiles.items() if own.get(name) != tile.ground)
    if others:
        names = ", ".join(map(shortened, others[:5]))
        raise BadInput([Fault("tiles", "look.other-box", {"n": len(others), "tiles": names})])
    return look


def printed_on(tile: Tile) -> tuple[str, ...] | None:
    """The grounds of a tile of seven spaces, the centre first; None for any other shape."""
    return tuple(str(tile.spaces[at].ground) for at in FLOWER) if set(tile.spaces) == set(FLOWER) else None
