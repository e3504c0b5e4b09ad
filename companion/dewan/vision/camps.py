"""Find the camps: small standing solids in the box's colours, near the middle of a space.

For every space the pixels that a piece standing there would cover are compared: does its terrain explain them, in
light or shadow, or a token, or rather a player's colour under this lamp, lit or shaded?
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.assign import cheapest_assignment
from companion.dewan.vision.colours import TERRAINS, Palette, lab_to_linear, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.decode import FLOWER, Flower, Patterns
from companion.dewan.vision.fit import pick_view
from companion.dewan.vision.lattice import Floats, LatticeView, plane_of
from companion.dewan.vision.light import Light
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.reading import ReadCamp
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.dewan.vision.tone import Tone, camp_logs, camp_prototypes, token_prototypes, tone_of
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class CampColours:
    """How much a space looks like holding a camp of each colour."""

    at: Hex
    scores: Floats  # (c,)
    feet_px: Floats  # (c, 2) where each colour's piece would stand


@dataclass(frozen=True)
class FoundCamps:
    """Camps, and places that are likelier empty but worth a look."""

    camps: tuple[ReadCamp, ...] = ()
    maybe: tuple[ReadCamp, ...] = ()
    tone: Tone | None = None
    bare: bool = False  # a start holds no camp, so the game has not begun


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
    would look like, where that is known. ``covers``: the colour of markers that lie there. Also the photo's tone.
    """
    body = _body_points(settings)
    shifts = np.concatenate([circle(r, n) for r, n in settings.camp_shifts])
    shift_cost = 0.5 * (np.linalg.norm(shifts, axis=1) / settings.camp_stray) ** 2 * settings.camp_stray_cost
    around = np.concatenate([circle(0.36, 12), circle(0.42, 12)])
    token_costs = [settings.token_cost + (settings.stray_token_cost if b else 0.0) for b in bare]
    spots = []
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
        logs = ground_logs(lab, ground_colours(outer, palette, column, settings))
        if printed is not None:
            of_print, there = printed.logs(px, raw, settings)
            logs = np.where(there, of_print, logs)
        if covers and space in covers:
            logs = np.logaddexp(logs, ground_logs(lab, _covered(covers[space], settings)))
        spots.append(_Spot(inner, outer, logs[: -len(around)].reshape(len(shifts), len(body)), logs[-len(around) :]))
    # A piece's foot only: behind its head the next space is seen, which is no piece.
    foot = body[:, 2] <= settings.tone_height
    tokens = token_prototypes(Tone(palette.gain), settings)
    strange = []
    for spot, cost in zip(spots, token_costs, strict=True):
        known = with_tokens(spot.ground_inner[0], spot.inner[0], tokens, cost, settings)
        strange.append(spot.inner[0][foot & (known < settings.anything_log + settings.strange_margin)])
    tone = tone_of(np.concatenate(strange), palette.gain, colours, settings)
    prototypes, tokens = camp_prototypes(colours, tone, settings), token_prototypes(tone, settings)
    looks = []
    low, high = settings.camp_clip
    for space, centre, spot, cost in zip(spaces, centres, spots, token_costs, strict=True):
        ground_inner = with_tokens(spot.ground_inner, spot.inner, tokens, cost, settings)
        ground_outer = with_tokens(spot.ground_outer, spot.outer, tokens, cost, settings)
        logs_inner, logs_outer = (camp_logs(x, prototypes, settings) for x in (spot.inner, spot.outer))
        rough = np.clip(logs_inner - ground_inner[..., None], low, high).mean(axis=1)
        at = (rough - shift_cost[:, None]).argmax(axis=0)  # where each colour would stand, (c,)
        best = np.array(
            [
                _two_faced(spot.inner[k], prototypes[c], ground_inner[k], settings) - shift_cost[k]
                for c, k in enumerate(at)
            ]
        )
        spill = np.clip(logs_outer - ground_outer[..., None], low, high).mean(axis=0)
        feet = pose.project(np.concatenate([centre + shifts[at], np.zeros((len(at), 1))], axis=1))
        looks.append(CampColours(space, best - settings.camp_spill * np.maximum(spill, 0.0), feet))
    return looks, tone


@dataclass(frozen=True)
class _Spot:
    """What is seen where a piece may stand on a space, and how well the ground explains it."""

    inner: Floats  # (shifts, n, 3)
    outer: Floats  # (m, 3) around its foot
    ground_inner: Floats  # (shifts, n)
    ground_outer: Floats  # (m,)


def _two_faced(lab: Floats, prototype: Floats, ground: Floats, settings: Settings) -> float:
    """How much better a piece of one colour explains points (n, 3) than the ground does, a mean log ratio.

    A piece shows two faces, each in one shade: which two is asked once for the whole piece, so that one standing
    wholly in the shade is not doubted pixel by pixel. ``prototype`` is (s, 3), ``ground`` (n,).
    """
    logs = log_normal(lab, prototype, np.broadcast_to(np.array(settings.camp_spread), prototype.shape))
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


def _covered(colour: Floats, settings: Settings) -> GroundColours:
    """A marker's face, in light and shadow."""
    means = np.stack([colour, linear_to_lab(lab_to_linear(colour) * settings.shadow_share)])
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
) -> FoundCamps:
    """The camps of the map; none without a box, which alone knows their colours."""
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
    return replace(_chosen(looks, terrain, pose, box, settings, printed), tone=tone)


def printed_berries(flower: Flower, box: TileSet, patterns: Patterns | None) -> set[Hex] | None:
    """Where berries are printed on a flower, from its centre; None when its tile is not known."""
    if patterns is None or flower.pattern < 0:
        return None
    name, turn = patterns.ids[int(patterns.tile[flower.pattern])], int(patterns.rotation[flower.pattern])
    return {at.turned(turn) for tile in box.tiles if tile.id == name for at in tile.berries}


def _without_heads(looks: list[CampColours], odds: list[Floats], pose: Pose, settings: Settings) -> list[Floats]:
    """The odds less what is only the head of a piece that stands on a space before."""
    middles = plane_of([look.at for look in looks])
    best = np.array([o.max() for o in odds])
    lowered = [o.copy() for o in odds]
    for k in np.flatnonzero(best > 0):
        colour = int(odds[k].argmax())
        foot = pose.lattice.unproject(looks[k].feet_px[colour][None])[0]
        body = np.array([[*foot, height] for height in settings.head_heights])
        heads = pose.lattice.unproject(pose.project(body))
        near = np.linalg.norm(middles[:, None] - heads[None], axis=2).min(axis=1) < settings.head_reach
        for j in np.flatnonzero(near & (best < best[k])):
            if j != k and np.linalg.norm(middles[j] - foot) > 0.5:
                lowered[j][colour] -= settings.head_cost
    return lowered


def _less_common(
    looks: list[CampColours], terrain: list[int], printed: Ground | None, settings: Settings
) -> list[CampColours]:
    """The scores less what most spaces of a terrain share: that is printed there, such as snow on every mountain.

    A colour stands on one start at most, so what two starts share is printed too. Where the print is known it has been
    heeded already.
    """
    known = printed.spaces if printed else frozenset()
    columns = np.array([-1 if look.at in known else column for look, column in zip(looks, terrain, strict=True)])
    scores = np.array([look.scores for look in looks])
    for column in set(columns.tolist()) - {-1}:
        own = columns == column
        start = column == TERRAINS.index("start")
        if own.sum() >= (2 if start else 3):
            common = scores[own].min(axis=0) if start else np.quantile(scores[own], settings.common_share, axis=0)
            scores[own] -= np.maximum(common - settings.camp_common, 0.0)
    return [replace(look, scores=own) for look, own in zip(looks, scores, strict=True)]


def _looks_alike(looks: list[CampColours], terrain: list[int], strange: list[bool], settings: Settings) -> Floats:
    """How much the art of an unknown print looks like a piece, by space and colour, (n, c).

    Pale art makes half a white camp on every other space, and red ground half a red one: a camp must stand out from
    what the best of the bare spaces score, of all and of its own terrain.
    """
    scores = np.array([look.scores for look in looks])
    unknown, columns = np.array(strange), np.array(terrain)
    most = [_most_of_art(own[unknown], columns[unknown], settings) for own in scores.T]
    art = np.where(scores > most, np.nan, scores)
    high = np.full(scores.shape, settings.alike_common)
    groups = [(unknown, settings.alike_share, settings.alike_least)]
    groups += [(unknown & (columns == k), settings.alike_own_share, settings.alike_own_least) for k in set(terrain)]
    for own, share, least in groups:
        if own.sum() >= least:
            bare = np.nan_to_num(np.nanquantile(art[own], share, axis=0), nan=settings.alike_common)
            high[own] = np.maximum(high[own], bare)
    return high - settings.alike_common


def _most_of_art(scores: Floats, columns: NDArray[np.int64], settings: Settings) -> float:
    """The score of one colour (n,) up to which a space may be art.

    Where many camps stand, a wide gap parts them from the rest, they are on several terrains, and most of them are
    surely camps; art fills such gaps, or is the same on all spaces of one terrain.
    """
    order = np.argsort(scores)
    for k in np.flatnonzero(np.diff(scores[order]) >= settings.alike_gap):
        above = order[k + 1 :]
        camps = scores[above[0]] > settings.camp_threshold and np.median(scores[above]) >= settings.alike_camp
        if camps and len(set(columns[above].tolist())) >= settings.alike_terrains:
            return min(float(scores[order[k]]), settings.alike_camp)
    return settings.alike_camp


def _chosen(
    looks: list[CampColours],
    terrain: list[int],
    pose: Pose,
    box: TileSet,
    settings: Settings,
    printed: Ground | None = None,
) -> FoundCamps:
    """Scores to camps. A start is expected to hold one as soon as any camp stands somewhere, each its own colour."""
    looks = _less_common(looks, terrain, printed, settings)
    sure = any(look.scores.max() > settings.camp_threshold + 1.0 for look in looks)
    on_start = [column == TERRAINS.index("start") for column in terrain]
    extra = {
        TERRAINS.index("start"): settings.start_bonus if sure else 0.0,
        TERRAINS.index("water"): -settings.wet_cost,
    }
    odds = [
        (look.scores + extra.get(column, 0.0) - settings.camp_threshold) * settings.camp_slope
        for look, column in zip(looks, terrain, strict=True)
    ]
    known = printed.spaces if printed else frozenset()
    strange = [not start and look.at not in known for look, start in zip(looks, on_start, strict=True)]
    costs = settings.unprinted_cost + settings.camp_slope * _looks_alike(looks, terrain, strange, settings)
    odds = [own - cost if unknown else own for own, cost, unknown in zip(odds, costs, strange, strict=True)]
    odds = _without_heads(looks, odds, pose, settings)
    starts = [k for k, start in enumerate(on_start) if start]
    own: list[int] = []
    if sure and 0 < len(starts) <= len(box.colours):
        # Every player has a start, so the colours on the starts are the colours in play, and the other way round.
        elsewhere = np.array([o for o, start in zip(odds, on_start, strict=True) if not start]).reshape(
            -1, len(box.colours)
        )
        best = elsewhere == elsewhere.max(axis=1, keepdims=True)
        votes = np.minimum((np.maximum(elsewhere, 0) * best).sum(axis=0), settings.colour_votes)
        own = cheapest_assignment(-(np.maximum(np.stack([odds[k] for k in starts]), -30.0) + votes))
        if all(odds[k][c] > 0 for k, c in zip(starts, own, strict=True)):
            absent = np.ones(len(box.colours), bool)
            absent[own] = False
            odds = [o if start else o - settings.absent_cost * absent for o, start in zip(odds, on_start, strict=True)]
    held = [odds[k][c] for k, c in zip(starts, own, strict=True)] if own else [odds[k].max() for k in starts]
    empty = bool(held) and min(held) < -settings.bare_start
    bare = empty and sum(o.max() > settings.bare_sure for o in odds) < settings.bare_camps
    if bare:  # a start holds its camp from set-up on: without it no camp stands anywhere, whatever looks like one
        odds = [o - settings.bare_cost for o in odds]
    picks = [int(o.argmax()) for o in odds]
    for k, colour in zip(starts, own, strict=False):
        picks[k] = colour
    camps: list[ReadCamp] = []
    maybe: list[ReadCamp] = []
    for look, chance, pick in zip(looks, odds, picks, strict=True):
        weights = np.append(np.exp(np.clip(chance, -30, 30)), 1.0)  # the last is: no camp
        shares = weights / weights.sum()
        if chance[pick] <= 0 and shares[pick] < settings.camp_maybe:
            continue
        names = [*(colour.name for colour in box.colours), ""]
        others = tuple((names[k], float(shares[k])) for k in np.argsort(-shares) if k != pick)
        x, y = look.feet_px[pick]
        found = ReadCamp(names[pick], look.at, float(shares[pick]), (float(x), float(y)), others)
        (camps if chance[pick] > 0 else maybe).append(found)
    return FoundCamps(tuple(camps), tuple(maybe), bare=bare)
