"""State is a pure fold over the entries that count. A log that breaks off gives the state up to the break."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay, Game, State
from companion.log.entries import Damaged, Entry
from companion.rules.verdict import Reason

UNREADABLE = "?"
"""The kind of what stands in for an entry that can no longer be read. Nobody can record such a kind."""


@dataclass(frozen=True)
class Break:
    """Where replay had to stop, and why: a code of the catalogue with its parameters."""

    seq: int
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Replayed:
    """``states``: after each entry that could be played, by its number, the last one being where the table stands.

    ``played``: how many those were, also where only the last states were kept. ``judged`` has the reasons against what
    was judged again, ``misfits`` what an amendment left no place for: it changed nothing.
    """

    states: tuple[tuple[int, State], ...]
    broken: Break | None
    played: int
    judged: Mapping[int, tuple[Reason, ...]] = field(default_factory=dict)
    misfits: Mapping[int, Break] = field(default_factory=dict)


def replay(
    game: Game, state: State, entries: Iterable[Entry], keep: int | None = None, judged_again: int = 0
) -> Replayed:
    """``keep``: of the states only so many, the last; a log may have thousands. Entries up to ``judged_again`` stood on
    others when they were recorded (``Timeline.judged_again``): what no longer fits is passed over."""
    states: deque[tuple[int, State]] = deque(maxlen=keep)
    judged: dict[int, tuple[Reason, ...]] = {}
    misfits: dict[int, Break] = {}
    played = 0
    broken = None
    for entry in entries:
        if entry.kind == UNREADABLE:
            broken = Break(entry.seq, str(entry.body["code"]), {"seq": entry.seq})
            break
        if entry.rules not in game.rules_known:
            broken = Break(entry.seq, "log.unknown-rules", {"rules": entry.rules})
            break
        again = entry.seq <= judged_again
        try:
            now = game.play(state, entry.kind, dict(entry.body))
            state = now.state
            if again:
                judged[entry.seq] = now.reasons
        except (BadInput, CannotPlay) as error:
            why = error.faults[0] if isinstance(error, BadInput) else error.reason
            if not again:
                broken = Break(entry.seq, why.code, why.params)
                break
            misfits[entry.seq] = Break(entry.seq, why.code, why.params)
        states.append((entry.seq, state))
        played += 1
    return Replayed(tuple(states), broken, played, judged, misfits)


def whole(entries: Iterable[Entry | Damaged]) -> tuple[Entry, ...]:
    """Every place of the log as an entry, so that what was recorded after a damaged one can still be resolved.

    The stand-in counts until it is undone, like any entry, and nobody can play it.
    """
    return tuple(_stand_in(entry) if isinstance(entry, Damaged) else entry for entry in entries)


def _stand_in(damaged: Damaged) -> Entry:
    return Entry(damaged.seq, "", UNREADABLE, {"code": damaged.code}, None, "", "")
