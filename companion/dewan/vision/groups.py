"""Signs of all photos together: gathered into groups, looked for once more where others have theirs, and named."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.dewan.vision.colours import TERRAINS
from companion.dewan.vision.decode import FLOWER
from companion.dewan.vision.found_pieces import (
    NOTHING,
    Group,
    PhotoPieces,
    Piece,
    PiecesReading,
    Sign,
    SignPlace,
    half_of,
)
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.look import Look
from companion.dewan.vision.rectangles import daylight
from companion.dewan.vision.signs import ALIKE, described, distances, grouped, typical_of
from companion.dewan.vision.straight import Rectangle
from companion.rules.hexes import Hex

_SPOT = 0.045  # how far symbols of a print's cards lie apart that stand in one place, in shares of a card
_HIDDEN = 15.0  # how near a sign must come to its group, where no mark was seen
_COMMON = 3  # signs of a card or a space that look alike, to be more than art


def group_signs(photos: Sequence[PhotoPieces], apart: Mapping[SignPlace, int] | None = None) -> list[PhotoPieces]:
    """The photos with every sign that is no terrain in a group; what looks like nothing else on its kind is art.

    ``apart``: signs that somebody says are another kind than those they look like, by which of these kinds.
    """
    where = [
        (i, j, k)
        for i, photo in enumerate(photos)
        for j, piece in enumerate(photo.pieces)
        for k, sign in enumerate(piece.signs)
        if sign.kind is None
    ]
    labels = (
        grouped(np.array([photos[i].pieces[j].signs[k].colours for i, j, k in where]))
        if where
        else np.zeros(0, np.int64)
    )
    apart = apart or {}
    members: dict[tuple[int, int], list[SignPlace]] = {}
    for place, label in zip(where, labels.tolist(), strict=True):
        members.setdefault((label, apart.get(place, 0)), []).append(place)
    real: dict[tuple[int, int, int], int] = {}
    ordered = sorted(members.values(), key=lambda places: -len(places))
    number = 0
    on_cards = [place for place in where if photos[place[0]].pieces[place[1]].kind == "card"]
    spots = np.array([photos[i].pieces[j].signs[k].at for i, j, k in on_cards]).reshape(-1, 2)
    shared = dict(zip(on_cards, _shared(spots), strict=True))
    for places in ordered:
        on_paper = sum(photos[i].pieces[j].kind == "story" for i, j, _ in places)
        on_edge = sum(
            photos[i].pieces[j].kind == "tile" and photos[i].pieces[j].edges[k] is not None for i, j, k in places
        )
        placed = [shared[place] for place in places if place in shared]
        strewn = len(placed) > 0.5 * len(places) and np.mean(placed) < 0.5
        # One sign alone on a story tile or on a side is one all the same; on art it takes several, and on cards they
        # stand where others do.
        parted = any(place in apart for place in places)
        if on_paper > 0.3 * len(places) or on_edge or parted or (len(places) >= _COMMON and not strewn):
            number += 1
            real |= dict.fromkeys(places, number)
    # What was told by its colour or its digits is a group as well: one name puts right all of it.
    told = sorted({sign.kind for photo in photos for piece in photo.pieces for sign in piece.signs if sign.kind})
    groups = {kind: number + 1 + k for k, kind in enumerate(told)}
    after = []
    for i, photo in enumerate(photos):
        pieces = []
        for j, piece in enumerate(photo.pieces):
            kept = [
                (
                    replace(sign, group=groups[sign.kind] if sign.kind else real[i, j, k], number=k),
                    piece.edges[k] if piece.edges else None,
                )
                for k, sign in enumerate(piece.signs)
                if sign.kind is not None or (i, j, k) in real
            ]
            pieces.append(
                replace(piece, signs=tuple(s for s, _ in kept), edges=tuple(e for _, e in kept) if piece.edges else ())
            )
        after.append(replace(photo, pieces=tuple(pieces)))
    return after


def _shared(spots: Floats) -> list[bool]:
    """Of signs on cards (n, 2), whether others stand in the same place, also on a card turned over."""
    if len(spots) < 3:
        return [True] * len(spots)
    near = (np.linalg.norm(spots[:, None] - spots[None], axis=2) < _SPOT) | (
        np.linalg.norm(spots[:, None] - (1 - spots[None]), axis=2) < _SPOT
    )
    return [bool(count > max(2, 0.04 * len(spots))) for count in near.sum(axis=1)]


def look_again(photos: Sequence[PhotoPieces], seen: Sequence[Sequence[Rectangle]]) -> list[PhotoPieces]:
    """Cards once more: where others have their symbol, one may melt into the art around it."""
    signs = [sign for photo in photos for piece in photo.pieces if piece.kind == "card" for sign in piece.signs]
    spots: list[Floats] = []
    for sign in sorted(signs, key=lambda s: s.at):
        for spot in (np.array(sign.at), 1 - np.array(sign.at)):
            if all(np.linalg.norm(spot - other) > _SPOT for other in spots):
                spots.append(spot)
    counts = [
        sum(min(np.linalg.norm(s.at - spot), np.linalg.norm(1 - np.array(s.at) - spot)) < _SPOT for s in signs)
        for spot in spots
    ]
    spots = [spot for spot, count in zip(spots, counts, strict=True) if count >= _COMMON]
    gathered: dict[int, list[Floats]] = {}
    for photo in photos:
        for piece in photo.pieces:
            for sign in piece.signs:
                if sign.group > 0 and sign.kind is None:
                    gathered.setdefault(sign.group, []).append(sign.colours)
    if not spots or not gathered:
        return list(photos)
    numbers = list(gathered)
    typical = np.array([typical_of(gathered[number]) for number in numbers])
    after = []
    for photo, own in zip(photos, seen, strict=True):
        rectangles = {id(r.outline): r for r in own}
        sizes = [s.size_px / np.sqrt(p.outline.area_px) for p in photo.pieces if p.kind == "card" for s in p.signs]
        pieces = []
        for piece in photo.pieces:
            if piece.kind != "card" or not sizes:
                pieces.append(piece)
                continue
            rectangle = rectangles[id(piece.outline)]
            taken = {half_of(piece, sign.at) for sign in piece.signs}
            more = _hidden(rectangle, spots, taken, piece, typical, numbers, float(np.median(sizes)), photo.gain)
            pieces.append(replace(piece, signs=piece.signs + tuple(more)))
        after.append(replace(photo, pieces=tuple(pieces)))
    return after


def _hidden(
    one: Rectangle,
    spots: Sequence[Floats],
    taken: set[int],
    piece: Piece,
    typical: Floats,
    numbers: Sequence[int],
    size: float,
    gain: Floats,
) -> list[Sign]:
    tall, wide = one.lab.shape[:2]
    radius = 0.5 * size * np.sqrt(tall * wide)
    light = None
    found: list[Sign] = []
    for spot in spots:
        if half_of(piece, spot) in taken:
            continue
        light = daylight(one.lab, gain) if light is None else light
        places = [(spot[0] * wide + dx, spot[1] * tall + dy) for dx in (-4, 0, 4) for dy in (-4, 0, 4)]
        tried = np.array([described(light, x, y, radius) for x, y in places])
        gaps = distances(tried, typical)
        where, group = divmod(int(gaps.argmin()), len(numbers))
        if gaps.min() < _HIDDEN:
            x, y = places[where]
            px, edge = one.to_photo(x, y), one.to_photo(x + radius, y)
            length = float(np.hypot(edge[0] - px[0], edge[1] - px[1]) * 2)
            found.append(Sign(px, length, (x / wide, y / tall), tried[where], numbers[group]))
            taken = taken | {half_of(piece, spot)}
    return found


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
