"""The map of a table record: space by space, or tile by tile with the box the tiles come from."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.dewan.formats.box import BOX, GROUND, RESOURCE
from companion.dewan.rules.board import Board, Camp
from companion.dewan.rules.tiles import Box, Icon, LaidTile, PrintedMap, lay
from companion.dewan.rules.words import MARKERS, Marker
from companion.formats.faults import Node
from companion.formats.fields import FLAG, HEX, TEXT, Number, Word
from companion.formats.objects import Converted, ListOf, Object, first, optional, repeated, required
from companion.rules.hexes import Hex, are_adjacent

MOST_SPACES, MOST_ICONS, MOST_BERRIES = 500, 500, 99
MOST_TILES, MOST_CAMPS = 60, 99
_BERRIES = Number(0, MOST_BERRIES)


def _neighbours(node: Node, ends: tuple[Hex, ...]) -> tuple[Hex, ...] | None:
    if len(node.entries) < 2:
        node.fault("map.icon-between-two")
    elif len(ends) == 2 and not are_adjacent(*ends):
        node.fault("map.icon-not-adjacent")
    elif len(ends) == 2:
        return ends
    return None


SPACE = Object(
    lambda at, ground, berries=0: (at, ground, berries),
    {
        "at": required(HEX),
        "terrain": required(GROUND, "ground"),
        "berries": optional(_BERRIES, written="unless-empty"),
    },
)
ICON = Object(
    Icon,
    {
        "kind": required(RESOURCE),
        "between": required(Converted(ListOf(HEX, 2), _neighbours, extra={"minItems": 2})),
    },
)
CAMP = Object(
    lambda player, at, starting=False: (at, Camp(player, starting)),
    {"player": required(TEXT), "at": required(HEX), "starting": optional(FLAG)},
    parts=lambda pair: {"at": pair[0], **pair[1]._asdict()},
)
MARKER = Object(
    lambda kind, at: (at, kind),
    {"kind": required(Word(Marker)), "at": required(HEX)},
    parts=lambda pair: {"at": pair[0], "kind": pair[1]},
)
LAID_TILE = Object(
    lambda tile, at, rotation=0: (tile, at, rotation),
    {"tile": required(TEXT), "at": required(HEX), "rotation": optional(Number(0, 5))},
)
BERRIES = Object(lambda at, count: (at, count), {"at": required(HEX), "count": required(_BERRIES)})


def _board(
    box: Box | None = None,
    spaces: tuple[Any, ...] = (),
    icons: tuple[Icon, ...] = (),
    tiles: tuple[Any, ...] = (),
    berries: tuple[tuple[Hex, int], ...] | None = None,
    camps: tuple[tuple[Hex, Camp], ...] = (),
    markers: tuple[tuple[Hex, Marker], ...] = (),
) -> Board:
    if box is not None:
        printed = lay(LaidTile(known, at, rotation) for tile, at, rotation in tiles if (known := box.tile(tile)))
        icons, counts = printed.icons, printed.berries if berries is None else dict(berries)
    else:
        printed = PrintedMap({at: ground for at, ground, _ in spaces}, {}, ())
        counts = {at: count for at, _, count in spaces}
    left = {at: count for at, count in counts.items() if count}
    return Board(printed.spaces, icons, left, dict(camps), dict(markers))


def _parts(board: Board) -> Mapping[str, object]:
    return {
        "spaces": [
            {"at": at, "ground": ground, "berries": board.berries.get(at)}
            for at, ground in sorted(board.printed.items())
        ],
        "icons": board.icons,
        "camps": sorted(board.camps.items()),
        "markers": sorted(board.markers.items()),
    }


def _read(node: Node, key: str) -> Iterator[tuple[Node, Any]]:
    """The entries of a list that could be read."""
    entries = node.parts[key].entries if key in node.parts else ()
    return ((entry, entry.result) for entry in entries if entry.result is not None)


def _check_map(node: Node, board: Board) -> None:
    """Whether it fits the rest of the table is ``plausible``'s to say."""
    if any(key in node.parts for key in ("box", "tiles", "berries")):
        _check_tiles(node, board)
    else:
        _note_repeated(node, "spaces", "map.space-twice")
        for entry, icon in _read(node, "icons"):
            if not any(at in board.printed for at in icon.between):
                entry.parts["between"].fault("map.icon-off-the-map")
        for entry, _ in repeated(node.parts["icons"], lambda icon: icon) if "icons" in node.parts else ():
            entry.fault("map.icon-twice")
    _note_repeated(node, "camps", "map.two-camps")
    _note_repeated(node, "markers", "map.two-markers")


def _note_repeated(node: Node, key: str, code: str) -> None:
    for entry, at in repeated(node.parts[key], first) if key in node.parts else ():
        entry.parts["at"].fault(code, q=at.q, r=at.r)


def _check_tiles(node: Node, board: Board) -> None:
    for key in ("spaces", "icons"):
        if key in node.parts:
            node.parts[key].fault("map.spaces-and-tiles")
    for key in ("box", "tiles"):
        if key not in node.parts:
            node.child(key, None).fault("json.missing-key", key=key)
    box = node.parts["box"].result if "box" in node.parts else None
    if not isinstance(box, Box) or "tiles" not in node.parts:
        return
    taken: set[Hex] = set()
    used: Counter[str] = Counter()
    for entry, (name, at, rotation) in _read(node, "tiles"):
        tile = box.tile(name)
        if tile is None:
            entry.parts["tile"].fault("map.unknown-tile", tile=name)
            continue
        used[name] += 1
        if used[name] > 1:
            entry.child("tile", None).fault("map.tile-twice", tile=name)
        spaces = LaidTile(tile, at, rotation).spaces()
        if overlap := sorted(taken.intersection(spaces)):
            entry.fault("map.tiles-overlap", q=overlap[0].q, r=overlap[0].r)
        taken.update(spaces)
    _note_repeated(node, "berries", "map.space-twice")
    for entry, (at, _) in _read(node, "berries"):
        if at not in board.printed:
            entry.parts["at"].fault("map.no-such-space", q=at.q, r=at.r)


def _at_most(kind: Marker) -> Mapping[str, object]:
    return {"contains": {"properties": {"kind": {"const": kind}}}, "minContains": 0, "maxContains": MARKERS}


MAP = Object(
    _board,
    {
        "spaces": optional(ListOf(SPACE, MOST_SPACES)),
        "icons": optional(ListOf(ICON, MOST_ICONS)),
        "camps": optional(ListOf(CAMP, MOST_CAMPS)),
        "markers": optional(
            Converted(
                ListOf(MARKER, MOST_CAMPS), lambda _, found: found, extra={"allOf": [_at_most(one) for one in Marker]}
            )
        ),
        "box": optional(BOX),
        "tiles": optional(ListOf(LAID_TILE, MOST_TILES)),
        "berries": optional(ListOf(BERRIES, MOST_SPACES)),
    },
    parts=_parts,
    check=_check_map,
    description="The map space by space (spaces, icons) or tile by tile (box, tiles, berries).",
    extra={
        "if": {"anyOf": [{"required": [key]} for key in ("box", "tiles", "berries")]},
        "then": {"required": ["box", "tiles"], "properties": {"spaces": False, "icons": False}},
    },
    name="map",
)
