"""Open tables in memory: replayed once, then carried on entry by entry, so that recording and undo are immediate."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.contract import Game, State
from companion.record.faults import BadInput
from companion.service.replay import Break, readable, replay
from companion.table.entries import Entry, Timeline, timeline
from companion.table.errors import Corrupt
from companion.table.rows import TableInfo
from companion.table.store import Snapshot, Store

STATES_KEPT = 64
"""How many of the last states of a table stay in memory."""
SNAPSHOT_EVERY = 50
TABLES_KEPT = 256


@dataclass
class OpenTable:
    """What counts, and the last states by the number of the entry that led to them."""

    seq: int
    line: Timeline
    first: State
    states: OrderedDict[int, State]
    broken: Break | None

    def state(self) -> State:
        return self.states[self.line.effective[-1].seq] if self.line.effective else self.first


class Memory:
    """The caller holds the lock of the table it asks for."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._guard = threading.Lock()

    def opened(self, info: TableInfo) -> OpenTable:
        """The table as it stands."""
        opened = self._tables.get(info.id)
        if opened is None or opened.seq != info.last_seq:
            opened = self.as_of(info, info.last_seq)
            with self._guard:
                self._tables[info.id] = opened
                while len(self._tables) > TABLES_KEPT:
                    self._tables.popitem(last=False)
        return opened

    def as_of(self, info: TableInfo, seq: int) -> OpenTable:
        """The table as it stood after entry ``seq``."""
        entries, damaged = readable(self._store.entries(info.id, 0, max(0, seq)))
        opened = self._replayed(info, entries, seq)
        opened.broken = opened.broken or damaged
        return opened

    def forget(self, table_id: str) -> None:
        with self._guard:
            self._tables.pop(table_id, None)

    def carry_on(self, info: TableInfo, opened: OpenTable, entry: Entry, state: State | None) -> None:
        """After ``entry`` was recorded; ``state`` is None for undo and redo, which lead to states known before."""
        opened.line = opened.line.then(entry)
        opened.seq = entry.seq
        if state is not None:
            opened.states[entry.seq] = state
            while len(opened.states) > STATES_KEPT:
                opened.states.popitem(last=False)
            if len(opened.line.effective) % SNAPSHOT_EVERY == 0:
                game = self._games[info.game]
                self._store.save_snapshot(info.id, Snapshot(entry.seq, game.rules_version, game.snapshot(state)))
        last = opened.line.undoable
        if last and last.seq not in opened.states:
            self.forget(info.id)  # further back than memory goes: replayed anew when asked for

    def _replayed(self, info: TableInfo, entries: Sequence[Entry], seq: int) -> OpenTable:
        """From the newest snapshot that still counts, or from the start.

        What counts is a stack: an entry that is on it stands on the same entries as when it was recorded. So a snapshot
        taken after an entry holds for as long as that entry counts.
        """
        game = self._games.get(info.game)
        if game is None or info.header is None:
            raise Corrupt(table=info.id)
        line = timeline(entries)
        first = game.begin(dict(info.header))
        state, start = self._from_snapshot(info, game, line, seq) or (first, 0)
        replayed = replay(game, state, line.effective[start:])
        states = [(line.effective[start - 1].seq, state)] if start else []
        states += replayed.states
        if replayed.broken:
            line = Timeline(line.effective[: start + len(replayed.states)])
        return OpenTable(seq, line, first, OrderedDict(states[-STATES_KEPT:]), replayed.broken)

    def _from_snapshot(self, info: TableInfo, game: Game, line: Timeline, seq: int) -> tuple[State, int] | None:
        """A state, and how many counting entries it already holds."""
        position = {entry.seq: i for i, entry in enumerate(line.effective)}
        up_to = seq
        while up_to > 0 and (kept := self._store.load_snapshot(info.id, game.rules_version, up_to)):
            up_to = kept.seq - 1
            if kept.seq not in position:
                continue
            try:
                return game.restore(kept.state), position[kept.seq] + 1
            except BadInput:
                continue
        return None
