"""Other names in the documents of a game: found by where names stand, never by what they spell.

A player may be called like a word of the game ("Forest"), so only places that hold names are touched.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Json

NAME_KEYS = frozenset({"active_player", "column", "figure", "first_player", "name", "owner", "player", "start_player"})
"""Keys whose text is somebody's name."""
FREE_TEXTS = frozenset({"reason", "title"})
"""Keys whose text people wrote: a name may stand anywhere in it."""
PRINTED = frozenset({"box", "tiles", "needs"})
"""What is printed on the game has names of its own."""


@dataclass(frozen=True)
class Places:
    """``maps``: keys whose object has names for keys; ``lists``: keys whose object has lists of names for values."""

    maps: Collection[str] = ()
    lists: Collection[str] = ()


def with_names(document: Json, names: Mapping[str, str], places: Places) -> Json:
    """The document with every name replaced that ``names`` has another for."""
    changed = _changed(document, names, places, "")
    assert isinstance(changed, dict)
    return changed


def in_free_text(text: str, names: Mapping[str, str]) -> str:
    """Names as whole words, all at once, so that none is found in what another became."""
    known = sorted(filter(None, names), key=len, reverse=True)
    if not known:
        return text
    words = "|".join(map(re.escape, known))
    return re.sub(rf"(?<!\w)(?:{words})(?!\w)", lambda found: names[found[0]], text)


def _changed(value: Any, names: Mapping[str, str], places: Places, key: str) -> Any:
    if isinstance(value, dict):
        if "op" in value and isinstance(value.get("path"), str):
            return _changed_change(value, names, places)
        if key in places.maps:
            return {names.get(name, name): _changed(item, names, places, "") for name, item in value.items()}
        if key in places.lists:
            return {inner: _all_names(item, names) for inner, item in value.items()}
        printed = PRINTED - set(places.maps)
        return {
            inner: item if inner in printed else _changed(item, names, places, inner) for inner, item in value.items()
        }
    if isinstance(value, list):
        return [_changed(item, names, places, "") for item in value]
    if isinstance(value, str):
        if key in NAME_KEYS:
            return names.get(value, value)
        if key in FREE_TEXTS:
            return in_free_text(value, names)
    return value


def _all_names(value: Any, names: Mapping[str, str]) -> Any:
    return (
        [names.get(name, name) if isinstance(name, str) else name for name in value]
        if isinstance(value, list)
        else value
    )


def _changed_change(change: dict[str, Any], names: Mapping[str, str], places: Places) -> dict[str, Any]:
    """A correction names people in its paths, too: ``/stories/Alix/0``."""
    parts = change["path"].split("/")
    for i, part in enumerate(parts[1:], start=1):
        name = part.replace("~1", "/").replace("~0", "~")
        if parts[i - 1] in places.maps and name in names:
            parts[i] = names[name].replace("~", "~0").replace("/", "~1")
    changed = {**change, "path": "/".join(parts)}
    if "value" in change:
        changed["value"] = _changed(change["value"], names, places, parts[-1])
    return changed
