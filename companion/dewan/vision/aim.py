"""Looks at small frames while somebody aims a camera: is there a map in it, where, and how near.

A process of its own, as ``worker.py`` is, but for many frames. In, for each: a line of JSON with its ``bytes``, then
the frame. Out, for each: a line of JSON, ``{"found": false}`` or ``found``, ``spaces`` (outlines, in shares of width
and height), ``spacing`` (in shares of the longer side) and ``cut`` (the map goes beyond the picture).
"""

import json
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, BinaryIO

from companion.dewan.vision.settings import DEFAULTS
from companion.vision.limits import keep_within

IDLE_SECONDS = 60
"""Without a frame for so long, it ends."""
MOST_BYTES = 400_000
FRAME = replace(
    DEFAULTS,
    largest_megapixels=2,
    largest_whole_megapixels=2,
    shortest_side_px=160,
    working_side_px=640,
    view_sides_px=(640, 452, 320),
    seed_side_px=640,
    splits=((5, 10),),
    split_samples=3000,
    seeds_tried=3,
    starts_grown=1,
    growth=(3, 5, 8),
)
"""A quarter of a second: one way of splitting, few starts, and what the spaces show is not read."""
SURE_SPACE = 0.15
"""Mean score of the three weakest edges of a space that is drawn: one beside the map has some of the map's."""
RIM = 0.3
"""Spaces from the map to the rim of the picture, at least: where it is cut off, some space ends nearer to the rim."""
SURE_EDGE = 0.5
"""Score of an edge between two spaces the rim cuts: beside a map that is all in the picture there are none."""


def aimed_at(frame: bytes) -> dict[str, Any]:
    """What a frame shows of a map. ``PhotoError`` where it cannot be opened."""
    import numpy as np

    from companion.dewan.vision.lattice import CORNER_STEPS, disc, inside, make_views, plane_of
    from companion.dewan.vision.search import hexagons_in, in_picture, search_from, space_scores
    from companion.rules.hexes import Hex
    from companion.vision.load import load_photo

    rgb = load_photo(frame, FRAME).rgb
    height_px, width_px = rgb.shape[:2]
    views = make_views(rgb, FRAME.view_sides_px)
    found = search_from(views, hexagons_in(views, FRAME), width_px, height_px, FRAME)
    if not found or found[0].support < FRAME.least_support:
        return {"found": False}
    lattice = found[0].lattice
    around = in_picture(lattice, disc(Hex(0, 0), FRAME.growth[-1] + 2), FRAME)
    scores = space_scores(views, lattice, around, FRAME)
    clear = [space for space in around if np.sort(scores[space])[:3].mean() >= SURE_SPACE]
    if not clear:
        return {"found": False}
    outlines = lattice.project((plane_of(around)[:, None] + CORNER_STEPS).reshape(-1, 2)).reshape(-1, 6, 2)
    corners = outlines[[around.index(space) for space in clear]]
    part = {at for at, ring in zip(around, outlines, strict=True) if not inside(ring, width_px, height_px).all()}
    torn = [scores[at][side] for at in part for side in range(6) if at.neighbour(side) in part]
    whole = [corner for corner, at in zip(corners, clear, strict=True) if at not in part]
    rim_px = RIM * float(lattice.spacing_px(plane_of(clear)).mean())
    free = bool(inside(np.array(whole or corners), width_px, height_px, rim_px).all())
    size = [width_px, height_px]
    return {
        "found": True,
        "spaces": [[[round(float(v), 4) for v in corner] for corner in ring] for ring in corners / size],
        "spacing": round(float(lattice.spacing_px(plane_of(clear)).mean()) / max(size), 4),
        "cut": not free or bool(max(torn, default=0.0) >= SURE_EDGE),
    }


def main(given: BinaryIO, out: BinaryIO, idle: Callable[[int], object] = lambda seconds: None) -> int:
    """``idle`` is called with how long the next frame may take to come, before each of them."""
    while line := given.readline():
        idle(IDLE_SECONDS)
        frame = given.read(min(int(json.loads(line)["bytes"]), MOST_BYTES))
        try:
            said = aimed_at(frame)
        except Exception:  # one bad frame is no reason to begin anew
            said = {"found": False}
        out.write(json.dumps(said).encode() + b"\n")
        out.flush()
    return 0


if __name__ == "__main__":
    keep_within()
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer, *([signal.alarm] if hasattr(signal, "alarm") else [])))
