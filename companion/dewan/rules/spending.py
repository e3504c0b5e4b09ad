"""Cards that leave a hand: for a route, under the Tribe board, or for Fish."""

from collections.abc import Sequence
from dataclasses import replace

from companion.dewan.rules import routes
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.payment import assign
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.table import Player, Table


def pay(table: Table, action: PlaceCamp) -> Table:
    """Cards leave the hand: gifts to the owners of crossed camps, the rest to the discards (D-ROUTE-10, D-ROUTE-14)."""
    passage = routes.Passage(table, action.player, SCENARIOS[table.scenario])
    tolls: Sequence[routes.Toll] = ()
    if action.path and all(not passage.crossing_refusal(at) for at in action.path):
        tolls = routes.tolls_of(passage, action.path)
    receivers = [toll.to for toll in tolls]
    cards: tuple[Card | None, ...] = (None,) * (action.paid if action.paid is not None else len(tolls))
    if action.cards is not None:
        cards = _toll_by_toll(tolls, action.cards)
    player = table.player(action.player)
    for card in cards:
        player = without_card(player, card)
    table = table.with_player(player)
    discarded = 0
    for i, card in enumerate(cards):
        receiver = receivers[i] if i < len(receivers) else None
        if receiver is None:
            discarded += 1
        else:
            table = table.with_player(_with_card(table.player(receiver), card))
    return replace(table, piles=table.piles.discarded(discarded))


def _toll_by_toll(tolls: Sequence[routes.Toll], cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The cards in the order of what they pay: as told, unless they pay only in another order (D-ROUTE-17)."""
    if all(
        card is None or toll.needs is None or card.shows(toll.needs) for toll, card in zip(tolls, cards, strict=False)
    ):
        return cards
    paying = assign([toll.needs for toll in tolls], [card or JOKER for card in cards]).card_for
    order = [card for card in paying if card is not None]
    if len(order) < len(tolls):
        return cards
    return tuple(cards[i] for i in (*order, *(i for i in range(len(cards)) if i not in order)))


def _with_card(player: Player, card: Card | None) -> Player:
    if card is None:
        return replace(player, hidden_cards=player.hidden_cards + 1)
    return replace(player, hand=(*player.hand, card))


def without_card(player: Player, card: Card | None) -> Player:
    """A known card leaves the known hand, else the unseen part.

    If which card left was not told and only known ones are there, what is left of them is not known any more.
    """
    if card is not None and card in player.hand:
        return replace(player, hand=_less(player.hand, card))
    if player.hidden_cards:
        secret = _less(player.secret, card) if card and card in player.secret else player.secret
        # A card nobody told may have been one the owner had told before.
        secret = secret[: player.hidden_cards - 1]
        return replace(player, hidden_cards=player.hidden_cards - 1, secret=secret)
    if card is None and player.hand:
        return replace(player, hand=(), hidden_cards=len(player.hand) - 1)
    return player


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
