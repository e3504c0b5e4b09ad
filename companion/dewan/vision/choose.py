"""Which spaces hold camps, by how much each looks like it: art is left out, and every start holds one."""

from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import TERRAINS, log_sum
from companion.dewan.vision.lattice import Floats, plane_of
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.printed import Ground
from companion.dewan.vision.reading import ReadCamp
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.tiles import TileSet
from companion.dewan.vision.tone import Tone
from companion.rules.hexes import Hex

_MOST = 30.0  # log odds
_START = TERRAINS.index("start")


@dataclass(frozen=True)
class CampColours:
    """How much a space looks like holding a camp of each colour."""

    at: Hex
    scores: Floats  # (c,)
    feet_px: Floats  # (c, 2) where each colour's piece would stand
    unlearned: Floats | None = None  # (c,) its scores, were its print not known; where others' prints are not


@dataclass(frozen=True)
class FoundCamps:
    """Camps, and places that are likelier empty but worth a look."""

    camps: tuple[ReadCamp, ...] = ()
    maybe: tuple[ReadCamp, ...] = ()
    tone: Tone | None = None
    bare: bool = False  # a start holds no camp, so the game has not begun


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
        start = column == _START
        if own.sum() >= (2 if start else 3):
            common = scores[own].min(axis=0) if start else np.quantile(scores[own], settings.common_share, axis=0)
            scores[own] -= np.maximum(common - settings.camp_common, 0.0)
    return [replace(look, scores=own) for look, own in zip(looks, scores, strict=True)]


def looks_alike(looks: list[CampColours], terrain: list[int], strange: list[bool], settings: Settings) -> Floats:
    """How much the art of an unknown print looks like a piece, by space and colour, (n, c).

    Pale art makes half a white camp on every other space, and red ground half a red one: a camp must stand out from
    what the best of the bare spaces score, of all and of its own terrain. Tiles that were learned tell of the others.
    """
    scores = np.array([look.scores for look in looks])
    unknown, columns = np.array(strange), np.array(terrain)
    if not unknown.any():
        return np.zeros(scores.shape)
    most = [_most_of_art(own[unknown], columns[unknown], settings) for own in scores.T]
    art = np.where(scores > most, np.nan, scores)
    # What bare learned spaces would look like, were their print not known, is art for sure.
    bare = np.array([look.unlearned is not None and look.scores.max() < settings.camp_threshold for look in looks])
    for k in np.flatnonzero(bare & ~unknown):
        art[k] = looks[k].unlearned
    seen = unknown | bare
    high = np.full(scores.shape, settings.alike_common)
    groups = [(seen, settings.alike_share, settings.alike_least)]
    groups += [(seen & (columns == k), settings.alike_own_share, settings.alike_own_least) for k in set(terrain)]
    for own, share, least in groups:
        if own.sum() >= least:
            most_bare = np.nan_to_num(np.nanquantile(art[own], share, axis=0), nan=settings.alike_common)
            high[own] = np.maximum(high[own], most_bare)
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


def _swayed(odds: Floats, votes: Floats) -> Floats:
    """Log odds of colours (c,) after others voted among them; that any of them is there is as likely as before."""
    return odds + votes - (log_sum(odds + votes) - log_sum(odds))


def different(odds: list[Floats]) -> list[Floats]:
    """Log odds of colours (c,) against no camp, space by space, where no two spaces hold the same colour."""
    weights = [np.append(np.exp(np.clip(own, -_MOST, _MOST)), 1.0) for own in odds]

    @cache
    def later(k: int, taken: frozenset[int]) -> float:
        """The weight of all ways in which the spaces from ``k`` on may be held."""
        if k == len(weights):
            return 1.0
        none = float(weights[k][-1]) * later(k + 1, taken)
        return none + sum(float(w) * later(k + 1, taken | {c}) for c, w in enumerate(weights[k][:-1]) if c not in taken)

    shares = [np.zeros(len(own)) for own in weights]
    before: dict[frozenset[int], float] = {frozenset(): 1.0}
    for k, own in enumerate(weights):
        after: dict[frozenset[int], float] = {}
        for taken, weight in before.items():
            for c, w in enumerate(own):
                if c not in taken:
                    now = taken if c == len(own) - 1 else taken | {c}
                    after[now] = after.get(now, 0.0) + weight * float(w)
                    shares[k][c] += weight * float(w) * later(k + 1, now)
        before = after
    return [np.clip(np.log(share[:-1] + 1e-300) - np.log(share[-1]), -_MOST, _MOST) for share in shares]


def chosen(
    looks: list[CampColours],
    terrain: list[int],
    pose: Pose,
    box: TileSet,
    settings: Settings,
    printed: Ground | None = None,
    doubtful: frozenset[Hex] = frozenset(),
) -> FoundCamps:
    """Scores to camps. A start is expected to hold one as soon as any camp stands somewhere, each its own colour.

    ``doubtful``: spaces where a marker in a player's colour may lie instead.
    """
    looks = _less_common(looks, terrain, printed, settings)
    sure = any(look.scores.max() > settings.camp_threshold + 1.0 for look in looks)
    on_start = [column == _START for column in terrain]
    extra = {
        _START: settings.start_bonus if sure else 0.0,
        TERRAINS.index("water"): -settings.wet_cost,
    }
    known = printed.spaces if printed else frozenset()
    learned = [not start and look.at in known for look, start in zip(looks, on_start, strict=True)]
    strange = [not start and look.at not in known for look, start in zip(looks, on_start, strict=True)]
    odds = []
    for look, column, sharp in zip(looks, terrain, learned, strict=True):
        threshold = settings.printed_threshold if sharp else settings.camp_threshold
        slope = settings.printed_slope if sharp else settings.camp_slope
        own = (look.scores + extra.get(column, 0.0) - threshold) * slope
        odds.append(own - settings.doubtful_cost if look.at in doubtful else own)
    costs = settings.unprinted_cost + settings.camp_slope * looks_alike(looks, terrain, strange, settings)
    odds = [own - cost if unknown else own for own, cost, unknown in zip(odds, costs, strange, strict=True)]
    odds = _without_heads(looks, odds, pose, settings)
    starts = [k for k, start in enumerate(on_start) if start]
    if sure and 0 < len(starts) <= len(box.colours):
        # Every player has a start, so the colours on the starts are the colours in play, and the other way round.
        elsewhere = np.array([o for o, start in zip(odds, on_start, strict=True) if not start]).reshape(
            -1, len(box.colours)
        )
        best = elsewhere == elsewhere.max(axis=1, keepdims=True)
        votes = np.minimum((np.maximum(elsewhere, 0) * best).sum(axis=0), settings.colour_votes)
        for k, own in zip(starts, different([_swayed(odds[k], votes) for k in starts]), strict=True):
            odds[k] = own
        if all(odds[k].max() > 0 for k in starts):
            absent = np.ones(len(box.colours), bool)
            absent[[int(odds[k].argmax()) for k in starts]] = False
            odds = [o if start else o - settings.absent_cost * absent for o, start in zip(odds, on_start, strict=True)]
    held = [float(odds[k].max()) for k in starts]
    empty = bool(held) and min(held) < -settings.bare_start
    bare = empty and sum(o.max() > settings.bare_sure for o in odds) < settings.bare_camps
    if bare:  # a start holds its camp from set-up on: without it no camp stands anywhere, whatever looks like one
        odds = [o - settings.bare_cost for o in odds]
    camps: list[ReadCamp] = []
    maybe: list[ReadCamp] = []
    for look, chance in zip(looks, odds, strict=True):
        pick = int(chance.argmax())
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
