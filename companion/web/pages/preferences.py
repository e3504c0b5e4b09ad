"""What one device prefers: language, light or dark, sound, motion, clocks. Plain forms, kept in cookies for a year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, current_app, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n.catalog import LANGUAGES
from companion.web import language
from companion.web.access.policy import open_to_everyone
from companion.web.htmx import see_other
from companion.web.this_page import this_page

bp = Blueprint("preferences", __name__)

THEMES = ("auto", "light", "dark")
SWITCHES = {"sound": ("on", "off"), "motion": ("on", "off"), "clocks": ("off", "on")}
"""Each with what holds as long as nobody has chosen."""
_ALLOWED: Mapping[str, Sequence[str]] = {"theme": THEMES, **SWITCHES}
_A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class PreferencesPage:
    """``back``: where somebody came from."""

    back: str
    switches = SWITCHES


def init_app(app: Flask) -> None:
    app.register_blueprint(bp)
    app.add_template_global(this_page)
    app.context_processor(lambda: {"prefers": preferred(), "themes": THEMES})


def preferred() -> dict[str, str]:
    """What holds on this device."""
    chosen = {name: request.cookies.get(name, "") for name in _ALLOWED}
    return {name: chosen[name] if chosen[name] in allowed else allowed[0] for name, allowed in _ALLOWED.items()}


@bp.get("/preferences")
@open_to_everyone
def show() -> str:
    back = local_path(request.args.get("back", ""))
    return render_template("preferences/page.html", page=PreferencesPage(back))


@bp.post("/theme")
@open_to_everyone
def choose_theme() -> Response:
    return _keep("theme", THEMES)


@bp.post("/language")
@open_to_everyone
def choose_language() -> Response:
    return _keep(language.COOKIE, LANGUAGES)


@bp.post("/preferences")
@open_to_everyone
def switch() -> Response:
    """One of the switches, as the form names it."""
    name = next((name for name in SWITCHES if name in request.form), None)
    return _keep(name, SWITCHES[name]) if name else abort(422)


def _keep(cookie: str, allowed: Sequence[str]) -> Response:
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
