"""What every request is checked for and every answer carries."""

from flask import Flask, Response, abort, request
from flask_wtf.csrf import CSRFProtect

from companion.web.access.addresses import host_of, is_our_host, parts_of
from companion.web.access.secret_key import secret_key
from companion.web.config import WebConfig

csrf = CSRFProtect()

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "media-src 'self' blob:",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A seat's address is its key: it must not travel to any other site. Not "no-referrer": browsers would then call
    # the origin of our own forms "null", and it could not be told from a stranger's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
_KEPT_BY_BROWSERS = ("static", "installing.worker")
"""Whatever else is sent may hold somebody's cards, and is another the next time."""
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
_A_YEAR = 365 * 24 * 3600


def init_app(app: Flask, config: WebConfig) -> None:
    app.config.update(
        SECRET_KEY=secret_key(config.data_dir),
        MAX_CONTENT_LENGTH=config.most_body,
        MAX_FORM_MEMORY_SIZE=config.most_body,
        MAX_FORM_PARTS=1000,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.https,
        PERMANENT_SESSION_LIFETIME=_A_YEAR,
        # A page may lie open on the table for a whole evening and must still be able to record.
        WTF_CSRF_TIME_LIMIT=None,
        # The origin is checked below for every change, over HTTP as well.
        WTF_CSRF_SSL_STRICT=False,
    )
    # Before the token is looked at, so that a stranger learns nothing from the answer.
    app.before_request(lambda: _refuse_strangers(config.host_names))
    csrf.init_app(app)
    app.after_request(_add_headers)


def _refuse_strangers(extra_names: frozenset[str]) -> None:
    host = request.headers.get("Host", "")
    if not is_our_host(host_of(host), extra_names):
        abort(400, "web.error.unknown-host")
    origin = request.headers.get("Origin")
    if request.method not in _SAFE_METHODS and origin is not None and parts_of(origin).netloc.lower() != host.lower():
        abort(403, "web.error.other-origin")


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint not in _KEPT_BY_BROWSERS:
        response.headers["Cache-Control"] = "no-store"
    return response
