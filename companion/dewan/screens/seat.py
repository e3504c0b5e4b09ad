"""A player's own screen: the own hand with what nobody else knows of it, and where it leads.

What can be recorded is the table screen's, seen with this player's eyes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.dewan.game import DewanState
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.tiles import Box
from companion.dewan.screens.entries import tell_hidden_entry
from companion.dewan.screens.referee import paying_cards
from companion.dewan.screens.seats import Seat
from companion.dewan.screens.table import TableScreen, Tapped, deck_of, table_screen
from companion.dewan.screens.ways import purse
from companion.rules.hexes import Hex
from companion.web.entry import Entry


@dataclass(frozen=True)
class Holding:
    """The own hand: the cards everybody has seen, those only the owner has told, and how many nobody has told."""

    seen: tuple[Card, ...]
    told: tuple[Card, ...]
    untold: int

    @property
    def number(self) -> int:
        return len(self.seen) + len(self.told) + self.untold


@dataclass(frozen=True)
class SeatScreen:
    table: TableScreen
    me: Seat
    holding: Holding
    mine: bool
    """The next decision is this player's."""
    turns_before: tuple[str, ...]
    """Who comes before this player, whoever decides now first; empty when it is the player's own turn."""
    reach: dict[Hex, int] = field(default_factory=dict)
    """Cards to every space the hand can pay for, as far as it was told."""
    perhaps: int = 0
    """To how many more spaces the cards that were not told might lead."""
    others: tuple[Seat, ...] = ()


def seat_screen(state: DewanState, box: Box, tapped: Tapped, player: str) -> SeatScreen:
    play = state.play
    screen = table_screen(state, box, tapped, player)
    owner, seen = play.table.player(player), play.table.as_seen_by(player)
    reach: dict[Hex, int] = {}
    perhaps = 0
    if seen.board.printed and not play.over:
        known = seen.player(player)
        reach = {route.to: route.cards for route in game.find_routes(seen, player, known.hand)}
        if known.hidden_cards:
            perhaps = len({route.to for route in game.find_routes(seen, player, purse(known))} - set(reach))
    return SeatScreen(
        screen,
        next(seat for seat in screen.seats if seat.name == player),
        Holding(owner.hand, owner.secret, max(0, owner.hidden_cards - len(owner.secret))),
        play.next.player == player and not play.over,
        _before(play, player),
        reach,
        perhaps,
        tuple(seat for seat in screen.seats if seat.name != player),
    )


def _before(play: Play, player: str) -> tuple[str, ...]:
    """First stories go round against the clock; everything else as one sits."""
    if play.next.kind is StepKind.FIRST_STORY:
        order = [step.player for step in play.steps if step.kind is StepKind.FIRST_STORY]
    else:
        order = [one.name for one in play.table.clockwise_from(play.next.player)]
    return tuple(order[: order.index(player)]) if player in order else (play.next.player,)


def hidden_cards_to_choose(box: Box) -> tuple[Card, ...]:
    """Which card is it? Those of the box, or where its cards were never typed, every card there can be."""
    return deck_of(box) or paying_cards()


def told_entry(player: str, had: Sequence[Card], place: int | None, card: Card | None) -> Entry:
    """The hidden cards with one more, with another one in ``place``, or without it."""
    cards = list(had)
    if place is None:
        cards += [card] if card else []
    elif 0 <= place < len(cards):
        cards[place : place + 1] = [card] if card else []
    return tell_hidden_entry(player, cards)
