"""Tiles laid together as one map: the map reader finds lattice and flowers, and each is cut out like a tile alone."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.dewan.vision.pipeline import bare_scan, flower_rings
from companion.dewan.vision.settings import Settings
from companion.vision.cut import Outline
from companion.vision.load import Photo

_ALONE = 3  # tiles that were cut out one by one, from which on they are not laid together
_FIT = 0.95


def with_map(outlines: Sequence[Outline], photo: Photo, settings: Settings) -> list[Outline]:
    """The outlines, or the tiles of the map where one lies there and hardly anything else could be cut out."""
    whole = [one.shape for one in outlines if one.shape in ("rectangle", "flower")]
    if "rectangle" in whole or len(whole) >= _ALONE:
        return list(outlines)
    scan = bare_scan(photo, settings)
    if scan.read is None or scan.snapped is None:
        return list(outlines)
    if scan.read.settings.wide_seams:
        # So other games print their spaces.
        return [replace(one, shape="strange") if one.shape == "flower" else one for one in outlines]
    found = []
    for flower, px in zip(scan.read.decoded.flowers, flower_rings(scan), strict=True):
        shape = "part" if -1 in flower.members else "flower"
        found.append(Outline(shape, px, _FIT, float(cv2.contourArea(np.asarray(px, np.float32)))))
    return found
