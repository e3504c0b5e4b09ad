"""What groups of signs without a name probably mean, so that the right answer stands ready.

Where signs lie says most: Fire on Story tiles and cards but not on tiles, a Berry on cards and spaces but not on Story
tiles, resources everywhere. Cards say more: a symbol stands on one that should have one and shows no other, art on any.
Colour is a hint between resources only, since each print has its own.
"""

from collections import Counter
from collections.abc import Mapping, Set

import numpy as np

from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.confidence import carries_symbol
from companion.dewan.vision.found_pieces import NOTHING, SYMBOLS, Group, PiecesReading
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.signs import distances

_PLACES = ("story", "card", "edge", "space")
_LIE: Mapping[str, tuple[float, float, float, float]] = {
    "artifact": (0.6, 0.15, 0.25, 0.0),
    "pigment": (0.6, 0.15, 0.25, 0.0),
    "crystal": (0.6, 0.15, 0.25, 0.0),
    "fire": (0.8, 0.2, 0.0, 0.0),
    "berry": (0.0, 0.4, 0.0, 0.6),
    NOTHING: (0.01, 0.5, 0.1, 0.39),
}
"""Where the signs of a kind lie, in shares: by the rules' counts of cards and Story tiles, tiles by what boxes show."""
_STRAY = 0.04  # of a kind's signs that lie where none should: misread, or art
_ALONE, _ART_ALONE = 0.8, 0.3  # of symbols on cards, and of art, that lie where a symbol is due and no other is seen
_MOST = 12.0  # so many signs say all; more are of the same print and no further evidence
_HUES: Mapping[str, float] = {"artifact": 60.0, "pigment": 0.0, "crystal": 230.0, "berry": 310.0, "fire": 40.0}
"""Degrees in Lab: clay, red or purple dye, ice, dark violet, flames."""
_HUE = 0.8  # how much a sign in its usual colour is likelier than one in the opposite colour, as a logarithm
_TWICE = 3.0  # what speaks against a second group of one kind, as a logarithm
_ALIKE = 32.0  # groups nearer than this are one kind that was parted by light
_PATCH = 30.0  # the same of a terrain's patch and signs that have that terrain's name


def likely_kinds(reading: PiecesReading) -> dict[int, tuple[str, ...]]:
    """Of every group without a name what it may be, the likeliest first."""
    lying = _lying(reading)
    named = [group for group in reading.groups if group.kind in TERRAINS]
    taken: dict[str, Group] = {}
    found = {}
    symbols = {group.number for group in reading.groups if group.kind in SYMBOLS}
    unnamed = [one for one in reading.groups if one.kind is None]
    # What lies on paper is surely known: only then it is clear which cards are without a symbol.
    for group in sorted(unnamed, key=lambda one: ("story" not in one.on, -one.seen)):
        scores = {kind: _score(kind, lying.get(group.number, Counter()), group.colours) for kind in _LIE}
        due, all_cards = _due(reading, group.number, symbols)
        weight = min(1.0, _MOST / max(1, group.seen))
        for kind in scores:
            alone = _ART_ALONE if kind == NOTHING else _ALONE
            scores[kind] += weight * float(due * np.log(alone) + (all_cards - due) * np.log(1 - alone))
        for kind, first in taken.items():
            scores[kind] += 1.0 if _apart(first, group) < _ALIKE else -_TWICE
        best = sorted(scores, key=lambda kind: -scores[kind])
        patch = min(named, key=lambda one: _apart(one, group), default=None) if group.on == {"story"} else None
        if patch is not None and patch.kind and _apart(patch, group) < _PATCH:
            best.insert(0, patch.kind)
        if best[0] in SYMBOLS:
            taken.setdefault(best[0], group)
            symbols.add(group.number)
        found[group.number] = tuple(best)
    return found


def _due(reading: PiecesReading, group: int, symbols: Set[int]) -> tuple[int, int]:
    """On how many cards the only symbol would be this group's, where one is due; and on how many it is seen."""
    due = seen = 0
    for piece in (one for photo in reading.photos for one in photo.pieces if one.kind == "card" and one.halves):
        groups = [sign.group for sign in piece.signs if sign.group == group or sign.group in symbols]
        if group in groups:
            seen += 1
            due += len(groups) == 1 and carries_symbol(piece)
    return due, seen


def _lying(reading: PiecesReading) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {}
    for piece in (piece for photo in reading.photos for piece in photo.pieces):
        for k, sign in enumerate(piece.signs):
            on = piece.kind if piece.kind != "tile" else "space" if piece.edges[k] is None else "edge"
            found.setdefault(sign.group, Counter())[on] += 1
    return found


def _score(kind: str, lying: Counter[str], colours: Floats) -> float:
    shares = (1 - _STRAY) * np.array(_LIE[kind]) + _STRAY / len(_PLACES)
    counts = np.array([lying[on] for on in _PLACES], float)
    fit = float(counts @ np.log(shares) * min(1.0, _MOST / max(1.0, counts.sum())))
    if kind not in _HUES:
        return fit
    hue, chroma = _hue(colours)
    return float(fit + _HUE * min(1.0, chroma / 30) * np.cos(np.radians(hue - _HUES[kind])))


def _hue(colours: Floats) -> tuple[float, float]:
    """Of the ink: what is most colourful within the ring where ground begins."""
    ab = colours[:4, :, 1:].reshape(-1, 2)
    weights = np.hypot(*ab.T) ** 2
    mean = (ab * weights[:, None]).sum(axis=0) / max(float(weights.sum()), 1e-6)
    return float(np.degrees(np.arctan2(mean[1], mean[0]))), float(np.hypot(*mean))


def _apart(one: Group, other: Group) -> float:
    return float(distances(one.colours[None], other.colours[None]).min())
