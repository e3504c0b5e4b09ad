"""How a player's camps look: canvas, mark, and the ink the mark is drawn in."""

import re
from dataclasses import dataclass

MARKS = ("disc", "square", "triangle", "diamond")
PALETTE = {
    "raspberry": ("#b4234d", "disc"),
    "indigo": ("#2f3fa3", "square"),
    "marigold": ("#f2a900", "triangle"),
    "pearl": ("#f7f3ea", "diamond"),
}
"""Our own palette, for tables whose box names no colours."""
_LIGHT, _DARK = "#fff9ec", "#241c16"
_UNKNOWN = "#8d7855"


@dataclass(frozen=True)
class PlayerStyle:
    fill: str
    ink: str
    mark: str
    shape: str = "tent"


def player_style(color: str, seat: int = 0, shape: str = "tent") -> PlayerStyle:
    """``color``: one of ours, or ``#rrggbb`` as a box gives it; then the seat decides the mark.

    Anything else is drawn in a neutral colour: it ends up in an attribute of the page.
    """
    mark = MARKS[seat % len(MARKS)]
    if color in PALETTE:
        fill, mark = PALETTE[color]
    else:
        fill = color if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else _UNKNOWN
    return PlayerStyle(fill, max(_LIGHT, _DARK, key=lambda ink: _contrast(fill, ink)), mark, shape)


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(rgb: str) -> float:
    """Relative luminance as WCAG defines it."""
    channels = (int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
