"""How a device is known again: a cookie of its own with a number nobody can guess, which only this server gives out.

Kept apart from the session: it never changes, so that no late answer to an earlier request can put it back.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeTimedSerializer

COOKIE = "device"
KEPT_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""
RENEWED_AFTER = timedelta(days=30)


def init_app(app: Flask) -> None:
    app.after_request(_give_cookie)


def hash_of(secret: str) -> str:
    """How devices and codes stand in the database. They are long and drawn by lot: no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def this_device() -> str | None:
    """The hash of the number this device was given; None for one that comes for the first time."""
    if "device" not in g:
        _know(_read_cookie())
    known: str | None = g.device_hash
    return known


def known_device() -> str:
    """The same, giving it a number if it has none."""
    if this_device() is None:
        _know(secrets.token_urlsafe(32))
        g.give_device = True
    known: str = g.device_hash
    return known


def _know(number: str | None) -> None:
    """A request asks for its device a dozen times."""
    g.device, g.device_hash = number, None if number is None else hash_of(number)


def _read_cookie() -> str | None:
    try:
        number, given = _signed().loads(request.cookies.get(COOKIE, ""), return_timestamp=True)
    except BadSignature:
        return None
    if not isinstance(number, str):
        return None
    g.give_device = datetime.now(UTC) - given > RENEWED_AFTER
    return number


def _give_cookie(response: Response) -> Response:
    if g.get("give_device") and g.get("device"):
        response.set_cookie(
            COOKIE,
            _signed().dumps(g.device),
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
        )
    return response


def _signed() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or b"", salt="device")
