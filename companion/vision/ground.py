"""What of a photo is table, and what lies on it: by the table's colours under the light that falls there, by where its
colours end, and by borders."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.colour import table_colours
from companion.vision.settings import Settings

LONG_SIDE = 720
NOISE = 4.0  # deviations of the table's own colours
_STEP = (3, 2, 2)  # how much a table's colour changes from one pixel to the next, of 255
_BORDER = (15, 40)  # of Canny, on Lab of 0 to 255


@dataclass(frozen=True)
class WorkingPicture:
    """A photo made small. ``off``: how far each place is from the table, 1.0 where it is surely no noise of it."""

    rgb: NDArray[np.uint8]
    lab: NDArray[np.float32]
    off: NDArray[np.float32]


def working_picture(rgb: NDArray[np.uint8], settings: Settings) -> WorkingPicture:
    scale = min(1.0, LONG_SIDE / max(rgb.shape[:2]))
    size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)
    lab = np.asarray(cv2.medianBlur(lab, 3), np.float32)
    return WorkingPicture(small, lab, _difference(lab, settings))


def _difference(lab: NDArray[np.float32], settings: Settings) -> NDArray[np.float32]:
    """How far each place is from the table, 1.0 where it is surely no noise of the table."""
    height, width = lab.shape[:2]
    rim = max(4, round(0.03 * max(height, width)))
    edge = np.concatenate([part.reshape(-1, 3) for part in (lab[:rim], lab[-rim:], lab[:, :rim], lab[:, -rim:])])
    means, spreads = table_colours(edge[:: max(1, len(edge) // 1500)].astype(np.float64), settings)
    means = means.astype(np.float32)
    spreads = np.clip(spreads, 2.0, 8.0).astype(np.float32)
    shift = np.zeros_like(lab)
    for reach in (0.12, 0.08, 0.05, 0.04):
        even = lab - shift
        off = np.stack([np.sqrt((((even - m) / s) ** 2).sum(axis=2)) for m, s in zip(means, spreads, strict=True)])
        nearest, ground = off.argmin(axis=0), (off.min(axis=0) < 3.5).astype(np.float32)
        if float(ground.mean()) < 0.03:
            break
        # What light falls here: how much the table around differs from what it is elsewhere. Glare is followed inwards.
        small = (width // 8, height // 8)
        apart = cv2.resize((lab - means[nearest]) * ground[..., None], small, interpolation=cv2.INTER_AREA)
        weight = cv2.resize(ground, small, interpolation=cv2.INTER_AREA)
        sigma = reach * max(small)
        light = cv2.GaussianBlur(apart, (0, 0), sigma) / (cv2.GaussianBlur(weight, (0, 0), sigma) + 1e-3)[..., None]
        shift = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
        for k in range(len(means)):
            own = np.abs(lab - shift - means[k])[(nearest == k) & (ground > 0)]
            if len(own) > 50:
                spreads[k] = np.clip(np.percentile(own, 68, axis=0), (1.8, 1.1, 1.1), 8.0)
    even = lab - shift
    off = np.min([((even - m) / s) ** 2 @ np.ones(3, np.float32) for m, s in zip(means, spreads, strict=True)], axis=0)
    return np.asarray(np.sqrt(off) / NOISE, np.float32)


def not_flooded(rgb: NDArray[np.uint8], off: NDArray[np.float32]) -> NDArray[np.bool_]:
    """What the table's colours do not run into step by step: glare on the table is smooth, a rim is not."""
    lab = cv2.GaussianBlur(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), (0, 0), 1.2)
    height, width = off.shape
    flooded = np.zeros((height + 2, width + 2), np.uint8)
    step = max(8, width // 40)
    for y in range(step // 2, height, step):
        for x in range(step // 2, width, step):
            if off[y, x] < 0.8 and not flooded[y + 1, x + 1]:
                cv2.floodFill(lab, flooded, (x, y), 0, _STEP, _STEP, 4 | cv2.FLOODFILL_MASK_ONLY | (1 << 8))
    return np.asarray(flooded[1:-1, 1:-1] == 0)


def enclosed(rgb: NDArray[np.uint8], ground: Sequence[tuple[int, int]]) -> NDArray[np.bool_]:
    """What has a border all around that parts it from the ground, whatever its colour."""
    lab = cv2.GaussianBlur(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), (0, 0), 1.0)
    edges = np.max([cv2.Canny(channel, *_BORDER) for channel in cv2.split(lab)], axis=0)
    borders = np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)), np.uint8)
    reached = np.zeros((rgb.shape[0] + 2, rgb.shape[1] + 2), np.uint8)
    borders[0], borders[-1], borders[:, 0], borders[:, -1] = 0, 0, 0, 0
    for x, y in ground:
        if not borders[y, x] and not reached[y + 1, x + 1]:
            cv2.floodFill(borders, reached, (x, y), 0, 0, 0, 4 | cv2.FLOODFILL_MASK_ONLY | (1 << 8))
    return np.asarray(cv2.erode((reached[1:-1, 1:-1] == 0).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
