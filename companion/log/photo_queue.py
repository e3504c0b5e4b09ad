"""Photos that wait to be read, and what was read in them. Whoever takes one up holds it, and says so again and again;
when that ends, the next takes it.

Several processes that share a server's database keep them there, in a table the server neither logs nor backs up. One
process alone keeps the same table in its memory, and nothing of it is ever on the disk.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Float, cast, create_engine, delete, extract, func, insert, select, update
from sqlalchemy.pool import StaticPool

from companion.log import sqlite
from companion.log.feed import PHOTOS
from companion.log.schema import photo_jobs as rows
from companion.log.store import Store

HELD_SECONDS = 5.0
"""Whoever reads a photo and has not said for so long that it still does is dead."""
MOST_TRIES = 3
"""A photo that so many have died of is not given to another."""
TOUCH_SECONDS = 60.0
_ADDING = "photos"
DATABASE_TIME = cast(extract("epoch", func.now()), Float)
"""Processes may be on machines whose clocks differ."""


@dataclass(frozen=True)
class Unread:
    """A photo that is not read yet. ``waits``: nobody has it in hand."""

    clients: Sequence[str]
    size: int
    waits: bool


@dataclass(frozen=True)
class Taken:
    """``afterwards``: what the process that has read it is to do with it."""

    key: str
    place: str
    head: dict[str, Any]
    photo: bytes
    afterwards: str | None


@dataclass(frozen=True)
class Looked:
    """``answer``: once it is read, or cannot be."""

    stage: str
    waits: bool
    answer: dict[str, Any] | None
    notes: dict[str, Any]


class PhotoQueue:
    """All threads may share one. ``shared``: the database of several processes."""

    def __init__(self, kept_seconds: float, shared: Store | None = None, clock: Callable[[], float] = monotonic):
        self._kept_seconds = kept_seconds
        self._store = shared or MemoryPhotos()
        self._now: Callable[[], Any] = (lambda: DATABASE_TIME) if shared else clock

    def add(
        self,
        key: str,
        place: str,
        head: Mapping[str, Any],
        photo: bytes,
        clients: Sequence[str],
        notes: Mapping[str, Any],
        afterwards: str | None,
        has_room: Callable[[Sequence[Unread]], bool],
        most: int,
    ) -> bool:
        """False where there is no room beside what is unread. Of those that are read so many stay, the youngest."""
        now = self._now()
        with self._store.writing(_ADDING) as connection:
            connection.execute(delete(rows).where(rows.c.touched_at <= now - self._kept_seconds))
            found = connection.execute(
                select(rows.c.clients, rows.c.size, rows.c.held_until <= now).where(rows.c.answer.is_(None))
            )
            if not has_room([Unread(json.loads(clients), size, waits) for clients, size, waits in found]):
                return False
            finished = (
                select(rows.c.key).where(rows.c.answer.is_not(None), rows.c.came > 0).order_by(rows.c.came.desc())
            )
            for (old,) in connection.execute(finished).all()[most - 1 :]:
                connection.execute(delete(rows).where(rows.c.key == old))
            values = {
                "key": key,
                "place": place,
                "came": connection.execute(select(func.coalesce(func.max(rows.c.came), 0) + 1)).scalar_one(),
                "clients": json.dumps(list(clients)),
                "size": len(photo),
                "head": json.dumps(head),
                "photo": photo,
                "afterwards": afterwards,
                "tries": 0,
                "held_until": 0.0,
                "stage": "",
                "notes": json.dumps(dict(notes)),
            }
            connection.execute(insert(rows).values(touched_at=now, **values))
            self._store.kind.tell(connection, PHOTOS)
        return True

    def look(self, place: str, key: str) -> Looked | None:
        now = self._now()
        fresh = rows.c.touched_at > now - self._kept_seconds
        wanted = (rows.c.stage, rows.c.held_until <= now, rows.c.answer, rows.c.notes)
        old = (rows.c.touched_at < now - TOUCH_SECONDS).label("old")
        with self._store.reading() as connection:
            found = connection.execute(select(*wanted, old).where(rows.c.key == key, rows.c.place == place, fresh))
            row = found.first()
        if row is None:
            return None
        stage, lapsed, answer, notes, is_old = row
        if is_old:
            with self._store.writing(_of(key)) as connection:
                connection.execute(update(rows).where(rows.c.key == key).values(touched_at=now))
        return Looked(
            stage, lapsed and answer is None, None if answer is None else json.loads(answer), json.loads(notes)
        )

    def keys(self, place: str) -> list[str]:
        """Of all photos of a place, in the order they came."""
        fresh = rows.c.touched_at > self._now() - self._kept_seconds
        with self._store.reading() as connection:
            found = connection.execute(select(rows.c.key).where(rows.c.place == place, fresh).order_by(rows.c.came))
            return [key for (key,) in found]

    def picture(self, key: str) -> bytes:
        with self._store.reading() as connection:
            return bytes(connection.execute(select(rows.c.picture).where(rows.c.key == key)).scalar() or b"")

    def before(self, key: str) -> int:
        """How many will be read before this one is."""
        came = select(rows.c.came).where(rows.c.key == key).scalar_subquery()
        with self._store.reading() as connection:
            query = select(func.count()).where(rows.c.answer.is_(None), rows.c.came < came)
            return int(connection.execute(query).scalar_one())

    def note(self, key: str, name: str, value: object) -> None:
        with self._store.writing(_of(key)) as connection:
            notes = connection.execute(select(rows.c.notes).where(rows.c.key == key)).scalar()
            if notes is not None:
                given = json.dumps({**json.loads(notes), name: value})
                connection.execute(update(rows).where(rows.c.key == key).values(notes=given))

    def forget(self, key: str) -> None:
        with self._store.writing(_of(key)) as connection:
            connection.execute(delete(rows).where(rows.c.key == key))

    # For those who read

    def take(self, worker: str) -> Taken | None:
        """The first that waits, or whose reader is dead; it is held by ``worker`` from now on."""
        now = self._now()
        free = select(rows).where(rows.c.answer.is_(None), rows.c.held_until <= now).order_by(rows.c.came).limit(1)
        with self._store.writing(f"photos of {worker}") as connection:
            while row := connection.execute(free.with_for_update(skip_locked=True)).first():
                this = update(rows).where(rows.c.key == row.key)
                if row.tries >= MOST_TRIES:
                    connection.execute(this.values(answer=json.dumps({"failed": "crashed"}), photo=None))
                    continue
                held = now + HELD_SECONDS
                connection.execute(this.values(held_by=worker, held_until=held, tries=row.tries + 1, stage="load"))
                return Taken(row.key, row.place, json.loads(row.head), bytes(row.photo), row.afterwards)
        return None

    def hold(self, key: str, worker: str, stage: str) -> bool:
        """Still at it. False where nobody wants it any more, or somebody else has it."""
        return self._change(key, worker, stage=stage, held_until=self._now() + HELD_SECONDS)

    def let_go(self, key: str, worker: str) -> None:
        """For somebody else to read."""
        self._change(key, worker, held_until=0.0, tries=rows.c.tries - 1)

    def finish(self, key: str, worker: str, answer: Mapping[str, Any], picture: bytes, stage: str) -> bool:
        """The photo as it was sent is gone with that. False as ``hold`` says."""
        kept = {"answer": json.dumps(answer), "picture": picture, "photo": None, "stage": stage}
        return self._change(key, worker, **kept, touched_at=self._now())

    def _change(self, key: str, worker: str, **values: Any) -> bool:
        with self._store.writing(_of(key)) as connection:
            mine = update(rows).where(rows.c.key == key, rows.c.held_by == worker, rows.c.answer.is_(None))
            return bool(connection.execute(mine.values(**values)).rowcount)


def _of(key: str) -> str:
    return f"photo {key}"


class MemoryPhotos:
    """As much of a store as photos ask for, in the memory of this process."""

    kind = sqlite

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        with self._engine.begin() as connection:
            rows.create(connection)

    @contextmanager
    def writing(self, name: str) -> Iterator[Connection]:
        with self._lock, self._engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.writing("") as connection:
            yield connection
