"""Terrain tiles in rows on a table: cut out, laid straight, and put together where they look alike."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.river.vision.board import Known
from companion.river.vision.features import described, gaps, light_of, turned
from companion.river.vision.settings import ALIKE, SAME
from companion.vision.cut import Outline, outlines_in
from companion.vision.load import load_photo
from companion.vision.plane import Floats
from companion.vision.settings import DEFAULTS

SHOWN = 120
"""Pixels of the picture of one tile that is shown with a question."""
_SQUARE = 0.8
"""A terrain tile's shorter side to its longer one at least; cards are longer."""
_LONGEST = 1.5
"""Length of a rectangle in its widths, under the camera's tilt: two tiles that touch are no piece."""


@dataclass(frozen=True)
class SeenTile:
    """``corners_px`` in the photo as displayed; ``feature`` as ``features.described``; ``picture``: RGB, straight."""

    corners_px: Floats
    feature: Floats
    picture: NDArray[np.uint8]
    fit: float


@dataclass(frozen=True)
class SeenTiles:
    """``parts``: cut off by the rim of the photo. ``strange``: what is no terrain tile."""

    size_px: tuple[int, int]
    tiles: tuple[SeenTile, ...]
    parts: int
    strange: int


def cut_tiles(picture: bytes) -> SeenTiles:
    photo = load_photo(picture, DEFAULTS)
    outlines = outlines_in(photo.rgb, photo.size_px, DEFAULTS, _LONGEST)
    linear = light_of(photo.rgb)
    kept = [one for one in outlines if one.shape == "rectangle" and one.ratio > _SQUARE]
    usual = float(np.median([one.area_px for one in kept])) if kept else 0.0
    tiles = [one for one in kept if 0.6 * usual < one.area_px < 1.7 * usual]
    return SeenTiles(
        photo.size_px,
        tuple(_straight(linear, photo.rgb, photo.shrink, one) for one in tiles),
        sum(one.shape == "part" for one in outlines),
        sum(one.shape in ("strange", "flower", "rectangle") for one in outlines) - len(tiles),
    )


def _straight(linear: NDArray[np.float32], rgb: NDArray[np.uint8], shrink: float, outline: Outline) -> SeenTile:
    corners = clockwise(outline.corners_px)
    own = (corners + 0.5) * shrink - 0.5
    frame = np.array([[0, 0], [SHOWN, 0], [SHOWN, SHOWN], [0, SHOWN]], np.float32) - 0.5
    forth = cv2.getPerspectiveTransform(own.astype(np.float32), frame)
    picture = cv2.warpPerspective(rgb, forth, (SHOWN, SHOWN), flags=cv2.INTER_AREA)
    return SeenTile(corners, described(linear, own), np.asarray(picture, np.uint8), outline.fit)


def clockwise(corners: Floats) -> Floats:
    """As one sees it, from the upper left."""
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    return np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0)


def apart(features: Floats) -> Floats:
    """How far each two of these tiles (n, s, s, 3) look apart in their best turn, (n, n)."""
    found = gaps(features, turned(features), free=0.25).min(axis=2)
    return np.asarray((found + found.T) / 2)


def grouped(features: Floats, alike: float = ALIKE) -> NDArray[np.int64]:
    """A group's number for each tile: the two nearest groups join while they are alike on average."""
    labels = np.arange(len(features))
    if len(features) < 2:
        return labels
    between = apart(features)
    while True:
        names = np.unique(labels)
        best, pair = alike, None
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                gap = float(between[np.ix_(labels == one, labels == other)].mean())
                if gap < best:
                    best, pair = gap, (one, other)
        if pair is None:
            return labels
        labels[labels == pair[1]] = pair[0]


def typical(features: Sequence[Floats]) -> int:
    """Which of tiles that look alike is most like the others."""
    return int(apart(np.array(features)).mean(axis=1).argmin())


def known_as(feature: Floats, known: Known) -> str | None:
    """The tile of the box this one is, if it looks like one of them, whatever the lamp."""
    gap = gaps(feature[None], known.looks, free=0.5)[0].min(axis=1)
    return known.names[int(gap.argmin())] if gap.min() < SAME else None
