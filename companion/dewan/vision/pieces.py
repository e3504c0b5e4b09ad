"""Read pieces: tiles, story tiles and cards of a box, from photos of them lying on a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.dewan.vision.colours import ColourTable, Palette, guess_palette
from companion.dewan.vision.cut import Outline, outlines_in
from companion.dewan.vision.found_pieces import PhotoPieces, PiecesReading
from companion.dewan.vision.groups import group_signs, look_again, name_groups
from companion.dewan.vision.load import load_photo
from companion.dewan.vision.lone_tiles import read_tile
from companion.dewan.vision.look import Look, with_look
from companion.dewan.vision.rectangles import inside_of, kinds_of, read_card, read_stories
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.dewan.vision.straight import Rectangle, StraightFlower, straight_flower, straightened

_MAY_BE_TERRAIN = 7  # pixels a mark of a story tile reaches from its middle


@dataclass(frozen=True)
class _Seen:
    """A photo's pieces laid straight, in the order of ``order``, before anybody knows what they show."""

    size_px: tuple[int, int]
    cards: list[Rectangle]
    stories: list[Rectangle]
    flowers: list[StraightFlower]
    parts: int
    order: list[Outline]


def read_pieces(
    sources: Sequence[Path | bytes],
    look: Look | None = None,
    names: Mapping[int, str] | None = None,
    settings: Settings = DEFAULTS,
) -> PiecesReading:
    """All pieces of the photos; signs are grouped over all of them. ``names``: what groups of this call are.

    Raises PhotoError where a photo can't be opened.
    """
    settings = with_look(settings, look)
    seen = [_look_at(source, settings) for source in sources]
    photos = group_signs([_photo(one, settings) for one in seen])
    return name_groups(look_again(photos, [one.cards for one in seen]), look, names or {})


def _look_at(source: Path | bytes, settings: Settings) -> _Seen:
    photo = load_photo(source, settings)
    lab = np.asarray(cv2.cvtColor(photo.rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB), np.float32)
    outlines = outlines_in(photo.rgb, photo.size_px, settings)
    rectangles = [straightened(lab, photo.shrink, one) for one in outlines if one.shape == "rectangle"]
    kinds = kinds_of(rectangles)
    whole = [one for one in outlines if one.shape != "part"]
    return _Seen(
        photo.size_px,
        [one for one, kind in zip(rectangles, kinds, strict=True) if kind == "card"],
        [one for one, kind in zip(rectangles, kinds, strict=True) if kind == "story"],
        [straight_flower(lab, photo.shrink, one) for one in outlines if one.shape == "flower"],
        len(outlines) - len(whole),
        whole,
    )


def _palette(one: _Seen, settings: Settings) -> Palette:
    """The photo's light and its terrains' colours, from all grounds and marks that may be terrain."""
    colours = [flower.samples.typical for flower in one.flowers] + [card.grounds for card in one.cards]
    for story in one.stories:
        inner = [np.median(inside_of(story, mark), axis=0) for mark in story.marks if mark.radius > _MAY_BE_TERRAIN]
        colours += [np.array(inner)] if inner else []
    typical = np.concatenate(colours) if colours else np.array([[50.0, 0.0, 0.0]])
    nowhere = ColourTable(np.array([[-200.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 1.0]]))
    return guess_palette(typical, np.ones(len(typical)), nowhere, settings)[0][1]


def _photo(one: _Seen, settings: Settings) -> PhotoPieces:
    palette = _palette(one, settings)
    pieces = {id(card.outline): read_card(card, palette) for card in one.cards}
    pieces |= {id(s.outline): piece for s, piece in zip(one.stories, read_stories(one.stories, palette), strict=True)}
    pieces |= {id(flower.outline): read_tile(flower, palette) for flower in one.flowers}
    return PhotoPieces(tuple(pieces[id(outline)] for outline in one.order), one.parts, one.size_px, palette.gain)
