"""Which kinds of photo this installation can open."""

from importlib.util import find_spec

import cv2
from PIL import features


def readable_formats() -> dict[str, bool]:
    """By name. That OpenCV could be imported for this is half of the answer."""
    return {
        "JPEG": hasattr(cv2, "imdecode") and bool(features.check("jpg")),
        "PNG": bool(features.check("zlib")),
        "WebP": bool(features.check("webp")),
        "HEIC": find_spec("pi_heif") is not None,
    }
