"""What a table's log is made of, and the pure filter that says which entries count.

An entry is never edited. Undo and redo are entries themselves; ``timeline`` resolves them. No clock, no file: times and
ids are given by the caller.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

UNDO = "undo"
REDO = "redo"


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


# Undo and redo


@dataclass(frozen=True)
class Timeline:
    """Which entries count (``effective``), and what redo would bring back, the next one last."""

    effective: tuple[Entry, ...] = ()
    undone: tuple[tuple[Entry, ...], ...] = ()

    @property
    def undoable(self) -> Entry | None:
        """What the next undo takes back."""
        return self.effective[-1] if self.effective else None

    @property
    def redoable(self) -> tuple[Entry, ...]:
        """What the next redo brings back: all that the last undo took."""
        return self.undone[-1] if self.undone else ()

    def then(self, entry: Entry) -> "Timeline":
        """After one more entry. Undo with nothing to take back, and redo with nothing to bring back, change nothing."""
        return _resolve([*self.effective], [*self.undone], (entry,))


def timeline(entries: Iterable[Entry]) -> Timeline:
    """Resolve undo and redo.

    ``undo`` takes back the last effective entry, or with ``body.to`` every effective entry after that number (0: all
    of them); ``redo`` brings back what the last undo took; anything else recorded after an undo makes redo impossible.
    """
    return _resolve([], [], entries)


def effective(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return timeline(entries).effective


def undoable(entries: Iterable[Entry]) -> Entry | None:
    return timeline(entries).undoable


def redoable(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return timeline(entries).redoable


def _resolve(kept: list[Entry], undone: list[tuple[Entry, ...]], entries: Iterable[Entry]) -> Timeline:
    for entry in entries:
        if entry.kind == UNDO:
            start = _first_taken(kept, entry)
            if start < len(kept):
                undone.append(tuple(kept[start:]))
                del kept[start:]
        elif entry.kind == REDO:
            if undone:
                kept.extend(undone.pop())
        else:
            kept.append(entry)
            undone.clear()
    return Timeline(tuple(kept), tuple(undone))


def _first_taken(kept: Sequence[Entry], undo: Entry) -> int:
    to = undo.body.get("to")
    if not isinstance(to, int):
        return max(len(kept) - 1, 0)
    start = len(kept)
    while start > 0 and kept[start - 1].seq > to:  # kept is in order of seq: redo only follows its own undo
        start -= 1
    return start
