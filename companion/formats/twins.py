"""Names that must differ from each other."""

from companion.formats.faults import Node, shortened


def note_twins(entries: list[Node], key: str, code: str) -> None:
    """A fault at every entry whose ``key`` repeats an earlier one's."""
    seen: set[str] = set()
    for entry in entries:
        name = entry.value.get(key) if isinstance(entry.value, dict) else None
        if isinstance(name, str):
            if name in seen:
                entry.child(key, name).fault(code, name=shortened(name))
            seen.add(name)
