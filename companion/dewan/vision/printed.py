"""The print of one's own tiles: a small picture of each, straight from above, learned from photos somebody accepted.

Tile and turn of every flower are known once a map is decoded. So each space of the photo can be laid over the same
printed space as it was seen before: what differs lies on it. Pictures are kept in even daylight, and brought to the
light of a photo by comparing the two; a smooth field over the map takes care of shadows and lamps at one side.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import lab_to_linear, linear_to_lab, log_sum
from companion.dewan.vision.decode import FLOWER, Patterns
from companion.dewan.vision.lattice import Floats, Lattice, LatticeView, axial_of, plane_of, rounded
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.shift import Shift, shift_of
from companion.dewan.vision.snap import Snapped
from companion.dewan.vision.terrain import MapReading
from companion.rules.hexes import Hex

PPU = 24  # pixels between neighbouring spaces
SIDE = 76  # pixels: a tile is 72 by 70
_DARKEST = 0.004  # linear; below it there is noise alone

Picture: TypeAlias = NDArray[np.float64]  # (SIDE, SIDE, 3) linear RGB in daylight


@dataclass(frozen=True)
class TilePrint:
    """One tile from above, unturned. ``seen``: how many photos taught each of its seven spaces, centre first."""

    picture: Picture
    seen: tuple[int, ...]


Prints: TypeAlias = Mapping[str, tuple[TilePrint, ...]]
"""By tile: its print, then perhaps a rival that later photos may prove right."""


def _grid() -> Floats:
    """Where each pixel of a tile's picture lies in the tile's plane, (SIDE, SIDE, 2)."""
    steps = (np.arange(SIDE) - (SIDE - 1) / 2) / PPU
    return np.stack(np.meshgrid(steps, steps), axis=-1)


def _members() -> NDArray[np.int64]:
    """Which of the seven spaces each pixel belongs to, (SIDE, SIDE); -1 outside the tile."""
    places = {at: k for k, at in enumerate(FLOWER)}
    spaces = rounded(axial_of(_grid().reshape(-1, 2)))
    return np.array([places.get(space, -1) for space in spaces], np.int64).reshape(SIDE, SIDE)


GRID = _grid()
MEMBERS = _members()


def _turned(points: Floats, turn: int) -> Floats:
    """Plane points (..., 2) turned by sixths, as tiles turn."""
    angle = -np.pi / 3 * turn  # the plane's y points down
    spin = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(points @ spin.T)


@dataclass(frozen=True)
class SeenTile:
    """A tile of the map as the photo shows it, unturned and from above: linear RGB, with its name."""

    id: str
    turn: int
    centre: Hex
    share: float
    linear: Floats  # (SIDE, SIDE, 3)
    inside: tuple[bool, ...]  # which of its seven spaces lie wholly in the picture, and large enough to be learned


def seen_tiles(
    views: list[LatticeView], snapped: Snapped, read: MapReading, patterns: Patterns, settings: Settings
) -> list[SeenTile]:
    """Every named tile of the map, cut out of the photo."""
    return [
        cut_tile(
            views,
            snapped.of_flower[index],
            patterns.ids[int(patterns.tile[flower.pattern])],
            int(patterns.rotation[flower.pattern]),
            flower.centre,
            flower.tile_share,
            settings,
        )
        for index, flower in enumerate(read.decoded.flowers)
        if flower.pattern >= 0
    ]


def cut_tile(
    views: list[LatticeView], lattice: Lattice, name: str, turn: int, centre: Hex, share: float, settings: Settings
) -> SeenTile:
    """The tile that lies at ``centre``, turned by so many sixths, cut out of the photo."""
    middle = plane_of([centre])
    px = lattice.project(middle + _turned(GRID, turn).reshape(-1, 2))
    size = float(lattice.spacing_px(middle)[0])
    view = min(views, key=lambda v: abs(np.log(max(size * v.scale, 1e-6) / PPU)))
    lab = view.sample(px).astype(np.float64).reshape(SIDE, SIDE, 3)
    within = (px >= 0).all(axis=1) & (px[:, 0] < lattice.width_px) & (px[:, 1] < lattice.height_px)
    within = within.reshape(SIDE, SIDE) & (size >= settings.print_least_px)
    inside = tuple(bool(within[k == MEMBERS].all()) for k in range(len(FLOWER)))
    return SeenTile(name, turn, centre, share, lab_to_linear(lab), inside)


@dataclass(frozen=True)
class SpaceLight:
    """What a print's linear RGB becomes in the photo at one space: times ``gain`` (3,), plus ``veil`` (3,) of glare.

    No photo shows more than 1.
    """

    gain: Floats
    veil: Floats

    def on(self, linear: Floats) -> Floats:
        return np.asarray(np.minimum(linear * self.gain + self.veil, 1.0))


def light_between(tiles: list[SeenTile], prints: Prints, settings: Settings) -> dict[Hex, SpaceLight]:
    """How the photo's light differs from the prints', at every space whose print is known."""
    areas: dict[Hex, tuple[Floats, Floats]] = {}
    for tile in tiles:
        for own_print in prints.get(tile.id, ())[:1]:
            for k, step in enumerate(FLOWER):
                if own_print.seen[k]:
                    space = tile.centre.moved(step.turned(tile.turn))
                    areas[space] = tile.linear[_INNER[k]], own_print.picture[_INNER[k]]
    if not areas:
        return {}
    spaces = list(areas)
    rough = np.median([np.median(_log(seen) - _log(known), axis=0) for seen, known in areas.values()], axis=0)
    own = np.array([_gain(seen, known, settings) for seen, known in areas.values()])
    overall = _middle(own, rough)
    lamp = np.exp(overall - overall.max())
    places, limit = plane_of(spaces), settings.print_gain_limit
    found = {}
    for k, space in enumerate(spaces):
        near = np.argsort(np.linalg.norm(places - places[k], axis=1))[:7]
        around = np.clip(_middle(own[near], overall), overall - 3 * limit, overall + 3 * limit)
        seen, known = areas[space]
        seen_lab = linear_to_lab(seen)
        best: tuple[float, SpaceLight] | None = None
        for veil in settings.print_veils:
            added = veil * lamp
            # Something that covers most of a space must not pass for light.
            base = around if veil == 0 else overall
            middle = _middle(_gain(np.maximum(seen - added, 0), known, settings)[None], base)
            light = SpaceLight(np.exp(base + np.clip(middle - base, -limit, limit)), added)
            off = np.abs(seen_lab - linear_to_lab(light.on(known))).sum(axis=1)
            cost = float(np.minimum(off, 30).mean()) + (settings.print_veil_cost if veil else 0.0)
            if best is None or cost < best[0]:
                best = cost, light
        assert best is not None
        found[space] = best[1]
    return found


def _gain(seen: Floats, known: Floats, settings: Settings) -> Floats:
    """By how much places (n, 3) are brighter than their print, as logs (3,): NaN for a channel that tells nothing.

    What is dark tells of noise, and what is clipped of the limit.
    """
    ratio = _log(seen) - _log(known)
    telling = (known > settings.print_telling[0]) & (seen < settings.print_telling[1])
    return np.array(
        [
            np.median(own[here]) if here.sum() >= settings.print_telling_least else np.nan
            for own, here in zip(ratio.T, telling.T, strict=True)
        ]
    )


def _middle(logs: Floats, otherwise: Floats) -> Floats:
    """The median of what is known of each channel, (n, 3) to (3,)."""
    told = ~np.isnan(logs)
    return np.array(
        [
            np.median(own[here]) if here.any() else other
            for own, here, other in zip(logs.T, told.T, otherwise, strict=True)
        ]
    )


def _log(linear: Floats) -> Floats:
    return np.log(linear + _DARKEST)


_INNER = [(k == MEMBERS) & (np.linalg.norm(GRID - plane_of([at])[0], axis=2) < 0.45) for k, at in enumerate(FLOWER)]


@dataclass(frozen=True)
class Ground:
    """What the bare map would look like in this photo, over its plane: mean and deviation in Lab, where it is known."""

    origin: Floats  # (2,) plane, of the first pixel's middle
    mean: NDArray[np.float32]  # (h, w, 3)
    spread: NDArray[np.float32]  # (h, w, 3)
    known: NDArray[np.float32]  # (h, w)
    spaces: frozenset[Hex]
    lattice: Lattice

    def logs(self, px: Floats, lab: Floats, settings: Settings) -> tuple[Floats, NDArray[np.bool_]]:
        """Log density of colours (n, 3) seen at pixels (n, 2) as bare ground, in light or shadow; and where known."""
        at = (self.lattice.unproject(px) - self.origin) * PPU
        mean, spread = self._at(self.mean, at), np.maximum(self._at(self.spread, at), 0.1)  # 0 beyond what is known
        known = self._at(self.known, at)[:, 0] > 0.99
        logs = []
        for share, cost in settings.print_shades:
            shaded = linear_to_lab(lab_to_linear(mean) * share) if share != 1.0 else mean
            z = (lab - shaded) / spread
            logs.append(-0.5 * (z**2).sum(axis=1) - np.log(spread).sum(axis=1) - 1.5 * np.log(2 * np.pi) - cost)
        return log_sum(np.stack(logs, axis=1)), known

    @staticmethod
    def _at(picture: NDArray[np.float32], at: Floats) -> Floats:
        rows = -(-len(at) // 4096)
        padded = np.full((rows * 4096, 2), -10.0, np.float32)
        padded[: len(at)] = at
        grid = padded.reshape(rows, 4096, 2)
        got = cv2.remap(picture, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(got, np.float64).reshape(rows * 4096, -1)[: len(at)]


def ground_of(tiles: list[SeenTile], prints: Prints, lattice: Lattice, settings: Settings) -> Ground | None:
    """The bare map in this photo's light, as far as its prints are known."""
    lights = light_between(tiles, prints, settings)
    if not lights:
        return None
    corners = np.concatenate([plane_of([t.centre]) for t in tiles])
    origin = corners.min(axis=0) - 2.0
    width, height = (np.ceil((corners.max(axis=0) + 2.0 - origin) * PPU)).astype(int)
    mean = np.zeros((height, width, 3), np.float32)
    spread = np.full((height, width, 3), 20.0, np.float32)
    known = np.zeros((height, width), np.float32)
    spaces = set()
    shift = _shift(tiles, prints, lights, settings)
    ys, xs = np.mgrid[0:height, 0:width]
    plane = np.stack([xs, ys], axis=-1) / PPU + origin
    for tile in tiles:
        if tile.id not in prints:
            continue
        print_ = prints[tile.id][0]
        linear = print_.picture.copy()
        mask = np.zeros((SIDE, SIDE), np.float32)
        for k, step in enumerate(FLOWER):
            space = tile.centre.moved(step.turned(tile.turn))
            if print_.seen[k]:
                linear[k == MEMBERS] = lights[space].on(linear[k == MEMBERS])
                mask[k == MEMBERS] = 1.0
                spaces.add(space)
        lab = linear_to_lab(linear)
        added, differing = shift.at(lab, settings)
        deviation = np.hypot(_deviation(lab.astype(np.float32), settings), differing).astype(np.float32)
        lab = (lab + added).astype(np.float32)
        middle = plane_of([tile.centre])[0]
        rows = slice(*_window(middle[1] - origin[1], height))
        columns = slice(*_window(middle[0] - origin[0], width))
        inside = _turned(plane[rows, columns] - middle, -tile.turn) * PPU + (SIDE - 1) / 2
        at = inside.astype(np.float32)
        cover = cv2.remap(mask, at[..., 0], at[..., 1], cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT) > 0.5
        for target, source in ((mean, lab), (spread, deviation)):
            got = cv2.remap(source, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            target[rows, columns][cover] = got[cover]
        known[rows, columns][cover] = 1.0
    return Ground(origin, mean, spread, known, frozenset(spaces), lattice)


def _shift(tiles: list[SeenTile], prints: Prints, lights: Mapping[Hex, SpaceLight], settings: Settings) -> Shift:
    """How the photo shows the print's colours otherwise than its light explains."""
    pairs = []
    for tile in tiles:
        for print_ in prints.get(tile.id, ())[:1]:
            for k, step in enumerate(FLOWER):
                light = lights.get(tile.centre.moved(step.turned(tile.turn)))
                if light is not None:
                    expected = light.on(print_.picture[_INNER[k]])
                    pairs.append((linear_to_lab(expected), linear_to_lab(tile.linear[_INNER[k]])))
    return shift_of(pairs, settings)


def _window(middle: float, limit: int) -> tuple[int, int]:
    reach = SIDE / 2 + 2
    return max(0, int(middle * PPU - reach)), min(limit, int(middle * PPU + reach) + 1)


def _deviation(lab: NDArray[np.float32], settings: Settings) -> NDArray[np.float32]:
    """How far a place may differ from its print: by light and paper, and by its art, seen a pixel off."""
    mean = cv2.blur(lab, (5, 5))
    local = np.sqrt(np.maximum(cv2.blur(lab * lab, (5, 5)) - mean * mean, 0))
    base = np.array(settings.print_spread, np.float32)
    return np.asarray(np.sqrt(base**2 + (settings.print_art * local) ** 2), np.float32)


def agreement(
    tile: SeenTile, known: TilePrint, lights: Mapping[Hex, SpaceLight], settings: Settings
) -> dict[int, float]:
    """How well each known space of a tile agrees with its print: the share of its places that do."""
    shares = {}
    for k, step in enumerate(FLOWER):
        space = tile.centre.moved(step.turned(tile.turn))
        if not known.seen[k] or space not in lights:
            continue
        area = _INNER[k]
        lab = linear_to_lab(lights[space].on(known.picture)).astype(np.float32)
        off = (linear_to_lab(tile.linear) - lab) / _deviation(lab, settings)
        shares[k] = float(((off[area] ** 2).sum(axis=1) < settings.print_agrees).mean())
    return shares
