"""One table picture: table, tiles with thickness, pieces and clutter under a lamp, seen by a camera."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.pictures import art, boxes, lying
from bench.pictures.geometry import Array, Camera, corners_of, look_at, plane_of

TABLES = (
    "wood_light",
    "wood_dark",
    "wood_red",
    "cloth_green",
    "cloth_blue",
    "white",
    "grey",
    "black",
    "sand",
    "cloth_red",
)
PPU = 110


@dataclass(frozen=True)
class Light:
    """A lamp's direction and colours; ``glare`` is a bright patch mirrored by the print."""

    towards: Array  # (3,) unit vector from the table to the lamp
    lamp_rgb: Array
    ambient_rgb: Array
    glare: float
    falloff: float


@dataclass(frozen=True)
class Recipe:
    """What difficulty means."""

    tilt_deg: tuple[float, float]
    warm: float
    glare: float
    blur_px: tuple[float, float]
    noise: tuple[float, float]
    jpeg: tuple[int, int]
    camps: tuple[int, int]
    clutter: tuple[int, int]
    roll_deg: float
    fill: tuple[float, float]
    overlap: float = 0.0


RECIPES = {
    "easy": Recipe((0, 12), 0.0, 0.0, (0.0, 0.6), (0.002, 0.006), (85, 95), (0, 2), (0, 1), 10, (0.7, 0.92)),
    "normal": Recipe((8, 42), 0.5, 0.2, (0.3, 1.1), (0.003, 0.01), (80, 92), (2, 10), (1, 5), 12, (0.75, 0.97)),
    "hard": Recipe((30, 59), 1.0, 0.6, (0.5, 1.9), (0.006, 0.022), (60, 92), (6, 16), (3, 8), 20, (0.7, 1.0), 0.3),
}


def random_light(rng: np.random.Generator, recipe: Recipe) -> Light:
    elevation, azimuth = np.radians(rng.uniform(30, 75)), rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)])
    warmth = recipe.warm * rng.uniform(-0.35, 1.0)
    lamp = np.array([1.0, 1 - 0.3 * max(warmth, 0), 1 - 0.6 * max(warmth, 0)])
    if warmth < 0:
        lamp = np.array([1 + warmth * 0.6, 1 + warmth * 0.2, 1.0])
    ambient = np.array([1, 0.98, 0.95]) if rng.random() < 0.5 else np.array([0.85, 0.92, 1.0])
    strength = rng.uniform(0.65, 1.05)
    share = rng.uniform(0.3, 0.6)
    return Light(
        towards,
        strength * (1 - share) * 1.25 * lamp,
        strength * share * ambient,
        recipe.glare * rng.uniform(0, 0.6),
        recipe.warm * rng.uniform(0, 0.5),
    )


def _layer(
    camera: Camera, canvas: NDArray[np.float32], origin: Array, ppu: float, z: float, border: int
) -> NDArray[np.float32]:
    """A picture lying at height z as the camera sees it."""
    height, width = camera.height_px, camera.width_px
    step = 4
    ys, xs = np.mgrid[0 : height + step : step, 0 : width + step : step].astype(np.float64)
    points, down = camera.table_points(np.stack([xs.ravel(), ys.ravel()], axis=1), z)
    spots = (points - origin) * ppu
    spots[~down] = -1e4
    maps = [
        cv2.resize(
            spots[:, k].reshape(xs.shape).astype(np.float32),
            (xs.shape[1] * step, xs.shape[0] * step),
            interpolation=cv2.INTER_LINEAR,
        )
        for k in range(2)
    ]
    # cv2.resize aligns pixel centres; shift back so that grid points keep their values.
    shift = np.float32([[1, 0, -(step - 1) / 2], [0, 1, -(step - 1) / 2]])
    moved = [cv2.warpAffine(m, shift, (width, height), borderMode=cv2.BORDER_REPLICATE) for m in maps]
    return np.asarray(cv2.remap(canvas, moved[0], moved[1], cv2.INTER_AREA, borderMode=border), np.float32)


def _over(picture: NDArray[np.float32], top: NDArray[np.float32], alpha: NDArray[np.float32]) -> None:
    picture *= (1 - alpha)[..., None]
    picture += top * alpha[..., None]


@dataclass(frozen=True)
class Edition:
    """One print: its box and its art."""

    box: dict[str, Any]
    look: art.Look


def edition(seed: int, style: str = "plain") -> Edition:
    rng = np.random.default_rng(seed)
    return Edition(boxes.make_box(rng, f"made box {seed}"), art.random_look(rng, style))


class Scene:
    """Builds one picture step by step, in linear light. ``bare``: nothing lies on the map, as before a game.

    ``tiles``: of the edition's box, those the map is laid of; a map of its own if none are given. ``row``: one behind
    the other. ``table``: what it lies on, if that is not left to chance.
    """

    def __init__(
        self,
        seed: int,
        difficulty: str,
        long_side_px: int = 1600,
        map_present: bool = True,
        printed: Edition | None = None,
        bare: bool = False,
        tiles: list[str] | None = None,
        table: str = "",
        row: bool = False,
    ):
        self.rng = np.random.default_rng(seed)
        self.recipe = RECIPES[difficulty]
        self.difficulty, self.seed, self.map_present = difficulty, seed, map_present
        printed = printed or edition(seed)
        self.box, self.look = printed.box, printed.look
        self.table = str(self.rng.choice(TABLES))
        if self.rng.random() < 0.2:  # a table in the very colour of a terrain
            self.table = "like_" + str(self.rng.choice(["badlands", "desert", "forest", "water", "mountain", "start"]))
        self.table = table or self.table
        self.laid, self.chirality = boxes.lay_map(self.rng, self.box, int(self.rng.integers(2, 5)), tiles, row)
        self.spaces = boxes.spaces_of(self.box, self.laid)
        self.gap = float(self.rng.choice([0.0, 0.01, 0.03]))
        self.twist = [float(self.rng.normal(0, 0.5)) if self.gap else 0.0 for _ in self.laid]
        self.thick = float(self.rng.uniform(0.04, 0.09))
        self.light = random_light(self.rng, self.recipe)
        self.camera = self._camera(long_side_px)
        self.camps = [] if bare else self._camps()
        self.markers = [] if bare else self._markers()
        self.tokens = [] if bare else self._tokens()

    # -- the set-up ---------------------------------------------------------------------------------------------

    def _spot(self, at: tuple[int, int], tile: int, size: float = 1.0) -> tuple[Array, Array]:
        """Where a space really lies: centre (2,) and corners (6, 2), with the tile's own gap and twist."""
        middle = plane_of(*self.laid[tile]["centre"])
        angle = np.radians(self.twist[tile])
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        spread = middle * (1 + self.gap)
        return (
            spread + turn @ (plane_of(*at) - middle),
            spread + (corners_of(*at, size) - middle) @ turn.T,
        )

    def _camera(self, long_side_px: int) -> Camera:
        rng, recipe = self.rng, self.recipe
        width, height = long_side_px, long_side_px * 3 // 4
        if rng.random() < 0.25:
            width, height = height, width
        focal = max(width, height) * rng.choice([26, 28, 35, 48]) / 36
        points = np.concatenate([self._spot(s["at"], s["tile"])[1] for s in self.spaces])
        target = (points.min(axis=0) + points.max(axis=0)) / 2
        tilt, yaw = rng.uniform(*recipe.tilt_deg), rng.uniform(0, 360)
        roll, k1 = rng.normal(0, recipe.roll_deg / 3), rng.uniform(0, 0.05)
        if rng.random() < 0.1:
            roll += float(rng.choice([90, 180, 270]))
        fill, low, high = rng.uniform(*recipe.fill), 2.0, 120.0
        flat = np.concatenate([points, np.zeros((len(points), 1))], axis=1)
        for _ in range(30):
            distance = (low + high) / 2
            camera = look_at(target, distance, tilt, yaw, roll, focal, width, height, k1)
            px = camera.project(flat)
            seen = ((flat - camera.position) @ camera.rotation.T)[:, 2].min() > 0.5
            if seen:  # keep the map in the middle of the frame
                middle = (px.min(axis=0) + px.max(axis=0)) / 2
                spot, ok = camera.table_points(middle[None], 0.0)
                if ok[0]:
                    shift = 0.7 * (spot[0] - camera.table_points(np.array([[width / 2, height / 2]]), 0.0)[0][0])
                    target = target + np.clip(shift, -1, 1) * 0.5
            span = (px - np.array([width, height]) / 2) / (np.array([width, height]) / 2)
            if not seen or np.abs(span).max() > fill:
                low = distance
            else:
                high = distance
        return look_at(target, high * 1.01, tilt, yaw, roll, focal, width, height, k1)

    def _camps(self) -> list[dict[str, Any]]:
        """Every start holds its player's camp once there is any; the others stand on land."""
        rng = self.rng
        count = int(rng.integers(self.recipe.camps[0], self.recipe.camps[1] + 1))
        if count == 0:
            return []
        names = [c["name"] for c in self.box["colors"]]
        starts = [s for s in self.spaces if s["terrain"] == "start"]
        land = [s for s in self.spaces if s["terrain"] not in ("start", "water", "volcano")]
        if rng.random() < 0.25:  # villages on lakes
            land += [s for s in self.spaces if s["terrain"] == "water"]
        rng.shuffle(names)
        rng.shuffle(land)
        camps = [{"color": name, "space": s} for name, s in zip(names, starts, strict=False)]
        camps += [
            {"color": str(rng.choice(names[: len(starts)] or names)), "space": s}
            for s in land[: max(0, count - len(starts))]
        ]
        for camp in camps:
            camp["spot"] = self._spot(camp["space"]["at"], camp["space"]["tile"])[0] + rng.normal(0, 0.05, 2)
            camp["turn"] = float(rng.uniform(0, np.pi))
        return camps

    def _markers(self) -> list[dict[str, Any]]:
        """Water or lava, now and then both: scattered, or each beside the one before."""
        rng, extra = self.rng, np.random.default_rng([self.seed, 5])
        # Also under camps, now and then.
        taken = {c["space"]["at"] for c in self.camps if rng.random() < 0.8}
        if self.difficulty == "easy" or rng.random() < 0.5:
            return []
        kind = str(rng.choice(["water", "lava"]))
        free = [s for s in self.spaces if s["terrain"] not in ("start", "water", "volcano") and s["at"] not in taken]
        rng.shuffle(free)
        if extra.random() < 0.4:
            first = plane_of(*free[0]["at"])
            free.sort(key=lambda s: float(np.linalg.norm(plane_of(*s["at"]) - first)))
        both = extra.random() < 0.3
        return [
            {
                "kind": "marker",
                "what": {"water": "lava", "lava": "water"}[kind] if both and k % 2 else kind,
                "at": s["at"],
                "spot": self._spot(s["at"], s["tile"])[0] + rng.normal(0, 0.04, 2),
                "turn": float(rng.uniform(0, np.pi)),
            }
            for k, s in enumerate(free[: int(rng.integers(1, 6))])
        ]

    def _tokens(self) -> list[dict[str, Any]]:
        rng, taken = self.rng, {c["space"]["at"] for c in self.camps} | {m["at"] for m in self.markers}
        extra = np.random.default_rng([self.seed, 6])
        tokens = []
        for space in self.spaces:
            if self.difficulty != "easy" and space["berry"] and rng.random() < 0.5:
                middle = self._spot(space["at"], space["tile"])[0]
                a, off = rng.uniform(0, 2 * np.pi), float(extra.choice([0.16, 0.2, 0.23]))
                offset = off * np.array([np.cos(a), np.sin(a)])
                spots = [middle + offset, middle - offset][: 1 if space["at"] in taken else int(rng.integers(1, 3))]
                tokens += [{"at": space["at"], "spot": s, "turn": float(extra.uniform(0, np.pi))} for s in spots]
        return tokens

    # -- painting -----------------------------------------------------------------------------------------------

    def render(self) -> NDArray[np.uint8]:
        """The picture, (height, width, 3) RGB."""
        rng, camera = self.rng, self.camera
        lit = self.light.ambient_rgb + self.light.lamp_rgb * self.light.towards[2]
        if not self.map_present and rng.random() < 0.4:
            self.table = str(rng.choice(["chess", "floor", "stripes"]))
        table = art.paint_table(rng, self.table, 1200, self.look) ** 2.2
        spread = 40.0
        picture = _layer(camera, table, np.array([-spread / 2, -spread / 2]), 1200 / spread, 0.0, cv2.BORDER_REFLECT)
        clutter = self._clutter()
        for item in clutter:
            if item["kind"] == "card":
                self._card(picture, item)
        if self.map_present:
            canvas, mask, origin = self._map_canvas()
            shade = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 0.05 * PPU)
            offset = -self.light.towards[:2] / max(self.light.towards[2], 0.3) * self.thick
            shadow = _layer(camera, shade, origin + offset, PPU, 0.0, cv2.BORDER_CONSTANT)
            picture *= (1 - 0.6 * shadow)[..., None]
            side_rgb = np.array([0.25, 0.2, 0.15]) * rng.uniform(0.3, 1.5)
            for z in np.linspace(0, self.thick, 7)[:-1]:
                rim = _layer(camera, mask.astype(np.float32) / 255, origin, PPU, z, cv2.BORDER_CONSTANT)
                _over(picture, np.broadcast_to(side_rgb, picture.shape).astype(np.float32), rim)
            top = _layer(camera, canvas, origin, PPU, self.thick, cv2.BORDER_CONSTANT)
            rim = _layer(camera, mask.astype(np.float32) / 255, origin, PPU, self.thick, cv2.BORDER_CONSTANT)
            _over(picture, top**2.2, rim)
        picture *= lit.astype(np.float32)
        solids = [item for item in clutter if item["kind"] != "card"]
        if self.map_present:
            solids += self.markers
            solids += [{"kind": "token", **t} for t in self.tokens] + [{"kind": "camp", **c} for c in self.camps]
        for item in solids:
            self._cast(picture, item)
        solids.sort(
            key=lambda s: (
                -float(np.linalg.norm(camera.position[:2] - s["spot"]))
                - {"token": 100, "marker": 200}.get(s["kind"], 0)
            )
        )
        for item in solids:
            self._solid(picture, item)
            if item["kind"] == "marker":
                self._marker_art(picture, item)
        if self.map_present and rng.random() < self.recipe.overlap:
            self._hand(picture)
        return self._develop(picture)

    def _hand(self, picture: NDArray[np.float32]) -> None:
        """An arm or a card reaching in from the border, over at most a space or two."""
        rng = self.rng
        points = np.concatenate([self._spot(s["at"], s["tile"])[1] for s in self.spaces])
        px = self.camera.project(np.concatenate([points, np.zeros((len(points), 1))], axis=1))
        tip = px[int(rng.integers(len(px)))]
        middle = px.mean(axis=0)
        away = (tip - middle) / max(1.0, float(np.linalg.norm(tip - middle)))
        side = np.array([-away[1], away[0]]) * rng.uniform(0.03, 0.06) * max(picture.shape[:2])
        far = tip + away * 2 * max(picture.shape[:2])
        skin = np.array([0.8, 0.55, 0.42]) * rng.uniform(0.4, 1.1)
        arm = np.array([tip + side * 0.6, tip - away * 10, tip - side * 0.6, far - side * 2, far + side * 2])
        cv2.fillPoly(picture, [arm.astype(np.int32)], tuple(float(v) for v in skin**2.2), cv2.LINE_AA)

    def _map_canvas(self) -> tuple[NDArray[np.float32], NDArray[np.uint8], Array]:
        points = np.concatenate([self._spot(s["at"], s["tile"])[1] for s in self.spaces])
        origin = points.min(axis=0) - 0.5
        width, height = ((points.max(axis=0) + 0.5 - origin) * PPU).astype(int)
        canvas, mask = np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.uint8)
        tiles = {t["id"]: t for t in self.box["tiles"]}
        for index, place in enumerate(self.laid):
            picture, own = art.paint_tile(self.look, tiles[place["id"]], PPU)
            middle = (plane_of(*place["centre"]) * (1 + self.gap) - origin) * PPU
            angle = 60 * place["rotation"] - self.twist[index]
            turn = cv2.getRotationMatrix2D((own.shape[1] / 2, own.shape[0] / 2), angle, 1.0)
            turn[:, 2] += middle - np.array([own.shape[1] / 2, own.shape[0] / 2])
            moved = cv2.warpAffine(picture, turn, (width, height), flags=cv2.INTER_LINEAR)
            cover = cv2.warpAffine(own, turn, (width, height), flags=cv2.INTER_LINEAR)
            alpha = cover.astype(np.float32)[..., None] / 255
            canvas = np.where(alpha > 0, canvas * (1 - alpha) + moved, canvas)
            mask = np.maximum(mask, cover)
        return canvas, mask, origin

    def _clutter(self) -> list[dict[str, Any]]:
        rng = self.rng
        count = int(rng.integers(self.recipe.clutter[0], self.recipe.clutter[1] + 1))
        if not self.map_present:
            count = int(rng.integers(2, 12))
        middles = np.array([self._spot(s["at"], s["tile"])[0] for s in self.spaces])
        items = []
        for _ in range(count * 4):
            px = rng.uniform(0, 1, 2) * np.array([self.camera.width_px, self.camera.height_px])
            spots, down = self.camera.table_points(px[None], 0.0)
            spot = spots[0]
            near = np.linalg.norm(middles - spot, axis=1).min()
            kind = str(rng.choice(["card", "cube", "disc", "cup", "card"]))
            room = {"card": 2.0, "cube": 1.0, "disc": 1.1, "cup": 2.6}[kind]
            if not down[0] or (self.map_present and near < room) or len(items) >= count:
                continue
            if kind == "cup" and self._hides_map(spot, middles):
                continue
            items.append(
                {
                    "kind": kind,
                    "spot": spot,
                    "turn": float(rng.uniform(0, np.pi)),
                    "size": float(rng.uniform(0.7, 1.3)),
                    "rgb": art.rgb_of(rng.uniform(0, 360), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95)).astype(
                        np.float64
                    ),
                }
            )
        return items

    def _hides_map(self, spot: Array, middles: Array) -> bool:
        """Whether a cup on this spot would stand between the camera and the map."""
        ring = np.array([[1.4, 0], [-1.4, 0], [0, 1.4], [0, -1.4]]) + spot
        body = np.concatenate([np.column_stack([ring, np.full(4, z)]) for z in (0.0, 2.6)])
        if ((body - self.camera.position) @ self.camera.rotation.T)[:, 2].min() < 0.5:
            return True
        px = self.camera.project(body)
        seen = self.camera.project(np.column_stack([middles, np.zeros(len(middles))]))
        margin = 0.03 * self.camera.width_px
        return bool(((seen > px.min(axis=0) - margin) & (seen < px.max(axis=0) + margin)).all(axis=1).any())

    def _card(self, picture: NDArray[np.float32], item: dict[str, Any]) -> None:
        a = item.get("turn", 0.0)
        axes = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        for size, rgb in ((1.0, np.array([0.9, 0.89, 0.85])), (0.86, item["rgb"]), (0.5, item["rgb"][::-1])):
            box = np.array([[-1, -0.7], [1, -0.7], [1, 0.7], [-1, 0.7]]) * size * item["size"]
            self._fill(picture, np.concatenate([item["spot"] + box @ axes, np.full((4, 1), 0.01)], axis=1), rgb**2.2)

    def _fill(self, picture: NDArray[np.float32], points: Array, linear_rgb: Array) -> None:
        if ((points - self.camera.position) @ self.camera.rotation.T)[:, 2].min() < 0.3:
            return
        px = np.round(self.camera.project(points) * 16).astype(np.int32)
        if np.abs(px).max() > 16 * 20000:
            return
        cv2.fillPoly(picture, [px], tuple(float(v) for v in linear_rgb), cv2.LINE_AA, 4)

    def _marker_art(self, picture: NDArray[np.float32], item: dict[str, Any]) -> None:
        """The strokes on a marker's face, and a spot where it mirrors the lamp."""
        lit = self.light.ambient_rgb + self.light.lamp_rgb * self.light.towards[2]
        own = lying.marker_look(self.look, item["what"])
        a = item["turn"]
        axes = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        strokes = [(ring, rgb**2.2 * lit) for ring, rgb in own.strokes]
        if own.shine:
            pale = own.outline * 0.3 + 0.3 * own.outline.max() * self.light.towards[:2] @ axes.T
            strokes.append((pale, (own.rgb**2.2 + own.shine) * lit))
        for ring, linear_rgb in strokes:
            spot = np.concatenate([item["spot"] + ring @ axes, np.full((len(ring), 1), self.thick + own.high)], axis=1)
            self._fill(picture, spot, linear_rgb)

    def _body(self, item: dict[str, Any]) -> tuple[list[Array], Array, float]:
        """Faces (n, 3) of a solid, its colour, and its height."""
        a = item.get("turn", 0.0)
        axes = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        if item["kind"] == "camp":
            rgb = (
                np.array(
                    [
                        int(
                            next(c["rgb"] for c in self.box["colors"] if c["name"] == item["color"])[k : k + 2],
                            16,
                        )
                        for k in (1, 3, 5)
                    ]
                )
                / 255
            )
            half, wide, high, z0 = 0.2, 0.19, 0.36, self.thick
            ends = [np.array([[x, -wide, 0], [x, wide, 0], [x, 0, high]]) for x in (-half, half)]
            faces = [
                *ends,
                np.array([ends[0][0], ends[1][0], ends[1][2], ends[0][2]]),
                np.array([ends[0][1], ends[1][1], ends[1][2], ends[0][2]]),
            ]
        elif item["kind"] == "cube":
            rgb, half, high, z0 = item["rgb"], 0.2 * item["size"], 0.4 * item["size"], 0.0
            ring = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
            faces = self._prism(ring, high)
        elif item["kind"] == "marker":
            own = lying.marker_look(self.look, item["what"])
            rgb, high, z0 = own.rgb, own.high, self.thick
            faces = self._prism(own.outline, high)
        elif item["kind"] == "token":
            token = lying.token_look(self.look)
            rgb, high, z0 = token.rgb, token.high, self.thick
            faces = [
                face + np.array([0.0, 0.0, low])
                for ring, low, top in lying.token_rings(token)
                for face in self._prism(ring, top - low)
            ]
        else:
            wide, high, z0 = {"disc": (0.35, 0.12, 0.0), "cup": (1.3, 2.4, 0.0)}[item["kind"]]
            rgb = item["rgb"]
            t = np.linspace(0, 2 * np.pi, 33)[:-1]
            faces = self._prism(wide * np.stack([np.cos(t), np.sin(t)], axis=1), high)
        placed = []
        for face in faces:
            flat = face[:, :2] @ axes + item["spot"]
            placed.append(np.concatenate([flat, face[:, 2:] + z0], axis=1))
        return placed, rgb, high

    @staticmethod
    def _prism(ring: Array, high: float) -> list[Array]:
        faces = []
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            faces.append(np.array([[*a, 0], [*b, 0], [*b, high], [*a, high]]))
        faces.append(np.concatenate([ring, np.full((len(ring), 1), high)], axis=1))
        return faces

    def _cast(self, picture: NDArray[np.float32], item: dict[str, Any]) -> None:
        """The soft shadow a solid throws on the plane it stands on."""
        faces, _, _ = self._body(item)
        base = min(float(f[:, 2].min()) for f in faces)
        mask = np.zeros(picture.shape[:2], np.uint8)
        ratio = self.light.towards[:2] / max(self.light.towards[2], 0.3)
        for face in faces:
            fallen = face.copy()
            fallen[:, :2] -= (face[:, 2:] - base) * ratio
            fallen[:, 2] = base
            if ((fallen - self.camera.position) @ self.camera.rotation.T)[:, 2].min() < 0.3:
                return
            px = self.camera.project(fallen)
            if np.abs(px).max() < 20000:
                cv2.fillPoly(mask, [np.round(px).astype(np.int32)], 255)
        share = float((self.light.lamp_rgb * self.light.towards[2]).mean())
        depth = share / (share + float(self.light.ambient_rgb.mean()))
        soft = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 3 + max(picture.shape) / 400)
        picture *= (1 - depth * soft)[..., None]

    def _solid(self, picture: NDArray[np.float32], item: dict[str, Any]) -> None:
        faces, rgb, _ = self._body(item)
        middle = np.mean([f.mean(axis=0) for f in faces], axis=0)
        faces.sort(key=lambda f: -float(np.linalg.norm(f.mean(axis=0) - self.camera.position)))
        for face in faces:
            normal = np.cross(face[1] - face[0], face[2] - face[0])
            normal /= max(float(np.linalg.norm(normal)), 1e-9)
            if normal @ (face.mean(axis=0) - middle) < 0:
                normal = -normal
            if normal @ (self.camera.position - face.mean(axis=0)) <= 0:
                continue
            shine = self.light.ambient_rgb * (0.75 + 0.25 * normal[2])
            shine = shine + self.light.lamp_rgb * max(0.0, float(normal @ self.light.towards))
            self._fill(picture, face, rgb**2.2 * shine)

    def _develop(self, picture: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Falloff, glare, defocus, exposure, noise; linear light to 8 bit."""
        rng, recipe = self.rng, self.recipe
        height, width = picture.shape[:2]
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        lean = rng.normal(size=2)
        lean /= np.linalg.norm(lean)
        slope = ((xs / width - 0.5) * lean[0] + (ys / height - 0.5) * lean[1]).astype(np.float32)
        picture = picture * (1 + self.light.falloff * slope)[..., None]
        r2 = ((xs - width / 2) ** 2 + (ys - height / 2) ** 2) / (width**2 + height**2) * 4
        picture *= (1 - rng.uniform(0, 0.25) * r2)[..., None]
        if self.light.glare > 0.05:
            cx, cy = rng.uniform(0.25, 0.75, 2) * [width, height]
            sx, sy = rng.uniform(0.06, 0.2, 2) * width
            spot = np.exp(-(((xs - cx) / sx) ** 2) - ((ys - cy) / sy) ** 2)
            picture += (self.light.glare * 0.6 * spot)[..., None] * (0.5 + 0.5 * self.light.lamp_rgb).astype(np.float32)
        exposure = rng.uniform(0.85, 1.12) / max(float(np.percentile(picture, 97)), 0.3)
        picture = np.maximum(picture * (0.55 + 0.45 * exposure), 0) ** (1 / 2.2)
        if rng.random() < 0.6:  # the phone's own white balance takes part of the cast away
            gains = picture.reshape(-1, 3).mean() / picture.reshape(-1, 3).mean(axis=0)
            picture *= gains.astype(np.float32) ** rng.uniform(0.1, 0.5)
        scale = max(width, height) / 1600
        blur = rng.uniform(*recipe.blur_px) * scale
        if blur > 0.3:
            picture = cv2.GaussianBlur(picture, (0, 0), blur)
        if self.difficulty == "hard" and rng.random() < 0.25:  # a shaking hand
            length = max(3, int(rng.uniform(3, 9) * scale))
            kernel = np.zeros((length, length), np.float32)
            a = rng.uniform(0, np.pi)
            reach = np.array([np.cos(a), np.sin(a)]) * length / 2
            ends = [tuple(np.round(length / 2 + sign * reach).astype(int).tolist()) for sign in (-1, 1)]
            cv2.line(kernel, ends[0], ends[1], 1.0, 1)
            picture = cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6))
        grain = rng.normal(0, rng.uniform(*recipe.noise), (height // 2 + 1, width // 2 + 1, 3)).astype(np.float32)
        picture += cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
        return np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8)

    # -- truth --------------------------------------------------------------------------------------------------

    def truth(self, name: str) -> dict[str, Any]:
        """What the picture shows, in the form ``bench.photo_figures`` reads."""
        base: dict[str, Any] = {
            "photo": name,
            "size": [self.camera.width_px, self.camera.height_px],
            "map_present": self.map_present,
            "difficulty": self.difficulty,
            "table": self.table,
            "seed": self.seed,
        }
        if not self.map_present:
            return {
                **base,
                "hexes": [],
                "tiles": [],
                "camps": [],
                "berries": [],
                "markers": [],
                "style": self.look.style,
            }
        hexes = []
        for s in self.spaces:
            centre, corners = self._spot(s["at"], s["tile"])
            lifted = np.concatenate([np.vstack([centre, corners]), np.full((7, 1), self.thick)], axis=1)
            px = np.round(self.camera.project(lifted), 1)
            hexes.append(
                {
                    "q": s["at"][0],
                    "r": s["at"][1],
                    "terrain": s["terrain"],
                    "centre_px": px[0].tolist(),
                    "corners_px": px[1:].tolist(),
                }
            )
        camps = [{"color": c["color"], "at": list(c["space"]["at"])} for c in self.camps]
        return {
            **base,
            "chirality": self.chirality,
            "hexes": hexes,
            "tiles": self.laid,
            "camps": camps,
            "berries": [{"at": list(t["at"])} for t in self.tokens],
            "markers": [{"kind": m["what"], "at": list(m["at"])} for m in self.markers],
            "style": self.look.style,
        }
