"""What a photo of pieces of a box that is known teaches: their signs and colours, and how the tiles are printed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import cv2
import numpy as np

from companion.dewan.rules.tiles import Box, Tile
from companion.dewan.vision.found_pieces import SYMBOLS, Piece, PiecesReading
from companion.dewan.vision.lattice import Floats, Lattice, make_views, plane_of
from companion.dewan.vision.look import Look, joined_prints
from companion.dewan.vision.make_box import known_card, known_pieces, known_story, learned, tile_of
from companion.dewan.vision.named_groups import name_groups
from companion.dewan.vision.pieces import CutPhoto, cut_pieces, sorted_pieces
from companion.dewan.vision.printed import SeenTile, cut_tile
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.rules.hexes import Hex
from companion.vision.cut import FLOWER_RING
from companion.vision.load import Photo, Source, load_photo

_TOGETHER = 5  # groups whose names are tried in all ways at once; a box has no more symbols
_APART = 100  # spaces between tiles that have nothing to do with each other
_MARGIN = 2  # pieces more than under any other name: one card is soon like some other
_STORY_COUNTS = 3  # cards: hardly two sets of needs, points and fire are alike


def learn_pieces(
    source: Source, box: Box, look: Look, read_already: Sequence[Floats] = (), settings: Settings = DEFAULTS
) -> tuple[Look, list[tuple[str, str, float]]]:
    """The look after the photo, and kind, name and confidence of each piece of the box in it.

    ``read_already``: outlines of tiles that were learned as a map; what seems to lie within them is their art.
    Signs without a name get the one under which the pieces are the box's. A piece that is none of the box's teaches
    nothing, and nothing that is known is unlearned.
    """
    photo = load_photo(source, settings)
    cut = _outside(cut_pieces(photo, look, settings), read_already)
    reading = sorted_pieces([cut], look)
    reading = name_groups(reading.photos, look, names_by_box(reading, box))
    known = known_pieces(reading.photos, box)[0]
    own = [(piece, name) for piece, name in zip(reading.photos[0].pieces, known, strict=True) if name]
    if not own:
        return look, []
    groups = {sign.group for piece, _ in own for sign in piece.signs}
    kept = replace(
        reading,
        photos=(replace(reading.photos[0], pieces=tuple(piece for piece, _ in own)),),
        groups=tuple(group for group in reading.groups if group.number in groups),
    )
    after = learned(look, kept, settings)
    taught = joined_prints(after.prints, _prints(photo, own, box, settings), frozenset(), cut.photo.gain, settings)
    return replace(after, prints=taught.prints), [(piece.kind, name, piece.confidence) for piece, name in own]


def _outside(cut: CutPhoto, areas: Sequence[Floats]) -> CutPhoto:
    """The pieces that lie in none of the areas."""
    rings = [area.astype(np.float32) for area in areas]

    def free(piece: Piece) -> bool:
        x, y = (float(value) for value in np.mean(piece.outline.corners_px, axis=0))
        return all(cv2.pointPolygonTest(ring, (x, y), False) < 0 for ring in rings)

    kept = [(p, s) for p, s in zip(cut.photo.pieces, cut.straight, strict=True) if free(p)]
    return CutPhoto(replace(cut.photo, pieces=tuple(p for p, _ in kept)), tuple(s for _, s in kept))


def names_by_box(reading: PiecesReading, box: Box) -> dict[int, str]:
    """What groups without a name must be for most pieces to be the box's; none that could be something else, too."""
    unnamed = sorted((group for group in reading.groups if group.kind is None), key=lambda group: -group.seen)
    pieces = [piece for photo in reading.photos for piece in photo.pieces if piece.kind != "tile"]
    names: dict[int, str] = {}
    for start in range(0, len(unnamed), _TOGETHER):
        some = [group.number for group in unnamed[start : start + _TOGETHER]]
        best: dict[tuple[int, str | None], int] = {}
        matching = _Matching(pieces, names, box)
        for kinds in product((None, *SYMBOLS), repeat=len(some)):
            count = matching.of(dict(zip(some, kinds, strict=True)))
            for named in zip(some, kinds, strict=True):
                best[named] = max(best.get(named, 0), count)
        for group in some:
            first, second = sorted((None, *SYMBOLS), key=lambda kind: -best[group, kind])[:2]
            if first and best[group, first] >= best[group, second] + _MARGIN:
                names[group] = first
    return names


class _Matching:
    """How many pieces are of the box under some names of groups. Each piece is looked up once for each of its names."""

    def __init__(self, pieces: Sequence[Piece], names: Mapping[int, str], box: Box) -> None:
        self._pieces, self._names, self._box = pieces, names, box
        self._groups = [sorted({sign.group for sign in piece.signs if sign.kind is None}) for piece in pieces]
        self._known: dict[tuple[int, tuple[str | None, ...]], int] = {}

    def of(self, tried: Mapping[int, str | None]) -> int:
        return sum(self._score(k, tuple(tried.get(g) for g in groups)) for k, groups in enumerate(self._groups))

    def _score(self, number: int, kinds: tuple[str | None, ...]) -> int:
        if (number, kinds) not in self._known:
            piece, named = self._pieces[number], {**self._names, **dict(zip(self._groups[number], kinds, strict=True))}
            piece = replace(piece, signs=tuple(replace(s, kind=s.kind or named.get(s.group)) for s in piece.signs))
            if piece.kind == "card":
                score = int(known_card(piece, self._box) is not None)
            else:
                score = 0 if piece.unnamed or known_story(piece, self._box) is None else _STORY_COUNTS
            self._known[number, kinds] = score
        return self._known[number, kinds]


def _prints(photo: Photo, own: Sequence[tuple[Piece, str]], box: Box, settings: Settings) -> list[SeenTile]:
    """The tiles among the pieces, cut out one by one; none that lies in a turn it looks the same in."""
    shown = [(piece, box.tile(name)) for piece, name in own if piece.kind == "tile"]
    views = make_views(photo.rgb, settings.view_sides_px) if shown else []
    height_px, width_px = photo.rgb.shape[:2]
    tiles = []
    for number, (piece, tile) in enumerate(shown):
        turn = _turn_of(tile, piece) if tile else None
        # Each in a place of its own, far from the others: their light is not alike.
        centre = Hex(_APART * number, 0)
        px = (piece.outline.corners_px + 0.5) * photo.shrink - 0.5
        lattice = Lattice.from_points(FLOWER_RING + plane_of([centre]), px, width_px, height_px)
        if tile and turn is not None and lattice:
            tiles.append(cut_tile(views, lattice, tile.id, turn, centre, 1.0, settings))
    return tiles


def _turn_of(tile: Tile, piece: Piece) -> int | None:
    """By how many sixths the box's tile is turned in the photo; None where two turns are as good."""
    seen = tile_of(piece)
    sides = {frozenset(icon.between) for icon in seen.icons}

    def agreeing(turn: int) -> int:
        turned = {at.turned(turn): space for at, space in tile.spaces.items()}
        grounds = sum(space.ground is seen.spaces[at].ground for at, space in turned.items())
        berries = sum(space.berry == seen.spaces[at].berry for at, space in turned.items())
        icons = sum(frozenset(at.turned(turn) for at in icon.between) in sides for icon in tile.icons)
        return 10 * grounds + berries + icons

    scores = sorted(((agreeing(turn), turn) for turn in range(6)), reverse=True)
    return scores[0][1] if scores[0][0] > scores[1][0] else None
