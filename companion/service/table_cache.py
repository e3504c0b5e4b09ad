"""Open tables in memory: replayed once, then carried on entry by entry, so that recording and undo are immediate."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from companion.formats.faults import BadInput
from companion.games.contract import Game, State
from companion.log.entries import AMEND, REDO, UNDO, Entry, Timeline, timeline
from companion.log.errors import Corrupt, TableError
from companion.log.rows import TableInfo
from companion.log.store import Snapshot, Store
from companion.service.replay import Break, replay, whole

STATES_KEPT = 16
"""How many of the last states of a table stay in memory."""
TABLES_KEPT = 64
SNAPSHOT_EVERY = 50


@dataclass
class OpenTable:
    """Where a table stands: a state of long ago, and what was recorded since.

    ``base`` is the number of the entry ``first`` was reached by: 0 for the start, else that of a snapshot. ``line`` is
    about the entries after it; undo never reaches beyond it without the table being opened anew. Of the entries that
    count, the first ``played`` could be replayed, and ``states`` holds the last of the states they led to.
    """

    info: TableInfo
    seq: int
    base: int
    first: State
    line: Timeline
    played: int
    states: OrderedDict[int, State]
    broken: Break | None

    def state(self) -> State:
        return self.states[self.last_played] if self.played else self.first

    @property
    def last_played(self) -> int:
        """The number of the last entry that led to the state."""
        return self.line.effective[self.played - 1].seq if self.played else self.base


class Memory:
    """The caller holds the lock of the table it asks for."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._guard = threading.Lock()

    def opened(self, table_id: str) -> OpenTable:
        """The table as it stands. Raises UnknownTable."""
        last = self._store.last_seq(table_id)
        with self._guard:
            known = self._tables.get(table_id)
            if known is not None and known.seq == last:
                self._tables.move_to_end(table_id)
                return known
        if known is not None and 0 < last - known.seq <= STATES_KEPT and (now := self._caught_up(known, last)):
            self._keep(now)
            return now
        info = self._store.table(table_id)
        opened = self.as_of(info, info.last_seq)
        # Not the last state: there should be something to undo above a snapshot.
        seq, state = next(iter(opened.states.items()), (0, None))
        # A state from before an amendment is there only as long as that counts.
        if opened.played >= SNAPSHOT_EVERY and seq > opened.line.judged_again:
            self._snapshot(info, seq, state)
        self._keep(opened)
        return opened

    def as_of(self, info: TableInfo, seq: int, more: tuple[Entry, ...] = ()) -> OpenTable:
        """The table as it stood after entry ``seq``; ``more``: the last of them, where they are not stored yet."""
        game = self._games.get(info.game)
        if game is None or info.header is None:
            raise Corrupt(table=info.id)
        up_to = seq
        while up_to > 0 and (kept := self._store.load_snapshot(info.id, game.rules_version, up_to)):
            up_to = kept.seq - 1
            line = _line_on(kept.seq, (*whole(self._store.entries(info.id, kept.seq, seq)), *more))
            if line is None:
                continue
            with suppress(BadInput):
                return _replayed(info, game, game.restore(kept.state), kept.seq, line, seq)
        line = timeline((*whole(self._store.entries(info.id, 0, seq)), *more))
        return _replayed(info, game, game.begin(dict(info.header)), 0, line, seq)

    def forget(self, table_id: str) -> None:
        with self._guard:
            self._tables.pop(table_id, None)

    def forget_all(self) -> None:
        with self._guard:
            self._tables.clear()

    def after(self, opened: OpenTable, entry: Entry, state: State | None) -> OpenTable:
        """The table after ``entry``, which need not be stored yet; ``state`` is None for undo and redo, which lead to
        states known before, and for amendments, which do not."""
        return _next(opened, entry, state) or self.as_of(_grown(opened.info, entry), entry.seq, (entry,))

    def _caught_up(self, opened: OpenTable, last: int) -> OpenTable | None:
        """With what another process has recorded since; None where that goes further back than memory."""
        game, now = self._games[opened.info.game], opened
        for entry in whole(self._store.entries(opened.info.id, opened.seq, last)):
            state = None
            if entry.kind not in (UNDO, REDO, AMEND):
                states = replay(game, now.state(), [entry]).states
                if not states:
                    return None
                state = states[0][1]
            following = _next(now, entry, state)
            if following is None:
                return None
            now = following
        return now

    def recorded(self, opened: OpenTable) -> None:
        """The last entry of a table was stored: it stands there now."""
        self._keep(opened)
        count = len(opened.line.effective)
        if count and count % SNAPSHOT_EVERY == 0 and opened.last_played == opened.seq:
            self._snapshot(opened.info, opened.seq, opened.state())

    def _keep(self, opened: OpenTable) -> None:
        with self._guard:
            self._tables[opened.info.id] = opened
            self._tables.move_to_end(opened.info.id)
            while len(self._tables) > TABLES_KEPT:
                self._tables.popitem(last=False)

    def _snapshot(self, info: TableInfo, seq: int, state: State) -> None:
        """A convenience: whatever keeps it from being stored must not trouble what was recorded."""
        game = self._games[info.game]
        with suppress(TableError, BadInput):
            self._store.save_snapshot(info.id, Snapshot(seq, game.rules_version, game.snapshot(state)))


def _next(opened: OpenTable, entry: Entry, state: State | None) -> OpenTable | None:
    """See ``Memory.after``; None where that goes further back than memory."""
    line = opened.line.then(entry)
    known = (bool(line.kept) or opened.base == 0) and line.amendments == opened.line.amendments
    if state is None:
        known = known and (not line.effective or line.effective[-1].seq in opened.states)
    if opened.broken or not known:
        return None
    states = opened.states
    if state is not None:
        states = OrderedDict([*list(states.items())[1 - STATES_KEPT :], (entry.seq, state)])
    info = _grown(opened.info, entry)
    return OpenTable(info, entry.seq, opened.base, opened.first, line, len(line.effective), states, None)


def _grown(info: TableInfo, entry: Entry) -> TableInfo:
    return replace(info, last_seq=entry.seq, touched_at=entry.at)


def _line_on(base: int, entries: Sequence[Entry]) -> Timeline | None:
    """What counts above the entry ``base``; None if that does not count any more, or nothing above it could be undone.

    What counts is a stack: an entry on it stands on the same entries as when it was recorded. So a snapshot taken after
    an entry holds for as long as no undo has reached it, and no amendment of what lies below it counts.
    """
    ground = Entry(base, "", "", {}, None, "", "")
    line = Timeline((ground,))
    for entry in entries:
        line = line.then(entry)
        if line.kept[:1] != (ground,):
            return None
    if len(line.kept) == 1 or any(number <= base for number in line.amendments):
        return None
    return Timeline(line.kept[1:], line.undone)


def _replayed(info: TableInfo, game: Game, first: State, base: int, line: Timeline, seq: int) -> OpenTable:
    replayed = replay(game, first, line.effective, STATES_KEPT, line.judged_again)
    return OpenTable(info, seq, base, first, line, replayed.played, OrderedDict(replayed.states), replayed.broken)
