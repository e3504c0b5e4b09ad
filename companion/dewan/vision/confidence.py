"""How sure a piece is read: a probability that all of it is right, from what may have gone wrong with such a piece.

The weights were fitted to pieces of many made prints whose truth is known (``bench.piece_figures --fit``).
"""

import numpy as np

from companion.dewan.vision.found_pieces import MARGIN, RESOURCES, SYMBOLS, Piece
from companion.dewan.vision.lattice import Floats

_MOST = 6.0  # log odds: no evidence is better


def doubts(piece: Piece) -> Floats:
    """What speaks for and against a piece's reading, (6,), the first always 1; ``Piece.confidence`` is one of it."""
    share = float(np.clip(piece.confidence, 1e-3, 1 - 1e-3))
    gaps = [sign.gap for sign in piece.signs]
    margins = [sign.margin for sign in piece.signs]
    return np.array(
        [
            1.0,
            min(np.log(share / (1 - share)), _MOST) / _MOST,
            max(gaps, default=0.0) / MARGIN,
            min(margins, default=MARGIN) / MARGIN,
            float(_odd(piece)),
            float(piece.outline.fit),
        ]
    )


def carries_symbol(piece: Piece) -> bool:
    """Whether such a card has a symbol: those with one terrain have, and of two terrains those with Water."""
    return len(piece.halves) == 1 or "water" in piece.halves


def _odd(piece: Piece) -> bool:
    """Whether it shows what no such piece does: a card without the symbol it should have, another sign on a side."""
    if piece.kind == "card":
        symbols = sum(sign.kind is None or sign.kind in SYMBOLS for sign in piece.signs)
        return symbols != int(carries_symbol(piece))
    if piece.kind == "tile":
        on_sides = [sign for sign, edge in zip(piece.signs, piece.edges, strict=True) if edge is not None]
        return any(sign.kind not in (None, *RESOURCES) for sign in on_sides)
    return piece.points is None or not piece.needs


_WEIGHTS = {
    # Prints may have other cards than the rules lead one to expect: less against odd ones than was fitted (-5.4).
    "card": np.array([1.37, 1.47, -1.29, 0.9, -3.5, 0.02]),
    "story": np.array([0.88, 0.71, -0.93, 1.71, -0.41, 0.24]),
    "tile": np.array([1.18, 0.35, -1.47, 0.05, -1.48, 0.04]),
}


def sure_of(piece: Piece) -> float:
    return float(1 / (1 + np.exp(-doubts(piece) @ _WEIGHTS[piece.kind])))
