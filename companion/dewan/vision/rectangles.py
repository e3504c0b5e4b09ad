"""Cards and story tiles laid straight: which is which, and what each shows."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import TERRAINS, Palette, lab_to_linear, linear_to_lab, log_normal
from companion.dewan.vision.found_pieces import Piece, Sign
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.numbers import Number, numbers_of
from companion.dewan.vision.signs import Mark, described
from companion.dewan.vision.straight import Rectangle

_SWATCH = 0.62  # of a mark's places that show a terrain's colour, for the mark to be that terrain's sign
_MAYBE_SWATCH = (
    0.25  # and for it to be that rather than the terrain of its usual colour, if it is no sign that others show
)
_SQUARE = 0.88  # width to height from which on a rectangle is no card seen from above
_SMALL, _SMALL_ALONE = 0.015, 0.05
"""Of the photo: square ones smaller than this are signs, where several are alike and alone; seen from the side a card
may look square, but it fills more of a photo."""
_OTHER_SHAPE, _OTHER_SIZE = 0.2, 2.2  # how far from the cards of a print or photo no card is, in shape and in area
_MANY = 3  # cards alike, from which on their size is known
_NO_TERRAIN = -13.5  # log density from which on a colour may be any
_ROUND = 0.5  # of its longer side, a sign's shorter one
_PLAIN = 0.92  # of its hull that a terrain's sign fills; a drawing in a terrain's colour has dents


def kinds_of(rectangles: Sequence[Rectangle]) -> list[str]:
    """A story tile has signs on even ground; a card is art with a sign at most. Pieces of one size are of one kind."""
    if not rectangles:
        return []
    own = np.array([_story_odds(one) for one in rectangles])
    ratio = np.array([one.lab.shape[1] / one.lab.shape[0] for one in rectangles])
    area = np.log([one.outline.area_px for one in rectangles])
    usual = np.array([one.outline.usual for one in rectangles])
    alike = (np.abs(ratio[:, None] - ratio) < 0.06) & (np.abs(area[:, None] - area) < 0.45)
    alike = (alike & (usual[:, None] == usual)) | (usual[:, None] & usual)
    joint = (alike * own).sum(axis=1) / alike.sum(axis=1)
    return ["story" if odds > 0 else "card" for odds in own + 2 * joint]


def may_be_cards(cards: Sequence[Rectangle], photo_px: float, palette: Palette, known: float | None) -> list[bool]:
    """Whether what was read as cards can be cards: signs and parts of pieces that were cut off have four sides too.

    ``photo_px``: the photo's area; ``known``: width to height of the print's cards.
    """
    ratio = np.array([one.outline.ratio for one in cards])
    area = np.array([one.outline.area_px for one in cards])
    alike = (np.abs(ratio[:, None] - ratio) < 0.1) & (np.abs(np.log(area[:, None] / area)) < 0.45)
    company = alike.sum(axis=1) if len(cards) else np.zeros(0)
    many = company >= _MANY
    may = []
    for k, one in enumerate(cards):
        alone = company[k] < 2 and not one.outline.usual
        square = ratio[k] > _SQUARE and (known is None or known < _SQUARE)
        small = area[k] < (_SMALL_ALONE if alone else _SMALL) * photo_px
        if (square and small) or (alone and _is_other(one, cards, many, known)):
            may.append(False)
            continue
        terrain = log_normal(one.grounds, palette.means[:5], palette.spreads[:5]).max()
        may.append(not alone or bool(terrain > _NO_TERRAIN) or any(_may_be_symbol(one, mark) for mark in one.marks))
    return may


def _is_other(one: Rectangle, cards: Sequence[Rectangle], many: NDArray[np.bool_], known: float | None) -> bool:
    """Whether it has another shape than the print's cards, or another size than most cards of the photo."""
    if known is not None and abs(one.outline.ratio - known) > _OTHER_SHAPE:
        return True
    sizes = [other.outline.area_px for other, is_one in zip(cards, many, strict=True) if is_one]
    factor = one.outline.area_px / float(np.median(sizes)) if sizes else 1.0
    return not 1 / _OTHER_SIZE < factor < _OTHER_SIZE


def _story_odds(one: Rectangle) -> float:
    wide = one.lab.shape[1]
    signs = sum(
        0.14 < 2 * mark.radius / wide < 0.42
        and mark.mask.mean() > 0.55
        and min(mark.mask.shape) > 0.6 * max(mark.mask.shape)
        for mark in one.marks
    )
    even = -3.0 if one.two else 1.5 if one.spread < 2.2 else -2.0 if one.spread > 4.0 else 0.0
    return (2.0 if signs >= 4 else 0.7 if signs == 3 else -2.0) + even


def inside_of(rectangle: Rectangle, mark: Mark) -> NDArray[np.float32]:
    """Colours well within a mark, (n, 3)."""
    core = cv2.erode(mark.mask, np.ones((3, 3), np.uint8))
    core = core if core.sum() > 8 else mark.mask
    height, width = mark.mask.shape
    return np.asarray(rectangle.lab[mark.top : mark.top + height, mark.left : mark.left + width][core > 0])


def terrain_of(colour: Floats, palette: Palette, with_start: bool = False) -> tuple[str, float]:
    count = len(TERRAINS) if with_start else len(TERRAINS) - 1
    logs = log_normal(colour[None], palette.means[:count], palette.spreads[:count])[0]
    shares = np.exp(logs - logs.max())
    best = int(logs.argmax())
    return TERRAINS[best], float(shares[best] / shares.sum())


def daylight(lab: NDArray[np.float32], gain: Floats) -> NDArray[np.float32]:
    return np.asarray(linear_to_lab(lab_to_linear(lab.astype(np.float64)) * gain), np.float32)


def read_card(one: Rectangle, palette: Palette) -> Piece:
    grounds = one.grounds if one.two else one.grounds.mean(axis=0)[None]
    read = [terrain_of(ground, palette) for ground in grounds]
    halves = tuple(dict.fromkeys(terrain for terrain, _ in read))
    light = daylight(one.lab, palette.gain)
    signs = []
    for mark in one.marks:
        if _may_be_symbol(one, mark):
            signs.append(_sign(one, mark, light))
    # One symbol a half at most: what is told later chooses.
    sure = min(share for _, share in read)
    return Piece("card", one.outline, sure, tuple(signs), halves, colours=tuple(grounds), split=one.split)


def _may_be_symbol(one: Rectangle, mark: Mark) -> bool:
    size = 2 * mark.radius / one.lab.shape[1]
    round_one = min(mark.mask.shape) >= 0.45 * max(mark.mask.shape)
    return bool(0.1 < size < 0.45 and round_one and mark.mask.mean() >= 0.4)


def _sign(one: Rectangle, mark: Mark, light: NDArray[np.float32]) -> Sign:
    x, y = mark.middle
    tall, wide = one.lab.shape[:2]
    edge = one.to_photo(x + mark.radius, y)
    px = one.to_photo(x, y)
    size = float(np.hypot(edge[0] - px[0], edge[1] - px[1]) * 2)
    return Sign(px, size, (x / wide, y / tall), described(light, x, y, mark.radius))


def read_stories(stories: Sequence[Rectangle], palette: Palette) -> list[Piece]:
    """All story tiles of a photo together: their points stand in one place, which tells which way up each lies."""
    numbers = numbers_of([one.lab for one in stories])
    return [_story(one, palette, number) for one, number in zip(stories, numbers, strict=True)]


def _story(one: Rectangle, palette: Palette, number: Number | None) -> Piece:
    light = daylight(one.lab, palette.gain)
    signs = []
    marks = [mark for mark in one.marks if number is None or not _of_number(mark, number)]
    sizes = [mark.radius for mark in marks if min(mark.mask.shape) > _ROUND * max(mark.mask.shape)]
    usual = float(np.median(sizes)) if sizes else 0.0
    for mark in (part for whole in marks for part in _parted(whole, usual)):
        if mark.radius < 0.5 * usual or mark.mask.mean() < 0.3:
            continue
        sign = _sign(one, mark, light)
        terrain, likely = _swatch(one, mark, palette)
        signs.append(replace(sign, kind=terrain, likely=likely))
    sure = 0.3
    if number is not None:
        tall, wide = one.lab.shape[:2]
        left, top, right, bottom = number.frame
        x, y = (left + right) / 2, (top + bottom) / 2
        colours = described(light, x, y, 0.06 * tall)
        signs.append(Sign(one.to_photo(x, y), 0.0, (x / wide, y / tall), colours, kind=str(number.value)))
        sure = number.sure / (1 + float(np.exp(-number.odds - 4)))
    return Piece("story", one.outline, sure, tuple(signs))


def _of_number(mark: Mark, number: Number) -> bool:
    """Whether a mark is the number, a part of it, or what is drawn around it."""
    left, top, right, bottom = number.frame
    height, width = mark.mask.shape
    across = min(right, mark.left + width) - max(left, mark.left)
    down = min(bottom, mark.top + height) - max(top, mark.top)
    common = max(0.0, across) * max(0.0, down)
    return bool(common > 0.5 * min((right - left) * (bottom - top), float(height * width)))


def _parted(mark: Mark, usual: float) -> list[Mark]:
    """Signs of a print are of one size: what is as wide as two or three of them are signs that touch."""
    height, width = mark.mask.shape
    count = round(max(height, width) / min(height, width))
    if count < 2 or mark.radius < 1.3 * usual or not 0.7 < min(height, width) / (2 * usual) < 1.4:
        return [mark]
    across = width > height
    ends = np.linspace(0, max(height, width), count + 1).round().astype(int)
    pairs = zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    if across:
        return [Mark(mark.left + a, mark.top, np.ascontiguousarray(mark.mask[:, a:b])) for a, b in pairs]
    return [Mark(mark.left, mark.top + a, np.ascontiguousarray(mark.mask[a:b])) for a, b in pairs]


def _swatch(one: Rectangle, mark: Mark, palette: Palette) -> tuple[str | None, str]:
    """The terrain a mark shows all over, None where it shows more than that or is no plain patch; and the terrain it
    would be by its usual colour."""
    contours, _ = cv2.findContours(mark.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outer = max(contours, key=cv2.contourArea)
    plain = cv2.contourArea(outer) > _PLAIN * cv2.contourArea(cv2.convexHull(outer))
    places = inside_of(one, mark).astype(np.float64)
    spread = np.maximum(palette.spreads[:5], np.array([7.0, 5.0, 6.0]))
    near = ((((places[:, None] - palette.means[None, :5]) / spread) ** 2).sum(axis=2) < 9).mean(axis=0)
    best = int(near.argmax())
    middle = np.median(places, axis=0)
    uneven = np.percentile(np.linalg.norm(places - middle, axis=1), 80)
    sure = bool(plain and near[best] > _SWATCH and uneven < 22)
    likely = TERRAINS[best] if near[best] > _MAYBE_SWATCH else terrain_of(middle, palette)[0]
    return (TERRAINS[best] if sure else None), likely
