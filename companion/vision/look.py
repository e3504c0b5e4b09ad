"""The look of one's own tiles, learned from photos of them and kept beside the box.

The box file has no place for it, so it is a small file of its own:
``{"format": "dewan-look/1", "terrains": {"forest": {"lab": [46, -24, 22], "spread": [6, 5, 5]}, …}}``, the colours as
they would look in even daylight.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.vision.colours import TERRAINS, lab_to_linear, linear_to_lab
from companion.vision.decode import patterns_of
from companion.vision.lattice import Floats, make_views
from companion.vision.load import load_photo
from companion.vision.search import search_lattices
from companion.vision.settings import DEFAULTS, Lab, Settings
from companion.vision.terrain import best_map
from companion.vision.tiles import Box

Look = Mapping[str, tuple[Lab, Lab]]


def learn_look(
    photos: Iterable[tuple[Path | bytes, tuple[str, ...]]], box: Box, settings: Settings = DEFAULTS
) -> dict[str, tuple[Lab, Lab]]:
    """Mean and spread of each terrain from photos, each with the ids of the tiles it shows.

    A photo in which those tiles can't be made out teaches nothing; terrains seen in none keep their family.
    """
    seen: dict[str, list[Floats]] = {}
    patient = replace(settings, least_flowers=1, least_evenness=0.0, least_support=settings.look_support)
    for source, ids in photos:
        shown = Box(tuple(t for t in box.tiles if t.id in ids), box.colours)
        photo = load_photo(source, patient)
        views = make_views(photo.rgb, patient.view_sides_px)
        height_px, width_px = photo.rgb.shape[:2]
        found = search_lattices(views, width_px, height_px, patient)
        read = best_map(views, found, patterns_of(shown), patient)
        if read is None:
            continue
        daylight = linear_to_lab(lab_to_linear(read.samples.typical) * read.palette.gain)
        for flower in read.decoded.flowers:
            for member, column in zip(flower.members, flower.terrains, strict=True):
                if member >= 0 and column < len(TERRAINS):
                    seen.setdefault(TERRAINS[column], []).append(daylight[member])
    return {terrain: _summary(np.array(colours), terrain, settings) for terrain, colours in seen.items()}


def _summary(colours: Floats, terrain: str, settings: Settings) -> tuple[Lab, Lab]:
    """Mean and spread of colours (n, 3), never narrower than lamps differ, never wider than the family."""
    floor, family = np.array(settings.look_spread), np.array(settings.families[terrain][1])
    spread = np.clip(colours.std(axis=0) * 1.5, floor, family)
    return _triple(colours.mean(axis=0)), _triple(spread)


def _triple(values: Floats) -> Lab:
    return round(float(values[0]), 1), round(float(values[1]), 1), round(float(values[2]), 1)


def with_look(settings: Settings, look: Look | None) -> Settings:
    """Settings whose terrain families are one's own tiles', as far as they are known."""
    return replace(settings, families={**settings.families, **look}) if look else settings


def look_to_json(look: Look) -> dict[str, Any]:
    """The look as the document of its side file."""
    terrains = {name: {"lab": list(lab), "spread": list(spread)} for name, (lab, spread) in sorted(look.items())}
    return {"format": "dewan-look/1", "terrains": terrains}


def look_from_json(document: Mapping[str, Any]) -> dict[str, tuple[Lab, Lab]]:
    """The look of a side file's document; ``ValueError`` in plain words when it is not one."""
    if document.get("format") != "dewan-look/1" or not isinstance(document.get("terrains"), Mapping):
        raise ValueError("This is not a file of a box's look (dewan-look/1).")
    look = {}
    for name, entry in document["terrains"].items():
        if name not in TERRAINS:
            raise ValueError(f"The look names {name!r}, which is no terrain.")
        try:
            lab, spread = _triple(np.array(entry["lab"], float)), _triple(np.array(entry["spread"], float))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ValueError(f"The look of {name!r} needs lab and spread, three numbers each.") from error
        if min(spread) <= 0:
            raise ValueError(f"The look of {name!r} has a spread that is not above zero.")
        look[str(name)] = (lab, spread)
    return look
