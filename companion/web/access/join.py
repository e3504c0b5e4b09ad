"""Coming in by a code: scanning is all there is. The code leaves the address at once, and only its hash is remembered.

Scanning changes nothing by itself: a messenger that looks at a link to show a preview keeps no cookie, and therefore
never arrives at the second step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, current_app, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.evening import EVENING
from companion.log.access import AccessStore, Code, Place
from companion.log.roles import Role
from companion.service.tables import utc_now
from companion.web.access.codes import access_store, found_code, short_codes
from companion.web.access.devices import hash_of, known_device
from companion.web.access.limits import Kind, address, guessers, limits, refuse_if_spent
from companion.web.access.policy import is_house_key, open_to_everyone, visible_tables
from companion.web.config import TableCard
from companion.web.drawing.players import PlayerStyle
from companion.web.game_screens import with_looks
from companion.web.htmx import see_other
from companion.web.submit import backend

bp = Blueprint("join", __name__, url_prefix="/join")


@dataclass(frozen=True)
class JoinPage:
    """``what``: what to say about the code. ``tables``: those the guest has come to already."""

    what: str
    tables: Sequence[tuple[TableCard, Mapping[str, PlayerStyle]]] = ()

    @property
    def asks(self) -> bool:
        """There is a code to type."""
        return self.what != "take-over"


MOST_TABLES = 4
ARRIVING = "arriving"
OWNER_PREFIX = "house"


@bp.get("/<code>")
@open_to_everyone
def scan(code: str) -> AnyResponse:
    refuse_if_spent(Kind.GUESS, address())
    known_device()
    house, store = is_house_key(code), access_store()
    if not house and (store is None or found_code(store, code) is None):
        limits().take(Kind.GUESS, address())
    session[ARRIVING] = OWNER_PREFIX + hash_of(code) if house else hash_of(code)
    return see_other(url_for("join.arrive", scanned=1))


@bp.post("/code")
@open_to_everyone
def typed() -> AnyResponse:
    """The short code a table shows beside the one to scan."""
    refuse_if_spent(Kind.GUESS, *guessers())
    found = short_codes().found(request.form.get("code", "")[:40])
    if found is None:
        for client in guessers():
            limits().take(Kind.GUESS, client)
        return _told("not-found", 404)
    known_device()
    session[ARRIVING] = found
    return see_other(url_for("join.arrive"))


@bp.get("")
@open_to_everyone
def arrive() -> AnyResponse:
    """The device that scanned the code, now without it in the address; or a guest who was sent here to come in."""
    store, arriving = _store(), session.get(ARRIVING)
    if arriving is None:
        return _told("no-code", 400) if "scanned" in request.args else _told("how", 200)
    if arriving.startswith(OWNER_PREFIX):
        session.pop(ARRIVING)
        store.let_into_house(known_device(), arriving.removeprefix(OWNER_PREFIX), utc_now())
        return see_other(url_for("home.show"))
    code = store.code(arriving)
    if code is None:
        return _told("unknown", 404)
    if code.revoked_at is not None:
        return _told("ended", 410)
    if code.place.role is Role.HOST:
        return _told("take-over", 200)
    session.pop(ARRIVING)
    store.join(known_device(), code.place, utc_now(), code.hash)
    return see_other(_page_of(code.place))


@bp.post("")
@open_to_everyone
def take_over() -> AnyResponse:
    """The device becomes the host. Asked for with a tap, since somebody else ceases to be."""
    store = _store()
    code: Code | None = store.code(session.pop(ARRIVING, ""))
    if code is None or code.place.role is not Role.HOST:
        abort(404)
    if code.revoked_at is not None:
        return _told("ended", 410)
    store.hand_over(known_device(), code.place.table_id, utc_now())
    return see_other(_page_of(code.place))


def _page_of(place: Place) -> str:
    """Where somebody belongs: a seat has a page of its own."""
    if place.role is Role.SEAT:
        return url_for("seat.show", table_id=place.table_id)
    if current_app.extensions["companion"].service.store.table(place.table_id).game == EVENING:
        return url_for("evenings.show", table_id=place.table_id)
    return url_for("tables.show", table_id=place.table_id)


def _told(what: str, status: int) -> AnyResponse:
    page = JoinPage(what, with_looks(backend().tables(visible_tables(), 0, MOST_TABLES)))
    return AnyResponse(render_template("join/page.html", page=page), status, mimetype="text/html")


def _store() -> AccessStore:
    store = access_store()
    if store is None:
        abort(404)
    return store
