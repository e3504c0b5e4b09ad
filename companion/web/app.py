"""The application factory."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import Flask
from jinja2 import FileSystemLoader, StrictUndefined

from companion.i18n.catalog import Speaker
from companion.paths import asset_dir
from companion.web import api, assets, compression, errors, htmx, installing, language, logs, shared
from companion.web.config import WebConfig
from companion.web.dewan import asking, box, picker, referee, timer
from companion.web.dewan.screens import DewanScreens
from companion.web.doors import access, devices, join, limits, phones, security
from companion.web.drawing import map_picture, pieces
from companion.web.drawing.map_words import board_words, space_name
from companion.web.drawing.players import camp_look
from companion.web.game_screens import GameScreens, all_screens
from companion.web.live import Streams
from companion.web.pages import (
    corrections,
    guide,
    history,
    home,
    keeping,
    new_table,
    people,
    preferences,
    quick_pads,
    rulebook,
    scorepad,
    seat,
    share,
    tables,
)
from companion.web.photo import pages as photos
from companion.web.recording import recorder
from companion.web.river import words as river_words
from companion.web.river.screens import RiverScreens

GAMES: Sequence[GameScreens] = (DewanScreens(), RiverScreens())
SCREENS = (
    home,
    api,
    join,
    phones,
    installing,
    keeping,
    tables,
    new_table,
    picker,
    corrections,
    scorepad,
    quick_pads,
    box,
    photos,
    referee,
    rulebook,
    guide,
    timer,
    history,
    people,
    share,
    seat,
    asking,
)


def create_app(config: WebConfig | None = None, games: Sequence[GameScreens] = GAMES) -> Flask:
    """``games``: the screens of the games that can be played here, the one that is offered first in front."""
    config = config or WebConfig()
    app = Flask(__name__, template_folder=str(asset_dir("templates")), static_folder=str(asset_dir("static")))
    app.config.update(TESTING=config.testing, REACHABLE=config.reachable, DIRECT=config.direct)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    _add_drawing_words(app)
    app.extensions["companion"] = config.companion
    app.extensions["streams"] = Streams(config.most_streams)
    logs.init_app(app)
    if config.compress:
        compression.init_app(app)
    security.init_app(app, config)
    devices.init_app(app)
    limits.init_app(app)
    access.init_app(app, config)
    assets.init_app(app)
    language.init_app(app)
    htmx.init_app(app)
    errors.init_app(app)
    preferences.init_app(app)
    asking.init_app(app)
    shared.init_app(app)
    map_picture.init_app(app)
    rulebook.init_app(app)
    installing.init_app(app, config)
    app.extensions["game_screens"] = {screens.key: screens for screens in games}
    for bp in [screen.bp for screen in SCREENS] + [bp for screens in games for bp in screens.blueprints]:
        app.register_blueprint(bp)
    _add_templates(app, games)
    if config.styleguide:
        from companion.web import styleguide

        app.register_blueprint(styleguide.bp)
    access.check_all_declared(app)
    return app


def _add_templates(app: Flask, games: Sequence[GameScreens]) -> None:
    """Games from elsewhere bring a folder of their own."""
    folders = [screens.templates for screens in games if screens.templates]
    app.jinja_loader = FileSystemLoader([str(app.template_folder), *map(str, folders)])
    app.add_template_global(all_screens, "all_screens")


def _add_drawing_words(app: Flask) -> None:
    """What templates need to draw pieces and to say what they drew."""
    app.add_template_global(camp_look)
    app.add_template_global(pieces.letter, "letter")
    app.add_template_global(recorder)
    app.add_template_global(_spoken(space_name), "space_name")
    app.add_template_global(river_words.space_name, "tableau_space_name")
    app.add_template_global(_spoken(board_words), "board_words")
    app.add_template_global(_spoken(pieces.card_name), "card_name")
    app.add_template_global(_spoken(pieces.half_name), "half_name")
    app.add_template_global(_spoken(pieces.story_name), "story_name")
    app.add_template_global(_spoken(pieces.missing_words), "missing_words")


def _spoken(words: Callable[[Any, Speaker], str]) -> Callable[[Any], str]:
    return lambda piece: words(piece, language.current_speaker())
