"""From a lattice to a map: which spaces are map and what they show, in rounds of reading and decoding."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision import colours
from companion.dewan.vision.colours import TERRAINS, ColourTable, Palette, Samples
from companion.dewan.vision.decode import OTHER, Decoded, Patterns, TileEvidence, decode, decode_loose
from companion.dewan.vision.fit import refine
from companion.dewan.vision.lattice import Floats, Lattice, LatticeView, disc, plane_of
from companion.dewan.vision.light import EVEN, Light, light_over
from companion.dewan.vision.search import LatticeFit, in_picture, same_lattice, space_scores
from companion.dewan.vision.settings import Settings
from companion.rules.hexes import Hex, distance


@dataclass(frozen=True)
class MapReading:
    """What one lattice gives: all spaces looked at, evened to one light, the colours learned, and the decoded map."""

    lattice: Lattice
    samples: Samples
    seen: Samples  # the same before evening
    light: Light
    palette: Palette
    table: ColourTable
    decoded: Decoded
    evenness: float  # of the three directions of edges, the weakest against their mean
    settings: Settings


def best_map(
    views: list[LatticeView],
    candidates: list[LatticeFit],
    patterns: Patterns | None,
    settings: Settings,
    trusted: bool = False,
) -> MapReading | None:
    """The map of the lattice that explains the photo best; None when none explains enough.

    ``trusted`` lattices came from a person, so weak edges are no reason to refuse.
    """
    best: MapReading | None = None
    strongest: dict[bool, float] = {}  # by kind of seam
    enough = [found for found in candidates if trusted or found.support >= found.settings.least_support]
    for found in enough[: settings.lattices_read]:
        own = found.settings
        if found.support < strongest.setdefault(own.wide_seams, found.support) * own.rival_support:
            continue
        if best is not None and same_lattice(best.lattice, found.lattice):
            continue
        read = read_map(views, found.lattice, patterns, own)
        if read is not None and not own.wide_seams and len(_covered(read)) <= own.most_spaces:
            read = _read_on(views, read, patterns, trusted)
        if read is None or not (trusted or _is_map(read)):
            continue
        if best is None or _worth(read, patterns) > _worth(best, patterns):
            best = read
    if best is not None and patterns is not None and _are_strangers(best):
        # Tiles, but not of this box: the spaces can still be told, the names can't. A rug of hexagons has no tiles.
        other = best_map(views, candidates, None, settings, trusted)
        loose = other is not None and len(other.decoded.flowers[0].members) == 1
        return other if other is None or trusted or loose or other.decoded.rate >= settings.strange_rate else None
    return best


def _worth(read: MapReading, patterns: Patterns | None) -> float:
    """What a reading gains, made comparable: flowers take in table around another game's map, single spaces do not."""
    loose = patterns is None and read.settings.wide_seams
    return read.decoded.gain * (read.settings.loose_credit if loose else 1.0)


def _read_on(views: list[LatticeView], read: MapReading, patterns: Patterns | None, trusted: bool) -> MapReading:
    """Fit the lattice to what was read and read on, where that shows the spaces beyond in other places.

    A lattice is fitted around one space, to table and clutter as well; far tiles of a long or steep map may lie off it.
    """
    own = read.settings
    for _ in range(own.read_on_rounds):
        longer, _ = refine(views, read.lattice, _covered(read), own, own.growth_windows, "lens")
        far = trusted or _reach(read) > own.growth[-1] - 3
        if not far and _drift(read, longer) < own.read_on_drift:
            break
        further = read_map(views, longer, patterns, own)
        if further is None or further.decoded.gain <= read.decoded.gain:
            break
        read = further
    return read


def _drift(read: MapReading, other: Lattice) -> float:
    """How far, at most, another lattice puts the spaces in and around the map from where they were, in spacings."""
    covered = _covered(read)
    around = plane_of(in_picture(read.lattice, list({n for s in covered for n in disc(s, 3)}), read.settings))
    return float(np.linalg.norm(other.unproject(read.lattice.project(around)) - around, axis=1).max(initial=0.0))


def _are_strangers(read: MapReading) -> bool:
    """Whether the flowers together are no tiles of the box. A hidden or glaring one counts against it only so much."""
    odds = [flower.own_odds for flower in read.decoded.flowers]
    return float(np.clip(odds, *read.settings.own_odds_limits).sum()) < read.settings.own_odds_least


def _is_map(read: MapReading) -> bool:
    """Whether what was read is enough, and even enough, to be called a map; a tiled floor is too much of too little."""
    own = read.settings
    shown = Counter(column for flower in read.decoded.flowers for column in flower.terrains)
    spaces = sum(shown.values())
    varied = sum(count >= own.least_terrain_share * spaces for count in shown.values()) >= own.least_terrains
    flowers = read.decoded.flowers
    loose = len(flowers[0].members) == 1
    pale = own.most_pale_share if loose else own.most_starts_share
    enough = len(flowers) >= own.least_flowers or all(f.pattern >= 0 and f.own_odds >= own.few_odds for f in flowers)
    return (
        enough
        and spaces <= own.most_spaces
        and varied
        and shown[TERRAINS.index("start")] <= pale * spaces
        and read.decoded.rate >= own.least_rate
        and read.evenness >= own.least_evenness
        # A wrong box puts wrong terrains where colours tell the right ones: its maps are read again without it.
        and (_are_strangers(read) or _told_by_colour(read) >= own.least_told)
    )


def _told_by_colour(read: MapReading) -> float:
    """How sure, on average, colours alone are of the terrains: those of an even floor fit any tile, but say nothing."""
    logs = colours.terrain_logs(read.samples, read.palette, read.settings)
    logs = logs - colours.log_sum(logs)[:, None]
    labels = _labels(read.decoded, len(logs))
    known = np.flatnonzero(labels >= 0)
    return float(np.exp(logs[known, labels[known]]).mean()) if len(known) else 0.0


def _covered(read: MapReading) -> list[Hex]:
    return [read.samples.spaces[m] for flower in read.decoded.flowers for m in flower.members if m >= 0]


def _reach(read: MapReading) -> int:
    """How far the map goes from the lattice's first space, in steps."""
    return max(distance(Hex(0, 0), space) for space in _covered(read))


def read_map(
    views: list[LatticeView],
    lattice: Lattice,
    patterns: Patterns | None,
    settings: Settings,
) -> MapReading | None:
    """The likeliest map on a lattice, or None."""
    spaces = in_picture(lattice, disc(Hex(0, 0), settings.map_reach), settings)
    if len(spaces) < 7:
        return None
    scores = space_scores(views, lattice, spaces, settings)
    means = np.array([scores[s].mean() for s in spaces])
    if (means >= settings.sure_edges).sum() > settings.floor_spaces:
        return None
    seen = colours.sample_spaces(views, lattice, spaces, settings)
    # A flower of the map has a space with clear edges; what lies two steps from any such space can only be table.
    clear = {s for s, mean in zip(spaces, means, strict=True) if mean >= settings.clear_edges}
    near = {n for s in clear for n in disc(s, 2)}
    kept = [k for k, s in enumerate(spaces) if s in near]
    if len(kept) < 7:
        return None
    samples = seen.among(kept)
    edges = np.array([scores[spaces[k]] for k in kept])
    edge_means = means[kept]
    typical = samples.typical
    plain = np.median(seen.lab[means < settings.table_edges], axis=1).reshape(-1, 3)
    border = _border_colours(views[-1])
    table = colours.learn_table(border if len(plain) < 12 else np.concatenate([plain, border]), settings)
    weights = np.clip((edge_means - 0.15) / 0.25, 0, 1)
    best: MapReading | None = None
    best_score = -np.inf
    for lamp_score, palette in colours.guess_palette(typical, weights, table, settings):
        reading = _settle(lattice, samples, edges, palette, table, patterns, settings)
        # The box judges a lamp best; without one, how well the lamp makes the spaces fall into families. Boards of
        # other games have other families.
        by_lamp = patterns is None and not settings.wide_seams
        score = lamp_score if by_lamp else reading.decoded.gain if reading else -np.inf
        if reading and score > best_score:
            best, best_score = reading, score
    return best if best is None or patterns is None else _lit_as_known(_better_guessed(best, edges, patterns))


def _lit_as_known(read: MapReading) -> MapReading:
    """Once the tiles are known, their terrains tell the lamp better than any guess it began with."""
    labels = _labels(read.decoded, len(read.samples.spaces))
    known = labels >= 0
    gain = colours.lamp_of(read.samples.typical[known], labels[known], read.settings)
    return replace(read, palette=replace(read.palette, gain=gain))


def _better_guessed(read: MapReading, edges: Floats, patterns: Patterns) -> MapReading:
    """Where a flower fits no tile well, its likeliest rivals are supposed in its place, as long as that gains.

    One wrong tile teaches wrong colours, which make it look right; nothing but another guess leads out of that.
    """
    own = read.settings
    tried: set[tuple[Hex, int]] = set()
    for _ in range(own.guesses):
        doubted = [f for f in read.decoded.flowers if f.own_odds < own.guess_below]
        rivals = [
            (f, pattern)
            for f in sorted(doubted, key=lambda f: f.own_odds)
            for pattern, _ in f.rivals[: own.guess_rivals]
            if (f.centre, pattern) not in tried
        ]
        if not rivals:
            break
        flower, pattern = rivals[0]
        tried.add((flower.centre, pattern))
        supposed = _labels(read.decoded, len(read.samples.spaces))
        for member, column in zip(flower.members, patterns.columns[pattern], strict=True):
            if member >= 0:
                supposed[member] = column if column != OTHER else -1
        other = _settle(read.lattice, read.seen, edges, read.palette, read.table, patterns, own, supposed)
        if other is not None and other.decoded.gain > read.decoded.gain:
            read = other
    return read


def _labels(decoded: Decoded, count: int) -> NDArray[np.int64]:
    """The terrain of every space (count,) as decoded, -1 where there is none."""
    labels = np.full(count, -1, np.int64)
    for flower in decoded.flowers:
        for member, column in zip(flower.members, flower.terrains, strict=True):
            if member >= 0 and column != OTHER:
                labels[member] = column
    return labels


def _border_colours(view: LatticeView) -> Floats:
    """Colours along the picture's border, (n, 3): mostly table."""
    lab = view.lab
    rows = [lab[2, ::4], lab[-3, ::4], lab[::4, 2], lab[::4, -3]]
    return np.concatenate(rows).astype(np.float64)


def _settle(
    lattice: Lattice,
    samples: Samples,
    edges: Floats,
    palette: Palette,
    table: ColourTable,
    patterns: Patterns | None,
    settings: Settings,
    supposed: NDArray[np.int64] | None = None,
) -> MapReading | None:
    """Decode, learn light, palette and table from what was decoded, and decode again. ``edges`` is (n, 6).

    ``supposed``: the terrains (n,) to learn from first, -1 where there is no map.
    """
    seen, places = samples, plane_of(samples.spaces)
    light = EVEN
    edge_means = edges.mean(axis=1)
    covered = np.zeros(len(places), bool)
    decoded: Decoded | None = None
    loose = settings.wide_seams and patterns is None  # a board of another game, whose colours are of other families
    for _ in range(settings.decode_rounds):
        if supposed is not None:
            labels, supposed = supposed, None
        else:
            evidence = evidence_of(samples, edges, palette, table, settings, veiled=patterns is not None)
            decoded = decode_loose(evidence, settings) if loose else decode(evidence, patterns, settings)
            if decoded is None:
                return None
            labels = _labels(decoded, len(places))
            covered[:] = False
            covered[[m for f in decoded.flowers for m in f.members if m >= 0]] = True
        ground, bare = colours.bare_ground(samples, palette, labels, settings)
        if loose:
            ground, bare = samples.typical, np.ones(len(places))
        ground = light.lit(ground, places)
        light = light_over(places, ground, np.where(bare > 0, labels, -1), settings)
        samples = seen.recoloured(partial(light.evened, plane=places))
        typical = samples.typical
        palette = colours.learn(palette, light.evened(ground[:, None], places)[:, 0], labels, settings, bare)
        off = ~covered & (edge_means < settings.table_edges * 2)
        if off.sum() >= 12:
            table = colours.learn_table(typical[off], settings)
    if decoded is None:
        return None
    ways = edges[covered].mean(axis=0).reshape(2, 3).mean(axis=0)
    evenness = float(ways.min() / max(float(ways.mean()), 1e-6))
    return MapReading(lattice, samples, seen, light, palette, table, decoded, evenness, settings)


def evidence_of(
    samples: Samples, edges: Floats, palette: Palette, table: ColourTable, settings: Settings, veiled: bool = True
) -> TileEvidence:
    """Log likelihoods of every space, and how well its edges (n, 6) show. ``veiled``: where tiles can outvote glare."""
    logs = colours.terrain_logs(samples, palette, settings, veiled)
    other = np.full((len(logs), 1), settings.free_places * settings.other_log)
    terrain = np.concatenate([logs, other], axis=1)
    weakest = np.sort(edges, axis=1)[:, :3].mean(axis=1)
    return TileEvidence(samples.spaces, terrain, table.logs(samples, settings), edges.mean(axis=1), weakest)


def names_of(columns: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(TERRAINS[c] if c < len(TERRAINS) else "volcano" for c in columns)
