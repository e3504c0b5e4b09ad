"""Players' phones: the codes of a table, who has come with them, and what phones may do. For the host alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, Response, abort, current_app, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from companion.log.access import AccessStore, Member, Place
from companion.log.roles import Role
from companion.service.answers import TableView
from companion.service.tables import utc_now
from companion.web.access.addresses import address_for_others
from companion.web.access.codes import access_store, renewed_code, short_codes, shown_code
from companion.web.access.policy import open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.drawing.qr import qr_svg
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import view_table

HERE = timedelta(minutes=6)
"""A device that was seen within this time counts as being here; screens ask more often than that."""
NAME_LENGTH = 16
"""Of the hash of a device, so much is enough to name it in a form."""


@dataclass(frozen=True)
class Guest:
    """A device that has come. ``name`` says which, without letting anybody pass for it."""

    name: str
    place: Place
    seen_at: str
    here: bool


@dataclass(frozen=True)
class CodeSpot:
    """A place with a code of its own; ``key`` names it in a form."""

    key: str
    place: Place
    guests: tuple[Guest, ...] = ()


def spots(table_id: str, players: Sequence[str], come: Sequence[Guest] = ()) -> tuple[CodeSpot, ...]:
    """One for each seat, one for spectators, one for a second shared screen, one for a new host."""
    places = {f"seat-{i}": Place(table_id, Role.SEAT, name) for i, name in enumerate(players)}
    places |= {role.value: Place(table_id, role) for role in (Role.SPECTATOR, Role.RECORDER, Role.HOST)}
    return tuple(
        CodeSpot(key, place, tuple(guest for guest in come if guest.place == place)) for key, place in places.items()
    )


def guests(members: Sequence[Member], now: datetime) -> tuple[Guest, ...]:
    """Those whose code still holds."""
    return tuple(
        Guest(
            member.device[:NAME_LENGTH],
            member.place,
            member.seen_at,
            now - datetime.fromisoformat(member.seen_at) < HERE,
        )
        for member in members
        if not member.gone
    )


def next_hosts(come: Sequence[Guest]) -> tuple[Guest, ...]:
    """Those the table could be handed to: devices that are not its host, in the order they came."""
    hosts = {guest.name for guest in come if guest.place.role is Role.HOST}
    others = {guest.name: guest for guest in come if guest.name not in hosts and guest.place.role is not Role.SPECTATOR}
    return tuple(others.values())


bp = Blueprint("phones", __name__, url_prefix="/tables/<table_id>/phones")


@dataclass(frozen=True)
class ShownCode:
    """A spot with the code to scan; none where it was withdrawn, or where the code is not shown unasked."""

    spot: CodeSpot
    link: str | None
    qr: Markup | None
    short: str | None = None
    """To type where nothing can be scanned."""


@dataclass(frozen=True)
class PhonesPage:
    """``others``: by role. ``record``: phones may record. ``reachable``: other devices find this server."""

    look: TableView
    looks: Mapping[str, PlayerStyle]
    seats: tuple[ShownCode, ...]
    others: Mapping[str, ShownCode]
    next_hosts: tuple[Guest, ...]
    record: bool
    reachable: bool
    asked: str
    """The place whose code was asked for."""

    @property
    def open(self) -> str:
        """The one code that is shown: that of the next player nobody has come for."""
        free = [one.spot.key for one in self.seats if not one.spot.guests]
        return self.asked or next(iter(free), self.seats[0].spot.key)


@bp.get("")
@open_to(Role.HOST)
def show(table_id: str) -> Response:
    look, store = view_table(table_id), _store()
    come = guests(store.members(table_id), datetime.now(UTC))
    base = address_for_others()
    shown = [_shown(store, spot, base) for spot in _spots(look, come)]
    page = PhonesPage(
        look,
        screens_of(look).looks(look),
        seats=tuple(one for one in shown if one.spot.place.role is Role.SEAT),
        others={one.spot.place.role.value: one for one in shown if one.spot.place.role is not Role.SEAT},
        next_hosts=next_hosts(come),
        record=store.phones_record(table_id),
        reachable=base is not None or current_app.config["DIRECT"],
        asked=request.args.get("place", ""),
    )
    return page_or_fragment("phones/page.html", "phones/_phones.html", page)


@bp.post("/renew")
@open_to(Role.HOST)
def renew(table_id: str) -> AnyResponse:
    """Another code for a place: the last one ends, and so does whoever came with it."""
    place = _asked_spot(table_id).place
    _store().revoke(place, utc_now())
    renewed_code(_store(), place)
    return _back(table_id)


@bp.post("/withdraw")
@open_to(Role.HOST)
def withdraw(table_id: str) -> AnyResponse:
    _store().revoke(_asked_spot(table_id).place, utc_now())
    return _back(table_id)


@bp.post("/record")
@open_to(Role.HOST)
def let_record(table_id: str) -> AnyResponse:
    choice = request.form.get("record")
    if choice not in ("yes", "no"):
        abort(422)
    _store().let_phones_record(table_id, choice == "yes")
    return _back(table_id)


@bp.post("/host")
@open_to(Role.HOST)
def hand_over(table_id: str) -> AnyResponse:
    """A device that has come becomes the host; this one goes on recording."""
    store, name = _store(), request.form.get("device", "")
    members = store.members(table_id)
    if name not in [guest.name for guest in next_hosts(guests(members, datetime.now(UTC)))]:
        abort(422)
    device = next(one.device for one in members if one.device.startswith(name))
    store.hand_over(device, table_id, utc_now())
    return see_other(url_for("tables.show", table_id=table_id))


def _shown(store: AccessStore, spot: CodeSpot, base: str | None) -> ShownCode:
    if spot.place.role is Role.HOST and store.code_for(spot.place) is None:
        return ShownCode(spot, None, None)  # it gives the table away: only where somebody asks for it
    code = shown_code(store, spot.place)
    if code is not None and current_app.config["DIRECT"]:
        return ShownCode(spot, url_for("join.scan", code=code), None)
    if code is None or base is None:
        return ShownCode(spot, None, None)
    link = base.rstrip("/") + url_for("join.scan", code=code)
    drawn = qr_svg(link, t(f"web.phones.qr-{spot.place.role}", player=spot.place.player or ""))
    return ShownCode(spot, link, drawn, short_codes().shown_for(code))


def _spots(look: TableView, come: Sequence[Guest] = ()) -> tuple[CodeSpot, ...]:
    if not look.summary.players:
        abort(404)
    return spots(look.info.id, look.summary.players, come)


def _asked_spot(table_id: str) -> CodeSpot:
    wanted = request.form.get("place", "")
    return next((spot for spot in _spots(view_table(table_id)) if spot.key == wanted), None) or abort(422)


def _back(table_id: str) -> AnyResponse:
    return see_other(url_for("phones.show", table_id=table_id, place=request.form.get("place") or None))


def _store() -> AccessStore:
    return access_store() or abort(404)
