"""State is a pure fold over the entries that count. A log that breaks off gives the state up to the break."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.formats.faults import BadInput
from companion.games.contract import CannotPlay, Game, State
from companion.log.entries import Damaged, Entry

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

    ``played``: how many those were, also where only the last states were kept.
    """

    states: tuple[tuple[int, State], ...]
    broken: Break | None
    played: int


def replay(game: Game, state: State, entries: Iterable[Entry], keep: int | None = None) -> Replayed:
    """``keep``: of the states only so many, the last; a log may have thousands."""
    states: deque[tuple[int, State]] = deque(maxlen=keep)
    played = 0
    broken = None
    for entry in entries:
        if entry.kind == UNREADABLE:
            broken = Break(entry.seq, str(entry.body["code"]), {"seq": entry.seq})
            break
        if entry.rules not in game.rules_known:
            broken = Break(entry.seq, "log.unknown-rules", {"rules": entry.rules})
            break
        try:
            state = game.play(state, entry.kind, dict(entry.body)).state
        except BadInput as bad:
            fault = bad.faults[0]
            broken = Break(entry.seq, fault.code, fault.params)
            break
        except CannotPlay as cannot:
            broken = Break(entry.seq, cannot.reason.code, cannot.reason.params)
            break
        states.append((entry.seq, state))
        played += 1
    return Replayed(tuple(states), broken, played)


def whole(entries: Iterable[Entry | Damaged]) -> tuple[Entry, ...]:
    """Every place of the log as an entry, so that what was recorded after a damaged one can still be resolved.

    The stand-in counts until it is undone, like any entry, and nobody can play it.
    """
    return tuple(_stand_in(entry) if isinstance(entry, Damaged) else entry for entry in entries)


def _stand_in(damaged: Damaged) -> Entry:
    return Entry(damaged.seq, "", UNREADABLE, {"code": damaged.code}, None, "", "")
