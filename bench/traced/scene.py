"""One traced table: tiles, pieces, clutter and lamps for the path tracer, and the truth about them."""

import tempfile
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.pictures import boxes
from bench.traced import paint
from bench.traced.lens import Array, Camera

PPU = 200
SQRT3 = float(np.sqrt(3))
SHAPES = ("tent", "cube", "meeple", "disc", "cone")
TOKENS = ("disc", "cube", "bead")
HARDNESS = {"easy": 0.0, "normal": 0.45, "hard": 1.0}
TILT = {"easy": (0, 18), "normal": (8, 42), "hard": (28, 58)}


def spot_of(at: tuple[float, float]) -> Array:
    """A space's centre on the table: y points up the page, as the path tracer's does."""
    return np.array([at[0] + at[1] / 2, -at[1] * SQRT3 / 2])


def tracer() -> Any:
    mi = import_module("mitsuba")
    mi.set_variant("llvm_ad_rgb" if "llvm_ad_rgb" in mi.variants() else "scalar_rgb")
    return mi


class Copy:
    """One copy of a made-up game: its box, the art of every tile, its pieces, markers and tokens."""

    def __init__(self, seed: int):
        rng = np.random.default_rng([seed, 20_262])
        self.box = boxes.make_box(rng, f"traced box {seed}")
        self.edition = paint.random_print(rng)
        self.art = {tile["id"]: paint.paint_tile(rng, self.edition, tile, PPU) for tile in self.box["tiles"]}
        self.markers = {kind: paint.paint_marker(rng, kind) for kind in ("water", "lava")}
        self.marker_sides, self.marker_wide = int(rng.choice([6, 32])), float(rng.uniform(0.24, 0.4))
        self.token = str(rng.choice(TOKENS))
        self.token_rgb = paint.lab_rgb((rng.uniform(12, 30), rng.uniform(10, 32), rng.uniform(-34, -8)))
        self.shape = str(rng.choice(SHAPES, p=[0.4, 0.15, 0.15, 0.15, 0.15]))


class TracedScene:
    """Everything about one picture is drawn from its seed.

    ``copy``: the game's, if not one of its own. ``bare``: nothing stands on the map yet.
    ``tiles``: those the map is laid of.
    """

    def __init__(
        self,
        seed: int,
        difficulty: str,
        map_present: bool = True,
        width: int = 1400,
        copy: Copy | None = None,
        bare: bool = False,
        tiles: list[str] | None = None,
    ):
        self.rng = rng = np.random.default_rng([seed, 20_261])
        self.mi = tracer()
        self.seed, self.difficulty, self.map_present = seed, difficulty, map_present
        self.hard = HARDNESS[difficulty]
        self.copy = copy or Copy(seed)
        self.box, self.edition = self.copy.box, self.copy.edition
        self.table = str(rng.choice(paint.TABLES))
        if self.table in ("gingham", "rug") and difficulty == "easy":
            self.table = "oak"
        self.laid, _ = boxes.lay_map(rng, self.box, int(rng.integers(2, 5)), tiles)
        self.spaces = boxes.spaces_of(self.box, self.laid)
        self.thick = float(rng.uniform(0.03, 0.1))
        self.gap = float(rng.choice([0.0, 0.008, 0.02, 0.03]))
        self.twist = [float(rng.normal(0, 0.6)) if self.gap else 0.0 for _ in self.laid]
        self.slide = [rng.normal(0, self.gap / 2, 2) for _ in self.laid]
        self.camera = self._camera(width)
        self.camps = [] if bare else self._camps()
        self.markers = [] if bare else self._markers()
        self.tokens = [] if bare else self._tokens()
        self.folder = tempfile.TemporaryDirectory(prefix="traced-")

    # -- where things lie

    def placed(self, tile: int, points: Array) -> Array:
        """Points (n, 2) of the ideal lattice, moved as their tile really lies."""
        middle = spot_of(self.laid[tile]["centre"])
        a = np.radians(self.twist[tile])
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        return (points - middle) @ turn.T + middle * (1 + self.gap) + self.slide[tile]

    def _outline(self, space: dict[str, Any]) -> Array:
        angles = np.radians(30 + 60 * np.arange(6))
        ring = spot_of(space["at"]) + np.stack([np.cos(angles), np.sin(angles)], axis=1) / SQRT3
        return self.placed(space["tile"], ring)

    def _camera(self, width: int) -> Camera:
        rng = self.rng
        height = width * 3 // 4
        if rng.random() < 0.3:
            width, height = height, width
        focal = max(width, height) * rng.uniform(0.68, 1.3)
        rim = np.concatenate([self._outline(s) for s in self.spaces])
        rim = np.concatenate([rim, np.full((len(rim), 1), self.thick)], axis=1)
        tilt, yaw = np.radians(rng.uniform(*TILT[self.difficulty])), rng.uniform(0, 2 * np.pi)
        roll = rng.normal(0, 6) + (rng.choice([0, 90, 180, 270]) if rng.random() < 0.2 else 0)
        bend = rng.uniform(-0.01, 0.06)
        fill = rng.uniform(0.72, 0.97)
        target = np.append((rim[:, :2].min(axis=0) + rim[:, :2].max(axis=0)) / 2, 0.0)
        away = np.array([np.sin(tilt) * np.cos(yaw), np.sin(tilt) * np.sin(yaw), np.cos(tilt)])
        low, high = 3.0, 80.0
        for _ in range(40):
            far = (low + high) / 2
            camera = Camera(target + away * far, target, roll, focal, width, height, bend)
            px = camera.project(rim)
            bad = not np.isfinite(px).all()
            if not bad:
                span = (px - np.array([width, height]) / 2) / np.array([width, height]) * 2
                middle = (span.min(axis=0) + span.max(axis=0)) / 2
                shift = middle * np.array([width, height]) / 2 / focal * far
                move = camera.axes[0] * shift[0] + camera.axes[1] * shift[1]
                target = target + np.append(0.3 * move[:2], 0.0)
                bad = bool(np.abs(span - middle).max() > fill)
            low, high = (far, high) if bad else (low, far)
        return Camera(target + away * high, target, roll, focal, width, height, bend)

    def _camps(self) -> list[dict[str, Any]]:
        rng = self.rng
        count = int(rng.integers(0, 4)) if self.difficulty == "easy" else int(rng.integers(2, 15))
        names = [c["name"] for c in self.box["colors"]]
        rng.shuffle(names)
        starts = [s for s in self.spaces if s["terrain"] == "start"]
        land = [s for s in self.spaces if s["terrain"] not in ("start", "water", "volcano")]
        rng.shuffle(land)
        camps = [{"color": c, "space": s} for c, s in zip(names, starts, strict=False)] if count else []
        if rng.random() < 0.25:  # villages on lakes
            land += [s for s in self.spaces if s["terrain"] == "water"]
            rng.shuffle(land)
        rest = land[: max(0, count - len(camps))] if starts else []
        camps += [{"color": str(rng.choice(names[: len(starts)])), "space": s} for s in rest]
        for camp in camps:
            at = self.placed(camp["space"]["tile"], spot_of(camp["space"]["at"])[None])[0]
            camp["spot"] = at + rng.normal(0, 0.06, 2)
        return camps

    def _markers(self) -> list[dict[str, Any]]:
        """Flat pieces of lava or water, now and then under a camp."""
        rng = self.rng
        if self.difficulty == "easy" or rng.random() < 0.5:
            return []
        kind = str(rng.choice(["water", "lava"]))
        taken = {tuple(c["space"]["at"]) for c in self.camps if rng.random() < 0.8}
        land = ("start", "water", "volcano")
        free = [s for s in self.spaces if s["terrain"] not in land and tuple(s["at"]) not in taken]
        rng.shuffle(free)
        return [
            {
                "kind": kind,
                "at": s["at"],
                "spot": self.placed(s["tile"], spot_of(s["at"])[None])[0] + rng.normal(0, 0.04, 2),
                "turn": float(rng.uniform(0, np.pi)),
            }
            for s in free[: int(rng.integers(1, 6))]
        ]

    def _tokens(self) -> list[dict[str, Any]]:
        """Berries on spaces that show one: one or two, beside a camp only one."""
        rng, tokens = self.rng, []
        camps, markers = {tuple(c["space"]["at"]) for c in self.camps}, {tuple(m["at"]) for m in self.markers}
        for space in self.spaces:
            at = tuple(space["at"])
            if not space["berry"] or at in markers or self.difficulty == "easy" or rng.random() < 0.4:
                continue
            middle = self.placed(space["tile"], spot_of(at)[None])[0]
            a = rng.uniform(0, 2 * np.pi)
            away = (0.27 if at in camps else 0.19) * np.array([np.cos(a), np.sin(a)])
            spots = [middle + away, middle - away][: 1 if at in camps else int(rng.integers(1, 3))]
            tokens += [{"at": at, "spot": spot} for spot in spots]
        return tokens

    # -- things for the path tracer

    def _image(self, picture: NDArray[np.float32]) -> dict[str, Any]:
        return {"type": "bitmap", "bitmap": self.mi.Bitmap(np.ascontiguousarray(picture)), "raw": False}

    def _mesh(self, name: str, vertices: Array, faces: list[list[int]], uv: Array | None = None) -> str:
        """A mesh file of polygons (fans)."""
        lines = [f"v {x:.5f} {y:.5f} {z:.5f}" for x, y, z in vertices]
        if uv is not None:
            lines += [f"vt {u:.5f} {v:.5f}" for u, v in uv]
        for face in faces:
            for a, b in pairwise(face[1:]):
                corner = [f"{k + 1}/{k + 1}" if uv is not None else f"{k + 1}" for k in (face[0], a, b)]
                lines.append("f " + " ".join(corner))
        path = Path(self.folder.name, f"{name}.obj")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    def _glossy(self, reflectance: Any, roughness: float) -> dict[str, Any]:
        paper = {"type": "roughplastic", "diffuse_reflectance": reflectance, "alpha": roughness, "nonlinear": False}
        return {"type": "twosided", "inner": paper}

    def _plain(self, rgb: Any, roughness: float = 0.3) -> dict[str, Any]:
        linear = np.asarray(rgb, float) ** 2.2
        return self._glossy({"type": "rgb", "value": linear.tolist()}, roughness)

    def _tiles(self) -> dict[str, Any]:
        things: dict[str, Any] = {}
        tiles = {t["id"]: t for t in self.box["tiles"]}
        for k, place in enumerate(self.laid):
            turn = np.radians(60 * place["rotation"])
            vertices, uv, faces = [], [], []
            for space in tiles[place["id"]]["spaces"]:
                angles = np.radians(30 + 60 * np.arange(6))
                flat = spot_of(space["at"]) + np.stack([np.cos(angles), np.sin(angles)], axis=1) / SQRT3
                faces.append(list(range(len(vertices), len(vertices) + 6)))
                spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
                laid = self.placed(k, flat @ spin.T + spot_of(place["centre"]))
                vertices += [[x, y, self.thick] for x, y in laid]
                uv += [[0.5 + x / 3.2, 0.5 + y / 3.2] for x, y in flat]
            things[f"tile{k}"] = {
                "type": "obj",
                "filename": self._mesh(f"tile{k}", np.array(vertices), faces, np.array(uv)),
                "face_normals": True,
                "bsdf": self._glossy(self._image(self.copy.art[place["id"]]), self.edition.shine),
            }
            rims = np.array(vertices).reshape(-1, 6, 3)
            low = rims.copy()
            low[..., 2] = 0
            sides = []
            for j in range(len(rims)):
                for e in range(6):
                    a, b = 12 * j + e, 12 * j + (e + 1) % 6
                    sides.append([a, b, b + 6, a + 6])
            body = np.concatenate([np.concatenate([r, g]) for r, g in zip(rims - [0, 0, 0.002], low, strict=True)])
            grey = self.rng.uniform(0.2, 0.75)
            things[f"side{k}"] = {
                "type": "obj",
                "filename": self._mesh(f"side{k}", body, sides),
                "face_normals": True,
                "bsdf": self._plain([grey, grey * 0.95, grey * 0.85], 0.5),
            }
        return things

    def _upright(self, at: Array, z: float, size: tuple[float, float, float], turn_deg: float = 0.0) -> Any:
        t = self.mi.ScalarTransform4f
        return t().translate([*at, z]).rotate([0, 0, 1], turn_deg).scale(list(size))

    def _solid(self, name: str, ring: Array, z: float, high: float, top: float, rgb: Any) -> dict[str, Any]:
        """A prism over a convex ring (n, 2), or a pyramid stump where ``top`` < 1."""
        middle = ring.mean(axis=0)
        n = len(ring)
        upper = middle + (ring - middle) * top
        levels = [np.column_stack([ring, np.full(n, z)]), np.column_stack([upper, np.full(n, z + high)])]
        vertices = np.concatenate(levels)
        faces = [[k, (k + 1) % n, (k + 1) % n + n, k + n] for k in range(n)] + [[k + n for k in range(n)]]
        return {
            name: {
                "type": "obj",
                "filename": self._mesh(name, vertices, faces),
                "face_normals": True,
                "bsdf": self._plain(rgb, 0.25),
            }
        }

    def _piece(self, name: str, at: Array, z: float, rgb: Any) -> dict[str, Any]:
        rng, turn = self.rng, self.rng.uniform(0, 360)
        a = np.radians(turn)
        axes = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        size = rng.uniform(0.9, 1.15)
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])
        circle = np.stack([np.cos(np.arange(32) * np.pi / 16), np.sin(np.arange(32) * np.pi / 16)], axis=1)
        if self.copy.shape == "cube":
            return self._solid(name, at + square @ axes * 0.17 * size, z, 0.34 * size, 1.0, rgb)
        if self.copy.shape == "disc":
            return self._solid(name, at + circle * 0.22 * size, z, 0.14 * size, 1.0, rgb)
        if self.copy.shape == "cone":
            return self._solid(name, at + circle * 0.2 * size, z, 0.42 * size, 0.08, rgb)
        if self.copy.shape == "meeple":
            body = self._solid(name, at + square * [0.2, 0.1] @ axes * size, z, 0.3 * size, 0.55, rgb)
            head = {"type": "sphere", "center": [*at, z + 0.36 * size], "radius": 0.11 * size, "bsdf": self._plain(rgb)}
            return {**body, f"{name}h": head}
        half, wide, high = 0.2 * size, 0.19 * size, 0.37 * size
        base = np.array([[-half, -wide], [half, -wide], [half, wide], [-half, wide]]) @ axes + at
        ridge = np.array([[-half, 0.0], [half, 0.0]]) @ axes + at
        levels = [np.column_stack([base, np.full(4, z)]), np.column_stack([ridge, np.full(2, z + high)])]
        vertices = np.concatenate(levels)
        faces = [[0, 1, 5, 4], [2, 3, 4, 5], [1, 2, 5], [3, 0, 4]]
        return {
            name: {
                "type": "obj",
                "filename": self._mesh(name, vertices, faces),
                "face_normals": True,
                "bsdf": self._plain(rgb, 0.25),
            }
        }

    def _pieces(self) -> dict[str, Any]:
        things: dict[str, Any] = {}
        rgb = {c["name"]: [int(c["rgb"][k : k + 2], 16) / 255 for k in (1, 3, 5)] for c in self.box["colors"]}
        for k, camp in enumerate(self.camps):
            worn = np.clip(np.array(rgb[camp["color"]]) * self.rng.uniform(0.9, 1.1, 3), 0.02, 0.95)
            things |= self._piece(f"camp{k}", camp["spot"], self.thick, worn)
        for k, marker in enumerate(self.markers):
            things |= self._marker(f"marker{k}", marker)
        covered = {tuple(m["at"]) for m in self.markers}
        for k, token in enumerate(self.tokens):
            low = self.thick + (0.03 if token["at"] in covered else 0.0)
            things |= self._token(f"token{k}", token["spot"], low)
        return things

    def _marker(self, name: str, marker: dict[str, Any]) -> dict[str, Any]:
        n, a = self.copy.marker_sides, marker["turn"]
        turns = np.arange(n) * 2 * np.pi / n
        wide = self.copy.marker_wide
        ring = marker["spot"] + wide * np.stack([np.cos(turns + a), np.sin(turns + a)], axis=1)
        top = np.column_stack([ring, np.full(n, self.thick + 0.03)])
        uv = 0.5 + 0.5 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        face = {
            "type": "obj",
            "filename": self._mesh(f"{name}top", top, [list(range(n))], uv),
            "face_normals": True,
            "bsdf": self._glossy(self._image(self.copy.markers[marker["kind"]]), self.edition.shine),
        }
        return {f"{name}top": face, **self._solid(name, ring, self.thick, 0.029, 1.0, [0.6, 0.55, 0.5])}

    def _token(self, name: str, spot: Array, z: float) -> dict[str, Any]:
        rgb = self.copy.token_rgb
        turn = np.arange(24) * np.pi / 12
        if self.copy.token == "bead":
            return {
                name: {"type": "sphere", "center": [*spot, z + 0.1], "radius": 0.12, "bsdf": self._plain(rgb, 0.15)}
            }
        if self.copy.token == "cube":
            square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]]) * 0.11
            return self._solid(name, spot + square, z, 0.2, 1.0, rgb)
        ring = np.stack([np.cos(turn), np.sin(turn)], axis=1)
        return self._solid(name, spot + ring * 0.14, z, 0.06, 1.0, rgb)

    def _clutter(self) -> dict[str, Any]:
        rng, things = self.rng, {}
        count = int(rng.integers(0, 3) if self.difficulty == "easy" else rng.integers(2, 9))
        if not self.map_present:
            count = int(rng.integers(3, 14))
        middles = np.array([self.placed(s["tile"], spot_of(s["at"])[None])[0] for s in self.spaces])
        reach = float(np.abs(middles - middles.mean(axis=0)).max()) + 3
        placed = 0
        for k in range(200):
            if placed == count:
                break
            at = middles.mean(axis=0) + rng.uniform(-reach, reach, 2)
            kind = str(rng.choice(["card", "card", "card", "cube", "die", "cup", "ball", "disc", "hand"]))
            room = {"card": 1.9, "cup": 2.3, "hand": 1.6}.get(kind, 0.95)
            near = np.linalg.norm(middles - at, axis=1).min()
            eye = self.camera.eye[:2] - self.camera.target[:2]
            # Tall things stand beyond the map or aside, not between it and the camera.
            ahead = float((at - middles.mean(axis=0)) @ eye)
            if self.map_present and (near < room or (kind in ("cup", "hand", "ball") and ahead > 0)):
                continue
            placed += 1
            rgb = paint.lab_rgb((rng.uniform(10, 90), *rng.uniform(-45, 45, 2)))
            if kind == "card":
                things[f"card{k}"] = {
                    "type": "rectangle",
                    "to_world": self._upright(at, 0.01 + 0.002 * k, (0.75, 1.1, 1), rng.uniform(0, 360)),
                    "bsdf": self._glossy(self._image(paint.paint_card(rng, self.edition)), 0.2),
                }
            elif kind in ("cube", "die"):
                half = rng.uniform(0.15, 0.3)
                things[f"cube{k}"] = {
                    "type": "cube",
                    "to_world": self._upright(at, half, (half, half, half), rng.uniform(0, 90)),
                    "bsdf": self._plain(rgb),
                }
            elif kind == "ball":
                things[f"ball{k}"] = {
                    "type": "sphere",
                    "center": [*at, 0.7],
                    "radius": 0.7,
                    "bsdf": self._plain(rgb, 0.15),
                }
            elif kind == "hand":
                skin = np.array([0.75, 0.55, 0.45]) * rng.uniform(0.35, 1.1)
                away = (at - middles.mean(axis=0)) / max(np.linalg.norm(at - middles.mean(axis=0)), 0.1)
                for j in range(9):
                    spot = at + away * j * 0.5
                    things[f"hand{k}_{j}"] = {
                        "type": "sphere",
                        "center": [*spot, 0.35],
                        "radius": float(0.38 + 0.03 * j),
                        "bsdf": self._plain(skin, 0.5),
                    }
            else:
                circle = np.stack([np.cos(np.arange(40) * np.pi / 20), np.sin(np.arange(40) * np.pi / 20)], axis=1)
                wide, high = (1.0, 2.0) if kind == "cup" else (0.35, 0.12)
                things |= self._solid(f"round{k}", at + circle * wide, 0.0, high, 1.0, rgb)
        return things

    def _lights(self) -> dict[str, Any]:
        rng, camera = self.rng, self.camera
        warm = rng.uniform(-0.25, 0.3) if self.difficulty == "easy" else rng.uniform(-0.35, 1.0)
        tint = np.array([1, 1 - 0.22 * max(warm, 0) + 0.1 * min(warm, 0), 1 - 0.5 * max(warm, 0)])
        if warm < 0:
            tint = np.array([1 + 0.6 * warm, 1 + 0.2 * warm, 1.0])
        sky = (rng.uniform(0.12, 0.5) * tint**0.4).tolist()
        things: dict[str, Any] = {"sky": {"type": "constant", "radiance": {"type": "rgb", "value": sky}}}
        for k in range(int(rng.integers(1, 3))):
            a, far, high = rng.uniform(0, 2 * np.pi), rng.uniform(3, 22), rng.uniform(9, 24)
            at = self.camera.target + np.array([far * np.cos(a), far * np.sin(a), high])
            size = rng.uniform(0.6, 4.5)
            ahead = (camera.target - camera.eye) / np.linalg.norm(camera.target - camera.eye)
            aside = (at - camera.eye) - ahead * float((at - camera.eye) @ ahead)
            if np.linalg.norm(aside) < 2 * size + 1:  # before the lens it would hide everything
                at = at + np.array([0.0, 0.0, camera.eye[2] + 4 - high])
            power = rng.uniform(0.6, 1.4) * (high**2 + far**2) / size**2 * 0.35
            own = tint if k == 0 else np.array([0.85, 0.93, 1.0])
            things[f"lamp{k}"] = {
                "type": "rectangle",
                "to_world": self.mi.ScalarTransform4f()
                .look_at(origin=at.tolist(), target=self.camera.target.tolist(), up=[0.01, 0.02, 1])
                .scale([size, size * rng.uniform(0.5, 1), 1]),
                "emitter": {"type": "area", "radiance": {"type": "rgb", "value": (power * own).tolist()}},
            }
        return things

    def trace(self, samples: int) -> NDArray[np.float32]:
        """The light at the sensor, (h, w, 3), linear."""
        camera, mi = self.camera, self.mi
        far = float(np.linalg.norm(camera.eye - camera.target))
        long_side = max(camera.width, camera.height)
        top = paint.paint_table(self.rng, self.table, 1400, self.edition)
        scene: dict[str, Any] = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": 5, "hide_emitters": False},
            "table": {
                "type": "rectangle",
                "to_world": self._upright(camera.target[:2], 0.0, (26, 26, 1), self.rng.uniform(0, 360)),
                "bsdf": self._glossy(self._image(top), float(self.rng.uniform(0.15, 0.5))),
            },
            "sensor": {
                "type": "thinlens",
                "fov": float(np.degrees(2 * np.arctan(long_side / 2 / camera.focal_px))),
                "fov_axis": "larger",
                "aperture_radius": float(self.rng.uniform(0.0, 0.05) * (0.3 + self.hard)),
                "focus_distance": far * float(self.rng.uniform(0.92, 1.05)),
                "to_world": mi.ScalarTransform4f().look_at(
                    origin=camera.eye.tolist(), target=camera.target.tolist(), up=camera.up.tolist()
                ),
                "film": {
                    "type": "hdrfilm",
                    "width": camera.width,
                    "height": camera.height,
                    "rfilter": {"type": "gaussian"},
                },
                "sampler": {"type": "independent", "sample_count": samples},
            },
            **self._lights(),
            **self._clutter(),
        }
        if self.map_present:
            scene |= self._tiles() | self._pieces()
        light = np.array(mi.render(mi.load_dict(scene), spp=samples))[..., :3].astype(np.float32)
        self.folder.cleanup()
        return camera.bend_picture(np.nan_to_num(light))

    def truth(self, photo: str, box: str) -> dict[str, Any]:
        camera = self.camera
        given: dict[str, Any] = {
            "photo": photo,
            "box": box,
            "size": [camera.width, camera.height],
            "map_present": self.map_present,
            "difficulty": self.difficulty,
            "table": self.table,
            "seed": self.seed,
            "print": self.edition.hand,
            "seam": self.edition.seam,
            "pieces": self.copy.shape,
            "hexes": [],
            "tiles": [],
            "camps": [],
            "berries": [],
            "markers": [],
        }
        if not self.map_present:
            return given
        for space in self.spaces:
            ring = self._outline(space)
            px = camera.project(np.column_stack([np.vstack([ring.mean(axis=0), ring]), np.full(7, self.thick)]))
            given["hexes"].append(
                {
                    "q": space["at"][0],
                    "r": space["at"][1],
                    "terrain": space["terrain"],
                    "centre_px": np.round(px[0], 1).tolist(),
                    "corners_px": np.round(px[1:], 1).tolist(),
                }
            )
        given["tiles"] = self.laid
        given["camps"] = [{"color": c["color"], "at": list(c["space"]["at"])} for c in self.camps]
        given["berries"] = [{"at": list(t["at"])} for t in self.tokens]
        given["markers"] = [{"kind": m["kind"], "at": list(m["at"])} for m in self.markers]
        return given
