"""Find a player's board in a photo: the large rectangle that other pieces lie on, under and beside.

Its sides are long straight lines. Beyond a side lies the table, or what is tucked under the board; nowhere is the table
within it. Seen by a usual phone, its four corners show the plane of the table.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.colour import table_colours
from companion.vision.plane import Floats
from companion.vision.settings import Settings

_STEPS = 48  # places looked at along a side
_BESIDE = 3.0  # pixels from a side, on both sides of it
_LEAST_LINE = 0.05  # of the picture's longer side
_MOST_LINES = 24  # of those that lie along, and of those that lie across
_LEAST_SIDE, _LEAST_SHARE, _MOST_SHARE = 0.07, 0.02, 0.6  # of the picture's longer side; of the picture
_FULL = 0.8  # of a board that is no table
_SUPPORT, _WEAKEST = 0.72, 0.45  # of all sides, and of each
_FOCAL = 0.8  # of the picture's longer side: a phone's camera
_TRIED = 40
_LONG = (1.8, 8.0)  # length of a board in its widths: eight places lie in a row


@dataclass(frozen=True)
class Board:
    """``corners`` (4, 2), clockwise from the upper left, in pixels of the working picture; ``long``: in its heights."""

    corners: Floats
    long: float
    support: float

    def to_frame(self, height: float) -> Floats:
        """The homography to the board seen straight, so many pixels high, its upper left corner at 0."""
        wide = height * self.long
        frame = np.array([[0, 0], [wide, 0], [wide, height], [0, height]], np.float32)
        return np.asarray(cv2.getPerspectiveTransform(self.corners.astype(np.float32), frame), np.float64)

    def mask(self, shape: tuple[int, ...]) -> NDArray[np.uint8]:
        mask = np.zeros(shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.round(self.corners).astype(np.int32)], 1)
        return mask


def find_board(lab: NDArray[np.float32], off: NDArray[np.float32]) -> Board | None:
    """``off``: how far each place is from the table, 1.0 where it surely is none."""
    along, across = _lines(lab, off)
    if len(along) < 2 or len(across) < 2:
        return None
    i, j = np.triu_indices(len(along), 1)
    k, m = np.triu_indices(len(across), 1)
    a, b = np.repeat(i, len(k)), np.repeat(j, len(k))
    c, d = np.tile(k, len(i)), np.tile(m, len(i))
    quads = np.stack(
        [_crossings(along[a], across[c]), _crossings(along[a], across[d]), _crossings(along[b], across[d]),
         _crossings(along[b], across[c])], axis=1,
    )  # fmt: skip
    quads = _clockwise(quads)
    quads = quads[_sensible(quads, off.shape)]
    if len(quads):
        quads = quads[_fullness(quads, off) > _FULL]
    if not len(quads):
        return None
    supports = np.concatenate([_supports(part, lab, off) for part in np.array_split(quads, 1 + len(quads) // 2000)])
    lengths = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    total = (supports * lengths).sum(axis=1) / lengths.sum(axis=1)
    worth = (np.clip(supports, 0, 1) ** 2 * lengths).sum(axis=1)
    worth[(total < _SUPPORT) | (supports.min(axis=1) < _WEAKEST)] = 0
    for k in np.argsort(-worth)[:_TRIED]:
        long = _aspect(quads[k], off.shape)
        if worth[k] > 0 and _LONG[0] < max(long, 1 / long) < _LONG[1] and not _broken(quads[k], off):
            return Board(quads[k], long, float(total[k]))
    return None


def _lines(lab: NDArray[np.float32], off: NDArray[np.float32]) -> tuple[Floats, Floats]:
    """The longest straight lines, those that lie along the picture and those across it: point and direction, (n, 4)."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    ends = []
    blurred = cv2.GaussianBlur(lab, (0, 0), 0.8)
    pictures = [blurred[..., 0] * 2.55, blurred[..., 1] * 2 + 128, blurred[..., 2] * 2 + 128, np.minimum(off, 2) * 100]
    for picture in pictures:
        got = detector.detect(np.clip(picture, 0, 255).astype(np.uint8))[0]
        if got is not None:
            ends.append(got.reshape(-1, 4).astype(np.float64))
    if not ends:
        return np.zeros((0, 4)), np.zeros((0, 4))
    segments = np.concatenate(ends)
    vectors = segments[:, 2:] - segments[:, :2]
    length = np.linalg.norm(vectors, axis=1)
    kept = length > _LEAST_LINE * max(off.shape)
    segments, vectors, length = segments[kept], vectors[kept], length[kept]
    lines = np.concatenate([(segments[:, :2] + segments[:, 2:]) / 2, vectors / length[:, None]], axis=1)
    flat = np.abs(lines[:, 2]) >= np.abs(lines[:, 3])
    return _merged(lines[flat], length[flat]), _merged(lines[~flat], length[~flat])


def _merged(lines: Floats, length: Floats) -> Floats:
    """Lines that lie on each other are one; the longest in all come first."""
    kept: list[Floats] = []
    weights: list[float] = []
    for k in np.argsort(-length):
        for n, other in enumerate(kept):
            gap = lines[k, :2] - other[:2]
            off = abs(gap[0] * other[3] - gap[1] * other[2])
            turned = abs(lines[k, 2] * other[3] - lines[k, 3] * other[2])
            if off < 2.5 and turned < 0.05:
                weights[n] += length[k]
                break
        else:
            kept.append(lines[k])
            weights.append(float(length[k]))
    order = np.argsort(-np.array(weights))[:_MOST_LINES]
    return np.array(kept).reshape(-1, 4)[order]


def _crossings(one: Floats, other: Floats) -> Floats:
    cross = one[:, 2] * other[:, 3] - one[:, 3] * other[:, 2]
    gap = other[:, :2] - one[:, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (gap[:, 0] * other[:, 3] - gap[:, 1] * other[:, 2]) / cross
    return np.asarray(np.where(np.abs(cross)[:, None] > 0.3, one[:, :2] + t[:, None] * one[:, 2:], np.nan))


def _clockwise(quads: Floats) -> Floats:
    """Each from its upper left corner."""
    middle = quads.mean(axis=1, keepdims=True)
    angle = np.arctan2(quads[..., 1] - middle[..., 1], quads[..., 0] - middle[..., 0])
    order = np.argsort(angle, axis=1)
    return np.take_along_axis(quads, order[..., None], axis=1)


def _sensible(quads: Floats, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    height, width = shape
    finite = np.isfinite(quads).all(axis=(1, 2))
    quads = np.nan_to_num(quads)
    inside = ((quads > -2) & (quads < np.array([width, height]) + 2)).all(axis=(1, 2))
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    x, y = quads[..., 0], quads[..., 1]
    area = 0.5 * np.abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
    alike = np.abs(np.log(np.maximum(sides[:, :2], 1) / np.maximum(sides[:, 2:], 1))).max(axis=1) < 0.5
    large = (area > _LEAST_SHARE * height * width) & (area < _MOST_SHARE * height * width)
    return np.asarray(finite & inside & alike & large & (sides.min(axis=1) > _LEAST_SIDE * max(shape)))


def _broken(quad: Floats, off: NDArray[np.float32]) -> bool:
    """Whether the table runs right through it: pieces that lie in a row are no board."""
    frame = np.array([[0, 0], [_ACROSS, 0], [_ACROSS, _ACROSS], [0, _ACROSS]], np.float32)
    forth = cv2.getPerspectiveTransform(quad.astype(np.float32), frame)
    table = cv2.warpPerspective(off, forth, (_ACROSS, _ACROSS), flags=cv2.INTER_AREA) < 0.8
    inner = table[4:-4, 4:-4]
    return bool(max(inner.mean(axis=0).max(), inner.mean(axis=1).max()) > _THROUGH)


_ACROSS, _THROUGH = 128, 0.85  # places looked at along and across a board; of a line through it that is table
_GRID = (np.stack(np.meshgrid(np.arange(10), np.arange(10)), axis=-1).reshape(-1, 2) + 0.5) / 10


def _fullness(quads: Floats, off: NDArray[np.float32]) -> Floats:
    """How much of each quad is no table."""
    u, v = _GRID[:, :1], _GRID[:, 1:]
    a, b, c, d = (quads[:, None, k] for k in range(4))
    at = (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c)
    return np.asarray((_at(off, at)[0] > 0.8).mean(axis=1))


def _at(picture: NDArray[np.float32], px: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    x, y = np.round(px[..., 0]).astype(int), np.round(px[..., 1]).astype(int)
    height, width = picture.shape[:2]
    there = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    return picture[np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)], there


def _supports(quads: Floats, lab: NDArray[np.float32], off: NDArray[np.float32]) -> Floats:
    """How well each side shows, (n, 4): 1 where it parts the table from what is none, less where it is covered."""
    t = 0.02 + 0.96 * (np.arange(_STEPS) + 0.5) / _STEPS
    a, b = quads, np.roll(quads, -1, axis=1)
    along = b - a
    unit = along / np.linalg.norm(along, axis=2, keepdims=True)
    out = np.stack([unit[..., 1], -unit[..., 0]], axis=-1)[:, :, None]  # clockwise on the screen: outwards is left
    at = a[:, :, None] + t[:, None] * along[:, :, None]
    inner = np.minimum(*(_at(off, at - far * out)[0] for far in (_BESIDE, 2.5 * _BESIDE)))
    outer, there = _at(off, at + _BESIDE * out)
    steps = []
    for shift in (-1.0, 0.0, 1.0):
        one, _ = _at(lab, at + (shift - 2) * out)
        other, _ = _at(lab, at + (shift + 2) * out)
        steps.append(np.linalg.norm(one - other, axis=-1))
    step = np.max(steps, axis=0)
    within, beyond = inner > 0.8, ~(outer > 0.8)
    score = np.where(within & beyond, 1.0, np.where(within, np.where(step > 6.0, 0.7, 0.0), -0.7))
    return np.asarray(np.where(there, score, 0.0).mean(axis=2))


def _aspect(corners: Floats, shape: tuple[int, ...]) -> float:
    """Length of the upper side in those of the left one, as a usual phone sees it."""
    height, width = shape
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    h = cv2.getPerspectiveTransform(square, (corners - np.array([width, height]) / 2).astype(np.float32))
    focal = _FOCAL * max(shape)
    one, other = (np.linalg.norm([h[0, k] / focal, h[1, k] / focal, h[2, k]]) for k in (0, 1))
    return float(one / other)


_RING = 0.16  # of a board's height along its rim: its colours are learned there
_COLOURS = 6
_ALL_AROUND, _SECTORS = 0.4, 8  # parts of the rim, eight a side, in which a colour of the board is seen at least
_RIM_SPREAD = (1.8, 8.0)
NOISE = 4.0


def off_ground(
    lab: NDArray[np.float32], off: NDArray[np.float32], board: Board, settings: Settings
) -> NDArray[np.float32]:
    """How far each place is from the table, and on the board from the board: what is left are the pieces."""
    _height, _width = off.shape
    tall = float(np.linalg.norm(board.corners[3] - board.corners[0]))
    inside = board.mask(off.shape)
    reach = max(3, round(_RING * tall))
    core = cv2.erode(inside, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    edge = cv2.erode(inside, np.ones((5, 5), np.uint8))
    places = np.argwhere((edge > 0) & (core == 0))[:, ::-1].astype(np.float64)
    places = places[:: max(1, len(places) // 3000)]
    ring = lab[places[:, 1].astype(int), places[:, 0].astype(int)].astype(np.float64)
    means, spreads = table_colours(ring, replace(settings, table_colours=_COLOURS))
    spreads = np.clip(spreads, *_RIM_SPREAD)
    # What lies on the board is in a few places; its own colours are all around.
    nearest = (((ring[:, None] - means) / spreads) ** 2).sum(axis=2).argmin(axis=1)
    sector = _sectors(board, places)
    common = [np.mean([(nearest[sector == k] == n).mean() > 0.1 for k in np.unique(sector)]) for n in range(len(means))]
    kept = np.array(common) >= min(_ALL_AROUND, max(common))
    means, spreads = means[kept], spreads[kept]
    apart = np.min([(((lab - m) / s) ** 2).sum(axis=2) for m, s in zip(means, spreads, strict=True)], axis=0)
    own = np.sqrt(apart) / NOISE
    after = np.where(edge > 0, own, off)
    rim = (cv2.dilate(inside, np.ones((3, 3), np.uint8)) > 0) & (edge == 0)
    # Along its rim a board is neither wholly itself nor wholly the table.
    after[rim] = np.minimum(off, own)[rim]
    return np.asarray(after, np.float32)


def _sectors(board: Board, places: Floats) -> NDArray[np.int64]:
    """Which part of the rim each place (n, 2) is nearest to."""
    u, v = cv2.perspectiveTransform(places[None], board.to_frame(1.0))[0].T
    u = u / board.long
    gaps = np.stack([v, 1 - v, u * board.long, (1 - u) * board.long])
    side = gaps.argmin(axis=0)
    along = np.where(side < 2, u, v)
    return np.asarray(side * _SECTORS + np.clip((along * _SECTORS).astype(int), 0, _SECTORS - 1))
