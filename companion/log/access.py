"""Who was let in: the codes that were given out for a table, the devices that came with them, and as what.

Nothing in here opens a door by itself: codes and devices are kept as hashes, so that a copy of the database lets nobody
in. Times come from the caller, as in the store.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, func, insert, or_, select, update

from companion.log.feed import ACCESS, Feed
from companion.log.roles import Role
from companion.log.schema import codes as code_rows
from companion.log.schema import house as house_rows
from companion.log.schema import members as member_rows
from companion.log.schema import phones as phone_rows
from companion.log.store import Store

MOST_REMEMBERED = 1000
"""Of so many devices it is kept in mind where they belong; more ask the database each time."""


@dataclass(frozen=True)
class Place:
    """Something at a table one can be let in as: a seat has its player, the others have none."""

    table_id: str
    role: Role
    player: str | None = None


@dataclass(frozen=True)
class Code:
    """A code that was given out for a place. Of the codes of a place only the last, if any, lets somebody in."""

    hash: str
    place: Place
    generation: int
    issued_at: str
    revoked_at: str | None = None


@dataclass(frozen=True)
class Member:
    """A device at a table. ``gone``: the code it came with has been replaced or withdrawn since."""

    device: str
    place: Place
    code: str | None
    joined_at: str
    seen_at: str
    gone: bool = False


@dataclass(frozen=True)
class _Known:
    places: tuple[Member, ...]
    house_key: str | None


class AccessStore:
    """All threads may share one. Where devices belong is asked with every page, and therefore kept in mind, as long as
    others who change it are heard."""

    def __init__(self, store: Store, feed: Feed | None = None) -> None:
        """``feed``: tells when somebody was let in or put out by another process."""
        self._store = store
        self._feed = feed
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}
        self._changes = 0
        if feed:
            feed.forget_with(self._forget, ACCESS)

    # Codes

    def code(self, hash_: str) -> Code | None:
        with self._store.reading() as connection:
            row = connection.execute(select(code_rows).where(code_rows.c.hash == hash_)).first()
        return None if row is None else _code(row)

    def code_for(self, place: Place) -> Code | None:
        """The one that lets somebody in there now."""
        with self._store.reading() as connection:
            query = select(code_rows).where(_of(place), code_rows.c.revoked_at.is_(None))
            row = connection.execute(query).first()
        return None if row is None else _code(row)

    def next_generation(self, place: Place) -> int:
        with self._store.reading() as connection:
            last = connection.execute(select(func.max(code_rows.c.generation)).where(_of(place))).scalar()
        return int(last or 0) + 1

    def issue(self, place: Place, hash_of: Callable[[int], str], at: str, *, first: bool = False) -> int:
        """A new code, of the generation that is returned; the earlier ones of the place end with it, and so does
        whoever came with them. ``first``: only if the place never had one; else that of the last is returned."""
        with self._changing(place.table_id) as connection:
            last = connection.execute(select(func.max(code_rows.c.generation)).where(_of(place))).scalar()
            if first and last:
                return int(last)
            generation = int(last or 0) + 1
            _revoke(connection, place, at)
            connection.execute(
                insert(code_rows),
                {
                    "hash": hash_of(generation),
                    "table_id": place.table_id,
                    "role": place.role,
                    "player": place.player,
                    "generation": generation,
                    "issued_at": at,
                },
            )
        return generation

    def revoke(self, place: Place, at: str) -> None:
        """Nobody is let in there until a new code is issued, and whoever came with the old one is out. So is a former
        host, who records without having come with any; the host stays until another is."""
        with self._changing(place.table_id) as connection:
            _revoke(connection, place, at)
            if place.role is not Role.HOST:
                connection.execute(
                    delete(member_rows).where(
                        member_rows.c.table_id == place.table_id,
                        member_rows.c.role == place.role,
                        member_rows.c.code.is_(None),
                    )
                )

    # Devices

    def join(self, device: str, place: Place, at: str, code: str | None = None) -> None:
        """A device in a place; what it was there before in the same role is replaced."""
        with self._changing(place.table_id) as connection:
            _seat(connection, device, place, at, code)

    def leave(self, device: str, table_id: str, role: Role) -> None:
        with self._changing(table_id) as connection:
            connection.execute(delete(member_rows).where(_same(device, table_id, role)))

    def hand_over(self, device: str, table_id: str, at: str) -> None:
        """This device is the host now; whoever was keeps recording, and the code it came with is used up."""
        with self._changing(table_id) as connection:
            hosts = select(member_rows.c.device).where(
                member_rows.c.table_id == table_id, member_rows.c.role == Role.HOST, member_rows.c.device != device
            )
            for (former,) in connection.execute(hosts).all():
                connection.execute(delete(member_rows).where(_same(former, table_id, Role.HOST)))
                _seat(connection, former, Place(table_id, Role.RECORDER), at, None)
            _seat(connection, device, Place(table_id, Role.HOST), at, None)
            _revoke(connection, Place(table_id, Role.HOST), at)

    def seen(self, device: str, table_id: str, at: str) -> None:
        with self._changing(table_id) as connection:
            connection.execute(
                update(member_rows)
                .where(member_rows.c.device == device, member_rows.c.table_id == table_id)
                .values(seen_at=at)
            )

    def members(self, table_id: str) -> tuple[Member, ...]:
        """Everybody at a table, those who came first first; also those whose code has ended."""
        with self._store.reading() as connection:
            return tuple(map(_member, connection.execute(_members().where(member_rows.c.table_id == table_id))))

    def places_of(self, device: str) -> tuple[Member, ...]:
        """Where a device belongs."""
        return self._look_up(device).places

    def house_key_of(self, device: str) -> str | None:
        """The hash of the key a device came with; whether that still is the key of the house, others know."""
        return self._look_up(device).house_key

    def let_into_house(self, device: str, key: str, at: str) -> None:
        with self._changing(device) as connection:
            connection.execute(delete(house_rows).where(house_rows.c.device == device))
            connection.execute(insert(house_rows), {"device": device, "key": key, "joined_at": at})

    def end_all(self, at: str) -> tuple[int, int]:
        """No code lets anybody in, and no device belongs anywhere: how many of each that were."""
        with self._changing(None) as connection:
            devices = connection.execute(select(func.count(member_rows.c.device.distinct()))).scalar_one()
            codes = connection.execute(
                update(code_rows).where(code_rows.c.revoked_at.is_(None)).values(revoked_at=at)
            ).rowcount
            connection.execute(delete(member_rows))
            connection.execute(delete(house_rows))
        return int(codes), int(devices)

    # What a table lets phones do

    def phones_record(self, table_id: str) -> bool:
        with self._store.reading() as connection:
            given = connection.execute(select(phone_rows.c.record).where(phone_rows.c.table_id == table_id)).scalar()
        return given is None or bool(given)

    def let_phones_record(self, table_id: str, allowed: bool) -> None:
        with self._changing(table_id) as connection:
            connection.execute(delete(phone_rows).where(phone_rows.c.table_id == table_id))
            connection.execute(insert(phone_rows), {"table_id": table_id, "record": int(allowed)})

    def _look_up(self, device: str) -> "_Known":
        with self._lock:
            if (known := self._known.get(device)) is not None:
                return known
            changes = self._changes
        with self._store.reading() as connection:
            places = tuple(map(_member, connection.execute(_members().where(member_rows.c.device == device))))
            key = connection.execute(select(house_rows.c.key).where(house_rows.c.device == device)).scalar()
        found = _Known(places, key)
        with self._lock:
            if self._would_hear and changes == self._changes and len(self._known) < MOST_REMEMBERED:
                self._known[device] = found
        return found

    @property
    def _would_hear(self) -> bool:
        return not self._store.kind.MANY_WRITERS or (self._feed is not None and not self._feed.blind)

    @contextmanager
    def _changing(self, name: str | None) -> Iterator[Connection]:
        with self._store.writing(name) as connection:
            yield connection
            self._store.kind.tell(connection, ACCESS)
        self._forget()

    def _forget(self) -> None:
        with self._lock:
            self._changes += 1
            self._known.clear()


def _of(place: Place) -> ColumnElement[bool]:
    player = code_rows.c.player.is_(None) if place.player is None else code_rows.c.player == place.player
    return and_(code_rows.c.table_id == place.table_id, code_rows.c.role == place.role, player)


def _revoke(connection: Connection, place: Place, at: str) -> None:
    connection.execute(update(code_rows).where(_of(place), code_rows.c.revoked_at.is_(None)).values(revoked_at=at))


def _same(device: str, table_id: str, role: Role) -> ColumnElement[bool]:
    return and_(member_rows.c.device == device, member_rows.c.table_id == table_id, member_rows.c.role == role)


def _seat(connection: Connection, device: str, place: Place, at: str, code: str | None) -> None:
    here = member_rows.c.table_id == place.table_id
    before = connection.execute(select(func.coalesce(func.max(member_rows.c.came), 0)).where(here)).scalar_one()
    connection.execute(delete(member_rows).where(_same(device, place.table_id, place.role)))
    connection.execute(
        insert(member_rows),
        {
            "device": device,
            "table_id": place.table_id,
            "role": place.role,
            "player": place.player,
            "code": code,
            "joined_at": at,
            "seen_at": at,
            "came": before + 1,
        },
    )


def _members() -> Select[Any]:
    gone = and_(member_rows.c.code.is_not(None), or_(code_rows.c.hash.is_(None), code_rows.c.revoked_at.is_not(None)))
    joined = member_rows.outerjoin(code_rows, code_rows.c.hash == member_rows.c.code)
    columns = [column for column in member_rows.c if column.name != "came"]
    # Two can come within one tick of the clock.
    return (
        select(*columns, gone.label("gone")).select_from(joined).order_by(member_rows.c.joined_at, member_rows.c.came)
    )


def _code(row: Any) -> Code:
    hash_, table_id, role, player, generation, issued_at, revoked_at = row
    return Code(hash_, Place(table_id, Role(role), player), generation, issued_at, revoked_at)


def _member(row: Any) -> Member:
    device, table_id, role, player, code, joined_at, seen_at, gone = row
    return Member(device, Place(table_id, Role(role), player), code, joined_at, seen_at, bool(gone))
