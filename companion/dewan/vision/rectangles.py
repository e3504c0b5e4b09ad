"""Cards and story tiles laid straight: which is which, and what each shows."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import TERRAINS, Palette, lab_to_linear, linear_to_lab, log_normal
from companion.dewan.vision.digits import digit_scores
from companion.dewan.vision.found_pieces import Piece, Sign
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.signs import Mark, described
from companion.dewan.vision.straight import Rectangle

_SWATCH = 0.62  # of a mark's places that show a terrain's colour, for the mark to be that terrain's sign
_PLAIN = 0.92  # of its hull that a terrain's sign fills; a drawing in a terrain's colour has dents
_DIGIT = 0.7  # likeness from which on a mark is a digit
_UPRIGHT = 0.07  # people lay pieces the way they read them: what a number turned over must be likelier by
_SAME_PLACE = 0.05  # how far the points of a print's story tiles lie apart, in heights


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
        size = 2 * mark.radius / one.lab.shape[1]
        if not 0.1 < size < 0.45 or min(mark.mask.shape) < 0.45 * max(mark.mask.shape) or mark.mask.mean() < 0.4:
            continue
        signs.append(_sign(one, mark, light))
    # One symbol a half at most: what is told later chooses.
    return Piece("card", one.outline, min(share for _, share in read), tuple(signs), halves)


def _sign(one: Rectangle, mark: Mark, light: NDArray[np.float32]) -> Sign:
    x, y = mark.middle
    tall, wide = one.lab.shape[:2]
    edge = one.to_photo(x + mark.radius, y)
    px = one.to_photo(x, y)
    size = float(np.hypot(edge[0] - px[0], edge[1] - px[1]) * 2)
    return Sign(px, size, (x / wide, y / tall), described(light, x, y, mark.radius))


def read_stories(stories: Sequence[Rectangle], palette: Palette) -> list[Piece]:
    """All story tiles of a photo together: their points stand in one place, which tells which way up each lies."""
    tried = [[_numbers(one, over) for over in (False, True)] for one in stories]
    place, best = None, 0.0
    for each in tried:
        for found in each:
            for spot, _, score in (n[:3] for n in found):
                total = sum(
                    max(
                        (n[2] for way in other for n in way if np.hypot(*(np.array(n[0]) - spot)) < _SAME_PLACE),
                        default=0.0,
                    )
                    for other in tried
                )
                if total + 0.01 * score > best:
                    place, best = np.array(spot), total + 0.01 * score
    pieces = []
    for one, ways in zip(stories, tried, strict=True):
        chosen, over = None, False
        for way, found in enumerate(ways):
            for number in found:
                near = place is not None and np.hypot(*(np.array(number[0]) - place)) < _SAME_PLACE
                if near and (chosen is None or number[2] > chosen[2]):
                    chosen, over = number, bool(way)
        pieces.append(_story(one, palette, chosen, over))
    return pieces


Number = tuple[tuple[float, float], int, float, tuple[int, ...]]
"""Where, in heights from the upper left; the number; how sure; the marks it is made of."""


def _numbers(one: Rectangle, over: bool) -> list[Number]:
    """Everything on a story tile that may be a number, as it lies or turned over."""
    tall, wide = one.lab.shape[:2]
    digits: list[tuple[int, float, float, float, float, int]] = []  # mark, x, y, height, score, digit
    for k, mark in enumerate(one.marks):
        for glyph, x, y in _glyphs(one, mark):
            turned = np.ascontiguousarray(glyph[::-1, ::-1]) if over else glyph
            scores = digit_scores(turned)
            best = int(scores.argmax())
            if scores[best] > _DIGIT:
                digits.append(
                    (
                        k,
                        wide - x if over else x,
                        tall - y if over else y,
                        float(glyph.shape[0]),
                        float(scores[best]),
                        best,
                    )
                )
    found: list[Number] = []
    digits.sort(key=lambda d: d[1])
    paired = set()
    for i, d in enumerate(digits):
        for j, e in enumerate(digits[i + 1 :], i + 1):
            near = abs(e[1] - d[1]) < 1.15 * max(d[3], e[3]) and abs(e[2] - d[2]) < 0.25 * d[3]
            if near and abs(e[3] - d[3]) < 0.25 * d[3] and 0 < d[5] < 4:
                spot = ((d[1] + e[1]) / 2 / tall, (d[2] + e[2]) / 2 / tall)
                # Two that stand together are one number: surer than either.
                found.append((spot, 10 * d[5] + e[5], (d[4] + e[4]) / 2 + 0.12, tuple({d[0], e[0]})))
                paired |= {i, j}
    found += [((d[1] / tall, d[2] / tall), d[5], d[4], (d[0],)) for i, d in enumerate(digits) if i not in paired]
    return [(spot, number, score - _UPRIGHT * over, marks) for spot, number, score, marks in found]


def _glyphs(one: Rectangle, mark: Mark) -> list[tuple[NDArray[np.uint8], float, float]]:
    """What may be digits in a mark: the mark itself, or what stands out on a plate. Each with its middle."""
    height, width = mark.mask.shape
    window = one.lab[mark.top : mark.top + height, mark.left : mark.left + width]
    given = []
    ground = one.grounds.mean(axis=0)
    darker = (np.linalg.norm((window - ground) * np.array([1, 1, 1]), axis=2) > 18).astype(np.uint8) * mark.mask
    if darker.sum() > 10 and width < 0.88 * height:
        ys, xs = np.nonzero(darker)
        cut = darker[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
        if cut.mean() < 0.86:
            given.append((cut, mark.left + float(xs.mean()), mark.top + (ys.min() + ys.max()) / 2))
    # On a plate: what is unlike the plate's own colour.
    core = cv2.erode(mark.mask, np.ones((3, 3), np.uint8))
    if core.sum() > 60 and 0.6 < width / height < 1.7:
        rim = (mark.mask > 0) & (cv2.erode(mark.mask, np.ones((7, 7), np.uint8)) == 0) & (core > 0)
        plate = np.median(window[rim], axis=0) if rim.any() else np.median(window[core > 0], axis=0)
        apart = np.linalg.norm(window - plate, axis=2)
        level = max(14.0, 0.5 * float(np.percentile(apart[core > 0], 97)))
        inner = ((apart > level) & (cv2.erode(mark.mask, np.ones((5, 5), np.uint8)) > 0)).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(inner, connectivity=8)
        for k in range(1, count):
            x, y, w, h, area = stats[k]
            if h > 0.3 * height and area > 8 and w < 0.8 * width:
                given.append(
                    ((labels[y : y + h, x : x + w] == k).astype(np.uint8), mark.left + x + w / 2, mark.top + y + h / 2)
                )
    return given


def _story(one: Rectangle, palette: Palette, number: Number | None, over: bool) -> Piece:
    light = daylight(one.lab, palette.gain)
    signs = []
    used = set(number[3]) if number else set()
    sizes = [
        mark.radius
        for k, mark in enumerate(one.marks)
        if k not in used and min(mark.mask.shape) > 0.5 * max(mark.mask.shape)
    ]
    usual = float(np.median(sizes)) if sizes else 0.0
    for k, mark in enumerate(one.marks):
        if k in used or mark.radius < 0.5 * usual or mark.mask.mean() < 0.3:
            continue
        if number is not None and _beside(one, mark, number, over):
            continue
        terrain = _swatch(one, mark, palette)
        sign = _sign(one, mark, light)
        signs.append(replace(sign, kind=terrain) if terrain else sign)
    if number is not None:
        tall, wide = one.lab.shape[:2]
        x, y = number[0][0] * tall, number[0][1] * tall
        x, y = (wide - x, tall - y) if over else (x, y)
        signs.append(
            Sign(
                one.to_photo(x, y), 0.0, (x / wide, y / tall), described(light, x, y, 0.06 * tall), kind=str(number[1])
            )
        )
    return Piece("story", one.outline, min(1.0, number[2]) if number else 0.3, tuple(signs))


def _beside(one: Rectangle, mark: Mark, number: Number, over: bool) -> bool:
    """Whether a mark belongs to the number: what is left of a digit that was split."""
    tall, wide = one.lab.shape[:2]
    x, y = mark.middle
    x, y = (wide - x, tall - y) if over else (x, y)
    return bool(np.hypot(x / tall - number[0][0], y / tall - number[0][1]) < 0.07)


def _swatch(one: Rectangle, mark: Mark, palette: Palette) -> str | None:
    """The terrain a mark shows all over; None where it shows more than that, or is no plain patch."""
    contours, _ = cv2.findContours(mark.mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outer = max(contours, key=cv2.contourArea)
    if cv2.contourArea(outer) < _PLAIN * cv2.contourArea(cv2.convexHull(outer)):
        return None
    places = inside_of(one, mark).astype(np.float64)
    spread = np.maximum(palette.spreads[:5], np.array([7.0, 5.0, 6.0]))
    near = ((((places[:, None] - palette.means[None, :5]) / spread) ** 2).sum(axis=2) < 9).mean(axis=0)
    best = int(near.argmax())
    middle = np.median(places, axis=0)
    uneven = np.percentile(np.linalg.norm(places - middle, axis=1), 80)
    return TERRAINS[best] if near[best] > _SWATCH and uneven < 22 else None
