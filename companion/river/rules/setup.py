"""How a game begins (section 3)."""

from dataclasses import replace

from companion.river.rules.table import Table
from companion.river.rules.words import FIRST_SCOUTS


def first_reveal(players: int) -> int:
    """One tile more than players, before the first round (V-SETUP-03)."""
    return players + 1


def begin(table: Table) -> Table:
    """Four scouts on every ship (V-SETUP-02), and each chooses a first tile (V-SETUP-08).

    Where players already have their first tile, the first round is on.
    """
    players = tuple(replace(one, scouts=FIRST_SCOUTS, settled=0, aside=0, laid_this_round=0) for one in table.players)
    chosen = all(player.tiles for player in players)
    fresh = replace(table, players=players, scouts={}, over=False, round=int(chosen))
    opener = fresh.opener().name
    return replace(fresh, start_player=opener, active_player=opener if chosen else chooses_next(fresh))


def chooses_next(table: Table) -> str | None:
    """Counter-clockwise from the right neighbour of the start player, who chooses last (V-SETUP-08)."""
    order = reversed(table.clockwise_from(table.opener().name))
    return next((player.name for player in order if not player.tiles), None)
