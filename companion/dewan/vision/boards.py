"""A photo of a player's board: what lies on, under and beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import Box
from companion.dewan.vision.board import Board, find_board, off_ground
from companion.dewan.vision.colours import Palette
from companion.dewan.vision.found_pieces import PhotoPieces, Piece
from companion.dewan.vision.likely import each_once, story_odds
from companion.dewan.vision.look import Look, with_look
from companion.dewan.vision.pieces import CutPhoto, lab_of, read_outlines, sorted_pieces
from companion.dewan.vision.seen_halves import halves_of, is_terrain, likely_cards, likely_halves, seen_half
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.dewan.vision.standing import Standing, standing_at
from companion.dewan.vision.straight import Rectangle, straightened
from companion.dewan.vision.strips import Strip, strips_at
from companion.dewan.vision.tiles import seen_box
from companion.vision.cut import Outline, best_parted, in_photo, outlines_in, parted
from companion.vision.ground import WorkingPicture, working_picture
from companion.vision.load import Photo, Source, load_photo
from companion.vision.plane import Floats

_TOUCHES, _INTO, _LEANS = 0.08, 0.15, 0.3
"""Of a piece's depth, between a board and what is tucked under it: beyond the rim, within it, and at a corner."""
_SIGNS, _EVEN = 3, 3.0  # signs that a Story tile shows at least, and how even its paper is, in Lab
_SIGN = (0.12, 0.4)  # a sign's size, in widths of a Story tile
_ROW = 0.5  # of what looks like a board, covered by pieces that stand out by themselves: it is none
_LARGER = 1.6  # a board, than any piece beside it
_PRINTED, _READABLE = 0.3, 0.002  # of the largest piece, and of the picture: what is smaller is no piece
_DOUBTFUL, _SURELY = 0.5, 0.9
_CARD = 0.5  # how sure it must be that something is a card
_NO_DEEPER = 1.0  # a strip, in its widths


@dataclass(frozen=True)
class BoardOutlines:
    board: Board
    picture: WorkingPicture
    off: NDArray[np.float32]
    whole: tuple[Outline, ...]
    strips: tuple[Strip, ...]
    scale: float  # pixels of the photo in one of the working picture

    def in_photo(self, one: Outline) -> Outline:
        return in_photo([one], self.scale)[0]


def outlines_of_board(photo: Photo, card: float | None, settings: Settings) -> BoardOutlines | None:
    """Pieces that lie openly, and strips of tucked ones; None where no board is seen."""
    picture = working_picture(photo.rgb, settings)
    board = find_board(picture.lab, picture.off)
    if board is None or _is_row(board, best_parted(parted(picture, picture.off, [(0, 0)]))):
        return None
    off = off_ground(picture.lab, picture.off, board, settings)
    inside = np.argwhere((cv2.erode(board.mask(off.shape), np.ones((9, 9), np.uint8)) > 0) & (off < 0.5))
    ground = [(0, 0), *((int(x), int(y)) for y, x in inside[:: max(1, len(inside) // 200)])]
    parts = best_parted(parted(picture, off, ground))
    pieces = [one for one in parts if one.shape == "rectangle" and not _is_board(one, board)]
    whole = [one for one in pieces if not _tucked(one, board)]
    most = max((one.area_px for one in whole), default=0.0)
    whole = [one for one in whole if one.area_px > max(_PRINTED * most, _READABLE * off.size)]
    strips = strips_at(board, picture.lab, off, [one.corners_px for one in whole], card)
    back = photo.size_px[0] / picture.rgb.shape[1]
    return BoardOutlines(board, picture, off, tuple(whole), tuple(strips), back)


def _is_row(board: Board, parts: list[Outline]) -> bool:
    """Whether it is a piece like others, or several side by side that stand out from the table each by itself."""
    area = float(cv2.contourArea(board.corners.astype(np.float32)))
    grown = board.corners.mean(axis=0) + (board.corners - board.corners.mean(axis=0)) * 1.1
    inner, beside = [0.0], [0.0]
    for one in (part for part in parts if part.shape == "rectangle"):
        if all(_within(grown, at) for at in one.corners_px):
            inner.append(one.area_px if one.area_px < 0.6 * area else 0.0)
        elif not _within(grown, one.corners_px.mean(axis=0)):
            beside.append(one.area_px)
    return (sum(one > 0 for one in inner) > 1 and sum(inner) > _ROW * area) or _LARGER * max(beside) > area


def _within(corners: Floats, at: Floats) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(at[0]), float(at[1])), False) > 0


def _is_board(one: Outline, board: Board) -> bool:
    return one.area_px > 0.6 * float(cv2.contourArea(board.corners.astype(np.float32)))


def _tucked(one: Outline, board: Board) -> bool:
    """Whether a rectangle ends at the board's rim, and is no deeper than it is wide."""
    for side in range(4):
        a, b = board.corners[side], board.corners[(side + 1) % 4]
        along = (b - a) / np.linalg.norm(b - a)
        gap = one.corners_px - a
        out = gap[:, 0] * along[1] - gap[:, 1] * along[0]
        near = np.sort(out)
        depth = float(near[2:].mean())
        t = gap @ along / np.linalg.norm(b - a)
        if depth < 4 or t.mean() < -0.1 or t.mean() > 1.1:
            continue
        wide = float(np.ptp(gap @ along))
        end = float(near[:2].mean())
        ends = -_INTO * depth < end < max(4.0, _TOUCHES * depth) and np.abs(near[:2]).max() < _LEANS * depth
        if ends and depth < _NO_DEEPER * wide:
            return True
    return False


@dataclass(frozen=True)
class BoardPiece:
    """``kind``: story, tucked or card. ``text``: the Story tile's id, the half or the card; None: none of the box's.
    ``maybe``: of a Story tile, those of the box, the likeliest first."""

    kind: str
    outline: Outline
    text: str | None
    confidence: float
    piece: Piece | None = None
    maybe: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardReading:
    """``pieces``: left to right. ``standing``: None where no board is seen."""

    pieces: tuple[BoardPiece, ...]
    standing: Standing | None
    scale: float
    photo: PhotoPieces

    def in_photo(self, at: tuple[float, float]) -> tuple[float, float]:
        """A place of the working picture."""
        return (at[0] + 0.5) * self.scale - 0.5, (at[1] + 0.5) * self.scale - 0.5


def read_board(source: Source, box: Box, look: Look, settings: Settings = DEFAULTS) -> BoardReading:
    """Which pieces of the box lie on, under and beside a board, or on a table without one. Raises PhotoError."""
    settings = with_look(settings, look)
    photo = load_photo(source, settings)
    lab = lab_of(photo)
    found = outlines_of_board(photo, look.card, settings)
    outlines = outlines_in(photo.rgb, photo.size_px, settings) if found is None else []
    strips: list[Rectangle] = []
    if found:
        outlines = [found.in_photo(one) for one in found.whole]
        seen = straightened(lab, photo.shrink, [found.in_photo(strip.seen) for strip in found.strips])
        strips = [one for one in seen if not _is_story(one)]
        outlines += [
            found.in_photo(strip.whole) for strip, one in zip(found.strips, seen, strict=True) if _is_story(one)
        ]
    read, cut, palette = _read(photo, lab, outlines, settings, strips, look)
    kinds = [_other_kind(own, card, palette, look, box) for own, card in _rectangles(read, cut)]
    if kinds != [own.kind for own, _ in _rectangles(read, cut)]:
        # The kind is guessed by looks alone; what the box holds knows better.
        order = [id(one) for one in outlines]
        known = dict(zip([id(own.outline) for own, _ in _rectangles(read, cut)], kinds, strict=True))
        kinds = [known[one] for one in order if one in known]
        read, cut, palette = _read(photo, lab, outlines, settings, strips, look, kinds)
    sizes = [sign.size_px / 2 for one in read.pieces if one.kind == "story" for sign in one.signs if sign.size_px]
    sign_px = float(np.median(sizes)) if sizes else None
    pieces = _stories([one for one in read.pieces if one.kind == "story"], box)
    for own, card in _rectangles(read, cut):
        if own.kind == "card":
            halves = halves_of(card, palette, look, sign_px)
            pieces += _known("card", card.outline, is_terrain(halves), likely_cards(halves, box))
    for strip in strips:
        half = seen_half(strip, palette, look, sign_px)
        pieces += _known("tucked", strip.outline, is_terrain([half]), likely_halves(half, box))
    pieces.sort(key=lambda one: float(one.outline.corners_px[:, 0].mean()))
    standing = _standing(found, palette, box, settings) if found else None
    return BoardReading(tuple(pieces), standing, found.scale if found else 1.0, read)


def _is_story(strip: Rectangle) -> bool:
    """Whether signs in rows on even ground show beyond the rim: a Story tile that lies half on the board."""
    wide = max(strip.lab.shape[:2])
    signs = sum(
        _SIGN[0] < 2 * mark.radius / wide < _SIGN[1] and min(mark.mask.shape) > 0.6 * max(mark.mask.shape)
        for mark in strip.marks
    )
    return signs >= _SIGNS and strip.spread < _EVEN


def _read(
    photo: Photo,
    lab: NDArray[np.float32],
    outlines: Sequence[Outline],
    settings: Settings,
    strips: Sequence[Rectangle],
    look: Look,
    kinds: Sequence[str] | None = None,
) -> tuple[PhotoPieces, CutPhoto, Palette]:
    cut, palette = read_outlines(photo, lab, outlines, settings, strips, kinds)
    return sorted_pieces([cut], look).photos[0], cut, palette


def _rectangles(read: PhotoPieces, cut: CutPhoto) -> list[tuple[Piece, Rectangle]]:
    pairs = zip(read.pieces, cut.straight, strict=True)
    return [(own, straight) for own, straight in pairs if isinstance(straight, Rectangle)]


def _other_kind(own: Piece, shown: Rectangle, palette: Palette, look: Look, box: Box) -> str:
    """Card or Story tile: the other one where it is hardly any of its own kind."""
    if own.kind == "story":
        sure = each_once([story_odds(own, box)])[0][1]
        return "card" if sure < _DOUBTFUL and is_terrain(halves_of(shown, palette, look, None)) > _SURELY else "story"
    marks = sum(_SIGN[0] < 2 * mark.radius / shown.lab.shape[1] < _SIGN[1] for mark in shown.marks)
    return "story" if marks >= _SIGNS and is_terrain(halves_of(shown, palette, look, None)) < _DOUBTFUL else "card"


def _known(
    kind: str, outline: Outline, sure: float, likely: Sequence[tuple[Half, float]] | Sequence[tuple[Card, float]]
) -> list[BoardPiece]:
    """What a card or half is; nothing where it more likely is no card at all."""
    return [BoardPiece(kind, outline, str(text), share * sure) for text, share in likely[:1] if sure > _CARD]


def _stories(pieces: list[Piece], box: Box) -> list[BoardPiece]:
    odds = [story_odds(piece, box) for piece in pieces]
    read = []
    for piece, own, (best, sure) in zip(pieces, odds, each_once(odds), strict=True):
        maybe = tuple(str(box.stories[k].id) for k in np.argsort(-own, kind="stable"))
        name = box.stories[best].id if best is not None else None
        read.append(BoardPiece("story", piece.outline, name, sure, piece, maybe))
    return read


def _standing(found: BoardOutlines, palette: Palette, box: Box, settings: Settings) -> Standing:
    pieces = [one.corners_px for one in (*found.whole, *(strip.seen for strip in found.strips))]
    colours = seen_box(box).colours
    return standing_at(found.board, found.picture.lab, found.off, pieces, colours, palette.gain, settings)
