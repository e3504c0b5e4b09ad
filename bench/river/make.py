"""Make pictures of The River: ``python -m bench.river.make OUT --style plain --seed 1``.

A print's 65 terrain tiles in rows, three photos of them, and photos of river boards seen from any side: tiles along the
river, cubes on some of them, the board's own art on the free spaces. ``woodcut``, ``facets`` and ``halftone`` are held
out: nothing was tuned on them.
"""

import argparse
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures import art
from bench.pieces.make import DIFFICULTIES, Laid, Table
from bench.pieces.prints import PPU, TUNED, Piece
from bench.pieces.signs import SignStyle, draw_sign, random_style
from companion.river.demo import river_demo_box
from companion.river.formats.tiles import meadow_text
from companion.river.rules.tableau import column_of, row_of
from companion.river.rules.tiles import Tile
from companion.river.rules.words import SPACES

SIGNS = {"wood": "artifact", "clay": "pigment", "stone": "crystal", "food": "berry", "scouts": "fire"}
CUBES = ((0.35, 0.2, 0.1), (0.75, 0.35, 0.15), (0.55, 0.55, 0.55), (0.85, 0.7, 0.2))
TILE = 1.7  # units


@dataclass(frozen=True)
class Print:
    """How one edition is printed. ``size``: of a tile, in units; ``variants``: pictures there are of each tile."""

    name: str
    look: art.Look
    signs: SignStyle
    size: tuple[float, float]
    gap: tuple[float, float]
    frame: float
    variants: int
    round: float


def edition(seed: int, style: str) -> Print:
    rng = np.random.default_rng([seed, 65])
    look = art.random_look(rng, style)
    look.colours["meadow"] = art.rgb_of(rng.uniform(66, 95), rng.uniform(0.35, 0.6), rng.uniform(0.65, 0.85))
    look.textures["meadow"] = str(rng.choice(art.TEXTURES))
    return Print(
        f"{style}{seed}",
        look,
        random_style(rng, style not in TUNED),
        (TILE, TILE * float(rng.choice([1.0, rng.uniform(0.88, 1.12)]))),
        (float(rng.uniform(0.04, 0.4)), float(rng.uniform(0.04, 0.4))),
        float(rng.choice([0.0, 0.03, 0.06])),
        int(rng.integers(1, 3)),
        float(rng.uniform(0.0, 0.08)),
    )


def _mask(height: int, width: int, radius: float) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = max(1, int(radius * min(height, width)))
    mask[r : height - r], mask[:, r : width - r] = 255, 255
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _symbols(printed: Print, picture: art.Picture, signs: list[str], at: tuple[float, float], small: float) -> None:
    """In a row around a place, a storage as an empty square."""
    height, width = picture.shape[:2]
    for k, word in enumerate(signs):
        x, y = (at[0] + (k - (len(signs) - 1) / 2) * 2.3 * small) * width, at[1] * height
        r = small * width
        if word in SIGNS:
            draw_sign(picture, printed.signs, SIGNS[word], (x, y), r)
        else:
            a, b = (int(x - 0.8 * r), int(y - 0.8 * r)), (int(x + 0.8 * r), int(y + 0.8 * r))
            cv2.rectangle(picture, a, b, (0.93, 0.9, 0.82), -1)
            cv2.rectangle(picture, a, b, (0.2, 0.17, 0.14), max(2, int(0.12 * r)))
            if word != "storage":
                cv2.line(picture, a, b, (0.2, 0.17, 0.14), max(2, int(0.12 * r)))


def tile_piece(printed: Print, tile: Tile, copy: int = 0) -> Piece:
    rng = np.random.default_rng([printed.look.seed, copy % printed.variants, *map(ord, str(tile.id))])
    width, height = int(printed.size[0] * PPU), int(printed.size[1] * PPU)
    side = max(width, height) + 4
    picture = np.zeros((height, width, 3), np.float32)
    grounds = [art.paint_space(rng, printed.look, str(kind), side)[:height, :width] for kind in tile.kinds]
    picture[:] = grounds[0]
    if len(grounds) > 1:
        ys, xs = np.mgrid[0:height, 0:width]
        other = xs / width + ys / height > 1 + 0.08 * np.sin(xs / width * 7)
        picture[other] = grounds[1][other]
    signs = [str(kind) for kind, n in (tile.symbols or {}).items() for _ in range(n)]
    signs += ["storage"] * (tile.storages or 0)
    _symbols(printed, picture, signs, (0.5, 0.24), 0.11)
    if tile.meadow:
        word = meadow_text(tile.meadow)
        kind, _, shown = word.partition(":")
        if kind == "terrain":
            x, y, r = 0.5 * width, 0.66 * height, 0.16 * width
            ink = tuple(float(v) for v in printed.look.colours[shown])
            cv2.circle(picture, (int(x), int(y)), int(r), ink, -1, cv2.LINE_AA)
            cv2.circle(picture, (int(x), int(y)), int(r), (0.2, 0.17, 0.14), 2, cv2.LINE_AA)
        else:
            count = {"cleanup": 2, "gift": 4}.get(kind, 1)
            words = [shown] * count if shown else [{"scouts": "scouts"}.get(kind, kind)] * (1 + (kind == "swap"))
            _symbols(printed, picture, words, (0.5, 0.68), 0.1)
    if printed.frame:
        inset = int(printed.frame * width)
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (0.9, 0.86, 0.76), 2 * inset)
    return Piece("river-tile", picture, _mask(height, width, printed.round), (), {"tile": tile.id})


def board_piece(printed: Print, order: str = "winding") -> tuple[Piece, NDArray[np.float64]]:
    """The board, and the middles of its spaces in river order, from its middle, in units."""
    rng = np.random.default_rng([printed.look.seed, 12])
    wide, high = printed.size
    step = np.array([wide + printed.gap[0], high + printed.gap[1]])
    left, right, top = rng.uniform(0.25, 0.8), rng.uniform(1.2, 1.9), rng.uniform(0.25, 0.7)
    size = np.array([left + right + 4 * step[0], 2 * top + 3 * step[1]])
    width, height = (size * PPU).astype(int)
    ground = printed.look.colours[str(rng.choice(["desert", "start", "forest"]))] * rng.uniform(0.7, 1.1)
    picture = np.tile(np.clip(ground, 0, 1), (height, width, 1)).astype(np.float32)
    picture *= (1 + 0.07 * art.noise(rng, height, width, 40) + 0.03 * art.noise(rng, height, width, 8))[..., None]
    middles = np.array(
        [
            (left + (column_of(n, order) - 0.5) * step[0], top + (row_of(n) - 0.5) * step[1])
            for n in range(1, SPACES + 1)
        ]
    )
    water = tuple(float(v) for v in printed.look.colours["water"])
    cv2.polylines(picture, [(middles * PPU).astype(np.int32)], False, water, int(0.45 * PPU), cv2.LINE_AA)
    for x, y in middles * PPU:
        inset = np.array([wide, high]) * PPU / 2 * 0.96
        a, b = (int(x - inset[0]), int(y - inset[1])), (int(x + inset[0]), int(y + inset[1]))
        cv2.rectangle(picture, a, b, tuple(float(v) for v in np.clip(ground * 0.55, 0, 1)), 3)
        if rng.random() < 0.5:
            word = str(rng.choice(["wood", "clay", "stone", "storage"]))
            part = picture[a[1] : b[1], a[0] : b[0]].copy()
            _symbols(printed, part, [word], (0.5, 0.5), 0.13)
            picture[a[1] : b[1], a[0] : b[0]] = part
    for k in range(5):
        y = int(height * (k + 0.5) / 5)
        cv2.circle(picture, (int(width - right * PPU * 0.4), y), int(0.3 * PPU), (0.85, 0.8, 0.7), -1, cv2.LINE_AA)
    piece = Piece("river-board", np.clip(picture, 0, 1), _mask(height, width, 0.02), (), {})
    return piece, middles - size / 2


class RiverTable(Table):
    """``shown``: middle and size of how much of the table must be in the picture, beside the pieces' middles."""

    shown: tuple[float, float, float, float] | None = None

    def _spots(self) -> NDArray[np.float64]:
        spots = super()._spots()
        if self.shown is None:
            return spots
        x, y, wide, high = self.shown
        return np.concatenate([spots, [[x - wide / 2, y - high / 2], [x + wide / 2, y + high / 2]]])


def cube(rng: np.random.Generator) -> Piece:
    side = int(0.34 * PPU)
    rgb = np.tile(np.array(CUBES[int(rng.integers(4))], np.float32), (side, side, 1))
    rgb[: side // 4] *= 1.25
    return Piece("cube", np.clip(rgb, 0, 1), _mask(side, side, 0.05), (), {})


def all_tiles(rng: np.random.Generator) -> list[tuple[Tile, int]]:
    tiles = [(tile, copy) for tile, count in river_demo_box().tiles for copy in range(count)]
    return [tiles[int(k)] for k in rng.permutation(len(tiles))]


def write(out: Path, name: str, table: Table, truth: dict[str, Any]) -> None:
    picture = table.render()
    quality = int(table.rng.integers(82, 95))
    cv2.imwrite(str(out / f"{name}.jpg"), picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    about = {"photo": f"{name}.jpg", "size": [picture.shape[1], picture.shape[0]], "print": table.printed.name}
    (out / f"{name}.json").write_text(json.dumps(about | truth) + "\n")


def _seen(table: Table, points: NDArray[np.float64]) -> list[list[float]]:
    px = table.camera.project(np.concatenate([points, np.zeros((len(points), 1))], axis=1))
    return [[round(float(x), 1), round(float(y), 1)] for x, y in px]


def make_tiles(out: Path, printed: Print, seed: int, difficulty: str, photos: int = 3, long_side: int = 1800) -> None:
    tiles = all_tiles(np.random.default_rng([seed, 3]))
    for k in range(photos):
        part = tiles[k::photos]
        table = RiverTable(seed * 811 + k, printed, difficulty, long_side)  # type: ignore[arg-type]
        table.rows([tile_piece(printed, *one) for one in part], 6)
        table.laid = [Laid(o.piece, o.at, o.turn + 90.0 * int(table.rng.integers(4))) for o in table.laid]
        if abs(printed.size[0] - printed.size[1]) > 0.02:  # as people lay them: in rows, one way up or the other
            table.laid = [
                Laid(o.piece, o.at, round(o.turn / 180) * 180 + float(table.rng.normal(0, 1))) for o in table.laid
            ]
        name = f"{printed.name}_{difficulty}_tiles{k}"
        write(out, name, table, {"tiles": [tile.id for tile, _ in part]})
        seen = [
            {"id": t.id, "middle_px": _seen(table, np.array([o.at]))[0]}
            for (t, _), o in zip(part, table.laid, strict=True)
        ]
        about = json.loads((out / f"{name}.json").read_text())
        (out / f"{name}.json").write_text(json.dumps(about | {"seen": seen}) + "\n")


def make_boards(out: Path, printed: Print, seed: int, difficulty: str, count: int, long_side: int = 1600) -> None:
    for k in range(count):
        table = RiverTable(seed * 977 + k, printed, difficulty, long_side)  # type: ignore[arg-type]
        rng = table.rng
        board, middles = board_piece(printed)
        laid = SPACES if rng.random() < 0.3 else int(rng.integers(1, SPACES + 1))
        tiles = all_tiles(rng)[:laid]
        turn = float(rng.choice([0, 0, 90, 180, 270]) + rng.normal(0, 4))
        a = np.radians(turn)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        table.laid.append(Laid(board, (0.0, 0.0), turn))
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * np.array(printed.size)
        upright = 1.0 if abs(printed.size[0] - printed.size[1]) > 0.02 else 0.8
        for (tile, copy), at in zip(tiles, middles, strict=False):
            where = spin @ (at + rng.normal(0, 0.02, 2))
            own = 0 if rng.random() < upright else 90 * int(rng.integers(4))
            table.laid.append(
                Laid(
                    tile_piece(printed, tile, copy),
                    (float(where[0]), float(where[1])),
                    turn + own + float(rng.normal(0, 1)),
                )
            )
            if rng.random() < 0.3:
                spot = spin @ (at + rng.uniform(-0.4, 0.4, 2))
                table.laid.append(Laid(cube(rng), (float(spot[0]), float(spot[1])), float(rng.uniform(0, 90))))
        size = np.abs(spin) @ (np.array(board.rgb.shape[1::-1]) / PPU) * float(rng.uniform(0.75, 1.1))
        table.shown = (0.0, 0.0, float(size[0] - 2), float(size[1] - 2))
        name = f"{printed.name}_{difficulty}_board{k}"
        truth = {"tiles": [tile.id for tile, _ in tiles], "turn": turn}
        write(out, name, table, truth)
        cells = [_seen(table, (corners + at) @ spin.T) for at in middles]
        about = json.loads((out / f"{name}.json").read_text())
        (out / f"{name}.json").write_text(json.dumps(about | {"cells": cells}) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--style", choices=(*art.STYLES, *art.HELD_OUT), default="plain")
    parser.add_argument("--difficulty", choices=tuple(DIFFICULTIES), default="normal")
    parser.add_argument("--boards", type=int, default=8)
    parser.add_argument("--photos", type=int, default=3)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    printed = edition(args.seed, args.style)
    make_tiles(args.out, printed, args.seed, args.difficulty, args.photos)
    make_boards(args.out, printed, args.seed, args.difficulty, args.boards)


if __name__ == "__main__":
    main()
