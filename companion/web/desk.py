"""What the screens share: the tables, the boxes, and how a table is told on the home page."""

import logging
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.data import demo_box
from companion.games.box import BoxState
from companion.games.dewan import DewanState
from companion.record.faults import BadInput
from companion.rules.dewan.tiles import Box
from companion.service.answers import Look
from companion.service.tables import Tables
from companion.table.backup import back_up
from companion.table.datadir import DataDir, held
from companion.table.errors import TableError
from companion.table.store import open_store
from companion.web.config import TableCard
from companion.web.screens.quick_score import only_scored
from companion.web.screens.timer import is_timer

DEMO_BOX = "demo"
"""How the box that comes with Companion is called where an owner's box is called by its id."""


@dataclass(frozen=True)
class Desk:
    """In ``app.extensions["companion"]``."""

    service: Tables

    def tables(self) -> Iterable[TableCard]:
        """Tables that can be resumed, the one touched last first."""
        for look in self.service.all():
            if isinstance(look, Look) and isinstance(look.state, DewanState):
                yield _card(look, look.state)

    def boxes(self) -> dict[str, Box]:
        """The boxes there are, by id; the demo box first."""
        own = {
            look.info.id: look.state.box
            for look in self.service.all()
            if isinstance(look, Look) and isinstance(look.state, BoxState)
        }
        return {DEMO_BOX: demo_box(), **own}

    def box(self, box_id: str | None) -> Box:
        """The box of a table; the demo box where it has none, or where it is gone."""
        if box_id in (None, DEMO_BOX):
            return demo_box()
        try:
            state = self.service.look(str(box_id)).state
        except (TableError, BadInput):
            return demo_box()
        return state.box if isinstance(state, BoxState) else demo_box()


@contextmanager
def open_desk(data: DataDir) -> Iterator[Desk]:
    """The desk of a data directory, kept to ourselves while it is open, with a backup a day. Raises TableError."""
    with held(data), open_store(data.database) as store:
        stopped = threading.Event()
        backups = threading.Thread(target=_keep_backups, args=(data, stopped), daemon=True)
        backups.start()
        service = Tables(store)
        try:
            yield Desk(service)
        finally:
            stopped.set()
            service.feed.close()
            backups.join(timeout=2)


def _keep_backups(data: DataDir, stopped: threading.Event) -> None:
    """Looked for every hour; made once a day."""
    while True:
        try:
            back_up(data.database, data.backups, datetime.now(UTC))
        except TableError as error:  # the game goes on; the next hour may have more room
            logging.getLogger(__name__).warning("no backup: %s", error)
        if stopped.wait(3600):
            return


def _card(look: Look, state: DewanState) -> TableCard:
    table = state.play.table
    scored = only_scored(state.play)
    return TableCard(
        title=state.title or "",
        scenario=table.scenario,
        players=tuple((player.name, player.color or "") for player in table.players),
        round=None if state.play.over else state.play.round,
        touched=look.info.touched_at,
        url=f"/{_place_of(state)}/{look.info.id}",
        scored=scored,
    )


def _place_of(state: DewanState) -> str:
    """Where a table is opened: a timer and a quick score have screens of their own."""
    return "timer" if is_timer(state.play) else "score" if only_scored(state.play) else "tables"
