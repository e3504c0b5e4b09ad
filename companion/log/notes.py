"""Notes for minutes that all who serve the same tables see: questions between phones, how much a client has asked for.

One process keeps them in its memory, and nothing is written down. Several that share a server's database keep them
there, in a table the server neither logs nor backs up.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from sqlalchemy import delete, select

from companion.log.rows import upsert
from companion.log.schema import notes as note_rows
from companion.log.store import Store

Notes = dict[str, Any]
"""Of one place, by their keys: whatever JSON can say."""
KEPT_SECONDS = 3600.0
MOST_PLACES = 10_000


class Notebook(Protocol):
    def read(self, place: str) -> Notes:
        """A copy."""

    def changing(self, place: str) -> AbstractContextManager[Notes]:
        """What is changed in it is kept; nobody else changes them meanwhile."""


class MemoryNotebook:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._places: dict[str, tuple[float, Notes]] = {}

    def read(self, place: str) -> Notes:
        with self._lock:
            return dict(self._places.get(place, (0.0, {}))[1])

    @contextmanager
    def changing(self, place: str) -> Iterator[Notes]:
        with self._lock:
            if len(self._places) >= MOST_PLACES:
                self._tidy()
            found = self.read(place)
            yield found
            self._places.pop(place, None)
            if found:
                self._places[place] = (self._clock(), found)

    def _tidy(self) -> None:
        """If all are young, all are forgotten rather than memory used up."""
        oldest = self._clock() - KEPT_SECONDS
        young = {place: kept for place, kept in self._places.items() if kept[0] > oldest}
        self._places = young if len(young) < MOST_PLACES else {}


class SharedNotebook:
    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock

    def read(self, place: str) -> Notes:
        query = select(note_rows.c.key, note_rows.c.body)
        query = query.where(note_rows.c.place == place, note_rows.c.ends_at > self._clock())
        with self._store.reading() as connection:
            return {key: json.loads(body) for key, body in connection.execute(query)}

    @contextmanager
    def changing(self, place: str) -> Iterator[Notes]:
        now = self._clock()
        with self._store.writing(f"notes {place}") as connection:
            connection.execute(delete(note_rows).where(note_rows.c.ends_at <= now))  # also what nobody came back for
            query = select(note_rows.c.key, note_rows.c.body).where(note_rows.c.place == place)
            before = {str(key): str(body) for key, body in connection.execute(query)}
            found: Notes = {key: json.loads(body) for key, body in before.items()}
            yield found
            after = {key: json.dumps(note, ensure_ascii=False) for key, note in found.items()}
            for key in before.keys() - after.keys():
                connection.execute(delete(note_rows).where(note_rows.c.place == place, note_rows.c.key == key))
            for key, body in after.items():
                if before.get(key) != body:
                    values = {"body": body, "ends_at": now + KEPT_SECONDS}
                    connection.execute(upsert(connection, note_rows, values), {"place": place, "key": key, **values})


def notebook(store: Store) -> Notebook:
    return SharedNotebook(store) if store.kind.MANY_WRITERS else MemoryNotebook()
