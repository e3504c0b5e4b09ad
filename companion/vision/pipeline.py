"""Read a photo: the stages in their order."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from companion.vision.assemble import assemble, no_map
from companion.vision.camps import find_camps
from companion.vision.decode import patterns_of
from companion.vision.lattice import make_views
from companion.vision.load import load_photo
from companion.vision.look import Look, with_look
from companion.vision.reading import Reading
from companion.vision.search import search_lattices
from companion.vision.settings import DEFAULTS, Settings
from companion.vision.snap import snap_lattice
from companion.vision.taps import Tap, snap_taps
from companion.vision.terrain import best_map
from companion.vision.tiles import Box

Result = TypeVar("Result")
Progress = Callable[[str, int, int], None]

STAGES = ("load", "views", "lattice", "spaces", "refine", "camps")
"""In this order; a photo without a map ends after its spaces."""


def read_photo(
    source: Path | bytes,
    box: Box | None = None,
    taps: Sequence[Tap] = (),
    look: Look | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress | None = None,
) -> Reading:
    """The map in a photo. ``PhotoError`` when it can't be opened; ``found`` is false when it shows no map.

    ``taps`` are space centres a person pointed at, in pixels of the photo as displayed: four touching spaces that make
    a diamond, (x_px, y_px) each and in any order; or four and more anywhere, (x_px, y_px, q, r) each.
    ``look`` is how one's own tiles look, as ``learn_look`` finds it.
    ``progress`` is called as each stage begins: its name, its number from 0, and how many there are.
    """
    settings = with_look(settings, look)
    watch = _Watch(progress)
    photo = watch("load", lambda: load_photo(source, settings))
    views = watch("views", lambda: make_views(photo.rgb, settings.view_sides_px))
    patterns = patterns_of(box) if box else None
    height_px, width_px = photo.rgb.shape[:2]
    if taps:
        candidates = watch("lattice", lambda: snap_taps(views, taps, photo.shrink, width_px, height_px, settings))
    else:
        candidates = watch("lattice", lambda: search_lattices(views, width_px, height_px, settings))
    read = watch("spaces", lambda: best_map(views, candidates, patterns, settings, trusted=bool(taps)))
    if read is None:
        return no_map(photo, watch.seconds)
    snapped = watch("refine", lambda: snap_lattice(views, read))
    camps = watch("camps", lambda: find_camps(views, snapped, read, box, patterns, settings))
    return assemble(photo, read, snapped, camps, patterns, watch.seconds, settings)


class _Watch:
    """Runs a stage, says so, and notes how long it took."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress

    def __call__(self, stage: str, work: Callable[[], Result]) -> Result:
        if self._progress is not None:
            self._progress(stage, STAGES.index(stage), len(STAGES))
        start = time.perf_counter()
        result = work()
        self.seconds[stage] = time.perf_counter() - start
        return result
