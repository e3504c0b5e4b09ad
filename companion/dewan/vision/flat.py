"""What lies flat on a space: markers of lava and water, and berry tokens.

Every space is looked at in a grid of places. How well bare ground explains each is known from its print or, where that
was never learned, from its terrain; a marker or a token explains a round patch of them better.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.camps import circle, ground_colours, ground_logs, printed_berries
from companion.dewan.vision.choose import FoundCamps
from companion.dewan.vision.colours import TERRAINS, lab_to_linear, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.decode import FLOWER, Patterns
from companion.dewan.vision.fit import pick_view
from companion.dewan.vision.lattice import Floats, LatticeView, plane_of
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.reading import ReadBerries, ReadMarker
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.snap import Snapped
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.dewan.vision.tone import token_prototypes
from companion.rules.hexes import Hex

_START, _WATER, _BADLANDS = (TERRAINS.index(name) for name in ("start", "water", "badlands"))
_VOLCANO = len(TERRAINS)


@dataclass(frozen=True)
class FlatSpace:
    """One space from above: what is seen at each place of the grid, and how well bare ground explains it."""

    at: Hex
    column: int
    berry: bool | None  # printed there; None where the tile is not known
    lab: Floats  # (n, 3), evened to the map's mean light
    ground: Floats  # (n,)
    printed: bool


Face: TypeAlias = tuple[Floats, Floats]
"""Of a kind of marker: mean and deviation of its colour, in Lab."""


@dataclass(frozen=True)
class FoundFlat:
    """What lies on the map. ``covers``: the colour of each marker. ``doubtful``: those that may be camps instead."""

    spaces: Sequence[FlatSpace] = ()
    markers: tuple[ReadMarker, ...] = ()
    berries: tuple[ReadBerries, ...] = ()
    covers: Mapping[Hex, Floats] = field(default_factory=dict)
    faces: Mapping[str, Face] = field(default_factory=dict)
    doubtful: frozenset[Hex] = frozenset()

    @property
    def sure_covers(self) -> dict[Hex, Floats]:
        return {at: colour for at, colour in self.covers.items() if at not in self.doubtful}

    def beside(self, camps: FoundCamps, pose: Pose, settings: Settings) -> "FoundFlat":
        """With tokens, and the markers on which camps stand: camps hide them and tell the photo's tone."""
        hidden = _hidden(camps, pose)
        camps_after_all = self.doubtful & {camp.at for camp in camps.camps}
        markers = [m for m in self.markers if m.at not in camps_after_all]
        flat = replace(self, covers={at: c for at, c in self.covers.items() if at not in camps_after_all})
        under, covers = _markers_under(flat, camps, hidden, settings)
        berries = find_berries(self.spaces, camps, hidden, covers, settings)
        return replace(self, markers=(*markers, *under), berries=berries, covers=covers)


def find_flat(
    views: list[LatticeView],
    snapped: Snapped,
    read: MapReading,
    box: TileSet,
    patterns: Patterns,
    printed: Ground | None,
    pose: Pose,
    settings: Settings,
) -> FoundFlat:
    """The markers of the map."""
    spaces = look_at_spaces(views, snapped, read, box, patterns, printed, settings)
    faces = _faces(read, settings)
    return find_markers(spaces, faces, read, box, pose, settings)


def _grid(settings: Settings) -> Floats:
    steps = np.arange(-9, 10) * settings.flat_step
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    return np.asarray(grid[np.linalg.norm(grid, axis=1) <= settings.flat_reach])


def look_at_spaces(
    views: list[LatticeView],
    snapped: Snapped,
    read: MapReading,
    box: TileSet | None,
    patterns: Patterns | None,
    printed: Ground | None,
    settings: Settings,
) -> list[FlatSpace]:
    """Every space of the map, from above."""
    grid = _grid(settings)
    rim = np.linalg.norm(grid, axis=1) > 0.34
    spaces = []
    for index, flower in enumerate(read.decoded.flowers):
        lattice = snapped.of_flower[index]
        berries = printed_berries(flower, box, patterns) if box else None
        for member, column, step in zip(flower.members, flower.terrains, FLOWER, strict=False):
            if member < 0:
                continue
            at = read.samples.spaces[member]
            centre = plane_of([at])
            px = lattice.project(centre + grid)
            view = pick_view(views, lattice, centre, settings.flat_spacing_px)
            raw = view.sample(px).astype(np.float64)
            lab = read.light.evened(raw[None], centre)[0]
            own = column if column < len(TERRAINS) else -1
            ground = ground_logs(lab, ground_colours(lab[rim], read.palette, own, settings))
            known = printed is not None and at in printed.spaces
            if printed is not None and known:
                logs, there = printed.logs(snapped.lattice.project(centre + grid), raw, settings)
                ground = np.where(there, logs, ground)
            ground = np.logaddexp(ground, settings.anything_log)
            berry = None if berries is None else step in berries
            spaces.append(FlatSpace(at, column, berry, lab, ground, known))
    return spaces


def _faces(read: MapReading, settings: Settings) -> dict[str, Face]:
    lava = linear_to_lab(lab_to_linear(np.array(settings.lava_lab)) / read.palette.gain)
    return {
        "water": (read.palette.means[_WATER], np.array(settings.marker_water_spread)),
        "lava": (lava, np.array(settings.lava_spread)),
    }


def _face_ratio(space: FlatSpace, face: Face, settings: Settings) -> Floats:
    """How much better a marker explains each place of the grid than bare ground does, (n,)."""
    logs = log_normal(space.lab, face[0][None], face[1][None])[:, 0]
    return np.asarray(np.clip(logs - space.ground, *settings.marker_clip))


def _may_hold(space: FlatSpace, kind: str) -> bool:
    return space.column not in (_START, _VOLCANO) and not (kind == "water" and space.column == _WATER)


def _marker_odds(score: float, settings: Settings) -> float:
    return float(1 / (1 + np.exp(-(score - settings.marker_threshold) * settings.marker_slope)))


def find_markers(
    spaces: Sequence[FlatSpace],
    faces: Mapping[str, Face],
    read: MapReading,
    box: TileSet,
    pose: Pose,
    settings: Settings,
) -> FoundFlat:
    """The markers of the map."""
    grid = _grid(settings)
    inner, outer = (_sectors(grid, ring, settings) for ring in (settings.marker_ring, settings.marker_rim))

    def looks(kind: str, face: Face) -> list[_MarkerLook]:
        return [
            _marker_look(space, kind, _face_ratio(space, face, settings), inner, outer)
            for space in spaces
            if _may_hold(space, kind)
        ]

    best: dict[Hex, tuple[float, _MarkerLook]] = {}
    for kind, face in faces.items():
        found = looks(kind, face)
        least, around = settings.marker_alike_least
        plain = [one for one in found if not _like_its_ground(one)]
        alike = [one.colour for one in plain if one.score > least and one.around > around]
        if kind == "lava" and len(alike) >= settings.marker_alike:  # prints differ in it widely, one print does not
            found = looks(kind, (np.median(alike, axis=0), np.array(settings.marker_own_spread)))
        for one in found:
            score = _marker_score(one, read, box, settings)
            if score > max(settings.marker_threshold, best[one.space.at][0] if one.space.at in best else -np.inf):
                best[one.space.at] = score, one
    markers = tuple(ReadMarker(one.kind, at, _marker_odds(score, settings)) for at, (score, one) in best.items())
    doubtful = frozenset(
        at
        for at, (_, one) in best.items()
        if _like_a_camp(one.colour, read, box.colours, settings)
        and _upright(one, pose, settings) > -settings.upright_margin
    )
    return FoundFlat(spaces, markers, (), {at: one.colour for at, (_, one) in best.items()}, faces, doubtful)


@dataclass(frozen=True)
class _MarkerLook:
    """How much a space looks like holding a marker of a kind: in its middle and around, mean log ratios over ground."""

    space: FlatSpace
    kind: str
    score: float
    around: float
    colour: Floats


def _marker_look(space: FlatSpace, kind: str, ratio: Floats, inner: Floats, outer: Floats) -> _MarkerLook:
    # A token or a camp may lie on one side of it.
    scores = np.sort(inner @ ratio, axis=1)[:, 1:].mean(axis=1)
    k = int(scores.argmax())
    colour = np.median(space.lab[inner[k].any(axis=0)], axis=0)
    around = np.sort(outer[k] @ ratio)[1:4].mean()  # one sector may be hidden; behind a camp stands its upper part
    return _MarkerLook(space, kind, float(scores[k]), float(around), colour)


def _like_its_ground(look: _MarkerLook) -> bool:
    """Red ground looks like lava where its print is not known."""
    return look.kind == "lava" and look.space.column == _BADLANDS and not look.space.printed


def _marker_score(look: _MarkerLook, read: MapReading, box: TileSet, settings: Settings) -> float:
    score, space = look.score, look.space
    if not space.printed or _like_a_camp(look.colour, read, box.colours, settings):
        score = min(score, look.around)  # a marker reaches farther than a camp's foot
    if not space.printed:  # dark art looks like water
        score -= settings.marker_unprinted_cost
    return score - settings.marker_alike_cost if _like_its_ground(look) else score


def _upright(look: _MarkerLook, pose: Pose, settings: Settings) -> float:
    """How much better the outline of a standing piece fits what is seen than one that lies flat, a log ratio."""
    middle, grid = plane_of([look.space.at])[0], _grid(settings)
    logs = log_normal(look.space.lab, look.colour[None], np.array([settings.grain_spread]))[:, 0]
    ratio = np.clip(logs - look.space.ground, -settings.upright_clip, settings.upright_clip)
    shifts = np.concatenate([circle(r, n) for r, n in settings.camp_shifts])
    lying = [[(*shift, wide)] for shift in shifts for wide in settings.marker_radii]
    standing = []
    for shift in shifts:
        feet = np.tile([*(middle + shift), 0.0], (len(settings.upright_heights), 1))
        feet[:, 2] = settings.upright_heights
        seen = pose.lattice.unproject(pose.project(feet)) - middle
        for foot, head in settings.upright_radii:
            wide = np.linspace(foot, head, len(seen))
            standing.append(np.column_stack([seen, wide]))

    def best(outlines: Floats) -> float:  # (k, parts, 3): middles and radii of circles
        away = np.linalg.norm(grid[:, None, None] - outlines[..., :2], axis=-1) - outlines[..., 2]
        return float((ratio @ (away.min(axis=-1) <= 0)).max())

    return best(np.array(standing)) - best(np.array(lying))


def _markers_under(
    found: FoundFlat, camps: FoundCamps, hidden: Floats, settings: Settings
) -> tuple[list[ReadMarker], dict[Hex, Floats]]:
    """Markers on which camps stand, told by what the camps leave to be seen where the print is known."""
    grid = _grid(settings)
    low, high = settings.marker_beside
    standing = {camp.at for camp in camps.camps}
    markers, covers = [], dict(found.covers)
    for space in found.spaces:
        if space.at not in standing or not space.printed or space.at in covers:
            continue
        away = np.linalg.norm((plane_of([space.at]) + grid)[:, None] - hidden[None], axis=2).min(axis=1)
        seen = (away >= low) & (np.linalg.norm(grid, axis=1) <= high)
        if seen.sum() < settings.marker_beside_least:
            continue
        scores = {
            kind: float(_face_ratio(space, face, settings)[seen].mean()) - settings.marker_beside_cost
            for kind, face in found.faces.items()
            if _may_hold(space, kind)
        }
        kind = max(scores, key=lambda one: scores[one], default="")
        if kind and scores[kind] > settings.marker_threshold:
            markers.append(ReadMarker(kind, space.at, _marker_odds(scores[kind], settings)))
            covers[space.at] = np.median(space.lab[seen], axis=0)
    return markers, covers


def _shares(covered: NDArray[np.bool_]) -> Floats:
    """Weights (..., n) that give the mean over the places that are covered."""
    return np.asarray(covered / covered.sum(axis=-1, keepdims=True))


def _sectors(grid: Floats, ring: tuple[float, float], settings: Settings) -> Floats:
    """For each place a marker's middle may lie, and each of six directions: the mean over what it covers, (7, 6, n)."""
    low, high = ring
    angles = np.arange(6) * np.pi / 3
    middles = [np.zeros(2), *(settings.marker_shifts * np.array([np.cos(a), np.sin(a)]) for a in angles)]
    places = []
    for middle in middles:
        away = grid - middle
        radius = np.linalg.norm(away, axis=1)
        sector = np.floor((np.arctan2(away[:, 1], away[:, 0]) + np.pi) / (np.pi / 3)).astype(int) % 6
        within = (radius >= low) & (radius <= high)
        places.append([within & (sector == k) for k in range(6)])
    return _shares(np.array(places))


def _like_a_camp(colour: Floats, read: MapReading, colours: Sequence[CampColour], settings: Settings) -> bool:
    """Whether a piece of some player may have this colour, whatever its shade."""
    seen = linear_to_lab(lab_to_linear(colour) * read.palette.gain)[1:]
    strength, hue = np.hypot(*seen), np.arctan2(seen[1], seen[0])
    for one in colours:
        paint = linear_to_lab((np.array(one.rgb) / 255) ** 2.2)[1:]
        if np.hypot(*paint) < settings.marker_pale:  # white in the shade is bluish
            if strength < 2 * settings.marker_pale:
                return True
            continue
        turn = abs((np.arctan2(paint[1], paint[0]) - hue + np.pi) % (2 * np.pi) - np.pi)
        if turn < settings.marker_hue and np.hypot(*paint) > strength / 2:
            return True
    return False


def find_berries(
    spaces: Sequence[FlatSpace], camps: FoundCamps, hidden: Floats, covers: Mapping[Hex, Floats], settings: Settings
) -> tuple[ReadBerries, ...]:
    """The berry tokens of the map, by space."""
    tone = camps.tone
    if tone is None:
        return ()
    grid = _grid(settings)
    gaps = np.linalg.norm(grid[:, None] - grid[None], axis=2)
    centres = np.flatnonzero(np.linalg.norm(grid, axis=1) <= settings.token_reach)
    covered = _shares(gaps[centres] <= settings.token_radius)
    tokens = token_prototypes(tone, settings)
    spread = np.broadcast_to(np.array(settings.camp_spread), tokens.shape)
    found = []
    for space in spaces:
        if space.column in (_START, _VOLCANO):
            continue
        ground = space.ground
        if space.at in covers:  # a token may lie on a marker
            face = log_normal(space.lab, covers[space.at][None], np.array([settings.grain_spread]))[:, 0]
            ground = np.logaddexp(ground, face)
        logs = log_sum(log_normal(space.lab, tokens, spread)) - np.log(len(tokens))
        ratio = np.clip(logs - ground, *settings.token_clip)
        scores = covered @ ratio
        if len(hidden):
            middle = plane_of([space.at])
            near = np.linalg.norm((middle + grid)[:, None] - hidden[None], axis=2).min(axis=1)
            seen = covered @ (near >= settings.token_beside)
            scores = np.where(
                seen >= settings.token_seen,
                covered @ np.where(near >= settings.token_beside, ratio, 0.0) / np.maximum(seen, 1e-6),
                settings.token_clip[0],
            )
        threshold = settings.token_threshold + (settings.stray_token_cost if space.berry is False else 0.0)
        chosen: list[int] = []
        sure = 1.0
        for k in np.argsort(-scores):
            if scores[k] < threshold or len(chosen) == settings.token_most:
                break
            if all(gaps[centres[k], centres[c]] >= settings.token_gap for c in chosen):
                chosen.append(int(k))
                sure = min(sure, float(1 / (1 + np.exp(-(scores[k] - threshold) * settings.token_slope))))
        if chosen:
            found.append(ReadBerries(space.at, len(chosen), sure))
    return tuple(found)


def _hidden(camps: FoundCamps, pose: Pose) -> Floats:
    """Places of the plane (n, 2) that camps stand on or hide."""
    points = []
    for camp in camps.camps:
        foot = pose.lattice.unproject(np.array([camp.foot_px]))[0]
        body = np.array([[*foot, height] for height in (0.0, 0.1, 0.2, 0.3)])
        points.append(pose.lattice.unproject(pose.project(body)))
    return np.concatenate(points) if points else np.zeros((0, 2))
