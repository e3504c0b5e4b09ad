"""Where a lattice may start: patches of even colour shaped like a hexagon under some affine map.

A hexagon's second moments are a circle's, so whitening a patch by its moments leaves a regular hexagon up to a turn;
the sixth harmonic of its outline gives the turn, and the misfit says how much of a hexagon it is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.lattice import SQRT3, Floats, LatticeView
from companion.dewan.vision.settings import Settings

_ANGLES = np.linspace(-np.pi, np.pi, 72, endpoint=False)
# The middle of every 8-wide cell of 8-bit colours, (32768, 3).
_COARSE = (np.stack(np.meshgrid(*[np.arange(32)] * 3, indexing="ij"), axis=-1).reshape(-1, 3) * 8 + 4).astype(
    np.float32
)
# Covariance of the uniform regular hexagon with unit spacing is this times the identity.
_HEX_VARIANCE = 5 / 72


def _hexagon_outline(turn: float) -> Floats:
    """Distance from centre to outline of the unit-spacing hexagon, (72,), its side normals at ``turn`` + k * 60°."""
    folded = np.mod(_ANGLES - turn + np.pi / 6, np.pi / 3) - np.pi / 6
    return np.asarray(0.5 / np.cos(folded))


@dataclass(frozen=True)
class Seed:
    """One hexagon seen: its centre, the plane's basis there (columns), and how badly it fits."""

    centre_px: Floats  # (2,)
    basis_px: Floats  # (2, 2)
    misfit: float


def hexagon_in(contour: NDArray[np.int32]) -> Seed | None:
    """The hexagon a closed outline (n, 1, 2) comes nearest to, in the outline's pixels."""
    moments = cv2.moments(contour)
    area = moments["m00"]
    if area <= 0:
        return None
    centre = np.array([moments["m10"], moments["m01"]]) / area
    covariance = np.array([[moments["mu20"], moments["mu11"]], [moments["mu11"], moments["mu02"]]]) / area
    values, vectors = np.linalg.eigh(covariance)
    if values[0] <= 0 or values[0] < 0.02 * values[1]:
        return None
    root = vectors @ np.diag(np.sqrt(values / _HEX_VARIANCE)) @ vectors.T  # plane -> pixels, up to a turn
    outline = (contour.reshape(-1, 2) - centre) @ np.linalg.inv(root).T
    closed = np.concatenate([outline, outline[:1]])
    steps = np.linalg.norm(np.diff(closed, axis=0), axis=1)
    walk = np.concatenate([[0.0], np.cumsum(steps)])
    even = np.linspace(0, walk[-1], 360, endpoint=False)
    points = np.stack([np.interp(even, walk, closed[:, k]) for k in range(2)], axis=1)
    angle = np.arctan2(points[:, 1], points[:, 0])
    order = np.argsort(angle)
    radius = np.interp(_ANGLES, angle[order], np.hypot(points[order, 0], points[order, 1]), period=2 * np.pi)
    sixth = np.sum(radius * np.exp(-6j * _ANGLES))
    turn = float(-np.angle(-sixth) / 6)  # the outline is nearest where the sixth harmonic is lowest
    misfit = float(np.sqrt(np.mean((radius - _hexagon_outline(turn)) ** 2)))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return Seed(centre, root @ spin, misfit)


def _label_maps(view: LatticeView, settings: Settings) -> list[NDArray[np.uint8]]:
    """The picture split by colour, several ways: (h, w) labels each."""
    maps = []
    for blur, clusters in settings.splits:
        picture = np.ascontiguousarray(view.lab * np.array([0.8, 1.3, 1.3], np.float32))
        ready = np.clip(picture + np.array([0, 128, 128], np.float32), 0, 255).astype(np.uint8)
        smooth = cv2.medianBlur(ready, blur).astype(np.float32)
        flat = smooth.reshape(-1, 3)
        stride = max(1, len(flat) // settings.split_samples)
        cv2.setRNGSeed(7)
        stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
        _, _, middles = cv2.kmeans(flat[::stride].copy(), clusters, None, stop, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
        # Nearest cluster by a table over coarse colours: a quarter of a million pixels at once.
        distance = ((_COARSE[:, None] - middles[None]) ** 2).sum(axis=2)
        nearest = distance.argmin(axis=1).astype(np.uint8)
        steps = smooth.astype(np.uint8) >> 3
        maps.append(
            nearest[(steps[..., 0].astype(np.int32) << 10) | (steps[..., 1].astype(np.int32) << 5) | steps[..., 2]]
        )
    return maps


def find_seeds(view: LatticeView, settings: Settings) -> list[Seed]:
    """Hexagon-shaped patches and hexagons through three corners of a patch, in photo pixels, unsorted."""
    area_px = view.lab.shape[0] * view.lab.shape[1]
    smallest, largest = settings.seed_area[0] * area_px, settings.seed_area[1] * area_px
    whole: list[Seed] = []
    corners: list[Floats] = []
    for labels in _label_maps(view, settings):
        for label in range(int(labels.max()) + 1):
            mask = (labels == label).astype(np.uint8)
            for size in settings.openings:
                shape = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
                opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, shape)
                contours, _ = cv2.findContours(opened, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
                for contour in contours:
                    area = cv2.contourArea(contour)
                    if area < 0.6 * smallest:
                        continue
                    polygon = cv2.approxPolyDP(contour, settings.corner_tolerance_px, True).reshape(-1, 2)
                    if 4 <= len(polygon) <= settings.corner_limit:
                        ring = polygon.astype(np.float64)
                        corners.append(np.stack([np.roll(ring, 1, axis=0), ring, np.roll(ring, -1, axis=0)], axis=1))
                    hull = cv2.contourArea(cv2.convexHull(contour))
                    if area <= largest and area >= settings.seed_solidity * hull:
                        seed = hexagon_in(np.asarray(contour, np.int32))
                        if seed is not None and seed.misfit < settings.seed_misfit:
                            whole.append(seed)
    seeds = sorted(whole, key=lambda s: s.misfit)
    if corners:
        seeds += _corner_hexagons(np.concatenate(corners), smallest, largest, settings)
    return [_in_photo(seed, view.scale) for seed in _distinct(seeds)]


def _corner_hexagons(triples: Floats, smallest: float, largest: float, settings: Settings) -> list[Seed]:
    """Hexagons having three following corners of an outline, (n, 3, 2), as their own.

    Works where a patch is two like spaces, or half hidden: a regular hexagon's centre is A + C - B, and so is any
    affine image's.
    """
    first, last = triples[:, 0] - triples[:, 1], triples[:, 2] - triples[:, 1]
    clockwise = first[:, 0] * last[:, 1] - first[:, 1] * last[:, 0] < 0
    # From the centre: B is at -(first + last), its next corner at -first; in the plane 30 and 90 degrees.
    here, after = -(first + last), np.where(clockwise[:, None], -first, -last)
    plane = np.stack([np.cos(np.radians([30.0, 90.0])), np.sin(np.radians([30.0, 90.0]))]) / SQRT3
    basis = np.stack([here, after], axis=2) @ np.linalg.inv(plane)
    area = np.abs(np.linalg.det(basis)) * 0.866
    stretch = np.linalg.svd(basis, compute_uv=False)
    fits = (area >= smallest) & (area <= largest) & (stretch[:, 1] >= settings.steepest_cosine * stretch[:, 0])
    centres = triples[:, 0] + triples[:, 2] - triples[:, 1]
    return [Seed(centres[k], basis[k], 1.0) for k in np.flatnonzero(fits)]


def _in_photo(seed: Seed, scale: float) -> Seed:
    # The outline runs through the outermost pixels' centres: half a pixel inside the real border.
    size = np.sqrt(abs(np.linalg.det(seed.basis_px)))
    return Seed((seed.centre_px + 0.5) / scale - 0.5, seed.basis_px * (1 + 1 / size) / scale, seed.misfit)


def _distinct(seeds: list[Seed]) -> list[Seed]:
    """One seed of those with nearly the same corners, the first."""
    if not seeds:
        return []
    basis = np.stack([s.basis_px for s in seeds])
    centre = np.stack([s.centre_px for s in seeds])
    grid = 0.14 * 2 ** np.rint(np.log2(np.sqrt(np.abs(np.linalg.det(basis)))))
    angles = np.radians(30 + 60 * np.arange(6))
    rings = (np.stack([np.cos(angles), np.sin(angles)], axis=1) / SQRT3) @ basis.transpose(0, 2, 1)
    first = np.arctan2(rings[..., 1], rings[..., 0]).argmin(axis=1)
    corner = centre + rings[np.arange(len(seeds)), first]
    keys = np.rint(np.concatenate([centre, corner], axis=1) / grid[:, None]).astype(np.int64)
    _, kept = np.unique(keys, axis=0, return_index=True)
    return [seeds[int(k)] for k in np.sort(kept)]
