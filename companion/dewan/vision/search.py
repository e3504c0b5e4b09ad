"""Search the lattice: score many hexagons, spread the best over the picture, keep the lattice that explains most."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.fit import contrast as edge_contrast
from companion.dewan.vision.fit import (
    edge_score,
    look_at_edges,
    perspective_guesses,
    pick_view,
    refine,
    strip_response,
    strip_rims,
    strip_shape,
)
from companion.dewan.vision.lattice import Floats, Lattice, LatticeView, axial_of, disc, edges_of, plane_of
from companion.dewan.vision.locate import Seed, find_seeds
from companion.dewan.vision.settings import Settings
from companion.rules.hexes import Hex

_CENTRE = Hex(0, 0)


@dataclass(frozen=True)
class LatticeFit:
    """A lattice and how much of the picture speaks for it."""

    lattice: Lattice
    support: float
    settings: Settings  # those it was found with


def hexagons_in(views: list[LatticeView], settings: Settings) -> list[Seed]:
    """Hexagons a lattice may start from; none when nothing looks like one."""
    small = next((v for v in views if max(v.lab.shape[:2]) <= settings.seed_side_px), views[-1])
    return find_seeds(small, settings)


def search_from(
    views: list[LatticeView], hexagons: list[Seed], width_px: int, height_px: int, settings: Settings
) -> list[LatticeFit]:
    """Lattices that start from the best of some hexagons, best supported first, with one kind of seam."""
    seeds = [replace(h, basis_px=h.basis_px * scale) for h in hexagons for scale in settings.seed_scales]
    scores = score_seeds(views, seeds, settings)
    order = [int(k) for k in np.argsort(-scores)[: settings.seeds_tried] if scores[k] >= settings.seed_score]
    starts: list[tuple[float, Lattice]] = []
    for k in order:
        seed = seeds[k]
        here = Lattice.from_affine(seed.centre_px, seed.basis_px, width_px, height_px)
        if any(score >= settings.clear_start and same_lattice(here, known) for score, known in starts):
            continue
        for recede in perspective_guesses(seed.basis_px, max(width_px, height_px), settings):
            lattice = Lattice.from_affine(seed.centre_px, seed.basis_px, width_px, height_px, recede)
            lattice, near = refine(views, lattice, disc(_CENTRE, 1), settings, (0.15, 0.1), "affine")
            if settings.wide_seams and np.clip(near, -0.2, 1).mean() < settings.wide_start:
                continue
            lattice, edges = refine(views, lattice, disc(_CENTRE, 2), settings, (0.15, 0.1), "homography")
            score = float(np.clip(edges, -0.2, 1).mean())
            if not settings.wide_seams or score >= settings.wide_start:
                starts.append((score, lattice))
    starts.sort(key=lambda start: -start[0])
    found: list[LatticeFit] = []
    for score, lattice in starts:
        if len(found) == settings.starts_grown or score < settings.rival_start * starts[0][0]:
            break
        if any(same_lattice(lattice, other.lattice) for other in found):
            continue
        grown = grow(views, lattice, settings)
        found.append(LatticeFit(grown, support(views, grown, settings), settings))
    return sorted(found, key=lambda f: -f.support)


def same_lattice(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices put their spaces on the same places around the first one's middle."""
    seen = axial_of(other.unproject(one.project(plane_of(disc(_CENTRE, 2)))))
    return bool(np.abs(seen - np.rint(seen)).max() < 0.25)


def score_seeds(views: list[LatticeView], seeds: list[Seed], settings: Settings) -> Floats:
    """How well the edges of each seed's hexagon and the spokes from its corners show, (n,)."""
    quick = replace(settings, strip_samples=settings.seed_samples)
    _, ends, normals = edges_of([_CENTRE, *_CENTRE.neighbours()])
    near = np.linalg.norm(ends.mean(axis=1), axis=1) < 1.0  # its own six edges and six spokes
    rims = strip_rims(ends[near], normals[near], quick).reshape(-1, 2)
    offsets, _ = strip_shape(quick)
    scores = np.full(len(seeds), -1.0)
    by_view: dict[int, list[int]] = {}
    for k, seed in enumerate(seeds):
        size = np.sqrt(abs(np.linalg.det(seed.basis_px)))
        gaps = [abs(np.log(size * view.scale / settings.fit_spacing_px)) for view in views]
        by_view.setdefault(int(np.argmin(gaps)), []).append(k)
    chunks = [
        (index, members[k : k + settings.seeds_at_once])
        for index, members in by_view.items()
        for k in range(0, len(members), settings.seeds_at_once)
    ]
    for index, members in chunks:
        basis = np.stack([seeds[k].basis_px for k in members])
        centre = np.stack([seeds[k].centre_px for k in members])
        rims_px = rims @ basis.transpose(0, 2, 1) + centre[:, None]
        response = strip_response(views[index], rims_px.reshape(-1, 2, 2, 2), quick)
        scores[members] = edge_contrast(offsets, response, quick).reshape(len(members), -1).mean(axis=1)
    return scores


def in_picture(lattice: Lattice, spaces: list[Hex], settings: Settings) -> list[Hex]:
    """Those spaces whose centre lies in the picture and before the camera, not much smaller than the middle one."""
    plane = np.array([[s.q + s.r / 2, s.r * np.sqrt(3) / 2] for s in spaces])
    px = lattice.project(plane)
    ok = lattice.in_front(plane)
    ok &= (px > 0).all(axis=1) & (px[:, 0] < lattice.width_px) & (px[:, 1] < lattice.height_px)
    size = lattice.spacing_px(plane)
    here = float(lattice.spacing_px(np.zeros((1, 2)))[0])
    ok &= size > max(settings.smallest_share * here, settings.smallest_spacing_px)
    return [s for s, keep in zip(spaces, ok, strict=True) if keep]


def grow(views: list[LatticeView], lattice: Lattice, settings: Settings) -> Lattice:
    """Spread a lattice that is right around space (0, 0) over the picture, ring by ring."""
    for radius in settings.growth:
        spaces = in_picture(lattice, disc(_CENTRE, radius), settings)
        if len(spaces) < 7:
            break
        lattice, _ = refine(views, lattice, spaces, settings, settings.growth_windows, "homography")
    return lattice


def space_scores(
    views: list[LatticeView], lattice: Lattice, spaces: list[Hex], settings: Settings
) -> dict[Hex, Floats]:
    """The six edge scores of every space, (6,) by side."""
    names, ends, normals = edges_of(spaces)
    scores: NDArray[np.float64] = np.zeros(len(names))
    middles = ends.mean(axis=1)
    sizes = lattice.spacing_px(middles)
    # Far spaces are small: look at each group in the view that suits it.
    groups = np.clip(np.rint(np.log2(np.maximum(sizes, 1.0)) * 2).astype(int), 0, 40)
    for group in np.unique(groups):
        members = groups == group
        view = pick_view(views, lattice, middles[members], settings.fit_spacing_px)
        scores[members] = edge_score(look_at_edges(view, lattice, ends[members], normals[members], settings), settings)
    table = {space: np.zeros(6) for space in spaces}
    for (space, side), score in zip(names, scores, strict=True):
        table[space][side] = score
        other = space.neighbour(side)
        if other in table:
            table[other][(side + 3) % 6] = score
    return table


def support(views: list[LatticeView], lattice: Lattice, settings: Settings) -> float:
    """How many spaces' worth of clear edges a lattice has."""
    spaces = in_picture(lattice, disc(_CENTRE, settings.growth[-1]), settings)
    if not spaces:
        return 0.0
    table = space_scores(views, lattice, spaces, settings)
    means = np.array([scores.mean() for scores in table.values()])
    return float(np.maximum(means - settings.clear_space, 0.0).sum())
