"""Signs gathered into groups, what a name given to one group does to others, and what is no card at all."""

import numpy as np

from companion.dewan.vision.found_pieces import NOTHING, PhotoPieces, Piece, Sign
from companion.dewan.vision.groups import group_signs
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.look import Look
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.pieces import _palette
from companion.dewan.vision.rectangles import may_be_cards
from companion.dewan.vision.settings import DEFAULTS
from companion.dewan.vision.signs import RINGS, STEPS
from companion.dewan.vision.straight import Rectangle
from companion.vision.cut import Outline

FIRE, BLOT, BERRY = (np.random.default_rng(seed).uniform(10, 90, (RINGS, STEPS, 3)) for seed in (1, 2, 3))
OUTLINE = Outline("rectangle", np.array([[0, 0], [159, 0], [159, 239], [0, 239]], float), 1.0, 159 * 239)
PLACE = (0.5, 0.2)


def sign(colours: Floats, at: tuple[float, float] = PLACE, group: int = -1) -> Sign:
    return Sign((at[0] * 159, at[1] * 239), 30.0, at, colours, group)


def card(*signs: Sign) -> Piece:
    return Piece("card", OUTLINE, 1.0, signs, ("forest",))


def photo(*pieces: Piece) -> PhotoPieces:
    return PhotoPieces(pieces, 0, (160, 240), np.ones(3))


def test_art_that_stands_where_symbols_do_is_no_sign_on_all_the_other_cards() -> None:
    """Twice it stands there by chance; known signs of the look keep their places."""
    strewn = [(0.2 + 0.06 * k, 0.45 + 0.02 * (k % 5)) for k in range(10)]
    cards = [card(sign(FIRE), sign(BLOT, at)) for at in strewn] + [card(sign(BLOT))] * 2
    grey = Rectangle(OUTLINE, np.full((240, 160, 3), 50, np.float32), np.eye(3), np.zeros((2, 3)), 0.0, ())
    [found] = group_signs([photo(*cards)], [[grey] * len(cards)], Look(signs={"fire": (FIRE,)}))
    assert [[one.colours is FIRE for one in piece.signs] for piece in found.pieces] == [[True]] * 10 + [[]] * 2


def test_a_group_named_art_takes_no_sign_that_is_nearer_to_another_name() -> None:
    """Two kinds were in one group: art, and three signs that look as those called a Berry do."""
    fit = [card(sign(BERRY + k, group=1)) for k in range(4)]
    mixed = [card(sign(BLOT + k, group=2)) for k in range(5)] + [card(sign(BERRY + 1.5, group=2))] * 3
    [named] = name_groups([photo(*fit, *mixed)], None, {1: "berry", 2: NOTHING}).photos
    assert [piece.card for piece in named.pieces] == ["forest:berry"] * 4 + ["forest"] * 5 + ["forest:berry"] * 3


def laid(wide: float, tall: float) -> Rectangle:
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], float)
    outline = Outline("rectangle", corners, 1.0, wide * tall)
    forest = np.tile(np.array([45.0, -30.0, 25.0]), (2, 1))
    return Rectangle(outline, np.full((240, 160, 3), 50, np.float32), np.eye(3), forest, 1.0, ())


def test_a_card_has_the_size_and_shape_of_others_and_a_lone_one_may_look_square_only_close_by() -> None:
    palette = _palette([laid(160, 240)], [], [], DEFAULTS)

    def may(*cards: Rectangle, known: float | None = None) -> list[bool]:
        return may_be_cards(cards, 1e6, palette, known)

    row = [laid(160, 240)] * 3
    assert may(*row, laid(60, 90)) == [True, True, True, False], "a part of a piece"
    assert may(laid(230, 240)) == [True], "a card seen from the side"
    assert may(laid(100, 105)) == [False], "a sign"
    assert may(laid(100, 105), laid(102, 105)) == [False, False], "two signs"
    assert may(laid(100, 240), known=0.68) == [False]
    assert may(laid(160, 240), known=0.68) == [True]
