"""Paying tolls with cards: one card pays one toll, as one of its terrains (D-ROUTE-05, D-ROUTE-17).

Two questions, two tools. *Can this hand pay for that many of each terrain?* is asked thousands of times while routes
are searched; ``Purse`` answers it by Hall's condition over the subsets of five terrains. *Which card pays what?* is
asked once per route; ``assign`` answers it by augmenting paths.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.rules.dewan.cards import Card
from companion.rules.dewan.words import Terrain

TollNeed = Terrain | None
"""What a toll asks for; None = any card will do (D-ROUTE-06, D-ROUTE-11)."""

# A count of needs is packed into one integer: a byte for each terrain, one for "any", one for cards given away.
# The top bit of every byte stays free, which makes comparing all seven counts a single subtraction.
_FIELD_BITS = 8
_FIELDS = len(Terrain) + 2
_GUARDS = sum(0x80 << (_FIELD_BITS * i) for i in range(_FIELDS))
_NEEDS_MASK = (1 << (_FIELD_BITS * (len(Terrain) + 1))) - 1
_INDEX = {terrain: i for i, terrain in enumerate(Terrain)}

GIVEN = 1 << (_FIELD_BITS * (_FIELDS - 1))
MOST_CARDS = 0x7F
"""More tolls than this do not fit the packed form; no hand of Dewan comes near."""


def packed(need: TollNeed) -> int:
    """One toll in packed form; add them up to count."""
    return 1 << (_FIELD_BITS * (len(Terrain) if need is None else _INDEX[need]))


def covers(more: int, less: int) -> bool:
    """Every count in ``less`` is at most the same count in ``more``."""
    return ((more | _GUARDS) - less) & _GUARDS == _GUARDS


class Purse:
    """A hand of cards, asked again and again whether it can pay for a count of needs.

    Hall's theorem: the tolls can all be paid if and only if, for every set of terrains, no more tolls ask for these
    than there are cards showing at least one of them, and there are no more tolls than cards.
    """

    def __init__(self, cards: Sequence[Card]) -> None:
        masks = [sum(1 << _INDEX[terrain] for terrain in card.terrains) for card in cards]
        self.size = len(cards)
        self._supply = [(subset, sum(1 for mask in masks if mask & subset)) for subset in range(1, 1 << len(Terrain))]
        self._known: dict[int, bool] = {}

    def affords(self, needs: int) -> bool:
        needs &= _NEEDS_MASK
        answer = self._known.get(needs)
        if answer is None:
            answer = self._known[needs] = self._hall(needs)
        return answer

    def _hall(self, needs: int) -> bool:
        counts = [(needs >> (_FIELD_BITS * i)) & 0xFF for i in range(len(Terrain) + 1)]
        if sum(counts) > self.size:
            return False
        asked = [0] * (1 << len(Terrain))
        for subset, supply in self._supply:
            lowest = subset & -subset
            asked[subset] = asked[subset ^ lowest] + counts[lowest.bit_length() - 1]
            if asked[subset] > supply:
                return False
        return True


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
