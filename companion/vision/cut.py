"""Cut pieces out of a photo: what lies on the table, each with its outline, as a rectangle or as a flower of seven.

The table is learned from the photo itself: its colours along the rim, then the light as it changes over the table.
What differs from it is split at several depths, and every part that is a good rectangle or a good flower is a piece.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.ground import WorkingPicture, enclosed, not_flooded, working_picture
from companion.vision.plane import CORNER_STEPS, FLOWER, Floats, plane_of
from companion.vision.same_size import same_sized
from companion.vision.settings import Settings

Mask = NDArray[np.uint8]
Pixels = NDArray[np.int32]

_LEAST_SIDE = 16  # pixels of the working picture; smaller, nothing printed on it could be read
_LEAST_SHARE = 0.0008  # of the picture
_MOST_SHARE = 0.6
_DEPTHS = (1.0, 1.7, 3.0, 5.0)  # in the least difference that is surely no noise
_COARSE = 3
_NECKS = (3, 9, 17)  # pixels
_RECTANGLE, _FLOWER = 0.93, 0.9  # overlap of a part with the shape fitted to it
_BY_BORDERS = 0.9  # the fit of a piece whose borders alone were seen
_HIDDEN = 0.3  # of a part that lies in a piece of the usual size, so that it is no piece itself
_OF_ONE_SIZE = 0.4  # of the area of all rectangles; less, and they are no cards and Story tiles
_READABLE = 0.004  # of the picture; smaller, nothing printed on a piece can be made out
LONGEST = 2.6  # length of a rectangle in its widths; a board is longer


@dataclass(frozen=True)
class Outline:
    """A piece's outline in pixels of the photo as displayed: four corners, or the flower's 18 from its centre's frame.

    ``shape``: ``rectangle``, ``flower``, ``part`` (cut by the rim, or covered) or ``strange`` (no piece of ours).
    ``fit``: overlap with the shape.
    ``usual``: whether it has the size most rectangles of the photo have.
    """

    shape: str
    corners_px: Floats
    fit: float
    area_px: float
    usual: bool = False

    @property
    def ratio(self) -> float:
        """A rectangle's shorter side to its longer one."""
        sides = np.linalg.norm(self.corners_px - np.roll(self.corners_px, -1, axis=0), axis=1)
        pair = sides[0] + sides[2], sides[1] + sides[3]
        return float(min(pair) / max(pair))


def _flower_ring() -> Floats:
    """The 18 outer corners of a flower around its centre, in order, (18, 2)."""
    corners = np.concatenate([plane_of([at]) + CORNER_STEPS for at in FLOWER])
    outer = corners[np.linalg.norm(corners, axis=1) > 1.1]
    unique = np.unique(np.round(outer, 6), axis=0)
    return np.asarray(unique[np.argsort(np.arctan2(unique[:, 1], unique[:, 0]))])


FLOWER_RING = _flower_ring()


def outlines_in(
    rgb: NDArray[np.uint8], size_px: tuple[int, int], settings: Settings, longest: float = LONGEST
) -> list[Outline]:
    """Every piece of the photo, from the upper left in reading order. ``longest``: of a rectangle, in its widths."""
    picture = working_picture(rgb, settings)
    ways = [_completed(way, rgb, picture.off) for way in parted(picture, picture.off, [(0, 0)], longest)]
    return in_photo(_ours(best_parted(ways), picture.off.size), size_px[0] / picture.rgb.shape[1])


def parted(
    picture: WorkingPicture, off: NDArray[np.float32], ground: Sequence[tuple[int, int]], longest: float = LONGEST
) -> list[list[Outline]]:
    """What lies there, in pixels of the working picture, by colours alone and by borders as well. ``ground``: places on
    which pieces lie."""
    shape = off.shape
    found = [one for depth in _DEPTHS for one in _parts(off > depth, shape, longest)]
    found += _parts(not_flooded(picture.rgb, off), shape, longest)
    ways = (found, found + _parts(enclosed(picture.rgb, ground), shape, longest))
    return [[one for one, _ in _best_apart(way)] for way in ways]


def best_parted(ways: Sequence[list[Outline]]) -> list[Outline]:
    return max(ways, key=_explained)


def in_photo(outlines: Sequence[Outline], back: float) -> list[Outline]:
    """In pixels of the photo, ``back`` of them in one of the working picture, in reading order."""
    return _in_rows([_scaled(one, back) for one in outlines])


def _ours(kept: Sequence[Outline], area: float) -> list[Outline]:
    """Without what is printed on pieces. Rectangles of all sizes are another game: all is strange."""
    whole = [one for one in kept if one.shape != "part"]
    largest = float(np.percentile([one.area_px for one in whole], 90)) if whole else 0.0
    left = [one for one in kept if one.shape == "part" or one.area_px > 0.15 * largest]
    rectangles = [one for one in left if one.shape == "rectangle"]
    alike = sum(one.area_px for one in rectangles if one.usual)
    strewn = len(rectangles) > 2 and alike < _OF_ONE_SIZE * sum(one.area_px for one in rectangles)
    return [
        replace(one, shape="strange") if one.shape != "part" and (strewn or one.area_px < _READABLE * area) else one
        for one in left
    ]


def _explained(kept: Sequence[Outline]) -> float:
    """How good a way to part the photo is: better whole pieces than many signs on them, or two of them as one."""
    whole = [one for one in kept if one.shape != "part"]
    most = max((one.area_px for one in whole), default=0.0)
    return sum(float(one.fit * one.area_px**0.75) for one in whole if one.area_px > 0.15 * most)


def _completed(kept: Sequence[Outline], rgb: NDArray[np.uint8], off: NDArray[np.float32]) -> list[Outline]:
    """With what has the size of others: a half that stands out gives way to the whole piece."""
    rectangles = [one for one in kept if one.shape == "rectangle"]
    new, alike = same_sized([one.corners_px for one in rectangles], rgb, off)
    usual = [replace(rectangles[k], usual=True) for k in alike]
    usual += [Outline("rectangle", c, _BY_BORDERS, float(cv2.contourArea(c.astype(np.float32))), True) for c in new]
    masks = [_filled(one.corners_px, off.shape) for one in usual]
    left = [one for one in kept if all(_covered(_filled(one.corners_px, off.shape), mask) < _HIDDEN for mask in masks)]
    return [*left, *usual]


def _covered(one: Mask, other: Mask) -> float:
    return float((one & other).sum() / max(1, one.sum()))


def _parts(mask: NDArray[np.bool_], shape: tuple[int, ...], longest: float) -> list[tuple[Outline, Mask]]:
    """Pieces among what differs. A thin neck between two is opened."""
    area_of_all = shape[0] * shape[1]
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours: list[Pixels] = []
    for neck in _NECKS:
        opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((neck, neck), np.uint8))
        contours += [
            np.asarray(one, np.int32) for one in cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        ]
    found = []
    for contour in contours:
        area = cv2.contourArea(contour)
        if not _LEAST_SHARE * area_of_all < area < _MOST_SHARE * area_of_all:
            continue
        ring = contour[:, 0].astype(np.float64)
        outline = _shape_of(ring, area, shape, longest)
        if outline is not None:
            found.append((outline, _filled(outline.corners_px, shape)))
    return found


def _filled(ring: Floats, shape: tuple[int, ...]) -> Mask:
    """What an outline covers, at a third of the working picture's size: enough to see what overlaps."""
    mask = np.zeros((shape[0] // _COARSE + 1, shape[1] // _COARSE + 1), np.uint8)
    cv2.fillPoly(mask, [np.round(ring / _COARSE).astype(np.int32)], 1)
    return mask


def _shape_of(ring: Floats, area: float, shape: tuple[int, ...], longest: float) -> Outline | None:
    (_, sides, _) = cv2.minAreaRect(ring.astype(np.float32))
    short, long = min(sides), max(sides)
    if short < _LEAST_SIDE:
        return None
    height, width = shape[:2]
    inner = ring[(ring > 1.5).all(axis=1) & (ring[:, 0] < width - 2.5) & (ring[:, 1] < height - 2.5)]
    if len(inner) < 0.98 * len(ring):
        return Outline("part", ring[:: max(1, len(ring) // 24)], 0.5, area)
    hull = cv2.convexHull(ring.astype(np.float32))
    solid = area / max(1.0, cv2.contourArea(hull))
    best = None
    if solid > 0.93 and area / (short * long) > 0.8 and long / short < longest:
        corners = _four_sides(ring)
        if corners is not None:
            fit = overlap(corners, ring)
            if fit > _RECTANGLE:
                best = Outline("rectangle", corners, fit, area)
    elif 0.78 < solid < 0.95 and long / short < 2.2:
        flower = _flower(ring)
        if flower is not None:
            fit = overlap(flower, ring)
            if fit > _FLOWER:
                best = Outline("flower", flower, fit, area)
    return best


def _four_sides(ring: Floats) -> Floats | None:
    """The rectangle's corners, from a line along each side: rounded corners do not pull them in."""
    box = cv2.boxPoints(cv2.minAreaRect(ring.astype(np.float32))).astype(np.float64)
    for _ in range(3):
        lines = []
        for k in range(4):
            a, b = box[k], box[(k + 1) % 4]
            along = b - a
            length = float(np.linalg.norm(along))
            if length < 5:
                return None
            along /= length
            off = ring - a
            t = off @ along / length
            d = off @ np.array([-along[1], along[0]])
            near = (t > 0.14) & (t < 0.86) & (np.abs(d) < 0.13 * length + 3)
            # Of two sides the nearer one has the point.
            if near.sum() < 8:
                return None
            vx, vy, x, y = cv2.fitLine(ring[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
            lines.append((np.array([x, y], np.float64), np.array([vx, vy], np.float64)))
        corners = [_crossing(lines[k - 1], lines[k]) for k in range(4)]
        if any(c is None for c in corners):
            return None
        box = np.array(corners)
    if not cv2.isContourConvex(box.astype(np.float32)):
        return None
    return box


def _crossing(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    matrix = np.stack([one[1], -other[1]], axis=1)
    if abs(np.linalg.det(matrix)) < 0.2:
        return None
    t = np.linalg.solve(matrix, other[0] - one[0])
    return np.asarray(one[0] + t[0] * one[1])


def _flower(ring: Floats) -> Floats | None:
    """The flower's 18 corners: a square of its moments, the best turn, then point by point onto the outline."""
    moments = cv2.moments(ring.astype(np.float32)[:, None])
    if moments["m00"] < 1:
        return None
    centre = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    spread = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]) / moments["m00"]
    own = cv2.moments(FLOWER_RING.astype(np.float32)[:, None])
    unit = np.sqrt(own["mu20"] / own["m00"])
    values, vectors = np.linalg.eigh(spread)
    if values[0] <= 0:
        return None
    root = vectors @ np.diag(np.sqrt(values)) @ vectors.T / unit
    best, corners = 0.0, None
    for degrees in range(0, 60, 4):
        a = np.radians(degrees)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        tried = FLOWER_RING @ (root @ spin).T + centre
        fit = overlap(tried, ring)
        if fit > best:
            best, corners = fit, tried
    if corners is None or best < 0.8:
        return None
    along = np.linspace(0, 1, 6, endpoint=False)
    dense = np.concatenate(
        [a + (b - a) * along[:, None] for a, b in zip(FLOWER_RING, np.roll(FLOWER_RING, -1, 0), strict=True)]
    )
    for _ in range(8):
        h = _homography(FLOWER_RING, corners)
        if h is None:
            return None
        placed = cv2.perspectiveTransform(dense[None].astype(np.float64), h)[0]
        gaps = np.linalg.norm(placed[:, None] - ring[None], axis=2)
        nearest = gaps.argmin(axis=1)
        close = gaps[np.arange(len(placed)), nearest] < 0.15 * np.sqrt(moments["m00"] / 6)
        if close.sum() < 30:
            return None
        h = _homography(dense[close], ring[nearest[close]])
        if h is None:
            return None
        corners = np.asarray(cv2.perspectiveTransform(FLOWER_RING[None].astype(np.float64), h)[0])
    return corners


def _homography(plane: Floats, px: Floats) -> Floats | None:
    found, _ = cv2.findHomography(plane.astype(np.float32), px.astype(np.float32), cv2.RANSAC, 4.0)
    matrix = np.asarray(found, np.float64)
    return matrix if matrix.shape == (3, 3) else None  # OpenCV gives None for points in a line


def overlap(shape: Floats, ring: Floats) -> float:
    """Common area of two outlines in shares of what they cover together."""
    both = np.concatenate([shape, ring])
    low = both.min(axis=0)
    scale = min(1.0, 200 / max(1.0, float((both.max(axis=0) - low).max())))
    size = np.ceil((both.max(axis=0) - low) * scale).astype(int) + 2
    one, other = np.zeros(size[::-1], np.uint8), np.zeros(size[::-1], np.uint8)
    cv2.fillPoly(one, [np.round((shape - low) * scale).astype(np.int32)], 1)
    cv2.fillPoly(other, [np.round((ring - low) * scale).astype(np.int32)], 1)
    return float((one & other).sum() / max(1, (one | other).sum()))


def _best_apart(found: Sequence[tuple[Outline, Mask]]) -> list[tuple[Outline, Mask]]:
    """Of parts that overlap the better shape; of equal ones the larger, since what is printed on a piece is in it.

    But not one that several good pieces make together.
    """
    whole = [one for one in found if one[0].shape != "part"]
    order = sorted(found, key=lambda one: (one[0].shape == "part", -one[0].area_px * one[0].fit ** 8))
    order = [one for one in order if one[0].shape == "part" or not _several(one, whole)]
    kept: list[tuple[Outline, Mask]] = []
    for outline, mask in order:
        total = int(mask.sum())
        if all(int((mask & other).sum()) < 0.25 * min(total, int(other.sum())) for _, other in kept):
            kept.append((outline, mask))
    return kept


def _several(one: tuple[Outline, Mask], others: Sequence[tuple[Outline, Mask]]) -> bool:
    """Whether two and more pieces lie in it side by side, with the table between them."""
    area = one[0].area_px
    inner = [
        o for o in others if 0.12 * area < o[0].area_px < 0.6 * area and int((o[1] & one[1]).sum()) > 0.9 * o[1].sum()
    ]
    apart: list[tuple[Outline, Mask]] = []
    for o in sorted(inner, key=lambda o: -o[0].area_px):
        if all(int((o[1] & p[1]).sum()) < 0.1 * o[1].sum() for p in apart):
            apart.append(o)
    if len(apart) < 2:
        return False
    covered = sum(o[0].area_px for o in apart) / area
    sizes = [o[0].area_px for o in apart]
    return len(apart) >= 2 and 0.3 < covered < 0.95 and max(sizes) < 2 * min(sizes)


def _scaled(one: Outline, back: float) -> Outline:
    return replace(one, corners_px=(one.corners_px + 0.5) * back - 0.5, area_px=one.area_px * back * back)


def _in_rows(outlines: list[Outline]) -> list[Outline]:
    """As one reads: rows from above, each from the left."""
    if not outlines:
        return []
    middles = np.array([one.corners_px.mean(axis=0) for one in outlines])
    tall = float(np.median([np.ptp(one.corners_px[:, 1]) for one in outlines]))
    order, left = [], sorted(range(len(outlines)), key=lambda k: middles[k, 1])
    while left:
        top = middles[left[0], 1]
        row = [k for k in left if middles[k, 1] < top + 0.6 * tall]
        order += sorted(row, key=lambda k: middles[k, 0])
        left = [k for k in left if k not in row]
    return [outlines[k] for k in order]
