"""Can she afford it? Yes or no from a whole hand, and nothing else of it."""

from collections.abc import Sequence

from companion.dewan.pages.questions import Word
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card
from companion.dewan.rules.table import Table
from companion.dewan.screens.ways import purse
from companion.rules.hexes import Hex


def affords(table: Table, player: str, to: Hex, path: Sequence[Hex]) -> Word:
    """``table`` is as the player sees it. Whether the hand pays for this path, or where none is given for any way to
    the space; ``OPEN`` where only cards the player has not told could."""
    owner = table.player(player)
    if _pays(table, player, to, path, owner.hand):
        return Word.YES
    return Word.OPEN if owner.hidden_cards and _pays(table, player, to, path, purse(owner)) else Word.NO


def _pays(table: Table, player: str, to: Hex, path: Sequence[Hex], cards: Sequence[Card]) -> bool:
    if path:
        return game.check_route(table, player, path, cards).legal
    return bool(game.find_routes(table, player, cards, to))
