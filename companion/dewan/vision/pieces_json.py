"""Read pieces in the form of the interchange contract."""

from typing import Any

from companion.dewan.vision.boards import BoardPiece, BoardReading
from companion.dewan.vision.confidence import sure_of
from companion.dewan.vision.found_pieces import Piece, PiecesReading, Sign
from companion.rules.hexes import Hex


def _px(px: tuple[float, float]) -> list[float]:
    return [round(px[0], 1), round(px[1], 1)]


def box_photo(reading: PiecesReading, index: int) -> dict[str, Any]:
    """``pieces`` and ``groups`` of one photo, as ``companion box`` prints them."""
    photo = reading.photos[index]
    first: dict[int, Sign] = {}
    for piece in photo.pieces:
        for sign in piece.signs:
            first.setdefault(sign.group, sign)
    return {
        "pieces": [_piece(piece) for piece in photo.pieces],
        "groups": [
            {"id": f"g{group.number}", "kind": group.kind, "seen": group.seen, "px": _px(first[group.number].px)}
            for group in reading.groups
            if group.number in first
        ],
    }


def _piece(piece: Piece) -> dict[str, Any]:
    outline = [_px((float(x), float(y))) for x, y in piece.outline.corners_px]
    sure = round(sure_of(piece), 3)
    if piece.kind == "tile":
        return {
            "kind": "tile",
            "outline_px": outline,
            "spaces": [
                {
                    "at": list(space.at),
                    "terrain": space.terrain,
                    "centre_px": _px(space.px),
                    "confidence": round(space.confidence, 3),
                    "berry": space.berry,
                }
                for space in piece.spaces
            ],
            "icons": [
                _icon(sign, edge) for sign, edge in zip(piece.signs, piece.edges, strict=True) if edge is not None
            ],
        }
    signs = [{"px": _px(s.px), "group": f"g{s.group}", "kind": s.kind} for s in piece.signs]
    if piece.kind == "story":
        read = {"needs": piece.needs, "points": piece.points, "fire": piece.fire}
        return {"kind": "story", "outline_px": outline, **read, "signs": signs, "confidence": sure}
    return {"kind": "card", "outline_px": outline, "card": piece.card, "signs": signs, "confidence": sure}


def _icon(sign: Sign, edge: tuple[Hex, int]) -> dict[str, Any]:
    return {
        "at": list(edge[0]),
        "side": edge[1],
        "kind": sign.kind,
        "px": _px(sign.px),
        "group": f"g{sign.group}",
        "confidence": 0.9 if sign.kind else 0.5,
    }


def board_json(reading: BoardReading) -> dict[str, Any]:
    """What lies in one photo, as ``companion pieces`` prints it: left to right."""
    stories, tucked, cards = [], [], []
    for one in reading.pieces:
        outline, sure = _outline(one), round(one.confidence, 3)
        if one.kind == "story" and one.text is not None:
            stories.append({"id": one.text, "outline_px": outline, "confidence": sure})
        elif one.kind == "tucked":
            middle = [round(sum(axis) / len(outline), 1) for axis in zip(*outline, strict=True)]
            tucked.append({"half": one.text, "px": middle, "confidence": sure})
        elif one.kind == "card":
            cards.append({"card": one.text, "outline_px": outline, "confidence": sure})
    standing = reading.standing
    return {
        "found": bool(stories or tucked or cards),
        "stories": stories,
        "tucked": tucked,
        "cards": cards,
        "camps_left": standing.camps_left if standing else None,
        "color": standing.color if standing else None,
    }


def board_review(reading: BoardReading) -> dict[str, Any]:
    """What lies in one photo for a person to look over, left to right: also what is in no box, and what it may be.

    ``parts``: pieces the rim cuts off. ``maybe``: the box's Story tiles, those most like this one first.
    ``camps_left``, ``color`` and ``berries`` (where each token lies) are null where no board is seen.
    """
    pieces = []
    for one in reading.pieces:
        seen: dict[str, Any] = {"outline_px": _outline(one), "confidence": round(one.confidence, 3)}
        if one.piece is not None:
            read = {"points": one.piece.points, "fire": None if one.piece.unnamed else one.piece.fire}
            pieces.append({"kind": "story", "id": one.text, **read, "maybe": list(one.maybe), **seen})
        else:
            pieces.append({"kind": one.kind, "half" if one.kind == "tucked" else "card": one.text, **seen})
    standing = reading.standing
    return {
        "found": bool(pieces),
        "pieces": pieces,
        "parts": reading.photo.parts,
        "size_px": list(reading.photo.size_px),
        "camps_left": standing.camps_left if standing else None,
        "color": standing.color if standing else None,
        "berries": [_px(reading.in_photo(at)) for at in standing.berries] if standing else None,
    }


def _outline(one: BoardPiece) -> list[list[float]]:
    return [_px((float(x), float(y))) for x, y in one.outline.corners_px]
