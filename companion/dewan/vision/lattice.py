"""The hex lattice under a camera: one homography and one radial term, and the pictures it is fitted on.

Plane coordinates put neighbouring spaces one unit apart; their y axis points down the page, as pixels do, so that
a lattice with a positive determinant is never mirrored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.hexes import SIDES, Hex
from companion.vision.plane import CORNER_STEPS as CORNER_STEPS
from companion.vision.plane import SQRT3 as SQRT3
from companion.vision.plane import Floats as Floats
from companion.vision.plane import Pixels as Pixels
from companion.vision.plane import plane_of as plane_of

_TOO_DARK, _LIFTED = 0.55, 0.9  # values of the brightest spots: a tenth of the light makes 0.35 of white


def axial_of(plane: Floats) -> Floats:
    """Plane points (n, 2) to fractional axial coordinates (n, 2)."""
    r = plane[:, 1] * 2 / SQRT3
    return np.stack([plane[:, 0] - r / 2, r], axis=1)


def rounded(axial: Floats) -> list[Hex]:
    """The spaces that fractional axial coordinates (n, 2) fall in."""
    cube = np.concatenate([axial, -axial.sum(axis=1, keepdims=True)], axis=1)
    near = np.rint(cube)
    worst = np.abs(near - cube).argmax(axis=1)
    rows = np.arange(len(cube))
    near[rows, worst] -= near.sum(axis=1)
    return [Hex(int(q), int(r)) for q, r in near[:, :2]]


def disc(centre: Hex, radius: int) -> list[Hex]:
    """All spaces within ``radius`` steps of ``centre``."""
    return [
        Hex(centre.q + q, centre.r + r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1)
    ]


def indices_around(spaces: Sequence[Hex], steps: Sequence[Hex]) -> NDArray[np.int64]:
    """For every space the indices of those that lie ``steps`` from it, (n, k); -1 where there is none."""
    at = np.array(spaces, np.int64).reshape(-1, 2)
    reach = int(np.abs(steps).max())
    at = at - at.min(axis=0, initial=0) + reach
    index = np.full(at.max(axis=0, initial=0) + reach + 1, -1, np.int64)
    index[at[:, 0], at[:, 1]] = np.arange(len(at))
    there = at[:, None] + np.array(steps)
    return np.asarray(index[there[..., 0], there[..., 1]])


def edges_of(spaces: Iterable[Hex]) -> tuple[list[tuple[Hex, int]], Floats, Floats]:
    """Every edge once: its (space, side) names, its plane ends (n, 2, 2), and its unit normals (n, 2).

    The normal points from the space across the side; the ends run at right angles to it.
    """
    own = list(spaces)
    alone = indices_around(own, SIDES) < 0  # of the two names an edge has between two spaces, the lower side's
    whose, sides = np.nonzero(alone | (np.arange(6) < 3))
    names = [(own[k], side) for k, side in zip(whose.tolist(), sides.tolist(), strict=True)]
    centres = plane_of(own)[whose]
    across = plane_of(SIDES)[sides]
    along = np.stack([-across[:, 1], across[:, 0]], axis=1) / (2 * SQRT3)
    middle = centres + across / 2
    return names, np.stack([middle - along, middle + along], axis=1), across


@dataclass(frozen=True)
class Lattice:
    """Where the plane of spaces lies in the photo. Pixels are those of the photo at full size."""

    to_flat: Floats  # (3, 3): plane -> undistorted offsets from the picture's centre, in half diagonals
    bend: float
    width_px: int
    height_px: int

    @property
    def half_px(self) -> float:
        return float(np.hypot(self.width_px, self.height_px) / 2)

    @property
    def middle_px(self) -> Floats:
        return np.array([self.width_px / 2, self.height_px / 2])

    def project(self, plane: Floats) -> Floats:
        """Plane points (n, 2) to photo pixels (n, 2)."""
        h = plane @ self.to_flat[:, :2].T + self.to_flat[:, 2]
        flat = h[:, :2] / np.where(np.abs(h[:, 2:]) < 1e-9, 1e-9, h[:, 2:])
        bent = flat
        if self.bend:
            for _ in range(3):
                r2 = np.minimum((bent**2).sum(axis=1, keepdims=True), 2.0)
                bent = flat / (1 + self.bend * r2)
        return bent * self.half_px + self.middle_px

    def unproject(self, px: Floats) -> Floats:
        """Photo pixels (n, 2) to plane points (n, 2)."""
        bent = (px - self.middle_px) / self.half_px
        flat = bent * (1 + self.bend * (bent**2).sum(axis=1, keepdims=True))
        h = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ np.linalg.inv(self.to_flat).T
        return np.asarray(h[:, :2] / np.where(np.abs(h[:, 2:]) < 1e-12, 1e-12, h[:, 2:]))

    def in_front(self, plane: Floats) -> NDArray[np.bool_]:
        """Which plane points (n, 2) lie before the camera."""
        return np.asarray(plane @ self.to_flat[2, :2] + self.to_flat[2, 2] > 0.05 * self.to_flat[2, 2])

    def spacing_px(self, at: Floats) -> Floats:
        """Mean distance in pixels between neighbours around plane points (n, 2), as (n,)."""
        scale = np.sqrt(np.abs(self.area_ratio(at)))
        return scale

    def area_ratio(self, at: Floats) -> Floats:
        """Signed area in pixels of a unit square at plane points (n, 2); negative where mirrored."""
        eps = 0.05
        here = self.project(at)
        dx = (self.project(at + np.array([eps, 0.0])) - here) / eps
        dy = (self.project(at + np.array([0.0, eps])) - here) / eps
        return np.asarray(dx[:, 0] * dy[:, 1] - dx[:, 1] * dy[:, 0])

    @staticmethod
    def from_affine(
        centre_px: Floats, basis_px: Floats, width_px: int, height_px: int, recede: Floats | None = None
    ) -> "Lattice":
        """Space (0, 0) at ``centre_px``; ``basis_px`` (2, 2) columns are the plane's x and y there.

        ``recede`` (2,) is how fast depth grows along plane x and y, in shares of the depth per unit.
        """
        half = float(np.hypot(width_px, height_px) / 2)
        offset = (centre_px - np.array([width_px / 2, height_px / 2])) / half
        to_flat = np.eye(3)
        to_flat[:2, :2] = basis_px / half
        to_flat[:2, 2] = offset
        if recede is not None:
            to_flat[:2, :2] += np.outer(offset, recede)
            to_flat[2, :2] = recede
        return Lattice(to_flat, 0.0, width_px, height_px)

    @staticmethod
    def from_points(plane: Floats, px: Floats, width_px: int, height_px: int) -> "Lattice | None":
        """The lattice through four or more plane points (n, 2) seen at pixels (n, 2), by least squares."""
        half = float(np.hypot(width_px, height_px) / 2)
        flat = (px - np.array([width_px / 2, height_px / 2])) / half
        found, _ = cv2.findHomography(plane.astype(np.float64), flat.astype(np.float64), 0)
        to_flat = np.asarray(found, dtype=np.float64)
        if to_flat.shape != (3, 3):  # OpenCV gives None for points in a line
            return None
        if to_flat[2, :2] @ plane.mean(axis=0) + to_flat[2, 2] < 0:
            to_flat = -to_flat
        return Lattice(to_flat, 0.0, width_px, height_px)


@dataclass(frozen=True)
class LatticeView:
    """One size of the photo, as the lattice stages look at it."""

    lab: NDArray[np.float32]  # (h, w, 3), L 0..100
    scale: float  # view pixels per photo pixel

    def sample(self, px: Floats | NDArray[np.float32]) -> NDArray[np.float32]:
        """Colours at photo pixels (..., 2), bilinear, as (..., 3); the border repeats."""
        shape = px.shape[:-1]
        at = self.own_px(px).reshape(-1, 2)
        rows = -(-len(at) // 4096)
        padded = np.zeros((rows * 4096, 2), np.float32)
        padded[: len(at)] = at
        return self.looked_up(padded.reshape(rows, 4096, 2)).reshape(-1, 3)[: len(at)].reshape(*shape, 3)

    def own_px(self, px: Floats | NDArray[np.float32]) -> NDArray[np.float32]:
        """Photo pixels (..., 2) as pixels of this view."""
        return np.asarray((px.astype(np.float32) + np.float32(0.5)) * np.float32(self.scale) - np.float32(0.5))

    def looked_up(self, own_px: NDArray[np.float32]) -> NDArray[np.float32]:
        """Colours (h, w, 3) at pixels of this view (h, w, 2); neither side longer than 32,000."""
        nothing = np.empty(0, np.float32)
        got = cv2.remap(self.lab, own_px, nothing, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(got, np.float32)


def inside(px: Floats, width_px: int, height_px: int, margin_px: float = 0.0) -> NDArray[np.bool_]:
    """Which pixels (..., 2) lie in the picture, ``margin_px`` from its border."""
    return np.asarray(
        (px[..., 0] >= margin_px)
        & (px[..., 1] >= margin_px)
        & (px[..., 0] <= width_px - 1 - margin_px)
        & (px[..., 1] <= height_px - 1 - margin_px)
    )


def _lift(rgb: Pixels) -> float:
    """What a far too dark photo's values are multiplied by, as if it had been exposed longer; 1 for any other."""
    brightest = float(np.percentile(rgb[::8, ::8].max(axis=2), 99.5)) / 255
    return _LIFTED / max(brightest, 0.02) if brightest < _TOO_DARK else 1.0


def make_views(rgb: Pixels, long_sides: tuple[int, ...]) -> list[LatticeView]:
    """The photo (h, w, 3) as Lab pictures of falling size; sizes beyond the photo's own are left out."""
    views: list[LatticeView] = []
    current = rgb
    lift = _lift(rgb)
    longest = max(rgb.shape[:2])
    for side in long_sides:
        scale = min(1.0, side / longest)
        if views and scale >= views[-1].scale * 0.98:
            continue
        size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
        if scale < 1:
            current = np.asarray(cv2.resize(current, size, interpolation=cv2.INTER_AREA), np.uint8)
        seen = current.astype(np.float32) / 255
        if lift > 1:
            seen = np.minimum(seen * lift, 1.0)
        lab = cv2.cvtColor(seen, cv2.COLOR_RGB2LAB)
        views.append(LatticeView(np.asarray(lab, np.float32), size[0] / rgb.shape[1]))
    return views
