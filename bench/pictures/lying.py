"""What lies flat on the map: each edition has markers and berry tokens of its own shape, size, paint and art."""

from dataclasses import dataclass

import numpy as np

from bench.pictures.art import Look, rgb_of
from bench.pictures.geometry import Array


@dataclass(frozen=True)
class MarkerLook:
    """Markers of one kind: an outline and strokes on it, in units of the plane, each with its sRGB colour."""

    outline: Array  # (n, 2)
    high: float
    rgb: Array
    strokes: list[tuple[Array, Array]]
    shine: float  # of the lamp's light, mirrored as a pale spot


@dataclass(frozen=True)
class TokenLook:
    """Berry tokens: discs, cubes, beads, or three berries each."""

    shape: str
    wide: float
    high: float
    rgb: Array


def _ring(sides: int) -> Array:
    turn = np.linspace(0, 2 * np.pi, sides + 1)[:-1]
    return np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _outline(rng: np.random.Generator, kind: str) -> Array:
    shape = str(
        rng.choice(["round", "hexagon", "wavy", "drop" if kind == "water" else "flame"], p=[0.4, 0.3, 0.15, 0.15])
    )
    if shape == "hexagon":
        return _ring(6)
    ring = _ring(48)
    turn = np.arctan2(ring[:, 1], ring[:, 0])
    if shape == "wavy":
        return np.asarray(ring * (1 + 0.08 * np.sin(turn * rng.integers(5, 10)))[:, None])
    if shape == "drop":  # pointed at one end
        return np.asarray(ring * (0.8 + 0.35 * np.exp(-((turn / 0.4) ** 2)))[:, None])
    if shape == "flame":
        return np.asarray(ring * (0.8 + 0.35 * np.abs(np.sin(2.5 * turn)) ** 3)[:, None])
    return ring


def _marker_rgb(rng: np.random.Generator, kind: str, look: Look) -> Array:
    if kind == "lava":
        return rgb_of(rng.uniform(4, 30), rng.uniform(0.8, 1.0), rng.uniform(0.7, 0.97)).astype(np.float64)
    if rng.random() < 0.4:
        return np.asarray(look.colours["water"], np.float64)
    return rgb_of(rng.uniform(192, 225), rng.uniform(0.45, 0.95), rng.uniform(0.4, 0.9)).astype(np.float64)


def marker_look(look: Look, kind: str) -> MarkerLook:
    """How the markers of one kind look in this edition."""
    rng = np.random.default_rng([look.seed, ord(kind[0])])
    wide = float(rng.uniform(0.25, 0.44))
    outline = wide * _outline(rng, kind)
    base = _marker_rgb(rng, kind, look)
    rim = str(rng.choice(["none", "dark", "pale", "own"], p=[0.5, 0.25, 0.1, 0.15]))
    rims = {"dark": np.array([0.1, 0.09, 0.09]), "pale": np.array([0.9, 0.88, 0.82]), "own": base * 0.55}
    strokes: list[tuple[Array, Array]] = []
    if rim != "none":
        strokes.append((outline * rng.uniform(0.8, 0.92), base))
    second = np.clip(base * rng.uniform(0.5, 1.3), 0, 1)
    if kind == "lava" and rng.random() < 0.5:
        second = rgb_of(rng.uniform(35, 52), 0.85, 0.95).astype(np.float64)  # flames are yellow within
    elif rng.random() < 0.4:
        second = base + (1 - base) * rng.uniform(0.2, 0.6)
    art = str(rng.choice(["plain", "blots", "waves", "heart", "crust"]))
    if art == "blots":
        for _ in range(5):
            strokes.append((wide * (rng.uniform(-0.45, 0.45, 2) + rng.uniform(-0.25, 0.25, (5, 2))), second))
    elif art == "waves":
        for y in np.linspace(-0.45, 0.45, int(rng.integers(2, 5))):
            x = np.linspace(-0.62, 0.62, 17)
            line = np.column_stack([x, y + 0.07 * np.sin(x * 12)])
            strokes.append((wide * np.concatenate([line, (line + np.array([0, 0.09]))[::-1]]), second))
    elif art == "heart":  # a smaller one within
        strokes.append((outline * rng.uniform(0.35, 0.65), second))
    elif art == "crust" and kind == "lava":  # black rock afloat
        for _ in range(int(rng.integers(3, 8))):
            spot = rng.uniform(-0.5, 0.5, 2)
            strokes.append((wide * (spot + rng.uniform(0.06, 0.2) * _ring(5)), np.array([0.12, 0.09, 0.08])))
    return MarkerLook(
        outline,
        float(rng.uniform(0.02, 0.06)),
        rims.get(rim, base),
        strokes,
        float(rng.choice([0.0, 0.15, 0.4], p=[0.6, 0.25, 0.15])),
    )


def token_look(look: Look) -> TokenLook:
    """How the berry tokens of this edition look; violet is the usual colour."""
    rng = np.random.default_rng([look.seed, 3])
    shape = str(rng.choice(["disc", "cube", "bead", "berries"], p=[0.55, 0.15, 0.15, 0.15]))
    hue = rng.uniform(262, 295) if rng.random() < 0.7 else rng.choice([235, 320, 345, 0])
    rgb = rgb_of(hue, rng.uniform(0.45, 0.85), rng.uniform(0.2, 0.42)).astype(np.float64)
    wide = {"disc": (0.13, 0.18), "cube": (0.1, 0.14), "bead": (0.1, 0.14), "berries": (0.15, 0.18)}[shape]
    high = {"disc": 0.06, "cube": 0.17, "bead": 0.18, "berries": 0.1}[shape]
    return TokenLook(shape, float(rng.uniform(*wide)), high, rgb)


def token_rings(token: TokenLook) -> list[tuple[Array, float, float]]:
    """What a token is built of: outlines, each from one height to another."""
    ring = _ring(24)
    if token.shape == "cube":
        square = token.wide * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        return [(square, 0.0, token.high)]
    if token.shape == "bead":
        heights = np.linspace(0, token.high, 6)
        wides = np.sqrt(np.maximum(0.15, 1 - ((heights[:-1] + heights[1:]) / token.high - 1) ** 2))
        return [(token.wide * w * ring, a, b) for w, a, b in zip(wides, heights[:-1], heights[1:], strict=True)]
    if token.shape == "berries":
        return [(token.wide * (0.45 * spot + 0.52 * ring), 0.0, token.high) for spot in _ring(3)]
    return [(token.wide * ring, 0.0, token.high)]
