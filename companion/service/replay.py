"""State is a pure fold over the entries that count. A log that breaks off gives the state up to the break."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.games.contract import CannotPlay, Game, State
from companion.record.faults import BadInput
from companion.table.entries import Damaged, Entry


@dataclass(frozen=True)
class Break:
    """Where replay had to stop, and why: a code of the catalogue with its parameters."""

    seq: int
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Replayed:
    """``states``: after each entry that could be played, by its number, the last one being where the table stands."""

    states: tuple[tuple[int, State], ...]
    broken: Break | None = None


def replay(game: Game, state: State, entries: Iterable[Entry]) -> Replayed:
    states: list[tuple[int, State]] = []
    for entry in entries:
        try:
            state = game.play(state, entry.kind, dict(entry.body)).state
        except BadInput as bad:
            fault = bad.faults[0]
            return Replayed(tuple(states), Break(entry.seq, fault.code, fault.params))
        except CannotPlay as cannot:
            return Replayed(tuple(states), Break(entry.seq, cannot.reason.code, cannot.reason.params))
        states.append((entry.seq, state))
    return Replayed(tuple(states))


def readable(entries: Iterable[Entry | Damaged]) -> tuple[tuple[Entry, ...], Break | None]:
    """The entries up to the first one that cannot be read any more."""
    whole: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Damaged):
            return tuple(whole), Break(entry.seq, entry.code, entry.params)
        whole.append(entry)
    return tuple(whole), None
