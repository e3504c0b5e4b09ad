"""The places of a table one can be let in to, and who has come: for the page that shows the codes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.log.access import Member, Place
from companion.log.roles import Role

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
class Spot:
    """A place with a code of its own; ``key`` names it in a form."""

    key: str
    place: Place
    guests: tuple[Guest, ...] = ()


def spots(table_id: str, players: Sequence[str], come: Sequence[Guest] = ()) -> tuple[Spot, ...]:
    """One for each seat, one for spectators, one for a second shared screen, one for a new host."""
    places = {f"seat-{i}": Place(table_id, Role.SEAT, name) for i, name in enumerate(players)}
    places |= {role.value: Place(table_id, role) for role in (Role.SPECTATOR, Role.RECORDER, Role.HOST)}
    return tuple(
        Spot(key, place, tuple(guest for guest in come if guest.place == place)) for key, place in places.items()
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
