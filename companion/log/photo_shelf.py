"""What somebody still works on with photos that are read: kept beside the queue, and forgotten when nobody comes back.

Where several processes share a server's database it lies there, in the table of the photos to read: any process goes on
with it, and one that ends takes nothing with it. One process alone keeps it in its memory, and nothing is on the disk.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import Any

from sqlalchemy import delete, func, select, update

from companion.log.photo_queue import DATABASE_TIME, TOUCH_SECONDS, MemoryPhotos
from companion.log.rows import upsert
from companion.log.schema import photo_jobs as rows
from companion.log.store import Store

NO_JOB = 0
"""``came`` of what is no photo to read; those are counted from 1."""


class PhotoShelf:
    """All threads may share one. ``shared``: the database of several processes.

    A ``place`` holds documents by name, each with a picture or none; all of a place are forgotten together.
    """

    def __init__(
        self, kept_seconds: float, shared: Store | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        self._kept_seconds = kept_seconds
        self._shared = shared
        self._store = shared or MemoryPhotos()
        self._now: Callable[[], Any] = (lambda: DATABASE_TIME) if shared else clock
        self._one = threading.RLock()

    @contextmanager
    def alone(self, place: str) -> Iterator[None]:
        """Nobody else changes this place meanwhile, in whatever process."""
        with self._one, self._shared.writing(f"shelf {place}") if self._shared else nullcontext():
            yield

    def get(self, place: str, name: str) -> tuple[Any, bytes] | None:
        now = self._now()
        old = (rows.c.touched_at < now - TOUCH_SECONDS).label("old")
        wanted = select(rows.c.answer, rows.c.picture, old).where(
            rows.c.key == _key(place, name), rows.c.touched_at > now - self._kept_seconds
        )
        with self._store.reading() as connection:
            found = connection.execute(wanted).first()
        if found is None:
            return None
        if found.old:
            with self._store.writing(_key(place, name)) as connection:
                connection.execute(update(rows).where(_of(place)).values(touched_at=now))
        return json.loads(found.answer), bytes(found.picture or b"")

    def put(self, place: str, name: str, document: object, picture: bytes = b"") -> None:
        values: Mapping[str, Any] = {
            "key": _key(place, name),
            "place": _place(place),
            "came": NO_JOB,
            "clients": "[]",
            "size": 0,
            "head": "{}",
            "tries": 0,
            "held_until": 0.0,
            "stage": "",
            "answer": json.dumps(document),
            "picture": picture,
            "notes": "{}",
            "touched_at": self._now(),
        }
        with self._store.writing(_key(place, name)) as connection:
            connection.execute(upsert(connection, rows, values).values(values))

    def drop(self, place: str, name: str) -> None:
        with self._store.writing(_key(place, name)) as connection:
            connection.execute(delete(rows).where(rows.c.key == _key(place, name)))

    def clear(self, place: str) -> None:
        with self._one, self._store.writing(_place(place)) as connection:
            connection.execute(delete(rows).where(_of(place)))

    def tidy(self, most: int) -> None:
        """Forget what nobody has come back for; of the places so many stay, those used last."""
        places = select(rows.c.place).where(rows.c.came == NO_JOB).group_by(rows.c.place)
        with self._store.writing("shelves") as connection:
            gone = rows.c.touched_at <= self._now() - self._kept_seconds
            connection.execute(delete(rows).where(rows.c.came == NO_JOB, gone))
            last = connection.execute(places.order_by(func.max(rows.c.touched_at).desc())).scalars().all()
            for place in last[most:]:
                connection.execute(delete(rows).where(rows.c.place == place, rows.c.came == NO_JOB))


def _place(place: str) -> str:
    return f"shelf {place}"


def _key(place: str, name: str) -> str:
    return f"shelf {place} {name}"


def _of(place: str) -> Any:
    return rows.c.place == _place(place)
