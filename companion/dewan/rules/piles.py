"""Draw pile, supply and discards as counts; None where the table does not count them.

What a card shows when it is turned up is drawn at the table, not here.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

EVENT_PILE = {2: 6, 3: 8, 4: 10}
"""Cards on the Event tile by number of players (D-EVENT-01)."""


@dataclass(frozen=True)
class Piles:
    draw: int | None = None
    supply: int | None = None
    discard: int | None = None

    def discarded(self, cards: int) -> "Piles":
        return self if self.discard is None else replace(self, discard=self.discard + cards)


class Drawn(NamedTuple):
    """``piles`` afterwards, how many cards came, and whether the discards were shuffled on the way."""

    piles: Piles
    cards: int
    reshuffled: bool = False


def from_draw_pile(piles: Piles, cards: int) -> Drawn:
    """Base game: the discards become a new draw pile when a card is needed and none is there (D-TAKE-05, R-17)."""
    if piles.draw is None:
        return Drawn(piles, cards)
    came, left, reshuffled = min(cards, piles.draw), piles.draw - min(cards, piles.draw), False
    discard = piles.discard
    if came < cards and discard:
        more = min(cards - came, discard)
        came, left, discard, reshuffled = came + more, discard - more, 0, True
    return Drawn(Piles(left, piles.supply, discard), came, reshuffled)


def from_supply(piles: Piles, cards: int) -> Drawn:
    """Scenarios: an empty supply is made anew from the discards when a card must come from it (D-EVENT-06)."""
    drawn = from_draw_pile(Piles(piles.supply, None, piles.discard), cards)
    after = replace(piles, supply=drawn.piles.draw, discard=drawn.piles.discard)
    return Drawn(after, drawn.cards, drawn.reshuffled)


def cards_left(piles: Piles, *, event_tile: bool) -> bool:
    """Whether a card could be laid out. A pile that is not counted always has one."""
    drawn = (piles.draw, piles.supply) if event_tile else (piles.draw,)
    return bool(piles.discard) or any(pile is None or pile > 0 for pile in drawn)


def new_event_pile(piles: Piles, players: int) -> Drawn:
    """After the event: a pile of the same size from the supply (D-EVENT-04), as far as the cards go (R-15)."""
    drawn = from_supply(piles, EVENT_PILE[players])
    return Drawn(replace(drawn.piles, draw=drawn.cards), drawn.cards, drawn.reshuffled)


def take_reward(piles: Piles, cards: int, *, event_tile: bool) -> Drawn:
    """Cards for completed stories: from the supply where there is an Event tile, so they never bring the event nearer
    (D-EOT-02, D-EVENT-05)."""
    return from_supply(piles, cards) if event_tile else from_draw_pile(piles, cards)
