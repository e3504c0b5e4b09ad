"""The service every screen, the API and the command line go through."""

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from companion.games.contract import CORRECTION, Game, Json, Label, Lot, State, Summary
from companion.games.registry import GAMES
from companion.record.faults import BadInput, Fault
from companion.rules.verdict import Reason
from companion.service.opened import Memory, OpenTable
from companion.service.replay import Break, readable
from companion.table.entries import REDO, UNDO, Draft, Entry, timeline
from companion.table.errors import TableError
from companion.table.feed import Feed
from companion.table.rows import TableInfo
from companion.table.store import Appended, Conflict, Repeated, Store


@dataclass(frozen=True)
class Look:
    """A table at one moment. ``seq`` is the number of the last entry, counting or not.

    ``broken`` is set when the log could be replayed only up to an entry; the state is the one before it.
    """

    info: TableInfo
    game: Game
    seq: int
    state: State
    undo: Label | None
    redo: Label | None
    broken: Break | None = None

    @property
    def summary(self) -> Summary:
        return self.game.summary(self.state)


@dataclass(frozen=True)
class HistoryLine:
    """One entry as a list shows it; ``counts`` is False for what was undone."""

    seq: int
    kind: str
    label: Label
    by: str | None
    at: str
    counts: bool
    reasons: tuple[str, ...]
    """The rules it broke, by id."""


@dataclass(frozen=True)
class Recorded:
    """On the disk, as ``entry``. ``repeated``: it was there before; asking twice records once."""

    entry: Entry
    look: Look
    repeated: bool = False


@dataclass(frozen=True)
class Missed:
    """Somebody recorded in between; nothing was written. ``since`` is what the client has not seen."""

    look: Look
    since: tuple[HistoryLine, ...]


@dataclass(frozen=True)
class IdTaken:
    """Another entry has this id; nothing was written."""

    look: Look


Outcome = Recorded | Missed | IdTaken


def by_lot(below: int, number: int) -> Sequence[int]:
    return secrets.SystemRandom().sample(range(below), number)


def utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def new_id() -> str:
    return secrets.token_urlsafe(12)


class Tables:
    """All threads may share one. Chance and the clock are handed in, so that tests can hold them still."""

    def __init__(
        self,
        store: Store,
        feed: Feed | None = None,
        games: Mapping[str, Game] = GAMES,
        lot: Lot = by_lot,
        now: Callable[[], str] = utc_now,
    ) -> None:
        self.store = store
        self.feed = feed or Feed()
        self._games = games
        self._lot = lot
        self._now = now
        self._memory = Memory(store, games)
        self._locks: dict[str, threading.RLock] = {}
        self._guard = threading.Lock()

    # --- Making and finding tables

    def create(self, game: str, header: object, log: Sequence[Draft] = ()) -> Look:
        """A new table. Raises BadInput, and TableError for what the disk has to say."""
        rules = self._game(game)
        stored = rules.open_header(header, self._lot)
        rules.begin(stored)
        info = self.store.create_table(new_id(), game, stored, self._now(), log)
        return self.look(info.id)

    def all(self) -> tuple[TableInfo | Look, ...]:
        """All tables, the one touched last first; a bare ``TableInfo`` stands for one that cannot be opened at all."""
        return tuple(map(self._look_if_possible, self.store.tables()))

    def _look_if_possible(self, info: TableInfo) -> TableInfo | Look:
        try:
            return self.look(info.id)
        except (TableError, BadInput):
            return info

    def delete(self, table_id: str) -> None:
        with self._locked(table_id):
            self.store.delete_table(table_id)
            self._memory.forget(table_id)
        self.feed.announce(table_id, 0)

    # --- Looking

    def look(self, table_id: str) -> Look:
        """The table as it stands. Raises UnknownTable."""
        with self._locked(table_id):
            info = self.store.table(table_id)
            return self._look(info, self._memory.opened(info))

    def look_back(self, table_id: str, seq: int) -> Look:
        """The table as it stood after entry ``seq``; 0 is before the first."""
        with self._locked(table_id):
            info = self.store.table(table_id)
            return self._look(info, self._memory.as_of(info, seq))

    def history(self, table_id: str, since: int = 0) -> tuple[HistoryLine, ...]:
        info = self.store.table(table_id)
        entries, _ = readable(self.store.entries(table_id))
        counting = {entry.seq for entry in timeline(entries).effective}
        return tuple(self._line(info, entry, entry.seq in counting) for entry in entries if entry.seq > since)

    def wait(self, table_id: str, after: int, seconds: float) -> int:
        """Sleep until the log is longer than ``after``, at most so long: the number it then has."""
        current = self.store.last_seq(table_id)
        return current if current > after else max(current, self.feed.wait(table_id, after, seconds))

    # --- Recording

    def record(self, table_id: str, seen: int, entry_id: str, kind: str, body: Json, by: str | None = None) -> Outcome:
        """Record an entry after ``seen``, the last number its author has seen.

        What breaks a rule is recorded with its verdict. Raises BadInput and CannotPlay for what cannot be carried out;
        then nothing was written.
        """
        with self._locked(table_id):
            info = self.store.table(table_id)
            opened = self._memory.opened(info)
            game = self._game(info.game)
            draft = Draft(entry_id, kind, body, by, self._now(), game.rules_version)
            state = None
            if seen == opened.seq:
                draft, state = self._played(game, opened, draft)
            answer = self.store.append(table_id, seen, draft)
            if isinstance(answer, Appended):
                self._memory.carry_on(info, opened, answer.entry, state)
                self.feed.announce(table_id, answer.entry.seq)
                return Recorded(answer.entry, self.look(table_id))
            look = self.look(table_id)
            if isinstance(answer, Repeated):
                return Recorded(answer.entry, look, repeated=True)
            if isinstance(answer, Conflict):
                known = answer.entry
                if isinstance(known, Entry) and _asks_the_same(known, kind, body, by):
                    return Recorded(known, look, repeated=True)
                return IdTaken(look)
            return Missed(look, self.history(table_id, seen))

    def undo(self, table_id: str, seen: int, entry_id: str, by: str | None = None, to: int | None = None) -> Outcome:
        """Take back the last entry that counts, or everything after entry ``to``."""
        return self.record(table_id, seen, entry_id, UNDO, {} if to is None else {"to": to}, by)

    def redo(self, table_id: str, seen: int, entry_id: str, by: str | None = None) -> Outcome:
        return self.record(table_id, seen, entry_id, REDO, {}, by)

    def correct(
        self, table_id: str, seen: int, entry_id: str, reason: str, changes: Sequence[Json], by: str | None = None
    ) -> Outcome:
        """Bring the record in line with what is on wood."""
        return self.record(table_id, seen, entry_id, CORRECTION, {"reason": reason, "changes": list(changes)}, by)

    # --- Inside

    def _game(self, key: str) -> Game:
        if key not in self._games:
            raise BadInput([Fault("game", "table.unknown-game", {"words": ", ".join(self._games)})])
        return self._games[key]

    @contextmanager
    def _locked(self, table_id: str) -> Iterator[None]:
        with self._guard:
            lock = self._locks.setdefault(table_id, threading.RLock())
        with lock:
            yield

    def _played(self, game: Game, opened: OpenTable, draft: Draft) -> tuple[Draft, State | None]:
        """The entry with its lot drawn and its verdict, and the state it leads to (None for undo and redo)."""
        if draft.kind == UNDO and opened.line.undoable is None:
            raise BadInput([Fault("", "log.nothing-to-undo")])
        if draft.kind == REDO and not opened.line.redoable:
            raise BadInput([Fault("", "log.nothing-to-redo")])
        if draft.kind in (UNDO, REDO):
            return draft, None
        if opened.broken:
            raise BadInput([Fault("", "log.broken", {"seq": opened.broken.seq})])
        body = game.complete(opened.state(), draft.kind, dict(draft.body), self._lot)
        played = game.play(opened.state(), draft.kind, body)
        verdict = [_reason_json(reason) for reason in played.reasons] or None
        return replace(draft, body=body, verdict=verdict), played.state

    def _look(self, info: TableInfo, opened: OpenTable) -> Look:
        game = self._game(info.game)
        undo, redo = opened.line.undoable, opened.line.redoable
        return Look(
            info,
            game,
            opened.seq,
            opened.state(),
            game.label(undo.kind, dict(undo.body)) if undo else None,
            game.label(redo[0].kind, dict(redo[0].body)) if redo else None,
            opened.broken,
        )

    def _line(self, info: TableInfo, entry: Entry, counts: bool) -> HistoryLine:
        by_us = entry.kind in (UNDO, REDO)
        label = Label(f"label.{entry.kind}") if by_us else self._game(info.game).label(entry.kind, dict(entry.body))
        verdict = entry.verdict if isinstance(entry.verdict, list) else []
        broken = tuple(str(reason.get("rule")) for reason in verdict if isinstance(reason, dict))
        return HistoryLine(entry.seq, entry.kind, label, entry.by, entry.at, counts or by_us, broken)


def _reason_json(reason: Reason) -> Json:
    return {
        "code": reason.code,
        "rule": reason.rule,
        "spaces": [list(at) for at in reason.spaces],
        "params": dict(reason.params),
    }


def _asks_the_same(known: Entry, kind: str, body: Json, by: str | None) -> bool:
    """The same request once more; what was drawn by lot stands in the recorded body only."""
    return (known.kind, known.by) == (kind, by) and all(known.body.get(key) == value for key, value in body.items())
