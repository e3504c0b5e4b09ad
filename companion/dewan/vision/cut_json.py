"""A photo's pieces as they were cut out, as JSON: kept by who asked, and brought back when more photos have come.

What comes back may have been tampered with by whatever a picture did to the process that read it, so it is opened with
care: a wrong value raises ValueError, TypeError or KeyError, and nothing is evaluated.
"""

import base64
from typing import Any

import cv2
import numpy as np

from companion.dewan.vision.colours import Samples
from companion.dewan.vision.found_pieces import PhotoPieces, Piece, Sign, Space
from companion.dewan.vision.halves import SPLITS
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.pieces import CutPhoto
from companion.dewan.vision.signs import opened_sign, packed_sign
from companion.dewan.vision.straight import UNIT, Rectangle, StraightFlower
from companion.rules.hexes import Hex
from companion.vision.cut import Outline

QUALITY = 92

_FLOWER_AREA = 7 * np.sqrt(3) / 2 * UNIT**2
_LEAST_RADIUS = 9.0  # pixels of a piece's picture: of a number only the middle is known

Json = dict[str, Any]


def packed_cut(cut: CutPhoto) -> Json:
    """``picture`` of each piece is a JPEG of it laid straight."""
    return {
        "size": list(cut.photo.size_px),
        "parts": cut.photo.parts,
        "strange": cut.photo.strange,
        "gain": _rounded(cut.photo.gain, 5),
        "pieces": [_packed(*pair) for pair in zip(cut.photo.pieces, cut.straight, strict=True)],
    }


def opened_cut(document: Json) -> CutPhoto:
    opened = [_opened(one) for one in document["pieces"]]
    width, height = document["size"]
    photo = PhotoPieces(
        tuple(piece for piece, _ in opened),
        int(document["parts"]),
        (width, height),
        np.array(document["gain"], float),
        int(document["strange"]),
    )
    return CutPhoto(photo, tuple(straight for _, straight in opened))


def _packed(piece: Piece, straight: Rectangle | StraightFlower) -> Json:
    outline = piece.outline
    return {
        "kind": piece.kind,
        "shape": outline.shape,
        "corners": _rounded(outline.corners_px, 1),
        "fit": outline.fit,
        "area": outline.area_px,
        "usual": outline.usual,
        "confidence": piece.confidence,
        "halves": list(piece.halves),
        "spaces": [[*s.at, s.terrain, *s.px, s.confidence] for s in piece.spaces],
        "edges": [None if edge is None else [*edge[0], edge[1]] for edge in piece.edges],
        "colours": [_rounded(one, 2) for one in piece.colours],
        "split": piece.split,
        "signs": [
            {
                "px": list(s.px),
                "size": s.size_px,
                "at": list(s.at),
                "kind": s.kind,
                "likely": s.likely,
                "colours": base64.b64encode(packed_sign(s.colours)).decode(),
                "shown": _shown(s, outline, straight),
            }
            for s in piece.signs
        ],
        "back": _rounded(straight.back, 9),
        "picture_size": [straight.lab.shape[1], straight.lab.shape[0]],
        "picture": base64.b64encode(_picture(straight)).decode(),
    }


def _opened(one: Json) -> tuple[Piece, Rectangle | StraightFlower]:
    """The picture is there to look for signs in; what was measured on it is in the piece."""
    outline = Outline(
        one["shape"], np.array(one["corners"], float), float(one["fit"]), float(one["area"]), bool(one["usual"])
    )
    piece = Piece(
        one["kind"],
        outline,
        float(one["confidence"]),
        tuple(
            Sign(
                (float(s["px"][0]), float(s["px"][1])),
                float(s["size"]),
                (float(s["at"][0]), float(s["at"][1])),
                opened_sign(base64.b64decode(s["colours"])),
                kind=s["kind"],
                likely=s["likely"],
            )
            for s in one["signs"]
        ),
        tuple(one["halves"]),
        tuple(Space(Hex(q, r), terrain, (x, y), sure) for q, r, terrain, x, y, sure in one["spaces"]),
        tuple(None if edge is None else (Hex(edge[0], edge[1]), int(edge[2])) for edge in one["edges"]),
        tuple(np.array(colour, float) for colour in one["colours"]),
        SPLITS[SPLITS.index(one["split"])],
    )
    pixels = cv2.imdecode(np.frombuffer(base64.b64decode(one["picture"]), np.uint8), cv2.IMREAD_COLOR)
    if pixels is None:
        raise ValueError("no picture")
    lab = np.asarray(cv2.cvtColor(pixels.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    back = np.array(one["back"], float)
    if piece.kind == "tile":
        return piece, StraightFlower(outline, lab, back, Samples((), np.zeros((0, 37, 3))))
    return piece, Rectangle(outline, lab, back, np.zeros((2, 3)), 0.0, ())


def _picture(straight: Rectangle | StraightFlower) -> bytes:
    rgb = np.clip(cv2.cvtColor(straight.lab, cv2.COLOR_LAB2BGR) * 255 + 0.5, 0, 255).astype(np.uint8)
    return bytes(cv2.imencode(".jpg", rgb, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def _shown(sign: Sign, outline: Outline, straight: Rectangle | StraightFlower) -> list[float]:
    """Where the sign is in the piece's picture: its middle and its radius."""
    tall, wide = straight.lab.shape[:2]
    if isinstance(straight, Rectangle):
        at, area = (sign.at[0] * wide, sign.at[1] * tall), float(tall * wide)
    else:
        own = StraightFlower.own_px(np.array(sign.at))
        at, area = (float(own[0]), float(own[1])), _FLOWER_AREA
    radius = sign.size_px / 2 * np.sqrt(area / max(outline.area_px, 1.0))
    return [round(at[0], 1), round(at[1], 1), round(float(max(radius, _LEAST_RADIUS)), 1)]


def _rounded(values: Floats, digits: int) -> list[Any]:
    rounded: list[Any] = np.round(np.asarray(values, float), digits).tolist()
    return rounded
