"""What the screens share: the tables, the boxes, and how a table is told on the home page."""

import logging
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from companion.games.contract import Summary
from companion.games.viewer import STRANGER
from companion.log.backup import back_up, backups, put_aside, set_database_aside
from companion.log.datadir import DataDir, held
from companion.log.errors import TableError
from companion.log.photos import PhotoAlbums
from companion.log.store import open_store
from companion.log.summaries import Scope
from companion.log.wal import has_lost_commits
from companion.service.lists import Lists
from companion.service.people import People
from companion.service.playback import PlaybackCache
from companion.service.results import Result, finished
from companion.service.summaries import Listed
from companion.service.tables import Tables
from companion.web.config import TableCard

B = TypeVar("B")
DEMO_BOX = "demo"
"""How the box that comes with Companion is called where an owner's box is called by its id."""


@dataclass(frozen=True)
class Backend:
    """In ``app.extensions["companion"]``."""

    service: Tables
    data: DataDir
    albums: PhotoAlbums
    """The photos tables keep."""
    damage: Path | None = None
    """Where the database was put aside as it was found, if entries were lost from its log."""
    keeps_files: bool = True
    """What lies beside the database outlives the program: daily backups, photos, what a restore has put aside."""

    def results(self) -> tuple[Result, ...]:
        """All games that are over, the last one first, whoever asks."""
        return finished(Lists(self.service))

    @cached_property
    def playbacks(self) -> PlaybackCache:
        """Kept for the next request."""
        return PlaybackCache(self.service)

    @property
    def people(self) -> People:
        return People(self.service)

    def forget_past(self) -> None:
        """What was worked out is not true any more: games were changed or replaced as a whole."""
        self.playbacks.forget()

    @property
    def has_backups(self) -> bool:
        return bool(backups(self.data.backups) or put_aside(self.data.backups))

    def renew_backups(self) -> None:
        """A backup of now in place of all there are, and of what a restore has put aside. Raises what the disk has to
        say; then the old ones stay."""
        old = backups(self.data.backups)
        fresh = self.data.path / "renewed-backups"
        made = None if self.data.shared else back_up(self.data.database, fresh, datetime.now(UTC))
        for path in (*old, *put_aside(self.data.backups)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        if made is not None:
            made.replace(self.data.backups / made.name)
            fresh.rmdir()

    def tables(self, scope: Scope | None, skip: int, most: int) -> Sequence[TableCard]:
        """Tables that can be resumed, the one touched last first."""
        return [_card(one, one.summary) for one in Lists(self.service, scope).going_on(skip, most) if one.summary]

    def number_of_tables(self, scope: Scope | None) -> int:
        return Lists(self.service, scope).number_going_on()


@contextmanager
def open_backend(data: DataDir, daily_backups: bool = True, keeps_files: bool = True) -> Iterator[Backend]:
    """The backend of a data directory, locked while it is open. Raises TableError."""
    # A server is backed up where it runs (docs/hosting.md).
    backing_up = _kept_backups(data) if daily_backups and keeps_files and not data.shared else nullcontext()
    with held(data), _damage_kept(data) as damage, open_store(data.where) as store, backing_up:
        albums = PhotoAlbums(data.photos)
        service = Tables(store, albums=albums)
        Lists(service).begin()
        backend = Backend(service, data, albums, damage=damage, keeps_files=keeps_files)
        service.feed.forget_with(backend.forget_past)
        with _listening(service) if data.shared else nullcontext():
            try:
                yield backend
            finally:
                service.feed.close()


@contextmanager
def _listening(service: Tables) -> Iterator[None]:
    """To what other processes record."""
    stopped = threading.Event()
    threading.Thread(target=service.store.listen, args=(service.feed, stopped), daemon=True).start()
    try:
        yield
    finally:
        stopped.set()  # within a second it has closed its line


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


@contextmanager
def _damage_kept(data: DataDir) -> Iterator[Path | None]:
    """SQLite drops what it cannot read of the log beside the database, and goes on: somebody might save it yet."""
    log = data.database.with_name(f"{data.database.name}-wal")
    if data.shared:
        yield None
        return
    yield set_database_aside(data.database, data.backups, datetime.now(UTC)) if has_lost_commits(log) else None


def _keep_backups(data: DataDir, stopped: threading.Event) -> None:
    """Looked for every hour; made once a day."""
    while True:
        try:
            back_up(data.database, data.backups, datetime.now(UTC))
        except TableError as error:  # the game goes on; the next hour may have more room
            logging.getLogger(__name__).warning("no backup", extra={"facts": {"code": error.code}})
        if stopped.wait(3600):
            return


def _card(listed: Listed, summary: Summary) -> TableCard:
    return TableCard(
        title=summary.title or "",
        scenario=summary.scenario,
        players=tuple(zip_longest(summary.players, summary.colors, fillvalue="")),
        round=None if summary.over else summary.round,
        touched=listed.info.touched_at,
        url=f"/tables/{listed.info.id}",
        game=listed.info.game,
        box=summary.box,
    )


class Boxes(Mapping[str, B]):
    """The boxes of a game by id, the invented one first. A box is opened when it is asked for, not to be listed."""

    def __init__(self, backend: Backend, game: str, demo: B, scope: Scope | None = None) -> None:
        """``scope``: those there are for who asks."""
        self._desk, self._game, self._demo, self._scope = backend, game, demo, scope

    @cached_property
    def listed(self) -> Mapping[str, Summary]:
        """Of the own ones."""
        found = Lists(self._desk.service, self._scope).of_game(self._game)
        return {one.info.id: one.summary for one in found if one.summary}

    @property
    def names(self) -> Mapping[str, str | None]:
        """Of all; the invented box is called in the reader's language."""
        return {DEMO_BOX: None, **{box_id: one.title for box_id, one in self.listed.items()}}

    def __iter__(self) -> Iterator[str]:
        return iter((DEMO_BOX, *self.listed))

    def __len__(self) -> int:
        return 1 + len(self.listed)

    def __contains__(self, box_id: object) -> bool:
        return box_id == DEMO_BOX or box_id in self.listed

    def __getitem__(self, box_id: str) -> B:
        if box_id == DEMO_BOX:
            return self._demo
        if box_id not in self.listed:
            raise KeyError(box_id)
        box: B = self._desk.service.look(box_id, STRANGER).state.box
        return box
