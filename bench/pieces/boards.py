"""A player's Tribe board on a table, as invented editions have it: no two photos are laid alike.

Boards are plain, framed or full of art and of several sizes; cards are tucked under any rim, apart or fanned; Story
tiles lie in a row, strewn, on the board or half on it; camps stand on their places, berry tokens lie beside. Cards'
hidden halves, used places and what lies around are drawn as well, and all of it is told in the truth.
"""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures import art
from bench.pictures.art import rgb_of
from bench.pictures.scene import Scene
from bench.pieces.make import Array, Laid, Table, square
from bench.pieces.prints import PPU, Edition, card, story

PLACES = 8
_SIDES = {"upper": 0.0, "right": 90.0, "lower": 180.0, "left": 270.0}
_TOKEN = np.array([0.22, 0.12, 0.3])
_SOLIDS = ("tent", "cube", "meeple")


@dataclass(frozen=True)
class Board:
    """``size`` in units; the printed places stand in a row at ``row`` of its height. The same in all photos of it."""

    size: tuple[float, float]
    row: float
    rgb: NDArray[np.float32]
    solid: str


def board_of(printed: Edition, rng: np.random.Generator) -> Board:
    """One of this edition's boards: their art differs, as the peoples do; size and places do not."""
    own = np.random.default_rng([printed.look.seed, 77])
    wide = float(own.uniform(7.0, 11.0))
    high = float(own.uniform(1.7, 3.8))
    row = float(own.choice([0.25, 0.5, 0.5, 0.75]))
    return Board((wide, high), row, _paint(printed, rng, own, wide, high, row), str(own.choice(_SOLIDS)))


def _paint(
    printed: Edition, rng: np.random.Generator, own: np.random.Generator, wide: float, high: float, row: float
) -> NDArray[np.float32]:
    width, height = int(wide * PPU), int(high * PPU)
    way = str(own.choice(["plain", "shaded", "art", "paper"]))
    base = rgb_of(rng.uniform(0, 360), rng.uniform(0.15, 0.6), rng.uniform(0.3, 0.7))
    picture = np.tile(printed.paper if way == "paper" else base, (height, width, 1)).astype(np.float32)
    if way == "shaded":
        picture *= (1 + 0.25 * art.noise(rng, height, width, height / 2))[..., None]
    if way == "art":
        terrain = str(rng.choice(list(printed.look.colours)))
        look = replace(printed.look, colours={**printed.look.colours, terrain: base})
        side = int(1.2 * PPU)
        for y in range(0, height, side):
            for x in range(0, width, side):
                part = art.paint_space(rng, look, terrain, side)
                picture[y : y + side, x : x + side] = part[: height - y, : width - x]
    if way in ("shaded", "paper"):
        for _ in range(int(own.integers(0, 7))):
            at = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
            reach = (int(rng.uniform(0.1, 0.6) * PPU), int(rng.uniform(0.1, 0.4) * PPU))
            ink = picture[at[1] % height, at[0] % width] * rng.uniform(0.7, 1.2)
            cv2.ellipse(picture, at, reach, float(rng.uniform(0, 180)), 0, 360, tuple(map(float, ink)), -1, cv2.LINE_AA)
    if own.random() < 0.5:
        rim = int(own.uniform(0.04, 0.12) * PPU)
        ink = printed.paper if own.random() < 0.5 else base * 0.5
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), tuple(map(float, ink)), 2 * rim)
    place = str(own.choice(["disc", "ring", "hexagon", "none"]))
    ink = base * own.choice([0.55, 1.45])
    for k in range(PLACES):
        at = (int(width * (k + 0.5) / PLACES), int(height * row))
        if place in ("disc", "ring"):
            thick = -1 if place == "disc" else max(2, int(0.03 * PPU))
            cv2.circle(picture, at, int(0.25 * PPU), tuple(map(float, ink)), thick, cv2.LINE_AA)
        if place == "hexagon":
            turn = np.radians(30 + 60 * np.arange(6))
            ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * 0.28 * PPU + at
            cv2.fillPoly(picture, [ring.astype(np.int32)], tuple(map(float, ink)), cv2.LINE_AA)
    return np.clip(picture, 0, 1)


class BoardTable(Table):
    """A table with one board, and what its player has."""

    def __init__(self, seed: int, printed: Edition, difficulty: str, long_side: int = 1800):
        super().__init__(seed, printed, difficulty, long_side)
        rng = self.rng
        self.board = board_of(printed, rng)
        self.board_turn = float(rng.normal(0, 2))
        wide, high = self.board.size
        ends = np.array([[x * wide / 2, y * high / 2] for x in (-1, 1) for y in (-1, 1)])
        self.spread = [*self._on_board(ends)]
        color = rng.choice(printed.box["colors"])
        self.color, self.paint = str(color["name"]), str(color["rgb"])
        self.camps: list[tuple[Array, float]] = []
        self.tokens: list[Array] = []
        self.towards = np.array([*rng.uniform(-0.7, 0.7, 2), 1.0])
        self.towards /= np.linalg.norm(self.towards)

    def _on_board(self, at: Array) -> Array:
        """From the board's own frame, its middle at 0, to the table's."""
        a = np.radians(self.board_turn)
        return np.asarray(at @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]))

    # -- laying

    def tuck(self, texts: list[tuple[str, int]]) -> None:
        """Cards under one rim, of each the half that shows; apart, or fanned so that every symbol is seen."""
        rng, printed = self.rng, self.printed
        side = str(rng.choice(list(_SIDES), p=[0.5, 0.14, 0.22, 0.14]))
        wide, high = self.board.size
        if high < printed.card[0] * (1 + 0.72 * (len(texts) - 1)) and side in ("left", "right"):
            side = "upper"
        length, deep = (wide, high) if side in ("upper", "lower") else (high, wide)
        fanned = rng.random() < 0.4 and all(self._stays_seen(text, shown) for text, shown in texts)
        fanned = fanned or length < 1.15 * printed.card[0] * len(texts)
        step = printed.card[0] * (rng.uniform(0.72, 0.85) if fanned else rng.uniform(1.08, 1.3))
        free = max(0.0, length - step * (len(texts) - 1) - printed.card[0])
        start = -length / 2 + printed.card[0] / 2 + rng.uniform(0, 1) * free
        if not free and len(texts) > 1:
            step = (length - printed.card[0]) / (len(texts) - 1)
        for n, (text, shown) in enumerate(texts):
            piece = card(printed, text)
            half_signs = [
                s for s in piece.signs if len(text.split("/")) == 1 or (s[2] > piece.rgb.shape[0] / 2) == shown
            ]
            tall = piece.rgb.shape[0]
            reach = max([(tall - y if shown else y) / tall + 0.09 for _, _, y in half_signs], default=0.33)
            seen = float(np.clip(rng.uniform(0.34, 0.5), min(reach, 0.5), 0.5))
            along = start + step * n + rng.normal(0, 0.03)
            at = np.array([along, -deep / 2 - (seen - 0.5) * printed.card[1]])
            lean = float(rng.normal(0, 1.5)) + (
                6.0 * (n - (len(texts) - 1) / 2) if fanned and rng.random() < 0.5 else 0
            )
            a = np.radians(_SIDES[side])
            at = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) @ at
            turn = _SIDES[side] + self.board_turn + lean + (180 if shown else 0)
            half = text.split("/")[shown]
            self.laid.append(Laid(piece, tuple(self._on_board(at)), turn, half))
        self.side = side

    def _stays_seen(self, text: str, shown: int) -> bool:
        """Whether a card fanned over the right end of this one leaves its symbol to be seen."""
        piece = card(self.printed, text)
        wide = piece.rgb.shape[1]
        return all((wide - x if shown else x) < 0.6 * wide for _, x, _ in piece.signs)

    def put(self, piece: Any, spot: Array, turn: float) -> bool:
        """Lay a piece there if it covers no other, no place where a camp stands and no token."""
        one = Laid(piece, (float(spot[0]), float(spot[1])), turn)
        ring = self._outline(one)
        clear = all(_apart(ring, self._outline(other)) for other in self.laid)
        clear &= all(cv2.pointPolygonTest(ring, tuple(map(float, at)), True) < -0.35 for at, _ in self.camps)
        clear &= all(cv2.pointPolygonTest(ring, tuple(map(float, at)), True) < -0.25 for at in self.tokens)
        if clear:
            self.laid.append(one)
        return clear

    def _outline(self, one: Laid) -> NDArray[np.float32]:
        high, wide = one.piece.rgb.shape[:2]
        a = np.radians(one.turn)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        return np.asarray((square(one) - np.array([wide, high]) / 2) / PPU @ spin.T + one.at, np.float32)

    def stand(self, left: int) -> None:
        wide, high = self.board.size
        for k in range(PLACES - left, PLACES):
            at = np.array([wide * ((k + 0.5) / PLACES - 0.5), high * (self.board.row - 0.5)])
            self.camps.append((self._on_board(at + self.rng.normal(0, 0.03, 2)), float(self.rng.uniform(0, np.pi))))

    def lay_stories(self, which: list[int]) -> None:
        rng, printed = self.rng, self.printed
        wide, high = self.board.size
        tall = printed.story[1]
        way = str(rng.choice(["row", "strewn", "on", "half on"]))
        if way == "on" and high < tall * 1.1:
            way = "row"
        above = self.side == "lower" or (self.side != "upper" and rng.random() < 0.4)
        y = (high / 2 + tall / 2 + rng.uniform(0.12, 0.5)) * (-1 if above else 1)
        if way == "half on":
            y = (high / 2 + rng.uniform(-0.1, 0.3) * tall) * (-1 if above else 1)
        if way == "on":
            y = 0.0
        step = max(printed.story[0] * rng.uniform(1.08, 1.5), (wide - printed.story[0]) / 5)
        start = -wide / 2 + printed.story[0] / 2 + rng.uniform(0.0, 0.5)
        for n, index in enumerate(which):
            piece = story(printed, printed.box["stories"][index])
            spot = np.array([start + step * n, y])
            if way != "strewn" and self.put(piece, self._on_board(spot), self.board_turn + rng.normal(0, 1.5)):
                continue
            for _ in range(60):
                spot = rng.uniform(-1, 1, 2) * np.array([wide / 2, high / 2 + 1.4 * tall])
                off = abs(spot[1]) > high / 2 + 0.55 * tall
                if off and self.put(piece, self._on_board(spot), rng.normal(0, 1.0 + self.recipe.turn)):
                    break

    def lay_loose(self, texts: list[str]) -> None:
        wide, high = self.board.size
        for text in texts:
            for _ in range(40):
                spot = self.rng.uniform(-1, 1, 2) * np.array([wide / 2 + 2.2, high / 2 + 3.0])
                outside = abs(spot[0]) > wide / 2 + 1.5 or abs(spot[1]) > high / 2 + 1.6
                if outside and self.put(card(self.printed, text), spot, float(self.rng.normal(0, self.recipe.turn))):
                    break

    def lay_tokens(self, count: int) -> None:
        rng, (wide, high) = self.rng, self.board.size
        heap = rng.uniform(-1, 1, 2) * np.array([wide / 2, high / 2]) + np.array(
            [0, rng.choice([-1, 1]) * (high / 2 + 0.5)]
        )
        for _ in range(count * 30):
            spot = self._on_board((heap + rng.normal(0, 0.5, 2))[None])[0]
            own = self._on_board(np.eye(2)) @ spot  # back into the board's frame
            beside = abs(own[0]) > wide / 2 + 0.25 or abs(own[1]) > high / 2 + 0.25
            free = all(cv2.pointPolygonTest(self._outline(o), tuple(map(float, spot)), True) < -0.22 for o in self.laid)
            if (
                beside
                and free
                and all(np.linalg.norm(spot - t) > 0.36 for t in self.tokens)
                and len(self.tokens) < count
            ):
                self.tokens.append(spot)

    # -- drawing

    def _spots(self) -> Array:
        return np.array([one.at for one in self.laid] + list(self.spread) + self.tokens)

    def _boards(self, canvas: NDArray[np.float32], before: bool = False) -> None:
        high, wide = self.board.rgb.shape[:2]
        a = np.radians(self.board_turn)
        spin = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        at = -self.origin * PPU - spin @ np.array([wide / 2, high / 2])
        matrix = np.concatenate([spin, at[:, None]], axis=1)
        size = (canvas.shape[1], canvas.shape[0])
        mask = cv2.warpAffine(np.ones((high, wide), np.float32), matrix, size, flags=cv2.INTER_LINEAR)
        if before:
            soft = cv2.GaussianBlur(np.roll(mask, (6, 6), (0, 1)), (0, 0), 5)
            canvas *= (1 - 0.45 * soft)[..., None]
            return
        soft = cv2.GaussianBlur(np.roll(mask, (4, 3), (0, 1)), (0, 0), 4)
        canvas *= (1 - 0.4 * soft * (1 - mask))[..., None]  # also on the cards it lies on
        top = cv2.warpAffine(self.board.rgb, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        canvas[:] = canvas * (1 - mask)[..., None] + np.clip(top, 0, 1) ** 2.2 * mask[..., None]

    def _standing(self, picture: NDArray[np.float32]) -> None:
        rgb = np.array([int(self.paint[k : k + 2], 16) for k in (1, 3, 5)]) / 255
        solids = [(at, _disc(0.165, 0.06), _TOKEN * self.rng.uniform(0.85, 1.15)) for at in self.tokens]
        solids += [(at, _turned(_BODIES[self.board.solid], turn), rgb) for at, turn in self.camps]
        ratio = self.towards[:2] / self.towards[2]
        shadow = np.zeros(picture.shape[:2], np.uint8)
        for at, faces, _ in solids:
            for face in faces:
                fallen = np.column_stack([face[:, :2] + at - face[:, 2:] * ratio, np.zeros(len(face))])
                cv2.fillPoly(shadow, [np.round(self.camera.project(fallen)).astype(np.int32)], 255)
        picture *= (1 - 0.45 * cv2.GaussianBlur(shadow.astype(np.float32) / 255, (0, 0), 3))[..., None]
        solids.sort(key=lambda s: -float(np.linalg.norm(self.camera.position[:2] - s[0])))
        for at, faces, ink in solids:
            self._solid(picture, at, faces, ink)

    def _solid(self, picture: NDArray[np.float32], at: Array, faces: list[Array], ink: Array) -> None:
        placed = [np.column_stack([face[:, :2] + at, face[:, 2]]) for face in faces]
        middle = np.mean([face.mean(axis=0) for face in placed], axis=0)
        placed.sort(key=lambda face: -float(np.linalg.norm(face.mean(axis=0) - self.camera.position)))
        for face in placed:
            normal = np.cross(face[1] - face[0], face[2] - face[0])
            normal /= max(float(np.linalg.norm(normal)), 1e-9)
            normal = -normal if normal @ (face.mean(axis=0) - middle) < 0 else normal
            if normal @ (self.camera.position - face.mean(axis=0)) <= 0:
                continue
            shine = 0.45 * (0.75 + 0.25 * normal[2]) + 0.6 * max(0.0, float(normal @ self.towards))
            px = np.round(self.camera.project(face) * 16).astype(np.int32)
            cv2.fillPoly(picture, [px], tuple(float(v) for v in ink**2.2 * shine), cv2.LINE_AA, 4)

    def truth(self, name: str) -> dict[str, Any]:
        def px(at: Array) -> list[float]:
            return [round(float(v), 1) for v in self.camera.project(np.array([[*at, 0.0]]))[0]]

        return {
            **super().truth(name),
            "camps_left": len(self.camps),
            "color": self.color,
            "camps": [px(at) for at, _ in self.camps],
            "berries": [px(at) for at in self.tokens],
            "board_px": [px(at) for at in np.array(self.spread)[[0, 2, 3, 1]]],
        }


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    return cv2.intersectConvexConvex(one, other)[0] < 1e-3


def _disc(wide: float, high: float) -> list[Array]:
    t = np.linspace(0, 2 * np.pi, 25)[:-1]
    return Scene._prism(wide * np.stack([np.cos(t), np.sin(t)], axis=1), high)


def _tent() -> list[Array]:
    half, wide, high = 0.2, 0.19, 0.36
    ends = [np.array([[x, -wide, 0], [x, wide, 0], [x, 0, high]]) for x in (-half, half)]
    slopes = [np.array([ends[0][k], ends[1][k], ends[1][2], ends[0][2]]) for k in (0, 1)]
    return [*ends, *slopes]


def _cube() -> list[Array]:
    return Scene._prism(np.array([[-0.17, -0.17], [0.17, -0.17], [0.17, 0.17], [-0.17, 0.17]]), 0.34)


def _meeple() -> list[Array]:
    head = [face + np.array([0, 0, 0.3]) for face in _disc(0.09, 0.14)]
    return [*_disc(0.17, 0.3), *head]


_BODIES = {"tent": _tent(), "cube": _cube(), "meeple": _meeple()}


def _turned(faces: list[Array], turn: float) -> list[Array]:
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return [np.column_stack([face[:, :2] @ spin, face[:, 2]]) for face in faces]


def lay_board(printed: Edition, seed: int, difficulty: str, long_side: int = 1800) -> BoardTable:
    """One player's board at the end of a game or on the way there."""
    table = BoardTable(seed, printed, difficulty, long_side)
    rng = table.rng
    texts = [one["card"] for one in printed.box["cards"]]
    tucked = [str(text) for text in rng.choice(texts, int(rng.integers(0, 4)))]
    table.tuck([(text, int(rng.integers(len(text.split("/"))))) for text in tucked])
    table.stand(int(rng.choice([0, 0, *range(9)])))
    table.lay_stories([int(k) for k in rng.choice(len(printed.box["stories"]), int(rng.integers(1, 5)), replace=False)])
    table.lay_loose([str(text) for text in rng.choice(texts, int(rng.choice([0, 0, 1, 2])))])
    table.lay_tokens(int(rng.choice([0, 1, 2, 3, 4, 6])))
    return table
