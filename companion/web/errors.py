"""Failures as pages in the companion's own style, as fragments for htmx, and as JSON under ``/api``."""

import errno
from dataclasses import dataclass

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.log.errors import DiskFull, TableError, UnknownTable
from companion.service.permissions import NotAllowed
from companion.web.htmx import wants_fragment
from companion.web.language import t
from companion.web.logs import trouble

WORDED = (400, 403, 404, 405, 413, 415, 422, 429, 500, 503)
"""Statuses with words of their own in the catalogue; others speak as their hundred does."""


@dataclass(frozen=True)
class ErrorPage:
    status: int
    title: str
    text: str


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(TableError, _stored)
    app.register_error_handler(Exception, _unexpected)


def _stored(error: TableError) -> Response:
    """What the store has to say: no such table, a full disk, a database of a newer version."""
    status = 404 if isinstance(error, UnknownTable) else 403 if isinstance(error, NotAllowed) else 503
    if status == 503:
        trouble("store", code=error.code)
    text = t(error.code, **error.params)
    return _page(status, t(f"web.error.{status}.title"), text)


def _unexpected(error: Exception) -> Response:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _stored(DiskFull())
    trouble("unexpected", error)
    return answer(InternalServerError())


def answer(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:  # a redirect Werkzeug raised, e.g. for a missing slash
        response: Response = make_response(error.get_response())
        return response
    worded = status if status in WORDED else 400 if status < 500 else 500
    response = _page(status, t(f"web.error.{worded}.title"), t(_code_of(error, worded)))
    for name in ("Allow", "Retry-After"):
        value = dict(error.get_headers(request.environ)).get(name)
        if value is not None:
            response.headers[name] = value
    return response


def _page(status: int, title: str, text: str) -> Response:
    if request.path.startswith("/api/"):
        response = jsonify(ok=False, errors=[{"path": "", "text": text}])
    else:
        template = "errors/_error.html" if wants_fragment() else "errors/page.html"
        response = make_response(render_template(template, page=ErrorPage(status, title, text)))
    response.status_code = status
    return response


def _code_of(error: HTTPException, status: int) -> str:
    """A view may abort with a code of the catalogue; anything else is a text of Werkzeug's and not for people."""
    if isinstance(error, CSRFError):
        return "web.error.csrf"
    description = error.description or ""
    return description if description.startswith("web.error.") else f"web.error.{status}.text"
