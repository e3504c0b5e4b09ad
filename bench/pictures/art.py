"""Printed art: a random look for each terrain (hue, texture), seams and icons, drawn from above."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures.geometry import corners_of, plane_of

Picture = NDArray[np.float32]
# Hue in degrees, saturation, value: the range of each terrain's family.
FAMILIES = {
    "mountain": ((215, 290), (0.03, 0.18), (0.17, 0.36)),
    "badlands": ((2, 17), (0.55, 0.82), (0.50, 0.80)),
    "desert": ((38, 50), (0.32, 0.75), (0.76, 0.93)),
    "forest": ((88, 150), (0.35, 0.68), (0.30, 0.60)),
    "water": ((198, 216), (0.40, 0.78), (0.50, 0.85)),
    "start": ((30, 60), (0.02, 0.16), (0.62, 0.80)),
    "volcano": ((8, 26), (0.7, 0.95), (0.45, 0.75)),
}
TEXTURES = ("blobs", "strokes", "cracks", "waves", "peaks", "mottle", "dots")


def rgb_of(hue_deg: float, saturation: float, value: float) -> NDArray[np.float32]:
    hsv = np.array([[[hue_deg % 360, saturation, value]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0], np.float32)


def noise(rng: np.random.Generator, height: int, width: int, cell: float) -> Picture:
    """Smooth noise of mean 0 and deviation about 1; ``cell`` is its grain in pixels."""
    small = rng.normal(size=(int(height / cell) + 3, int(width / cell) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


@dataclass(frozen=True)
class Look:
    """How one edition is printed."""

    colours: dict[str, NDArray[np.float32]]
    textures: dict[str, str]
    strength: float
    seam_rgb: NDArray[np.float32] | None
    seam_width: float
    dotted: bool
    icon_ring: float
    style: str = "plain"
    seed: int = 0


STYLES = ("plain", "painted", "flat", "photographic", "inked", "mosaic", "stitched")
HELD_OUT = ("woodcut", "facets", "halftone")
"""Styles that no threshold of the reader was chosen on."""


def random_look(rng: np.random.Generator, style: str = "plain") -> Look:
    colours = {}
    for terrain, (hue, sat, val) in FAMILIES.items():
        colours[terrain] = rgb_of(rng.uniform(*hue), rng.uniform(*sat), rng.uniform(*val))
    seams: list[Any] = [
        np.array([0.9, 0.87, 0.8]),
        np.array([0.15, 0.14, 0.13]),
        np.array([0.7, 0.6, 0.35]),
        None,
    ]
    return Look(
        colours=colours,
        textures={
            t: "rings" if t == "start" else "cracks" if t == "volcano" else str(rng.choice(TEXTURES)) for t in FAMILIES
        },
        strength=float(rng.uniform(0.35, 1.0)),
        seam_rgb=seams[int(rng.choice(4, p=[0.35, 0.3, 0.25, 0.1]))],
        seam_width=float(rng.uniform(0.012, 0.028)),
        dotted=bool(rng.random() < 0.3),
        icon_ring=float(rng.uniform(0.075, 0.1)),
        style=style,
        seed=int(rng.integers(2**31)),
    )


def paint_space(rng: np.random.Generator, look: Look, terrain: str, size_px: int) -> Picture:
    """A (size, size, 3) swatch of a terrain; one unit of the table is ``size_px`` / 1.2."""
    base = look.colours.get(terrain, look.colours["start"])
    unit = size_px / 1.2
    if look.style in SWATCHES:
        return np.clip(SWATCHES[look.style](rng, look, terrain, base, size_px, unit), 0, 1)
    swatch = np.tile(base, (size_px, size_px, 1)).astype(np.float32)
    mottled = 1 + 0.06 * look.strength * noise(rng, size_px, size_px, unit / 5)
    swatch *= mottled[..., None]
    dark, light = base * (1 - 0.45 * look.strength), base + (1 - base) * 0.4 * look.strength
    kind = look.textures.get(terrain, "rings")
    spots = rng.uniform(0, size_px, size=(int(rng.integers(22, 40)), 2))
    angle = rng.uniform(0, np.pi)
    for x, y in spots:
        ink = tuple(float(v) for v in (dark if rng.random() < 0.65 else light))
        at = (int(x), int(y))
        a = angle + rng.normal(0, 0.25)
        if kind == "blobs":
            cv2.circle(swatch, at, int(unit * rng.uniform(0.02, 0.055)), ink, -1, cv2.LINE_AA)
        elif kind == "strokes":
            d = unit * rng.uniform(0.04, 0.12) * np.array([np.cos(a), np.sin(a)])
            cv2.line(swatch, at, (int(x + d[0]), int(y + d[1])), ink, max(1, int(unit * 0.02)), cv2.LINE_AA)
        elif kind == "peaks":
            s = unit * rng.uniform(0.04, 0.1)
            triangle = np.array([[x - s, y + s], [x, y - s], [x + s * 0.7, y + s]], np.int32)
            cv2.fillPoly(swatch, [triangle], ink, cv2.LINE_AA)
        elif kind == "waves":
            t = np.linspace(0, 1, 9)
            along = np.stack([np.cos(a), np.sin(a)])
            pts = np.array([x, y]) + unit * 0.14 * t[:, None] * along
            pts += unit * 0.015 * np.sin(t * 9)[:, None] * np.array([-along[1], along[0]])
            cv2.polylines(swatch, [pts.astype(np.int32)], False, ink, max(1, int(unit * 0.014)), cv2.LINE_AA)
        elif kind == "cracks":
            pts = np.array([x, y]) + np.cumsum(rng.normal(0, unit * 0.06, size=(4, 2)), axis=0)
            cv2.polylines(swatch, [pts.astype(np.int32)], False, ink, max(1, int(unit * 0.012)), cv2.LINE_AA)
        elif kind == "dots":
            cv2.circle(swatch, at, max(1, int(unit * 0.01)), ink, -1, cv2.LINE_AA)
        elif kind == "mottle":
            swatch *= (1 + 0.02 * look.strength * noise(rng, size_px, size_px, unit / 12))[..., None]
            break
        elif kind == "rings":
            middle = (size_px // 2, size_px // 2)
            for ring in (0.15, 0.25, 0.27):
                cv2.circle(swatch, middle, int(unit * ring), tuple(float(v) for v in base * 0.9), 1, cv2.LINE_AA)
            break
    return np.clip(swatch, 0, 1)


def _ink(colour: NDArray[np.float32]) -> tuple[float, float, float]:
    r, g, b = (float(v) for v in np.clip(colour, 0, 1))
    return r, g, b


def _painted(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Large brush strokes: snow on mountains, pale dunes, foam, and paving with an arrow on a start."""
    swatch = np.tile(base, (size, size, 1)).astype(np.float32)
    swatch *= (1 + 0.1 * noise(rng, size, size, unit / 4) + 0.05 * noise(rng, size, size, unit / 12))[..., None]
    white = np.array([0.93, 0.93, 0.92], np.float32)
    middle = size / 2
    for _ in range(int(rng.integers(3, 6))):
        x, y = middle + rng.normal(0, 0.2, 2) * unit
        s = unit * rng.uniform(0.14, 0.24)
        if terrain == "mountain":
            peak = np.array([[x - s, y + s], [x, y - s], [x + s * 0.8, y + s]])
            cv2.fillPoly(swatch, [peak.astype(np.int32)], _ink(base * 0.7), cv2.LINE_AA)
            snow = np.array([peak[1], peak[1] * 0.55 + peak[0] * 0.45, [x, y], peak[1] * 0.6 + peak[2] * 0.4])
            cv2.fillPoly(swatch, [snow.astype(np.int32)], _ink(white), cv2.LINE_AA)
        elif terrain == "desert":
            turn = float(rng.uniform(-20, 20))
            cv2.ellipse(swatch, (int(x), int(y)), (int(s), int(s * 0.35)), turn, 180, 360, _ink(base * 0.5 + 0.48), -1)
        elif terrain == "water":
            cv2.ellipse(swatch, (int(x), int(y)), (int(s), int(s * 0.3)), 0, 200, 340, _ink(white), 2, cv2.LINE_AA)
        elif terrain == "forest":
            cv2.circle(swatch, (int(x), int(y)), int(s * 0.6), _ink(base * rng.uniform(0.5, 1.4)), -1, cv2.LINE_AA)
        elif terrain in ("badlands", "volcano"):
            mesa = np.array(
                [[x - s, y + s * 0.6], [x - s * 0.6, y - s * 0.5], [x + s * 0.6, y - s * 0.5], [x + s, y + s * 0.6]]
            )
            cv2.fillPoly(swatch, [mesa.astype(np.int32)], _ink(base * 1.25), cv2.LINE_AA)
    if terrain == "start":
        for k in range(-4, 5):
            at = int(middle + k * unit * 0.14)
            cv2.line(swatch, (at, 0), (at, size), _ink(base * 0.75), 2, cv2.LINE_AA)
            cv2.line(swatch, (0, at), (size, at), _ink(base * 0.75), 2, cv2.LINE_AA)
        arrow = np.array(
            [[-0.12, 0.05], [0.0, -0.18], [0.12, 0.05], [0.05, 0.05], [0.05, 0.2], [-0.05, 0.2], [-0.05, 0.05]]
        )
        cv2.fillPoly(swatch, [(arrow * unit + middle).astype(np.int32)], _ink(white), cv2.LINE_AA)
    return swatch


def _flat(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Loud even colours, a sign in the middle."""
    grey = base.mean()
    loud = np.clip(grey + (base - grey) * 1.35, 0, 1).astype(np.float32)
    swatch = np.tile(loud, (size, size, 1)).astype(np.float32)
    signs = np.random.default_rng(look.seed + sum(map(ord, terrain)))
    dark = signs.random() < 0.6
    ink = loud * 0.55 if dark else loud + (1 - loud) * 0.55
    x, y, s = (
        size / 2 + rng.normal(0, 0.03) * unit,
        size / 2 + rng.normal(0, 0.03) * unit,
        unit * signs.uniform(0.14, 0.24),
    )
    corners = int(signs.integers(3, 8))
    angles = signs.uniform(0, 6) + np.arange(corners) * 2 * np.pi / corners
    radii = np.where(np.arange(corners) % 2, signs.uniform(0.4, 1.0), 1.0) * s
    sign = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], axis=1)
    cv2.fillPoly(swatch, [sign.astype(np.int32)], _ink(ink), cv2.LINE_AA)
    return swatch


def _photographic(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Like an aerial photograph: grain of all sizes, with lights and shadows."""
    relief = sum(noise(rng, size, size, unit / k) / np.sqrt(k) for k in (2, 4, 8, 16, 30))
    relief = np.asarray(relief) * 0.9
    swatch = base * np.exp(0.28 * relief)[..., None]
    tint = noise(rng, size, size, unit / 3)[..., None] * np.array([0.03, 0.0, -0.03], np.float32)
    bright = np.clip(relief - 1.1, 0, 1)[..., None] * 0.4
    return np.asarray(swatch + tint + bright, np.float32)


def _inked(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Washes on paper with dark outlines."""
    paper = np.array([0.95, 0.92, 0.85], np.float32)
    wash = np.clip(0.75 + 0.2 * noise(rng, size, size, unit / 3), 0.3, 1.0)[..., None]
    swatch = np.asarray(base * wash + paper * (1 - wash), np.float32)
    for _ in range(int(rng.integers(5, 9))):
        x, y = size / 2 + rng.normal(0, 0.25, 2) * unit
        s, a = unit * rng.uniform(0.06, 0.15), rng.uniform(0, np.pi)
        ring = np.linspace(0, 2 * np.pi, int(rng.integers(4, 12)))
        shape = np.stack([x + s * np.cos(ring + a), y + s * np.sin(ring + a) * rng.uniform(0.4, 1)], axis=1)
        if rng.random() < 0.4:
            cv2.fillPoly(swatch, [shape.astype(np.int32)], _ink(paper), cv2.LINE_AA)
        cv2.polylines(swatch, [shape.astype(np.int32)], True, (0.12, 0.1, 0.1), max(1, int(unit * 0.015)), cv2.LINE_AA)
    return swatch


def _mosaic(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Broken stones of differing brightness with pale joints."""
    spots = rng.uniform(0, size, (40, 2))
    ys, xs = np.mgrid[0:size, 0:size]
    gaps = np.hypot(xs[..., None] - spots[:, 0], ys[..., None] - spots[:, 1])
    near = np.sort(gaps, axis=2)[..., :2]
    shade = rng.uniform(0.6, 1.35, 40)[gaps.argmin(axis=2)]
    swatch = (base * shade[..., None]).astype(np.float32)
    swatch[near[..., 1] - near[..., 0] < unit * 0.02] = base * 0.4 + 0.5
    return swatch


def _woodcut(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Two blocks of colour under black gouges that swell and end in a point; pale hills, trees, waves or stones."""
    swatch = np.tile(base, (size, size, 1)).astype(np.float32)
    pale = base + (1 - base) * 0.55
    middle, black = size / 2, (0.1, 0.09, 0.09)
    for _ in range(int(rng.integers(2, 5))):
        x, y = middle + rng.normal(0, 0.22, 2) * unit
        wide, high = unit * rng.uniform(0.12, 0.26), unit * rng.uniform(0.08, 0.2)
        if terrain in ("mountain", "forest", "volcano"):
            shape = np.array([[x - wide, y + high], [x, y - high], [x + wide, y + high]])
        else:
            t = np.linspace(0, np.pi, 12)
            shape = np.stack([x + wide * np.cos(t), y + high * (0.5 - np.sin(t))], axis=1)
        cv2.fillPoly(swatch, [shape.astype(np.int32)], _ink(pale), cv2.LINE_AA)
        cv2.polylines(swatch, [shape.astype(np.int32)], True, black, max(1, int(unit * 0.018)), cv2.LINE_AA)
    slant = rng.uniform(0, np.pi)
    along = np.array([np.cos(slant), np.sin(slant)])
    across = np.array([-along[1], along[0]])
    for _ in range(int(rng.integers(14, 30))):
        at = rng.uniform(0, size, 2)
        reach, thick = unit * rng.uniform(0.06, 0.2), unit * rng.uniform(0.006, 0.018)
        gouge = np.array([at - along * reach, at + across * thick, at + along * reach, at - across * thick])
        cv2.fillPoly(swatch, [gouge.astype(np.int32)], black if rng.random() < 0.8 else _ink(pale), cv2.LINE_AA)
    return swatch


def _stitched(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Crossed stitches in three threads of a colour on linen, which shows in between; a motif in pale thread."""
    linen = np.array([0.86, 0.82, 0.74], np.float32)
    swatch = linen * (1 + 0.05 * noise(rng, size, size, 2))[..., None]
    threads = [base * f for f in (0.75, 1.0, 1.2)] + [base * 0.35 + 0.62]
    step = max(3, int(unit * 0.045))
    motif = np.random.default_rng(look.seed + sum(map(ord, terrain))).random((7, 4)) < 0.3
    for row, y in enumerate(range(0, size, step)):
        for column, x in enumerate(range(0, size, step)):
            fold = motif[row % 7, min(column % 7, 6 - column % 7)]
            thread = threads[3] if fold else threads[int(rng.integers(3))]
            ink, end = _ink(thread), step - 1
            cv2.line(swatch, (x, y), (x + end, y + end), ink, max(2, step // 2), cv2.LINE_AA)
            cv2.line(swatch, (x + end, y), (x, y + end), _ink(thread * 0.85), max(2, step // 2), cv2.LINE_AA)
    return np.asarray(swatch, np.float32)


def _facets(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """Large triangles as of folded paper, lit from one side: from deep shade to nearly white."""
    points = np.concatenate([rng.uniform(-0.1, 1.1, (16, 2)) * size, [[-9, -9], [-9, size + 9], [size + 9, -9]]])
    subdivision = cv2.Subdiv2D((-size, -size, 4 * size, 4 * size))
    for point in points:
        subdivision.insert((float(point[0]), float(point[1])))
    swatch = np.tile(base, (size, size, 1)).astype(np.float32)
    for triangle in subdivision.getTriangleList():
        lit = rng.uniform(-0.45, 0.45)
        ink = base * (1 + lit) if lit < 0 else base + (1 - base) * lit
        cv2.fillPoly(swatch, [triangle.reshape(3, 2).astype(np.int32)], _ink(ink), cv2.LINE_AA)
    return swatch


def _halftone(
    rng: np.random.Generator, look: Look, terrain: str, base: NDArray[np.float32], size: int, unit: float
) -> Picture:
    """As old comics are printed: dots of ink on paper, larger where it is darker, and bold shapes with an outline."""
    paper = np.array([0.93, 0.91, 0.86], np.float32)
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    shade = np.clip(0.72 + 0.14 * noise(rng, size, size, unit / 2), 0.45, 0.98)
    slant, step = float(rng.uniform(0, np.pi)), unit * 0.05
    along, across = (xs * np.cos(slant) + ys * np.sin(slant)) / step, (ys * np.cos(slant) - xs * np.sin(slant)) / step
    dots = 0.5 + 0.25 * (np.cos(2 * np.pi * along) + np.cos(2 * np.pi * across))
    cover = np.clip((shade - dots) * 6 + 0.5, 0, 1)[..., None]
    swatch = np.asarray(base * 0.92 * cover + paper * (1 - cover), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        middle = size / 2 + rng.normal(0, 0.24, 2) * unit
        reach = unit * rng.uniform(0.08, 0.18) * rng.uniform(0.6, 1.0, int(rng.integers(5, 10)))
        turn = np.linspace(0, 2 * np.pi, len(reach), endpoint=False)
        shape = (middle + reach[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)).astype(np.int32)
        fill = base * 0.6 if rng.random() < 0.5 else base * 0.4 + 0.58
        cv2.fillPoly(swatch, [shape], _ink(fill), cv2.LINE_AA)
        cv2.polylines(swatch, [shape], True, (0.08, 0.08, 0.1), max(1, int(unit * 0.022)), cv2.LINE_AA)
    return swatch


SWATCHES = {
    "painted": _painted,
    "flat": _flat,
    "photographic": _photographic,
    "inked": _inked,
    "mosaic": _mosaic,
    "woodcut": _woodcut,
    "stitched": _stitched,
    "facets": _facets,
    "halftone": _halftone,
}


def paint_tile(
    look: Look,
    tile: dict[str, Any],
    ppu: int,
) -> tuple[Picture, NDArray[np.uint8]]:
    """A tile from above, unrotated: RGB picture and mask, its centre space in the middle, ``ppu`` pixels a unit.

    The same tile of the same edition always looks the same.
    """
    rng = np.random.default_rng([look.seed, *map(ord, tile["id"])])
    side = int(3.6 * ppu)
    picture = np.zeros((side, side, 3), np.float32)
    mask = np.zeros((side, side), np.uint8)

    def px(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round((points * ppu + side / 2) * 16).astype(np.int32)

    for space in tile["spaces"]:
        q, r = space["at"]
        swatch = paint_space(rng, look, space["terrain"], int(1.2 * ppu))
        own = np.zeros((side, side), np.uint8)
        cv2.fillPoly(own, [px(corners_of(q, r, 1.004))], 255, cv2.LINE_8, 4)
        centre = plane_of(q, r) * ppu + side / 2
        x0, y0 = int(centre[0] - 0.6 * ppu), int(centre[1] - 0.6 * ppu)
        window = (slice(y0, y0 + swatch.shape[0]), slice(x0, x0 + swatch.shape[1]))
        inside = own[window] > 0
        picture[window][inside] = swatch[inside]
        cv2.fillPoly(mask, [px(corners_of(q, r, 1.002))], 255, cv2.LINE_AA, 4)
    if look.seam_rgb is not None:
        ink = tuple(float(v) for v in look.seam_rgb)
        thick = max(1, int(look.seam_width * ppu))
        for space in tile["spaces"]:
            ring = corners_of(*space["at"])
            for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
                for t in np.arange(0, 1, 0.08 if look.dotted else 1.0):
                    end = t + (0.045 if look.dotted else 1.0)
                    ends = px(np.array([a + (b - a) * t, a + (b - a) * end]))
                    cv2.line(picture, tuple(ends[0]), tuple(ends[1]), ink, thick, cv2.LINE_AA, 4)
    inks = {"artifact": (0.85, 0.5, 0.15), "pigment": (0.85, 0.15, 0.4), "crystal": (0.35, 0.75, 0.85)}
    for icon in tile["icons"]:
        a = plane_of(*icon["at"])
        angle = np.radians(-60 * icon["side"])
        spot = a + 0.5 * np.array([np.cos(angle), np.sin(angle)])
        _disc(picture, px(spot[None])[0], look.icon_ring * ppu, inks[icon["kind"]])
    for space in tile["spaces"]:
        if space.get("berry"):
            spot = plane_of(*space["at"]) + np.random.default_rng([look.seed, *map(ord, tile["id"]), 7]).uniform(
                -0.2, 0.2, 2
            )
            _disc(picture, px(spot[None])[0], 0.06 * ppu, (0.4, 0.2, 0.5))
    picture[mask == 0] = 0
    return picture, mask


def _disc(picture: Picture, at: NDArray[np.int32], radius: float, ink: tuple[float, float, float]) -> None:
    for size, colour in ((1.0, (0.12, 0.1, 0.1)), (0.86, (0.94, 0.92, 0.88)), (0.45, ink)):
        cv2.circle(picture, (int(at[0]), int(at[1])), int(radius * size * 16), colour, -1, cv2.LINE_AA, 4)


PATTERNS = ("chess", "floor", "stripes", "checked", "marble")


def paint_table(rng: np.random.Generator, kind: str, side: int, look: Look) -> Picture:
    """A (side, side, 3) table top; ``like_forest`` and such have the colour of the print's own terrain."""
    if kind in PATTERNS:
        return _patterned(rng, kind, side)
    tones = {
        "wood_light": (32, 0.45, 0.72),
        "wood_dark": (20, 0.5, 0.32),
        "wood_red": (14, 0.6, 0.45),
        "cloth_green": (140, 0.5, 0.32),
        "cloth_blue": (218, 0.6, 0.42),
        "white": (45, 0.04, 0.86),
        "grey": (220, 0.05, 0.5),
        "black": (230, 0.1, 0.13),
        "sand": (42, 0.35, 0.75),
        "cloth_red": (6, 0.6, 0.45),
    }
    hue, sat, val = tones.get(kind, (0, 0, 0))
    base = rgb_of(hue + rng.normal(0, 4), sat * rng.uniform(0.85, 1.15), min(0.95, val * rng.uniform(0.85, 1.15)))
    if kind.startswith("like_"):
        base = np.clip(look.colours[kind[5:]] * rng.uniform(0.85, 1.15, 3), 0, 0.95).astype(np.float32)
    top = np.tile(base, (side, side, 1)).astype(np.float32)
    if kind.startswith("wood"):
        grain = np.zeros((side, side), np.float32)
        for stretch, weight in ((2, 0.5), (4, 0.8), (9, 1.0)):
            fine = rng.normal(size=(side // stretch + 2, side // 60 + 2)).astype(np.float32)
            grain += weight * cv2.resize(fine, (side, side), interpolation=cv2.INTER_CUBIC)
        top *= (1 + rng.uniform(0.03, 0.1) * grain)[..., None]
        for y in range(0, side, int(side / rng.integers(5, 14))):
            top[y : y + 3] *= 0.55
        if rng.random() < 0.5:
            top = np.ascontiguousarray(top.transpose(1, 0, 2))
    else:
        top *= (1 + 0.03 * noise(rng, side, side, 3) + 0.04 * noise(rng, side, side, side / 12))[..., None]
    return np.clip(top, 0, 1)


def _patterned(rng: np.random.Generator, kind: str, side: int) -> Picture:
    """Ground that repeats, but not in hexagons: what a reader must not take for a map."""
    one = rgb_of(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.2, 0.9))
    two = rgb_of(rng.uniform(0, 360), rng.uniform(0, 0.6), rng.uniform(0.2, 0.9))
    cell = int(rng.integers(25, 60))
    ys, xs = np.mgrid[0:side, 0:side]
    odd = ((xs // cell + (ys // cell if kind == "chess" else 0)) % 2).astype(np.float32)
    if kind == "floor":
        shift = (ys // cell % 2) * cell
        odd = (((xs + shift) % (2 * cell) < 3) | (ys % cell < 3)).astype(np.float32)
    if kind == "checked":  # a cloth of two stripes crossing
        odd = (odd + ys // cell % 2) / 2
    if kind == "marble":
        veins = np.abs(noise(rng, side, side, side / 8) + 0.5 * noise(rng, side, side, side / 30))
        odd = np.exp(-((veins / 0.08) ** 2)).astype(np.float32) + 0.2 * noise(rng, side, side, side / 6)
    top = one * odd[..., None] + two * (1 - odd[..., None])
    return np.clip(top * (1 + 0.04 * noise(rng, side, side, 4))[..., None], 0, 1).astype(np.float32)
