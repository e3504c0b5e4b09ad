"""How a photo shows the colours of a print otherwise than its light alone explains.

A photo clips what is bright, strengthens or dulls colours, and so does the one that taught the print. What most spaces
show of a colour beyond the light is the photo's doing; how much they differ in it is how little the print says there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.settings import Settings


@dataclass(frozen=True)
class Shift:
    """By colours of the print (k, 3): what the photo adds to them, and how far spaces differ in that; all Lab."""

    colours: Floats
    added: Floats
    spread: Floats
    weights: Floats  # (k,)

    def at(self, lab: Floats, settings: Settings) -> tuple[Floats, Floats]:
        """What is added to colours (..., 3), and its deviation."""
        if not len(self.colours):
            return np.zeros(lab.shape), np.zeros(lab.shape)
        own = (lab / settings.shift_reach).reshape(-1, 3)
        anchors = self.colours / settings.shift_reach
        gaps = (own**2).sum(axis=1)[:, None] + (anchors**2).sum(axis=1) - 2 * own @ anchors.T
        near = np.exp(-0.5 * np.maximum(gaps, 0)) * self.weights
        near /= near.sum(axis=1, keepdims=True) + settings.shift_hold
        return (near @ self.added).reshape(lab.shape), (near @ self.spread).reshape(lab.shape)


NONE = Shift(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))


def shift_of(spaces: Sequence[tuple[Floats, Floats]], settings: Settings) -> Shift:
    """The shift between what is expected and what is seen, Lab (n, 3) each, space by space."""
    if len(spaces) < settings.shift_least:
        return NONE
    cells: dict[tuple[int, ...], list[tuple[Floats, Floats]]] = {}
    for expected, seen in spaces:
        keys = np.floor(expected / settings.shift_cell).astype(np.int64)
        kinds, kind_of, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
        for k in np.flatnonzero(counts >= settings.shift_least_places):
            own = kind_of.reshape(-1) == k
            middle = np.median(seen[own] - expected[own], axis=0)
            cells.setdefault(tuple(kinds[k].tolist()), []).append((expected[own].mean(axis=0), middle))
    rows = [
        (np.mean([c for c, _ in own], axis=0), np.array([m for _, m in own]))
        for own in cells.values()
        if len(own) >= settings.shift_least
    ]
    if not rows:
        return NONE
    added = np.array([np.median(own, axis=0) for _, own in rows])
    spread = np.array([1.5 * np.median(np.abs(own - np.median(own, axis=0)), axis=0) for _, own in rows])
    return Shift(np.array([c for c, _ in rows]), added, spread, np.array([float(len(own)) for _, own in rows]))
