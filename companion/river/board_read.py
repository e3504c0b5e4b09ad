"""What a photo of a river board says: the tiles along the river, as read and as somebody put them right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.contract import Json
from companion.river.formats.tiles import TILE
from companion.river.learned import face
from companion.river.rules.box import Box
from companion.river.rules.scoring import score
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Tile
from companion.river.rules.words import COLUMNS, SPACES, MeadowKind, Terrain

DOUBT = 0.8
"""Below this a tile is marked to be looked at."""
UNSURE_TURN = 0.1
"""From this on it is asked from where the river runs."""


@dataclass(frozen=True)
class ReadSpace:
    """``number``: along the river. ``tile``: None where the board is bare. ``maybe``: what else may lie here."""

    number: int
    corners: Sequence[Sequence[float]]
    tile: Tile | None
    confidence: float
    said: bool
    maybe: tuple[Tile, ...]

    @property
    def doubtful(self) -> bool:
        return not self.said and self.confidence < DOUBT


@dataclass(frozen=True)
class ReadBoard:
    """``asks_turn``: nobody has said, and the photo does not tell, from where the river runs: from the first of the
    spaces or from the ``last`` of whole rows."""

    spaces: tuple[ReadSpace, ...]
    asks_turn: bool
    last: int = SPACES

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Along the river; what follows a bare space is left out."""
        found: list[Tile] = []
        for space in self.spaces:
            if space.tile is None:
                break
            found.append(space.tile)
        return tuple(found)


def read_board(reading: Any, notes: Mapping[str, Any], box: Box, recorded: Sequence[Tile]) -> ReadBoard:
    """``notes``: ``turned``, and ``said``: by the number of a space as it was read, a tile's name, a terrain or ``""``
    for the bare board. ``recorded``: the player's tiles so far, which may tell from where the river runs."""
    names = {str(tile.id): tile for tile, _ in box.tiles}
    said: Mapping[str, str] = notes.get("said", {})
    count = int(reading["count"])
    spaces = []
    for index, space in enumerate(reading["spaces"]):
        maybe = tuple(names[name] for name, _ in space["tiles"] if name in names)
        sure = float(space["tiles"][0][1]) * float(space["filled"]) if space["tiles"] else 0.0
        word = said.get(str(index))
        filled = index < count and bool(maybe)
        if not filled:
            sure = 1 - float(space["filled"])
        tile = _said(word, names) if word is not None else maybe[0] if filled else None
        spaces.append(ReadSpace(index + 1, space["corners"], tile, sure, word is not None, maybe))
    last = count if count in (COLUMNS, 2 * COLUMNS) else SPACES
    other = [*spaces[:last][::-1], *spaces[last:]]
    turned = float(reading["turned"])
    told = notes.get("turned")
    flips, asks = turned > 0.5, turned > UNSURE_TURN
    if asks and recorded:
        same = [_agreeing(order, recorded) for order in (spaces, other)]
        if same[0] != same[1]:
            flips, asks = same[1] > same[0], False
    if isinstance(told, bool):
        flips, asks = told, False
    ordered = other if flips else spaces
    return ReadBoard(tuple(replace(space, number=n) for n, space in enumerate(ordered, 1)), asks, last)


def _said(word: str, names: Mapping[str, Tile]) -> Tile | None:
    if word in names:
        return names[word]
    return Tile((Terrain(word),)) if word in tuple(Terrain) else None


def index_of(board: ReadBoard, number: int, reading: Any) -> int:
    """The number, from 0, of a space as it was read."""
    corners = board.spaces[number - 1].corners
    return next(k for k, space in enumerate(reading["spaces"]) if space["corners"] is corners)


def _agreeing(order: Sequence[ReadSpace], recorded: Sequence[Tile]) -> int:
    return sum(
        space.tile is not None and same_tile(space.tile, tile) for space, tile in zip(order, recorded, strict=False)
    )


def same_tile(seen: Tile, recorded: Tile) -> bool:
    """Whether the record may mean this tile: it need not say everything that is printed on it."""
    if recorded.id is not None and seen.id is not None:
        return recorded.id == seen.id or face(recorded) == face(seen)
    if recorded.kinds != seen.kinds or seen.id is None:
        return recorded.kinds == seen.kinds
    told = ((recorded.meadow, seen.meadow), (recorded.storages, seen.storages), (recorded.symbols, seen.symbols))
    return all(mine is None or mine == theirs for mine, theirs in told)


@dataclass(frozen=True)
class Difference:
    """``seen``, ``recorded``: None for a bare space. ``doubtful``: better looked at first."""

    place: int
    seen: Tile | None
    recorded: Tile | None
    doubtful: bool


def differences(board: ReadBoard, recorded: Sequence[Tile]) -> list[Difference]:
    seen = board.tiles
    found = []
    for place in range(1, max(len(seen), len(recorded)) + 1):
        mine = seen[place - 1] if place <= len(seen) else None
        theirs = recorded[place - 1] if place <= len(recorded) else None
        if mine is None or theirs is None or not same_tile(mine, theirs):
            found.append(Difference(place, mine, theirs, board.spaces[place - 1].doubtful))
    return found


def changes(player: Player, wanted: Sequence[Difference]) -> list[Json]:
    """The record as the photo has it, in these differences. A river has no gaps: what would leave one is left out."""
    now = len(player.tiles)
    found: list[Json] = []
    for one in sorted(wanted, key=lambda one: one.place):
        if one.seen is not None and one.place <= now + 1:
            found.append({"do": "set-tile", "player": player.name, "place": one.place, "tile": TILE.write(one.seen)})
            now = max(now, one.place)
    gone = {one.place for one in wanted if one.seen is None}
    while now in gone:
        found.append({"do": "remove-tile", "player": player.name})
        now -= 1
    return found


def results(table: Table, player: Player, tiles: Sequence[Tile], box: Box, scouts: int, bonus: int) -> Json:
    """What of a player's results the tiles tell: columns and meadows. ``scouts``, ``bonus``: how many there are, for
    meadows that count them."""
    shown = replace(player, tiles=tuple(tiles[:SPACES]), quick=None, scouts=scouts, bonus=(0,) * bonus)
    players = tuple(shown if one.name == player.name else one for one in table.players)
    sheet = next(
        sheet for sheet in score(replace(table, players=players, box=box)).players if sheet.name == player.name
    )
    by_row = {line.row: line for line in sheet.lines}
    meadows = []
    for place, tile in enumerate(shown.tiles, 1):
        line = by_row.get(f"meadow_{place}")
        if tile.meadow and line is not None:
            counted = 1 if tile.meadow.kind is MeadowKind.CLEANUP else sum(item.count for item in line.evidence)
            meadows.append({"meadow": tile.meadow.kind.value, "count": counted})
    return {"columns": [by_row[f"column_{n}"].points for n in range(1, COLUMNS + 1)], "meadows": meadows}
