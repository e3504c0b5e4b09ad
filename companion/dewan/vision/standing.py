"""Camps that stand on a board, and berry tokens beside it: small, of one size, in known paint."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dewan.vision.board import Board
from companion.dewan.vision.colours import log_normal, log_sum
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.tiles import CampColour
from companion.dewan.vision.tone import Tone, camp_logs, camp_prototypes, token_prototypes, tone_of
from companion.vision.plane import Floats

PLACES = 8
_SMALLEST, _LARGEST = 0.15, 0.62  # of a camp or token, in the distance between two places of a board
_STANDS_OUT = 0.8
_LIKE_PAINT = 1.0  # mean log odds of a patch to be paint rather than anything
_ALIKE = 2.2  # sizes of one board's camps differ by this factor at most
_ROUND, _SQUARE = 0.58, 1.8  # of a token's frame that it fills, and the frame's longer side in its shorter ones
_SIZES, _TOUCHED = 1.6, 0.4  # radii of tokens differ by this factor at most; of one's surroundings, other tokens
_LEAST_CAMP = 0.04  # of a square as wide as two places of a board are apart
_PIXEL, _RIVAL = 0.5, 0.3  # log odds of a place to be paint, and how near another paint may come
_SHADED, _PRINT = 3.5, 0.7  # a standing piece has light and shade; what has none counts so much less
_IN_LINE = 0.1  # of a board's height, that camps stand off their row
_STRAY = 0.5  # patches in the same paint that stand in no row, for each that does: more, and it is art


@dataclass(frozen=True)
class Patch:
    """Something small. ``middle``: in pixels of the working picture; ``odds`` (c,): of each paint, against anything."""

    middle: tuple[float, float]
    area: float
    odds: Floats
    round: bool
    shading: float  # how much light and shade differ on it, in Lab


@dataclass(frozen=True)
class Standing:
    """``camps``, ``berries``: where they are, in pixels of the working picture. ``camps_left`` None: nobody can say."""

    camps: tuple[tuple[float, float], ...]
    color: str | None
    camps_left: int | None
    berries: tuple[tuple[float, float], ...]


def standing_at(
    board: Board,
    lab: NDArray[np.float32],
    off: NDArray[np.float32],
    pieces: Sequence[Floats],
    colours: tuple[CampColour, ...],
    gain: Floats,
    settings: Settings,
) -> Standing:
    free = np.ones(off.shape, np.uint8)
    for corners in pieces:
        middle = corners.mean(axis=0)
        cv2.fillPoly(free, [np.round(middle + (corners - middle) * 1.05).astype(np.int32)], 0)
    inside = board.mask(off.shape)
    step = float(np.linalg.norm(board.corners - np.roll(board.corners, -1, axis=0), axis=1).max()) / PLACES
    small = cv2.erode(inside, np.ones((7, 7), np.uint8))
    on = (off > _STANDS_OUT) & (small > 0) & (free > 0)
    beside = (off > 1) & (cv2.dilate(inside, np.ones((5, 5), np.uint8)) == 0) & (free > 0)
    tone = Tone(gain)
    if colours:
        strange = lab[on].astype(np.float64)
        tone = tone_of(strange, gain, colours, settings)
    camps = _camps(on, lab, step, camp_prototypes(colours, tone, settings), settings) if colours else []
    berries = _tokens(beside, lab, step, (tone, Tone(gain)), settings)
    color, own, doubtful = _one_colour(camps, colours, board)
    return Standing(
        tuple(one.middle for one in own),
        color,
        None if doubtful or not colours else len(own),
        tuple(berries),
    )


def _tokens(
    beside: NDArray[np.bool_], lab: NDArray[np.float32], step: float, tones: Sequence[Tone], settings: Settings
) -> list[tuple[float, float]]:
    """The middles of berry tokens, also of some that touch."""
    ys, xs = np.nonzero(beside)
    places = lab[ys, xs].astype(np.float64)
    odds = np.full(len(places), -np.inf)
    for tone in tones:
        tokens = token_prototypes(tone, settings)
        spread = np.broadcast_to(np.array(settings.camp_spread), tokens.shape)
        logs = log_sum(log_normal(places, tokens, spread)) - np.log(len(tokens))
        odds = np.maximum(odds, logs - settings.anything_log)
    mask = np.zeros(beside.shape, np.uint8)
    mask[ys[odds > _PIXEL], xs[odds > _PIXEL]] = 1
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    found: list[tuple[float, float, float]] = []
    top = (deep >= cv2.dilate(deep, np.ones((3, 3), np.uint8))) & (deep > 0.5 * _SMALLEST * step)
    for y, x in sorted(np.argwhere(top).tolist(), key=lambda at: -float(deep[at[0], at[1]])):
        radius = float(deep[y, x])
        if radius < 0.5 * _LARGEST * step and all(np.hypot(x - u, y - v) > 1.4 * r for u, v, r in found):
            found.append((float(x), float(y), radius))
    usual = float(np.median([r for _, _, r in found])) if found else 0.0
    return [(x, y) for x, y, r in found if usual / _SIZES < r < usual * _SIZES and _is_disc(mask, x, y, r)]


def _is_disc(mask: NDArray[np.uint8], x: float, y: float, radius: float) -> bool:
    """Whether it ends all around, but for what touches it: a seam of the table goes on."""
    turn = np.arange(24) * 2 * np.pi / 24
    at = np.round(np.stack([x + 1.5 * radius * np.cos(turn), y + 1.5 * radius * np.sin(turn)], axis=1)).astype(int)
    at = np.clip(at, 0, np.array(mask.shape[::-1]) - 1)
    return float(mask[at[:, 1], at[:, 0]].mean()) < _TOUCHED


def _of_one_size(patches: Sequence[Patch]) -> list[Patch]:
    if not patches:
        return []
    usual = float(np.median([one.area for one in patches]))
    return [one for one in patches if usual / _ALIKE < one.area < usual * _ALIKE]


def _one_colour(
    camps: Sequence[Sequence[Patch]], colours: tuple[CampColour, ...], board: Board
) -> tuple[str | None, list[Patch], bool]:
    """All camps of a board have one colour and one size, and stand in a row along it. Whether that is doubtful."""
    best: tuple[float, str | None, list[Patch], bool] = (0.0, None, [], False)
    for k, colour in enumerate(colours):
        own = _of_one_size(camps[k]) if camps else []
        row = _in_row(own, board)
        art = len(own) - len(row) > _STRAY * len(row) or len(row) > PLACES
        flat = [one for one in row if one.shading < _SHADED]
        worth = 0.0 if art else sum(float(one.odds[k]) for one in row) - _PRINT * sum(float(f.odds[k]) for f in flat)
        if worth > best[0]:
            # What is flat all along may be print: places that nobody stands on.
            best = (worth, colour.name, row, len(flat) > len(row) / 2)
    return best[1], best[2], best[3]


def _camps(
    on: NDArray[np.bool_], lab: NDArray[np.float32], step: float, prototypes: Floats, settings: Settings
) -> list[list[Patch]]:
    """What may be camps of each colour: a used place around a camp is no part of it."""
    ys, xs = np.nonzero(on)
    odds = camp_logs(lab[ys, xs].astype(np.float64), prototypes, settings) - settings.anything_log
    found = []
    for k in range(odds.shape[1]):
        mask = np.zeros(on.shape, bool)
        own = (odds[:, k] > _PIXEL) & (odds[:, k] >= odds.max(axis=1) - _RIVAL)
        mask[ys[own], xs[own]] = True
        seen = _patches(mask, lab, step, lambda places: camp_logs(places, prototypes, settings) - settings.anything_log)
        found.append([one for one in seen if one.round and one.area > _LEAST_CAMP * step * step])
    return found


def _in_row(patches: Sequence[Patch], board: Board) -> list[Patch]:
    """The most of them that stand in one line along the board."""
    if not patches:
        return []
    at = np.array([one.middle for one in patches])
    u, v = cv2.perspectiveTransform(at[None], board.to_frame(1.0))[0].T
    across = v if board.long > 1 else u / board.long
    near = np.abs(across[:, None] - across) < _IN_LINE
    return [one for one, close in zip(patches, near[int(near.sum(axis=1).argmax())], strict=True) if close]


def _patches(
    mask: NDArray[np.bool_], lab: NDArray[np.float32], step: float, odds_of: Callable[[Floats], Floats]
) -> list[Patch]:
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(opened, connectivity=4)
    found = []
    for k in range(1, count):
        x, y, wide, high, area = (int(v) for v in stats[k])
        if not _SMALLEST * step < max(wide, high) < _LARGEST * step or min(wide, high) < 3:
            continue
        own = labels[y : y + high, x : x + wide] == k
        core = cv2.erode(own.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0 if area > 40 else own
        places = lab[y : y + high, x : x + wide][core if core.any() else own].astype(np.float64)
        odds = np.clip(odds_of(places), -4, 5).mean(axis=0)
        shade = lab[y : y + high, x : x + wide, 0][own]
        shading = float(np.percentile(shade, 85) - np.percentile(shade, 15))
        middle = float(middles[k][0]), float(middles[k][1])
        found.append(Patch(middle, float(area), odds, _is_round(wide, high, area), shading))
    return found


def _is_round(wide: int, high: int, area: int) -> bool:
    return area > _ROUND * wide * high and max(wide, high) < _SQUARE * min(wide, high)
