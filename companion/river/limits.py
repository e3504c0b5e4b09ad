"""What was played against the rules is recorded, but nobody can have more than any record could tell.

Without this, a game could come to where no record, and so no correction, could describe it any more.
"""

from companion.games.contract import CannotPlay
from companion.river.formats.players import MOST_CARDS, MOST_SCOUTS
from companion.river.formats.table import MOST_ROUNDS
from companion.river.formats.table import MOST_SCOUTS as MOST_ON_A_SPACE
from companion.river.rules.table import Player, Table
from companion.river.rules.words import MOST_RESOURCES
from companion.rules.verdict import Reason


def refuse_what_no_table_shows(table: Table) -> None:
    """Raises CannotPlay."""
    _refuse(table.round, MOST_ROUNDS)
    for number in table.islands.values():
        _refuse(number, MOST_RESOURCES)
    for owners in table.scouts.values():
        _refuse(len(owners), MOST_ON_A_SPACE)
    for player in table.players:
        _player(player)


def _player(player: Player) -> None:
    for number in (*player.resources.values(), player.untold_resources):
        _refuse(number, MOST_RESOURCES)
    for cards in (player.buildings, player.bonus, player.reserved):
        _refuse(len(cards), MOST_CARDS)
    _refuse(max(player.scouts, player.aside, player.settled), MOST_SCOUTS)


def _refuse(number: int, most: int) -> None:
    if number > most:
        raise CannotPlay(Reason("river.more-than-the-box", "V-SETUP-05", params={"number": number, "most": most}))
