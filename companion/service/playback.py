"""A table from its first moment to its last, step by step: for replay, and for the score over the turns."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from companion.games.contract import Game, Json, Label, Scoreboard, State
from companion.games.facts import Fact
from companion.games.viewer import PUBLIC
from companion.log.entries import AMEND, REDO, UNDO, Entry, Timeline, timeline
from companion.log.rows import TableInfo
from companion.service.answers import TableView
from companion.service.replay import Break, replay
from companion.service.tables import Tables

MOST_STEPS = 1500
"""Of one table. A long evening has a few hundred; a state takes some ten thousand bytes."""
STEPS_KEPT = 5000
"""Of all the courses in memory together; a step of one that is there costs no replay."""


@dataclass(frozen=True)
class PlaybackStep:
    """Where the table stood after an entry; number 0 is before the first. ``counts`` is False for what was undone."""

    number: int
    seq: int
    state: State
    label: Label | None = None
    by: str | None = None
    at: str = ""
    facts: tuple[Fact, ...] = ()
    broke: tuple[str, ...] = ()
    """The rules it broke, by id."""
    counts: bool = True
    kind: str = ""
    body: Json = field(default_factory=dict)
    """What was recorded, as everybody may know it."""


@dataclass(frozen=True)
class Lap:
    """The points after a turn of ``player``, whose last step is ``step``; of nobody at the start (round 0)."""

    step: int
    round: int
    player: str | None
    totals: Mapping[str, float]


@dataclass(frozen=True)
class Playback:
    info: TableInfo
    game: Game
    steps: tuple[PlaybackStep, ...]
    broken: Break | None = None

    @property
    def last(self) -> PlaybackStep:
        return self.steps[-1]

    @cached_property
    def scoreboard(self) -> Scoreboard | None:
        """The final one."""
        board: Scoreboard | None = self.game.scoreboard(self.last.state)
        return board

    @cached_property
    def laps(self) -> tuple[Lap, ...]:
        """The score race: the points when the game began and after each turn, the last being how the table stands."""
        laps: list[Lap] = []
        turn: tuple[int, str | None] | None = None
        for step in self.steps:
            now = self.game.summary(step.state)
            begins = now.at_turn and (now.round, now.turn) != turn
            if not begins and step is not self.last:
                continue
            if board := self.game.scoreboard(step.state):
                ended = turn if begins and turn else (turn[0] if turn else 0, None)
                laps.append(Lap(step.number, *ended, board.totals))
            turn = now.round, now.turn
        return tuple(laps)

    def at(self, number: int) -> PlaybackStep:
        """The step of this number, or the nearest there is."""
        return self.steps[min(max(0, number), len(self.steps) - 1)]


class PlaybackCache:
    """Courses by table; all threads may share one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._kept: OrderedDict[tuple[str, int, bool], Playback] = OrderedDict()
        self._guard = Lock()

    def course(self, table_id: str, *, undone: bool = False) -> Playback:
        """What counts, or with ``undone`` every entry as it was recorded. Raises UnknownTable."""
        look = self._tables.look(table_id)
        key = (table_id, look.seq, undone)
        with self._guard:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        course = _course(self._tables, look, undone=undone)
        with self._guard:
            self._kept[key] = course
            while sum(len(kept.steps) for kept in self._kept.values()) > STEPS_KEPT:
                self._kept.popitem(last=False)
        return course

    def forget(self) -> None:
        with self._guard:
            self._kept.clear()


def _course(tables: Tables, look: TableView, *, undone: bool) -> Playback:
    info, game = look.info, look.game
    entries = tables.entries(info.id, look.seq)
    line = timeline(entries)
    first = PlaybackStep(0, 0, game.begin(dict(info.header or {})))
    if undone:
        steps, broken = _as_recorded(tables, game, first, entries[:MOST_STEPS], line)
    else:
        entries = line.effective
        steps, broken = _as_counting(tables, game, first, entries[:MOST_STEPS], line.judged_again)
    if len(entries) > MOST_STEPS and broken is None:
        broken = Break(entries[MOST_STEPS].seq, "log.too-long", {"most": MOST_STEPS})
    every = (first, *steps)
    if not game.summary(every[-1].state).over:  # what is secret until the end stays so in its replay
        every = tuple(replace(step, state=game.redact(step.state, PUBLIC)) for step in every)
    last = every[-1].state
    seen = tuple(replace(step, body=game.exported(last, step.kind, step.body, PUBLIC)) for step in every)
    return Playback(info, game, seen, broken)


def _as_counting(
    tables: Tables, game: Game, first: PlaybackStep, entries: Sequence[Entry], judged_again: int
) -> tuple[list[PlaybackStep], Break | None]:
    replayed = replay(game, first.state, entries, judged_again=judged_again)
    steps: list[PlaybackStep] = []
    before = first.state
    for number, (entry, (_, state)) in enumerate(zip(entries, replayed.states, strict=False), start=1):
        step = _step(tables, game, number, entry, before, state, counts=entry.seq not in replayed.misfits)
        if entry.seq in replayed.judged:
            step = replace(step, broke=tuple(reason.rule for reason in replayed.judged[entry.seq]))
        steps.append(step)
        before = state
    return steps, replayed.broken


def _as_recorded(
    tables: Tables, game: Game, first: PlaybackStep, entries: Sequence[Entry], whole: Timeline
) -> tuple[list[PlaybackStep], Break | None]:
    """Every entry where it was recorded; an undo leads back to a state known before."""
    states = {0: first.state}
    steps: list[PlaybackStep] = []
    line, before = Timeline(), first.state
    counting = {entry.seq for entry in whole.kept}
    for number, entry in enumerate(entries, start=1):
        line = line.then(entry)
        if entry.kind in (UNDO, REDO, AMEND):
            if line.amendments:
                replayed = replay(game, first.state, line.effective, 1, line.judged_again)
                state = replayed.states[-1][1] if replayed.states else first.state
            else:
                state = states[line.kept[-1].seq if line.kept else 0]
            label = tables.label(game, entry)
            steps.append(PlaybackStep(number, entry.seq, state, label, entry.by, entry.at))
        else:
            replayed = replay(game, before, (entry,))
            if replayed.broken:
                return steps, replayed.broken
            state = replayed.states[0][1]
            states[entry.seq] = state
            steps.append(_step(tables, game, number, entry, before, state, counts=entry.seq in counting))
        before = state
    return steps, None


def _step(
    tables: Tables, game: Game, number: int, entry: Entry, before: State, after: State, *, counts: bool
) -> PlaybackStep:
    facts = game.facts(before, entry.kind, dict(entry.body), after) if counts or before is not after else ()
    verdict = entry.verdict if isinstance(entry.verdict, list) else []
    broke = tuple(str(reason.get("rule"))[:20] for reason in verdict if isinstance(reason, dict))
    label, body = tables.label(game, entry), dict(entry.body)
    return PlaybackStep(number, entry.seq, after, label, entry.by, entry.at, facts, broke, counts, entry.kind, body)
