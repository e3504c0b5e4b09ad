"""Reads one photo of The River in a process of its own, through the two pipes of ``companion.vision.pipes``.

What it is asked, in the head:

- ``tiles``: true for a photo of terrain tiles in rows: each is cut out, what looks alike is one group;
- otherwise a river board: ``look``, how the box's tiles look; ``order``, how the river runs (VR-01); ``taps``, the
  middles of the four corner spaces where a person pointed them out.
"""

import os
import sys
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from companion.vision.limits import keep_within
from companion.vision.pipes import answer_through, opened, with_picture

Json = dict[str, Any]


def main(given: BinaryIO, out: BinaryIO) -> int:
    return answer_through(given, out, read)


def read(head: Mapping[str, Any], photo: bytes, progress: Callable[..., None]) -> Json:
    picture = opened(photo, progress)
    progress("pieces" if head.get("tiles") else "spaces")
    return with_picture(_tiles(head, picture) if head.get("tiles") else _board(head, picture), picture)


def _tiles(head: Mapping[str, Any], picture: bytes) -> Json:
    """``tiles``: each with its outline, its group and how it looks; ``groups``: of tiles alike, the tile of the box
    each is (where one is known), and the terrain it may be."""
    import cv2
    import numpy as np

    from companion.river.vision.features import packed
    from companion.river.vision.terrain import likely_kinds
    from companion.river.vision.tiles import cut_tiles, grouped, known_as, typical

    seen = cut_tiles(picture)
    features = np.array([tile.feature for tile in seen.tiles])
    labels = grouped(features) if len(features) else np.zeros(0, int)
    # The group seen most comes first.
    names = sorted(set(labels.tolist()), key=lambda name: (-int((labels == name).sum()), name))
    looks = [features[labels == name] for name in names]
    chosen = [np.nonzero(labels == name)[0][typical(look)] for name, look in zip(names, looks, strict=True)]
    kinds = likely_kinds([features[k] for k in chosen])
    known = known_looks(head)
    return {
        "size": list(seen.size_px),
        "parts": seen.parts,
        "strange": seen.strange,
        "tiles": [
            {
                "corners": np.round(tile.corners_px, 1).tolist(),
                "group": names.index(int(label)),
                "look": b64encode(packed(tile.feature)).decode(),
                "picture": b64encode(
                    bytes(cv2.imencode(".jpg", tile.picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
                ).decode(),
            }
            for tile, label in zip(seen.tiles, labels, strict=True)
        ],
        "groups": [
            {"typical": int(k), "kinds": kind, "known": known_as(features[k], known) if known else None}
            for k, kind in zip(chosen, kinds, strict=True)
        ],
    }


def known_looks(head: Mapping[str, Any]) -> Any:
    """None where nothing is known of the box."""
    import numpy as np

    from companion.river.formats.look import read_look
    from companion.river.vision.board import Known
    from companion.river.vision.features import turned, unpacked

    tiles = read_look(head["look"]).tiles if head.get("look") else {}
    pairs = [(name, unpacked(one.look)) for name, looks in tiles.items() for one in looks]
    if not pairs:
        return None
    return Known(turned(np.array([look for _, look in pairs])), tuple(name for name, _ in pairs))


def _board(head: Mapping[str, Any], picture: bytes) -> Json:
    """``spaces``: in river order, as the likelier river runs, with the tiles each may hold; ``turned``: how likely it
    runs the other way round."""
    from companion.river.vision.board import read_board

    known = known_looks(head)
    if known is None:
        return {"found": False, "why": "nothing-learned", "size": [0, 0]}
    taps = [(float(x), float(y)) for x, y in head.get("taps", ())]
    reading = read_board(picture, known, str(head.get("order", "winding")), taps)
    return {
        "found": reading.found,
        "size": list(reading.size_px),
        "count": reading.count,
        "turned": round(reading.turned, 3),
        "spaces": [
            {
                "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in space.corners_px],
                "filled": round(space.filled, 3),
                "tiles": [[name, round(sure, 3)] for name, sure in space.tiles],
            }
            for space in reading.spaces
        ],
    }


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small products: on a busy machine threads wait for each other
    keep_within()
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
