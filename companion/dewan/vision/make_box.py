"""From read pieces to a box: what is new is added under the next free name, what is there already is confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.dewan.box_pieces import Shown, ShownPhoto, filled, same_story, same_tile
from companion.dewan.formats.look import MOST_SIGNS
from companion.dewan.rules.cards import parse_card
from companion.dewan.rules.tiles import Box, Icon, StoryTile, Tile, TileKind, TileSpace
from companion.dewan.rules.words import Landmark, Need, Symbol, Terrain
from companion.dewan.vision.colours import TERRAINS, lab_to_linear, linear_to_lab
from companion.dewan.vision.found_pieces import RESOURCES, SYMBOLS, PhotoPieces, Piece, PiecesReading
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.look import Look, joined_terrains, summary
from companion.dewan.vision.reading import Remark
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.dewan.vision.signs import ALIKE, distances
from companion.rules.hexes import Hex

_SURE = 0.9


@dataclass(frozen=True)
class MadeBox:
    """``ids``: of every piece of every photo, its name in the box; None where it was not added."""

    box: Box
    look: Look
    ids: tuple[tuple[str | None, ...], ...]
    remarks: tuple[tuple[Remark, ...], ...]


def make_box(reading: PiecesReading, box: Box, look: Look, settings: Settings = DEFAULTS) -> MadeBox:
    """The box and the look with everything the photos showed. Pieces with a sign without a name are left for later."""
    photos = [ShownPhoto(str(k), tuple(map(shown, photo.pieces))) for k, photo in enumerate(reading.photos)]
    done = filled(box, photos)
    remarks = tuple(_remarks(*each) for each in zip(reading.photos, done.remarks, strict=True))
    return MadeBox(done.box, learned(look, reading, settings), done.ids, remarks)


def _remarks(photo: PhotoPieces, said: Mapping[str, int]) -> tuple[Remark, ...]:
    found = [] if photo.pieces else [Remark("box.strange" if photo.strange else "box.no-pieces")]
    if photo.parts and not photo.strange:
        found.append(Remark("box.cut-off", {"n": photo.parts}))
    return (*found, *(Remark(code, {"n": count}) for code, count in said.items()))


def shown(piece: Piece) -> Shown:
    """A piece as the rules know it, as far as it was read."""
    if piece.kind == "card":
        return Shown(None if piece.card is None else parse_card(piece.card))
    if piece.kind == "tile":
        doubtful = frozenset(space.at for space in piece.spaces if space.confidence < _SURE)
        return Shown(tile_of(piece), doubtful=doubtful, whole=not piece.unnamed)
    if piece.unnamed or piece.points is None or not piece.needs:
        return Shown(None, "box.unnamed" if piece.unnamed else "box.no-points")
    return Shown(StoryTile({_need(what): count for what, count in piece.needs.items()}, piece.points, piece.fire))


def tile_of(piece: Piece) -> Tile:
    spaces = {
        space.at: TileSpace(
            Landmark.START if space.terrain == Landmark.START else Terrain(space.terrain),
            space.berry and space.terrain not in (Landmark.START, Terrain.WATER),
        )
        for space in piece.spaces
    }
    icons = tuple(
        Icon(Symbol(sign.kind), (edge[0], edge[0].neighbour(edge[1])))
        for sign, edge in zip(piece.signs, piece.edges, strict=True)
        if edge is not None and sign.kind in RESOURCES
    )
    starting = spaces[Hex(0, 0)].ground is Landmark.START
    return Tile("", TileKind.STARTING if starting else TileKind.NEUTRAL, spaces, icons)


def _need(word: str) -> Need:
    return Symbol(word) if word in RESOURCES else Terrain(word)


# What the photos teach


def learned(look: Look, reading: PiecesReading, settings: Settings = DEFAULTS) -> Look:
    """The look with the signs that have a name, and the colours of the terrains; what is known is not doubled."""
    signs = {kind: list(known) for kind, known in look.signs.items()}
    for group in reading.groups:
        if group.kind not in SYMBOLS:
            continue
        known = signs.setdefault(group.kind, [])
        near = known and float(distances(np.array(known), group.colours[None]).min()) < ALIKE / 2
        if not near and len(known) < MOST_SIGNS:
            known.append(group.colours)
    colours: dict[str, list[Floats]] = {}
    for photo in reading.photos:
        for piece in photo.pieces:
            for space, colour in zip(piece.spaces, piece.colours, strict=False):
                colours.setdefault(space.terrain, []).append(linear_to_lab(lab_to_linear(colour) * photo.gain))
    terrains = {name: summary(np.array(seen), name, settings) for name, seen in colours.items() if name in TERRAINS}
    ratios = [piece.outline.ratio for photo in reading.photos for piece in photo.pieces if piece.kind == "card"]
    return replace(
        look,
        card=look.card or (round(float(np.median(ratios)), 3) if ratios else None),
        signs={kind: tuple(known) for kind, known in signs.items()},
        terrains=joined_terrains(look.terrains, terrains),
    )


def known_story(piece: Piece, box: Box) -> str | None:
    """The box's story tile a piece shows; None where none has these needs, points and Fire."""
    if piece.points is None:
        return None
    seen = StoryTile({_need(what): count for what, count in piece.needs.items()}, piece.points, piece.fire)
    return next((story.id for story in box.stories if same_story(story, seen)), None)


def known_card(piece: Piece, box: Box) -> str | None:
    text = piece.card
    return text if text is not None and parse_card(text) in box.cards else None


def known_tile(piece: Piece, box: Box) -> str | None:
    doubtful = shown(piece).doubtful
    return next((tile.id for tile in box.tiles if same_tile(tile, tile_of(piece), doubtful)), None)


def known_pieces(photos: Sequence[PhotoPieces], box: Box) -> list[list[str | None]]:
    known = {"tile": known_tile, "story": known_story, "card": known_card}
    return [[known[piece.kind](piece, box) for piece in photo.pieces] for photo in photos]
