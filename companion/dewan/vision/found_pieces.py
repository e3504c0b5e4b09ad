"""What photos of pieces showed: pieces with their signs, and groups of signs that look alike. No pictures here."""

from collections import Counter
from dataclasses import dataclass

from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.halves import half_at
from companion.dewan.vision.lattice import Floats
from companion.rules.hexes import Hex
from companion.vision.cut import Outline

SYMBOLS = ("artifact", "pigment", "crystal", "berry", "fire")
RESOURCES = SYMBOLS[:3]
NEEDED = (*TERRAINS[:5], *RESOURCES)
MARGIN = 20.0
"""By as much more a sign differs from all others, if there are no others."""
NOTHING = "art"
"""The name of a group that is no sign at all."""


@dataclass(frozen=True)
class Sign:
    """One sign of a piece. ``group``: its group's number, -1 where it was taken for art or told by its colour.

    ``number``: which of its piece's signs it was when the piece was cut out; -1 where it was found later.
    ``gap``: how far it is from the known sign it comes nearest to; ``margin``: how much farther the next one is.
    ``likely``: the terrain whose colour a plain mark on paper has, should it be no sign that others show.
    """

    px: tuple[float, float]
    size_px: float
    at: tuple[float, float]
    colours: Floats
    group: int = -1
    kind: str | None = None
    number: int = -1
    likely: str | None = None
    gap: float = 0.0
    margin: float = MARGIN


@dataclass(frozen=True)
class Space:
    at: Hex
    terrain: str
    px: tuple[float, float]
    confidence: float
    berry: bool = False


SignPlace = tuple[int, int, int]
"""Which photo, which of its pieces, and ``Sign.number``."""


@dataclass(frozen=True)
class Piece:
    """What one piece shows. ``halves``: a card's terrains; ``edges``: for a tile, which side each sign lies on."""

    kind: str
    outline: Outline
    confidence: float
    signs: tuple[Sign, ...] = ()
    halves: tuple[str, ...] = ()
    spaces: tuple[Space, ...] = ()
    edges: tuple[tuple[Hex, int] | None, ...] = ()
    colours: tuple[Floats, ...] = ()  # of a tile's spaces or a card's halves, in the photo's light
    split: str = "top"  # how a card's halves lie

    @property
    def needs(self) -> dict[str, int]:
        return dict(Counter(s.kind for s in self.signs if s.kind in NEEDED))

    @property
    def points(self) -> int | None:
        """What its number says; None where none was read, or several."""
        numbers = [int(s.kind) for s in self.signs if s.kind and s.kind.isdecimal()]
        return numbers[0] if self.kind == "story" and len(numbers) == 1 else None

    @property
    def unnamed(self) -> bool:
        return any(s.kind is None for s in self.signs)

    @property
    def fire(self) -> int:
        return sum(s.kind == "fire" for s in self.signs)

    @property
    def card(self) -> str | None:
        """None while a symbol of it has no name."""
        if self.kind != "card" or any(s.kind is None for s in self.signs):
            return None
        texts = list(self.halves)
        for sign in (one for one in self.signs if one.kind in SYMBOLS):
            half = half_of(self, sign.at)
            if ":" not in texts[half]:
                texts[half] += f":{sign.kind}"
        return "/".join(texts)


@dataclass(frozen=True)
class PhotoPieces:
    """One photo's pieces, from the upper left. ``parts``: what the rim cuts off; ``strange``: what is none of ours."""

    pieces: tuple[Piece, ...]
    parts: int
    size_px: tuple[int, int]
    gain: Floats
    strange: int = 0


@dataclass(frozen=True)
class Group:
    """Signs that look alike: ``photo`` and ``px`` are of one that shows it well; ``signs``: all, the clearest first."""

    number: int
    seen: int
    kind: str | None
    photo: int
    px: tuple[float, float]
    size_px: float
    on: frozenset[str]
    colours: Floats
    signs: tuple[SignPlace, ...]


@dataclass(frozen=True)
class PiecesReading:
    photos: tuple[PhotoPieces, ...]
    groups: tuple[Group, ...]


def half_of(piece: Piece, at: tuple[float, float] | Floats) -> int:
    """Which half of a card a place (x, y in shares of it) is on."""
    return half_at(piece.split, at) if len(piece.halves) > 1 else 0
