"""Signs on pieces: found as compact marks on their ground, and gathered into groups of those that look alike.

A sign is described by colours on rings around its middle, so that it can be compared in any turn: pieces lie as they
lie. What a group means somebody says once.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import lab_to_linear, linear_to_lab
from companion.dewan.vision.lattice import Floats

RINGS, STEPS = 6, 24
_WEIGHTS = np.array([0.7, 1.0, 1.0])  # lightness changes with the lamp
ALIKE, STRAY = 18.0, 24.0
"""How far two signs of one kind may be apart, in weighted Lab; and a sign or two from a group of many."""
_INNER = 0.7  # of a mark's radius: what lies around it is ground
_PAPER = 0.85  # what white becomes
_RADII = (np.arange(RINGS) + 0.6) / RINGS
_ANGLES = np.arange(STEPS) * 2 * np.pi / STEPS
POLAR: Floats = np.stack([np.outer(_RADII, np.cos(_ANGLES)), np.outer(_RADII, np.sin(_ANGLES))], axis=-1)


@dataclass(frozen=True)
class Mark:
    """Something compact that differs from its ground: its frame and filled mask in pixels of the piece's picture."""

    left: int
    top: int
    mask: NDArray[np.uint8]

    @property
    def middle(self) -> tuple[float, float]:
        height, width = self.mask.shape
        return self.left + (width - 1) / 2, self.top + (height - 1) / 2

    @property
    def radius(self) -> float:
        return float(max(self.mask.shape) / 2)


def marks_in(off: NDArray[np.bool_], least: float, most: float) -> list[Mark]:
    """Marks whose longer side is between ``least`` and ``most`` pixels."""
    opened = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    closed = cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        x, y, width, height = cv2.boundingRect(contour)
        if not least <= max(width, height) <= most:
            continue
        if min(x, y) <= 1 or x + width >= off.shape[1] - 1 or y + height >= off.shape[0] - 1:
            continue
        filled = np.zeros((height, width), np.uint8)
        cv2.drawContours(filled, [contour - np.array([x, y])], -1, 1, -1)
        found.append(Mark(x, y, filled))
    return found


def described(lab: NDArray[np.float32], x: float, y: float, radius: float) -> Floats:
    """Colours on rings around a place of a Lab picture, (RINGS, STEPS, 3), as they would be without veil or shadow."""
    return np.asarray(described_at(lab, np.array([[x, y]]), radius)[0])


def described_at(lab: NDArray[np.float32], places: Floats, radius: float) -> Floats:
    """The same for many places (n, 2) at once, (n, RINGS, STEPS, 3)."""
    height, width = lab.shape[:2]
    reach = int(radius) + 3
    left, top = np.clip(places.min(axis=0).astype(int) - reach, 0, (width - 1, height - 1))
    right, bottom = np.clip(places.max(axis=0).astype(int) + reach + 1, (left + 1, top + 1), (width, height))
    window = cv2.GaussianBlur(lab[top:bottom, left:right], (0, 0), max(0.4, 0.08 * radius))
    at = (POLAR * radius * _INNER + (places - np.array([left, top]))[:, None, None]).astype(np.float32)
    flat = at.reshape(len(places), -1, 2)
    got = cv2.remap(window, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    linear = lab_to_linear(got.astype(np.float64))
    low = np.percentile(linear.min(axis=2), 5, axis=1)[:, None, None]
    high = np.percentile(linear.max(axis=2), 95, axis=1)[:, None, None]
    even = linear_to_lab(np.clip((linear - low) / np.maximum(high - low, 0.05), 0, 1) * _PAPER)
    return np.asarray(even.reshape(len(places), RINGS, STEPS, 3))


def distances(one: Floats, other: Floats) -> Floats:
    """How far signs (n, RINGS, STEPS, 3) and (m, …) are apart in their best turn, (n, m)."""
    # Outer rings hold more of a sign than inner ones.
    weights = np.sqrt(_RADII / _RADII.mean())[:, None, None] * _WEIGHTS
    a, b = one * weights, other * weights
    count = a[0].size / 3
    squares = (a**2).sum(axis=(1, 2, 3))[:, None] + (b**2).sum(axis=(1, 2, 3))[None]
    fa, fb = np.fft.rfft(a, axis=2), np.fft.rfft(b, axis=2)
    across = np.einsum("nrfc,mrfc->nmf", fa, fb.conj())
    best = np.fft.irfft(across, STEPS, axis=2).max(axis=2)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * best, 0) / count))


def grouped(signs: Floats, alike: float = ALIKE) -> NDArray[np.int64]:
    """A group's number for each sign (n, RINGS, STEPS, 3): the two nearest groups join while they are alike."""
    count = len(signs)
    labels = np.arange(count)
    if count < 2:
        return labels
    apart = distances(signs, signs)
    np.fill_diagonal(apart, np.inf)
    sizes = np.ones(count)
    alive = np.ones(count, bool)
    while alive.sum() > 1:
        i, j = divmod(int(apart.argmin()), count)
        if apart[i, j] > alike:
            break
        # The mean distance of all pairs between two groups.
        row = (apart[i] * sizes[i] + apart[j] * sizes[j]) / (sizes[i] + sizes[j])
        sizes[i] += sizes[j]
        alive[j] = False
        row[~alive] = np.inf
        row[i] = np.inf
        apart[i], apart[:, i] = row, row
        apart[j], apart[:, j] = np.inf, np.inf
        labels[labels == j] = i
    return _with_strays(signs, labels)


def _with_strays(signs: Floats, labels: NDArray[np.int64]) -> NDArray[np.int64]:
    """Signs nearly alone, seen badly, go to the group of many they come nearest to."""
    names, counts = np.unique(labels, return_counts=True)
    many = [int(name) for name, count in zip(names, counts, strict=True) if count >= 4]
    few = [int(name) for name, count in zip(names, counts, strict=True) if count <= 2]
    if not many or not few:
        return labels
    typical = np.array([typical_of(signs[labels == name]) for name in many])
    after = labels.copy()
    for name in few:
        gaps = distances(signs[labels == name], typical).mean(axis=0)
        if gaps.min() < STRAY:
            after[labels == name] = many[int(gaps.argmin())]
    return after


def typical_of(signs: Sequence[Floats] | Floats) -> Floats:
    """Of signs that look alike the one most like the others, (RINGS, STEPS, 3)."""
    all_signs = np.array(signs)
    return np.asarray(all_signs[int(np.median(distances(all_signs, all_signs), axis=1).argmin())])


def drawn(sign: Floats) -> float:
    """How much the parts of a sign differ."""
    return float(np.linalg.norm(sign.std(axis=(0, 1))))


def packed_sign(sign: Floats) -> bytes:
    """A sign in 432 bytes: lightness, and colour from its middle."""
    values = sign * np.array([2.55, 1.0, 1.0]) + np.array([0.0, 128.0, 128.0])
    return bytes(np.clip(np.rint(values), 0, 255).astype(np.uint8))


def opened_sign(packed: bytes) -> Floats:
    values = np.frombuffer(packed, np.uint8).reshape(RINGS, STEPS, 3).astype(np.float64)
    return np.asarray((values - np.array([0.0, 128.0, 128.0])) / np.array([2.55, 1.0, 1.0]))
