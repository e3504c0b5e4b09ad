"""Heights over the table: the camera behind a lattice, so that standing pieces are looked for where they stand."""

from dataclasses import dataclass

import numpy as np

from companion.dewan.vision.lattice import Floats, Lattice
from companion.dewan.vision.settings import Settings


@dataclass(frozen=True)
class Pose:
    """A camera over the plane of spaces."""

    lattice: Lattice
    up: Floats  # (3,) what one unit of height adds to the homography's result

    def project(self, points: Floats) -> Floats:
        """Points (n, 3) over the plane, height last, to photo pixels (n, 2)."""
        m = np.column_stack(
            [self.lattice.to_flat[:, 0], self.lattice.to_flat[:, 1], self.up, self.lattice.to_flat[:, 2]]
        )
        h = points @ m[:, :3].T + m[:, 3]
        flat = h[:, :2] / np.maximum(h[:, 2:], 1e-9)
        bent = flat
        for _ in range(3):
            r2 = np.minimum((bent**2).sum(axis=1, keepdims=True), 2.0)
            bent = flat / (1 + self.lattice.bend * r2)
        return np.asarray(bent * self.lattice.half_px + self.lattice.middle_px)


def pose_of(lattice: Lattice, settings: Settings) -> Pose:
    """The camera that sees the plane this way; focal length from the plane's own right angles, within a phone's."""
    h = lattice.to_flat
    half = lattice.half_px
    long_side = max(lattice.width_px, lattice.height_px)
    low, high = (f * long_side / half for f in settings.focal_range)
    # With columns h1, h2 and w = 1/f^2: w*(x1 x2 + y1 y2) + z1 z2 = 0 and equal lengths.
    a = np.array([h[0, 0] * h[0, 1] + h[1, 0] * h[1, 1], h[0, 0] ** 2 + h[1, 0] ** 2 - h[0, 1] ** 2 - h[1, 1] ** 2])
    b = -np.array([h[2, 0] * h[2, 1], h[2, 0] ** 2 - h[2, 1] ** 2])
    prior = 1 / (settings.focal_guess * long_side / half) ** 2
    scale = np.linalg.norm(h[:2, :2]) ** 2
    hold = settings.focal_hold * scale
    w = float((a @ b + hold**2 * prior) / (a @ a + hold**2))
    focal = float(np.clip(1 / np.sqrt(max(w, 1e-9)), low, high))
    k = np.array([1 / focal, 1 / focal, 1.0])
    r1, r2 = h[:, 0] * k, h[:, 1] * k
    size = np.sqrt(np.linalg.norm(r1) * np.linalg.norm(r2))
    normal = np.cross(r1, r2) / size  # away from the camera, since the plane's y points down the page
    toward = -normal if normal[2] > 0 else normal
    return Pose(lattice, toward / k)
