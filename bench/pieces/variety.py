"""Prints that vary more: fonts of this machine, numbers and signs in many dresses, other layouts of Story tiles, cards.

``python -m bench.pieces.make OUT --varied`` draws all of it from the seed. What only prints of ``art.HELD_OUT`` get
(``HELD``) nothing was tuned on.
"""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

import companion
from bench.pictures.art import Picture, rgb_of

Colour = NDArray[np.float32]
_OWN = Path(companion.__file__).parent / "share" / "ttf"
_FOUND = find_spec("reportlab")
_REPORTLAB = Path(_FOUND.origin if _FOUND and _FOUND.origin else "reportlab").parent / "fonts"
_SYSTEM = Path("/usr/share/fonts/truetype/dejavu")
_FONTS = (
    *(_OWN / f"companion-{name}.ttf" for name in ("sans-700", "sans-400", "digits-400", "serif-700")),
    *(
        _SYSTEM / f"DejaVu{name}.ttf"
        for name in ("Sans-Bold", "Serif", "SansCondensed-Bold", "SansMono-Bold", "Serif-Bold")
    ),
    *(_REPORTLAB / f"{name}.ttf" for name in ("Vera", "VeraBd", "VeraIt")),
)
_HELD_FONTS = (
    *(_SYSTEM / f"DejaVu{name}.ttf" for name in ("Serif-BoldItalic", "SerifCondensed-Bold", "Sans-Oblique")),
    _REPORTLAB / "VeraBI.ttf",
    _REPORTLAB / "cob_____.pfb",
)
NUMBERS = ("plain", "hollow", "rimmed", "disc", "ring", "band")
HELD_NUMBERS = ("shield", "disc", "rimmed")
BADGES = ("disc", "plate", "bare", "hexagon", "ring")
HELD_BADGES = ("shield", "ring", "bare")
DRESSES = ("filled", "outlined", "one ink", "filled")
TERRAIN_SIGNS = ("hexagon", "disc", "square")
SPLITS = ("top", "side", "falling", "rising")
LAYOUTS = ("corner", "foot", "opposite", "middle", "beside")


@dataclass(frozen=True)
class Variety:
    """``split``: where a card's second half begins; ``symbol_at``: in shares of the card, of its first half;
    ``lone_at``: the same on a card with one terrain. ``lying``: a Story tile is wider than high."""

    font: Path
    number: str
    badge: str
    dress: str
    terrain_sign: str
    layout: str
    lying: bool
    split: str
    symbol_at: tuple[float, float]
    lone_at: tuple[float, float]
    symbol_size: float
    number_ink: Colour


@cache
def fonts(held: bool) -> tuple[Path, ...]:
    there = tuple(one for one in (_HELD_FONTS if held else _FONTS) if one.exists())
    return there or _FONTS[:1]


def random_variety(rng: np.random.Generator, held: bool) -> Variety:
    split = str(rng.choice(SPLITS))
    in_corner = bool(rng.random() < 0.5)
    # The middle of the first half, or the corner that lies in it.
    middle = {"top": (0.5, 0.25), "side": (0.25, 0.5), "falling": (0.3, 0.68), "rising": (0.3, 0.3)}[split]
    corner = {"top": (0.18, 0.11), "side": (0.18, 0.11), "falling": (0.18, 0.89), "rising": (0.18, 0.11)}[split]
    at = corner if in_corner else middle
    return Variety(
        fonts(held)[int(rng.integers(len(fonts(held))))],
        str(rng.choice(HELD_NUMBERS if held else NUMBERS)),
        str(rng.choice(HELD_BADGES if held else BADGES)),
        str(rng.choice(DRESSES)),
        str(rng.choice(TERRAIN_SIGNS)),
        str(rng.choice(LAYOUTS)),
        bool(rng.random() < 0.3),
        split,
        at,
        (0.5, 0.5) if rng.random() < 0.4 else at,
        float(rng.uniform(0.14, 0.2)),
        rgb_of(rng.uniform(0, 360), rng.uniform(0.4, 0.9), rng.uniform(0.3, 0.6)),
    )


def second_half(split: str, height: int, width: int) -> NDArray[np.float32]:
    """Where the second half of a card is, 1 there."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (xs + 0.5) / width, (ys + 0.5) / height
    where = {"top": y > 0.5, "side": x > 0.5, "falling": x > y, "rising": x + y > 1}[split]
    return np.asarray(cv2.GaussianBlur(where.astype(np.float32), (0, 0), 0.7))


@dataclass(frozen=True)
class Plan:
    """Where things stand on a Story tile, in shares of its width and height."""

    number: tuple[float, float]
    fires: tuple[tuple[float, float], ...]
    needs: tuple[tuple[float, float], ...]


def plan(layout: str, lying: bool, wanted: int) -> Plan:
    if lying:
        columns = 3
        needs = [((k % columns + 0.5) * 0.2 + 0.04, 0.3 + 0.38 * (k // columns)) for k in range(wanted)]
        if layout in ("corner", "middle"):
            needs = [(x + 0.32, y) for x, y in needs]
            return Plan((0.17, 0.34), ((0.1, 0.78), (0.25, 0.78)), tuple(needs))
        return Plan((0.83, 0.34), ((0.75, 0.78), (0.9, 0.78)), tuple(needs))
    columns = 3 if wanted > 4 else 2
    across = [(k % columns + 0.5) / columns for k in range(wanted)]
    if layout == "middle":
        first = (wanted + 1) // 2
        needs = [((k + 0.5) / first, 0.16) for k in range(first)]
        needs += [((k + 0.5) / (wanted - first), 0.84) for k in range(wanted - first)]
        return Plan((0.5, 0.5), ((0.18, 0.5), (0.82, 0.5)), tuple(needs))
    if layout == "beside":
        needs = [((k % 2) * 0.29 + 0.18, 0.17 + 0.3 * (k // 2)) for k in range(wanted)]
        return Plan((0.78, 0.2), ((0.79, 0.55), (0.79, 0.78)), tuple(needs))
    top = {"corner": 0.46, "foot": 0.18, "opposite": 0.18}[layout]
    needs = [(x, top + 0.24 * (k // columns)) for k, x in enumerate(across)]
    if layout == "corner":
        return Plan((0.25, 0.16), ((0.6, 0.16), (0.84, 0.16)), tuple(needs))
    if layout == "foot":
        return Plan((0.5, 0.84), ((0.17, 0.84), (0.83, 0.84)), tuple(needs))
    return Plan((0.76, 0.84), ((0.17, 0.84), (0.42, 0.84)), tuple(needs))


def draw_number(
    picture: Picture, variety: Variety, number: int, at: tuple[float, float], size: float, ink: Colour, paper: Colour
) -> None:
    """A number in its print's dress; ``size``: pixels its digits are high."""
    own = ink * 0.55 + variety.number_ink * 0.45 if paper.mean() > 0.5 else ink
    middle, shape = (int(at[0]), int(at[1])), variety.number

    def filled(colour: Colour) -> tuple[float, ...]:
        return tuple(float(v) for v in colour)

    if shape == "disc":
        cv2.circle(picture, middle, int(0.95 * size), filled(own), -1, cv2.LINE_AA)
    elif shape == "ring":
        cv2.circle(picture, middle, int(1.0 * size), filled(own), max(2, round(0.1 * size)), cv2.LINE_AA)
    elif shape == "shield":
        points = np.array([[-0.9, -0.95], [0.9, -0.95], [0.9, 0.2], [0, 1.15], [-0.9, 0.2]]) * size + np.array(at)
        cv2.fillPoly(picture, [points.astype(np.int32)], filled(own), cv2.LINE_AA)
    elif shape == "band":
        half = int(0.85 * size)
        picture[max(0, middle[1] - half) : middle[1] + half] = paper * 0.55 + variety.number_ink * 0.45
    light = np.ones(3, np.float32) * 0.97
    on_dark = shape in ("disc", "shield")
    high = size * (0.85 if shape in ("disc", "ring", "shield") else 1.0)
    # Real fonts differ in how high their digits are: measured, not guessed.
    font = ImageFont.truetype(variety.font, 100)
    _, top, _, bottom = font.getbbox("8")
    font = ImageFont.truetype(variety.font, max(8, round(100 * high / (bottom - top))))
    mask = Image.new("L", (picture.shape[1], picture.shape[0]), 0)
    stroke = max(1, round(0.08 * high)) if shape in ("hollow", "rimmed") else 0
    draw = ImageDraw.Draw(mask)
    box = draw.textbbox((0, 0), str(number), font=font)
    corner = (at[0] - (box[0] + box[2]) / 2, at[1] - (box[1] + box[3]) / 2)
    draw.text(corner, str(number), fill=255, font=font, stroke_width=stroke)
    outer = np.asarray(mask, np.float32)[..., None] / 255
    colour = (paper if paper.mean() > 0.5 else light) if on_dark and own.mean() < 0.5 else own
    if on_dark and own.mean() >= 0.5:
        colour = np.full(3, 0.08, np.float32)
    picture *= 1 - outer
    picture += outer * colour
    if stroke:
        inner = Image.new("L", mask.size, 0)
        ImageDraw.Draw(inner).text(corner, str(number), fill=255, font=font)
        alpha = np.asarray(inner, np.float32)[..., None] / 255
        fill = paper if shape == "hollow" else np.clip(1.0 - own * 0.3, 0, 1) if own.mean() < 0.5 else own * 0.2
        picture *= 1 - alpha
        picture += alpha * fill.astype(np.float32)
