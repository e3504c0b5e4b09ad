"""The look of one's own tiles, learned from photos of them and kept beside the box.

The box file has no place for it, so it is a small document of its own:
``{"format": "dewan-look/1", "terrains": {"forest": {"lab": [46, -24, 22], "spread": [6, 5, 5], "seen": 12}, …}}``, the
colours as they would look in even daylight, and from how many spaces they were learned.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.colours import TERRAINS, lab_to_linear, lamp_of, linear_to_lab, sample_outlines
from companion.vision.decode import patterns_of
from companion.vision.lattice import Floats, make_views
from companion.vision.load import load_photo
from companion.vision.search import search_lattices
from companion.vision.settings import DEFAULTS, Lab, Settings
from companion.vision.taps import Tap, snap_taps
from companion.vision.terrain import best_map
from companion.vision.tiles import Box

UNTOLD = 7  # spaces, where an older document does not say how many it was learned from


@dataclass(frozen=True)
class TerrainLook:
    """One terrain of one's own print: mean and deviation in daylight's Lab, and how many spaces taught it."""

    lab: Lab
    spread: Lab
    seen: int = UNTOLD


Look = Mapping[str, TerrainLook]


def learn_look(
    photos: Iterable[tuple[Path | bytes, Sequence[str]]],
    box: Box,
    taps: Sequence[Tap] = (),
    settings: Settings = DEFAULTS,
) -> dict[str, TerrainLook]:
    """The look of each terrain from photos, each with the ids of the tiles it shows: one tile, several, or a map.

    A photo in which those tiles can't be made out teaches nothing; terrains seen in none are left out.
    ``taps`` as in ``read_photo``, where the lattice is not found alone.
    """
    seen: dict[str, list[Floats]] = {}
    patient = replace(
        settings, least_flowers=1, least_evenness=0.0, least_terrains=1, least_support=settings.look_support
    )
    for source, ids in photos:
        shown = Box(tuple(t for t in box.tiles if t.id in ids), box.colours)
        photo = load_photo(source, patient)
        views = make_views(photo.rgb, patient.view_sides_px)
        height_px, width_px = photo.rgb.shape[:2]
        if taps:
            found = snap_taps(views, taps, photo.shrink, width_px, height_px, patient)
        else:
            found = search_lattices(views, width_px, height_px, patient)
        read = best_map(views, found, patterns_of(shown), patient)
        if read is None:
            continue
        daylight = linear_to_lab(lab_to_linear(read.samples.typical) * read.palette.gain)
        for flower in read.decoded.flowers:
            for member, column in zip(flower.members, flower.terrains, strict=True):
                if flower.pattern >= 0 and member >= 0 and column < len(TERRAINS):
                    seen.setdefault(TERRAINS[column], []).append(daylight[member])
    return {terrain: _summary(np.array(colours), terrain, settings) for terrain, colours in seen.items()}


def look_of_spaces(
    source: Path | bytes,
    spaces: Sequence[tuple[Sequence[Sequence[float]], str]],
    settings: Settings = DEFAULTS,
) -> dict[str, TerrainLook]:
    """The look of each terrain from a photo whose spaces somebody has checked: six corners in pixels, and a terrain."""
    known = [(corners, terrain) for corners, terrain in spaces if terrain in TERRAINS]
    if not known:
        return {}
    photo = load_photo(source, settings)
    views = make_views(photo.rgb, settings.view_sides_px)
    corners = (np.array([c for c, _ in known], np.float64).reshape(-1, 6, 2) + 0.5) * photo.shrink - 0.5
    typical = sample_outlines(views, corners, settings).typical
    labels = np.array([TERRAINS.index(terrain) for _, terrain in known])
    daylight = linear_to_lab(lab_to_linear(typical) * lamp_of(typical, labels, settings))
    return {TERRAINS[k]: _summary(daylight[labels == k], TERRAINS[k], settings) for k in np.unique(labels)}


def joined_looks(one: Look, other: Look) -> dict[str, TerrainLook]:
    """What two photos teach together: each terrain's means by how many spaces taught them, the wider spread."""
    joined = {**one, **other}
    for name in set(one) & set(other):
        a, b = one[name], other[name]
        share = a.seen / (a.seen + b.seen)
        lab = np.array(a.lab) * share + np.array(b.lab) * (1 - share)
        joined[name] = TerrainLook(_triple(lab), _triple(np.maximum(a.spread, b.spread)), a.seen + b.seen)
    return joined


def _summary(colours: Floats, terrain: str, settings: Settings) -> TerrainLook:
    """Mean and spread of colours (n, 3), never narrower than lamps differ, never wider than the family."""
    floor, family = np.array(settings.look_spread), np.array(settings.families[terrain][1])
    spread = np.clip(colours.std(axis=0) * 1.5, floor, np.maximum(family, floor))
    return TerrainLook(_triple(np.median(colours, axis=0)), _triple(spread), len(colours))


def _triple(values: Floats) -> Lab:
    return round(float(values[0]), 1), round(float(values[1]), 1), round(float(values[2]), 1)


def with_look(settings: Settings, look: Look | None) -> Settings:
    """Settings whose terrain families are one's own tiles', as far as they are known."""
    if not look:
        return settings
    return replace(settings, families={**settings.families, **{name: (t.lab, t.spread) for name, t in look.items()}})


def look_to_json(look: Look) -> dict[str, Any]:
    """The look as a document."""
    terrains = {
        name: {"lab": list(t.lab), "spread": list(t.spread), "seen": t.seen} for name, t in sorted(look.items())
    }
    return {"format": "dewan-look/1", "terrains": terrains}


def look_from_json(document: Any) -> dict[str, TerrainLook]:
    """The look of a document; ``ValueError`` in plain words when it is not one."""
    if not isinstance(document, Mapping) or document.get("format") != "dewan-look/1":
        raise ValueError("This is not a file of a box's look (dewan-look/1).")
    terrains = document.get("terrains")
    if not isinstance(terrains, Mapping):
        raise ValueError("A box's look needs its terrains.")
    look = {}
    for name, entry in terrains.items():
        if name not in TERRAINS:
            raise ValueError(f"The look names {name!r}, which is no terrain.")
        try:
            values = np.array([entry["lab"], entry["spread"]], float).reshape(2, 3)
            seen = int(entry.get("seen", UNTOLD))
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ValueError(f"The look of {name!r} needs lab and spread, three numbers each.") from error
        if not np.isfinite(values).all() or np.abs(values).max() > 200:
            raise ValueError(f"The look of {name!r} has a number that is no colour.")
        if values[1].min() <= 0 or seen < 1:
            raise ValueError(f"The look of {name!r} has a spread or a count that is not above zero.")
        look[str(name)] = TerrainLook(_triple(values[0]), _triple(values[1]), seen)
    return look
