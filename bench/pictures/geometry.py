"""The camera and the hex grid of the made pictures. One unit is the distance between neighbouring spaces."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
SQRT3 = float(np.sqrt(3.0))
SIDES = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
CIRCUMRADIUS = 1 / SQRT3


def plane_of(q: float, r: float) -> Array:
    """The (2,) point of an axial coordinate on the table, y towards the viewer."""
    return np.array([q + r / 2, r * SQRT3 / 2])


def corners_of(q: float, r: float, size: float = 1.0) -> Array:
    """The (6, 2) corners of one space on the table."""
    angles = np.radians(30 + 60 * np.arange(6))
    return plane_of(q, r) + size * CIRCUMRADIUS * np.stack([np.cos(angles), np.sin(angles)], axis=1)


@dataclass(frozen=True)
class Camera:
    """A pinhole with one radial term; ``z`` is height above the table."""

    rotation: Array  # (3, 3), rows: right, down, forward
    position: Array  # (3,)
    focal_px: float
    width_px: int
    height_px: int
    k1: float

    def project(self, points: Array) -> Array:
        """Table points (n, 3) to pixels (n, 2)."""
        seen = (np.atleast_2d(points) - self.position) @ self.rotation.T
        flat = self.focal_px * seen[:, :2] / np.maximum(seen[:, 2:], 1e-6)
        return self._bend(flat) + np.array([self.width_px / 2, self.height_px / 2])

    def _bend(self, flat: Array) -> Array:
        """Undistorted to distorted offsets from the centre, by fixed-point steps."""
        half = np.hypot(self.width_px, self.height_px) / 2
        bent = flat.copy()
        for _ in range(8):
            r2 = (bent**2).sum(axis=1, keepdims=True) / half**2
            bent = flat * (1 + self.k1) / (1 + self.k1 * r2)
        return bent

    def table_points(self, pixels: Array, z: float) -> tuple[Array, NDArray[np.bool_]]:
        """Pixels (n, 2) to points (n, 2) of the plane at height z, and whether each looks down on it."""
        half = np.hypot(self.width_px, self.height_px) / 2
        off = pixels - np.array([self.width_px / 2, self.height_px / 2])
        off = off * (1 + self.k1 * (off**2).sum(axis=1, keepdims=True) / half**2) / (1 + self.k1)
        rays = np.concatenate([off / self.focal_px, np.ones((len(off), 1))], axis=1) @ self.rotation
        down = rays[:, 2] < -1e-3
        scale = (z - self.position[2]) / np.where(down, rays[:, 2], -1.0)
        return self.position[:2] + rays[:, :2] * scale[:, None], down


def look_at(
    target: Array,
    distance: float,
    tilt_deg: float,
    yaw_deg: float,
    roll_deg: float,
    focal_px: float,
    width_px: int,
    height_px: int,
    k1: float,
) -> Camera:
    """A camera over the table; tilt 0 looks straight down. y on the table points away from z-up by hand rule."""
    tilt, yaw, roll = np.radians([tilt_deg, yaw_deg, roll_deg])
    back = np.array([np.sin(tilt) * np.cos(yaw), np.sin(tilt) * np.sin(yaw), np.cos(tilt)])
    position = np.array([target[0], target[1], 0.0]) + distance * back
    forward = -back
    # The table's axes are x right, y down as on a page seen from above: z up makes that a left-handed frame.
    sideways = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    down = np.cross(sideways, forward)
    right = sideways
    if down[2] > 0:  # the picture's lower edge is the nearer one
        down = -down
    if np.linalg.det(np.stack([right, down, forward])) > 0:
        right = -right
    turn = np.array([[np.cos(roll), np.sin(roll)], [-np.sin(roll), np.cos(roll)]])
    two = turn @ np.stack([right, down])
    return Camera(np.vstack([two, forward]), position, focal_px, width_px, height_px, k1)
