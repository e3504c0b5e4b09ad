"""Fit a lattice to the seams and terrain borders of the photo.

Every edge of the lattice is looked at through a strip across it, averaged along the edge: art cancels out, the
border stays. How far the strip's strongest change lies from where the lattice puts the edge is one equation; all
edges together move the lattice (Gauss-Newton with robust weights).
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import Floats, Lattice, LatticeView, edges_of, inside
from companion.dewan.vision.settings import Settings
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class EdgeLooks:
    """What the strips across ``n`` edges show, by offset from the edge in units of the spacing."""

    offsets: Floats  # (k,)
    response: Floats  # (n, k): colour change at each offset, in Lab units
    ends: Floats  # (n, 2, 2) plane
    normals: Floats  # (n, 2) plane
    visible: NDArray[np.bool_]  # (n,)


def pick_view(views: list[LatticeView], lattice: Lattice, at: Floats, wanted_px: float) -> LatticeView:
    """The view in which the spacing at plane points (n, 2) comes nearest to ``wanted_px``."""
    spacing = float(np.median(lattice.spacing_px(at)))
    return min(views, key=lambda view: abs(np.log(max(spacing * view.scale, 1e-6) / wanted_px)))


def strip_shape(settings: Settings) -> tuple[Floats, Floats]:
    """Offsets across (k,), in spacings, and places along (t,), in shares of the edge."""
    count = round(settings.strip_reach / settings.strip_step)
    offsets = np.asarray(np.arange(-count, count + 1) * settings.strip_step, np.float64)
    return offsets, np.linspace(settings.strip_trim, 1 - settings.strip_trim, settings.strip_samples)


def strip_rims(ends: Floats, normals: Floats, settings: Settings) -> Floats:
    """The plane corners (n, 2, 2, 2) of strips: by end of the edge, then by side of it."""
    reach = round(settings.strip_reach / settings.strip_step) * settings.strip_step
    sides = np.array([-reach, reach])
    return np.asarray(ends[:, :, None] + normals[:, None, None] * sides[None, None, :, None])


def _strips(view: LatticeView, rims_px: Floats, settings: Settings) -> NDArray[np.float32]:
    """Colours across edges, averaged along them: (n, k, 3) in strips whose corners lie at ``rims_px`` (n, 2, 2, 2).

    Perspective within one strip is far below a pixel, so its inside is filled in evenly.
    """
    offsets, along = strip_shape(settings)
    a = along.astype(np.float32)[None, :, None]
    rims = np.ascontiguousarray(view.own_px(rims_px)).view(np.complex64)[..., 0]  # x + iy: one number a place
    edge = rims[:, None, 0] * (1 - a) + rims[:, None, 1] * a  # (n, t, 2 sides)
    across = np.linspace(0, 1, len(offsets), dtype=np.float32)
    px = (edge[:, :, 1:] - edge[:, :, :1]) * across
    px += edge[:, :, :1]
    count = len(px)
    seen = view.looked_up(px.view(np.float32).reshape(count, -1, 2)).reshape(count, len(along), -1)
    return np.asarray(seen.sum(axis=1).reshape(count, -1, 3) / np.float32(len(along)))


def strip_response(view: LatticeView, rims_px: Floats, settings: Settings) -> Floats:
    """Colour change by offset, (n, k), in strips whose corners lie at photo pixels ``rims_px`` (n, 2, 2, 2)."""
    strips = _strips(view, rims_px, settings) * np.array(settings.lab_weights, np.float32)
    response = np.zeros(strips.shape[:2])
    margin = settings.strip_margin
    response[:, margin : strips.shape[1] - margin] = (
        _band_response(strips, settings) if settings.wide_seams else _border_response(strips, settings)
    )
    return response


def _border_response(strips: NDArray[np.float32], settings: Settings) -> NDArray[np.float32]:
    """Steps between two colours and thin lines between like ones, in strips (n, k, 3)."""
    w = settings.strip_window
    sums = np.concatenate([np.zeros_like(strips[:, :1]), np.cumsum(strips, axis=1)], axis=1)
    middle = np.arange(settings.strip_margin, strips.shape[1] - settings.strip_margin)
    steps = (sums[:, middle + w + 1] - sums[:, middle + 1] - sums[:, middle] + sums[:, middle - w]) / w
    beside = (strips[:, middle - 2] + strips[:, middle - 3] + strips[:, middle + 2] + strips[:, middle + 3]) / 4
    ridge = strips[:, middle] - beside
    return np.asarray(
        np.sqrt((steps**2).sum(axis=2)) + settings.ridge_weight * np.sqrt((ridge**2).sum(axis=2)), np.float32
    )


def _band_response(strips: NDArray[np.float32], settings: Settings) -> NDArray[np.float32]:
    """Broad bands that differ from what lies on either side, in strips (n, k, 3)."""
    sums = np.concatenate([np.zeros_like(strips[:, :1]), np.cumsum(strips, axis=1)], axis=1)
    middle = np.arange(settings.strip_margin, strips.shape[1] - settings.strip_margin)
    half, (near, far) = settings.band_half, settings.band_beside
    band = (sums[:, middle + half + 1] - sums[:, middle - half]) / (2 * half + 1)
    left = (sums[:, middle - near + 1] - sums[:, middle - far]) / (far - near + 1)
    right = (sums[:, middle + far + 1] - sums[:, middle + near]) / (far - near + 1)
    one, two = np.sqrt(((band - left) ** 2).sum(axis=2)), np.sqrt(((band - right) ** 2).sum(axis=2))
    return np.asarray(np.sqrt(one * two), np.float32)


def look_at_edges(view: LatticeView, lattice: Lattice, ends: Floats, normals: Floats, settings: Settings) -> EdgeLooks:
    """Strips across edges with plane ``ends`` (n, 2, 2) and ``normals`` (n, 2)."""
    front = lattice.in_front(ends.reshape(-1, 2)).reshape(-1, 2).all(axis=1)
    tips = lattice.project(ends.reshape(-1, 2)).reshape(-1, 2, 2)
    visible = np.asarray(front & inside(tips, lattice.width_px, lattice.height_px).all(axis=1))
    offsets, _ = strip_shape(settings)
    rims = strip_rims(ends[visible], normals[visible], settings)
    rims_px = lattice.project(rims.reshape(-1, 2)).reshape(rims.shape)
    response = np.zeros((len(ends), len(offsets)))
    if visible.any():
        response[visible] = strip_response(view, rims_px, settings)
    return EdgeLooks(offsets, response, ends, normals, visible)


def edge_score(looks: EdgeLooks, settings: Settings) -> Floats:
    """How much each edge (n,) stands out at its place over the strip beside it, from about -1 to 1; 0 when unseen."""
    return np.where(looks.visible, contrast(looks.offsets, looks.response, settings), 0.0)


def contrast(offsets: Floats, response: Floats, settings: Settings) -> Floats:
    """How much strips (n, k) stand out at offset 0, (n,)."""
    whole = settings.strip_reach - settings.strip_margin * settings.strip_step + 1e-9  # beyond, windows are cut off
    near = np.abs(offsets) <= settings.on_edge
    far = (np.abs(offsets) >= settings.off_edge) & (np.abs(offsets) <= whole)
    here, beside = response[:, near].max(axis=1), response[:, far].mean(axis=1)
    return np.asarray((here - beside) / (here + beside + settings.edge_floor))


def _pulls(looks: EdgeLooks, window: float, settings: Settings) -> tuple[Floats, Floats]:
    """For each edge the offset of its strongest change within ``window``, (n,), and its weight, (n,)."""
    prefer = np.exp(-0.5 * (looks.offsets / (0.7 * window)) ** 2) * (np.abs(looks.offsets) <= window)
    scored = looks.response * prefer
    best = scored.argmax(axis=1).clip(1, len(looks.offsets) - 2)
    rows = np.arange(len(best))
    a, b, c = looks.response[rows, best - 1], looks.response[rows, best], looks.response[rows, best + 1]
    bow = a - 2 * b + c
    shift = np.where(np.abs(bow) > 1e-9, 0.5 * (a - c) / np.where(np.abs(bow) > 1e-9, bow, 1.0), 0.0).clip(-0.5, 0.5)
    offset = looks.offsets[best] + shift * (looks.offsets[1] - looks.offsets[0])
    base = np.median(looks.response, axis=1)
    strength = np.maximum(b - 1.2 * base, 0.0)
    weight = strength / (strength + settings.edge_floor)
    return offset, np.where(looks.visible, weight, 0.0)


def _with_step(lattice: Lattice, frame: Floats, step: Floats) -> Lattice:
    """The lattice moved by ``step`` (9,): eight homography terms in the plane ``frame`` and the bend."""
    move = np.eye(3) + np.array([[step[0], step[1], step[2]], [step[3], step[4], step[5]], [step[6], step[7], 0.0]])
    to_flat = lattice.to_flat @ frame @ move @ np.linalg.inv(frame)
    return replace(
        lattice,
        to_flat=to_flat / to_flat[2, 2] if to_flat[2, 2] > 0 else to_flat,
        bend=float(np.clip(lattice.bend + step[8], -0.15, 0.15)),
    )


def refine(
    views: list[LatticeView],
    lattice: Lattice,
    spaces: list[Hex],
    settings: Settings,
    windows: tuple[float, ...],
    freedom: str = "homography",
    trust: Floats | None = None,
) -> tuple[Lattice, Floats]:
    """Move the lattice onto the edges of ``spaces``; the lattice and the edges' last scores (n,).

    ``freedom`` is ``shift``, ``affine``, ``homography`` or ``lens`` (with the radial term).
    ``trust`` (n,) weighs the edges in the order of ``edges_of``.
    """
    _, ends, normals = edges_of(spaces)
    middle = ends.mean(axis=(0, 1))
    size = max(1.0, float(np.abs(ends - middle).max()))
    frame = np.array([[size, 0, middle[0]], [0, size, middle[1]], [0, 0, 1.0]])
    free = {
        "shift": [2, 5],
        "affine": [0, 1, 2, 3, 4, 5],
        "homography": list(range(8)),
        "lens": list(range(9)),
    }[freedom]
    view = pick_view(views, lattice, ends.mean(axis=1), settings.fit_spacing_px)
    middles = ends.mean(axis=1)
    for window in windows:
        looks = look_at_edges(view, lattice, ends, normals, settings)
        offset, weight = _pulls(looks, window, settings)
        if trust is not None:
            weight = weight * trust
        if (weight > 0.05).sum() < len(free) + 2:
            break
        # Offsets are wanted moves along the normal in the plane; a move of the lattice by a plane map does the same.
        eps = 1e-4
        scaled = (middles - middle) / size
        columns = np.zeros((len(middles), 9))
        for k in free:
            step = np.zeros(9)
            step[k] = eps
            if k == 8:
                moved = lattice.unproject(_with_step(lattice, frame, step).project(middles))
                columns[:, k] = ((moved - middles) * normals).sum(axis=1) / eps
            else:
                row, col = divmod(k, 3)
                basis = np.concatenate([scaled, np.ones((len(scaled), 1))], axis=1)[:, col]
                if row < 2:
                    columns[:, k] = basis * normals[:, row] * size
                else:
                    columns[:, k] = -(scaled * normals).sum(axis=1) * basis * size
        robust = weight / (1 + (offset / (0.5 * window)) ** 2)
        a = columns[:, free] * robust[:, None]
        ridge = (
            settings.fit_ridge * robust.sum() * np.diag([1.0 if k < 6 else settings.perspective_ridge for k in free])
        )
        step = np.zeros(9)
        step[free] = np.linalg.solve(a.T @ columns[:, free] + ridge, a.T @ offset)
        moved_lattice = _with_step(lattice, frame, step)
        if not np.isfinite(moved_lattice.to_flat).all() or (moved_lattice.area_ratio(middles) <= 0).any():
            break
        lattice = moved_lattice
    looks = look_at_edges(view, lattice, ends, normals, settings)
    return lattice, edge_score(looks, settings)


def perspective_guesses(basis_px: Floats, long_side_px: int, settings: Settings) -> list[Floats]:
    """How the plane may recede, as (2,) vectors: what its foreshortening says, both ways round, and not at all.

    A basis whose second stretch is cos(tilt) of the first tells the tilt; the focal length is a phone's.
    """
    _, stretch, axes = np.linalg.svd(basis_px)
    cosine = float(np.clip(stretch[1] / stretch[0], 0.3, 1.0))
    rate = np.sqrt(1 - cosine**2) * stretch[0] / (settings.focal_guess * long_side_px)
    if cosine > settings.flat_cosine:
        return [np.zeros(2)]
    return [rate * axes[1], -rate * axes[1]]
