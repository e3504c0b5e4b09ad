"""Pieces laid straight: a rectangle as an upright picture with its grounds and marks, a flower with its spaces."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import SPACE_POINTS, Samples
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.signs import Mark, marks_in
from companion.rules.hexes import SIDES, Hex
from companion.vision.cut import FLOWER_RING, Outline

TALL = 240  # pixels of a straightened rectangle
UNIT = 60  # pixels between the spaces of a straightened flower
_RIM = 0.05  # of a rectangle's sides that are left out: frames, rounded corners, shadows
_TWO_GROUNDS = 11.0  # Lab between the halves of a card with two terrains
_FLOOR = np.array([3.0, 2.2, 2.2])
_FAR = 4.5  # deviations of the ground from which on something is no ground


@dataclass(frozen=True)
class Rectangle:
    """``lab`` (TALL, w, 3), its long side upright; ``back`` (3, 3) leads from its pixels to the photo's.

    ``grounds``: the typical colours of its upper and lower half. ``spread``: how much they vary.
    """

    outline: Outline
    lab: NDArray[np.float32]
    back: Floats
    grounds: Floats
    spread: float
    marks: tuple[Mark, ...]

    @property
    def two(self) -> bool:
        gap = (self.grounds[0] - self.grounds[1]) * np.array([0.7, 1.0, 1.0])
        return bool(np.linalg.norm(gap) > _TWO_GROUNDS)

    def to_photo(self, x: float, y: float) -> tuple[float, float]:
        px = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), self.back)[0, 0]
        return float(px[0]), float(px[1])


def straightened(lab: NDArray[np.float32], scale: float, outline: Outline) -> Rectangle:
    """A rectangle of the photo, laid upright. ``lab``: the photo; ``scale``: its pixels to the photo's as displayed."""
    corners = outline.corners_px
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    first = int(corners.sum(axis=1).argmin())
    corners = np.roll(corners, -first, axis=0)  # clockwise as one sees it, from the upper left
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    across, down = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    if across > down:
        corners = np.roll(corners, -1, axis=0)
        across, down = down, across
    wide = max(40, round(TALL * across / down))
    frame = np.array([[0, 0], [wide - 1, 0], [wide - 1, TALL - 1], [0, TALL - 1]], np.float32)
    forth = cv2.getPerspectiveTransform(frame, ((corners + 0.5) * scale - 0.5).astype(np.float32))
    warped = cv2.warpPerspective(
        lab, forth, (wide, TALL), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    back = cv2.getPerspectiveTransform(frame, corners.astype(np.float32))
    picture = np.asarray(warped, np.float32)
    grounds, spread, marks = _grounds(picture)
    return Rectangle(outline, picture, np.asarray(back, np.float64), grounds, spread, marks)


def _grounds(picture: NDArray[np.float32]) -> tuple[Floats, float, tuple[Mark, ...]]:
    tall, wide = picture.shape[:2]
    dx, dy = round(_RIM * wide) + 2, round(_RIM * tall) + 1
    halves = [picture[dy : tall // 2 - 3, dx : wide - dx], picture[tall // 2 + 3 : tall - dy, dx : wide - dx]]
    places = np.stack(
        [half[:: max(1, half.shape[0] // 9), :: max(1, half.shape[1] // 9)][:9, :9].reshape(-1, 3) for half in halves]
    )
    typical = Samples(
        tuple(Hex(k, 0) for k in range(2)), places[:, : 37 * 3].astype(np.float64)[:, _spaced(places.shape[1])]
    ).typical
    gap = (typical[0] - typical[1]) * np.array([0.7, 1.0, 1.0])
    one = bool(np.linalg.norm(gap) <= _TWO_GROUNDS)
    off = np.zeros((tall, wide), bool)
    spreads = []
    for k, (top, bottom) in enumerate(((0, tall // 2), (tall // 2, tall))):
        ground = typical.mean(axis=0) if one else typical[k]
        apart = np.abs(picture[top:bottom] - ground)
        inner = apart[4:-4, dx : wide - dx].reshape(-1, 3)
        near = inner[(inner < 25).all(axis=1)]
        own = np.maximum(1.3 * np.percentile(near, 60, axis=0), _FLOOR) if len(near) > 50 else _FLOOR * 2
        spreads.append(float(np.percentile(near[:, 0], 60)) if len(near) > 50 else 9.0)
        off[top:bottom] = np.sqrt(((apart / own) ** 2).sum(axis=2)) > _FAR
    if not one:
        off[tall // 2 - 3 : tall // 2 + 3] = False
    rim = np.zeros_like(off)
    rim[dy : tall - dy, dx : wide - dx] = True
    return typical, float(np.mean(spreads)), tuple(marks_in(off & rim, 0.045 * tall, 0.3 * tall))


def _spaced(count: int) -> NDArray[np.int64]:
    """37 of so many places, evenly: as many as the typical colour is taken of elsewhere."""
    return np.linspace(0, count - 1, 37).round().astype(np.int64)


@dataclass(frozen=True)
class StraightFlower:
    """A tile alone: its picture (3.4 units square), the colours of its seven spaces, centre first."""

    outline: Outline
    lab: NDArray[np.float32]
    back: Floats
    samples: Samples

    def to_photo(self, plane: Floats) -> tuple[float, float]:
        px = cv2.perspectiveTransform(plane.reshape(1, 1, 2).astype(np.float64), self.back)[0, 0]
        return float(px[0]), float(px[1])

    @staticmethod
    def own_px(plane: Floats) -> Floats:
        """Plane points to pixels of the straightened picture."""
        return np.asarray(plane * UNIT + 1.7 * UNIT)


def straight_flower(lab: NDArray[np.float32], scale: float, outline: Outline) -> StraightFlower:
    back, _ = cv2.findHomography(FLOWER_RING.astype(np.float64), outline.corners_px.astype(np.float64))
    side = round(3.4 * UNIT)
    to_plane = np.array([[1 / UNIT, 0, -1.7], [0, 1 / UNIT, -1.7], [0, 0, 1]])
    shrink = np.array([[scale, 0, 0.5 * scale - 0.5], [0, scale, 0.5 * scale - 0.5], [0, 0, 1]])
    picture = cv2.warpPerspective(
        lab,
        shrink @ back @ to_plane,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    at = StraightFlower.own_px(plane_of(FLOWER)[:, None] + SPACE_POINTS[None]).astype(np.float32)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    return StraightFlower(
        outline, np.asarray(picture, np.float32), np.asarray(back, np.float64), Samples(FLOWER, seen.astype(np.float64))
    )


INNER_EDGES = tuple([(Hex(0, 0), side) for side in range(6)] + [(SIDES[k], (k + 2) % 6) for k in range(6)])
"""The twelve sides shared by two spaces of a tile."""
