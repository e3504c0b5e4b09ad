"""Markers of lava and water: flat and wide, and one kind alike all over the map."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.camps import circle
from companion.dewan.vision.colours import lab_to_linear, learn_table, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.flat_spaces import START, VOLCANO, WATER, FlatSpace, flat_grid
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.outlines import Outlines, camp_outlines, lying
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.terrain import MapReading
from companion.dewan.vision.tiles import CampColour, TileSet
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class Face:
    """The colours a kind of marker may show: means and deviations in Lab, and the share of each."""

    means: Floats  # (k, 3)
    spreads: Floats  # (k, 3)
    shares: Floats  # (k,)
    gain: float = 0.0  # log density of one edition's colours over that of all editions'

    def ratio(self, space: FlatSpace, settings: Settings) -> Floats:
        """How much better such a marker explains each place of the grid than bare ground does, (n,)."""
        logs = log_sum(log_normal(space.lab, self.means, self.spreads) + np.log(self.shares)) + self.gain
        art = settings.marker_art_share
        logs = np.logaddexp(logs + np.log(1 - art), settings.anything_log + np.log(art))
        return np.asarray(np.clip(logs - space.ground, *settings.marker_clip))


@dataclass(frozen=True)
class MarkerLook:
    """How much a space looks like holding a marker: the mean log ratio over ground of what it would cover.

    ``may_stand``: it may be a camp as well, by its colour and outline.
    ``upright``: how much better a camp's outline fits.
    """

    space: FlatSpace
    kind: str
    score: float
    covers: NDArray[np.bool_]  # (n,) places it covers
    shown: NDArray[np.bool_]  # those in the colours of its kind
    may_stand: bool = False
    upright: float = 0.0
    rim: float = 0.0  # the share of the space's rim it seems to cover

    @property
    def colour(self) -> Floats:
        return np.asarray(np.median(self.space.lab[self.shown], axis=0))


@dataclass(frozen=True)
class _Discs:
    """All that a marker may cover of the grid, and what is too small for one."""

    wide: Outlines
    small: Outlines

    @classmethod
    def of(cls, settings: Settings) -> "_Discs":
        places = np.concatenate([circle(r, n) for r, n in settings.marker_shifts])
        return cls(*(lying(places, radii, settings) for radii in (settings.marker_radii, settings.marker_too_small)))


def usual_faces(read: MapReading, settings: Settings) -> dict[str, Face]:
    """What markers look like before one was seen: lava red to yellow, water blue or as the print shows it."""

    def face(colours: Sequence[Sequence[float]]) -> Face:
        table = np.array(colours)
        return Face(
            linear_to_lab(lab_to_linear(table[:, :3]) / read.palette.gain),
            table[:, 3:6],
            table[:, 6],
            settings.marker_gain,
        )

    blue, own = face(settings.water_face), read.palette.means[WATER]
    water = Face(
        np.vstack([blue.means, own]),
        np.vstack([blue.spreads, settings.marker_water_spread]),
        np.append(blue.shares, 1.0) / 2,
        blue.gain,
    )
    return {"water": water, "lava": face(settings.lava_face)}


def _own_face(looks: Sequence[MarkerLook], settings: Settings) -> Face:
    """The very colours of markers that were seen."""
    means = learn_table(np.concatenate([look.space.lab[look.covers] for look in looks]), settings).means
    spreads = np.broadcast_to(np.array(settings.marker_own_spread), means.shape)
    return Face(means, spreads, np.full(len(means), 1 / len(means)))


def marker_colours(looks: Mapping[Hex, MarkerLook], settings: Settings, shared: bool = False) -> dict[Hex, Floats]:
    """The colours (k, 3) of every marker: its own, and those seen on the others of its kind.

    ``shared``: only what most of them show: the rest may be what lies on one of them.
    """
    colours = {}
    for at, look in looks.items():
        others = [one for one in looks.values() if one.kind == look.kind and one is not look]
        seen = [one.space.lab[one.covers] for one in others]
        art = learn_table(np.concatenate(seen), settings).means if seen else np.zeros((0, 3))
        if shared:
            near = np.array([[_share_near(colour, places) for places in seen] for colour in art])
            showing = (near > settings.marker_art_shown).sum(axis=-1) if len(near) else np.zeros(0)
            art = art[showing > max(1, len(seen) / 2)]
        colours[at] = np.vstack([look.colour, art])
    return colours


def _share_near(colour: Floats, places: Floats) -> float:
    """The share of places (n, 3) in nearly this colour."""
    return float((np.linalg.norm(places - colour, axis=1) < 12).mean())


def marker_odds(look: MarkerLook, settings: Settings) -> float:
    """Log odds of a marker."""
    cost = 0.0 if look.space.printed else settings.marker_unprinted_cost  # art looks like markers
    return (look.score - settings.marker_threshold) * settings.marker_slope - cost


def marker_confidence(look: MarkerLook, settings: Settings) -> float:
    """That the marker is there; less so where a camp may have been overlooked, or an arm lies."""
    doubt = settings.marker_doubt if look.may_stand or look.rim > settings.marker_too_large[0] else 1.0
    return float(doubt / (1 + np.exp(-marker_odds(look, settings))))


def find_markers(
    spaces: Sequence[FlatSpace],
    faces: Mapping[str, Face],
    read: MapReading,
    box: TileSet,
    pose: Pose,
    settings: Settings,
) -> dict[Hex, MarkerLook]:
    """The markers of the map, by space."""
    best: dict[Hex, MarkerLook] = {}
    discs = _Discs.of(settings)
    for kind, face in faces.items():
        looks = [_look(space, kind, face, discs, settings) for space in spaces if _may_hold(space, kind)]
        looks = [_judged(look, face, discs, read, box, pose, settings) for look in looks]
        sure = [look for look in looks if not look.may_stand and marker_odds(look, settings) > settings.marker_sure]
        for look in looks:
            others = [one for one in sure if one is not look]
            if others and look.score > settings.marker_alike_least:  # markers of a kind are alike
                own = _own_face(others, settings)
                like = _look(look.space, kind, own, discs, settings)
                if like.score > look.score:
                    look = _judged(like, own, discs, read, box, pose, settings)
            at = look.space.at
            if marker_odds(look, settings) > 0 and (at not in best or look.score > best[at].score):
                best[at] = look
    return best


def _may_hold(space: FlatSpace, kind: str) -> bool:
    return space.column not in (START, VOLCANO) and not (kind == "water" and space.column == WATER)


def _look(space: FlatSpace, kind: str, face: Face, discs: _Discs, settings: Settings) -> MarkerLook:
    """The disc that this face explains best of all on the space."""
    ratio, grid = face.ratio(space, settings), flat_grid(settings)
    sums = discs.wide @ ratio
    covers = discs.wide[int(sums.argmax())]
    score = float(ratio[covers].mean())
    small = (discs.small @ ratio).max() > max(sums.max(), 0)  # a token, a camp's foot
    core = np.linalg.norm(grid - grid[covers].mean(axis=0), axis=1) <= settings.marker_core
    bare = space.ground > settings.anything_log + settings.flat_strange
    rim = float((ratio[np.linalg.norm(grid, axis=1) > settings.marker_rim] > 0).mean())
    if small or rim > settings.marker_too_large[1] or (bare & (ratio < 0))[core].mean() > 0.5:  # bare in the middle
        score = settings.marker_clip[0]
    shown = covers & (ratio > 0)
    return MarkerLook(space, kind, score, covers, shown if shown.any() else covers, rim=rim)


def marker_under(space: FlatSpace, faces: Mapping[str, Face], away: Floats, settings: Settings) -> MarkerLook | None:
    """The marker on which a camp stands, if what is seen beside the camp shows one; ``away`` (n,) from the camp."""
    beside, reach = settings.marker_beside
    seen = (away >= beside) & (np.linalg.norm(flat_grid(settings), axis=1) <= reach)
    if seen.sum() < settings.marker_beside_least:
        return None
    looks = []
    for kind, face in faces.items():
        if _may_hold(space, kind):
            ratio = face.ratio(space, settings)
            shown = seen & (ratio > 0)
            score = float(ratio[seen].mean()) - settings.marker_beside_cost
            looks.append(MarkerLook(space, kind, score, seen, shown if shown.any() else seen))
    best = max(looks, key=lambda look: look.score, default=None)
    return best if best is not None and marker_odds(best, settings) > 0 else None


def _judged(
    look: MarkerLook, face: Face, discs: _Discs, read: MapReading, box: TileSet, pose: Pose, settings: Settings
) -> MarkerLook:
    """With the doubt whether it is a camp: by all that is no ground there, and by what has the very same colour.

    What may stand by its outline, but has no camp's colour, is art where the print is not known.
    """
    if marker_odds(look, settings) <= 0:
        return look
    space = look.space
    strange = settings.anything_log + settings.flat_strange - space.ground
    stands = _upright(np.maximum(face.ratio(space, settings), strange), space.at, discs, pose, settings)
    if not _like_a_camp(look.colour, read, box.colours, settings):
        if stands <= -settings.art_margin:
            return look
        return (
            replace(look, may_stand=True, upright=stands)
            if space.printed
            else replace(look, score=settings.marker_clip[0])
        )
    alike = log_normal(space.lab, look.colour[None], np.array([settings.grain_spread]))[:, 0] - space.ground
    may_stand = stands > -settings.upright_margin or _upright(alike, space.at, discs, pose, settings) > 0
    return replace(look, may_stand=may_stand, upright=stands)


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


def _upright(ratio: Floats, at: Hex, discs: _Discs, pose: Pose, settings: Settings) -> float:
    """How much better the outline of a standing piece fits what is seen than one that lies flat, a log ratio."""
    ratio = np.clip(ratio, -settings.upright_clip, settings.upright_clip)
    stands = (camp_outlines(at, pose, settings) @ ratio).max()
    return float(stands - (discs.wide @ ratio).max())
