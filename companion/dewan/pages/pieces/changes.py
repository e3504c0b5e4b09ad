"""What turns one box into another, as changes to the box file."""

from collections.abc import Sequence

from companion.dewan.formats.box import write_box
from companion.dewan.rules.tiles import Box
from companion.games.contract import Json

PARTS = ("tiles", "cards", "stories", "layouts", "colors")


def box_changes(before: Box, after: Box) -> list[Json]:
    """Of its pieces, colors and layouts; each list keeps its order."""
    old, new = write_box(before), write_box(after)
    changes: list[Json] = []
    for part in PARTS:
        changes += _list_changes(f"/{part}", _list(old.get(part)), _list(new.get(part)))
    return changes


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _list_changes(path: str, old: Sequence[object], new: Sequence[object]) -> list[Json]:
    pairs = enumerate(zip(old, new, strict=False))
    changed: list[Json] = [{"op": "replace", "path": f"{path}/{i}", "value": b} for i, (a, b) in pairs if a != b]
    changed += [{"op": "add", "path": f"{path}/-", "value": one} for one in new[len(old) :]]
    return changed + [{"op": "remove", "path": f"{path}/{i}"} for i in reversed(range(len(new), len(old)))]
