"""The codes that let a device in: one for each seat, for spectators, for a second shared screen, for a new host.

A code is made from the secret key, the place and how many codes the place has had: it can be shown again whenever the
table asks for it, and yet nothing but its hash is stored. Whoever has the database has no code, and whoever has the key
file but not the database has codes that lead nowhere.
"""

import base64
import hashlib
import hmac
import json

from flask import current_app

from companion.log.access import AccessStore, Code, Place
from companion.service.tables import utc_now
from companion.web.access.devices import hash_of
from companion.web.access.short_codes import ShortCodes


def access_store() -> AccessStore | None:
    kept: AccessStore | None = current_app.extensions["access"]
    return kept


def shown_code(store: AccessStore, place: Place) -> str | None:
    """The code to show for a place; none where it was withdrawn. The first time it is made.

    A code whose hash is not the one stored was made with another key: it cannot be shown any more, and is replaced.
    """
    current = store.code_for(place)
    if current is None and store.next_generation(place) == 1:
        return _code(place, store.issue(place, lambda number: hash_of(_code(place, number)), utc_now(), first=True))
    current = current or store.code_for(place)  # given out meanwhile, to somebody who asked at the same time
    if current is None:
        return None
    code = _code(place, current.generation)
    return code if hash_of(code) == current.hash else renewed_code(store, place)


def short_codes() -> ShortCodes:
    kept: ShortCodes = current_app.extensions["short_codes"]
    return kept


def renewed_code(store: AccessStore, place: Place) -> str:
    """Another code for a place; the last one, and whoever came with it, is out."""
    return _code(place, store.issue(place, lambda number: hash_of(_code(place, number)), utc_now()))


def found_code(store: AccessStore, code: str) -> Code | None:
    """What was given out under this code, also when it has ended since."""
    return store.code(hash_of(code))


def _code(place: Place, generation: int) -> str:
    given = json.dumps([place.table_id, place.role, place.player, generation])
    key = current_app.secret_key
    secret = key.encode() if isinstance(key, str) else key or b""
    made = hmac.new(secret, b"code:" + given.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()
