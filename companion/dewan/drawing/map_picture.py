"""The part of a map that is for the eye alone: no words, no links, nothing of whoever looks.

When something is recorded the same board is drawn for every role and language, and most of what is recorded leaves the
board as it was. A picture is therefore drawn once and kept for whoever asks for an equal one. The template
``dewan/map/_picture.html`` gets nothing but what pictures are compared by, so no two can be mistaken for each other.
"""

from functools import lru_cache
from typing import NamedTuple

from flask import Flask, current_app
from markupsafe import Markup

from companion.dewan.drawing.map_svg import CampView, IconView, MapView, RouteView
from companion.dewan.rules.words import Ground, Marker

MOST_KEPT = 64
"""About 20 kB each: the last boards of a full house of tables."""


class SpacePicture(NamedTuple):
    ground: Ground
    printed: Ground
    marker: Marker | None
    x: float
    y: float
    path: str
    marker_path: str
    letter: str
    berries: int
    camp: CampView | None
    number: int | None
    fault: int | None
    eligible: bool
    chosen: bool
    faded: bool


class MapPicture(NamedTuple):
    rim: str
    seams: str
    slots: tuple[str, ...]
    zones: tuple[str, ...]
    spaces: tuple[SpacePicture, ...]
    icons: tuple[IconView, ...]
    routes: tuple[RouteView, ...]


def init_app(app: Flask) -> None:
    @lru_cache(MOST_KEPT)
    def drawn(picture: MapPicture, sprite: str) -> Markup:
        return Markup(app.jinja_env.get_template("dewan/map/_picture.html").render(map=picture, sprite=sprite))

    app.extensions["map_pictures"] = drawn
    app.add_template_global(map_picture)


def map_picture(map: MapView, sprite: str) -> Markup:
    """``sprite``: the file its signs come from."""
    drawn: Markup = current_app.extensions["map_pictures"](picture_of(map), sprite)
    return drawn


def picture_of(map: MapView) -> MapPicture:
    spaces = tuple(SpacePicture(*(getattr(space, name) for name in SpacePicture._fields)) for space in map.spaces)
    return MapPicture(map.rim, map.seams, map.slots, map.zones, spaces, map.icons, map.routes)
