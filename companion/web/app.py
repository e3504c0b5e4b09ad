"""The application factory."""

from flask import Flask
from jinja2 import StrictUndefined

from companion.paths import asset_dir
from companion.web import api, assets, errors, home, htmx, language, preferences, security, tables
from companion.web.config import WebConfig
from companion.web.live import Streams
from companion.web.players import camp_look


def create_app(config: WebConfig | None = None) -> Flask:
    config = config or WebConfig()
    app = Flask(__name__, template_folder=str(asset_dir("templates")), static_folder=str(asset_dir("static")))
    app.config.update(TESTING=config.testing, REACHABLE=config.reachable)
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.add_template_global(camp_look)
    app.extensions["companion"] = config.companion
    app.extensions["streams"] = Streams(config.most_streams)
    security.init_app(app, config)
    assets.init_app(app)
    language.init_app(app)
    htmx.init_app(app)
    errors.init_app(app)
    preferences.init_app(app)
    app.register_blueprint(home.bp)
    app.register_blueprint(api.bp)
    app.register_blueprint(tables.bp)
    if config.styleguide:
        from companion.web import styleguide

        app.register_blueprint(styleguide.bp)
    return app
