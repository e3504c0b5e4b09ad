"""Berry tokens: small dark pieces that lie where a berry is printed, one or two, all of a map alike.

Whatever is small, round, of one colour and no ground may be one; its colour speaks too, and that of the other tokens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.colours import lab_to_linear, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.flat_spaces import START, VOLCANO, FlatSpace, flat_grid
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.outlines import camp_outlines, standing
from companion.dewan.vision.pose import Pose
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.tone import Tone, token_prototypes
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class Token:
    """What may be a token: where on the grid, its colour, its log odds."""

    middle: int
    colour: Floats
    odds: float


@dataclass(frozen=True)
class Tokens:
    """What may be tokens of one space, the surest first."""

    all: tuple[Token, ...]

    @property
    def count(self) -> int:
        return sum(token.odds > 0 for token in self.all)

    @property
    def confidence(self) -> float:
        """That there are just as many."""
        return float(np.prod([1 / (1 + np.exp(-abs(token.odds))) for token in self.all]))


@dataclass(frozen=True)
class _Grid:
    """Where a token's middle may lie, and how far every place of the grid is from each."""

    middles: NDArray[np.int64]  # (c,)
    gaps: Floats  # (c, n)
    cores: NDArray[np.int64]  # (c, k): the places around each middle that any token there covers

    @classmethod
    def of(cls, settings: Settings) -> "_Grid":
        grid = flat_grid(settings)
        middles = np.flatnonzero(np.linalg.norm(grid, axis=1) <= settings.token_reach)
        gaps = np.linalg.norm(grid[middles][:, None] - grid[None], axis=2)
        return cls(middles, gaps, np.argsort(gaps, axis=1)[:, : settings.token_core_places])


def find_tokens(
    spaces: Sequence[FlatSpace],
    tone: Tone,
    seen: Mapping[Hex, Floats],
    covers: Mapping[Hex, Floats],
    settings: Settings,
) -> dict[Hex, Tokens]:
    """The tokens of every space, the surest first; ``seen`` (n,) is 0 where something stands before a place."""
    grid = _Grid.of(settings)
    may = [space for space in spaces if _may_hold(space, settings)]
    evidence = [_evidence(space, grid, tone, seen.get(space.at), covers.get(space.at), settings) for space in may]
    found = [_chosen(space, grid, own, settings) for space, own in zip(may, evidence, strict=True)]
    alike = []
    for k, (space, own) in enumerate(zip(may, evidence, strict=True)):
        others = [t.colour for j, one in enumerate(found) if j != k for t in one.all if t.odds > settings.token_sure]
        alike.append(_chosen(space, grid, own.beside(others, settings), settings) if others else found[k])
    return {space.at: tokens for space, tokens in zip(may, alike, strict=True)}


def _may_hold(space: FlatSpace, settings: Settings) -> bool:
    """Whether as much of a space as a token at least shows is not plainly ground."""
    if space.column in (START, VOLCANO):
        return False
    odd = space.ground < settings.anything_log - settings.token_clip[0]
    return bool(odd.sum() >= settings.token_seen * settings.token_core_places)


@dataclass(frozen=True)
class _Evidence:
    """What speaks for a token at every middle and of every width."""

    features: Floats  # (r, c, f)
    colours: Floats  # (c, 3)

    def beside(self, others: Sequence[Floats], settings: Settings) -> "_Evidence":
        """The same where the colours of other tokens of the map are known."""
        spread = np.broadcast_to(np.array(settings.token_own_spread), (len(others), 3))
        logs = log_normal(self.colours, np.array(others), spread).max(axis=1) - settings.anything_log
        features = self.features.copy()
        features[..., 3] = np.clip(logs, *settings.token_colour_clip)
        return _Evidence(features, self.colours)


def _evidence(
    space: FlatSpace, grid: _Grid, tone: Tone, seen: Floats | None, cover: Floats | None, settings: Settings
) -> _Evidence:
    seen = np.ones(len(space.lab)) if seen is None else seen
    ground, grain = space.ground, np.array([settings.grain_spread])
    if cover is not None:  # a token may lie on a marker
        ground = np.logaddexp(ground, log_normal(space.lab, cover, np.broadcast_to(grain, cover.shape)).max(axis=1))
    colours = np.median(space.lab[grid.cores], axis=1)
    logs = log_normal(space.lab, colours, np.broadcast_to(grain, colours.shape)).T
    share = settings.token_art_share
    logs = np.logaddexp(logs + np.log(1 - share), settings.anything_log + np.log(share))
    ratio = np.clip(logs - ground, *settings.token_clip) * seen
    violet = token_prototypes(tone, settings)
    spread = np.broadcast_to(np.array(settings.camp_spread), violet.shape)
    looks = log_sum(log_normal(colours, violet, spread)) - np.log(len(violet)) - settings.anything_log
    daylight = linear_to_lab(lab_to_linear(colours) * tone.gain)[:, 0]
    own = [np.clip(looks, *settings.token_colour_clip), np.zeros(len(colours)), np.clip(daylight / 20, 0, 3)]
    features = []
    for wide in settings.token_radii:
        disc = (grid.gaps <= wide) * seen
        ring = (grid.gaps > wide + settings.token_rim[0]) & (grid.gaps <= wide + settings.token_rim[1])
        places, around = np.maximum(disc.sum(axis=1), 1), np.maximum((ring * seen).sum(axis=1), 1)
        mean = np.where(
            disc.sum(axis=1) >= settings.token_seen * (grid.gaps <= wide).sum(axis=1),
            (ratio * disc).sum(axis=1) / places,
            settings.token_clip[0],
        )
        same = (np.maximum(ratio, 0) * ring).sum(axis=1) / around
        features.append(np.stack([mean, same, *own], axis=1))
    return _Evidence(np.array(features), colours)


def _chosen(space: FlatSpace, grid: _Grid, evidence: _Evidence, settings: Settings) -> Tokens:
    """One token after the other, each clear of those before."""
    weights = np.array(settings.token_weights if space.printed else settings.token_weights_unprinted)
    odds = evidence.features @ weights[1:] + weights[0]
    if not space.berry:
        odds = odds - (settings.token_stray_cost if space.berry is False else settings.token_unnamed_cost)
    free = np.ones(len(grid.middles), bool)
    tokens: list[Token] = []
    while free.any() and len(tokens) < settings.token_most:
        r, c = np.unravel_index(np.where(free, odds, -np.inf).argmax(), odds.shape)
        tokens.append(Token(int(grid.middles[c]), evidence.colours[c], float(odds[r, c])))
        if odds[r, c] <= 0:
            break
        free &= grid.gaps[c, grid.middles] >= settings.token_gap
    return Tokens(tuple(tokens))


def surely_small(
    spaces: Sequence[FlatSpace], found: Mapping[Hex, Tokens], pose: Pose, settings: Settings
) -> dict[Hex, Floats]:
    """The colours (k, 3) of what surely is tokens: their outlines fit what is no ground better than a camp's does."""
    small = {}
    for space in spaces:
        tokens = [token for token in found[space.at].all if token.odds > 0] if space.at in found else []
        if tokens and tokens[0].odds > settings.token_sure and _upright(space, tokens, pose, settings) < 0:
            small[space.at] = np.array([token.colour for token in tokens])
    return small


def _upright(space: FlatSpace, tokens: Sequence[Token], pose: Pose, settings: Settings) -> float:
    """How much better the outline of a camp fits what is no ground than those of the tokens do, a log ratio."""
    ratio = np.clip(
        settings.anything_log + settings.flat_strange - space.ground, -settings.upright_clip, settings.upright_clip
    )
    grid = flat_grid(settings)
    sizes = [(wide, wide) for wide in settings.token_radii]
    outlines = np.zeros((1, len(grid)), bool)
    for token in tokens:
        own = [
            standing(grid[token.middle][None], sizes, (0.0, high), space.at, pose, settings)
            for high in settings.token_heights
        ]
        outlines = (outlines[:, None] | np.concatenate(own)[None]).reshape(-1, len(grid))
    stands = max((camp_outlines(space.at, pose, settings, tall) @ ratio).max() for tall in (0.5, 1.0))
    return float(stands - (outlines @ ratio).max() + settings.small_margin)
