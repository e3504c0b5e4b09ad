"""The tone of a photo, told by the pieces: their paint is known, the print's is not.

Terrains give the lamp only roughly, since every print differs. Whatever stands on the map and is no ground is most
likely a piece in one of a few known colours: the lamp, exposure and strength of colour under which it is one are the
photo's.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.dewan.vision.colours import lab_to_linear, linear_to_lab, log_normal, log_sum
from companion.dewan.vision.lattice import Floats
from companion.dewan.vision.settings import Settings
from companion.dewan.vision.tiles import CampColour


@dataclass(frozen=True)
class Tone:
    """How a photo shows known paint: ``gain`` (3,) turns its linear RGB into daylight's, ``chroma`` scales colour."""

    gain: Floats
    chroma: float = 1.0


def camp_prototypes(
    colours: tuple[CampColour, ...], tone: Tone, settings: Settings, paint: Floats | None = None
) -> Floats:
    """How each colour may look in this photo, from shaded to lit, then lit and shining: Lab (c, s, 3).

    ``paint`` (c, 3): by how much the pieces' linear RGB differs from the box's, as logs.
    """
    rgb = np.array([c.rgb for c in colours], np.float64).reshape(-1, 3) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    linear = np.clip(lab_to_linear(linear_to_lab(linear) * np.array([1.0, tone.chroma, tone.chroma])), 1e-4, 1.0)
    if paint is not None:
        linear = np.clip(linear * np.exp(paint), 1e-4, 1.0)
    shades = np.array(settings.camp_shades)[None, :, None]
    # Shaded faces see the room, not the lamp: part of the lamp's colour is lost there.
    level = np.exp(np.log(tone.gain).mean())
    lamp = (1 / tone.gain) * level
    toned = lamp ** np.clip(shades, 0.35, 1.0) / level
    dull = linear[:, None] * shades * toned
    shining = dull[:, -settings.camp_shining :] + settings.camp_veil / tone.gain  # the paint mirrors the room
    return linear_to_lab(np.minimum(np.concatenate([dull, shining], axis=1), 1.0))


def own_paint(worth_of: Callable[[Floats], float], settings: Settings) -> Floats | None:
    """By how much a piece's linear RGB differs from its box's, as logs (3,): under what it looks most like a piece.

    None where the hue differs too much: that is no such piece, but an arm, say.
    """

    def worth(change: Floats) -> float:
        return worth_of(_paint(change)) * settings.tone_places_a_piece - 0.5 * float(
            ((change / np.array(settings.paint_spread)) ** 2).sum()
        )

    change = _climb(worth, np.array(settings.paint_spread))
    hue = np.linalg.norm((change / np.array(settings.paint_spread))[1:])
    return _paint(change) if hue <= settings.paint_limit else None


def _paint(change: Floats) -> Floats:
    level, warmth, tint = change
    return np.array([level + 0.45 * warmth, level - tint, level - 0.55 * warmth])


def token_prototypes(tone: Tone, settings: Settings) -> Floats:
    """How a berry token may look in this photo: Lab (n, 3). It lies flat, so that it may mirror the room."""
    paint = lab_to_linear(np.array(settings.token_lab) * np.array([1.0, tone.chroma, tone.chroma]))
    dull = paint * np.array(settings.token_shades)[:, None]
    shine = np.array(settings.token_shines)[:, None]
    return linear_to_lab(np.concatenate([dull, paint + shine]) / tone.gain)


def camp_logs(lab: Floats, prototypes: Floats, settings: Settings) -> Floats:
    """Log density of points (..., 3) under each camp colour, (..., c)."""
    spreads = np.broadcast_to(np.array(settings.camp_spread), prototypes.shape[1:])
    logs = [log_sum(log_normal(lab, p, spreads)) - np.log(len(p)) for p in prototypes]
    return np.stack(logs, axis=-1)


def tone_of(strange: Floats, gain: Floats, colours: tuple[CampColour, ...], settings: Settings) -> Tone:
    """The tone under which places (n, 3) that are no ground look most like pieces, near the lamp the terrains told."""
    plain = Tone(gain)
    if len(strange) < settings.tone_least:
        return plain
    lab = strange[:: -(-len(strange) // settings.tone_places)]
    pieces = len(strange) / settings.tone_places_a_piece

    def tone(change: Floats) -> Tone:
        exposure, warmth, tint, chroma = change
        moved = gain * np.exp([exposure - 0.45 * warmth, exposure + tint, exposure + 0.55 * warmth])
        return Tone(moved, float(np.exp(chroma)))

    def worth(change: Floats) -> float:
        logs = log_sum(camp_logs(lab, camp_prototypes(colours, tone(change), settings), settings))
        fit = np.logaddexp(logs - np.log(len(colours)), settings.anything_log).mean() * pieces
        return float(fit - 0.5 * ((change / np.array(settings.tone_spread)) ** 2).sum())

    return tone(_climb(worth, np.array(settings.tone_spread)))


def _climb(worth: Callable[[Floats], float], steps: Floats) -> Floats:
    """The best place near the origin, one direction at a time, in steps that halve."""
    at = np.zeros(len(steps))
    best = worth(at)
    for share in (0.8, 0.8, 0.4, 0.2):
        for k in range(len(steps)):
            for sign in (1, -1):
                while True:
                    moved = at.copy()
                    moved[k] += sign * share * steps[k]
                    value = worth(moved)
                    if value <= best:
                        break
                    at, best = moved, value
    return at
