"""Find the camps: small standing solids in the box's colours, near the middle of a space.

For every space the pixels that a piece standing there would cover are compared: does its terrain explain them, in
light or shadow, or a token, or rather a player's colour under this lamp, lit or shaded?
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.assign import cheapest_assignment
from companion.dewan.vision.choose import CampColours, FoundCamps, chosen
from companion.dewan.vision.colours import TERRAINS, Palette, lab_to_linear, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.decode import FLOWER, Flower, Patterns
from companion.dewan.vision.fit import pick_view
from companion.dewan.vision.lattice import Floats, LatticeView, plane_of
from companion.dewan.vision.light import Light
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.dewan.vision.tone import (
    Tone,
    camp_logs,
    camp_prototypes,
    own_paint,
    token_prototypes,
    tone_of,
)
from companion.rules.hexes import Hex

_START = TERRAINS.index("start")


def circle(radius: float, count: int) -> Floats:
    turn = np.arange(count) * 2 * np.pi / count
    return np.stack([np.cos(turn), np.sin(turn)], axis=1) * radius


def _body_points(settings: Settings) -> Floats:
    """Places (n, 3) inside a piece standing at the origin, whichever way it is turned."""
    layers = []
    for height, radius in settings.camp_layers:
        for share, count in ((0.0, 1), (0.5, 5), (1.0, 9)):
            ring = circle(radius * share, count)
            layers.append(np.concatenate([ring, np.full((count, 1), height)], axis=1))
    return np.concatenate(layers)


def look_for_camps(
    views: list[LatticeView],
    pose: Pose,
    spaces: list[Hex],
    terrain: list[int],
    bare: list[bool],
    palette: Palette,
    light: Light,
    colours: tuple[CampColour, ...],
    settings: Settings,
    printed: Ground | None = None,
    covers: Mapping[Hex, Floats] | None = None,
) -> tuple[list[CampColours], Tone]:
    """Scores of every camp colour on every space; ``terrain`` gives each space's column in the palette, or -1.

    ``bare`` spaces have no berry printed on them, so that tokens hardly ever lie there. ``printed``: what the bare map
    would look like, where that is known. ``covers``: the colours (k, 3) of what lies there. Also the photo's tone.
    """
    body = _body_points(settings)
    shifts = np.concatenate([circle(r, n) for r, n in settings.camp_shifts])
    shift_cost = 0.5 * (np.linalg.norm(shifts, axis=1) / settings.camp_stray) ** 2 * settings.camp_stray_cost
    around = np.concatenate([circle(0.36, 12), circle(0.42, 12)])
    token_costs = [settings.token_cost + (settings.stray_token_cost if b else 0.0) for b in bare]
    spots = []
    unlearned: dict[Hex, Spot] = {}
    partly = printed is not None and not printed.spaces.issuperset(spaces)
    centres = plane_of(spaces)
    for space, centre, column in zip(spaces, centres, terrain, strict=True):
        places = np.zeros((len(shifts), len(body), 3))
        places[..., :2] = centre + shifts[:, None] + body[None, :, :2]
        places[..., 2] = body[:, 2]
        flat = np.concatenate([centre + around, np.zeros((len(around), 1))], axis=1)
        px = pose.project(np.concatenate([places.reshape(-1, 3), flat]))
        view = pick_view(views, pose.lattice, centre[None], settings.camp_spacing_px)
        raw = view.sample(px).astype(np.float64)
        lab = light.evened(raw[None], centre[None])[0]
        inner, outer = lab[: -len(around)].reshape(len(shifts), len(body), 3), lab[-len(around) :]
        logs = plain = ground_logs(lab, ground_colours(outer, palette, column, settings))
        if printed is not None:
            of_print, there = printed.logs(px, raw, settings)
            logs = np.where(there, of_print, logs)
        if covers and space in covers:
            logs = np.logaddexp(logs, ground_logs(lab, _covered(covers[space], settings)))
        spots.append(Spot(inner, outer, logs[: -len(around)].reshape(len(shifts), len(body)), logs[-len(around) :]))
        if partly and printed is not None and space in printed.spaces:
            ground = plain[: -len(around)].reshape(len(shifts), len(body))
            unlearned[space] = Spot(inner, outer, ground, plain[-len(around) :])
    # A piece's foot only: behind its head the next space is seen, which is no piece.
    foot = body[:, 2] <= settings.tone_height
    tokens = token_prototypes(Tone(palette.gain), settings)
    strange = []
    for spot, cost in zip(spots, token_costs, strict=True):
        known = with_tokens(spot.ground_inner[0], spot.inner[0], tokens, cost, settings)
        strange.append(spot.inner[0][foot & (known < settings.anything_log + settings.strange_margin)])
    # Every colour in play stands on a start; elsewhere markers lie, too.
    starts = [k for k, column in enumerate(terrain) if column == _START]
    held = [strange[k] for k in starts if len(strange[k]) >= settings.tone_least_start]
    tone = tone_of(
        np.concatenate(held if len(held) >= settings.tone_starts else strange), palette.gain, colours, settings
    )
    prototypes, tokens = camp_prototypes(colours, tone, settings), token_prototypes(tone, settings)
    costs = dict(zip(spaces, token_costs, strict=True))
    spots = [spot.with_tokens(tokens, costs[space], settings) for space, spot in zip(spaces, spots, strict=True)]
    paint, spreads = own_paints([spots[k] for k in starts], colours, tone, shift_cost, settings)
    prototypes = camp_prototypes(colours, tone, settings, paint)
    looks = []
    for space, centre, spot in zip(spaces, centres, spots, strict=True):
        scores, at = spot.scores(prototypes, spreads, shift_cost, settings)
        feet = pose.project(np.concatenate([centre + shifts[at], np.zeros((len(at), 1))], axis=1))
        plainly = None
        if space in unlearned:
            bare_spot = unlearned[space].with_tokens(tokens, costs[space], settings)
            plainly, _ = bare_spot.scores(prototypes, spreads, shift_cost, settings)
        looks.append(CampColours(space, scores, feet, plainly))
    return looks, tone


def own_paints(
    starts: list["Spot"], colours: tuple[CampColour, ...], tone: Tone, shift_cost: Floats, settings: Settings
) -> tuple[Floats, Floats]:
    """What the pieces on starts tell of each colour's: by how much its paint differs from the box's, as logs (c, 3),
    and how far its pieces differ from one another, Lab (c, 3).
    """
    paint = np.zeros((len(colours), 3))
    spreads = np.tile(np.array(settings.camp_spread), (len(colours), 1))
    if not starts or len(starts) > len(colours):
        return paint, spreads
    prototypes = camp_prototypes(colours, tone, settings)
    seen = [spot.scores(prototypes, spreads, shift_cost, settings) for spot in starts]
    own = cheapest_assignment(-np.array([scores for scores, _ in seen]))
    known = []
    for spot, (scores, at), colour in zip(starts, seen, own, strict=True):
        if scores[colour] < settings.paint_least:
            continue
        lab, ground = spot.inner[at[colour]], spot.ground_inner[at[colour]]

        def worth(
            change: Floats, one: CampColour = colours[colour], lab: Floats = lab, ground: Floats = ground
        ) -> float:
            faces = camp_prototypes((one,), tone, settings, change[None])[0]
            return _two_faced(lab, faces, spreads[0], ground, settings)

        told = own_paint(worth, settings)
        if told is not None:
            paint[colour] = told
            known.append(colour)
    if known:
        # What all have in common is light, so it holds for the others, too.
        others = np.setdiff1d(np.arange(len(colours)), known)
        paint[others] = paint[known].sum(axis=0) / (len(known) + settings.paint_hold)
        spreads[known] = settings.camp_own_spread
    return paint, spreads


@dataclass(frozen=True)
class Spot:
    """What is seen where a piece may stand on a space, and how well the ground explains it."""

    inner: Floats  # (shifts, n, 3)
    outer: Floats  # (m, 3) around its foot
    ground_inner: Floats  # (shifts, n)
    ground_outer: Floats  # (m,)

    def with_tokens(self, tokens: Floats, cost: float, settings: Settings) -> "Spot":
        """The same, where tokens may lie on the ground."""
        return replace(
            self,
            ground_inner=with_tokens(self.ground_inner, self.inner, tokens, cost, settings),
            ground_outer=with_tokens(self.ground_outer, self.outer, tokens, cost, settings),
        )

    def scores(
        self, prototypes: Floats, spreads: Floats, shift_cost: Floats, settings: Settings
    ) -> tuple[Floats, NDArray[np.int64]]:
        """How much it looks like a piece of each colour (c,), and where each would stand, an index of shifts (c,)."""
        low, high = settings.camp_clip
        logs_inner, logs_outer = (camp_logs(x, prototypes, settings) for x in (self.inner, self.outer))
        rough = np.clip(logs_inner - self.ground_inner[..., None], low, high).mean(axis=1)
        at = (rough - shift_cost[:, None]).argmax(axis=0)
        best = np.array(
            [
                _two_faced(self.inner[k], prototypes[c], spreads[c], self.ground_inner[k], settings) - shift_cost[k]
                for c, k in enumerate(at)
            ]
        )
        spill = np.clip(logs_outer - self.ground_outer[..., None], low, high).mean(axis=0)
        return best - settings.camp_spill * np.maximum(spill, 0.0), at


def _two_faced(lab: Floats, prototype: Floats, spread: Floats, ground: Floats, settings: Settings) -> float:
    """How much better a piece of one colour explains points (n, 3) than the ground does, a mean log ratio.

    A piece shows two faces, each in one shade: which two is asked once for the whole piece, so that one standing
    wholly in the shade is not doubted pixel by pixel. ``prototype`` is (s, 3), ``ground`` (n,).
    """
    logs = log_normal(lab, prototype, np.broadcast_to(spread, prototype.shape))
    one, two = np.triu_indices(len(prototype))
    faces = np.logaddexp(logs[:, one], logs[:, two]) - np.log(2)
    ratio = np.clip(faces - ground[:, None], *settings.camp_clip).mean(axis=0)
    costs = np.array(settings.camp_shade_costs)
    costs = np.concatenate([costs, costs[-settings.camp_shining :] + settings.camp_veil_cost])
    return float((ratio - costs[two]).max())  # the lighter face is the second


@dataclass(frozen=True)
class GroundColours:
    means: Floats  # (g, 3)
    spreads: Floats  # (g, 3)


def ground_colours(outer: Floats, palette: Palette, column: int, settings: Settings) -> GroundColours:
    """What the space itself may look like: its terrain, what surrounds its middle, and both in shadow."""
    grain = np.array(settings.grain_spread)
    local = np.median(outer, axis=0)
    deviation = np.sqrt(np.minimum(np.median(np.abs(outer - local), axis=0) * 1.5, 2 * grain) ** 2 + (0.7 * grain) ** 2)
    means, spreads = [local], [deviation]
    if column >= 0:
        means.append(palette.means[column])
        spreads.append(np.sqrt(palette.spreads[column] ** 2 + grain**2))
    base = np.array(means)
    shaded = linear_to_lab(lab_to_linear(base) * settings.shadow_share)
    return GroundColours(np.concatenate([base, shaded]), np.array(spreads + spreads))


def _covered(colours: Floats, settings: Settings) -> GroundColours:
    """The colours (k, 3) of a marker or token, in light and shadow."""
    means = np.concatenate([colours, linear_to_lab(lab_to_linear(colours) * settings.shadow_share)])
    return GroundColours(means, np.broadcast_to(np.array(settings.grain_spread), means.shape))


def ground_logs(lab: Floats, ground: GroundColours) -> Floats:
    """Log density of points (..., 3) as the space's own ground."""
    return np.asarray(log_sum(log_normal(lab, ground.means, ground.spreads)) - np.log(len(ground.means)))


def with_tokens(ground: Floats, lab: Floats, tokens: Floats, token_cost: float, settings: Settings) -> Floats:
    """Log density of points (..., 3) as ground, whose own is given, as a token on it, or as anything."""
    spread = np.broadcast_to(np.array(settings.camp_spread), tokens.shape)
    token = log_sum(log_normal(lab, tokens, spread)) - np.log(len(tokens)) - token_cost
    return np.asarray(np.logaddexp(np.logaddexp(ground, token), np.full(lab.shape[:-1], settings.anything_log)))


def find_camps(
    views: list[LatticeView],
    read: MapReading,
    box: TileSet | None,
    patterns: Patterns | None,
    pose: Pose,
    settings: Settings,
    printed: Ground | None = None,
    covers: Mapping[Hex, Floats] | None = None,
    doubtful: frozenset[Hex] = frozenset(),
) -> FoundCamps:
    """The camps of the map; none without a box, which alone knows their colours.

    ``covers``: the colour of markers that lie there; ``doubtful``: spaces where one may lie, or a camp stand.
    """
    if box is None or not box.colours:
        return FoundCamps()
    spaces, terrain, bare = [], [], []
    for flower in read.decoded.flowers:
        berries = printed_berries(flower, box, patterns)
        for member, column, step in zip(flower.members, flower.terrains, FLOWER, strict=False):
            if member >= 0:
                spaces.append(read.samples.spaces[member])
                terrain.append(column if column < len(TERRAINS) else -1)
                bare.append(berries is not None and step not in berries)
    looks, tone = look_for_camps(
        views, pose, spaces, terrain, bare, read.palette, read.light, box.colours, settings, printed, covers
    )
    return replace(chosen(looks, terrain, pose, box, settings, printed, doubtful), tone=tone)


def printed_berries(flower: Flower, box: TileSet, patterns: Patterns | None) -> set[Hex] | None:
    """Where berries are printed on a flower, from its centre; None when its tile is not known."""
    if patterns is None or flower.pattern < 0:
        return None
    name, turn = patterns.ids[int(patterns.tile[flower.pattern])], int(patterns.rotation[flower.pattern])
    return {at.turned(turn) for tile in box.tiles if tile.id == name for at in tile.berries}
