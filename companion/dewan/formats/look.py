"""How one's own copy looks, as the photo reader learned it: a document beside the box file.

``{"format": "dewan-look/2", "terrains": {"forest": {"lab": [46, -24, 22], "spread": [6, 5, 5], "seen": 12}, …},
"tiles": {"N1": {"ground": ["forest", …], "prints": [{"seen": [3, 3, 2, 3, 3, 0, 3], "picture": "UklGR…"}]}, …}}``

Terrains: colours in CIE Lab as they would look in even daylight, how far they vary, and from how many spaces they were
learned. Tiles: what the box says is printed on their seven spaces, the centre first, then by side; and a small picture
of each from above (WebP in base64), with how many photos taught each space. A second print is a rival: what some photos
showed instead. ``dewan-look/1`` has terrains alone.
"""

import binascii
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.dewan.rules.tiles import Box, Tile
from companion.dewan.rules.words import Landmark, Terrain
from companion.formats.faults import BadInput, Fault, Node, shortened
from companion.rules.hexes import SIDES, Hex

FORMAT, TERRAINS_ONLY = "dewan-look/2", "dewan-look/1"
GROUNDS = (*(terrain.value for terrain in Terrain), Landmark.START.value)
PRINTED = (*GROUNDS, Landmark.VOLCANO.value)
FLOWER = (Hex(0, 0), *SIDES)
MOST_SEEN = 1_000_000
MOST_TILES = 60
MOST_PRINTS = 2
MOST_PICTURE = 16_000
"""Letters of one tile's picture; ours have about 4,000."""
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

    def __bool__(self) -> bool:
        return bool(self.terrains or self.tiles)


def read_look(value: object) -> BoxLook:
    """Raises BadInput with every fault."""
    node = Node(value)
    fields = node.fields(["format", "terrains"], ["tiles"]) or {}
    if "format" in fields and fields["format"].value not in (FORMAT, TERRAINS_ONLY):
        words = f"{FORMAT}, {TERRAINS_ONLY}"
        fields["format"].fault("json.unknown-word", word=shortened(fields["format"].value), words=words)
    terrains, tiles = {}, {}
    for name, entry in fields["terrains"].members(len(GROUNDS)) if "terrains" in fields else ():
        if name not in GROUNDS:
            entry.fault("json.unknown-word", word=shortened(name), words=", ".join(GROUNDS))
        elif look := _terrain(entry):
            terrains[name] = look
    for name, entry in fields["tiles"].members(MOST_TILES) if "tiles" in fields else ():
        if tile := _tile(entry):
            tiles[name] = tile
    if node.faults:
        raise BadInput(node.faults)
    return BoxLook(terrains, tiles)


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


def write_look(look: BoxLook) -> dict[str, object]:
    terrains = {
        name: {"lab": list(one.lab), "spread": list(one.spread), "seen": one.seen}
        for name, one in sorted(look.terrains.items())
    }
    if not look.tiles:
        return {"format": TERRAINS_ONLY, "terrains": terrains}
    tiles = {
        name: {
            "ground": list(one.ground),
            "prints": [
                {"seen": list(p.seen), "picture": binascii.b2a_base64(p.picture, newline=False).decode()}
                for p in one.prints
            ],
        }
        for name, one in sorted(look.tiles.items())
    }
    return {"format": FORMAT, "terrains": terrains, "tiles": tiles}


def _terrain(node: Node) -> TerrainLook | None:
    parts = node.fields(["lab", "spread"], ["seen"]) or {}
    if not {"lab", "spread"} <= set(parts):
        return None
    lab, spread = (_three(parts[key], least) for key, least in (("lab", -_MOST_LAB), ("spread", 0.01)))
    seen = parts["seen"].number(1, MOST_SEEN) if "seen" in parts else UNSAID
    return TerrainLook(lab, spread, seen) if lab and spread and seen else None


def _tile(node: Node) -> TileLook | None:
    parts = node.fields(["ground", "prints"]) or {}
    if len(parts) < 2:
        return None
    ground = []
    for one in _seven(parts["ground"]):
        if isinstance(one.value, str) and one.value in PRINTED:
            ground.append(one.value)
        else:
            one.fault("json.unknown-word", word=shortened(one.value), words=", ".join(PRINTED))
    prints = [found for entry in parts["prints"].items(MOST_PRINTS) if (found := _print(entry))]
    return TileLook(tuple(ground), tuple(prints)) if len(ground) == len(FLOWER) and prints else None


def _print(node: Node) -> Print | None:
    parts = node.fields(["seen", "picture"]) or {}
    if len(parts) < 2:
        return None
    seen = [one.number(0, MOST_SEEN) for one in _seven(parts["seen"])]
    letters, picture = parts["picture"].value, b""
    if not isinstance(letters, str):
        parts["picture"].text()
    elif len(letters) > MOST_PICTURE:
        parts["picture"].fault("json.long-text", most=MOST_PICTURE)
    else:
        try:
            picture = b64decode(letters, validate=True)
        except (binascii.Error, ValueError):
            parts["picture"].fault("look.no-picture")
        if picture and not (picture[:4] == b"RIFF" and picture[8:12] == b"WEBP"):
            parts["picture"].fault("look.no-picture")
    numbers = tuple(one for one in seen if one is not None)
    return Print(numbers, picture) if len(numbers) == len(FLOWER) and picture else None


def _seven(node: Node) -> list[Node]:
    entries = node.items(len(FLOWER))
    if isinstance(node.value, list) and len(entries) < len(FLOWER):
        node.fault("json.too-few", n=len(FLOWER))
    return entries


def _three(node: Node, least: float) -> tuple[float, ...]:
    numbers = node.items(3)
    if len(numbers) < 3:
        node.fault("json.too-few", n=3)
        return ()
    for one in numbers:
        if isinstance(one.value, bool) or not isinstance(one.value, (int, float)):
            one.number(0, 0)
        elif not least <= one.value <= _MOST_LAB:
            one.fault("json.out-of-range", least=least, most=_MOST_LAB)
    return tuple(float(one.value) for one in numbers if isinstance(one.value, (int, float)))
