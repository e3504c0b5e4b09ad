"""Pieces laid straight: a rectangle as an upright picture with its grounds and marks, a flower with its spaces."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import SPACE_POINTS, Samples
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.halves import common_split, depths
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.signs import Mark, marks_in
from companion.rules.hexes import SIDES, Hex
from companion.vision.cut import FLOWER_RING, Outline

TALL = 240  # pixels of a straightened rectangle
UNIT = 60  # pixels between the spaces of a straightened flower
_RIM = 0.05  # of a rectangle's sides that are left out: frames, rounded corners, shadows
_SEAM = 0.013  # of a card, on either side of the line between its halves
_TWO_GROUNDS = 11.0  # Lab between the halves of a card with two terrains
_FLOOR = np.array([3.0, 2.2, 2.2])
_FAR = 4.5  # deviations of the ground from which on something is no ground


@dataclass(frozen=True)
class Rectangle:
    """``lab`` (TALL, w, 3), its long side upright; ``back`` (3, 3) leads from its pixels to the photo's.

    ``grounds``: the typical colours of its halves, which lie as ``split`` says. ``spread``: how much they vary.
    """

    outline: Outline
    lab: NDArray[np.float32]
    back: Floats
    grounds: Floats
    spread: float
    marks: tuple[Mark, ...]
    split: str = "top"

    @property
    def two(self) -> bool:
        gap = (self.grounds[0] - self.grounds[1]) * np.array([0.7, 1.0, 1.0])
        return bool(np.linalg.norm(gap) > _TWO_GROUNDS)

    def to_photo(self, x: float, y: float) -> tuple[float, float]:
        px = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), self.back)[0, 0]
        return float(px[0]), float(px[1])


def straightened(lab: NDArray[np.float32], scale: float, outlines: Sequence[Outline]) -> list[Rectangle]:
    """Rectangles of the photo, laid upright. ``lab``: the photo; ``scale``: its pixels to the photo's as displayed."""
    laid = [_laid(lab, scale, outline) for outline in outlines]
    split = common_split([picture for picture, _ in laid], _RIM)
    return [
        Rectangle(outline, picture, back, *_grounds(picture, split), split)
        for outline, (picture, back) in zip(outlines, laid, strict=True)
    ]


def _laid(lab: NDArray[np.float32], scale: float, outline: Outline) -> tuple[NDArray[np.float32], Floats]:
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
    return np.asarray(warped, np.float32), np.asarray(back, np.float64)


def _grounds(picture: NDArray[np.float32], split: str) -> tuple[Floats, float, tuple[Mark, ...]]:
    tall, wide = picture.shape[:2]
    dx, dy = round(_RIM * wide) + 2, round(_RIM * tall) + 1
    rim = np.zeros((tall, wide), bool)
    rim[dy : tall - dy, dx : wide - dx] = True
    deep = depths(split, tall, wide)
    parts = [rim & (deep < -_SEAM), rim & (deep > _SEAM)]
    places = np.stack([picture[part][_spaced(int(part.sum()))] for part in parts]).astype(np.float64)
    typical = Samples(tuple(Hex(k, 0) for k in range(2)), places).typical
    gap = (typical[0] - typical[1]) * np.array([0.7, 1.0, 1.0])
    one = bool(np.linalg.norm(gap) <= _TWO_GROUNDS)
    off = np.zeros((tall, wide), bool)
    spreads = []
    for k, part in enumerate((deep <= 0, deep > 0)):
        ground = typical.mean(axis=0) if one else typical[k]
        apart = np.abs(picture - ground)
        inner = apart[parts[k]]
        near = inner[(inner < 25).all(axis=1)]
        own = np.maximum(1.3 * np.percentile(near, 60, axis=0), _FLOOR) if len(near) > 50 else _FLOOR * 2
        spreads.append(float(np.percentile(near[:, 0], 60)) if len(near) > 50 else 9.0)
        off |= part & (np.sqrt(((apart / own) ** 2).sum(axis=2)) > _FAR)
    if not one:
        off &= np.abs(deep) > _SEAM
    return typical, float(np.mean(spreads)), tuple(marks_in(off & rim, 0.045 * tall, 0.3 * tall))


def _spaced(count: int) -> NDArray[np.int64]:
    """37 of so many places, all over them: as many as the typical colour is taken of elsewhere."""
    # Steps of a golden section of the whole do not fall into line with rows of pixels.
    return ((np.arange(37) * 0.6180339887 % 1.0) * (count - 1)).round().astype(np.int64)


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
