"""Where the photos of boxes that people are going through are kept, so that any process goes on with them.

Forgotten an hour after they were last looked at, like all photos. What was put into a box is in its log.
"""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.dewan.pages.pieces.session import PiecePhoto, Session, Sorted
from companion.log.photo_shelf import PhotoShelf

MOST_SESSIONS = 6
SHARED = 4
"""So many times as much is kept where several processes share it: it is not in the memory of one."""
_STATE, _SORTED = "state", "sorted"
_MOST_OPEN = 60
"""Photos that were opened lately stay open."""
_OF_PHOTO = ("key", "waiting", "job", "failed", "again")


class Sessions:
    """In ``app.extensions["piece_sessions"]``. Any thread may ask."""

    def __init__(self, shelf: PhotoShelf, most: int = MOST_SESSIONS) -> None:
        self._shelf = shelf
        self._most = most
        self._open: OrderedDict[tuple[str, str, str], Any] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, box_id: str) -> Session | None:
        """To look at; what is changed in it is not kept."""
        found = self._shelf.get(box_id, _STATE)
        return None if found is None else self._opened(box_id, found[0])

    @contextmanager
    def changing(self, box_id: str) -> Iterator[Session | None]:
        """What is changed in it is kept; nobody else changes it meanwhile, in whatever process."""
        with self._shelf.alone(box_id):
            session = self.of(box_id)
            before = None if session is None else (_written(session), session.sorted)
            yield session
            if session is not None:
                self._keep(box_id, session, before)

    @contextmanager
    def begun(self, box_id: str) -> Iterator[Session]:
        """As ``changing``, also where there is none yet."""
        with self._shelf.alone(box_id):
            session = self.of(box_id) or Session(_BoxShelf(self._shelf, box_id), secrets.token_urlsafe(6))
            yield session
            self._keep(box_id, session, None)
            self._shelf.tidy(self._most)

    def forget(self, box_id: str) -> None:
        self._shelf.clear(box_id)

    def _keep(self, box_id: str, session: Session, before: tuple[object, Sorted | None] | None) -> None:
        mine = session.sorted
        if before is None or mine is not before[1]:
            self._shelf.put(box_id, _SORTED, mine and [list(mine.keys), mine.shown, mine.groups, mine.look])
            session.version = secrets.token_urlsafe(6) if mine else None
        if before is None or _written(session) != before[0]:
            self._shelf.put(box_id, _STATE, _written(session))

    def _opened(self, box_id: str, state: dict[str, Any]) -> Session:
        session = Session(
            _BoxShelf(self._shelf, box_id),
            state["name"],
            [PiecePhoto(**one) for one in state["photos"]],
            {(i, j, k): word for i, j, k, word in state["said"]},
            {(i, j, k): part for i, j, k, part in state["apart"]},
            {(i, j): (kind, line) for i, j, kind, line in state["typed"]},
            {(i, j): name for i, j, name in state["put"]},
            failed=state["failed"],
            stale=state["stale"],
            sorting=state["sorting"],
            asked=tuple(state["asked"]),
            version=state["version"],
        )
        for photo in session.photos:
            if not (photo.waiting or photo.failed):
                photo.cut, photo.picture = self._large(box_id, photo.key, session.name) or (None, b"")
        if session.version and (found := self._large(box_id, _SORTED, session.version)):
            keys, shown, groups, look = found[0]
            session.sorted = Sorted(tuple(keys), shown, groups, look)
        return session

    def _large(self, box_id: str, name: str, version: str) -> Any:
        """What never changes under its version is opened once."""
        key = (box_id, name, version)
        found = self._open.get(key) or self._shelf.get(box_id, name)
        with self._lock:
            self._open[key] = found
            self._open.move_to_end(key)
            while len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)
        return found


class _BoxShelf:
    def __init__(self, shelf: PhotoShelf, box_id: str) -> None:
        self._shelf, self._box_id = shelf, box_id

    def get(self, name: str) -> tuple[Any, bytes] | None:
        return self._shelf.get(self._box_id, name)

    def put(self, name: str, document: object, picture: bytes = b"") -> None:
        self._shelf.put(self._box_id, name, document, picture)

    def drop(self, name: str) -> None:
        self._shelf.drop(self._box_id, name)


def _written(session: Session) -> dict[str, Any]:
    return {
        "name": session.name,
        "photos": [{name: getattr(photo, name) for name in _OF_PHOTO} for photo in session.photos],
        "said": [[*key, word] for key, word in session.said.items()],
        "apart": [[*key, part] for key, part in session.apart.items()],
        "typed": [[*key, *line] for key, line in session.typed.items()],
        "put": [[*key, name] for key, name in session.put.items()],
        "failed": session.failed,
        "stale": session.stale,
        "sorting": session.sorting,
        "asked": list(session.asked),
        "version": session.version,
    }
