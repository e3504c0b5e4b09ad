"""Make pictures of pieces: ``python -m bench.pieces.make OUT --style plain --seed 1 [--difficulty normal]``.

A print's whole box in ten photos (its tiles strewn in two, its story tiles in three, its cards in five, one of them in
sleeves), and one photo a player of a board with its story tiles and tucked cards. Art, signs, layouts
and fonts of all styles but those in ``prints.TUNED`` are ones nothing was tuned on. ``--varied`` prints differ in more.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures.art import HELD_OUT, STYLES, paint_table
from bench.pictures.geometry import look_at, plane_of
from bench.pictures.scene import TABLES
from bench.pieces.prints import PPU, Edition, Piece, card, edition, story, tile, varied

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Laid:
    """``at``: its middle in units; ``turn`` in degrees; ``shown``: the part of it that is meant to be seen."""

    piece: Piece
    at: tuple[float, float]
    turn: float
    tucked: str = ""


@dataclass(frozen=True)
class Difficulty:
    tilt: float
    turn: float  # degrees pieces lie off their row
    warm: float
    glare: float
    blur: float
    noise: float
    overlap: float


DIFFICULTIES = {
    "easy": Difficulty(8, 2, 0.0, 0.0, 0.5, 0.004, 0.0),
    "normal": Difficulty(24, 6, 0.5, 0.25, 0.9, 0.008, 0.0),
    "hard": Difficulty(38, 25, 1.0, 0.5, 1.3, 0.014, 0.25),
}


class Table:
    """A table top with pieces laid on it, seen by a camera."""

    def __init__(self, seed: int, printed: Edition, difficulty: str, long_side: int = 1800, sleeves: bool = False):
        self.rng = np.random.default_rng(seed)
        self.printed, self.recipe, self.name = printed, DIFFICULTIES[difficulty], difficulty
        self.long_side, self.sleeves = long_side, sleeves
        self.laid: list[Laid] = []

    def rows(self, pieces: list[Piece], columns: int, cut: bool = False) -> None:
        """In rows with gaps between them; ``cut``: the last row runs over the rim of the picture."""
        rng = self.rng
        size = max(max(p.rgb.shape[:2]) for p in pieces) / PPU if pieces[0].kind == "tile" else 0.0
        across = (size or max(p.rgb.shape[1] for p in pieces) / PPU) * rng.uniform(1.12, 1.3)
        down = (size or max(p.rgb.shape[0] for p in pieces) / PPU) * rng.uniform(1.08, 1.2)
        for k, piece in enumerate(pieces):
            row, column = divmod(k, columns)
            # Where the row is full neighbours keep clear of each other; where pieces overlap they do not.
            away = rng.normal(0, 0.02 * across, 2)
            if rng.random() < self.recipe.overlap * 0.3:
                away[0] += across * 0.2
            turn = float(rng.normal(0, self.recipe.turn / 2)) + 180 * (rng.random() < 0.08)
            if piece.kind == "tile":
                turn = float(rng.uniform(0, 360))
            self.laid.append(Laid(piece, (column * across + away[0], row * down + away[1]), turn))
        self.cut = cut

    def render(self) -> NDArray[np.uint8]:
        rng, recipe = self.rng, self.recipe
        spots = self._spots()
        reach = 1.85 if any(one.piece.kind == "tile" for one in self.laid) else 1.35
        low, high = spots.min(axis=0) - reach, spots.max(axis=0) + reach
        margin = 5.0
        size = np.ceil((high - low + 2 * margin) * PPU).astype(int)
        kind = str(rng.choice(TABLES))
        side = int(size.max())
        canvas = (
            np.ascontiguousarray(
                cv2.resize(paint_table(rng, kind, 1000, self.printed.look), (side, side))[: size[1], : size[0]]
            )
            ** 2.2
        )
        self.origin = low - margin
        self._boards(canvas, before=True)
        for one in (o for o in self.laid if o.tucked):
            self._put(canvas, one)
        self._boards(canvas)
        for one in (o for o in self.laid if not o.tucked):
            self._put(canvas, one)
        height, width = self.long_side * 3 // 4, self.long_side
        if (high - low)[1] > (high - low)[0]:
            width, height = height, width
        middle = (low + high) / 2
        tilt, yaw = rng.uniform(0, recipe.tilt), 90 + rng.normal(0, 8)
        near, far = 1.0, 100.0
        box = np.array([[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])])
        if getattr(self, "cut", False):
            box[box[:, 1] == high[1], 1] -= reach * 1.1
        for _ in range(40):
            distance = (near + far) / 2
            camera = look_at(middle, distance, tilt, yaw, rng.normal(0, 0.0), width * 0.9, width, height, 0.0)
            px = camera.project(box)
            inside = (px > 0).all() and (px[:, 0] < width).all() and (px[:, 1] < height).all()
            near, far = (near, distance) if inside else (distance, far)
        self.camera = look_at(middle, far, tilt, yaw, 0.0, width * 0.9, width, height, 0.0)
        corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
        plane = corners / PPU + self.origin
        seen = self.camera.project(np.concatenate([plane, np.zeros((4, 1))], axis=1)).astype(np.float32)
        picture = cv2.warpPerspective(
            canvas,
            cv2.getPerspectiveTransform(corners, seen),
            (width, height),
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_REFLECT,
        )
        picture = np.asarray(picture, np.float32)
        self._standing(picture)
        return self._develop(picture)

    def _spots(self) -> Array:
        """What the camera has to see."""
        return np.array([one.at for one in self.laid])

    def _boards(self, canvas: NDArray[np.float32], before: bool = False) -> None:
        """Boards that lie on the tucked pieces. ``before``: their shadow on the table."""

    def _standing(self, picture: NDArray[np.float32]) -> None:
        """What stands on the table."""

    def _matrix(self, one: Laid) -> NDArray[np.float64]:
        """Pixels of the piece to pixels of the table."""
        height, width = one.piece.rgb.shape[:2]
        a = np.radians(one.turn)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        at = (np.array(one.at) - self.origin) * PPU - spin @ np.array([width / 2, height / 2])
        return np.concatenate([spin, at[:, None]], axis=1)

    def _put(self, canvas: NDArray[np.float32], one: Laid) -> None:
        matrix = self._matrix(one)
        ends = square(one) @ matrix[:, :2].T + matrix[:, 2]
        low = np.maximum(ends.min(axis=0).astype(int) - 20, 0)
        high = np.minimum(ends.max(axis=0).astype(int) + 20, (canvas.shape[1], canvas.shape[0]))
        window = canvas[low[1] : high[1], low[0] : high[0]]
        matrix[:, 2] -= low
        size = (window.shape[1], window.shape[0])
        mask = cv2.warpAffine(one.piece.mask, matrix, size, flags=cv2.INTER_AREA).astype(np.float32) / 255
        shade = cv2.GaussianBlur(np.roll(mask, (4, 3), (0, 1)), (0, 0), 4)
        window *= (1 - 0.45 * shade * (1 - mask))[..., None]
        top = cv2.warpAffine(one.piece.rgb, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        window *= (1 - mask)[..., None]
        window += np.clip(top, 0, 1) ** 2.2 * mask[..., None]
        if self.sleeves and one.piece.kind == "card":
            self._sleeve(window, matrix, one, np.asarray(mask, np.float32))

    def _sleeve(self, canvas: NDArray[np.float32], matrix: Array, one: Laid, mask: NDArray[np.float32]) -> None:
        """A plastic sleeve: a streak of light across it."""
        height, width = one.piece.rgb.shape[:2]
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        a, at = self.rng.uniform(0, np.pi), self.rng.uniform(0.2, 0.8)
        streak = np.exp(-((((xs - width * at) * np.cos(a) + (ys - height * at) * np.sin(a)) / (0.12 * width)) ** 2))
        light = cv2.warpAffine(streak * self.rng.uniform(0.15, 0.45), matrix, (canvas.shape[1], canvas.shape[0]))
        canvas += (light * mask)[..., None] * (1 - canvas)

    def _develop(self, picture: NDArray[np.float32]) -> NDArray[np.uint8]:
        rng, recipe = self.rng, self.recipe
        height, width = picture.shape[:2]
        warmth = recipe.warm * rng.uniform(-0.3, 1.0)
        lamp = np.array([1.0, 1 - 0.25 * max(warmth, 0), 1 - 0.5 * max(warmth, 0)])
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        a = rng.uniform(0, 2 * np.pi)
        slope = 1 + recipe.warm * 0.25 * (np.cos(a) * (xs / width - 0.5) + np.sin(a) * (ys / height - 0.5))
        picture = picture * lamp.astype(np.float32) * slope[..., None] * rng.uniform(0.75, 1.05)
        if rng.random() < recipe.glare:
            at = rng.uniform(0.2, 0.8, 2) * (width, height)
            spot = np.exp(-(((xs - at[0]) / (0.12 * width)) ** 2 + ((ys - at[1]) / (0.1 * width)) ** 2))
            picture = picture + 0.35 * spot[..., None]
        picture = np.clip(picture, 0, 1) ** (1 / 2.2)
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(0.3, recipe.blur * rng.uniform(0.5, 1))), np.float32)
        picture = picture + cv2.resize(
            rng.normal(0, recipe.noise, (height // 2, width // 2, 3)).astype(np.float32), (width, height)
        )
        return np.asarray(np.clip(picture * 255 + 0.5, 0, 255), np.uint8)

    def truth(self, name: str) -> dict[str, Any]:
        pieces, height, width = [], self.camera.height_px, self.camera.width_px

        def seen(one: Laid, points: Array) -> Array:
            matrix = self._matrix(one)
            table = (points @ matrix[:, :2].T + matrix[:, 2]) / PPU + self.origin
            return np.round(self.camera.project(np.concatenate([table, np.zeros((len(table), 1))], axis=1)), 1)

        for k, one in enumerate(self.laid):
            high, wide = one.piece.rgb.shape[:2]
            outline = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
            if one.piece.kind == "tile":
                contours, _ = cv2.findContours(
                    (one.piece.mask > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
                )
                outline = contours[0][:, 0].astype(np.float64)
            px = seen(one, outline)
            covered = (
                any(_overlap(px, seen(o, square(o))) for o in self.laid[k + 1 :]) if one.piece.kind != "tile" else False
            )
            whole = bool((px > 0).all() and (px[:, 0] < width).all() and (px[:, 1] < height).all()) and not covered
            signs = [{"kind": s, "px": seen(one, np.array([[x, y]]))[0].tolist()} for s, x, y in one.piece.signs]
            pieces.append(
                {
                    "kind": one.piece.kind,
                    "outline_px": px.tolist(),
                    "whole": whole,
                    "signs": signs,
                    "turn": one.turn,
                    "tucked": one.tucked,
                    **one.piece.what,
                }
            )
        return {
            "photo": name,
            "size": [width, height],
            "difficulty": self.name,
            "print": self.printed.name,
            "style": self.printed.look.style,
            "pieces": pieces,
        }


def square(one: Laid) -> Array:
    high, wide = one.piece.rgb.shape[:2]
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)


def _overlap(one: Array, other: Array) -> bool:
    """By more than a hundredth."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return bool(area > 0.01 * cv2.contourArea(one.astype(np.float32)))


def write(out: Path, name: str, table: Table) -> None:
    picture = table.render()
    cv2.imwrite(
        str(out / f"{name}.jpg"), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(table.rng.integers(82, 95))]
    )
    (out / f"{name}.json").write_text(json.dumps(table.truth(f"{name}.jpg")) + "\n")


def all_cards(printed: Edition) -> list[Piece]:
    return [card(printed, one["card"], k) for one in printed.box["cards"] for k in range(one["count"])]


def make_box(out: Path, seed: int, style: str, difficulty: str, long_side: int = 1800, vary: bool = False) -> Edition:
    """Photos of a whole box, and its truth ``NAME.box.json``."""
    printed = varied(edition(seed, style), seed) if vary else edition(seed, style)
    rng = np.random.default_rng([seed, 4])
    (out / f"{printed.name}.box.json").write_text(json.dumps(printed.box) + "\n")
    tiles = [tile(printed, one) for one in printed.box["tiles"]]
    stories = [story(printed, one) for one in printed.box["stories"]]
    cards = all_cards(printed)
    rng.shuffle(cards)
    groups = [
        ("tiles", [tiles[:5], tiles[5:]], 3),
        ("stories", [stories[k::3] for k in range(3)], 4),
        ("cards", [cards[k::5] for k in range(5)], 6),
    ]
    for name, parts, columns in groups:
        for k, part in enumerate(parts):
            table = Table(
                seed * 1009 + k * 17 + len(name), printed, difficulty, long_side, sleeves=name == "cards" and k == 1
            )
            table.rows(part, columns)
            write(out, f"{printed.name}_{difficulty}_{name}{k}", table)
    return printed


def make_boards(out: Path, printed: Edition, seed: int, difficulty: str, count: int, long_side: int = 1800) -> None:
    """A player's board each, and what lies on, under and beside it."""
    from bench.pieces.boards import lay_board  # which lays them on tables of this module

    for k in range(count):
        write(out, f"{printed.name}_{difficulty}_board{k}", lay_board(printed, seed * 733 + k, difficulty, long_side))


LAID = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (2, 1), (-1, 1), (0, 2), (1, 2), (-1, 2))
"""Where ten tiles lie as one map, in steps from a tile to its neighbours."""


def make_map(out: Path, printed: Edition, seed: int, difficulty: str, long_side: int = 1800) -> None:
    """The tiles laid together as one map."""
    table = Table(seed * 577, printed, difficulty, long_side)
    for one, (i, j) in zip(printed.box["tiles"], LAID, strict=False):
        at = plane_of(2 * i - j, i + 3 * j)
        turn = 60.0 * float(table.rng.integers(6))
        table.laid.append(Laid(tile(printed, one), (float(at[0]), float(at[1])), turn))
    write(out, f"{printed.name}_{difficulty}_map", table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--prints", type=int, default=1)
    parser.add_argument("--style", choices=(*STYLES, *HELD_OUT), default="plain")
    parser.add_argument("--difficulty", choices=tuple(DIFFICULTIES), default="normal")
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--long-side", type=int, default=1800)
    parser.add_argument("--varied", action="store_true", help="more fonts, dresses and layouts")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for k in range(args.prints):
        seed = args.seed * 100 + k
        printed = make_box(args.out, seed, args.style, args.difficulty, args.long_side, args.varied)
        make_map(args.out, printed, seed, args.difficulty, args.long_side)
        make_boards(args.out, printed, seed, args.difficulty, args.boards, args.long_side)


if __name__ == "__main__":
    main()
