"""The application factory."""

from collections.abc import Callable
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined

from companion.i18n.catalog import Speaker
from companion.paths import asset_dir
from companion.web import (
    api,
    assets,
    box,
    corrections,
    errors,
    home,
    htmx,
    language,
    photos,
    picker,
    pieces,
    preferences,
    quick_score,
    referee,
    scorepad,
    security,
    setup,
    tables,
    timer,
)
from companion.web.config import WebConfig
from companion.web.live import Streams
from companion.web.map_words import space_name
from companion.web.players import camp_look

SCREENS = (
    home,
    api,
    tables,
    setup,
    picker,
    corrections,
    scorepad,
    quick_score,
    box,
    photos,
    referee,
    timer,
)


def create_app(config: WebConfig | None = None) -> Flask:
    config = config or WebConfig()
    app = Flask(__name__, template_folder=str(asset_dir("templates")), static_folder=str(asset_dir("static")))
    app.config.update(TESTING=config.testing, REACHABLE=config.reachable)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    _add_drawing_words(app)
    app.extensions["companion"] = config.companion
    app.extensions["streams"] = Streams(config.most_streams)
    security.init_app(app, config)
    assets.init_app(app)
    language.init_app(app)
    htmx.init_app(app)
    errors.init_app(app)
    preferences.init_app(app)
    for screen in SCREENS:
        app.register_blueprint(screen.bp)
    if config.styleguide:
        from companion.web import styleguide

        app.register_blueprint(styleguide.bp)
    return app


def _add_drawing_words(app: Flask) -> None:
    """What templates need to draw pieces and to say what they drew."""
    app.add_template_global(camp_look)
    app.add_template_global(pieces.letter, "letter")
    app.add_template_global(_spoken(space_name), "space_name")
    app.add_template_global(_spoken(pieces.card_name), "card_name")
    app.add_template_global(_spoken(pieces.half_name), "half_name")
    app.add_template_global(_spoken(pieces.story_name), "story_name")
    app.add_template_global(_spoken(pieces.missing_words), "missing_words")


def _spoken(words: Callable[[Any, Speaker], str]) -> Callable[[Any], str]:
    return lambda piece: words(piece, language.current_speaker())
