"""Read pieces in the form of the interchange contract."""

from typing import Any

from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.vision.found_pieces import SYMBOLS, Piece, PiecesReading, Sign
from companion.dewan.vision.look import Look
from companion.dewan.vision.make_box import known_card, known_story
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
    sure = round(piece.confidence * piece.outline.fit, 3)
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


def known_photo(reading: PiecesReading, index: int, box: Box, look: Look) -> dict[str, Any]:
    """What lies in one photo, as ``companion pieces`` prints it: left to right."""
    stories, tucked, cards = [], [], []
    for one in seen_pieces(reading, index, box, look)["pieces"]:
        outline, sure = one["outline_px"], one["confidence"]
        if one["kind"] == "story" and one["id"] is not None:
            stories.append({"id": one["id"], "outline_px": outline, "confidence": sure})
        elif one["kind"] == "tucked":
            middle = [round(sum(axis) / len(outline), 1) for axis in zip(*outline, strict=True)]
            tucked.append({"half": one["half"], "px": middle, "confidence": sure})
        elif one["kind"] == "card":
            cards.append({"card": one["card"], "outline_px": outline, "confidence": sure})
    return {
        "found": bool(stories or tucked or cards),
        "stories": stories,
        "tucked": tucked,
        "cards": cards,
        "camps_left": None,
        "color": None,
    }


def seen_pieces(reading: PiecesReading, index: int, box: Box, look: Look) -> dict[str, Any]:
    """What lies in one photo for a person to look over, left to right: also what is in no box, and what it may be.

    ``parts``: pieces the rim cuts off. ``maybe``: the box's Story tiles, those most like this one first.
    """
    photo = reading.photos[index]
    tiles = [piece.outline.area_px for piece in photo.pieces if piece.kind == "story"]
    usual = sorted(tiles)[len(tiles) // 2] if tiles else None
    pieces = []
    for piece in sorted(photo.pieces, key=lambda one: float(one.outline.corners_px[:, 0].mean())):
        outline = [_px((float(x), float(y))) for x, y in piece.outline.corners_px]
        one: dict[str, Any] = {"outline_px": outline, "confidence": round(piece.confidence * piece.outline.fit, 3)}
        if piece.kind == "story":
            read = {"points": piece.points, "fire": None if piece.unnamed else piece.fire}
            pieces.append({"kind": "story", "id": known_story(piece, box), **read, "maybe": _likely(piece, box), **one})
        elif piece.kind == "card" and half_shows(piece, look, usual):
            symbol = next((sign.kind for sign in piece.signs if sign.kind in SYMBOLS), None)
            half = f"{piece.halves[0]}:{symbol}" if symbol else piece.halves[0]
            pieces.append({"kind": "tucked", "half": half, **one})
        elif piece.kind == "card":
            card = known_card(piece, box)
            one["confidence"] = one["confidence"] if card else round(0.5 * one["confidence"], 3)
            pieces.append({"kind": "card", "card": card or piece.card, **one})
    return {"found": bool(pieces), "pieces": pieces, "parts": photo.parts, "size_px": list(photo.size_px)}


def _likely(piece: Piece, box: Box) -> list[str]:
    """The Story tiles of the box, those first of which most was read."""

    def unlike(story: StoryTile) -> int:
        wanted = {str(need): number for need, number in story.needs.items()}
        needs = sum(abs(wanted.get(k, 0) - piece.needs.get(k, 0)) for k in {*wanted, *piece.needs})
        return needs + 2 * (story.points != piece.points) + (story.fire != piece.fire)

    return [story.id for story in sorted(box.stories, key=unlike) if story.id]


def half_shows(piece: Piece, look: Look, story_px: float | None) -> bool:
    """Whether it is a half that peeps out from under a board: of one terrain, and too small for a card.

    ``story_px``: the area of a story tile in this photo. A card is larger than that, half a card smaller; where there
    is none to compare with, the shape must tell.
    """
    if len(piece.halves) > 1:
        return False
    if story_px is not None:
        return piece.outline.area_px < story_px
    if look.card is None:
        return False
    half = min(1 / (2 * look.card), 2 * look.card)
    return abs(piece.outline.ratio - half) < abs(piece.outline.ratio - look.card)
