"""Small logs for the tests of the store."""

from companion.log.entries import REDO, UNDO, Entry, NewEntry

NOON = "2026-11-16T12:00:00Z"


def draft(entry_id: str, kind: str = "action", by: str | None = "Ana", at: str = NOON, **body: object) -> NewEntry:
    return NewEntry(entry_id, kind, body, by, at, rules="1.0")


def entry(seq: int, kind: str = "action", **body: object) -> Entry:
    return draft(f"e{seq}", kind, **body).numbered(seq)


def log(*kinds: str | tuple[str, int]) -> tuple[Entry, ...]:
    """``log("a", "a", "undo", ("undo", 1), "redo")``: anything but undo and redo is an action by that name."""
    entries = []
    for seq, kind in enumerate(kinds, start=1):
        if isinstance(kind, tuple):
            entries.append(entry(seq, kind[0], to=kind[1]))
        else:
            entries.append(entry(seq, kind) if kind in (UNDO, REDO) else entry(seq, "action", name=kind))
    return tuple(entries)


def seqs(entries: tuple[Entry, ...]) -> list[int]:
    return [each.seq for each in entries]
