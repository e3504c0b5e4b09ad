"""One invented edition: its box with cards and story tiles, and how each of its pieces is printed, from above."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures import art, boxes
from bench.pictures.art import Picture
from bench.pictures.geometry import SIDES, plane_of
from bench.pieces import variety as varieties
from bench.pieces.signs import SignStyle, draw_number, draw_sign, random_style
from bench.pieces.variety import Variety, random_variety

TUNED = ("plain", "painted", "flat", "photographic")
PPU = 100  # pixels a unit: the distance between spaces of a tile


@dataclass(frozen=True)
class Piece:
    """A flat piece from above: RGB and mask, and where its signs are. ``what``: its truth."""

    kind: str
    rgb: Picture
    mask: NDArray[np.uint8]
    signs: tuple[tuple[str, float, float], ...]
    what: dict[str, Any]


@dataclass(frozen=True)
class Edition:
    """``story``, ``card``: width and height in units. ``layout``: where a story tile has its points, Fire and needs."""

    name: str
    box: dict[str, Any]
    look: art.Look
    signs: SignStyle
    story: tuple[float, float]
    card: tuple[float, float]
    layout: int
    paper: NDArray[np.float32]
    frame: float
    halves_face: bool  # the lower half of a card stands on its head
    sign_at: tuple[float, float]  # on a card's half, in shares of it
    variety: Variety | None = None


def varied(printed: Edition, seed: int) -> Edition:
    """The same box in a print that differs in more: fonts, dresses, layouts."""
    rng = np.random.default_rng([seed, 19])
    held = printed.look.style in art.HELD_OUT
    variety = random_variety(rng, held)
    signs = replace(printed.signs, badge=variety.badge, dress=variety.dress)
    if variety.dress == "one ink":
        one = art.rgb_of(rng.uniform(0, 360), rng.uniform(0.2, 0.9), 0.3 if signs.badge_rgb.mean() > 0.5 else 0.95)
        signs = replace(signs, ink=dict.fromkeys(signs.ink, one))
    wide, high = printed.story
    size = (high, wide) if variety.lying else (wide, high)
    return replace(printed, name=f"varied_{printed.name}", signs=signs, story=size, variety=variety)


def edition(seed: int, style: str) -> Edition:
    rng = np.random.default_rng([seed, 18])
    held_out = style not in TUNED
    look = art.random_look(rng, style)
    box = boxes.make_box(rng, f"{style} {seed}")
    box["tiles"] = [t for t in box["tiles"] if t["kind"] in ("starting", "neutral")][:10]
    for tile in box["tiles"]:
        # Inside the tile, each side once: one on its rim would be cut in half.
        sides = [k for k in range(12) if rng.random() < 0.25] or [0]
        tile["icons"] = [
            {"kind": str(rng.choice(boxes.KINDS)), "at": [0, 0], "side": k}
            if k < 6
            else {"kind": str(rng.choice(boxes.KINDS)), "at": list(SIDES[k - 6]), "side": (k - 6 + 2) % 6}
            for k in sides
        ]
    box["cards"], box["stories"] = _cards(rng), _stories(rng)
    pale = rng.random() < 0.7
    return Edition(
        f"{style}{seed}",
        box,
        look,
        random_style(rng, held_out),
        (float(rng.uniform(1.25, 1.5)), float(rng.uniform(1.8, 2.1))),
        (float(rng.uniform(1.45, 1.75)), float(rng.uniform(2.3, 2.6))),
        2 if held_out else int(rng.integers(2)),
        art.rgb_of(rng.uniform(20, 60), rng.uniform(0.05, 0.2), rng.uniform(0.82, 0.95))
        if pale
        else art.rgb_of(rng.uniform(0, 360), rng.uniform(0.1, 0.3), rng.uniform(0.22, 0.34)),
        float(rng.choice([0.0, 0.04, 0.07])),
        bool(rng.random() < 0.5),
        (float(rng.choice([0.5, 0.2, 0.8])), float(rng.uniform(0.3, 0.5))),
    )


def _cards(rng: np.random.Generator) -> list[dict[str, Any]]:
    """55 cards, as the rules say what they carry."""
    symbols, counts = ("artifact", "pigment", "crystal", "berry", "fire"), {}
    for terrain in boxes.TERRAINS:
        for symbol in rng.choice(symbols, 4, replace=False):
            counts[f"{terrain}:{symbol}"] = 1
    land = [t for t in boxes.TERRAINS if t != "water"]
    for i, one in enumerate(land):
        for other in land[i + 1 :]:
            counts[f"{one}/{other}"] = 3
        for symbol in rng.choice(symbols, 4, replace=False):
            counts[f"{one}:{symbol}/water" if rng.random() < 0.5 else f"{one}/water:{symbol}"] = 1
    counts["desert/forest"] += 55 - sum(counts.values())
    return [{"card": card, "count": n} for card, n in counts.items()]


def _stories(rng: np.random.Generator) -> list[dict[str, Any]]:
    stories: list[dict[str, Any]] = []
    seen = set()
    while len(stories) < 24:
        pool = list(rng.choice([*boxes.TERRAINS, *boxes.KINDS], int(rng.integers(2, 4)), replace=False))
        needs = {str(what): int(rng.integers(1, 4)) for what in pool}
        if not 3 <= sum(needs.values()) <= 6 or tuple(sorted(needs.items())) in seen:
            continue
        if ("water" in needs) != (len(stories) < 5):
            continue
        seen.add(tuple(sorted(needs.items())))
        points, fire = int(rng.integers(2, 13)), int(rng.integers(0, 3))
        stories.append({"id": f"T{len(stories) + 1:02d}", "needs": needs, "points": points, "fire": fire})
    return stories


def _rounded(height: int, width: int, radius: float) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(radius))
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _ground(rng: np.random.Generator, printed: Edition, terrain: str, height: int, width: int) -> Picture:
    side = max(height, width) + 4
    return art.paint_space(rng, printed.look, terrain, side)[:height, :width]


def card(printed: Edition, text: str, copy: int = 0) -> Piece:
    rng = np.random.default_rng([printed.look.seed, copy, *map(ord, text)])
    width, height = int(printed.card[0] * PPU), int(printed.card[1] * PPU)
    halves = text.split("/")
    picture = np.zeros((height, width, 3), np.float32)
    each = height // len(halves)
    signs: list[tuple[str, float, float]] = []
    if printed.variety is not None:
        picture, signs = _split_card(rng, printed, printed.variety, halves, height, width)
        halves = []
    for k, half in enumerate(halves):
        terrain, _, symbol = half.partition(":")
        part = _ground(rng, printed, terrain, each + 1, width)
        over = k == 1 and printed.halves_face
        # A symbol of a one-terrain card stands where that of an upper half does.
        x, y = printed.sign_at[0] * width, printed.sign_at[1] * height / 2
        if symbol:
            draw_sign(part, printed.signs, symbol, (x, y), 0.17 * PPU)
            at = (x, k * each + y) if not over else (width - x, (k + 1) * each - y)
            signs.append((symbol, *at))
        picture[k * each : k * each + each] = (part[::-1, ::-1] if over else part)[:each]
    if halves and height > each * len(halves):
        picture[-1] = picture[-2]
    frame = int(printed.frame * PPU)
    if frame:
        for a, b in ((0, frame), (height - frame, height)):
            picture[a:b] = printed.paper
        picture[:, :frame] = printed.paper
        picture[:, width - frame :] = printed.paper
    return Piece("card", picture, _rounded(height, width, 0.12 * PPU), tuple(signs), {"card": text})


def _split_card(
    rng: np.random.Generator, printed: Edition, variety: Variety, halves: list[str], height: int, width: int
) -> tuple[Picture, list[tuple[str, float, float]]]:
    """A card whose halves lie as its print has them. The second one may stand on its head."""
    grounds = [_ground(rng, printed, half.partition(":")[0], height, width) for half in halves]
    picture = grounds[0]
    if len(halves) > 1:
        second = varieties.second_half(variety.split, height, width)[..., None]
        other = grounds[1][::-1, ::-1] if printed.halves_face else grounds[1]
        picture = picture * (1 - second) + other * second
    signs = []
    for k, half in enumerate(halves):
        symbol = half.partition(":")[2]
        if not symbol:
            continue
        x, y = variety.symbol_at if len(halves) > 1 else variety.lone_at
        if k == 1:
            x, y = _in_second(variety, x, y, printed.halves_face)
        at = (x * width, y * height)
        draw_sign(picture, printed.signs, symbol, at, variety.symbol_size * PPU, 180.0 * (k and printed.halves_face))
        signs.append((symbol, *at))
    return picture, signs


def _in_second(variety: Variety, x: float, y: float, faces: bool) -> tuple[float, float]:
    if variety.split == "top" and not faces:
        return x, y + 0.5
    if variety.split == "side" and not faces:
        return x + 0.5, y
    return 1 - x, 1 - y


def _varied_story(printed: Edition, variety: Variety, one: dict[str, Any]) -> Piece:
    rng = np.random.default_rng([printed.look.seed, *map(ord, one["id"])])
    width, height = int(printed.story[0] * PPU), int(printed.story[1] * PPU)
    paper = printed.paper
    picture = np.tile(paper, (height, width, 1)).astype(np.float32)
    picture *= (1 + 0.02 * art.noise(rng, height, width, 12))[..., None]
    ink = np.array([0.95, 0.93, 0.88] if paper.mean() < 0.5 else [0.1, 0.08, 0.08], np.float32)
    wanted = [what for what, n in one["needs"].items() for _ in range(n)]
    plan = varieties.plan(variety.layout, variety.lying, len(wanted))
    signs: list[tuple[str, float, float]] = []
    at = (plan.number[0] * width, plan.number[1] * height)
    varieties.draw_number(picture, variety, one["points"], at, 0.2 * PPU, ink, paper)
    signs.append((str(one["points"]), *at))
    for x, y in plan.fires[: one["fire"]]:
        draw_sign(picture, printed.signs, "fire", (x * width, y * height), 0.13 * PPU)
        signs.append(("fire", x * width, y * height))
    for what, (x, y) in zip(wanted, plan.needs, strict=True):
        if what in boxes.TERRAINS:
            _terrain_sign(rng, printed, picture, what, x * width, y * height)
        else:
            draw_sign(picture, printed.signs, what, (x * width, y * height), 0.16 * PPU)
        signs.append((what, x * width, y * height))
    return Piece("story", picture, _rounded(height, width, 0.05 * PPU), tuple(signs), dict(one))


def story(printed: Edition, one: dict[str, Any]) -> Piece:
    if printed.variety is not None:
        return _varied_story(printed, printed.variety, one)
    rng = np.random.default_rng([printed.look.seed, *map(ord, one["id"])])
    width, height = int(printed.story[0] * PPU), int(printed.story[1] * PPU)
    picture = np.tile(printed.paper, (height, width, 1)).astype(np.float32)
    picture *= (1 + 0.02 * art.noise(rng, height, width, 12))[..., None]
    signs: list[tuple[str, float, float]] = []
    dark = printed.paper.mean() < 0.5
    ink = np.array([0.95, 0.93, 0.88], np.float32) if dark else np.array([0.1, 0.08, 0.08], np.float32)
    number, fire_y, top = [((0.27, 0.15), 0.15, 0.42), ((0.5, 0.88), 0.1, 0.3), ((0.75, 0.85), 0.62, 0.14)][
        printed.layout
    ]
    at = (number[0] * width, number[1] * height)
    if printed.layout == 1:
        cv2.circle(picture, (int(at[0]), int(at[1])), int(0.17 * PPU), tuple(float(v) for v in ink), -1, cv2.LINE_AA)
        draw_number(picture, printed.signs, one["points"], at, 0.2 * PPU, printed.paper)
    else:
        draw_number(picture, printed.signs, one["points"], at, 0.26 * PPU, ink)
    signs.append((str(one["points"]), *at))
    for k in range(one["fire"]):
        x, y = [
            (width * (0.65 + 0.22 * k), height * fire_y),
            (width * (0.35 + 0.3 * k), height * fire_y),
            (width * (0.2 + 0.26 * k), height * 0.85),
        ][printed.layout]
        draw_sign(picture, printed.signs, "fire", (x, y), 0.13 * PPU)
        signs.append(("fire", x, y))
    wanted = [what for what, n in one["needs"].items() for _ in range(n)]
    columns = 3 if len(wanted) > 4 else 2
    for k, what in enumerate(wanted):
        row, column = divmod(k, columns)
        x = width * (column + 0.5) / columns
        y = height * (top + 0.22 * row + 0.04)
        if what in boxes.TERRAINS:
            _terrain_sign(rng, printed, picture, what, x, y)
        else:
            draw_sign(picture, printed.signs, what, (x, y), 0.16 * PPU)
        signs.append((what, x, y))
    return Piece("story", picture, _rounded(height, width, 0.05 * PPU), tuple(signs), dict(one))


def _terrain_sign(
    rng: np.random.Generator, printed: Edition, picture: Picture, terrain: str, x: float, y: float
) -> None:
    """A small hexagon of the terrain's own art."""
    size = int(0.36 * PPU)
    part = cv2.resize(art.paint_space(rng, printed.look, terrain, PPU), (size, size), interpolation=cv2.INTER_AREA)
    mask = np.zeros((size, size), np.uint8)
    ring = np.stack([np.cos(np.radians(30 + 60 * np.arange(6))), np.sin(np.radians(30 + 60 * np.arange(6)))], axis=1)
    shape = printed.variety.terrain_sign if printed.variety else "hexagon"
    if shape == "disc":
        cv2.circle(mask, (size // 2, size // 2), int(0.47 * size), 255, -1, cv2.LINE_AA)
    elif shape == "square":
        mask[int(0.07 * size) : int(0.93 * size), int(0.07 * size) : int(0.93 * size)] = 255
    else:
        cv2.fillPoly(mask, [((ring * 0.48 + 0.5) * size).astype(np.int32)], 255, cv2.LINE_AA)
    alpha = mask[..., None].astype(np.float32) / 255
    y0, x0 = int(y - size / 2), int(x - size / 2)
    window = picture[y0 : y0 + size, x0 : x0 + size]
    window *= 1 - alpha
    window += part * alpha


def tile(printed: Edition, one: dict[str, Any]) -> Piece:
    bare = {**one, "icons": [], "spaces": [{k: v for k, v in s.items() if k != "berry"} for s in one["spaces"]]}
    picture, mask = art.paint_tile(printed.look, bare, PPU)
    rng = np.random.default_rng([printed.look.seed, 5, *map(ord, one["id"])])
    half = picture.shape[0] / 2
    signs: list[tuple[str, float, float]] = []
    for icon in one["icons"]:
        angle = np.radians(-60 * icon["side"])
        spot = plane_of(*icon["at"]) + 0.5 * np.array([np.cos(angle), np.sin(angle)])
        at = (float(spot[0] * PPU + half), float(spot[1] * PPU + half))
        draw_sign(picture, printed.signs, icon["kind"], at, 0.12 * PPU)
        signs.append((icon["kind"], *at))
    for space in one["spaces"]:
        if space.get("berry"):
            spot = plane_of(*space["at"]) + rng.uniform(-0.1, 0.1, 2)
            at = (float(spot[0] * PPU + half), float(spot[1] * PPU + half))
            draw_sign(picture, printed.signs, "berry", at, 0.13 * PPU)
            signs.append(("berry", *at))
    return Piece("tile", picture, mask, tuple(signs), {"id": one["id"], "spaces": one["spaces"], "icons": one["icons"]})
