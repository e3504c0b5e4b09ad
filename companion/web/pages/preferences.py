"""What one device prefers: language and light or dark. Plain forms, kept in cookies for a year."""

from flask import Blueprint, Flask, abort, current_app, request, url_for
from werkzeug.wrappers import Response

from companion.i18n.catalog import LANGUAGES
from companion.web import language
from companion.web.access.policy import open_to_everyone
from companion.web.htmx import see_other

bp = Blueprint("preferences", __name__)

THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")
_A_YEAR = 365 * 24 * 3600


def init_app(app: Flask) -> None:
    app.register_blueprint(bp)
    app.context_processor(lambda: {"theme": current_theme(), "themes": THEMES})


def current_theme() -> str:
    chosen = request.cookies.get(THEME_COOKIE)
    return chosen if chosen in THEMES else THEMES[0]


@bp.post("/theme")
@open_to_everyone
def choose_theme() -> Response:
    return _keep(THEME_COOKIE, THEMES)


@bp.post("/language")
@open_to_everyone
def choose_language() -> Response:
    return _keep(language.COOKIE, LANGUAGES)


def _keep(cookie: str, allowed: tuple[str, ...]) -> Response:
    choice = request.form.get(cookie, "")
    if choice not in allowed:
        abort(422)
    response = see_other(local_path(request.form.get("next", "")))
    response.set_cookie(
        cookie,
        choice,
        max_age=_A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )
    return response


def local_path(wanted: str) -> str:
    """``wanted`` if it is a path of ours, else the home page: nobody is sent to another site from here."""
    if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable():
        return wanted
    return url_for("home.show")
