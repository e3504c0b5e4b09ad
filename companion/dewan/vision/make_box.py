"""From read pieces to a box: what is new is added under the next free name, what is there already is confirmed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.dewan.formats.look import MOST_SIGNS
from companion.dewan.rules.cards import Card, parse_card
from companion.dewan.rules.tiles import Box, Icon, StoryTile, Tile, TileKind, TileSpace
from companion.dewan.rules.words import STORY_TILES, TERRAIN_CARDS, Landmark, Need, Symbol, Terrain
from companion.dewan.vision.colours import TERRAINS, lab_to_linear, linear_to_lab
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.found_pieces import RESOURCES, SYMBOLS, PhotoPieces, Piece, PiecesReading
from companion.dewan.vision.groups import name_groups
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.look import Look, joined_terrains, summary
from companion.dewan.vision.pieces import read_pieces
from companion.dewan.vision.reading import Remark
from companion.dewan.vision.settings import DEFAULTS, Settings
from companion.dewan.vision.signs import ALIKE, distances
from companion.rules.hexes import Hex

MOST_TILES = 12
"""Ten, and those of two scenarios."""
_SAME_PHOTO = 0.7  # of a photo's cards that lay in an earlier one too: then it shows them once more
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
    before = box
    ids: list[list[str | None]] = []
    remarks: list[list[Remark]] = []
    seen_cards: list[Counter[Card]] = []
    for photo in reading.photos:
        own: list[str | None] = []
        said: Counter[str] = Counter()
        taken: Counter[str] = Counter()  # story tiles of this photo, by name
        cards: Counter[Card] = Counter()
        for piece in photo.pieces:
            name: str | None = None
            if piece.kind == "tile":
                box, name = _with_tile(box, piece, said)
            elif piece.kind == "story":
                box, name = _with_story(box, piece, taken, said)
            elif (text := piece.card) is not None:
                name = text
                cards[parse_card(text)] += 1
            else:
                said["box.unnamed"] += 1
            own.append(name)
        box = _with_cards(box, cards, seen_cards, before, said)
        ids.append(own)
        remarks.append(_remarks(photo, said))
    return MadeBox(box, learned(look, reading, settings), tuple(map(tuple, ids)), tuple(tuple(one) for one in remarks))


def _remarks(photo: PhotoPieces, said: Mapping[str, int]) -> list[Remark]:
    found = [] if photo.pieces else [Remark("box.no-pieces")]
    if photo.parts:
        found.append(Remark("box.cut-off", {"n": photo.parts}))
    return found + [Remark(code, {"n": count}) for code, count in said.items()]


# Tiles


def _with_tile(box: Box, piece: Piece, said: Counter[str]) -> tuple[Box, str | None]:
    grounds = {space.at: space.terrain for space in piece.spaces}
    for tile in box.tiles:
        if _same_tile(tile, piece):
            said["box.again"] += 1
            return box, tile.id
    if any(sign.kind is None for sign in piece.signs):
        said["box.unnamed"] += 1
        return box, None
    if len(box.tiles) >= MOST_TILES:
        said["box.full-tiles"] += 1
        return box, None
    starting = grounds[Hex(0, 0)] == Landmark.START
    kind = TileKind.STARTING if starting else TileKind.NEUTRAL
    name = _next(kind[0].upper(), "{}{}", {tile.id for tile in box.tiles})
    return replace(box, tiles=(*box.tiles, tile_of(piece, name, kind))), name


def tile_of(piece: Piece, name: str, kind: TileKind) -> Tile:
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
    return Tile(name, kind, spaces, icons)


def _same_tile(tile: Tile, piece: Piece) -> bool:
    """Whether it shows what the tile does in some turn; one space that was read with doubt may differ."""
    if set(tile.spaces) != set(FLOWER):
        return False
    read = {space.at: space for space in piece.spaces}
    for turn in range(6):
        other = [space for at, space in read.items() if tile.spaces[at.turned(turn)].ground != space.terrain]
        if not other or (len(other) == 1 and other[0].confidence < _SURE):
            return True
    return False


# Story tiles


def _with_story(box: Box, piece: Piece, taken: Counter[str], said: Counter[str]) -> tuple[Box, str | None]:
    points = piece.points
    if piece.unnamed or points is None or not piece.needs:
        said["box.unnamed" if piece.unnamed else "box.no-points"] += 1
        return box, None
    needs: dict[Need, int] = {_need(what): count for what, count in piece.needs.items()}
    for story in box.stories:
        same = (dict(story.needs), story.points, story.fire) == (needs, points, piece.fire)
        if same and story.id is not None and not taken[story.id]:
            taken[story.id] += 1
            said["box.again"] += 1
            return box, story.id
    if len(box.stories) >= STORY_TILES:
        said["box.full-stories"] += 1
        return box, None
    name = _next("T", "{}{:02d}", {story.id or "" for story in box.stories})
    taken[name] += 1
    return replace(box, stories=(*box.stories, StoryTile(needs, points, piece.fire, id=name))), name


def _need(word: str) -> Need:
    return Symbol(word) if word in RESOURCES else Terrain(word)


def _next(letter: str, form: str, taken: set[str]) -> str:
    number = 1
    while form.format(letter, number) in taken:
        number += 1
    return form.format(letter, number)


# Cards


def _with_cards(box: Box, cards: Counter[Card], seen: list[Counter[Card]], before: Box, said: Counter[str]) -> Box:
    """Cards are counted: those of one photo lie side by side, those of the next are others.

    Unless it shows an earlier photo's cards once more: then there are as many as the fuller of the two shows.
    """
    if not cards:
        return box
    for k, other in enumerate(seen):
        common = sum((cards & other).values())
        if common >= 3 and common >= _SAME_PHOTO * cards.total():
            said["box.again"] += common
            more = cards - other
            seen[k] = other | cards
            return _counted(box, more, said)
    seen.append(cards)
    # What was in the box before these photos may be what they show.
    known = Counter({card: min(n, before.cards.get(card, 0)) for card, n in cards.items()})
    if known.total() >= 3 and known.total() >= _SAME_PHOTO * cards.total():
        said["box.again"] += known.total()
        cards = cards - known
    return _counted(box, cards, said)


def _counted(box: Box, more: Counter[Card], said: Counter[str]) -> Box:
    counts = Counter(box.cards)
    for card in more.elements():
        if counts.total() >= TERRAIN_CARDS:
            said["box.full-cards"] += 1
        else:
            counts[card] += 1
    return replace(box, cards=dict(counts))


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


def names_by_box(reading: PiecesReading, box: Box) -> dict[int, str]:
    """What groups without a name must be, for most pieces to be pieces of the box."""
    names: dict[int, str] = {}
    unnamed = [group for group in reading.groups if group.kind is None]
    for _ in range(2):
        for group in unnamed:
            tried = {kind: _matching(reading, box, {**names, group.number: kind}) for kind in SYMBOLS}
            best = max(tried, key=lambda kind: tried[kind])
            if tried[best] > _matching(reading, box, {n: k for n, k in names.items() if n != group.number}):
                names[group.number] = best
    return names


def _matching(reading: PiecesReading, box: Box, names: Mapping[int, str]) -> float:
    """How well the pieces fit the box under these names: whole pieces count most, kinds that occur a little."""
    cards = {str(part) for card in box.cards for part in card.halves}
    score = 0.0
    for photo in reading.photos:
        for piece in photo.pieces:
            named = replace(piece, signs=tuple(replace(s, kind=s.kind or names.get(s.group)) for s in piece.signs))
            if piece.kind == "card" and named.card is not None:
                score += all(half in cards for half in named.card.split("/"))
            elif piece.kind == "story" and not named.unnamed:
                score += 2 * (known_story(named, box) is not None)
    return score


def known_story(piece: Piece, box: Box) -> str | None:
    """The box's story tile a piece shows; None where none has these needs, points and Fire."""
    for story in box.stories:
        if {str(k): n for k, n in story.needs.items()} == piece.needs and (story.points, story.fire) == (
            piece.points,
            piece.fire,
        ):
            return story.id
    return None


def known_card(piece: Piece, box: Box) -> str | None:
    text = piece.card
    return text if text is not None and parse_card(text) in box.cards else None


def known_tile(piece: Piece, box: Box) -> str | None:
    return next((tile.id for tile in box.tiles if _same_tile(tile, piece)), None)


def known_pieces(photos: Sequence[PhotoPieces], box: Box) -> list[list[str | None]]:
    known = {"tile": known_tile, "story": known_story, "card": known_card}
    return [[known[piece.kind](piece, box) for piece in photo.pieces] for photo in photos]


def learn_pieces(source: Path | bytes, box: Box, look: Look) -> tuple[Look, list[tuple[str, str, float]]]:
    """What a photo of pieces of this box teaches: the look after it, and kind, name and confidence of each piece.

    Signs without a name get the one under which the pieces are the box's. A piece that is none of the box's teaches
    nothing, and nothing that is known is unlearned.
    """
    reading = read_pieces([source], look)
    reading = name_groups(reading.photos, look, names_by_box(reading, box))
    known = known_pieces(reading.photos, box)[0]
    own = [piece for piece, name in zip(reading.photos[0].pieces, known, strict=True) if name]
    groups = {sign.group for piece in own for sign in piece.signs}
    kept = replace(
        reading,
        photos=(replace(reading.photos[0], pieces=tuple(own)),),
        groups=tuple(group for group in reading.groups if group.number in groups),
    )
    found = [(piece.kind, name, piece.confidence) for piece, name in zip(own, filter(None, known), strict=True)]
    return (learned(look, kept) if own else look), found
