"""Name the tiles: the map as flowers of seven spaces, laid without overlap, each a different tile of the box.

Colours stay likelihoods until here. A flower is judged by all its seven spaces at once, so one misread space is
outvoted, a card beside the map makes no tile, and a lattice one step off explains less than the right one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.assign import cheapest_assignment
from companion.dewan.vision.colours import TERRAINS, log_sum
from companion.dewan.vision.lattice import Floats, disc, indices_around
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.tiles import TileSet
from companion.rules.hexes import SIDES, Hex, connected_parts
from companion.vision.plane import FLOWER as FLOWER

# A tiling of flowers is one of seven cosets, in either chirality: (q + factor * r) mod 7 names it.
_FACTORS = (5, 3)
_NORM7 = tuple(Hex(2, 1).turned(k) for k in range(6)) + tuple(Hex(3, -1).turned(k) for k in range(6))
RIVALS = 6  # patterns that a person may want to choose from
_START = TERRAINS.index("start")
OTHER = len(TERRAINS)  # the column of spaces that are no terrain of ours, such as a volcano


@dataclass(frozen=True)
class TileEvidence:
    """What the photo says of each space: log likelihoods and edge evidence, all in one unit."""

    spaces: tuple[Hex, ...]
    terrain: Floats  # (n, 7): TERRAINS and OTHER
    table: Floats  # (n,)
    edges: Floats  # (n,): mean edge score of each space
    weakest: Floats | None = None  # (n,): mean score of its three weakest edges


@dataclass(frozen=True)
class Patterns:
    """Every tile in every rotation: seven terrain columns each, centre first, then by side."""

    tile: NDArray[np.int64]  # (p,)
    rotation: NDArray[np.int64]  # (p,)
    columns: NDArray[np.int64]  # (p, 7)
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Flower:
    """One flower of the map as decoded."""

    centre: Hex
    members: tuple[int, ...]  # indices of its seven spaces; -1 where the picture ends
    pattern: int  # index into Patterns, -1 without a box
    terrains: tuple[int, ...]  # columns, centre first
    gain: float
    tile_share: float  # posterior of the tile and rotation
    shares: Floats  # (7, 7) posterior of every column at every space
    rivals: tuple[tuple[int, float], ...] = ()  # other patterns and their posteriors, likeliest first
    own_odds: float = 0.0  # log odds that it is a tile of the box at all


@dataclass(frozen=True)
class Decoded:
    """The flowers that explain the photo best, and by how much over the next best tiling."""

    flowers: tuple[Flower, ...]
    gain: float
    margin: float
    rate: float  # mean gain a space


def patterns_of(box: TileSet) -> Patterns:
    """All rotations of all seven-space tiles of the box."""
    tile, rotation, columns, ids = [], [], [], []
    for t in box.tiles:
        if set(t.terrains) != set(FLOWER):
            continue
        ids.append(t.id)
        ring = [_column(t.terrains[side]) for side in SIDES]
        for turn in range(6):
            tile.append(len(ids) - 1)
            rotation.append(turn)
            columns.append([_column(t.terrains[FLOWER[0]]), *(ring[(side - turn) % 6] for side in range(6))])
    return Patterns(
        np.array(tile, np.int64),
        np.array(rotation, np.int64),
        np.array(columns, np.int64).reshape(-1, 7),
        tuple(ids),
    )


def _column(terrain: str) -> int:
    return TERRAINS.index(terrain) if terrain in TERRAINS else OTHER


@dataclass(frozen=True)
class _Candidates:
    """Every place a flower may lie."""

    centres: list[Hex]
    members: NDArray[np.int64]  # (m, 7)
    offer: Floats  # (m, 7, 7): gain of each column at each space over table
    fits: Floats  # (m, p) gain of each pattern, or (m, 1) without a box


def _candidates(evidence: TileEvidence, patterns: Patterns | None, settings: Settings) -> _Candidates:
    seams = np.clip((evidence.edges - settings.edge_neutral) * settings.edge_gain, *settings.edge_clip)
    wet = evidence.terrain.argmax(axis=1) == TERRAINS.index("water")
    misfit = (
        np.where(wet, settings.marker_misfit, settings.misfit_limit) if patterns is not None else settings.misfit_limit
    )
    gains = _gains(evidence.terrain, evidence.table, seams, misfit, settings)
    members = indices_around(evidence.spaces, FLOWER)
    there = members >= 0
    # Colours alone make a flower of any plain table; seams and borders do not.
    edges = np.where(there, np.append(evidence.edges, 0.0)[members], 0.0).sum(axis=1) / there.sum(axis=1)
    kept = ((~there).sum(axis=1) <= settings.missing_allowed) & (edges >= settings.flower_edges)
    centres, table = [evidence.spaces[k] for k in np.flatnonzero(kept)], members[kept]
    offer = gains[table]
    if patterns is None:
        offer = offer[:, :, :OTHER]  # without a box nothing says that there is a volcano
        # A start is the middle of its tile: what looks like one elsewhere is glare.
        glaring = evidence.terrain.copy()
        glaring[:, _START] = -np.inf
        rim = _gains(glaring, evidence.table, seams, misfit, settings)
        offer[:, 1:] = rim[table[:, 1:], :OTHER]
        fits = offer.max(axis=2).sum(axis=1, keepdims=True)
    else:
        fits = np.zeros((len(centres), len(patterns.tile)))
        for place in range(7):
            fits += offer[:, place, :][:, patterns.columns[:, place]]
    return _Candidates(centres, table, offer, fits)


def _gains(terrain: Floats, table: Floats, seams: Floats, misfit: Floats | float, settings: Settings) -> Floats:
    """What each space (n,) gains over table as each terrain, (n + 1, 7); the last row is a space out of the picture."""
    limit = settings.space_gain_limit
    best = terrain.max(axis=1)
    as_map = np.clip(best - table, -limit, limit) + seams
    gains = as_map[:, None] + np.maximum(terrain - best[:, None], -np.reshape(misfit, (-1, 1)))
    return np.concatenate([gains, np.full((1, gains.shape[1]), settings.missing_gain)])


def _tilings(candidates: _Candidates, settings: Settings) -> list[tuple[float, list[int]]]:
    """For each of the fourteen tilings its gain and the candidates in it: the best connected group of flowers."""
    best = candidates.fits.max(axis=1)
    worth = [(k, candidates.centres[k]) for k in np.flatnonzero(best > settings.flower_gain).tolist()]
    tilings = []
    for factor in _FACTORS:
        for coset in range(7):
            chosen = {c: k for k, c in worth if (c.q + factor * c.r) % 7 == coset}
            groups = []
            left = set(chosen)
            while left:
                first = max(left, key=lambda c: best[chosen[c]])
                left.remove(first)
                group, edge = [first], [first]
                while edge:
                    here = edge.pop()
                    for step in _NORM7:
                        near = here.moved(step)
                        if near in left:
                            left.remove(near)
                            group.append(near)
                            edge.append(near)
                groups.append((float(sum(best[chosen[c]] for c in group)), [chosen[c] for c in group]))
            if groups:
                tilings.append(max(groups, key=lambda g: g[0]))
    return sorted(tilings, key=lambda t: -t[0])


def decode(evidence: TileEvidence, patterns: Patterns | None, settings: Settings) -> Decoded | None:
    """The likeliest map; None when no flower is likelier than table."""
    if patterns is not None and len(patterns.tile) == 0:
        patterns = None
    candidates = _candidates(evidence, patterns, settings)
    if not candidates.centres:
        return None
    tilings = _tilings(candidates, settings)
    if not tilings:
        return None
    scored = [(*_assigned(candidates, members, patterns, settings), members) for _, members in tilings[:4]]
    scored.sort(key=lambda s: -s[0])
    gain, picks, members = scored[0]
    members, picks = _without_idle(members, picks)
    if not members:
        return None
    used = {int(patterns.tile[p]) for p in picks} if patterns is not None else set()
    flowers = tuple(_flower(candidates, m, p, patterns, used, settings) for m, p in zip(members, picks, strict=True))
    margin = gain - scored[1][0] if len(scored) > 1 else gain
    return Decoded(flowers, gain, margin, gain / (7 * len(flowers)))


def decode_loose(evidence: TileEvidence, settings: Settings) -> Decoded | None:
    """A map that is no union of flowers, as other games have: the largest patch of spaces with seams all around.

    Every space comes as a flower of one.
    """
    terrain = evidence.terrain[:, :OTHER]
    gains = np.clip(terrain.max(axis=1) - evidence.table, -settings.space_gain_limit, settings.space_gain_limit)
    gains = gains + np.clip((evidence.edges - settings.edge_neutral) * settings.edge_gain, *settings.edge_clip)
    weakest = evidence.edges if evidence.weakest is None else evidence.weakest
    index = {space: k for k, space in enumerate(evidence.spaces)}
    closed = (weakest - settings.loose_edges) / settings.loose_edges_spread
    patch = _largest({s for s, k in index.items() if closed[k] > 0})
    for _ in range(settings.loose_rounds):  # take in what is well surrounded, give up what hangs on by a corner
        patch = _largest(
            {
                s
                for s, k in index.items()
                if closed[k] + settings.loose_company * (sum(n in patch for n in s.neighbours()) - 2.5) > 0
            }
        )
    # A frame around the spaces has bands, too, but the colours of what lies around the map.
    strange = (settings.loose_table - evidence.table) / settings.loose_table_spread
    sure = np.clip(closed, -2, 2) + np.clip(strange, -1, 1)
    patch = _as_hexagon(patch, {s: float(sure[k]) for s, k in index.items()}, settings)
    if len(patch) < settings.loose_least:
        return None
    flowers = []
    for space in sorted(patch):
        k = index[space]
        shares = np.zeros((1, OTHER + 1))
        shares[0, :OTHER] = np.exp((terrain[k] - terrain[k].max()) * settings.posterior_heat)
        shares /= shares.sum()
        column = int(terrain[k].argmax())
        flowers.append(Flower(space, (k,), -1, (column,), float(gains[k]), 0.0, shares))
    gain = sum(f.gain for f in flowers)
    return Decoded(tuple(flowers), gain, gain, gain / len(flowers))


def _as_hexagon(patch: set[Hex], sure: Mapping[Hex, float], settings: Settings) -> set[Hex]:
    """The whole hexagon of spaces a patch nearly is, as most boards are: spaces within, none beyond its rim.

    ``sure``: how much each looks like a space of the board.
    """
    best, most = patch, settings.loose_shared
    for radius in settings.loose_radii:
        wholes = [set(disc(centre, radius)) for centre in patch]
        inside = [whole for whole in wholes if whole <= sure.keys()]
        if not inside:
            continue
        whole = max(inside, key=lambda spaces: _surer_within(spaces, sure))
        shared = len(whole & patch) / len(whole | patch)
        if shared > most:
            best, most = whole, shared + settings.loose_smaller
    return best


def _surer_within(spaces: set[Hex], sure: Mapping[Hex, float]) -> float:
    """How much more the spaces look like some than those around them."""
    rim = {n for s in spaces for n in s.neighbours()} - spaces
    return sum(sure[s] for s in spaces) - sum(sure.get(s, 0.0) for s in rim)


def _largest(spaces: set[Hex]) -> set[Hex]:
    """The largest connected part."""
    return max((set(part) for part in connected_parts(spaces)), key=len, default=set())


def _without_idle(members: list[int], picks: list[int]) -> tuple[list[int], list[int]]:
    kept = [(m, p) for m, p in zip(members, picks, strict=True) if p >= -1]
    return [m for m, _ in kept], [p for _, p in kept]


def _assigned(
    candidates: _Candidates, members: list[int], patterns: Patterns | None, settings: Settings
) -> tuple[float, list[int]]:
    """The tiling's gain with every tile used at most once, and each flower's pattern (-1 no box, -2 no flower)."""
    if patterns is None:
        return float(candidates.fits[members].sum()), [-1] * len(members)
    tiles = len(patterns.ids)
    fits = candidates.fits[members]
    best = np.full((len(members), tiles), -np.inf)
    turn = np.zeros((len(members), tiles), np.int64)
    for tile in range(tiles):
        own = np.flatnonzero(patterns.tile == tile)
        best[:, tile] = fits[:, own].max(axis=1)
        turn[:, tile] = own[fits[:, own].argmax(axis=1)]
    # Leaving a flower out costs what it would gain, so that a third copy of a tile is doubted, not forced.
    idle = np.full((len(members), len(members)), 0.0)
    picks = cheapest_assignment(-np.concatenate([best, idle], axis=1))
    gain = float(sum(best[k, t] for k, t in enumerate(picks) if t < tiles))
    return gain, [int(turn[k, t]) if t < tiles else -2 for k, t in enumerate(picks)]


def _flower(
    candidates: _Candidates,
    member: int,
    pattern: int,
    patterns: Patterns | None,
    used: set[int],
    settings: Settings,
) -> Flower:
    offer = candidates.offer[member]
    alone = np.exp(offer - offer.max(axis=1, keepdims=True))
    alone /= alone.sum(axis=1, keepdims=True)
    if patterns is None:
        terrains = tuple(int(k) for k in offer.argmax(axis=1))
        return Flower(
            candidates.centres[member],
            tuple(candidates.members[member].tolist()),
            -1,
            terrains,
            float(candidates.fits[member, 0]),
            0.0,
            alone,
        )
    own = int(patterns.tile[pattern])
    fits = candidates.fits[member].copy()
    fits[np.isin(patterns.tile, [t for t in used if t != own])] -= settings.reuse_cost
    shares = np.exp((fits - fits.max()) * settings.posterior_heat)
    # A tile the box does not know is possible too: then any terrain may be anywhere, and where colours do not tell
    # terrains apart that explains as much.
    anything = (log_sum(offer) - np.log(offer.shape[1])).sum() - settings.stranger_cost
    stranger = np.exp((anything - fits.max()) * settings.posterior_heat)
    total = shares.sum() + stranger
    columns = np.zeros((7, len(TERRAINS) + 1))
    for place in range(7):
        np.add.at(columns[place], patterns.columns[:, place], shares)
    columns = (columns + stranger * alone) / total
    return Flower(
        candidates.centres[member],
        tuple(candidates.members[member].tolist()),
        pattern,
        tuple(int(k) for k in patterns.columns[pattern]),
        float(candidates.fits[member, pattern]),
        float(shares[pattern] / total),
        columns,
        tuple((int(k), float(shares[k] / total)) for k in np.argsort(-shares)[:RIVALS] if k != pattern),
        float(np.log(shares.sum()) - np.log(max(stranger, 1e-300))),
    )
