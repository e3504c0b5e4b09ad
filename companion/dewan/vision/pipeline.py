"""Read a photo: the stages in their order; and learn from one what the owner's copy looks like."""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from companion.dewan.vision.assemble import assemble, no_map
from companion.dewan.vision.camps import find_camps
from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.colours import TERRAINS, lamp_of, sample_outlines
from companion.dewan.vision.decode import Patterns, patterns_of
from companion.dewan.vision.flat import FoundFlat, find_flat
from companion.dewan.vision.lattice import CORNER_STEPS, Floats, Lattice, LatticeView, make_views, plane_of
from companion.dewan.vision.look import Look, joined_prints, joined_terrains, terrain_colours, with_look
from companion.dewan.vision.pose import pose_of
from companion.dewan.vision.printed import SeenTile, cut_tile, ground_of, seen_tiles
from companion.dewan.vision.reading import Reading
from companion.dewan.vision.search import LatticeFit, hexagons_in, search_from
from companion.dewan.vision.settings import DEFAULTS, Settings, for_wide_seams
from companion.dewan.vision.snap import Snapped, snap_lattice
from companion.dewan.vision.taps import Tap, tapped_hexagons
from companion.dewan.vision.terrain import MapReading, best_map
from companion.dewan.vision.tiles import TileSet
from companion.rules.hexes import Hex
from companion.vision.cut import FLOWER_RING
from companion.vision.load import Photo, Source, load_photo

Result = TypeVar("Result")
Progress = Callable[[str, int, int], None]

STAGES = ("load", "views", "lattice", "spaces", "refine", "camps")
"""In this order; a photo without a map ends after its spaces."""


@dataclass(frozen=True)
class Scan:
    """All that was found in a photo, in the reader's own terms. ``read``: None where there is no map."""

    photo: Photo
    views: list[LatticeView]
    patterns: Patterns | None
    read: MapReading | None
    snapped: Snapped | None = None
    tiles: Sequence[SeenTile] = ()
    camps: FoundCamps = field(default_factory=FoundCamps)
    flat: FoundFlat = field(default_factory=FoundFlat)


def read_photo(
    source: Source,
    box: TileSet | None = None,
    taps: Sequence[Tap] = (),
    look: Look | None = None,
    settings: Settings = DEFAULTS,
    progress: Progress | None = None,
) -> Reading:
    """The map in a photo. ``PhotoError`` when it can't be opened; ``found`` is false when it shows no map.

    ``taps`` are space centres a person pointed at, in pixels of the photo as displayed: four touching spaces that make
    a diamond, (x_px, y_px) each and in any order; or four and more anywhere, (x_px, y_px, q, r) each.
    ``look`` is how one's own copy looks, as ``learn_photo`` finds it.
    ``progress`` is called as each stage begins: its name, its number from 0, and how many there are.
    """
    watch = _Watch(progress)
    settings = with_look(settings, look)
    return _reading(_scan(source, box, taps, look, settings, watch), settings, watch)


def _reading(scan: Scan, settings: Settings, watch: "_Watch") -> Reading:
    if scan.read is None or scan.snapped is None:
        return no_map(scan.photo, watch.seconds)
    return assemble(scan.photo, scan.read, scan.snapped, scan.camps, scan.flat, scan.patterns, watch.seconds, settings)


def _scan(
    source: Source,
    box: TileSet | None,
    taps: Sequence[Tap],
    look: Look | None,
    settings: Settings,
    watch: "_Watch",
) -> Scan:
    return _scan_of(watch("load", lambda: load_photo(source, settings)), box, taps, look, settings, watch)


def _scan_of(
    photo: Photo,
    box: TileSet | None,
    taps: Sequence[Tap],
    look: Look | None,
    settings: Settings,
    watch: "_Watch",
) -> Scan:
    """A photo that has been loaded, as the reader sees it."""
    views = watch("views", lambda: make_views(photo.rgb, settings.view_sides_px))
    patterns = patterns_of(box) if box else None
    height_px, width_px = photo.rgb.shape[:2]
    hexagons = watch(
        "lattice", lambda: tapped_hexagons(taps, photo.shrink, settings) if taps else hexagons_in(views, settings)
    )

    def searched(seams: Settings) -> list[LatticeFit]:
        return watch("lattice", lambda: search_from(views, hexagons, width_px, height_px, seams))

    def best_of(candidates: list[LatticeFit]) -> MapReading | None:
        return watch("spaces", lambda: best_map(views, candidates, patterns, settings, trusted=bool(taps)))

    candidates = searched(settings)
    read = best_of(candidates)
    named = read is not None and not taps and any(flower.pattern >= 0 for flower in read.decoded.flowers)
    if not named and not any(found.support >= settings.wide_below for found in candidates):
        candidates = sorted([*candidates, *searched(for_wide_seams(settings))], key=lambda found: -found.support)
        read = best_of(candidates)
    if read is None:
        return Scan(photo, views, patterns, None)
    snapped = watch("refine", lambda: snap_lattice(views, read))
    return watch("camps", lambda: _pieces(Scan(photo, views, patterns, read, snapped), box, look, settings))


def _pieces(scan: Scan, box: TileSet | None, look: Look | None, settings: Settings) -> Scan:
    """The scan, with everything that stands and lies on the map."""
    read, snapped, patterns = scan.read, scan.snapped, scan.patterns
    if box is None or patterns is None or read is None or snapped is None:
        return scan
    tiles = seen_tiles(scan.views, snapped, read, patterns, settings)
    ground = ground_of(tiles, look.prints, snapped.lattice, settings) if look else None
    pose = pose_of(snapped.lattice, settings)
    flat = find_flat(scan.views, snapped, read, box, patterns, ground, pose, settings)
    covers, doubtful = flat.sure_covers(settings), flat.doubtful(settings)
    camps = find_camps(scan.views, read, box, patterns, pose, settings, ground, covers, doubtful)
    return replace(scan, tiles=tiles, camps=camps, flat=flat.beside(camps, pose, settings))


@dataclass(frozen=True)
class Lesson:
    """What a photo taught: the look after it, the tiles it taught and how surely, and those it showed otherwise.

    ``areas_px``: a ring of points (18, 2) around each tile of the map in it, known or not.
    """

    look: Look
    tiles: dict[str, float]
    otherwise: tuple[str, ...]
    found: bool
    areas_px: tuple[Floats, ...] = ()


def learn_photo(
    source: Source,
    box: TileSet,
    look: Look,
    settings: Settings = DEFAULTS,
    only: Collection[str] = (),
    taps: Sequence[Tap] = (),
    progress: Progress | None = None,
) -> Lesson:
    """What a photo of the map, bare or not, or of single tiles teaches of one's own copy.

    ``only``: the ids of the tiles it shows, if somebody said so.
    """
    shown = TileSet(tuple(t for t in box.tiles if not only or t.id in only), box.colours)
    patient = with_look(settings, look)
    if only:
        patient = replace(
            patient, least_flowers=1, least_evenness=0.0, least_terrains=1, least_support=settings.look_support
        )
    scan = _scan(source, shown, taps, look, patient, _Watch(progress))
    return _lesson(scan, look, settings)


@dataclass(frozen=True)
class CheckedMap:
    """A map somebody has looked over: its spaces' outlines in the photo and terrains, its tiles, what is covered."""

    corners_px: Mapping[Hex, Sequence[Sequence[float]]]
    terrains: Mapping[Hex, str]
    tiles: Sequence[tuple[str, int, Hex]]  # id, turn, centre
    covered: frozenset[Hex]


def learn_map(source: Source, checked: CheckedMap, look: Look, settings: Settings = DEFAULTS) -> Lesson:
    """What a photo teaches whose map somebody has looked over."""
    bare = [at for at in checked.corners_px if at not in checked.covered and checked.terrains[at] in TERRAINS]
    if not bare:
        return Lesson(look, {}, (), False)
    photo = load_photo(source, settings)
    views = make_views(photo.rgb, settings.view_sides_px)
    corners = {
        at: (np.array(ring, np.float64).reshape(6, 2) + 0.5) * photo.shrink - 0.5
        for at, ring in checked.corners_px.items()
    }
    typical = sample_outlines(views, np.stack([corners[at] for at in bare]), settings).typical
    labels = np.array([TERRAINS.index(checked.terrains[at]) for at in bare])
    gain = lamp_of(typical, labels, settings)
    height_px, width_px = photo.rgb.shape[:2]
    tiles = []
    for name, turn, centre in checked.tiles:
        spaces = [at for at in (centre, *centre.neighbours()) if at in corners]
        plane = np.concatenate([plane_of([at]) + CORNER_STEPS for at in spaces])
        px = np.concatenate([corners[at] for at in spaces])
        if lattice := Lattice.from_points(plane, px, width_px, height_px):
            tiles.append(cut_tile(views, lattice, name, turn, centre, 1.0, settings))
    taught = joined_prints(look.prints, tiles, checked.covered, gain, settings)
    terrains = terrain_colours(list(zip(labels.tolist(), typical, strict=True)), gain, settings)
    after = replace(look, terrains=joined_terrains(look.terrains, terrains), prints=taught.prints)
    return Lesson(after, dict(taught.tiles), taught.otherwise, True)


def _lesson(scan: Scan, look: Look, settings: Settings) -> Lesson:
    if scan.read is None or not any(flower.pattern >= 0 for flower in scan.read.decoded.flowers):
        return Lesson(look, {}, (), False)
    covered = _covered(scan)
    gain = scan.read.palette.gain
    taught = joined_prints(look.prints, scan.tiles, covered, gain, settings)
    samples = scan.read.samples
    flowers = [f for f in scan.read.decoded.flowers if f.pattern >= 0 and f.tile_share >= settings.print_sure]
    seen = [
        (column, samples.typical[member])
        for flower in flowers
        for member, column in zip(flower.members, flower.terrains, strict=True)
        if member >= 0 and samples.spaces[member] not in covered
    ]
    terrains = terrain_colours(seen, gain, settings) if taught.tiles else {}
    after = replace(look, terrains=joined_terrains(look.terrains, terrains), prints=taught.prints)
    return Lesson(after, dict(taught.tiles), taught.otherwise, bool(taught.tiles), flower_rings(scan))


def _covered(scan: Scan) -> frozenset[Hex]:
    """Spaces that may hold something. A start without a camp says that the game has not begun: then nothing stands."""
    tokens = {berries.at for berries in scan.flat.berries}
    if scan.camps.bare:
        return frozenset(tokens)
    return frozenset(
        tokens | {m.at for m in scan.flat.markers} | {c.at for c in (*scan.camps.camps, *scan.camps.maybe)}
    )


def flower_rings(scan: Scan) -> tuple[Floats, ...]:
    """The outlines of the map's tiles, in pixels of the photo as displayed."""
    if scan.read is None or scan.snapped is None:
        return ()
    placed = zip(scan.read.decoded.flowers, scan.snapped.of_flower, strict=True)
    return tuple(
        (lattice.project(plane_of([flower.centre]) + FLOWER_RING) + 0.5) / scan.photo.shrink - 0.5
        for flower, lattice in placed
    )


def bare_scan(photo: Photo, settings: Settings) -> Scan:
    """Tiles laid together, of whatever box."""
    return _scan_of(photo, None, (), None, settings, _Watch(None))


class _Watch:
    """Runs a stage, says so, and notes how long it took."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress

    def __call__(self, stage: str, work: Callable[[], Result]) -> Result:
        if self._progress is not None and stage not in self.seconds:
            self._progress(stage, STAGES.index(stage), len(STAGES))
        start = time.perf_counter()
        result = work()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start
        return result
