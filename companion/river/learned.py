"""A box as photos of its terrain tiles tell it: which tiles there are, how many, and how they look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.contract import Json
from companion.river.formats.box import write_river_box
from companion.river.formats.look import MOST_LOOKS, RiverLook, TileLook
from companion.river.rules.box import Box
from companion.river.rules.tiles import Meadow, Tile
from companion.river.rules.words import Resource, Terrain

REPLACE, ADD, SAME = HOWS = ("replace", "add", "same")
"""What tiles of a photo mean for those of the box: these are all of them, more of them, or the same ones again."""


@dataclass(frozen=True)
class SeenKind:
    """Tiles of a photo that look alike, and what somebody said they are."""

    tile: Tile
    count: int
    look: bytes


Face = tuple[tuple[Terrain, ...], tuple[tuple[Resource, int], ...], int, Meadow | None]


def face(tile: Tile) -> Face:
    """What is printed on a tile, whatever it is called."""
    symbols = tuple(sorted((kind, number) for kind, number in (tile.symbols or {}).items() if number))
    return tile.kinds, symbols, tile.storages or 0, tile.meadow


def with_seen(box: Box, look: RiverLook, seen: Sequence[SeenKind], how: str) -> tuple[list[Json], RiverLook]:
    """The tiles of the box as its file writes them, and how they look."""
    before = {face(tile): (tile, count) for tile, count in box.tiles}
    counted: dict[Face, int] = {}
    for one in seen:
        counted[face(one.tile)] = counted.get(face(one.tile), 0) + one.count
    kept = {} if how == REPLACE else dict(before)
    free = iter(_free_names(box))
    for key, number in counted.items():
        first = next(one.tile for one in seen if face(one.tile) == key)
        tile, had = before.get(key) or (replace(first, id=next(free)), 0)
        kept[key] = tile, {REPLACE: number, ADD: had + number, SAME: max(had, number)}[how]
    looks: dict[str, list[TileLook]] = {} if how == REPLACE else {name: list(old) for name, old in look.tiles.items()}
    for one in seen:
        own = looks.setdefault(str(kept[face(one.tile)][0].id), [])
        own.append(TileLook(one.look, one.count))
    written = write_river_box(replace(box, tiles=tuple(kept.values())))["tiles"]
    assert isinstance(written, list)
    # Of too many ways one tile was seen, the newest stay.
    return written, RiverLook({name: tuple(own[-MOST_LOOKS:]) for name, own in looks.items()})


def _free_names(box: Box) -> list[str]:
    taken = {str(tile.id) for tile, _ in box.tiles}
    return [name for number in range(1, 200) if (name := f"P{number}") not in taken]


def told_tile(said: Mapping[str, object], fallback: Sequence[str] = ()) -> Json:
    """A tile as the file writes it, from what a form says of it."""
    kinds = [str(said.get(key)) for key in ("kind", "kind2") if said.get(key)] or list(fallback[:1])
    tile: Json = {"kind": "/".join(dict.fromkeys(kinds)), "symbols": said.get("symbols") or {}}
    tile["storages"] = said.get("storages") or 0
    if said.get("meadow") and "meadow" in kinds:
        tile["meadow"] = said["meadow"]
    return tile
