"""The reading as a drawing over its photo, for ``dewan/photo/_overlay.html``; numbers are pixels of the picture."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.dewan.drawing.map_svg import LETTERS
from companion.dewan.pages.photo.photo_map import PhotoMap, Point, SeenSpace
from companion.dewan.rules.words import Ground
from companion.rules.hexes import Hex
from companion.web.drawing.players import PlayerStyle, player_style

_INSET = 0.94
"""Outlines stay a little inside, so that neighbours do not cover each other."""
_DISC = 0.3
_AROUND = 9
"""Radii across that are shown of a space to be looked at."""
_RIM = 1.06
"""Of the map's extent: so much of the picture is shown around it."""
_NARROWEST, _FLATTEST = 0.75, 0.6
"""Width to height and height to width of what is shown, at least, however long the map is."""
_LOW = 0.44
"""Letters and tents sit below the middle, so that what really stands there is seen. In parts of the space's radius."""


@dataclass(frozen=True)
class SpaceOverlay:
    at: Hex
    ground: Ground
    letter: str
    points: str
    x: float
    y: float
    disc: float
    letter_at: Point
    camp_at: Point
    camp: PlayerStyle | None
    player: str | None
    doubtful: bool
    doubtful_camp: bool
    chosen: bool
    number: int | None
    href: str


@dataclass(frozen=True)
class Overlay:
    width: int
    height: int
    spaces: tuple[SpaceOverlay, ...]
    chosen_tile: tuple[str, ...]
    """The outlines of all spaces of the tile that is spoken of."""
    near: str | None = None
    """The part of the picture to look at first, as a viewBox."""


def overlay(
    seen: PhotoMap,
    looks: Mapping[str, PlayerStyle],
    at: Hex | None,
    link: Callable[[Hex], str],
    numbers: Mapping[Hex, int] | None = None,
    closer: bool = False,
) -> Overlay:
    """``looks``: how camps are drawn, by colour. ``numbers``: spaces something is said about in a list.

    ``closer``: what is spoken of is to be seen large: the space ``at``, or the map.
    """
    centre = seen.flower_at(at) if at is not None else None
    tile = seen.flowers[centre] if centre is not None else frozenset()
    # As one reads a page, so that the Tab key does.
    ordered = sorted(seen.read.values(), key=lambda space: (round(space.centre[1] / 40), space.centre[0]))
    return Overlay(
        *seen.size,
        tuple(_space(seen, space, looks, at, link, numbers or {}) for space in ordered),
        tuple(_points(seen.read[one]) for one in sorted(tile)),
        _near(seen, at) if closer else None,
    )


def _near(seen: PhotoMap, at: Hex | None) -> str | None:
    """A few spaces around this one, in the shape of the picture, or the whole map; None where that is all of it."""
    width, height = seen.size
    if at is not None:
        (x, y), share = seen.read[at].centre, seen.read[at].radius * _AROUND / width
        wide, high = width * share, height * share
    else:
        xs, ys = zip(*(corner for space in seen.read.values() for corner in space.corners), strict=True)
        x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        across, down = _RIM * (max(xs) - min(xs)), _RIM * (max(ys) - min(ys))
        wide, high = max(across, down * _NARROWEST), max(down, across * _FLATTEST)
    if wide >= width and high >= height:
        return None
    wide, high = min(wide, width), min(high, height)
    x, y = x - wide / 2, y - high / 2
    inside = min(max(x, 0), width - wide), min(max(y, 0), height - high)
    return " ".join(f"{value:.0f}" for value in (*inside, wide, high))


def _space(
    seen: PhotoMap,
    space: SeenSpace,
    looks: Mapping[str, PlayerStyle],
    chosen: Hex | None,
    link: Callable[[Hex], str],
    numbers: Mapping[Hex, int],
) -> SpaceOverlay:
    (x, y), radius, at = space.centre, space.radius, space.at
    ground, color = seen.ground[at], seen.camps.get(at)
    beside = radius * 0.34 if color is not None else 0.0
    return SpaceOverlay(
        at,
        ground,
        LETTERS.get(ground, ""),
        _points(space),
        round(x, 1),
        round(y, 1),
        round(radius * _DISC, 1),
        (round(x - beside, 1), round(y + radius * _LOW, 1)),
        (round(x + beside, 1), round(y + radius * _LOW, 1)),
        None if color is None else looks.get(color) or player_style(""),
        None if color is None else seen.colors.get(color, ""),
        at in seen.doubtful,
        at in seen.doubtful_camps,
        at == chosen,
        numbers.get(at),
        link(at),
    )


def _points(space: SeenSpace) -> str:
    x, y = space.centre
    inside = ((x + (a - x) * _INSET, y + (b - y) * _INSET) for a, b in space.corners)
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in inside)
