"""A question to the referee, as an address spells it: who goes, with which cards, and along which spaces or where."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from companion.dewan.drawing.map_words import hex_in
from companion.dewan.formats.cards import card_of
from companion.dewan.rules.cards import JOKER, Card, Half
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import MOST_PATH, TERRAIN_CARDS, Terrain
from companion.formats.faults import Node
from companion.rules.hexes import Hex, are_adjacent

ANY_HAND = (JOKER,) * TERRAIN_CARDS
MOST_TYPED = 20


class HandKind(StrEnum):
    """Which cards are to pay."""

    RECORDED = "recorded"
    TYPED = "typed"
    ANY = "any"


@dataclass(frozen=True)
class RefereeQuestion:
    """What somebody has tapped so far; it lives in the address, nothing of it is recorded.

    Either a ``path`` that was traced, or a space ``to`` that a way leads to, from ``start`` or from any own camp.
    """

    player: str
    hand: HandKind = HandKind.RECORDED
    cards: tuple[Card, ...] = ()
    path: tuple[Hex, ...] = ()
    to: Hex | None = None
    start: Hex | None = None

    @property
    def purse(self) -> tuple[Card, ...] | None:
        """The cards to judge with; None for the hand the table knows."""
        return {HandKind.RECORDED: None, HandKind.TYPED: self.cards, HandKind.ANY: ANY_HAND}[self.hand]

    def tapped(self, table: Table, at: Hex) -> "RefereeQuestion":
        """What is asked after a tap on a space.

        An own camp begins a route. While one is traced, a neighbour of its end goes on, a space of it cuts it back, and
        any other space asks for a way there from its start. With nothing traced, a space asks for the best way there.
        """
        path = self.path
        if at in path:
            return self.along(path[: path.index(at) + (0 if at == path[-1] else 1)])
        if path and are_adjacent(path[-1], at) and len(path) < MOST_PATH:
            return self.along((*path, at))
        camp = table.board.camps.get(at)
        if camp and camp.player == self.player:
            return self.along((at,))
        return replace(self, path=(), to=at, start=path[0] if path else self.start)

    def along(self, path: tuple[Hex, ...] = ()) -> "RefereeQuestion":
        """The same question about this path, to be changed space by space; without one, from the beginning."""
        return replace(self, path=path, to=None, start=None)

    def of(self, player: str) -> "RefereeQuestion":
        return replace(self, player=player, path=(), start=None)

    def paid_from(self, hand: HandKind) -> "RefereeQuestion":
        return replace(self, hand=hand)

    def with_card(self, card: Card) -> "RefereeQuestion":
        return replace(self, hand=HandKind.TYPED, cards=(*self.cards, card)[:MOST_TYPED])

    def without_card(self, place: int) -> "RefereeQuestion":
        return replace(self, cards=self.cards[:place] + self.cards[place + 1 :])

    def address(self, here: str, **more: str) -> str:
        spelled = {"player": self.player, "hand": self.hand.value}
        if self.cards:
            spelled["cards"] = ",".join(map(str, self.cards))
        if self.path:
            spelled["path"] = ";".join(f"{at.q},{at.r}" for at in self.path)
        for key, at in (("to", self.to), ("from", self.start)):
            if at is not None:
                spelled[key] = f"{at.q},{at.r}"
        return f"{here}{'&' if '?' in here else '?'}{urlencode({**spelled, **more}, safe=',;/:')}"


def read_asked(
    args: Mapping[str, str], table: Table, turn: str, usual: HandKind = HandKind.RECORDED
) -> tuple[RefereeQuestion, bool]:
    """What the address asks, and whether all of it was understood; what was not is left out. ``usual``: which cards
    are to pay where it does not say."""
    names = [player.name for player in table.players]
    player, hand = args.get("player", turn), args.get("hand", usual)
    path, cards = path_in(args.get("path", "")), _cards(args.get("cards", ""))
    to, start = (hex_in(text) if (text := args.get(key)) else None for key in ("to", "from"))
    understood = (
        player in names
        and hand in tuple(HandKind)
        and path is not None
        and cards is not None
        and not (to is None and args.get("to"))
    )
    asked = RefereeQuestion(
        player if player in names else turn,
        HandKind(hand) if hand in tuple(HandKind) else HandKind.RECORDED,
        cards or (),
        () if to is not None else path or (),
        to,
        start if to is not None else None,
    )
    return asked, understood


def path_in(text: str) -> tuple[Hex, ...] | None:
    texts = [one for one in text.split(";") if one]
    spaces = [hex_in(one) for one in texts[: MOST_PATH + 1]]
    path = tuple(at for at in spaces if at is not None)
    return path if len(path) == len(spaces) <= MOST_PATH else None


def _cards(text: str) -> tuple[Card, ...] | None:
    texts = [one for one in text.split(",") if one]
    read = [card_of(Node(one)) for one in texts[: MOST_TYPED + 1]]
    cards = tuple(card for card in read if card is not None)
    return cards if len(cards) == len(read) <= MOST_TYPED else None


def paying_cards() -> tuple[Card, ...]:
    """Every card there can be as far as paying goes: one terrain or two."""
    terrains = tuple(Terrain)
    single = [Card((Half(one),)) for one in terrains]
    double = [Card((Half(one), Half(other))) for i, one in enumerate(terrains) for other in terrains[i + 1 :]]
    return (*single, *double)
