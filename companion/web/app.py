"""The application factory."""

from collections.abc import Sequence

from flask import Flask
from jinja2 import FileSystemLoader, StrictUndefined

from companion.games.registry import PLUGINS
from companion.log.notes import MemoryNotebook, notebook
from companion.paths import asset_dir
from companion.web import (
    api,
    assets,
    compression,
    errors,
    htmx,
    installing,
    language,
    logs,
    monitoring,
)
from companion.web import (
    fragment_cache as shared,
)
from companion.web.access import devices, join, limits, owner, phones, security, sending
from companion.web.access import policy as access
from companion.web.config import WebConfig
from companion.web.drawing.players import player_style
from companion.web.game_screens import GameScreens, all_screens
from companion.web.live import Streams
from companion.web.pages import (
    backups,
    corrections,
    deleting,
    evenings,
    guide,
    happened,
    history,
    home,
    leagues,
    new_table,
    organiser,
    pack,
    past_game,
    people,
    preferences,
    quick_score,
    rulebook,
    scorepad,
    seat,
    share,
    tables,
)
from companion.web.submit import recorder

PAGES = (
    home,
    monitoring,
    api,
    join,
    owner,
    phones,
    installing,
    pack,
    backups,
    deleting,
    tables,
    happened,
    new_table,
    corrections,
    scorepad,
    quick_score,
    rulebook,
    guide,
    history,
    past_game,
    people,
    evenings,
    leagues,
    organiser,
    share,
    seat,
)


def registered_screens() -> list[GameScreens]:
    return [screens for plugin in PLUGINS.values() if (screens := plugin.load_screens())]


def create_app(config: WebConfig | None = None, games: Sequence[GameScreens] | None = None) -> Flask:
    """``games``: the screens of the games that can be played here, the one that is offered first in front."""
    config = config or WebConfig()
    games = registered_screens() if games is None else games
    app = Flask(__name__, template_folder=str(asset_dir("templates")), static_folder=str(asset_dir("static")))
    app.request_class = sending.ClosingRequest
    app.config.update(TESTING=config.testing, REACHABLE=config.reachable, DIRECT=config.direct, PUBLIC=config.public)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.add_template_global(player_style)
    app.add_template_global(recorder)
    app.add_template_global(organiser.takes_part)
    app.add_template_global(share.draws_pictures)
    app.add_template_global(backups.keeps_files)
    app.extensions["companion"] = config.companion
    service = getattr(config.companion, "service", None)
    app.extensions["notes"] = notebook(service.store) if service else MemoryNotebook()
    app.extensions["streams"] = streams = Streams(config.most_streams)
    if service:
        streams.follow(service.feed)
    logs.init_app(app)
    monitoring.init_app(app)
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
    shared.init_app(app)
    rulebook.init_app(app)
    installing.init_app(app, config)
    pack.init_app(app, config)
    app.extensions["game_screens"] = {screens.key: screens for screens in games}
    for page in PAGES:
        app.register_blueprint(page.bp)
    for screens in games:
        screens.init_app(app, config)
    _add_templates(app, games)
    access.check_all_declared(app)
    return app


def _add_templates(app: Flask, games: Sequence[GameScreens]) -> None:
    """Games from elsewhere bring a folder of their own."""
    folders = [screens.templates for screens in games if screens.templates]
    app.jinja_loader = FileSystemLoader([str(app.template_folder), *map(str, folders)])
    app.add_template_global(all_screens, "all_screens")
