"""What the visible half of a tucked card shows: a terrain and perhaps a symbol, judged by what the box's cards show."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import Symbol, Terrain
from companion.dewan.vision.colours import TERRAINS, Palette, Samples, log_normal
from companion.dewan.vision.found_pieces import SYMBOLS, Piece
from companion.dewan.vision.halves import depths
from companion.dewan.vision.look import Look
from companion.dewan.vision.sought import Sheet
from companion.dewan.vision.straight import Rectangle
from companion.rules.hexes import Hex
from companion.vision.plane import Floats

Shown = TypeVar("Shown")
_RIM = 0.12  # of a strip's sides: frames, rounded corners, the board's shadow
_SIZES = (0.75, 0.87, 1.0, 1.15, 1.33)
_USUAL_SIGN = 0.11  # of a card's width: a symbol's radius, where no other sign is seen
_STEP = 0.4  # of a radius
_PARTS = 4  # of a strip, one beside the other
_SEAM = 0.04  # of a card, on either side of the line between its halves
_FITS, _SLOPE = 15.0, 2.0  # how far from a known sign a place is one as likely as not, and how sharply that changes
_ANY_COLOUR = -13.5  # log density of any colour, and a little more: most of what lies about is no card
_NOTHING = 40.0  # as far as a place that is like no sign
_STRANGER = 0.02  # how often a half is there that no card of the box has: the box may lack some
_LEAST = 1e-3  # of any symbol to be there or not, whatever was seen
_FAR = 12.0  # log odds at most between two terrains: a shadow or a lamp may lie


@dataclass(frozen=True)
class SeenHalf:
    """``terrains`` (5,): log likelihoods; ``gaps``: by symbol, how far the place most like it is from one."""

    terrains: Floats
    gaps: Mapping[str, float]


def seen_half(
    shown: Rectangle, palette: Palette, look: Look, sign_px: float | None, part: NDArray[np.bool_] | None = None
) -> SeenHalf:
    """``part``: which pixels of the picture show the half, all without it; ``sign_px``: the radius signs of this photo
    have, in pixels of it."""
    tall, wide = shown.lab.shape[:2]
    rim = np.zeros((tall, wide), bool)
    rim[round(_RIM * tall) : round((1 - _RIM) * tall), round(_RIM * wide) : round((1 - _RIM) * wide)] = True
    places = shown.lab[rim if part is None else rim & part].astype(np.float64)
    chosen = places[((np.arange(37) * 0.6180339887 % 1.0) * (len(places) - 1)).round().astype(int)]
    colour = Samples((Hex(0, 0),), chosen[None]).typical
    terrains = log_normal(colour, palette.means[:5], palette.spreads[:5])[0]
    return SeenHalf(terrains, _gaps(shown, palette, look, sign_px, part))


def halves_of(card: Rectangle, palette: Palette, look: Look, sign_px: float | None) -> list[SeenHalf]:
    """Both halves of a whole card, however cards are divided."""
    deep = depths(card.split, *card.lab.shape[:2])
    return [seen_half(card, palette, look, sign_px, part) for part in (deep < -_SEAM, deep > _SEAM)]


def _gaps(
    shown: Rectangle, palette: Palette, look: Look, sign_px: float | None, part: NDArray[np.bool_] | None
) -> dict[str, float]:
    sheet = Sheet(Piece("card", shown.outline, 1.0, (), ("",)), shown, palette.gain)
    kinds = [kind for kind, known in look.signs.items() for _ in known if kind in SYMBOLS]
    known = np.array([one for kind, own in look.signs.items() for one in own if kind in SYMBOLS])
    if not len(known):
        return {}
    tall, wide = shown.lab.shape[:2]
    corners = shown.outline.corners_px.astype(np.float32)
    scale = np.sqrt(tall * wide / max(1.0, float(cv2.contourArea(corners))))
    across = tall if part is None else wide  # a strip is as long as a card is wide
    usual = sign_px * float(scale) if sign_px else _USUAL_SIGN * across
    gaps: dict[str, float] = {}
    for size in _SIZES:
        radius = usual * size
        steps = [np.arange(0.6 * radius, length - 0.6 * radius + 1, _STEP * radius) for length in (wide, tall)]
        places = np.stack(np.meshgrid(*steps), axis=-1).reshape(-1, 2)
        if part is not None:
            places = places[part[places[:, 1].astype(int), places[:, 0].astype(int)]]
        # In each part of it by itself: art that is a little like a sign must not hide the sign.
        for share in range(_PARTS):
            near = places[(places[:, 1] * _PARTS / tall).astype(int) == share]
            match = sheet.among(near, [radius * 0.93, radius, radius * 1.07], known) if len(near) else None
            if match is not None:
                gaps[kinds[match.which]] = min(match.gap, gaps.get(kinds[match.which], np.inf))
    return gaps


def half_odds(seen: SeenHalf, half: Half) -> float:
    """Log likelihood that this half is seen."""
    terrain = max(float(seen.terrains[TERRAINS.index(half.terrain)] - seen.terrains.max()), -_FAR)
    nearest = min(seen.gaps.values(), default=_NOTHING)
    if half.symbol is None:
        return terrain + float(np.log(_LEAST + 1 - _there(nearest)))
    gap = seen.gaps.get(str(half.symbol), _NOTHING)
    return terrain + float(np.log(_LEAST + _there(gap))) - float(min((gap - nearest) / _SLOPE, _FAR))


def is_terrain(seen: Sequence[SeenHalf]) -> float:
    """How sure it is that all of these show terrains, and not just any colours."""
    odds = sum(float(np.clip(one.terrains.max() - _ANY_COLOUR, -_FAR, _FAR)) for one in seen)
    return float(1 / (1 + np.exp(-odds)))


def _there(gap: float) -> float:
    return float(1 / (1 + np.exp(np.clip((gap - _FITS) / _SLOPE, -50, 50))))


def likely_halves(seen: SeenHalf, box: Box) -> list[tuple[Half, float]]:
    """Which half it is, likeliest first, each with how sure that is; those the box's cards have come easier."""
    counts: dict[Half, float] = defaultdict(float)
    for card, count in box.cards.items():
        for half in set(card.halves):
            counts[half] += count
    for terrain in TERRAINS[:5]:
        for symbol in (None, *SYMBOLS):
            half = Half(Terrain(terrain), Symbol(symbol) if symbol else None)
            counts[half] = counts[half] or _STRANGER
    return _shared({half: half_odds(seen, half) + float(np.log(count)) for half, count in counts.items()})


def likely_cards(seen: Sequence[SeenHalf], box: Box) -> list[tuple[Card, float]]:
    one, other = seen
    odds = {}
    for card, count in box.cards.items():
        first = card.halves[0]
        # A card of one terrain has its symbol on one of its halves.
        second = card.halves[1] if len(card.halves) > 1 else Half(first.terrain)
        ways = [half_odds(one, a) + half_odds(other, b) for a, b in ((first, second), (second, first))]
        odds[card] = max(ways) + float(np.log(count))
    return _shared(odds)


def _shared(odds: Mapping[Shown, float]) -> list[tuple[Shown, float]]:
    if not odds:
        return []
    logs = np.array(list(odds.values()))
    shares = np.exp(logs - logs.max())
    shares /= shares.sum()
    return [(list(odds)[k], float(shares[k])) for k in np.argsort(-shares, kind="stable")]
