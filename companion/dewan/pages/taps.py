"""What somebody has tapped so far on the screen of a table, as its address spells it."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from flask import request

from companion.dewan.drawing.map_words import hex_in
from companion.dewan.formats.cards import card_of
from companion.dewan.pages.choosing import MOST_POINTS, NEEDS
from companion.dewan.pages.referee_question import RefereeQuestion, path_in
from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import TERRAIN_CARDS, Need, Terrain
from companion.formats.faults import Node
from companion.rules.hexes import Hex

MOST_PLACES = 6
MOST_NEEDS = 12
UNSEEN = "?"
"""How addresses spell a card nobody has seen."""


@dataclass(frozen=True)
class TableTaps:
    """What somebody has tapped so far on this screen; it lives in the address, nothing of it is recorded."""

    take: int | None = None
    """The left one of the two places of the row that were taken."""
    came: Card | None = None
    """The first card that was laid out after it."""
    tell: int | None = None
    """A place of the row whose card is to be entered."""
    to: Hex | None = None
    start: Hex | None = None
    path: tuple[Hex, ...] = ()
    """The way that was traced, or chosen among those offered."""
    cards: tuple[Card, ...] = ()
    """What it is paid with, a joker for a card nobody has seen."""
    pay: int | None = None
    """The number of a price that is to be paid with another card."""
    who: str | None = None
    """Whose things are looked at, and whose way is asked about."""
    piles: bool = False
    """The piles are looked at."""
    terrain: Terrain | None = None
    """Of the card that is looked for."""
    story: int | None = None
    """A place of the Story row; 0 for the stack."""
    needs: tuple[Need, ...] = ()
    """What the Story tile that is looked for shows."""
    points: int | None = None
    zones: bool = False
    """Show where the zones are."""
    place: bool = False
    """Somebody wants to place a camp: show where, and for how many cards."""

    @property
    def destination(self) -> Hex | None:
        """Where the way leads; a traced one must have left its first space."""
        return self.to if self.to is not None else self.path[-1] if len(self.path) > 1 else None

    def address(self, here: str) -> str:
        """Of the screen after these taps, as far as a way is concerned."""
        spelled = {"who": self.who} if self.who else {}
        spelled |= {key: f"{at.q},{at.r}" for key, at in (("to", self.to), ("from", self.start)) if at is not None}
        if self.path:
            spelled["path"] = ";".join(f"{at.q},{at.r}" for at in self.path)
        if self.cards:
            spelled["cards"] = ",".join(UNSEEN if card == JOKER else str(card) for card in self.cards)
        if self.pay is not None:
            spelled["pay"] = str(self.pay)
        return f"{here}?{urlencode(spelled, safe=',;/:?')}" if spelled else here

    def at(self, table: Table, active: str, space: Hex) -> "TableTaps":
        """After a tap on a space: a route goes on as the referee's does (``RefereeQuestion.tapped``)."""
        traced = self.path if self.to is None else ()
        asked = RefereeQuestion(self.who or active, path=traced).tapped(table, space)
        other = self.who if self.who != active else None
        return TableTaps(to=asked.to, start=asked.start, path=asked.path, who=other)

    def known(self, table: Table) -> "TableTaps":
        """Without somebody who is not at this table."""
        return self if self.who in [player.name for player in table.players] else replace(self, who=None)

    def looking(self) -> "TableTaps":
        """What may be tapped where nothing can be recorded."""
        asked = replace(self, take=None, came=None, tell=None, story=None, place=False, pay=None)
        return asked if self.who else replace(asked, to=None, path=())


def tapped_so_far() -> TableTaps:
    """What the address says was tapped; anything else in it is left out of account."""
    place = request.args.get("story", type=int)
    return TableTaps(
        take=_place("take", MOST_PLACES - 1),
        came=_card("came"),
        tell=_place("tell", MOST_PLACES),
        to=_hex("to"),
        start=_hex("from"),
        path=path_in(request.args.get("path", "")) or (),
        cards=_paid(request.args.get("cards", "")),
        pay=request.args.get("pay", type=int),
        who=request.args.get("who"),
        piles="piles" in request.args,
        terrain=terrain_tapped(),
        needs=tuple(need for word in request.args.getlist("need")[:MOST_NEEDS] if (need := _need(word))),
        points=_place("points", MOST_POINTS),
        story=place if place is not None and 0 <= place <= MOST_PLACES else None,
        place="place" in request.args,
        zones="zones" in request.args,
    )


def _paid(text: str) -> tuple[Card, ...]:
    """Cards as they pay, one after the other; none where one of them is no card."""
    texts = text.split(",")[:TERRAIN_CARDS] if text else []
    cards = [JOKER if one == UNSEEN else card_of(Node(one)) for one in texts]
    return tuple(card for card in cards if card is not None) if None not in cards else ()


def _place(key: str, most: int) -> int | None:
    place = request.args.get(key, type=int)
    return place if place is not None and 1 <= place <= most else None


def terrain_tapped() -> Terrain | None:
    """Of the card that is looked for."""
    return next((one for one in Terrain if one == request.args.get("terrain")), None)


def _need(word: str) -> Need | None:
    return next((need for need in NEEDS if need == word), None)


def _card(key: str) -> Card | None:
    return card_of(Node(request.args.get(key), key))


def _hex(key: str) -> Hex | None:
    return hex_in(request.args.get(key, ""))
