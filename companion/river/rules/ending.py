"""When the last round is on (V-END-01)."""

from companion.river.rules.table import Table
from companion.river.rules.words import SPACES
from companion.rules.verdict import Param, Reason

BONUS_TO_END, BONUS_TO_END_TWO_PLAYERS = 5, 4


def bonus_to_end(players: int) -> int:
    return BONUS_TO_END_TWO_PLAYERS if players == 2 else BONUS_TO_END


def triggers(table: Table) -> tuple[Reason, ...]:
    """Who brought the end about, and how. The round is completed, clean-up included, then comes the scoring."""
    found = []
    for player in table.players:
        if len(player.bonus) >= bonus_to_end(len(table.players)):
            params: dict[str, Param] = {"player": player.name, "number": len(player.bonus)}
            found.append(Reason("river.end-by-bonus", "V-END-01", params=params))
        if len(player.tiles) >= SPACES:  # the tile chosen before the game is one of them
            found.append(Reason("river.end-by-tiles", "V-END-01", params={"player": player.name, "number": SPACES}))
    return tuple(found)
