"""Reads one photo in a process of its own, so that whatever a picture does, the server goes on.

Everything goes through pipes, so nothing of a photo ever lies on the disk. In: a line of JSON, then the photo.

- ``bytes``: the length of the photo; ``box``: a box file's document; ``look``: how the owner's tiles look, if known;
- ``taps``: ``[[x, y], …]``, spaces a person pointed at;
- ``learn``: ids of the tiles the photo shows; or ``learn_map``: ``[{"at": [q, r], "corners_px": […], "terrain":
  "forest", "covered": false}, …]`` with ``learn_tiles``: ``[{"id", "rotation", "centre"}, …]``, a map somebody has
  checked: then the look is learned instead of the map read;
- ``pieces``: cut out tiles, Story tiles and cards instead; or ``sort``: sort those of earlier photos (``sorting.py``),
  and no photo is sent.
- ``known``: true for a photo of Story tiles and cards: which of the box lie there (``pieces_json.board_review``).

Out: a line of JSON as each stage begins (``{"stage": "load"}``), and a last one: ``{"reading": …, "picture": …}`` or
``{"failed": code, "sentence": …}``. The reading is ``Reading.as_review``; after learning, ``found``, ``look`` (with
what was known before), ``learned`` and ``otherwise`` (tiles this photo taught, or showed unlike their print). The
picture is the photo upright, no larger than the reader needs it, and without any of its metadata; all pixels of the
reading are those of this picture.
"""

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO

from companion.vision.limits import keep_within
from companion.vision.pipes import answer_through, opened, with_picture

if TYPE_CHECKING:
    from companion.dewan.vision.look import Look
    from companion.dewan.vision.taps import Tap


def main(given: BinaryIO, out: BinaryIO) -> int:
    return answer_through(given, out, read)


def read(head: Mapping[str, Any], photo: bytes, progress: Callable[..., None]) -> dict[str, Any]:
    if head.get("sort"):
        progress("sort")
        return {"reading": _sorted(head)}
    picture = opened(photo, progress)
    learns = head.get("learn") or head.get("learn_map")
    done = _cut if head.get("pieces") else _known if head.get("known") else _learned if learns else _read
    return with_picture(done(head, picture, progress), picture)


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
    from companion.dewan.vision.boards import read_board
    from companion.dewan.vision.pieces_json import board_review

    progress("pieces")
    return board_review(read_board(picture, read_box(head["box"]), _look(head)))


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


if __name__ == "__main__":
    keep_within()
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
