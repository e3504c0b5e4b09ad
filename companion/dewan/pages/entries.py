"""What the buttons of the table screen record."""

from collections.abc import Sequence

from companion.dewan.formats.actions import write_action
from companion.dewan.pages.seats import Seat
from companion.dewan.rules.actions import (
    DiscardForFish,
    NoMarker,
    PlaceCamp,
    PlaceMarker,
    TakeCards,
    TakeStory,
    TellCards,
    TuckCard,
)
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import StoryTile
from companion.rules.hexes import Hex
from companion.web.entry import EntryRequest


def take_entry(player: str, left: int | None = None, came: Sequence[Card | None] = ()) -> EntryRequest:
    """Two cards taken, from ``left`` and its right-hand neighbour, and what then came into the row."""
    places = None if left is None else (left, left + 1)
    return EntryRequest("action", write_action(TakeCards(player, places, tuple(came))))


def row_entry(place: int, card: Card) -> EntryRequest:
    return EntryRequest("tell", {"row": [None] * (place - 1) + [str(card)]})


def place_entry(
    player: str, to: Hex | None = None, path: tuple[Hex, ...] = (), paid: int | None = None
) -> EntryRequest:
    """A camp placed, as far as it is known how it got there and for how many cards; at least, that it was."""
    return EntryRequest("action", write_action(PlaceCamp(player, to, path or None, paid=paid)))


def take_story_entry(
    player: str, place: int | None, tile: StoryTile | None, refill: StoryTile | None = None
) -> EntryRequest:
    return EntryRequest("action", write_action(TakeStory(player, place, tile, refill)))


def tuck_entries(seat: Seat) -> tuple[tuple[Card | None, Half, EntryRequest], ...]:
    """Every half of every known card, to be tucked showing it."""
    different = dict.fromkeys(seat.hand)
    return tuple(
        (card, half, EntryRequest("action", write_action(TuckCard(seat.name, card, half))))
        for card in different
        for half in card.halves
    )


def tuck_unseen_entry(seat: Seat, half: Half) -> EntryRequest:
    """A card nobody had seen was tucked; now one half of it is open."""
    return EntryRequest("action", write_action(TuckCard(seat.name, None, half)))


def decline_tuck_entry(seat: Seat) -> EntryRequest:
    return EntryRequest("action", write_action(TuckCard(seat.name)))


def marker_entry(player: str, at: Hex | None) -> EntryRequest:
    return EntryRequest("action", write_action(PlaceMarker(player, at)))


def no_marker_entry(player: str) -> EntryRequest:
    """The table went on without placing it (R-19)."""
    return EntryRequest("action", write_action(NoMarker(player)))


def fish_entries(seat: Seat) -> tuple[EntryRequest, EntryRequest]:
    """Discard a card for Fish, or not."""
    yes, no = DiscardForFish(seat.name, True), DiscardForFish(seat.name, False)
    return EntryRequest("action", write_action(yes)), EntryRequest("action", write_action(no))


def tell_hidden_entry(player: str, cards: Sequence[Card]) -> EntryRequest:
    """The hidden cards their owner enters; they replace those entered before."""
    return EntryRequest("action", write_action(TellCards(player, tuple(cards))))
