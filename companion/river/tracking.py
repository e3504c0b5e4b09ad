"""How much of a game of The River is recorded, changed while it is played."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.formats.faults import BadInput, Node
from companion.games.contract import Json
from companion.games.ways import EVERYTHING, read_way
from companion.river.formats.players import MOST_CARDS
from companion.river.formats.tiles import HELD
from companion.river.limits import refuse_what_no_table_shows
from companion.river.rules import game
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import MOST_PLAYERS

if TYPE_CHECKING:
    from companion.river.game import RiverState

ROUNDS = "rounds"
WAYS = (ROUNDS, EVERYTHING)
"""How much is recorded: round by round, or every scout. A table that says nothing records everything."""


def way_of(fields: Mapping[str, Node]) -> str:
    return read_way(fields, WAYS)


def with_first_tiles(table: Table) -> Table:
    """Round by round, the tiles chosen before the first round are not described either (V-SETUP-08)."""
    return replace(table, players=tuple(replace(one, tiles=one.tiles or (Tile(),)) for one in table.players))


def tracked(state: "RiverState", body: Json) -> "RiverState":
    """``{"way": "everything", "holds": {name: {"resources": HEAP, "reserved": 1}}}``.

    Round by round nobody records what players hold: who goes on with everything says it, and describes the tiles later.
    Raises BadInput, CannotPlay.
    """
    node = Node(body)
    fields = node.fields(["way"], ["holds"]) or {}
    way = way_of(fields)
    players = {player.name: player for player in state.table.players}
    for name, entry in fields["holds"].members(MOST_PLAYERS) if "holds" in fields else ():
        if name not in players:
            entry.fault("table.unknown-player", name=name)
        else:
            players[name] = _holding(players[name], entry)
    if node.faults:
        raise BadInput(node.faults)
    table = replace(state.table, players=tuple(players.values()))
    if way == ROUNDS and table.round == 0:
        table = game.begin(with_first_tiles(table))
    refuse_what_no_table_shows(table)
    return replace(state, table=table, way=way)


def _holding(player: Player, node: Node) -> Player:
    fields = node.fields([], ["resources", "reserved"]) or {}
    if "resources" in fields:
        player = replace(player, resources=HELD.read(fields["resources"]) or {}, untold_resources=0)
    if "reserved" in fields:
        number = fields["reserved"].number(0, MOST_CARDS) or 0
        player = replace(player, reserved=(player.reserved + (Building(),) * number)[:number])
    return player


def undescribed(player: Player) -> tuple[int, ...]:
    """The spaces whose tile nobody has described."""
    return tuple(space for space, tile in enumerate(player.tiles, 1) if not tile.kinds)
