"""The groups of signs named: by what somebody said, by the look, or by what the others of a group are."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.found_pieces import (
    NOTHING,
    SYMBOLS,
    Group,
    PhotoPieces,
    Piece,
    PiecesReading,
    Sign,
    SignPlace,
)
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.look import Look
from companion.dewan.vision.signs import ALIKE, distances, typical_of
from companion.rules.hexes import Hex


def name_groups(
    photos: Sequence[PhotoPieces],
    look: Look | None,
    names: Mapping[int, str],
    said: Mapping[SignPlace, str] | None = None,
) -> PiecesReading:
    """The reading with names on its groups: what somebody said, else what the look knows.

    ``names``: of groups; ``said``: of signs when they lay in other groups, before more photos came.
    """
    said = said or {}
    gathered: dict[int, list[tuple[SignPlace, Piece, Sign]]] = {}
    for i, photo in enumerate(photos):
        for j, piece in enumerate(photo.pieces):
            for sign in piece.signs:
                if sign.group > 0:
                    gathered.setdefault(sign.group, []).append(((i, j, sign.number), piece, sign))
    names = {n: word for n, signs in gathered.items() if (word := names.get(n) or _most_said(signs, said))}
    symbols = [
        (word, typical_of([sign.colours for _, _, sign in gathered[n]])) for n, word in names.items() if word in SYMBOLS
    ]
    symbols += [(word, one) for word, own in (look.signs if look else {}).items() for one in own]
    groups = []
    kinds: dict[int, str | None] = {}
    for number, signs in sorted(gathered.items()):
        typical = typical_of([sign.colours for _, _, sign in signs])
        clear = sorted(signs, key=lambda one: -one[2].size_px)
        (index, _, _), _, shown = clear[0]
        # Each sign has a name by itself where its colour, its digits or the look tell it: a group may join two kinds.
        own = [
            said.get(place) or names.get(number) or sign.kind or _known_kind(sign.colours, look)
            for place, _, sign in signs
        ]
        known = Counter(filter(None, own))
        kind = known.most_common(1)[0][0] if known else None
        if None in own:
            # Those without a name are what the others are. Where these are two kinds, or art, somebody is asked.
            kind = kind if len(known) == 1 and kind != NOTHING else None
            own = [word or kind for word in own]
        if kind == NOTHING:
            near = [_resembled(sign.colours, typical, symbols) for _, _, sign in signs]
            own = [other if other and word == NOTHING else word for word, other in zip(own, near, strict=True)]
        kinds |= {id(sign): word for (_, _, sign), word in zip(signs, own, strict=True)}
        on = frozenset(piece.kind for _, piece, _ in signs)
        places = tuple(place for place, _, _ in clear)
        groups.append(Group(number, len(signs), kind, index, shown.px, shown.size_px, on, typical, places))
    # A terrain that is called another is so on cards and tiles too.
    read = {gathered[n][0][2].kind: name for n, name in names.items()}
    renamed = {old: new for old, new in read.items() if old in TERRAINS and new in TERRAINS}
    after = []
    for photo in photos:
        pieces = []
        for piece in photo.pieces:
            marked = tuple(replace(s, kind=kinds.get(id(s), s.kind)) for s in piece.signs)
            keep = [k for k, s in enumerate(marked) if s.kind != NOTHING]
            edges = tuple(piece.edges[k] for k in keep) if piece.edges else ()
            named = replace(
                piece,
                signs=tuple(marked[k] for k in keep),
                edges=edges,
                halves=tuple(renamed.get(half, half) for half in piece.halves),
                spaces=tuple(
                    replace(space, terrain=renamed.get(space.terrain, space.terrain)) for space in piece.spaces
                ),
            )
            pieces.append(_with_berries(named))
        after.append(replace(photo, pieces=tuple(pieces)))
    return PiecesReading(tuple(after), tuple(groups))


def _resembled(sign: Floats, art: Floats, symbols: Sequence[tuple[str, Floats]]) -> str | None:
    """The named kind that a sign among art is surely nearer to than to this art: one name may be for two kinds."""
    if not symbols:
        return None
    gaps = distances(sign[None], np.array([art, *(typical for _, typical in symbols)]))[0]
    best = int(gaps[1:].argmin())
    return symbols[best][0] if gaps[1 + best] < min(gaps[0], ALIKE / 2) else None


def _most_said(signs: Sequence[tuple[SignPlace, Piece, Sign]], said: Mapping[SignPlace, str]) -> str | None:
    words = Counter(said[place] for place, _, _ in signs if place in said)
    return words.most_common(1)[0][0] if words else None


def _with_berries(piece: Piece) -> Piece:
    if piece.kind != "tile":
        return piece
    at = {
        _nearest(s.at) for s, edge in zip(piece.signs, piece.edges, strict=True) if edge is None and s.kind == "berry"
    }
    return replace(piece, spaces=tuple(replace(space, berry=space.at in at) for space in piece.spaces))


def _nearest(plane: tuple[float, float]) -> Hex:
    gaps = np.linalg.norm(plane_of(FLOWER) - np.array(plane), axis=1)
    return FLOWER[int(gaps.argmin())]


def _known_kind(colours: Floats, look: Look | None) -> str | None:
    signs = look.signs if look else {}
    best, gap = None, ALIKE
    for kind, known in signs.items():
        apart = float(distances(np.array(known), colours[None]).min())
        if apart < gap:
            best, gap = kind, apart
    return best
