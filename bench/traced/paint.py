"""Another printer's tiles and tables: noise, cells and hatching instead of drawn shapes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.float32]
SQRT3 = float(np.sqrt(3))
HANDS = ("watercolour", "photo", "hatched", "cells", "flat", "gouache")
SEAMS = {
    "cream": (0.9, 0.86, 0.75),
    "black": (0.06, 0.06, 0.07),
    "white": (0.95, 0.95, 0.95),
    "gold": (0.62, 0.5, 0.25),
}
# Lightness, chroma and hue angle in Lab: from the words on the box, not from any print.
FAMILIES = {
    "mountain": ((16, 40), (0, 8), (0, 360)),
    "badlands": ((34, 54), (34, 58), (24, 48)),
    "desert": ((68, 86), (24, 58), (76, 94)),
    "forest": ((28, 56), (20, 50), (118, 155)),
    "water": ((36, 64), (22, 46), (238, 284)),
    "start": ((62, 82), (1, 13), (60, 110)),
    "volcano": ((28, 45), (45, 70), (35, 55)),
}


def lab_rgb(lab: Sequence[float]) -> Picture:
    """One Lab colour as sRGB, 0 to 1."""
    got = cv2.cvtColor(np.array(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2RGB)
    return np.clip(got.reshape(3), 0.01, 0.97)


def fractal(rng: np.random.Generator, side: int, coarse: int, octaves: int, fade: float = 0.55) -> Picture:
    """Noise of several grains, deviation about 1."""
    out = np.zeros((side, side), np.float32)
    weight, cells, power = 1.0, coarse, 0.0
    for _ in range(octaves):
        grain = rng.normal(size=(cells + 3, cells + 3)).astype(np.float32)
        out += weight * cv2.resize(grain, (side, side), interpolation=cv2.INTER_CUBIC)
        power += weight**2
        weight, cells = weight * fade, min(cells * 2, side)
    return out / np.float32(np.sqrt(power))


def warped(rng: np.random.Generator, picture: Picture, reach: float) -> Picture:
    side = picture.shape[0]
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    dx, dy = fractal(rng, side, 4, 3) * reach, fractal(rng, side, 4, 3) * reach
    return cv2.remap(picture, xs + dx, ys + dy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


@dataclass(frozen=True)
class Print:
    """One edition: a hand, and a colour for every terrain."""

    hand: str
    colours: dict[str, tuple[float, float, float]]  # Lab
    strength: float
    seam: str
    seam_width: float
    shine: float


def random_print(rng: np.random.Generator) -> Print:
    colours = {}
    for terrain, (light, chroma, hue) in FAMILIES.items():
        angle, c = np.radians(rng.uniform(*hue)), rng.uniform(*chroma)
        colours[terrain] = (float(rng.uniform(*light)), float(c * np.cos(angle)), float(c * np.sin(angle)))
    return Print(
        str(rng.choice(HANDS)),
        colours,
        float(rng.uniform(0.35, 1.0)),
        str(rng.choice(["cream", "black", "white", "none", "groove", "gold"], p=[0.3, 0.2, 0.15, 0.1, 0.15, 0.1])),
        float(rng.uniform(0.012, 0.035)),
        float(rng.uniform(0.08, 0.4)),
    )


def paint_terrain(rng: np.random.Generator, edition: Print, terrain: str, side: int) -> Picture:
    """A square swatch in sRGB, (side, side, 3)."""
    base = np.array(edition.colours[terrain], np.float32)
    s = edition.strength
    lab = np.tile(base, (side, side, 1)).astype(np.float32)
    if terrain == "start":
        s *= 0.35
    if edition.hand == "watercolour":
        lab[..., 0] += 5 * s * fractal(rng, side, 3, 4)
        lab[..., 1:] *= (1 + 0.12 * s * fractal(rng, side, 3, 3))[..., None]
    elif edition.hand == "photo":
        mix = np.tanh(warped(rng, fractal(rng, side, 6, 5, 0.7), side * 0.05))
        lab[..., 0] += 10 * s * mix
        lab[..., 1] += 4 * s * fractal(rng, side, 8, 2)
        lab[..., 2] += 5 * s * fractal(rng, side, 8, 2)
    elif edition.hand == "hatched":
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
        a, pitch = rng.uniform(0, np.pi), side / rng.uniform(14, 30)
        wave = np.sin((xs * np.cos(a) + ys * np.sin(a) + fractal(rng, side, 4, 2) * pitch * 0.6) * 2 * np.pi / pitch)
        lab[..., 0] -= 16 * s * np.clip(wave - 0.3, 0, 1)
    elif edition.hand == "cells":
        spots = rng.uniform(0, side, (int(rng.integers(18, 60)), 2)).astype(np.float32)
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
        gaps = np.sqrt((xs[..., None] - spots[:, 0]) ** 2 + (ys[..., None] - spots[:, 1]) ** 2)
        order = np.sort(gaps, axis=2)
        tone = rng.normal(0, 1, len(spots)).astype(np.float32)
        rim = np.clip(1 - (order[..., 1] - order[..., 0]) / 5, 0, 1)
        lab[..., 0] += 5 * s * tone[gaps.argmin(axis=2)] - 9 * s * rim
    elif edition.hand == "gouache":
        strokes = warped(rng, np.repeat(rng.normal(size=(side, 1)).astype(np.float32), side, axis=1), side * 0.12)
        lab[..., 0] += 5 * s * cv2.GaussianBlur(strokes, (0, 0), 3) * 3
    else:
        _stamp(rng, lab, base, s, side)
    lab += rng.normal(0, 0.8, (side, side, 1)).astype(np.float32)
    return np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), 0.01, 0.97)


def _stamp(rng: np.random.Generator, lab: Picture, base: Picture, s: float, side: int) -> None:
    """A few flat shapes in a darker or lighter tone of the ground."""
    for _ in range(int(rng.integers(6, 16))):
        x, y, r = *rng.uniform(0, side, 2), side * rng.uniform(0.03, 0.08)
        tone = base + np.array([rng.choice([-14, 12]) * s, 0, 0], np.float32)
        turn = rng.uniform(0, 2 * np.pi) + np.arange(int(rng.integers(3, 7))) * 1.0
        ring = np.stack([x + r * np.cos(turn * 2 * np.pi / len(turn)), y + r * np.sin(turn * 2 * np.pi / len(turn))], 1)
        cv2.fillPoly(lab, [ring.astype(np.int32)], tuple(float(v) for v in tone), cv2.LINE_AA)


def paint_tile(rng: np.random.Generator, edition: Print, tile: dict[str, Any], ppu: int) -> Picture:
    """The tile from above and unturned, 3.2 units wide with its centre in the middle, as sRGB."""
    side = int(3.2 * ppu)
    ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
    x, y = (xs - side / 2) / ppu, (ys - side / 2) / ppu
    picture = np.zeros((side, side, 3), np.float32)
    nearest = np.full((side, side), 9.0, np.float32)
    second = np.full((side, side), 9.0, np.float32)
    owner = np.zeros((side, side), np.int32)
    for k, space in enumerate(tile["spaces"]):
        q, r = space["at"]
        gap = np.hypot(x - (q + r / 2), y - r * SQRT3 / 2)
        closer = gap < nearest
        second = np.where(closer, nearest, np.minimum(second, gap))
        owner[closer] = k
        nearest = np.minimum(nearest, gap)
    for k, space in enumerate(tile["spaces"]):
        swatch = paint_terrain(rng, edition, space["terrain"], int(1.25 * ppu))
        q, r = space["at"]
        cx, cy = int(side / 2 + (q + r / 2 - 0.625) * ppu), int(side / 2 + (r * SQRT3 / 2 - 0.625) * ppu)
        window = (slice(max(cy, 0), cy + swatch.shape[0]), slice(max(cx, 0), cx + swatch.shape[1]))
        own = owner[window] == k
        part = swatch[max(-cy, 0) : max(-cy, 0) + own.shape[0], max(-cx, 0) : max(-cx, 0) + own.shape[1]]
        picture[window][own] = part[own]
        if edition.hand == "watercolour":  # colour gathers at the rim of a wash
            picture[owner == k] *= (1 - 0.18 * np.clip(nearest * 2 - 0.75, 0, 0.4) / 0.4)[owner == k][:, None]
    _seams(picture, x, y, tile, edition)
    _icons(rng, picture, tile, ppu, side)
    return picture


def _seams(picture: Picture, x: Picture, y: Picture, tile: dict[str, Any], edition: Print) -> None:
    if edition.seam == "none":
        return
    depth = np.full(x.shape, -9.0, np.float32)  # how far within a space, from its nearest side
    for space in tile["spaces"]:
        q, r = space["at"]
        dx, dy = x - (q + r / 2), y - r * SQRT3 / 2
        ways = [np.abs(dx * np.cos(a) + dy * np.sin(a)) for a in np.radians([0, 60, 120])]
        depth = np.maximum(depth, 0.5 - np.max(ways, axis=0))
    line = np.clip((edition.seam_width - depth) / 0.006, 0, 1)[..., None]
    if edition.seam == "groove":
        picture *= 1 - 0.5 * line
    else:
        picture[:] = picture * (1 - line) + np.array(SEAMS[edition.seam], np.float32) * line


def _icons(rng: np.random.Generator, picture: Picture, tile: dict[str, Any], ppu: int, side: int) -> None:
    inks = {"artifact": (0.75, 0.55, 0.1), "pigment": (0.75, 0.1, 0.45), "crystal": (0.2, 0.65, 0.8)}
    for icon in tile["icons"]:
        q, r = icon["at"]
        a = np.radians(-60 * icon["side"])
        at = np.array([q + r / 2 + 0.42 * np.cos(a), r * SQRT3 / 2 + 0.42 * np.sin(a)]) * ppu + side / 2
        half = 0.075 * ppu
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
        cv2.fillPoly(picture, [(box * 1.2 + at).astype(np.int32)], (0.93, 0.9, 0.82), cv2.LINE_AA)
        cv2.fillPoly(picture, [(box * 0.8 + at).astype(np.int32)], inks[icon["kind"]], cv2.LINE_AA)
    for space in tile["spaces"]:
        if space.get("berry"):
            q, r = space["at"]
            at = np.array([q + r / 2, r * SQRT3 / 2]) + rng.uniform(-0.22, 0.22, 2)
            for d in rng.normal(0, 0.03, (3, 2)):
                spot = (at + d) * ppu + side / 2
                cv2.circle(picture, (int(spot[0]), int(spot[1])), int(0.03 * ppu), (0.3, 0.08, 0.35), -1)


def paint_marker(rng: np.random.Generator, kind: str, side: int = 128) -> Picture:
    """The face of a piece of lava or water: two tones in flames or waves, with a rim or none."""
    light, hue = (
        (rng.uniform(38, 62), rng.uniform(26, 58)) if kind == "lava" else (rng.uniform(38, 66), rng.uniform(238, 284))
    )
    angle, chroma = np.radians(hue), rng.uniform(52, 80) if kind == "lava" else rng.uniform(26, 48)
    base = np.array([light, chroma * np.cos(angle), chroma * np.sin(angle)], np.float32)
    lab = np.tile(base, (side, side, 1))
    ys = np.mgrid[0:side, 0:side][0].astype(np.float32) / side
    waves = np.tanh(3 * np.sin(ys * rng.uniform(10, 30) + 2 * fractal(rng, side, 3, 3)))
    lab[..., 0] += rng.uniform(2, 12) * waves
    if kind == "lava":
        lab[..., 2] += rng.uniform(0, 16) * waves
    if rng.random() < 0.4:
        grid = np.mgrid[-1 : 1 : side * 1j, -1 : 1 : side * 1j]
        lab[np.hypot(*grid) > 0.84, 0] *= rng.choice([0.4, 1.3])
    return np.clip(cv2.cvtColor(lab, cv2.COLOR_LAB2RGB), 0.01, 0.97)


TABLES = ("oak", "walnut", "cherry", "linen", "felt", "stone", "gingham", "paint", "rug", "terrain")


def paint_table(rng: np.random.Generator, kind: str, side: int, edition: Print) -> Picture:
    """A table top in sRGB, (side, side, 3); ``terrain`` has one of the print's own colours."""
    if kind in ("oak", "walnut", "cherry"):
        lab = {"oak": (64, 9, 30), "walnut": (32, 9, 14), "cherry": (40, 24, 26)}[kind]
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side
        rings = np.sin((np.hypot(xs * 0.6 - rng.uniform(-1, 1), ys * 7) + 0.05 * fractal(rng, side, 4, 4)) * 40)
        top = np.tile(np.array(lab, np.float32), (side, side, 1))
        top[..., 0] += 3.0 * rings + 1.5 * fractal(rng, side, 60, 3)
        for cut in np.arange(0, side, side // int(rng.integers(4, 9))):
            top[cut : cut + 3] -= np.array([18, 0, 0], np.float32)
    elif kind in ("gingham", "rug"):
        one, two = (np.array([rng.uniform(25, 90), *rng.uniform(-40, 40, 2)], np.float32) for _ in range(2))
        ys, xs = np.mgrid[0:side, 0:side]
        cell = side // int(rng.integers(14, 40))
        odd = (xs // cell % 2 + ys // cell % 2) / 2
        if kind == "rug":
            odd = ((xs + ys) // cell % 2 + (xs - ys) // cell % 2) / 2
        top = one + (two - one) * odd[..., None].astype(np.float32)
    else:
        tone = {
            "linen": (82, 2, 10),
            "felt": (rng.uniform(20, 50), *rng.uniform(-35, 35, 2)),
            "stone": (58, 0, 2),
            "paint": (rng.uniform(15, 92), *rng.uniform(-6, 6, 2)),
            "terrain": edition.colours[str(rng.choice(["mountain", "badlands", "desert", "forest", "water", "start"]))],
        }[kind]
        top = np.tile(np.array(tone, np.float32), (side, side, 1))
        top[..., 0] += (4 if kind == "stone" else 1.5) * fractal(rng, side, 20, 5)
    return np.clip(cv2.cvtColor(top.astype(np.float32), cv2.COLOR_LAB2RGB), 0.01, 0.97)


def paint_card(rng: np.random.Generator, edition: Print) -> Picture:
    """A playing card, 140 x 200: a border, a picture, some lines of writing."""
    card = np.ones((200, 140, 3), np.float32) * 0.92
    ink = lab_rgb((rng.uniform(20, 80), *rng.uniform(-50, 50, 2)))
    cv2.rectangle(card, (8, 8), (131, 191), tuple(float(v) for v in ink), -1)
    art = paint_terrain(rng, edition, str(rng.choice(list(FAMILIES))), 110)
    card[15:125, 15:125] = art
    for y in range(138, 184, 9):
        cv2.line(card, (18, y), (int(rng.integers(70, 120)), y), (0.95, 0.95, 0.92), 2)
    return card
