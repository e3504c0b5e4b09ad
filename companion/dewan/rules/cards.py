"""Terrain cards: one or two halves, each a terrain that may carry a symbol (D-CARD-01 to D-CARD-03)."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.dewan.rules.words import Symbol, Terrain


class CardError(ValueError):
    """The text is no card. ``code`` says what is wrong with it, ``word`` which part."""

    def __init__(self, code: str, word: str = "") -> None:
        super().__init__(f"{code}: {word}")
        self.code = code
        self.word = word


class Half(NamedTuple):
    """One visible terrain of a card, with its symbol if it has one. A tucked card shows just this (D-EFF-04)."""

    terrain: Terrain
    symbol: Symbol | None = None

    def __str__(self) -> str:
        return f"{self.terrain}:{self.symbol}" if self.symbol else str(self.terrain)


@dataclass(frozen=True, eq=False)
class Card:
    """The halves keep the order they were written in; cards compare without it."""

    halves: tuple[Half, ...]

    @property
    def terrains(self) -> tuple[Terrain, ...]:
        return tuple(half.terrain for half in self.halves)

    def shows(self, terrain: Terrain) -> bool:
        return any(half.terrain is terrain for half in self.halves)

    def __str__(self) -> str:
        return "/".join(map(str, self.halves))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card) and frozenset(self.halves) == frozenset(other.halves)

    def __hash__(self) -> int:
        return hash(frozenset(self.halves))


JOKER = Card(tuple(Half(terrain) for terrain in Terrain))
"""Stands for a card nobody has seen: it may pay for anything. There is no such card in the box."""


def parse_half(text: str) -> Half:
    """Read ``"water:fire"``. Raises CardError."""
    terrain, colon, symbol = text.partition(":")
    try:
        known_terrain = Terrain(terrain)
    except ValueError:
        raise CardError("card.unknown-terrain", terrain) from None
    if not colon:
        return Half(known_terrain)
    try:
        return Half(known_terrain, Symbol(symbol))
    except ValueError:
        raise CardError("card.unknown-symbol", symbol) from None


def parse_card(text: str) -> Card:
    """Read ``"forest/water:fire"``. Raises CardError."""
    halves = tuple(parse_half(part) for part in text.split("/", 2))
    if len(halves) > 2:
        raise CardError("card.too-many-terrains", text)
    if len(halves) == 2 and halves[0].terrain is halves[1].terrain:
        raise CardError("card.same-terrain-twice", str(halves[0].terrain))
    return Card(halves)
