"""From a lattice to a map: which spaces are map and what they show, in rounds of reading and decoding."""

from dataclasses import dataclass

import numpy as np

from companion.rules.hexes import Hex, distance
from companion.vision import colours
from companion.vision.colours import TERRAINS, Palette, Samples, Table
from companion.vision.decode import OTHER, Decoded, Evidence, Patterns, decode
from companion.vision.fit import refine
from companion.vision.lattice import Floats, Lattice, View, disc
from companion.vision.search import Found, in_picture, same_lattice, space_scores
from companion.vision.settings import Settings


@dataclass(frozen=True)
class MapReading:
    """What one lattice gives: samples of all spaces looked at, the colours learned, and the decoded map."""

    lattice: Lattice
    samples: Samples
    edge_means: Floats  # (n,)
    palette: Palette
    table: Table
    decoded: Decoded


def best_map(
    views: list[View],
    candidates: list[Found],
    patterns: Patterns | None,
    settings: Settings,
    trusted: bool = False,
) -> MapReading | None:
    """The map of the lattice that explains the photo best; None when none explains enough.

    ``trusted`` lattices came from a person, so weak edges are no reason to refuse.
    """
    best: MapReading | None = None
    for found in candidates[: settings.lattices_read]:
        if not trusted and found.support < max(settings.least_support, settings.rival_support * candidates[0].support):
            continue
        if best is not None and same_lattice(best.lattice, found.lattice):
            continue
        read = read_map(views, found.lattice, patterns, settings)
        if read is not None and _reach(read) > settings.growth[-1] - 3:
            # A long map: the lattice was fitted around its first space only. Fit it to what was read, and read on.
            longer, _ = refine(views, read.lattice, _covered(read), settings, settings.growth_windows, "homography")
            read = read_map(views, longer, patterns, settings) or read
        if read is not None and (best is None or read.decoded.gain > best.decoded.gain):
            best = read
    if best is None or len(best.decoded.flowers) < settings.least_flowers or best.decoded.rate < settings.least_rate:
        return None
    return best


def _covered(read: MapReading) -> list[Hex]:
    return [read.samples.spaces[m] for flower in read.decoded.flowers for m in flower.members if m >= 0]


def _reach(read: MapReading) -> int:
    """How far the map goes from the lattice's first space, in steps."""
    return max(distance(Hex(0, 0), space) for space in _covered(read))


def read_map(
    views: list[View],
    lattice: Lattice,
    patterns: Patterns | None,
    settings: Settings,
) -> MapReading | None:
    """The likeliest map on a lattice, or None."""
    spaces = in_picture(lattice, disc(Hex(0, 0), settings.map_reach), settings)
    if len(spaces) < 7:
        return None
    samples = colours.sample_spaces(views, lattice, spaces, settings)
    scores = space_scores(views, lattice, spaces, settings)
    edge_means = np.array([scores[s].mean() for s in spaces])
    typical = samples.typical
    outside = edge_means < settings.table_edges
    table = colours.learn_table(
        _border_colours(views[-1])
        if outside.sum() < 12
        else np.concatenate([typical[outside], _border_colours(views[-1])]),
        settings,
    )
    weights = np.clip((edge_means - 0.15) / 0.25, 0, 1)
    best: MapReading | None = None
    best_score = -np.inf
    for lamp_score, palette in colours.guess_palette(typical, weights, table, settings):
        reading = _settle(lattice, samples, edge_means, palette, table, patterns, settings)
        # The box judges a lamp best; without one, how well the lamp makes the spaces fall into families.
        score = lamp_score if patterns is None else reading.decoded.gain if reading else -np.inf
        if reading and score > best_score:
            best, best_score = reading, score
    return best


def _border_colours(view: View) -> Floats:
    """Colours along the picture's border, (n, 3): mostly table."""
    lab = view.lab
    rows = [lab[2, ::4], lab[-3, ::4], lab[::4, 2], lab[::4, -3]]
    return np.concatenate(rows).astype(np.float64)


def _settle(
    lattice: Lattice,
    samples: Samples,
    edge_means: Floats,
    palette: Palette,
    table: Table,
    patterns: Patterns | None,
    settings: Settings,
) -> MapReading | None:
    """Decode, learn the palette and the table from what was decoded, and decode again."""
    typical = samples.typical
    decoded: Decoded | None = None
    for _ in range(settings.decode_rounds):
        evidence = evidence_of(samples, edge_means, palette, table, settings)
        decoded = decode(evidence, patterns, settings)
        if decoded is None:
            return None
        labels = np.full(len(typical), -1, np.int64)
        covered = np.zeros(len(typical), bool)
        for flower in decoded.flowers:
            for member, column in zip(flower.members, flower.terrains, strict=True):
                if member >= 0:
                    covered[member] = True
                    labels[member] = column if column != OTHER else -1
        palette = colours.learn(palette, typical, labels, settings)
        off = ~covered & (edge_means < settings.table_edges * 2)
        if off.sum() >= 12:
            table = colours.learn_table(typical[off], settings)
    return MapReading(lattice, samples, edge_means, palette, table, decoded) if decoded else None


def evidence_of(samples: Samples, edge_means: Floats, palette: Palette, table: Table, settings: Settings) -> Evidence:
    """Log likelihoods of every space."""
    logs = colours.terrain_logs(samples, palette, settings)
    other = np.full((len(logs), 1), settings.free_places * settings.other_log)
    terrain = np.concatenate([logs, other], axis=1)
    return Evidence(samples.spaces, terrain, table.logs(samples, settings), edge_means)


def names_of(columns: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(TERRAINS[c] if c < len(TERRAINS) else "volcano" for c in columns)
