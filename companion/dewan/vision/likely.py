"""Which of the box's Story tiles a piece is: each sign that was missed or misread makes it less likely."""

from collections.abc import Sequence

import numpy as np

from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.vision.found_pieces import Piece
from companion.vision.plane import Floats

_SIGN, _UNNAMED = 2.6, 0.9  # log odds against a sign that was missed or taken for another; that was seen but not known
_POINTS, _NO_POINTS = 4.0, 1.0  # against other points, and against none read
_FIRE = 1.6
_STRANGER = 9.0  # against a Story tile that is in no box


def story_odds(piece: Piece, box: Box) -> Floats:
    """Log odds (n,) of each Story tile of the box, against a piece that is none of them."""
    return np.array([_STRANGER - _cost(piece, story) for story in box.stories])


def _cost(piece: Piece, story: StoryTile) -> float:
    wanted = {str(need): number for need, number in story.needs.items()}
    seen = piece.needs
    missing = sum(max(0, wanted.get(k, 0) - seen.get(k, 0)) for k in wanted) + max(0, story.fire - piece.fire)
    surplus = sum(max(0, seen.get(k, 0) - wanted.get(k, 0)) for k in seen) + max(0, piece.fire - story.fire)
    unnamed = min(missing, sum(sign.kind is None for sign in piece.signs))
    points = 0.0 if piece.points == story.points else _NO_POINTS if piece.points is None else _POINTS
    # A sign taken for another is missing there and too much here: one mistake.
    wrong = max(missing - unnamed, surplus)
    return _SIGN * wrong + _UNNAMED * unnamed + 0.4 * min(missing - unnamed, surplus) + points


def each_once(odds: Sequence[Floats]) -> list[tuple[int | None, float]]:
    """For each piece which tile it is and how sure that is, the surest first; no tile lies there twice."""
    found: list[tuple[int | None, float]] = [(None, 0.0)] * len(odds)
    left = {n: own.copy() for n, own in enumerate(odds)}
    while left:
        sure = {n: _shares(own) for n, own in left.items()}
        n = max(sure, key=lambda one: float(sure[one].max(initial=0.0)))
        best = int(sure[n].argmax()) if len(sure[n]) else -1
        if best < 0 or sure[n][best] < 0.05:
            break
        found[n] = (best, float(sure[n][best]))
        del left[n]
        for own in left.values():
            own[best] = -np.inf
    return found


def _shares(odds: Floats) -> Floats:
    """With a share for none of them."""
    shares = np.exp(np.clip(odds, -50, 50))
    return np.asarray(shares / (1 + shares.sum()))
