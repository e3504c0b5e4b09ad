"""What the service answers: a table at one moment, a line of its history, what became of a request."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.contract import Game, Label, State, Summary
from companion.log.entries import Entry
from companion.log.rows import TableInfo
from companion.service.replay import Break


@dataclass(frozen=True)
class TableView:
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
    undo_by: str | None = None
    """Who recorded what an undo would take back, as far as that was told."""

    @property
    def summary(self) -> Summary:
        return self.game.summary(self.state)


class Fate(StrEnum):
    """What became of an entry: ``misfit`` stands no more where it stood, because an amendment left no place for it."""

    STANDS = "stands"
    CHANGED = "changed"
    UNDONE = "undone"
    TAKEN_OUT = "taken-out"
    MISFIT = "misfit"


@dataclass(frozen=True)
class HistoryLine:
    """One entry as a list shows it, as it is now."""

    seq: int
    kind: str
    label: Label
    by: str | None
    at: str
    fate: Fate
    reasons: tuple[str, ...]
    """The rules it broke, by id."""
    why: Label | None = None
    """Why it no longer fits."""

    @property
    def counts(self) -> bool:
        return self.fate in (Fate.STANDS, Fate.CHANGED)


@dataclass(frozen=True)
class Recorded:
    """On the disk, as ``entry``. ``repeated``: it was there before; asking twice records once."""

    entry: Entry
    look: TableView
    repeated: bool = False


@dataclass(frozen=True)
class Missed:
    """Somebody recorded in between; nothing was written. ``since`` is what the client has not seen."""

    look: TableView
    since: tuple[HistoryLine, ...]


@dataclass(frozen=True)
class IdTaken:
    """Another entry has this id; nothing was written."""

    look: TableView


Outcome = Recorded | Missed | IdTaken
