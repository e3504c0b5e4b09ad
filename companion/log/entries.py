"""What a table's log is made of, and the pure filter that says which entries count.

An entry is never edited. Undo, redo and amendments are entries themselves; ``timeline`` resolves them. No clock, no
file: times and ids are given by the caller.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

UNDO = "undo"
REDO = "redo"
AMEND = "amend"
"""An earlier entry is changed, ``{"entry": 7, "kind": "action", "body": {…}}``, or taken out, ``{"entry": 7}``."""


@dataclass(frozen=True)
class NewEntry:
    """An entry that has no number yet: the store gives it one."""

    id: str
    """Chosen by the client, once for each thing it wants recorded, so that asking twice records once."""
    kind: str
    body: Mapping[str, object] = field(hash=False)
    by: str | None
    at: str
    rules: str
    verdict: object = field(default=None, hash=False)
    """Why it was against the rules, as JSON; None when it was not."""

    def numbered(self, seq: int) -> "Entry":
        return Entry(seq, self.id, self.kind, self.body, self.by, self.at, self.rules, self.verdict)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "kind": self.kind,
            "body": dict(self.body),
            "by": self.by,
            "at": self.at,
            "rules": self.rules,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Entry:
    """One recorded entry. ``seq`` counts 1, 2, 3… within its table."""

    seq: int
    id: str
    kind: str
    body: Mapping[str, object] = field(hash=False)
    by: str | None
    at: str
    rules: str
    verdict: object = field(default=None, hash=False)

    def draft(self) -> NewEntry:
        return NewEntry(self.id, self.kind, self.body, self.by, self.at, self.rules, self.verdict)

    def to_json(self) -> dict[str, object]:
        return {"seq": self.seq, **self.draft().to_json()}


@dataclass(frozen=True)
class Damaged:
    """A place in the log that can no longer be read: replay stops before it and says so."""

    seq: int
    code: str
    params: Mapping[str, object] = field(default_factory=dict)


def same_request(one: NewEntry | Entry, other: NewEntry | Entry) -> bool:
    """Whether both ask for the same thing.

    Time, rules version and verdict are set when a request is received, so a repeated one may carry others.
    """
    return (one.kind, one.by, json_text(one.body)) == (other.kind, other.by, json_text(other.body))


def json_text(value: object) -> str:
    """The one spelling under which equal values are equal texts."""
    plain = dict(value) if isinstance(value, Mapping) else value
    return json.dumps(plain, allow_nan=False, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


# Undo, redo and amendments


@dataclass(frozen=True)
class Timeline:
    """Which entries stand (``kept``), amendments among them, and what redo would bring back, the next one last."""

    kept: tuple[Entry, ...] = ()
    undone: tuple[tuple[Entry, ...], ...] = ()

    @cached_property
    def amendments(self) -> Mapping[int, Entry]:
        """By the entry they are about; of several the last one holds."""
        return {number: entry for entry in self.kept if (number := amended_entry(entry)) is not None}

    @cached_property
    def effective(self) -> tuple[Entry, ...]:
        """What is played, in order: what stands, as the amendments put it."""
        if not self.amendments:
            return self.kept
        entries = [entry for entry in self.kept if entry.kind != AMEND]
        return tuple(as_it_is for entry in entries if (as_it_is := _amended(entry, self.amendments.get(entry.seq))))

    @property
    def judged_again(self) -> int:
        """Entries up to this number were recorded before the last amendment: they may no longer fit."""
        return max((entry.seq for entry in self.amendments.values()), default=0)

    @property
    def undoable(self) -> Entry | None:
        """What the next undo takes back."""
        return self.kept[-1] if self.kept else None

    @property
    def redoable(self) -> tuple[Entry, ...]:
        """What the next redo brings back: all that the last undo took."""
        return self.undone[-1] if self.undone else ()

    def then(self, entry: Entry) -> "Timeline":
        """After one more entry. Undo with nothing to take back, and redo with nothing to bring back, change nothing."""
        return _resolve([*self.kept], [*self.undone], (entry,))


def timeline(entries: Iterable[Entry]) -> Timeline:
    """Resolve undo, redo and amendments.

    ``undo`` takes back the last entry that stands, or with ``body.to`` every one after that number (0: all of them),
    but for amendments of what stays; ``redo`` brings back what the last undo took; anything else recorded after an undo
    makes redo impossible.
    """
    return _resolve([], [], entries)


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return timeline(entries).effective


def undoable(entries: Iterable[Entry]) -> Entry | None:
    return timeline(entries).undoable


def redoable(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return timeline(entries).redoable


def amended_entry(entry: Entry | NewEntry) -> int | None:
    """The number of the entry an amendment is about; None for any other entry."""
    number = entry.body.get("entry") if entry.kind == AMEND else None
    return number if isinstance(number, int) else None


def _amended(entry: Entry, amendment: Entry | None) -> Entry | None:
    """The entry as it is played; None if it was taken out. Who recorded it when stays as it was."""
    if amendment is None:
        return entry
    kind, body = amendment.body.get("kind"), amendment.body.get("body")
    if not isinstance(kind, str) or not isinstance(body, Mapping):
        return None
    return replace(entry, kind=kind, body=body, rules=amendment.rules, verdict=amendment.verdict)


def _resolve(kept: list[Entry], undone: list[tuple[Entry, ...]], entries: Iterable[Entry]) -> Timeline:
    for entry in entries:
        if entry.kind == UNDO:
            if taken := _taken(kept, entry):
                undone.append(taken)
                gone = {one.seq for one in taken}
                kept[:] = [one for one in kept if one.seq not in gone]
        elif entry.kind == REDO:
            if undone:
                kept.extend(undone.pop())
                kept.sort(key=lambda one: one.seq)
        else:
            kept.append(entry)
            undone.clear()
    return Timeline(tuple(kept), tuple(undone))


def _taken(kept: Sequence[Entry], undo: Entry) -> tuple[Entry, ...]:
    to = undo.body.get("to")
    if not isinstance(to, int):
        return tuple(kept[-1:])
    start = len(kept)
    while start > 0 and kept[start - 1].seq > to:  # kept is in order of seq
        start -= 1
    return tuple(entry for entry in kept[start:] if (about := amended_entry(entry)) is None or about > to)
