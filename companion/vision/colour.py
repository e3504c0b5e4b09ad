"""Colours of light and of the table."""

import numpy as np

from companion.vision.plane import Floats
from companion.vision.settings import Settings


def lab_to_linear(lab: Floats) -> Floats:
    """Lab (..., 3) to linear RGB (..., 3)."""
    fy = (lab[..., 0] + 16) / 116
    f = np.stack([fy + lab[..., 1] / 500, fy, fy - lab[..., 2] / 200], axis=-1)
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * np.array([0.950456, 1.0, 1.088754])
    matrix = np.array(
        [
            [3.2404542, -1.5371385, -0.4985314],
            [-0.9692660, 1.8760108, 0.0415560],
            [0.0556434, -0.2040259, 1.0572252],
        ]
    )
    return np.asarray(np.maximum(xyz @ matrix.T, 1e-4))


def linear_to_lab(rgb: Floats) -> Floats:
    """Linear RGB (..., 3) to Lab (..., 3)."""
    matrix = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    t = (np.maximum(rgb, 0) @ matrix.T) / np.array([0.950456, 1.0, 1.088754])
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def table_colours(typical: Floats, settings: Settings) -> tuple[Floats, Floats]:
    """Means and deviations (k, 3) of the table's colours, from places (n, 3) off what lies on it: a few clusters by
    farthest-point k-means."""
    if len(typical) == 0:
        return np.array([[50.0, 0.0, 0.0]]), np.array([[60.0, 60.0, 60.0]])
    middles = [np.median(typical, axis=0)]
    for _ in range(settings.table_colours - 1):
        gaps = np.min([((typical - m) ** 2).sum(axis=1) for m in middles], axis=0)
        middles.append(typical[int(gaps.argmax())])
    centres = np.array(middles)
    for _ in range(6):
        nearest = ((typical[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
        centres = np.array(
            [
                np.median(typical[nearest == k], axis=0) if (nearest == k).any() else centres[k]
                for k in range(len(centres))
            ]
        )
    nearest = ((typical[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    keep = [k for k in range(len(centres)) if (nearest == k).sum() >= settings.table_share * len(typical)]
    keep = keep or [int(np.bincount(nearest).argmax())]
    spreads = np.array([typical[nearest == k].std(axis=0) for k in keep])
    return centres[keep], np.maximum(spreads, np.array(settings.palette_spread) * 0.5)
