"""Signs in several hands: resources, Berry, Fire and digits, each print with shapes, inks and a badge of its own."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

import companion
from bench.pictures.art import Picture, rgb_of

Points = NDArray[np.float64]
_FOLDER = Path(companion.__file__).parent / "share" / "ttf"
KINDS = ("artifact", "pigment", "crystal", "berry", "fire")
BADGES = ("disc", "plate", "bare")
FONTS = ("companion-sans-700", "companion-sans-400", "companion-digits-400")
HELD_OUT_FONTS = ("companion-serif-700", "pillow")
"""Of the prints nothing is tuned on. The reader's own digits are strokes of OpenCV: it knows none of these fonts."""


def _ring(n: int, radius: float = 1.0, squeeze: float = 1.0, turn: float = 0.0) -> Points:
    a = np.radians(turn) + np.arange(n) * 2 * np.pi / n
    return np.stack([radius * np.cos(a) * squeeze, radius * np.sin(a)], axis=1)


def _star(n: int, inner: float, turn: float = -90) -> Points:
    ring = _ring(2 * n, 1.0, 1.0, turn)
    ring[1::2] *= inner
    return ring


def _moved(points: Points, x: float, y: float, size: float = 1.0) -> Points:
    return np.asarray(points * size + np.array([x, y]))


_FLAME = np.array(
    [[0, -1], [0.25, -0.45], [0.6, -0.15], [0.7, 0.35], [0.4, 0.9], [-0.4, 0.9], [-0.7, 0.35], [-0.45, -0.1]]
)
# Drawings of each kind: lists of (polygon, ink), ink 0 the main, 1 a darker, 2 a lighter one. The last is held out.
GLYPHS: dict[str, list[list[tuple[Points, int]]]] = {
    "artifact": [
        [
            (
                np.array(
                    [
                        [-0.3, -1],
                        [0.3, -1],
                        [0.2, -0.6],
                        [0.65, 0.1],
                        [0.35, 0.95],
                        [-0.35, 0.95],
                        [-0.65, 0.1],
                        [-0.2, -0.6],
                    ]
                ),
                0,
            ),
            (np.array([[-0.6, 0.0], [0.6, 0.0], [0.55, 0.25], [-0.55, 0.25]]), 1),
        ],
        [(np.array([[0, -1], [0.8, 0.5], [0.2, 0.4], [0.2, 0.95], [-0.2, 0.95], [-0.2, 0.4], [-0.8, 0.5]]), 0)],
        [
            (_ring(20, 0.95, 0.75), 0),
            (_moved(_ring(8, 0.18), -0.3, -0.25), 1),
            (_moved(_ring(8, 0.18), 0.3, -0.25), 1),
            (np.array([[-0.35, 0.35], [0.35, 0.35], [0.25, 0.6], [-0.25, 0.6]]), 1),
        ],
        [
            (
                np.array(
                    [
                        [-0.9, 0.9],
                        [-0.9, 0.6],
                        [-0.55, 0.6],
                        [-0.55, 0.1],
                        [-0.2, 0.1],
                        [-0.2, -0.9],
                        [0.2, -0.9],
                        [0.2, 0.1],
                        [0.55, 0.1],
                        [0.55, 0.6],
                        [0.9, 0.6],
                        [0.9, 0.9],
                    ]
                ),
                0,
            )
        ],
    ],
    "pigment": [
        [
            (
                np.array(
                    [
                        [0, -1],
                        [0.35, -0.4],
                        [0.65, 0.15],
                        [0.55, 0.7],
                        [0, 0.95],
                        [-0.55, 0.7],
                        [-0.65, 0.15],
                        [-0.35, -0.4],
                    ]
                ),
                0,
            ),
            (_moved(_ring(10, 0.16), -0.25, 0.4), 2),
        ],
        [
            (np.array([[-0.12, -1], [0.12, -1], [0.2, 0.1], [-0.2, 0.1]]), 1),
            (np.array([[-0.3, 0.1], [0.3, 0.1], [0.35, 0.6], [0, 1], [-0.35, 0.6]]), 0),
        ],
        [
            (_ring(24, 0.95, 1.0), 0),
            *[(_moved(_ring(10, 0.17), 0.5 * np.cos(a), 0.5 * np.sin(a)), 2) for a in (0.3, 1.6, 2.9, 4.2)],
        ],
        [(np.array([[-0.95, 0.2], [0.95, 0.2], [0.6, 0.9], [-0.6, 0.9]]), 1), (_moved(_ring(16, 0.6), 0, -0.15), 0)],
    ],
    "crystal": [
        [
            (np.array([[-0.55, -0.85], [0.55, -0.85], [0.95, -0.3], [0, 1], [-0.95, -0.3]]), 0),
            (np.array([[-0.55, -0.85], [0.55, -0.85], [0, -0.3]]), 2),
        ],
        [
            (np.array([[0, -1], [0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5]]), 0),
            (np.array([[0, -1], [0.5, -0.5], [0, 0.2]]), 2),
        ],
        [
            (np.array([[-0.2, -1], [0.15, -0.7], [0.1, 0.9], [-0.45, 0.9]]), 0),
            (np.array([[0.5, -0.5], [0.8, -0.2], [0.65, 0.9], [0.12, 0.9]]), 1),
            (np.array([[-0.8, 0.0], [-0.5, 0.1], [-0.5, 0.9], [-0.85, 0.9]]), 2),
        ],
        [(_star(4, 0.4), 0)],
    ],
    "berry": [
        [
            (_moved(_ring(16, 0.42), -0.45, 0.35), 0),
            (_moved(_ring(16, 0.42), 0.45, 0.35), 0),
            (_moved(_ring(16, 0.42), 0, -0.4), 0),
            (_moved(_ring(8, 0.12), -0.1, -0.5), 2),
        ],
        [(_moved(_ring(20, 0.7), 0, 0.2), 0), (np.array([[0, -0.5], [0.5, -1], [0.7, -0.6]]), 1)],
        [
            (_moved(_ring(16, 0.45), -0.45, 0.45), 0),
            (_moved(_ring(16, 0.45), 0.45, 0.45), 0),
            (np.array([[-0.5, 0.1], [0.1, -0.95], [0.5, 0.1], [0.4, 0.1], [0.1, -0.7], [-0.4, 0.1]]), 1),
        ],
        [(_moved(_ring(10, 0.3), 0.52 * np.cos(a), 0.52 * np.sin(a)), 0) for a in np.arange(6) * np.pi / 3]
        + [(_ring(10, 0.3), 2)],
    ],
    "fire": [
        [(_FLAME, 0), (_moved(_FLAME, 0, 0.35, 0.5), 2)],
        [
            (
                np.array(
                    [
                        [-0.2, -1],
                        [0.3, -0.3],
                        [0.5, -0.6],
                        [0.8, 0.3],
                        [0.45, 0.95],
                        [-0.45, 0.95],
                        [-0.8, 0.3],
                        [-0.4, -0.2],
                    ]
                ),
                0,
            )
        ],
        [
            (_moved(_FLAME, 0, -0.2, 0.75), 0),
            (np.array([[-0.9, 0.55], [0.9, 0.75], [0.9, 0.95], [-0.9, 0.75]]), 1),
            (np.array([[-0.9, 0.75], [0.9, 0.55], [0.9, 0.75], [-0.9, 0.95]]), 1),
        ],
        [(_star(7, 0.55), 0), (_ring(14, 0.4), 2)],
    ],
}
_HUES = {"artifact": (20, 40), "pigment": (310, 345), "crystal": (178, 200), "berry": (255, 290), "fire": (8, 26)}


UNDER = {
    "disc": _ring(40),
    "ring": _ring(40),
    "plate": _ring(4, 1.15, 1.0, 45),
    "hexagon": _ring(6, 1.05, 1.0, 30),
    "shield": np.array([[-0.85, -0.9], [0.85, -0.9], [0.85, 0.3], [0, 1.05], [-0.85, 0.3]]),
}
"""What lies under a sign; under a bare one nothing."""


@dataclass(frozen=True)
class SignStyle:
    """How one print draws signs: which drawing of each, its ink, and what lies under it."""

    drawing: dict[str, int]
    ink: dict[str, NDArray[np.float32]]
    badge: str
    badge_rgb: NDArray[np.float32]
    font: str
    dress: str = "filled"


def random_style(rng: np.random.Generator, held_out: bool) -> SignStyle:
    drawings = {kind: len(GLYPHS[kind]) - 1 if held_out else int(rng.integers(len(GLYPHS[kind]) - 1)) for kind in KINDS}
    dark = rng.random() < 0.35
    inks = {}
    for kind, hue in _HUES.items():
        value = rng.uniform(0.8, 0.98) if dark else rng.uniform(0.5, 0.75)
        inks[kind] = rgb_of(rng.uniform(*hue), rng.uniform(0.65, 0.95), value)
    badge = (
        rgb_of(rng.uniform(0, 360), 0.1, 0.15) if dark else rgb_of(45, rng.uniform(0.02, 0.12), rng.uniform(0.88, 0.97))
    )
    return SignStyle(
        drawings,
        inks,
        str(rng.choice(BADGES, p=[0.45, 0.3, 0.25])),
        badge,
        str(rng.choice(HELD_OUT_FONTS if held_out else FONTS)),
    )


def _poly(picture: Picture, points: Points, at: Points, size: float, ink: NDArray[np.float32]) -> None:
    px = np.round((points * size + at) * 16).astype(np.int32)
    cv2.fillPoly(picture, [px], tuple(float(v) for v in np.clip(ink, 0, 1)), cv2.LINE_AA, 4)


def draw_sign(
    picture: Picture, style: SignStyle, kind: str, at: tuple[float, float], radius: float, turn: float = 0
) -> None:
    """A sign within ``radius`` pixels around ``at``; ``turn`` in degrees."""
    a = np.radians(turn)
    spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    middle = np.array(at, np.float64)
    rim = style.badge_rgb * 0.25 if style.badge_rgb.mean() > 0.5 else style.badge_rgb * 0.4 + 0.5
    inner = radius * 0.66
    under = UNDER.get(style.badge)
    if under is not None:
        _poly(picture, under @ spin.T, middle, radius, rim)
        _poly(picture, under @ spin.T, middle, radius * (0.78 if style.badge == "ring" else 0.88), style.badge_rgb)
    else:
        inner = radius * 0.9
        for points, _ in GLYPHS[kind][style.drawing[kind]]:
            px = np.round((points @ spin.T * inner + middle) * 16).astype(np.int32)
            cv2.polylines(
                picture,
                [px],
                True,
                tuple(float(v) for v in style.badge_rgb),
                max(2, round(radius * 0.4)),
                cv2.LINE_AA,
                4,
            )
    ink = style.ink[kind]
    if style.dress == "outlined":
        for points, _ in GLYPHS[kind][style.drawing[kind]]:
            px = np.round((points @ spin.T * inner * 0.92 + middle) * 16).astype(np.int32)
            _poly(picture, points @ spin.T, middle, inner * 0.92, ink * 0.15 + 0.85)
            wide = max(1, round(inner * 0.2))
            cv2.polylines(picture, [px], True, tuple(float(v) for v in ink * 0.7), wide, cv2.LINE_AA, 4)
        return
    for points, shade in GLYPHS[kind][style.drawing[kind]]:
        _poly(picture, points @ spin.T, middle, inner, [ink, ink * 0.5, ink * 0.45 + 0.55][shade])


def draw_number(
    picture: Picture, style: SignStyle, number: int, at: tuple[float, float], height: float, ink: NDArray[np.float32]
) -> None:
    """A number, its digits ``height`` pixels high, its middle at ``at``."""
    if style.font == "pillow":
        font = ImageFont.load_default(height * 1.38)
    else:
        font = ImageFont.truetype(_FOLDER / f"{style.font}.ttf", round(height * 1.38))
    mask = Image.new("L", (picture.shape[1], picture.shape[0]), 0)
    ImageDraw.Draw(mask).text(at, str(number), fill=255, font=font, anchor="mm")
    alpha = np.asarray(mask, np.float32)[..., None] / 255
    picture *= 1 - alpha
    picture += alpha * ink.astype(np.float32)
