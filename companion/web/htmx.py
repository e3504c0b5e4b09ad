"""The one module that knows htmx's headers; views say what they mean.

A wrapper around Flask-HTMX: what it reads and writes stays behind these names, and so does the version of htmx.
"""

import json

from flask import Flask, Response, make_response, redirect, render_template
from flask_htmx import HTMX
from flask_htmx import make_response as make_htmx_response
from werkzeug.wrappers import Response as AnyResponse

from companion.web.access.addresses import parts_of

_htmx = HTMX()

PAGE_SETTINGS = {
    # Neither is possible under our Content-Security-Policy.
    "includeIndicatorStyles": False,
    "allowEval": False,
    # Pages of a table are never kept in the browser's storage: the next person at the tablet could read them.
    "historyCacheSize": 0,
    "refreshOnHistoryMiss": True,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        # A form that is not right comes back with what was typed and what is wrong.
        {"code": "422", "swap": True},
        # Somebody was quicker: the screen as it now stands, with word of it.
        {"code": "409", "swap": True},
        # Into the notice, not in its place, whatever the form meant to replace.
        {"code": "[45]..", "swap": True, "error": True, "target": "#notice", "swapOverride": "innerHTML"},
    ],
}
"""Settings of htmx itself, read by it from the page's head."""


def init_app(app: Flask) -> None:
    _htmx.init_app(app)
    app.jinja_env.globals["htmx_config"] = json.dumps(PAGE_SETTINGS)


def wants_fragment() -> bool:
    """Asked for by htmx to be swapped in. A boosted link and a page restored from history want the whole page."""
    return bool(_htmx) and not _htmx.boosted and not _htmx.history_restore_request


def page_or_fragment(template: str, fragment: str, page: object, http_status: int = 200) -> Response:
    """The page, or only the fragment it includes: one file serves both. Templates are given ``page`` alone."""
    response = make_response(render_template(fragment if wants_fragment() else template, page=page), http_status)
    response.vary.add("HX-Request")
    return response


def see_other(location: str) -> AnyResponse:
    """After a change: ask for ``location`` next. htmx follows it and swaps in the fragment found there."""
    return redirect(location, code=303)


def go_to_page(location: str) -> AnyResponse:
    """After a change that ends in another page: the whole window goes there, also when htmx asked."""
    if wants_fragment():
        return _with(make_response("", 204), redirect=location)
    return redirect(location, code=303)


def tell_page(response: Response, event: str) -> Response:
    """Fire ``event`` in the page that asked."""
    return _with(response, trigger=event)


def show_address(response: Response, location: str) -> Response:
    """Put ``location`` into the address bar and the history, unless it stands there already."""
    now = parts_of(_htmx.current_url or "")
    if now._replace(scheme="", netloc="", fragment="").geturl() == location:
        return response
    return _with(response, push_url=location)


def _with(response: Response, **headers: object) -> Response:
    changed: Response = make_htmx_response(response, **headers)
    return changed
