"""Pieces of one size: where most rectangles of a photo are alike, the others are looked for with that size.

The good ones show the plane of the table: seen straight from above all are equal. There a rectangle of known size is
tried at every straight line, and its four sides decide. So a half of a card that stands out becomes the whole card,
and pieces that touch, lie in glare, or have the colour of the table are found by their borders.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.plane import Floats

SHORT = 56.0  # pixels of a piece's shorter side where the table is seen straight
_ALIKE = (0.22, 0.13, 0.13)  # how far sides of pieces of one size may be apart, as a share, while the plane is fitted
_USUAL = np.array([0.0, 0.0, np.log(1.6)])  # a phone's camera, from above
_SURE = np.array([0.02, 0.02, 0.6])  # of that, in shares of a side
_LEAST = 2  # pieces of one size from which on a size is known
_LONGEST_SIDE = 1500  # pixels of the table seen straight
_SEGMENTS, _STEPS = 8, 5  # a side is looked at in so many pieces, at so many places each
_OFFSETS = np.arange(-2, 3)
_SAME_STEP = 2.2  # Lab: a border fainter than this is none, however even the picture
_SHARE = 0.72  # of the borders that must be seen
_WEAKEST = 0.37  # of each side
_PART = 0.09  # a part of a piece has one side of it, as far as this
_PRINTED = 0.3  # of a piece's area: what is smaller may be printed on it
_MOST = 60  # pieces of one size in a photo
_NEAREST = 6  # rectangles tried for one place


def same_sized(
    rectangles: Sequence[Floats], rgb: NDArray[np.uint8], off: NDArray[np.float32]
) -> tuple[list[Floats], list[int]]:
    """Rectangles (4, 2) found with the size others have, and which of those given have a size others have too.

    ``off``: how far each place is from the table, in the size the rectangles are in; ``rgb`` may be larger.
    """
    got = plane_of_sizes(rectangles, off.shape)
    if got is None:
        return [], []
    plane, alike = got
    height, width = off.shape
    rim = plane.there(np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    low = rim.min(axis=0)
    size = np.ceil(rim.max(axis=0) - low)
    if size.max() > _LONGEST_SIDE:
        return [], []
    forth = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ plane.straight
    larger = np.diag([width / rgb.shape[1], height / rgb.shape[0], 1.0])
    frame = int(size[0]), int(size[1])
    seen = cv2.warpPerspective(rgb, forth @ larger, frame, flags=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)
    unlike, inside = (
        np.asarray(cv2.warpPerspective(mask.astype(np.uint8), forth, frame, flags=cv2.INTER_NEAREST), np.uint8)
        for mask in (off > 1, off >= 0)
    )
    there = [cv2.perspectiveTransform(corners[None].astype(np.float64), forth)[0] for corners in rectangles]
    known = [one for k, one in enumerate(there) if k in alike or _of_another_size(one, plane.sides)]
    new = found_by_sides(lab, plane.sides, known, unlike, inside)
    home = np.linalg.inv(forth)
    return [np.asarray(cv2.perspectiveTransform(corners[None], home)[0]) for corners in new], alike


def _of_another_size(corners: Floats, sides: tuple[float, float]) -> bool:
    """Whether a rectangle is a smaller piece, and neither a part of one of this size nor printed on it."""
    own = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    pair = (own[:2] + own[2:]) / 2
    apart = np.abs(np.log(pair[:, None] / np.array(sides))).min()
    share = pair.prod() / (sides[0] * sides[1])
    return bool(apart > _PART and _PRINTED < share < 1.2)


@dataclass(frozen=True)
class Plane:
    """``straight`` (3, 3) leads from pixels to the table seen straight; ``sides``: how long a piece's are there."""

    straight: Floats
    sides: tuple[float, float]

    def there(self, px: Floats) -> Floats:
        return np.asarray(cv2.perspectiveTransform(px[None].astype(np.float64), self.straight)[0])


def plane_of_sizes(rectangles: Sequence[Floats], shape: tuple[int, ...]) -> tuple[Plane, list[int]] | None:
    """The table's plane and which of the rectangles (4, 2) are of the size most of them have."""
    if len(rectangles) < _LEAST:
        return None
    middle, reach = np.array([shape[1], shape[0]]) / 2, max(shape[:2]) / 2
    corners = (np.array(rectangles) - middle) / reach
    values = _USUAL.copy()
    alike = _most_alike(_sides(corners, values), 0.35)
    for tolerance in _ALIKE:
        if len(alike) < _LEAST:
            return None
        values = _fitted(corners[alike], values)
        alike = _most_alike(_sides(corners, values), tolerance)
    if len(alike) < _LEAST:
        return None
    short, long = np.median(np.sort(_sides(corners[alike], values), axis=1), axis=0)
    norm = np.array([[1 / reach, 0, -middle[0] / reach], [0, 1 / reach, -middle[1] / reach], [0, 0, 1]])
    scale = SHORT / short
    straight = np.diag([scale, scale, 1.0]) @ _matrix(values) @ norm
    return Plane(straight, (SHORT, float(SHORT * long / short))), alike


def _matrix(values: Floats) -> Floats:
    """A camera tilted by two angles, and the logarithm of its focal length in halves of the picture's longer side."""
    turned, _ = cv2.Rodrigues(np.array([values[0], values[1], 0.0]))
    near = np.exp(-values[2])
    return np.asarray(turned @ np.diag([near, near, 1.0]), np.float64)


def _sides(corners: Floats, values: Floats) -> Floats:
    """Two lengths of each rectangle (n, 4, 2) on the plane, (n, 2)."""
    seen = cv2.perspectiveTransform(corners.reshape(1, -1, 2), _matrix(values)).reshape(-1, 4, 2)
    lengths = np.linalg.norm(seen - np.roll(seen, -1, axis=1), axis=2)
    return np.asarray((lengths[:, :2] + lengths[:, 2:]) / 2)


def _most_alike(sides: Floats, tolerance: float) -> list[int]:
    logs = np.log(np.sort(sides, axis=1))
    near = (np.abs(logs[:, None] - logs[None]) < tolerance).all(axis=2)
    # Not what is printed on them, however often, and not two that touch as one.
    best = int((near @ sides.prod(axis=1) ** 0.75).argmax())
    centre = np.median(logs[near[best]], axis=0)
    return [int(k) for k in np.nonzero((np.abs(logs - centre) < tolerance).all(axis=1))[0]]


def _fitted(corners: Floats, values: Floats) -> Floats:
    """Perspective and stretch under which the rectangles have equal sides and right angles."""

    def off(tried: Floats) -> Floats:
        seen = cv2.perspectiveTransform(corners.reshape(1, -1, 2), _matrix(tried)).reshape(-1, 4, 2)
        lengths = np.linalg.norm(seen - np.roll(seen, -1, axis=1), axis=2)
        flip = lengths[:, 0] + lengths[:, 2] > lengths[:, 1] + lengths[:, 3]
        lengths[flip] = np.roll(lengths[flip], 1, axis=1)
        across = np.linalg.norm(seen[:, :2] - seen[:, 2:], axis=2)
        logs = np.log(np.concatenate([lengths, across], axis=1))
        short, long = np.median(logs[:, [0, 2]]), np.median(logs[:, [1, 3]])
        diagonal = 0.5 * np.log(np.exp(2 * short) + np.exp(2 * long))
        gaps = logs - np.array([short, long, short, long, diagonal, diagonal])
        return np.concatenate([np.clip(gaps, -0.1, 0.1).ravel(), _SURE * (tried - _USUAL)])

    for _ in range(10):
        here = off(values)
        slope = np.stack([(off(values + step) - here) / 1e-4 for step in 1e-4 * np.eye(3)], axis=1)
        values = values - np.linalg.lstsq(slope, here, rcond=None)[0]
        values = np.clip(values, _USUAL - 1.0, _USUAL + 1.0)
    return values


def found_by_sides(
    seen: NDArray[np.float32],
    sides: tuple[float, float],
    known: Sequence[Floats],
    unlike: NDArray[np.uint8],
    inside: NDArray[np.uint8],
) -> list[Floats]:
    """Rectangles (4, 2) of this size that have all their borders, beside those that are known.

    ``unlike``: what is not the table's colour; ``inside``: what is in the photo.
    """
    tried = _at_lines(seen, sides)
    free = _free(seen.shape, known)
    rim = np.asarray(cv2.erode(inside, np.ones((7, 7), np.uint8), borderValue=0), np.uint8)
    tried = tried[(_share_of(free, tried) > 0.93) & _all_in(rim, tried)]
    if not len(tried):
        return []
    least = _usual_step(seen, sides)
    near = np.asarray(cv2.dilate(1 - free, np.ones((5, 5), np.uint8)), np.uint8)
    scores = _scores(seen, tried, least, near, _share_of(unlike, tried))
    kept: list[Floats] = []
    for _ in range(_MOST):
        scores[_share_of(free, tried) < 0.93] = 0
        best = np.argsort(-scores)[: _NEAREST * 4]
        if not len(best) or scores[best[0]] <= 0:
            break
        rivals = [k for k in best if scores[k] > 0.8 * scores[best[0]] and _near(tried[k], tried[best[0]], sides[0])]
        moved = [_moved(seen, tried[k], least) for k in rivals[:_NEAREST]]
        corners = max(moved, key=lambda one: one[1])[0]
        kept.append(corners)
        cv2.fillPoly(free, [np.round(corners).astype(np.int32)], 0)
        scores[best[0]] = 0
    return kept


def _near(one: Floats, other: Floats, short: float) -> bool:
    return bool(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) < 0.4 * short)


def _all_in(mask: NDArray[np.uint8], rectangles: Floats) -> NDArray[np.bool_]:
    x, y = np.round(rectangles[..., 0]).astype(int), np.round(rectangles[..., 1]).astype(int)
    within = (x >= 0) & (y >= 0) & (x < mask.shape[1]) & (y < mask.shape[0])
    return np.asarray(
        (within & (mask[np.clip(y, 0, mask.shape[0] - 1), np.clip(x, 0, mask.shape[1] - 1)] > 0)).all(axis=1)
    )


def _free(shape: tuple[int, ...], known: Sequence[Floats]) -> NDArray[np.uint8]:
    free = np.ones(shape[:2], np.uint8)
    for corners in known:
        cv2.fillPoly(free, [np.round(corners).astype(np.int32)], 0)
    return free


_INNER = (np.stack(np.meshgrid(np.arange(6), np.arange(8)), axis=-1).reshape(-1, 2) + 0.5) / (6, 8)


def _share_of(free: NDArray[np.uint8], rectangles: Floats) -> Floats:
    """How much of each rectangle (n, 4, 2) is free."""
    a, b, d = rectangles[:, None, 0], rectangles[:, None, 1], rectangles[:, None, 3]
    at = a + _INNER[:, :1] * (b - a) + _INNER[:, 1:] * (d - a)
    x, y = np.round(at[..., 0]).astype(int), np.round(at[..., 1]).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < free.shape[1]) & (y < free.shape[0])
    got = free[np.clip(y, 0, free.shape[0] - 1), np.clip(x, 0, free.shape[1] - 1)]
    return np.asarray((got * inside).mean(axis=1))


def _at_lines(seen: NDArray[np.float32], sides: tuple[float, float]) -> Floats:
    """Rectangles of this size with a side along each straight line, from either of its ends, (n, 4, 2)."""
    detector = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD)
    lines = []
    for channel, least, most in ((0, 0.0, 100.0), (1, -60.0, 60.0), (2, -60.0, 60.0)):
        grey = np.clip(
            (seen[..., channel] - least) / (most - least) * 255 * (1 if channel == 0 else 2)
            - (0 if channel == 0 else 127),
            0,
            255,
        )
        got = detector.detect(grey.astype(np.uint8))[0]
        if got is not None:
            lines.append(got.reshape(-1, 2, 2).astype(np.float64))
    if not lines:
        return np.zeros((0, 4, 2))
    ends = np.concatenate(lines)
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1)
    long = length > 0.3 * sides[0]
    ends, along = ends[long], along[long] / length[long, None]
    across = np.stack([-along[:, 1], along[:, 0]], axis=1)
    tried = []
    for first, second in (sides, sides[::-1]):
        for start, way in ((ends[:, 0], along), (ends[:, 1], -along)):
            for side in (across, -across):
                e, f = way * first, side * second
                tried.append(np.stack([start, start + e, start + e + f, start + f], axis=1))
    return np.concatenate(tried)


def _steps(seen: NDArray[np.float32], rectangles: Floats) -> Floats:
    """How much the colour changes across each part of each side, (n, 4, _SEGMENTS, offsets)."""
    count = _SEGMENTS * _STEPS
    t = 0.06 + 0.88 * (np.arange(count) + 0.5) / count
    a, b = rectangles, np.roll(rectangles, -1, axis=1)
    along = b - a
    unit = along / np.linalg.norm(along, axis=2, keepdims=True)
    normal = np.stack([-unit[..., 1], unit[..., 0]], axis=-1)
    middle = rectangles.mean(axis=1)
    inwards = np.sign(((middle[:, None] - a) * normal).sum(axis=2))[..., None]
    normal = normal * inwards
    at = a[:, :, None] + t[None, None, :, None] * along[:, :, None]  # (n, 4, count, 2)
    reach = np.arange(-4, 5)
    px = at[:, :, :, None] + normal[:, :, None, None] * reach[:, None]
    x, y = px[..., 0].astype(np.float32), px[..., 1].astype(np.float32)
    flat = (x.shape[0], -1)
    got = cv2.remap(seen, x.reshape(flat), y.reshape(flat), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    got = got.reshape(*x.shape, 3).reshape(len(rectangles), 4, _SEGMENTS, _STEPS, len(reach), 3).mean(axis=3)
    steps = []
    for offset in _OFFSETS:
        k = offset + 4
        steps.append(got[..., k + 1 : k + 3, :].mean(axis=-2) - got[..., k - 2 : k, :].mean(axis=-2))
    return np.asarray(np.linalg.norm(np.stack(steps, axis=3) * np.array([0.8, 1.0, 1.0]), axis=-1))


def _usual_step(seen: NDArray[np.float32], sides: tuple[float, float]) -> float:
    """What colours change by where there is no border: three of four places change less."""
    rng = np.random.default_rng(1)
    count = 150
    a = rng.uniform(0, 2 * np.pi, count)
    u, v = np.stack([np.cos(a), np.sin(a)], axis=1), np.stack([-np.sin(a), np.cos(a)], axis=1)
    at = rng.uniform(0, 1, (count, 2)) * (seen.shape[1], seen.shape[0])
    e, f = u * sides[0], v * sides[1]
    random = np.stack([at, at + e, at + e + f, at + f], axis=1)
    steps = _steps(seen, random)
    return max(_SAME_STEP, float(np.percentile(steps[..., 2], 72)))


def _scores(
    seen: NDArray[np.float32], rectangles: Floats, least: float, near: NDArray[np.uint8], unlike: Floats
) -> Floats:
    """How well the borders of each are seen; 0 where they are not. A neighbour's border is none of one's own."""
    scores = np.zeros(len(rectangles))
    for k in range(0, len(rectangles), 500):
        part = rectangles[k : k + 500]
        steps = _steps(seen, part)
        clear = np.clip(steps / least, 0, 2).mean(axis=2)  # (n, 4, offsets)
        best = clear.argmax(axis=2)
        there = np.take_along_axis(steps, best[:, :, None, None], axis=3)[..., 0] > least
        share = there.mean(axis=2)
        own = (there & ~_beside(near, part)).mean(axis=(1, 2))
        total, weakest = share.mean(axis=1), share.min(axis=1)
        good = (total > _SHARE) & (weakest > _WEAKEST) & ((unlike[k : k + 500] > 0.3) | (own > 0.85))
        strength = clear.max(axis=2).mean(axis=1)
        scores[k : k + 500] = np.where(good, total + 0.3 * strength, 0.0)
    return scores


def _moved(seen: NDArray[np.float32], corners: Floats, least: float) -> tuple[Floats, float]:
    """A rectangle turned and moved a little, to where its borders are clearest."""
    for reach, turn in ((2.0, 2.0), (1.0, 1.0)):
        tried = []
        middle = corners.mean(axis=0)
        for degrees in (-turn, 0.0, turn):
            a = np.radians(degrees)
            spun = (corners - middle) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + middle
            tried += [spun + np.array([dx, dy]) for dx in (-reach, 0, reach) for dy in (-reach, 0, reach)]
        clear = np.clip(_steps(seen, np.array(tried))[..., 2] / least, 0, 3).mean(axis=(1, 2))
        corners = tried[int(clear.argmax())]
    return corners, float(clear.max())


def _beside(near: NDArray[np.uint8], rectangles: Floats) -> NDArray[np.bool_]:
    """Which parts of the sides lie along a known piece, (n, 4, _SEGMENTS)."""
    t = (np.arange(_SEGMENTS) + 0.5) / _SEGMENTS
    at = rectangles[:, :, None] + t[:, None] * (np.roll(rectangles, -1, axis=1) - rectangles)[:, :, None]
    x, y = np.round(at[..., 0]).astype(int), np.round(at[..., 1]).astype(int)
    return np.asarray(near[np.clip(y, 0, near.shape[0] - 1), np.clip(x, 0, near.shape[1] - 1)] > 0)
