"""Reads one photo in a process of its own, so that whatever a picture does, the server goes on.

``python -m companion.vision.worker PHOTO BOX.json DRAWN.jpg`` prints the reading as JSON and writes the photo, small
and without any of its metadata, with the reading drawn over it.
"""

import json
import sys
from pathlib import Path

from companion.vision.load import load_photo
from companion.vision.pipeline import read_photo
from companion.vision.reading import PhotoError, Reading
from companion.vision.settings import DEFAULTS
from companion.vision.tiles import box_from_json

DRAWN_SIDE_PX = 1400
QUALITY = 82


def main(photo: Path, box: Path, drawn: Path) -> int:
    try:
        reading = read_photo(photo, box_from_json(json.loads(box.read_text(encoding="utf-8"))))
        _draw(photo, reading, drawn)
    except PhotoError as error:
        print(json.dumps({"found": False, "warnings": [error.sentence]}))
        return 0
    print(json.dumps(reading.as_json(photo.name), ensure_ascii=False))
    return 0


def _draw(photo: Path, reading: Reading, drawn: Path) -> None:
    import cv2

    from companion.vision.overlay import draw_reading

    rgb = load_photo(photo, DEFAULTS).rgb
    picture = draw_reading(rgb, reading) if reading.found else rgb
    shrink = min(1.0, DRAWN_SIDE_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(drawn), cv2.cvtColor(small, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:4])))
