"""Photos of pieces for the screens: cut out photo by photo, then sorted together each time something new is known.

``sorted_photos`` takes what ``cut_photo`` gave for each photo, with what somebody has said meanwhile: ``said`` names
signs (``[photo, piece, sign, "crystal"]``), ``apart`` parts those wrongly joined (``[photo, piece, sign, 1]``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.dewan.formats.box import tile_json
from companion.dewan.formats.look import read_look, write_look
from companion.dewan.vision.confidence import sure_of
from companion.dewan.vision.cut_json import opened_cut, packed_cut
from companion.dewan.vision.found_pieces import Group, Piece
from companion.dewan.vision.guesses import likely_kinds
from companion.dewan.vision.look import Look, document_of_look, look_of_document
from companion.dewan.vision.make_box import learned, shown, tile_of
from companion.dewan.vision.pieces import cut_pieces, sorted_pieces
from companion.dewan.vision.tiles import box_from_json

Json = dict[str, Any]


def _look(head: Mapping[str, Any]) -> Look:
    return look_of_document(read_look(head["look"])) if head.get("look") else Look()


def cut_photo(head: Mapping[str, Any], picture: bytes) -> Json:
    return packed_cut(cut_pieces(picture, _look(head)))


def sorted_photos(head: Mapping[str, Any]) -> Json:
    """``photos``: what each piece shows; ``groups``: signs that look alike; ``look``: what all of it teaches."""
    asked, look = head["sort"], _look(head)
    said = {(i, j, k): str(word) for i, j, k, word in asked["said"]}
    apart = {(i, j, k): int(part) for i, j, k, part in asked["apart"]}
    reading = sorted_pieces([opened_cut(one) for one in asked["photos"]], look, said=said, apart=apart)
    likely = likely_kinds(reading)
    return {
        "photos": [[_piece(piece) for piece in photo.pieces] for photo in reading.photos],
        "groups": [_group(group, likely.get(group.number, ())) for group in reading.groups],
        "look": write_look(document_of_look(learned(look, reading), box_from_json(head["box"]))),
    }


def _group(group: Group, maybe: Sequence[str]) -> Json:
    """``maybe``: what one without a name may be, the likeliest first."""
    return {
        "number": group.number,
        "kind": group.kind,
        "maybe": list(maybe),
        "seen": group.seen,
        "on": sorted(group.on),
        "signs": [place for place in group.signs if place[2] >= 0],
    }


def _piece(piece: Piece) -> Json:
    """``tile``, ``story`` or ``card``: what is read, also where a part of it has no name yet (``whole``: false)."""
    known = shown(piece)
    found: Json = {"kind": piece.kind, "whole": known.whole and known.piece is not None, "waits": known.waits}
    found["confidence"] = round(sure_of(piece), 3)
    if piece.kind == "tile":
        return found | {"tile": tile_json(tile_of(piece)), "doubtful": [list(at) for at in sorted(known.doubtful)]}
    if piece.kind == "story":
        return found | {"story": {"needs": piece.needs, "points": piece.points, "fire": piece.fire}}
    return found | {"card": piece.card or "/".join(piece.halves)}
