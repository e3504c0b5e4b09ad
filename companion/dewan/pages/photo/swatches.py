"""How one's own tiles look: what was learned from photos, as swatches."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.dewan.formats.look import GROUNDS, TerrainLook

_WHITE = (95.047, 100.0, 108.883)
"""Daylight (D65) in XYZ."""


@dataclass(frozen=True)
class Swatch:
    """One ground as the photos showed it, ``#rrggbb``, and from how many spaces; nothing where it is not known yet."""

    ground: str
    rgb: str | None
    seen: int


def swatches(look: Mapping[str, TerrainLook]) -> tuple[Swatch, ...]:
    return tuple(
        Swatch(ground, rgb_of(look[ground].lab), look[ground].seen) if ground in look else Swatch(ground, None, 0)
        for ground in GROUNDS
    )


def rgb_of(lab: tuple[float, ...]) -> str:
    """CIE Lab as a screen shows it."""
    lightness, a, b = lab
    y = (lightness + 16) / 116
    xyz = [
        white * (t**3 if t > 6 / 29 else 3 * (6 / 29) ** 2 * (t - 4 / 29)) / 100
        for white, t in zip(_WHITE, (y + a / 500, y, y - b / 200), strict=True)
    ]
    rows = ((3.2406, -1.5372, -0.4986), (-0.9689, 1.8758, 0.0415), (0.0557, -0.2040, 1.0570))
    linear = (sum(k * v for k, v in zip(row, xyz, strict=True)) for row in rows)
    return "#" + "".join(f"{round(255 * _curved(min(1.0, max(0.0, one)))):02x}" for one in linear)


def _curved(linear: float) -> float:
    return 12.92 * linear if linear <= 0.0031308 else float(1.055 * linear ** (1 / 2.4) - 0.055)
