"""Where on cards symbols stand: on all of a print in the same places, also on a card turned over."""

import numpy as np

from companion.dewan.vision.lattice import Floats

SPOT = 0.045  # how far symbols of a print's cards lie apart that stand in one place, in shares of a card


def apart(at: Floats, spot: Floats) -> float:
    """How far a sign of a card is from a place, the card as it lies or turned over."""
    return float(min(np.linalg.norm(at - spot), np.linalg.norm(1 - at - spot)))


def shared(spots: Floats) -> list[bool]:
    """Of signs on cards (n, 2), whether others stand in the same place, also on a card turned over."""
    if len(spots) < 3:
        return [True] * len(spots)
    near = (np.linalg.norm(spots[:, None] - spots[None], axis=2) < SPOT) | (
        np.linalg.norm(spots[:, None] - (1 - spots[None]), axis=2) < SPOT
    )
    return [bool(count > max(2, 0.04 * len(spots))) for count in near.sum(axis=1)]
