"""Paying tolls with cards: one card pays one toll, as one of its terrains (D-ROUTE-05, D-ROUTE-17).

Two questions, two tools. *Can this hand pay for that many of each terrain?* is asked many thousand times while routes
are searched; ``Purse`` answers it by Hall's condition in a single subtraction. *Which card pays what?* is asked once
per route; ``assign`` answers it by augmenting paths.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.dewan.rules.cards import Card
from companion.dewan.rules.words import Terrain

TollNeed = Terrain | None
"""What a toll asks for; None = any card will do (D-ROUTE-06, D-ROUTE-11)."""

MOST_CARDS = 0x7F
"""A longer hand does not fit a purse; no hand of Dewan comes near."""
_FIELD = 8
_BIT = {terrain: i for i, terrain in enumerate(Terrain)}
_ALL = (1 << len(Terrain)) - 1


class Purse:
    """A hand of cards as one integer that tolls are subtracted from.

    Hall's theorem: tolls can be paid if and only if, for every set of terrains, no more tolls ask for these than there
    are cards showing at least one of them, and there are no more tolls than cards. So the purse counts, for every set,
    the cards that show one of it, each count in a field of its own; a toll takes one from every set that has its
    terrain. The top bit of a field is a guard that stays up until the field is overdrawn: while all ``guards`` are up,
    the tolls can be paid. One more field, the topmost, counts down the cards given away.

    Of two purses left of the same hand, the one that is at least as full in every field is at least as good for all
    that may follow. Sets with as many cards as a larger one are left out, since that speaks for them; this makes more
    purses comparable.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        shown = [sum(1 << _BIT[terrain] for terrain in card.terrains) for card in cards]
        supply = [sum(1 for terrains in shown if terrains & subset) for subset in range(_ALL + 1)]
        larger = [[subset | 1 << bit for bit in _BIT.values() if not subset >> bit & 1] for subset in range(_ALL + 1)]
        self._sets = [
            subset for subset in range(1, _ALL + 1) if all(supply[more] > supply[subset] for more in larger[subset])
        ]
        self._given_at = _FIELD * len(self._sets)
        self._cards_at = self._given_at - _FIELD  # the set of all terrains is always there, and the last
        self.guards = sum(0x80 << (_FIELD * i) for i in range(len(self._sets) + 1))
        self.full = self.guards + (MOST_CARDS << self._given_at)
        self.full += sum(supply[subset] << (_FIELD * i) for i, subset in enumerate(self._sets))

    def toll(self, needs: TollNeed, given: bool = False) -> int:
        """What one toll takes out of the purse. Any card at all is asked of the set of all terrains only."""
        asked = [subset == _ALL or (needs is not None and subset >> _BIT[needs] & 1) for subset in self._sets]
        return sum(1 << (_FIELD * i) for i, taken in enumerate([*asked, given]) if taken)

    def affords(self, tolls: int) -> bool:
        return (self.full - tolls) & self.guards == self.guards

    def spent(self, left: int) -> tuple[int, int]:
        """How many cards were paid to come to this, and how many of them given away."""
        gone = self.full - left
        return gone >> self._cards_at & MOST_CARDS, gone >> self._given_at & MOST_CARDS

    def any_cards(self, left: int) -> int:
        """A toll of as many cards, whatever they show, as are left."""
        return (left >> self._cards_at & MOST_CARDS) << self._cards_at

    def lesser(self, one: int, other: int) -> int:
        """Of two tolls the lesser in each field."""
        keeps = ((one | self.guards) - other) & self.guards  # a guard for every field where the other is no more
        mask = keeps - (keeps >> (_FIELD - 1))
        return (other & mask) | (one & ~mask)

    def strain(self, left: int) -> float:
        """How near the purse is to having nothing left of something."""
        counts = left.to_bytes(len(self._sets) + 1, "little")[:-1]
        return sum(1 / (1 + (count & MOST_CARDS)) for count in counts)


class Assignment(NamedTuple):
    """For every toll the position of the card that pays it, or None where no card is left for it."""

    card_for: tuple[int | None, ...]

    @property
    def complete(self) -> bool:
        return None not in self.card_for

    @property
    def unpaid(self) -> tuple[int, ...]:
        return tuple(toll for toll, card in enumerate(self.card_for) if card is None)


def assign(needs: Sequence[TollNeed], cards: Sequence[Card]) -> Assignment:
    """Pay as many tolls as can be paid.

    Tolls that ask for a terrain come before those that take any card, earlier ones before later ones, so what stays
    unpaid is the easiest to come by. Among the ways to pay, cards with one terrain go first: two-terrain cards are
    worth keeping.
    """
    able = [[toll for toll, need in enumerate(needs) if need is None or card.shows(need)] for card in cards]
    wanted = sorted(range(len(needs)), key=lambda toll: (needs[toll] is None, toll))

    # First which tolls can be paid at all, then which cards to pay exactly these with. Both are greedy by preference,
    # which is right because sets that can be matched form a matroid on either side.
    payers_of = [[card for card, tolls in enumerate(able) if toll in tolls] for toll in range(len(needs))]
    payable = set(_match(wanted, payers_of, len(cards)))
    by_preference = sorted(range(len(cards)), key=lambda card: (len(cards[card].halves), card))
    tolls_of = [[toll for toll in tolls if toll in payable] for tolls in able]
    toll_of_card = _match(by_preference, tolls_of, len(needs), stop_at=len(payable))

    card_for: list[int | None] = [None] * len(needs)
    for card, toll in toll_of_card.items():
        card_for[toll] = card
    return Assignment(tuple(card_for))


def _match(
    order: Sequence[int], options: Sequence[Sequence[int]], others: int, stop_at: int | None = None
) -> dict[int, int]:
    """Match items to options one-to-one, in order of preference, by augmenting paths: {item: option}."""
    taken_by: list[int | None] = [None] * others
    matched = 0

    def seat(item: int, seen: set[int]) -> bool:
        for option in options[item]:
            if option in seen:
                continue
            seen.add(option)
            holder = taken_by[option]
            if holder is None or seat(holder, seen):
                taken_by[option] = item
                return True
        return False

    for item in order:
        if stop_at is not None and matched == stop_at:
            break
        matched += seat(item, set())
    return {item: option for option, item in _held(taken_by)}


def _held(taken_by: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    return ((option, item) for option, item in enumerate(taken_by) if item is not None)
