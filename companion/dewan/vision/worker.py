"""Reads one photo in a process of its own, so that whatever a picture does, the server goes on.

Everything goes through pipes, so nothing of a photo ever lies on the disk. In: a line of JSON, then the photo.

- ``bytes``: the length of the photo; ``box``: a box file's document; ``look``: how the owner's tiles look, if known;
- ``taps``: ``[[x, y], …]``, spaces a person pointed at;
- ``learn``: ids of the tiles the photo shows; or ``learn_map``: ``[{"at": [q, r], "corners_px": […], "terrain":
  "forest", "covered": false}, …]`` with ``learn_tiles``: ``[{"id", "rotation", "centre"}, …]``, a map somebody has
  checked: then the look is learned instead of the map read;
- ``pieces``: cut out tiles, Story tiles and cards instead; or ``sort``: sort those of earlier photos (``sorting.py``),
  and no photo is sent.
- ``known``: true for a photo of Story tiles and cards: which of the box lie there (``pieces_json.seen_pieces``).

Out: a line of JSON as each stage begins (``{"stage": "load"}``), and a last one: ``{"reading": …, "picture": …}`` or
``{"failed": code, "sentence": …}``. The reading is ``Reading.as_review``; after learning, ``found``, ``look`` (with
what was known before), ``learned`` and ``otherwise`` (tiles this photo taught, or showed unlike their print). The
picture is the photo upright, no larger than the reader needs it, and without any of its metadata; all pixels of the
reading are those of this picture.
"""

import base64
import json
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from companion.dewan.vision.limits import decoding, keep_within

if TYPE_CHECKING:
    from companion.dewan.vision.look import Look
    from companion.dewan.vision.taps import Tap

QUALITY = 92


def main(given: BinaryIO, out: BinaryIO) -> int:
    def tell(line: Mapping[str, object]) -> None:
        out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
        out.flush()

    head = json.loads(given.readline())
    photo = given.read(head["bytes"])
    tell(answer(head, photo, lambda stage, *_: tell({"stage": stage})))
    return 0


def answer(head: Mapping[str, Any], photo: bytes, progress: Callable[..., None]) -> dict[str, object]:
    """Whatever goes wrong, something to say about it."""
    try:
        from companion.dewan.vision.reading import PhotoError

        try:
            if head.get("sort"):
                progress("sort")
                return {"reading": _sorted(head)}
            progress("load")
            picture = clean_picture(photo)
            learns = head.get("learn") or head.get("learn_map")
            done = _cut if head.get("pieces") else _known if head.get("known") else _learned if learns else _read
            reading = done(head, picture, progress)
        except PhotoError as error:
            return {"failed": error.code, "sentence": error.sentence}
    except MemoryError:
        return {"failed": "too-large"}
    except Exception as error:  # the server has words for it, and its log the reason
        memory = "Insufficient memory" in str(error)  # OpenCV's own way of saying so
        return {"failed": "too-large" if memory else "crashed", "trace": traceback.format_exc()[-2000:]}
    return {"reading": reading, "picture": base64.b64encode(picture).decode()}


def _read(head: Mapping[str, Any], picture: bytes, progress: Callable[..., None]) -> dict[str, Any]:
    from companion.dewan.vision.pipeline import read_photo
    from companion.dewan.vision.tiles import box_from_json

    taps: list[Tap] = [
        (float(x), float(y), int(name[0]), int(name[1])) if name else (float(x), float(y))
        for x, y, *name in head.get("taps", ())
    ]
    reading = read_photo(picture, box_from_json(head["box"]), taps=taps, look=_look(head), progress=progress)
    return reading.as_review("")


def _cut(head: Mapping[str, Any], picture: bytes, progress: Callable[..., None]) -> dict[str, Any]:
    from companion.dewan.vision.sorting import cut_photo

    progress("pieces")
    return cut_photo(head, picture)


def _sorted(head: Mapping[str, Any]) -> dict[str, Any]:
    from companion.dewan.vision.sorting import sorted_photos

    return sorted_photos(head)


def _known(head: Mapping[str, Any], picture: bytes, progress: Callable[..., None]) -> dict[str, Any]:
    from companion.dewan.formats.box import read_box
    from companion.dewan.vision.pieces import read_pieces
    from companion.dewan.vision.pieces_json import seen_pieces

    progress("pieces")
    look = _look(head)
    return seen_pieces(read_pieces([picture], look), 0, read_box(head["box"]), look)


def _look(head: Mapping[str, Any]) -> "Look":
    from companion.dewan.formats.look import read_look
    from companion.dewan.vision.look import Look, look_of_document

    return look_of_document(read_look(head["look"])) if head.get("look") else Look()


def _learned(head: Mapping[str, Any], picture: bytes, progress: Callable[..., None]) -> dict[str, Any]:
    from companion.dewan.formats.look import write_look
    from companion.dewan.vision.look import document_of_look
    from companion.dewan.vision.pipeline import CheckedMap, learn_map, learn_photo
    from companion.dewan.vision.tiles import box_from_json
    from companion.rules.hexes import Hex

    progress("spaces")
    box, look = box_from_json(head["box"]), _look(head)
    if head.get("learn_map"):
        spaces = {Hex(*space["at"]): space for space in head["learn_map"]}
        checked = CheckedMap(
            {at: space["corners_px"] for at, space in spaces.items()},
            {at: space["terrain"] for at, space in spaces.items()},
            [(tile["id"], tile["rotation"], Hex(*tile["centre"])) for tile in head.get("learn_tiles", ())],
            frozenset(at for at, space in spaces.items() if space.get("covered")),
        )
        lesson = learn_map(picture, checked, look)
    else:
        lesson = learn_photo(picture, box, look, only=head["learn"])
    return {
        "found": lesson.found,
        "look": write_look(document_of_look(lesson.look, box)),
        "learned": [{"kind": "tile", "id": name, "confidence": round(sure, 3)} for name, sure in lesson.tiles.items()],
        "otherwise": list(lesson.otherwise),
    }


def clean_picture(photo: bytes) -> bytes:
    """The photo as a plain JPEG of its pixels: where and when it was taken, and with what, is gone."""
    import cv2

    from companion.dewan.vision.load import load_photo
    from companion.dewan.vision.settings import DEFAULTS

    with decoding():
        rgb = load_photo(photo, DEFAULTS).rgb
    options = [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_SAMPLING_FACTOR]
    options.append(cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444)  # terrains are told by colour: keep all of it
    _, written = cv2.imencode(".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), options)
    return written.tobytes()


if __name__ == "__main__":
    keep_within()
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
