"""What the screens share: the tables, the boxes, and how a table is told on the home page."""

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import zip_longest

from companion.data import demo_box, river_demo_box
from companion.games.box import BoxState
from companion.games.contract import Json
from companion.games.river_box import RiverBoxState
from companion.record.faults import BadInput
from companion.rules.dewan.tiles import Box
from companion.rules.river.box import Box as RiverBox
from companion.service.answers import Look
from companion.service.course import Courses
from companion.service.people import People
from companion.service.results import Results
from companion.service.tables import Tables
from companion.table.backup import back_up, backups
from companion.table.datadir import DataDir, held
from companion.table.errors import TableError
from companion.table.photos import PhotoAlbums
from companion.table.store import open_store
from companion.web.config import TableCard

DEMO_BOX = "demo"
"""How the box that comes with Companion is called where an owner's box is called by its id."""


class PastGames:
    """What has been worked out of games that were played, kept for whoever asks next."""

    def __init__(self, service: Tables) -> None:
        self.results = Results(service)
        self.courses = Courses(service)
        self.people = People(service)


@dataclass(frozen=True)
class Desk:
    """In ``app.extensions["companion"]``."""

    service: Tables
    data: DataDir
    albums: PhotoAlbums
    """The photos tables keep."""
    past: PastGames | None = None
    """What every visitor shares: it sees all tables, whoever asks."""

    def __post_init__(self) -> None:
        if self.past is None:
            object.__setattr__(self, "past", PastGames(self.service))

    @property
    def results(self) -> Results:
        assert self.past is not None
        return self.past.results

    @property
    def courses(self) -> Courses:
        assert self.past is not None
        return self.past.courses

    @property
    def people(self) -> People:
        assert self.past is not None
        return self.past.people

    def forget_past(self) -> None:
        """What was worked out is not true any more: games were changed or replaced as a whole."""
        self.results.forget()
        self.courses.forget()

    @property
    def has_backups(self) -> bool:
        return bool(backups(self.data.backups))

    def renew_backups(self) -> None:
        """A backup of now in place of all there are. Raises what the disk has to say; then the old ones stay."""
        old = backups(self.data.backups)
        fresh = self.data.path / "renewed-backups"
        made = back_up(self.data.database, fresh, datetime.now(UTC))
        for path in old:
            path.unlink(missing_ok=True)
        if made is not None:
            made.replace(self.data.backups / made.name)
            fresh.rmdir()

    def tables(self) -> Iterable[TableCard]:
        """Tables that can be resumed, the one touched last first."""
        for look in self.service.all():
            if isinstance(look, Look) and look.summary.players:  # a box has none
                yield _card(look)

    def boxes(self) -> dict[str, Box]:
        """The boxes there are, by id; the demo box first."""
        own = {
            look.info.id: look.state.box
            for look in self.service.all()
            if isinstance(look, Look) and isinstance(look.state, BoxState)
        }
        return {DEMO_BOX: demo_box(), **own}

    def river_boxes(self) -> dict[str, RiverBox]:
        """The boxes of The River, by id; the invented one first."""
        own = {
            look.info.id: look.state.box
            for look in self.service.all()
            if isinstance(look, Look) and isinstance(look.state, RiverBoxState)
        }
        return {DEMO_BOX: river_demo_box(), **own}

    def box(self, box_id: str | None) -> Box:
        """The box of a table; the demo box where it has none, or where it is gone."""
        if box_id in (None, DEMO_BOX):
            return demo_box()
        try:
            state = self.service.look(str(box_id)).state
        except (TableError, BadInput):
            return demo_box()
        return state.box if isinstance(state, BoxState) else demo_box()

    def look_of_tiles(self, box_id: str | None) -> Json | None:
        """How the tiles of a box look to the photo reader, where it has learned it."""
        try:
            state = self.service.look(str(box_id)).state
        except (TableError, BadInput):
            return None
        return state.look if isinstance(state, BoxState) else None


@contextmanager
def open_desk(data: DataDir, daily_backups: bool = True) -> Iterator[Desk]:
    """The desk of a data directory, kept to ourselves while it is open. Raises TableError."""
    with held(data), open_store(data.database) as store, _kept_backups(data) if daily_backups else nullcontext():
        albums = PhotoAlbums(data.photos)
        service = Tables(store, albums=albums)
        try:
            yield Desk(service, data, albums)
        finally:
            service.feed.close()


@contextmanager
def _kept_backups(data: DataDir) -> Iterator[None]:
    stopped = threading.Event()
    keeper = threading.Thread(target=_keep_backups, args=(data, stopped), daemon=True)
    keeper.start()
    try:
        yield
    finally:
        stopped.set()
        keeper.join(timeout=2)


def _keep_backups(data: DataDir, stopped: threading.Event) -> None:
    """Looked for every hour; made once a day."""
    while True:
        try:
            back_up(data.database, data.backups, datetime.now(UTC))
        except TableError as error:  # the game goes on; the next hour may have more room
            logging.getLogger(__name__).warning("no backup", extra={"facts": {"code": error.code}})
        if stopped.wait(3600):
            return


def _card(look: Look) -> TableCard:
    told = look.summary
    return TableCard(
        title=told.title or "",
        scenario=told.scenario,
        players=tuple(zip_longest(told.players, told.colors, fillvalue="")),
        round=None if told.over else told.round,
        touched=look.info.touched_at,
        url=f"/{'score' if told.scored else 'tables'}/{look.info.id}",
        scored=told.scored,
        game=look.info.game,
    )
