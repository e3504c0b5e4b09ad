"""Draw a reading over its photo."""

import cv2
import numpy as np

from companion.dewan.vision.lattice import Pixels
from companion.dewan.vision.reading import Reading
from companion.dewan.vision.settings import DEFAULTS, Settings

INKS = {
    "mountain": (40, 40, 46),
    "badlands": (190, 70, 45),
    "desert": (235, 205, 90),
    "forest": (60, 150, 60),
    "water": (60, 120, 215),
    "start": (225, 220, 205),
    "volcano": (240, 90, 20),
}
_DOUBT = (255, 0, 200)


def draw_reading(rgb: Pixels, reading: Reading, settings: Settings = DEFAULTS) -> Pixels:
    """A copy of the photo (h, w, 3), at any size, with outlines, terrains, tile names and camps drawn on it."""
    picture = rgb.copy()
    if not reading.found:
        return picture
    scale = rgb.shape[1] / reading.size_px[0]
    thick = max(1, round(max(rgb.shape[:2]) / 600))
    centres = {}
    for space in reading.spaces:
        corners = np.array(reading.corners_px[space.at]) * scale
        centre = np.array(space.centre_px) * scale
        centres[space.at] = centre
        size = float(np.linalg.norm(corners - centre, axis=1).min())
        ink = _DOUBT if space.confidence < settings.doubt else (255, 255, 255)
        cv2.polylines(picture, [_fixed(centre + (corners - centre) * 0.94)], True, ink, thick, cv2.LINE_AA, 4)
        spot = tuple(int(v) for v in centre)
        cv2.circle(
            picture,
            spot,
            max(2, round(size * 0.22)),
            INKS.get(space.terrain, (128, 128, 128)),
            -1,
            cv2.LINE_AA,
        )
        cv2.circle(picture, spot, max(2, round(size * 0.22)), (255, 255, 255), thick, cv2.LINE_AA)
    for tile in reading.tiles:
        if tile.centre in centres:
            _write(picture, f"{tile.id}/{tile.rotation}", centres[tile.centre], thick)
    for camp in reading.camps:
        if camp.at in centres:
            _write(picture, camp.color, centres[camp.at] + np.array([0, 18.0 * thick]), thick)
    return picture


def _fixed(points: np.ndarray) -> np.ndarray:
    return np.round(points * 16).astype(np.int32)


def _write(picture: Pixels, text: str, at: np.ndarray, thick: int) -> None:
    where = (int(at[0]) - 9 * len(text) * thick // 2, int(at[1]))
    for ink, width in (((0, 0, 0), thick + 3), ((255, 255, 255), thick)):
        cv2.putText(picture, text, where, cv2.FONT_HERSHEY_SIMPLEX, 0.45 * thick, ink, width, cv2.LINE_AA)
