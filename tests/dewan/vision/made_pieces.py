"""Small pictures of pieces for the tests, made once a run."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

from bench.pictures.geometry import plane_of
from bench.pieces.make import LAID, Laid, Table, make_map, write
from bench.pieces.prints import Edition, Piece, card, edition, story, tile

STYLE, SEED = "plain", 100
SIDE = 1300


@dataclass(frozen=True)
class Made:
    """One picture with its truth."""

    path: Path
    truth: dict[str, Any]


@cache
def printed() -> Edition:
    return edition(SEED, STYLE)


@cache
def _folder() -> Path:
    return Path(mkdtemp(prefix="pieces"))


def _made(name: str, pieces: list[Piece], columns: int, seed: int = 5) -> Made:
    table = Table(seed, printed(), "easy", SIDE)
    table.rows(pieces, columns)
    write(_folder(), name, table)
    path = _folder() / f"{name}.jpg"
    return Made(path, json.loads(path.with_suffix(".json").read_text()))


@cache
def tiles() -> Made:
    return _made("tiles", [tile(printed(), one) for one in printed().box["tiles"][:2]], 2)


@cache
def tiles_as_map() -> Made:
    make_map(_folder(), printed(), 5, "easy", SIDE)
    path = _folder() / f"{printed().name}_easy_map.jpg"
    return Made(path, json.loads(path.with_suffix(".json").read_text()))


@cache
def stories() -> Made:
    return _made("stories", [story(printed(), one) for one in printed().box["stories"][:4]], 4)


@cache
def cards() -> Made:
    """Four of one symbol, so that it is no art, and one twice."""
    with_fire = [one["card"] for one in printed().box["cards"] if ":fire" in one["card"]][:4]
    plain = next(one["card"] for one in printed().box["cards"] if ":" not in one["card"])
    return _made("cards", [card(printed(), text, k) for k, text in enumerate([*with_fire, plain, plain])], 3)


@cache
def map_and_pieces() -> Made:
    """A map of three tiles, and beside it five cards and three story tiles."""
    table = Table(9, printed(), "easy", SIDE)
    box = printed().box
    for one, (i, j) in zip(box["tiles"][:3], LAID, strict=False):
        x, y = (float(value) for value in plane_of(2 * i - j, i + 3 * j))
        table.laid.append(Laid(tile(printed(), one), (x, y), 60.0 * (i + 2 * j)))
    beside = [[card(printed(), one["card"]) for one in box["cards"][:5]]]
    beside.append([story(printed(), one) for one in box["stories"][:3]])
    low = max(one.at[1] for one in table.laid)
    for row, pieces in enumerate(beside, 1):
        table.laid += [Laid(one, (2.4 * k - 3, low + 0.9 + 3.2 * row), 2.0 * k - 3) for k, one in enumerate(pieces)]
    write(_folder(), "map_and_pieces", table)
    path = _folder() / "map_and_pieces.jpg"
    return Made(path, json.loads(path.with_suffix(".json").read_text()))


@cache
def bare_table() -> Path:
    """A table with nothing on it."""
    import cv2

    from bench.pictures.art import paint_table

    path = _folder() / "bare.png"
    top = paint_table(np.random.default_rng(3), "wood_light", 600, printed().look)
    cv2.imwrite(str(path), (top[..., ::-1] * 255).astype(np.uint8))
    return path
