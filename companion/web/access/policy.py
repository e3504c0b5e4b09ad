"""Who may use what. Every view says so with one of the decorators below; one that does not is not started.

The words: the *owner* sits at the machine Companion runs on, or has the key of the house. A table has a *host* (the
device that made it), *recorders* (further shared screens), *seats* (a player's own phone) and *spectators*. What a seat
may record, and whose hidden cards are redacted, is said below every screen (``service/permissions.py``).
"""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol, TypeVar

from flask import Flask, abort, current_app, g, request
from werkzeug.exceptions import HTTPException

from companion.games.registry import all_games
from companion.games.viewer import Viewer
from companion.log.access import AccessStore, Member, Place
from companion.log.errors import UnknownTable
from companion.log.roles import Role
from companion.log.summaries import Scope
from companion.service import permissions
from companion.service.answers import TableView
from companion.service.evenings import Evenings
from companion.service.tables import utc_now
from companion.web.access.codes import access_store, found_code
from companion.web.access.devices import hash_of, known_device, this_device
from companion.web.access.limits import (
    OF_ONE_ADDRESS,
    UPLOAD,
    Client,
    Kind,
    address,
    count_work_of,
    limits,
    refuse_if_spent,
    spend,
)
from companion.web.access.secret_key import house_key, passphrase_hash
from companion.web.access.short_codes import ShortCodes
from companion.web.access.this_machine import asked_directly
from companion.web.access.visitors import is_public, refuse_if_full
from companion.web.backend import DEMO_BOX
from companion.web.config import WebConfig

__all__ = [
    "Role",
    "Viewer",
    "clients",
    "current_viewer",
    "host_new_table",
    "is_owner",
    "may_open",
    "may_record",
    "open_to",
    "open_to_box_keepers",
    "open_to_everyone",
    "open_to_makers",
    "open_to_owner",
    "open_to_players",
    "own_tables",
    "still_welcome",
    "viewer_at",
    "visible_tables",
]

View = TypeVar("View", bound=Callable[..., Any])
SEEN_EVERY = timedelta(minutes=5)


def current_viewer(table_id: str) -> Viewer:
    """Who asks, at this table. Raises UnknownTable for somebody who does not belong there."""
    viewer = viewer_at(table_id)
    if viewer.role is None:
        raise UnknownTable(table=table_id)
    return viewer


def viewer_at(table_id: str) -> Viewer:
    """Who asks, at this table; a stranger is one, too."""
    places = [place for place in _places() if place.table_id == table_id]
    player = next((place.player for place in places if place.role is Role.SEAT), None)
    roles = [Role.HOST] if is_owner() else [place.role for place in places]
    if not roles and _evenings_run(table_id, _places()):
        roles = [Role.SPECTATOR]
    store = access_store()
    return Viewer(
        min(roles, key=tuple(Role).index) if roles else None,
        player,
        phones_record=player is not None and store is not None and store.phones_record(table_id),
    )


def _evenings_run(table_id: str, places: Iterable[Place]) -> set[str]:
    """The evenings somebody runs that this table takes part in: organisers look on at all of their tables."""
    runs = {place.table_id for place in places if place.role.is_at_least(Role.RECORDER)}
    service = getattr(current_app.extensions["companion"], "service", None)
    return runs.intersection(Evenings(service).having(table_id)) if runs and service else set()


def host_new_table(made: TableView) -> TableView:
    """Who makes a table is its host."""
    if not is_owner():
        limits().take(Kind.TABLE, address())
    if store := access_store():
        store.join(known_device(), Place(made.info.id, Role.HOST), utc_now())
    return made


def visible_tables() -> Scope | None:
    """The tables and boxes this viewer may see; None for all."""
    shared = () if is_public() else {key for key, game in all_games().items() if game.is_box}
    return None if is_owner() else Scope(own_tables(), shared)


def own_tables() -> frozenset[str]:
    """Those whoever asks belongs to."""
    return frozenset(place.table_id for place in _places())


def is_owner() -> bool:
    if "owner" not in g:
        g.owner = _has_house_key() if _bearer() is not None else _at_this_machine() or _of_the_house()
    owner: bool = g.owner
    return owner


def may_change_box(box_id: str) -> bool:
    """Whoever made a box, and the owner."""
    return box_id != DEMO_BOX and viewer_at(box_id).hosts


def may_open(path: str) -> bool:
    """Whether whoever asks may open a page of ours: links that lead nowhere are not shown."""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    endpoint, where = adapter.match(path.partition("?")[0].removeprefix(request.script_root), method="GET")
    try:
        policy_of(endpoint).admit(dict(where))
    except (HTTPException, UnknownTable):
        return False
    return True


def may_record(look: TableView) -> bool:
    """Whether this viewer may record something at this table just now."""
    return permissions.may_record(viewer_at(look.info.id), look.summary)


def still_welcome(table_id: str) -> Callable[[], bool]:
    """For what goes on after the request: whether whoever asked still belongs there."""
    store, device = access_store(), this_device()
    if is_owner() or store is None or device is None:
        return lambda: True
    here = {table_id} | _evenings_run(table_id, _places())
    return lambda: any(one.place.table_id in here and not one.gone for one in store.places_of(device))


# --- What views say


class Policy(Protocol):
    def admit(self, where: dict[str, Any]) -> None:
        """Let the request in, or abort it. ``where``: what the address says, by name."""


@dataclass(frozen=True)
class _Everyone:
    def admit(self, where: dict[str, Any]) -> None:
        pass


@dataclass(frozen=True)
class _Owner:
    def admit(self, where: dict[str, Any]) -> None:
        if not is_owner():
            abort(404)


@dataclass(frozen=True)
class _Makers:
    def admit(self, where: dict[str, Any]) -> None:
        if is_owner():
            return
        if not current_app.config["ANYONE_MAKES"]:
            abort(403, "web.error.house-only")
        if request.method == "POST":
            spend(Kind.MAKE, address())
            refuse_if_spent(Kind.TABLE, address())
            refuse_if_full()


@dataclass(frozen=True)
class _AtTable:
    role: Role
    seated: bool = False

    def admit(self, where: dict[str, Any]) -> None:
        table_id = where["table_id"]
        viewer = viewer_at(table_id)
        if viewer.role is None:
            if any(member.place.table_id == table_id for member in _members()):
                abort(403, "web.error.code-ended")
            raise UnknownTable(table=table_id)  # to a stranger, a table that is not there and one that is look alike
        if not viewer.role.is_at_least(self.role) or (self.seated and viewer.player is None):
            abort(403, "web.error.not-for-you")


@dataclass(frozen=True)
class _BoxKeepers:
    def admit(self, where: dict[str, Any]) -> None:
        box_id = where["box_id"]
        if box_id != DEMO_BOX and not may_change_box(box_id):
            raise UnknownTable(table=box_id)


def open_to(role: Role) -> Callable[[View], View]:
    """To this role at the table of the address (``<table_id>``), and to those that may do more."""
    return _declares(_AtTable(role))


def open_to_players(view: View) -> View:
    """To a device that has a seat at the table of the address: it is about that player's own things."""
    return _declares(_AtTable(Role.SEAT, seated=True))(view)


def open_to_everyone(view: View) -> View:
    """What says nothing about anybody's table."""
    return _declares(_Everyone())(view)


def open_to_makers(view: View) -> View:
    """Where tables and boxes are made: everybody on the local network; behind a proxy, the house."""
    return _declares(_Makers())(view)


def open_to_owner(view: View) -> View:
    return _declares(_Owner())(view)


def open_to_box_keepers(view: View) -> View:
    """To whoever made the box of the address (``<box_id>``), and the owner. The demo box everybody may look at."""
    return _declares(_BoxKeepers())(view)


def _declares(door: Policy) -> Callable[[View], View]:
    def declare(view: View) -> View:
        view.door = door  # type: ignore[attr-defined]
        return view

    return declare


# --- In the application


class Undeclared(Exception):
    """A view that does not say who may use it."""


def init_app(app: Flask, config: WebConfig) -> None:
    service = getattr(config.companion, "service", None)
    app.extensions["access"] = AccessStore(service.store, service.feed) if service else None
    app.extensions["short_codes"] = ShortCodes(app.extensions["notes"])
    fixed = house_key(None)
    # Read anew each time: ``companion key --new`` takes effect at once.
    app.extensions["house_key"] = lambda: fixed if config.data_dir is None else _house_key(config.data_dir, fixed)
    app.extensions["passphrase"] = lambda: passphrase_hash(config.data_dir)
    app.config.update(TRUST_LOOPBACK=config.trust_loopback, ANYONE_MAKES=config.anyone_makes)
    app.before_request(_admit)
    app.context_processor(lambda: {"viewer": _viewer_of_page(), "at_home": is_owner()})


def _house_key(data_dir: Path, nobody_has: str) -> str:
    try:
        return house_key(data_dir)
    except PermissionError:  # made by another account: nobody is let in with it, and all else goes on
        return nobody_has


def check_all_declared(app: Flask) -> None:
    """Called once all views are known. Raises Undeclared."""
    open_to_everyone(app.view_functions["static"])
    for rule in app.url_map.iter_rules():
        door = getattr(app.view_functions[rule.endpoint], "door", None)
        if door is None:
            raise Undeclared(f"{rule.endpoint} does not say who may use it (companion/web/access/policy.py)")
        wanted = "table_id" if isinstance(door, _AtTable) else "box_id" if isinstance(door, _BoxKeepers) else None
        if wanted and wanted not in rule.arguments:
            raise Undeclared(f"{rule.endpoint} is open to somebody at a table, but its address has no <{wanted}>")


def _admit() -> None:
    _count()
    view = current_app.view_functions.get(request.endpoint or "")
    if view is not None:
        policy_of(request.endpoint or "").admit(request.view_args or {})
        _note_seen()


def _count() -> None:
    """What is asked for, against what a client may ask for."""
    if request.endpoint == "static":
        return
    counted = clients()
    spend(Kind.ASK, *counted)
    if (request.content_length or 0) > UPLOAD:
        spend(Kind.SEND, *counted)
    count_work_of(*counted)


def clients() -> tuple[Client, ...]:
    """Who asks, as far as it is counted; the owner is not. Devices that belong here stand for themselves: a whole
    family may share one address. Through this machine's own everybody may come, by a proxy that does not say so."""
    if is_owner():
        return ()
    device, here = this_device(), address().name
    one = Client(device if device and _members() else f"strangers at {here}")
    return (one,) if here in ("127.0.0.1", "::1") else (one, Client(here, OF_ONE_ADDRESS))


def policy_of(endpoint: str) -> Policy:
    door: Policy = getattr(current_app.view_functions[endpoint], "door")  # noqa: B009
    return door


def _viewer_of_page() -> Viewer | None:
    table_id = (request.view_args or {}).get("table_id")
    viewer = viewer_at(table_id) if table_id else None
    return viewer if viewer and viewer.role else None


def _note_seen() -> None:
    """When a device was last here, roughly: for whoever looks who is at the table."""
    store, table_id = access_store(), (request.view_args or {}).get("table_id")
    device = this_device()
    if store is None or device is None or table_id is None or request.method != "GET":
        return
    now = datetime.now(UTC)
    here = [member for member in _members() if member.place.table_id == table_id]
    if any(now - datetime.fromisoformat(member.seen_at) > SEEN_EVERY for member in here):
        store.seen(device, table_id, utc_now())


def _members() -> tuple[Member, ...]:
    store, device = access_store(), this_device()
    return store.places_of(device) if store and device and _bearer() is None else ()


def _places() -> list[Place]:
    """Where the one who asks belongs: with a code of its own in the request, there alone."""
    bearer = _bearer()
    if bearer is None:
        return [member.place for member in _members() if not member.gone]
    if is_owner():
        return []
    if "bearer_place" not in g:
        store = access_store()
        refuse_if_spent(Kind.GUESS, address())
        code = found_code(store, bearer) if store else None
        # The code for a new host is for taking over, once and knowingly; it opens nothing by itself.
        if code is None or code.revoked_at is not None or code.place.role is Role.HOST:
            limits().take(Kind.GUESS, address())
            abort(401, "web.error.code-ended")
        g.bearer_place = code.place
    return [g.bearer_place]


def _bearer() -> str | None:
    """What a program presents instead of a cookie; pages have no use for it."""
    kind, _, code = request.headers.get("Authorization", "").partition(" ")
    return code.strip() if kind.lower() == "bearer" and request.path.startswith("/api/") else None


def _has_house_key() -> bool:
    return is_house_key(_bearer() or "")


def is_house_key(code: str) -> bool:
    return hmac.compare_digest(hash_of(code), hash_of(current_app.extensions["house_key"]()))


def _of_the_house() -> bool:
    store, device = access_store(), this_device()
    key = store.house_key_of(device) if store and device else None
    if key is None:
        return False
    house, passphrase = current_app.extensions["house_key"](), current_app.extensions["passphrase"]()
    # With the key, or with the passphrase there is now.
    return any(hmac.compare_digest(key, hash_of(house + more)) for more in ("", passphrase) if more is not None)


def _at_this_machine() -> bool:
    """Whoever can use a browser on the machine itself can also read its files; not so where a passphrase was set."""
    if not current_app.config["TRUST_LOOPBACK"] or not asked_directly():
        return False
    return current_app.extensions["passphrase"]() is None
