"""Read pieces: tiles, story tiles and cards of a box, from photos of them lying on a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import ColourTable, Palette, guess_palette
from companion.dewan.vision.found_pieces import PhotoPieces, Piece, PiecesReading, SignPlace
from companion.dewan.vision.groups import group_signs
from companion.dewan.vision.laid_map import with_map
from companion.dewan.vision.lone_tiles import read_tile
from companion.dewan.vision.look import Look, with_look
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.rectangles import inside_of, kinds_of, may_be_cards, read_card, read_stories
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.dewan.vision.straight import Rectangle, StraightFlower, straight_flower, straightened
from companion.vision.cut import Outline, outlines_in
from companion.vision.load import Photo, Source, load_photo

_MAY_BE_TERRAIN = 7  # pixels a mark of a story tile reaches from its middle


@dataclass(frozen=True)
class CutPhoto:
    """A photo's pieces as each was read by itself, and how they look laid straight, in the same order."""

    photo: PhotoPieces
    straight: tuple[Rectangle | StraightFlower, ...]


def read_pieces(
    sources: Sequence[Source],
    look: Look | None = None,
    names: Mapping[int, str] | None = None,
    settings: Settings = DEFAULTS,
) -> PiecesReading:
    """All pieces of the photos; signs are grouped over all of them. ``names``: what groups of this call are.

    Raises PhotoError where a photo can't be opened.
    """
    return sorted_pieces([cut_pieces(source, look, settings) for source in sources], look, names)


def cut_pieces(source: Source, look: Look | None = None, settings: Settings = DEFAULTS) -> CutPhoto:
    """One photo, before its signs are compared with those of others. Raises PhotoError."""
    settings = with_look(settings, look)
    photo = load_photo(source, settings)
    outlines = with_map(outlines_in(photo.rgb, photo.size_px, settings), photo, settings)
    return read_outlines(photo, lab_of(photo), outlines, settings, card=look.card if look else None)[0]


def lab_of(photo: Photo) -> NDArray[np.float32]:
    return np.asarray(cv2.cvtColor(photo.rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)


def read_outlines(
    photo: Photo,
    lab: NDArray[np.float32],
    outlines: Sequence[Outline],
    settings: Settings,
    beside: Sequence[Rectangle] = (),
    known: Sequence[str] | None = None,
    card: float | None = None,
) -> tuple[CutPhoto, Palette]:
    """The pieces of these outlines, each as it is by itself, and the photo's colours. ``beside``: what else shows
    terrains; ``known``: of each rectangle whether it is a card or a Story tile, where that is known better; ``card``:
    the width of the print's cards to their height."""
    rectangles = straightened(lab, photo.shrink, [one for one in outlines if one.shape == "rectangle"])
    kinds = known or kinds_of(rectangles)
    cards = [one for one, kind in zip(rectangles, kinds, strict=True) if kind == "card"]
    stories = [one for one, kind in zip(rectangles, kinds, strict=True) if kind == "story"]
    flowers = [straight_flower(lab, photo.shrink, one) for one in outlines if one.shape == "flower"]
    palette = _palette([*cards, *beside], stories, flowers, settings)
    if known is None:
        may = may_be_cards(cards, float(photo.size_px[0] * photo.size_px[1]), palette, card)
        strange = [one.outline for one, is_one in zip(cards, may, strict=True) if not is_one]
        cards = [one for one, is_one in zip(cards, may, strict=True) if is_one]
        outlines = [
            replace(one, shape="strange") if any(one is other for other in strange) else one for one in outlines
        ]
    read: list[tuple[Rectangle | StraightFlower, Piece]] = [(card, read_card(card, palette)) for card in cards]
    read += zip(stories, read_stories(stories, palette), strict=True)
    read += [(flower, read_tile(flower, palette)) for flower in flowers]
    shapes = [one.shape for one in outlines]
    order = [id(one) for one in outlines]
    read.sort(key=lambda pair: order.index(id(pair[1].outline)))
    pieces = PhotoPieces(
        tuple(piece for _, piece in read),
        shapes.count("part"),
        photo.size_px,
        palette.gain,
        shapes.count("strange"),
    )
    return CutPhoto(pieces, tuple(straight for straight, _ in read)), palette


def sorted_pieces(
    cut: Sequence[CutPhoto],
    look: Look | None = None,
    names: Mapping[int, str] | None = None,
    said: Mapping[SignPlace, str] | None = None,
    apart: Mapping[SignPlace, int] | None = None,
) -> PiecesReading:
    """The pieces of several photos, their signs in groups with names."""
    photos = group_signs([one.photo for one in cut], [one.straight for one in cut], look, apart)
    return name_groups(photos, look, names or {}, said)


def _palette(
    cards: Sequence[Rectangle], stories: Sequence[Rectangle], flowers: Sequence[StraightFlower], settings: Settings
) -> Palette:
    """The photo's light and its terrains' colours, from all grounds and marks that may be terrain."""
    colours = [flower.samples.typical for flower in flowers] + [card.grounds for card in cards]
    for story in stories:
        inner = [np.median(inside_of(story, mark), axis=0) for mark in story.marks if mark.radius > _MAY_BE_TERRAIN]
        colours += [np.array(inner)] if inner else []
    typical = np.concatenate(colours) if colours else np.array([[50.0, 0.0, 0.0]])
    nowhere = ColourTable(np.array([[-200.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 1.0]]))
    return guess_palette(typical, np.ones(len(typical)), nowhere, settings)[0][1]
