"""Which terrain each space shows, judged by the photo's own light and clusters.

Terrains are families (a forest is some green), never one colour: a coarse search over lamp colours finds the light
under which the spaces fall best into the families, then the families' means move to what this photo shows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.fit import pick_view
from companion.dewan.vision.lattice import CORNER_STEPS, Floats, Lattice, LatticeView, disc, plane_of
from companion.dewan.vision.settings import Settings
from companion.rules.hexes import Hex
from companion.vision.colour import lab_to_linear as lab_to_linear
from companion.vision.colour import linear_to_lab as linear_to_lab
from companion.vision.colour import table_colours

TERRAINS = ("mountain", "badlands", "desert", "forest", "water", "start")
SPACE_POINTS = plane_of(disc(Hex(0, 0), 3)) * 0.125  # 37 places within a space, clear of its edges
_ANGLES = np.arange(24) * np.pi / 12
_TO_EDGE = 0.5 / np.cos((_ANGLES + np.pi / 6) % (np.pi / 3) - np.pi / 6)
RIM_POINTS = 0.8 * np.stack([np.cos(_ANGLES) * _TO_EDGE, np.sin(_ANGLES) * _TO_EDGE], axis=1)
# 24 places along a space's edges, where no marker reaches
_FROM_MIDDLE = np.linalg.norm(np.concatenate([SPACE_POINTS, RIM_POINTS]), axis=1)
_OUTER = np.where(np.linalg.norm(SPACE_POINTS, axis=1) > 0.2, 1.0, 0.5)  # pieces stand in the middle
_ALIKE = np.array([7.0, 5.0, 6.0])  # Lab distance within one terrain's grain
_LOG_UNIFORM = -float(np.log(100 * 140 * 140))


@dataclass(frozen=True)
class Samples:
    """Colours in spaces: Lab (n, 37, 3), in the order of ``spaces``; along their rims (n, 24, 3), if known."""

    spaces: tuple[Hex, ...]
    lab: Floats
    rim: Floats | None = None

    def among(self, kept: list[int]) -> "Samples":
        rim = None if self.rim is None else self.rim[kept]
        return Samples(tuple(self.spaces[k] for k in kept), self.lab[kept], rim)

    def recoloured(self, change: Callable[[Floats], Floats]) -> "Samples":
        return Samples(self.spaces, change(self.lab), None if self.rim is None else change(self.rim))

    @cached_property
    def typical(self) -> Floats:
        """The commonest colour of each space, (n, 3): the mean of the places around the one most others resemble.

        A median would answer for the piece where a piece hides half of the space.
        """
        scaled = (self.lab / _ALIKE).astype(np.float32)
        squares = (scaled**2).sum(axis=2)
        gaps = squares[:, :, None] + squares[:, None] - 2 * scaled @ scaled.transpose(0, 2, 1)  # (n, 37, 37)
        closeness = np.exp(-0.5 * gaps) * _OUTER[None, None]
        best = closeness.sum(axis=2).argmax(axis=1)
        shares = closeness[np.arange(len(best)), best]
        return np.asarray((shares[..., None] * self.lab).sum(axis=1) / shares.sum(axis=1)[:, None])


@dataclass(frozen=True)
class Palette:
    """Means (k, 3) and deviations (k, 3) of the terrains' colours in this photo's Lab, in the order of TERRAINS.

    ``gain`` (3,) is what turns the photo's linear RGB into daylight's.
    """

    means: Floats
    spreads: Floats
    gain: Floats


def sample_spaces(views: list[LatticeView], lattice: Lattice, spaces: list[Hex], settings: Settings) -> Samples:
    """Colours at 37 places of every space and along its rim, each space in the view that suits its size."""
    centres = plane_of(spaces)
    places = np.concatenate([SPACE_POINTS, RIM_POINTS])
    px = lattice.project((centres[:, None] + places[None]).reshape(-1, 2)).reshape(len(spaces), -1, 2)
    sizes = lattice.spacing_px(centres)
    groups = np.rint(np.log2(np.maximum(sizes, 1.0)) * 2).astype(int)
    lab = np.zeros((len(spaces), len(places), 3))
    for group in np.unique(groups):
        members = groups == group
        view = pick_view(views, lattice, centres[members], settings.colour_spacing_px)
        lab[members] = view.sample(px[members])
    # Where spaces stand apart, their rims are bands, and no markers of ours lie there.
    rim = None if settings.wide_seams else lab[:, len(SPACE_POINTS) :]
    return Samples(tuple(spaces), lab[:, : len(SPACE_POINTS)], rim)


def sample_outlines(views: list[LatticeView], corners_px: Floats, settings: Settings) -> Samples:
    """Colours at 37 places of spaces whose six corners lie at (n, 6, 2) in the photo; they are named 0, 1, 2, …"""
    centres = corners_px.mean(axis=1)
    # Corners come in order but from anywhere: the affine image of a hexagon is right up to a turn, and that is enough.
    basis = np.einsum("nkc,kp->ncp", corners_px - centres[:, None], CORNER_STEPS) / (0.5 * (CORNER_STEPS**2).sum())
    px = centres[:, None] + SPACE_POINTS[None] @ basis.transpose(0, 2, 1)
    lab = np.zeros((len(px), len(SPACE_POINTS), 3))
    for k, places in enumerate(px):
        size = np.sqrt(abs(np.linalg.det(basis[k])))
        view = min(views, key=lambda v: abs(np.log(max(size * v.scale, 1e-6) / settings.colour_spacing_px)))
        lab[k] = view.sample(places)
    return Samples(tuple(Hex(k, 0) for k in range(len(px))), lab)


def log_normal(x: Floats, means: Floats, spreads: Floats) -> Floats:
    """Log density of points (..., 3) under k diagonal normals, (..., k)."""
    # The square is multiplied out: two products of matrices take a fifth of the time of differences place by place.
    weight = 1 / spreads**2
    fixed = (means**2 * weight).sum(axis=-1) + 2 * np.log(spreads).sum(axis=-1) + 3 * np.log(2 * np.pi)
    return np.asarray(x @ (means * weight).T - 0.5 * (x**2 @ weight.T + fixed))


def log_sum(logs: Floats) -> Floats:
    """Log of the sum of what (..., k) are logs of, (...)."""
    top = logs.max(axis=-1)
    return np.asarray(top + np.log(np.exp(logs - top[..., None]).sum(axis=-1)))


def lamps(settings: Settings) -> Iterator[tuple[float, Floats]]:
    """Every lamp that is tried: its log prior, and the gains (3,) that undo it."""
    for exposure in settings.exposures:
        for warmth in settings.warmths:
            for tint in settings.tints:
                gain = np.exp(np.array([exposure - warmth * 0.45, exposure + tint, exposure + warmth * 0.55]))
                prior = -0.5 * ((exposure / 0.6) ** 2 + ((warmth - 0.1) / 0.45) ** 2 + (tint / 0.12) ** 2)
                yield prior, gain


def lamp_of(typical: Floats, labels: NDArray[np.int64], settings: Settings) -> Floats:
    """The gains (3,) that bring colours (n, 3) of known terrains, columns ``labels`` (n,), nearest their families."""
    linear = lab_to_linear(typical)
    means = np.array([settings.families[t][0] for t in TERRAINS])[labels]
    spreads = np.array([settings.families[t][1] for t in TERRAINS])[labels]

    def fit(gain: Floats) -> float:
        off = (linear_to_lab(linear * gain) - means) / spreads
        return float(np.maximum(-0.5 * (off**2).sum(axis=1), settings.family_floor).sum())

    return max(lamps(settings), key=lambda lamp: lamp[0] + fit(lamp[1]))[1]


def guess_palette(
    typical: Floats, weights: Floats, table: "ColourTable", settings: Settings
) -> list[tuple[float, Palette]]:
    """Palettes for likely lamps, best first, from spaces' typical colours (n, 3) and how surely they are map (n,)."""
    linear = lab_to_linear(typical)
    family_means = np.array([settings.families[t][0] for t in TERRAINS])
    family_spreads = np.array([settings.families[t][1] for t in TERRAINS])
    guesses: list[tuple[float, Floats]] = []
    for prior, gain in lamps(settings):
        seen = linear_to_lab(linear * gain)
        fit = log_sum(log_normal(seen, family_means, family_spreads)) - np.log(6)
        fit = np.maximum(fit, settings.family_floor)
        guesses.append((float((fit * weights).sum() + prior), gain))
    guesses.sort(key=lambda g: -g[0])
    palettes = []
    for _, gain in guesses[: settings.lamps_tried]:
        means = linear_to_lab(lab_to_linear(family_means) / gain)
        spreads = family_spreads * np.clip(means[:, :1] / family_means[:, :1], 0.6, 1.3)
        palette = adapt(Palette(means, spreads, gain), typical, weights, table, settings)
        palettes.append((_palette_score(palette, typical, weights, table, settings), palette))
    palettes.sort(key=lambda p: -p[0])
    return _unlike(palettes, typical, weights, settings)


def _unlike(
    palettes: list[tuple[float, Palette]], typical: Floats, weights: Floats, settings: Settings
) -> list[tuple[float, Palette]]:
    """The best palettes, and of those that name nearly all spaces alike only the best."""
    kept: list[tuple[float, Palette]] = []
    named: list[NDArray[np.int64]] = []
    for score, palette in palettes:
        names = log_normal(typical, palette.means, palette.spreads).argmax(axis=1)
        if all(weights[names != others].sum() >= settings.lamps_unlike * weights.sum() for others in named):
            kept.append((score, palette))
            named.append(names)
        if len(kept) == settings.lamps_kept:
            break
    return kept


def _palette_score(
    palette: Palette, typical: Floats, weights: Floats, table: "ColourTable", settings: Settings
) -> float:
    """How well an adapted palette explains the spaces, less what its colours and its lamp strain belief."""
    everything = np.concatenate(
        [
            log_normal(typical, palette.means, palette.spreads),
            log_normal(typical, table.means, np.maximum(table.spreads, np.array(settings.palette_spread))),
            np.full((len(typical), 1), _LOG_UNIFORM - 1.0),
        ],
        axis=1,
    )
    fit = float((log_sum(everything) * weights).sum())
    daylight = linear_to_lab(lab_to_linear(palette.means) * palette.gain)
    wanted = np.array([settings.families[t] for t in TERRAINS])
    strain = 0.5 * float((((daylight - wanted[:, 0]) / wanted[:, 1]) ** 2).sum())
    red, green, blue = np.log(palette.gain)
    lamp = 0.5 * (((blue - red - 0.1) / 0.45) ** 2 + ((green - (red * 0.55 + blue * 0.45)) / 0.12) ** 2)
    return fit - settings.strain_weight * strain - float(lamp)


def adapt(palette: Palette, typical: Floats, weights: Floats, table: "ColourTable", settings: Settings) -> Palette:
    """Move the families to the clusters of this photo: EM, held by a few spaces' worth of prior.

    The table takes its share too, or the rim of the map would pull a family onto it.
    """
    prior = palette
    on_table = log_normal(typical, table.means, np.maximum(table.spreads, np.array(settings.palette_spread)))
    rest = np.full((len(typical), 1), _LOG_UNIFORM - 1.0)
    for _ in range(settings.em_rounds):
        logs = log_normal(typical, palette.means, palette.spreads)
        everything = np.concatenate([logs, on_table, rest], axis=1)
        shares = np.exp(logs - log_sum(everything)[:, None])
        palette = _updated(prior, typical, shares * weights[:, None], settings)
    return palette


def learn(
    prior: Palette, typical: Floats, labels: NDArray[np.int64], settings: Settings, seen: Floats | float = 1.0
) -> Palette:
    """The palette of spaces whose terrain is known: ``labels`` (n,) index TERRAINS, -1 is left out.

    ``seen`` (n,) is how much of each is bare.
    """
    shares = (labels[:, None] == np.arange(len(TERRAINS))) * np.reshape(seen, (-1, 1))
    return _updated(prior, typical, shares, settings)


def bare_ground(
    samples: Samples, palette: Palette, labels: NDArray[np.int64], settings: Settings
) -> tuple[Floats, Floats]:
    """What spaces of known terrain show of it, (n, 3), and which share of their places does, (n,).

    A piece may hide most of a space: what is no such terrain by far teaches neither its colour nor its light.
    """
    own = np.maximum(labels, 0)
    spreads = np.sqrt(palette.spreads**2 + np.array(settings.bare_spread) ** 2)
    logs = log_normal(samples.lab, palette.means, spreads)
    mine = np.take_along_axis(logs, own[:, None, None], axis=2)[..., 0]
    hidden = _LOG_UNIFORM + np.log(settings.hidden_share)
    shares = 1 / (1 + np.exp(np.clip(hidden - mine - np.log(1 - settings.hidden_share), -50, 50)))
    total = shares.sum(axis=1)
    mean = (shares[..., None] * samples.lab).sum(axis=1) / np.maximum(total, 1e-6)[:, None]
    seen = total / shares.shape[1]
    return np.where(seen[:, None] > settings.bare_least, mean, samples.typical), np.where(
        seen > settings.bare_least, seen, 0.0
    )


def _updated(prior: Palette, typical: Floats, shares: Floats, settings: Settings) -> Palette:
    counts = shares.sum(axis=0)[:, None]
    hold = settings.palette_hold
    means = (shares.T @ typical + hold * prior.means) / (counts + hold)
    squares = np.einsum("nk,nkc->kc", shares, (typical[:, None] - means) ** 2)
    own = settings.palette_spread
    spreads = np.sqrt((squares + hold * 2 * np.array(own) ** 2) / (counts + hold * 2))
    # Capped, or one terrain grows wide and swallows its neighbours.
    capped = np.clip(spreads, np.array(own) * 0.6, np.array(own) * settings.spread_cap)
    spreads = np.where(counts > 0.5, capped, prior.spreads)
    return replace(prior, means=means, spreads=spreads)


def terrain_logs(samples: Samples, palette: Palette, settings: Settings, veiled: bool = True) -> Floats:
    """Log likelihood of every space under every terrain, (n, k).

    Each place of a space speaks, and may be hidden by a piece, so a camp on a space does not turn its terrain.
    Glare may lie over a space as a veil of the lamp's colour, which costs belief (``veiled``), or a marker on it.
    """
    lab = samples.lab if samples.rim is None else np.concatenate([samples.lab, samples.rim], axis=1)
    lamp = 1 / palette.gain
    bare = lab_to_linear(palette.means)
    best = np.full((len(lab), len(TERRAINS)), -np.inf)
    for veil, cost in settings.veils if veiled else settings.veils[:1]:
        means = linear_to_lab(bare + veil * lamp / lamp.mean()) if veil else palette.means
        logs = _ground_logs(lab, means, palette, settings)
        best = np.maximum(best, logs.mean(axis=1) * settings.free_places - cost)
    return best if samples.rim is None else np.maximum(best, _covered_logs(lab, palette, settings))


def _ground_logs(lab: Floats, means: Floats, palette: Palette, settings: Settings) -> Floats:
    """Log density of places (n, p, 3) of ground in these colours (k, 3) that may be hidden, (n, p, k)."""
    own = np.minimum(palette.spreads, np.array(settings.palette_spread) * settings.spread_cap)
    logs = log_normal(lab, means, np.sqrt(own**2 + np.array(settings.grain_spread) ** 2))
    return _or_anything(logs, settings.hidden_share)


def _or_anything(logs: Floats, share: float) -> Floats:
    """Log density where a share may have any colour."""
    return np.asarray(np.logaddexp(logs + np.log(1 - share), _LOG_UNIFORM + np.log(share)))


def _covered_logs(lab: Floats, palette: Palette, settings: Settings) -> Floats:
    """As terrain_logs of places (n, 61, 3), if a marker covers the middle of every space, (n, k).

    A marker has nearly a terrain's colour, so places that speak one by one would turn the space into that terrain.
    """
    ground = _ground_logs(lab, palette.means, palette, settings)
    best = np.full((len(lab), len(TERRAINS)), -np.inf)
    for face in (settings.lava_face, settings.water_face):
        colours = np.array(face, float)
        means = linear_to_lab(lab_to_linear(colours[:, :3]) / palette.gain)
        logs = log_sum(log_normal(lab, means, colours[:, 3:6]) + np.log(colours[:, 6]))
        marker = _or_anything(logs, settings.marker_art_share)[..., None]
        for radius in settings.cover_radii:
            mixed = np.where((radius > _FROM_MIDDLE)[:, None], marker, ground)
            best = np.maximum(best, mixed.mean(axis=1) * settings.free_places - settings.cover_cost)
    return best


@dataclass(frozen=True)
class ColourTable:
    """What is not map: colours (k, 3) and deviations (k, 3) of the table, and a share of anything."""

    means: Floats
    spreads: Floats

    def logs(self, samples: Samples, settings: Settings) -> Floats:
        """Log likelihood of every space being table or something lying on it, (n,)."""
        grain = np.array(settings.grain_spread)
        logs = log_normal(samples.lab, self.means, np.sqrt(self.spreads**2 + grain**2))
        best = log_sum(logs) - np.log(len(self.means))
        return np.asarray(_or_anything(best, settings.clutter_share).mean(axis=1) * settings.free_places)


def learn_table(typical: Floats, settings: Settings) -> ColourTable:
    return ColourTable(*table_colours(typical, settings))
