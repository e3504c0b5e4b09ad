"""The table record of The River: one JSON document that says everything about a table at one moment."""

from dataclasses import replace
from typing import Any

from companion.formats.faults import Node, read_whole
from companion.formats.fields import FLAG, TEXT, Constant, Number
from companion.formats.objects import Document, ListOf, MapOf, optional, required
from companion.formats.shared import Rulings, note_unknown_player, players
from companion.river.formats.box import ANY_BOX
from companion.river.formats.plausible import note_contradictions
from companion.river.formats.players import PLAYER, tiles_of_grid
from companion.river.formats.tiles import BUILDING, STOCK, TILE
from companion.river.rules.box import Box
from companion.river.rules.rulings import OPTIONS
from companion.river.rules.table import Player, Table
from companion.river.rules.words import (
    BONUS_TILES,
    BUILDING_CARDS,
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    MOST_VALUE,
    TERRAIN_TILES,
    ActionSpace,
)

FORMAT = "river-table/1"
MOST_ROUNDS, MOST_SCOUTS = 999, 99

TABLE = Document(
    Table,
    {
        "format": required(Constant(FORMAT)),
        "rulings": optional(Rulings(OPTIONS), null=True),
        "players": required(players(PLAYER, FEWEST_PLAYERS, MOST_PLAYERS)),
        "round": optional(Number(0, MOST_ROUNDS), null=True),
        "over": optional(FLAG, null=True),
        "scouts": optional(MapOf(ListOf(TEXT, MOST_SCOUTS), ActionSpace, zero=False), null=True),
        "islands": optional(STOCK, null=True),
        "box": optional(ANY_BOX, null=True),
        "start_player": optional(TEXT, null=True),
        "active_player": optional(TEXT, null=True),
        "revealed": optional(ListOf(TILE, TERRAIN_TILES), null=True),
        "displayed": optional(ListOf(BUILDING, BUILDING_CARDS), null=True),
        "bonus_left": optional(ListOf(Number(0, MOST_VALUE), BONUS_TILES), null=True),
        "tile_stack": optional(Number(0, TERRAIN_TILES), null=True),
        "thrown_tiles": optional(Number(0, TERRAIN_TILES), null=True),
        "building_stack": optional(Number(0, BUILDING_CARDS), null=True),
    },
    title="Table record of The River, version 1",
    file="river-table-1.schema.json",
    description="Everything about one table at one moment. See river-record-format.md for what a schema cannot say.",
)


def read_river_table(value: object, box: Box) -> Table:
    """``box`` stands in where the record brings none. Raises BadInput with every fault."""
    return read_whole(value, lambda node: river_table_of(node, box))


def river_table_of(node: Node, box: Box, *, as_played: bool = False) -> Table | None:
    """The table as far as it could be read; faults are noted on the node.

    ``as_played``: the table comes from a recorded game, in which things may stand as the rules do not allow.
    """
    table = TABLE.read(node)
    if table is None:
        return None
    brought = node.parts["box"].result if "box" in node.parts else None
    table = replace(table, box=brought if isinstance(brought, Box) else box)
    names = [player.name for player in table.players]
    for key in ("start_player", "active_player"):
        note_unknown_player(node.parts.get(key), names)
    for space in node.parts["scouts"].parts.values() if "scouts" in node.parts else ():
        for entry in space.entries:
            note_unknown_player(entry, names)
    seats = [entry for entry in node.parts["players"].entries[:MOST_PLAYERS] if entry.result is not None]
    table = replace(table, players=tuple(_completed(entry, table) for entry in seats))
    note_contradictions(node, table, as_played=as_played)
    return table


def _completed(node: Node, table: Table) -> Player:
    """With the tiles of a grid; and where scouts were not given: settled on framed spaces covered before this round,
    all others on the ship."""
    player = node.result
    assert isinstance(player, Player)
    given = {key for key, part in node.parts.items() if part.value is not None}
    rows: Any = node.parts["grid"].result if "grid" in given else None
    if rows is not None:
        player = replace(player, tiles=tiles_of_grid(rows, table.ruling("VR-01")))
    if "settled" not in given:
        settled = len(table.framed_covered(player, this_round=False))
        player = replace(player, settled=min(settled, player.scouts_owned))
    if "scouts" not in given:
        elsewhere = player.settled + player.aside + table.on_board(player.name)
        player = replace(player, scouts=max(0, player.scouts_owned - elsewhere))
    return player


def write_river_table(table: Table, known: Box | None = None) -> dict[str, object]:
    """The record of a table, without its box where that is the ``known`` one; reading it back gives an equal table."""
    return TABLE.write({**vars(table), "box": None if table.box == known else table.box})
