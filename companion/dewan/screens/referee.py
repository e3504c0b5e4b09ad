"""Can you really get there? One route, traced or asked for, judged; what it costs, and the cheapest way that is legal.

Everything is asked through ``rules.dewan.game``, as ``companion ask`` does: the two never disagree.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from companion.dewan.formats.actions import write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import JOKER, Card, Half
from companion.dewan.rules.finder import Route
from companion.dewan.rules.payment import assign
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.routes import RouteVerdict, Toll
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import MOST_PATH, TERRAIN_CARDS, Landmark, Terrain
from companion.dewan.screens.ways import purse
from companion.rules.hexes import Hex, are_adjacent, shortest_chain
from companion.web.screens.entry import Entry

ANY_HAND = (JOKER,) * TERRAIN_CARDS
MOST_TYPED = 20


class HandKind(StrEnum):
    """Which cards are to pay."""

    RECORDED = "recorded"
    TYPED = "typed"
    ANY = "any"


@dataclass(frozen=True)
class Asked:
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


class Word(StrEnum):
    """The verdict in a word. ``DEPENDS``: on cards in hand that nobody has seen."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    DEPENDS = "depends"


@dataclass(frozen=True)
class Price:
    """One card to pay: ``card`` of the hand, or None where none is left for it. ``spaces``: how many it pays for."""

    number: int
    toll: Toll
    card: Card | None
    spaces: int

    @property
    def state(self) -> str:
        return "missing" if self.card is None else "any" if self.card == JOKER else "in-hand"

    @property
    def face(self) -> Card | None:
        """What to draw: the card that pays, else one that would; None where any would."""
        if self.card is not None and self.card != JOKER:
            return self.card
        return None if self.toll.needs is None else Card((Half(self.toll.needs),))


@dataclass(frozen=True)
class Way:
    path: tuple[Hex, ...]
    prices: tuple[Price, ...]

    @property
    def missing(self) -> dict[Terrain | None, int]:
        """How many cards of each kind the hand lacks."""
        needs = [price.toll.needs for price in self.prices if price.card is None]
        return {need: needs.count(need) for need in dict.fromkeys(needs)}


@dataclass(frozen=True)
class Ruling:
    """What the referee says about ``path``."""

    path: tuple[Hex, ...]
    verdict: RouteVerdict
    word: Word
    hidden: tuple[Toll, ...]
    """What the unseen cards of the hand would have to pay for it to be legal."""
    way: Way | None
    """The price of the path; None when it has none, being no route at all."""
    better: Way | None
    """The cheapest legal way to the same space, where that is another one; with what the hand lacks for it."""


def found_path(table: Table, asked: Asked) -> tuple[Hex, ...]:
    """The path to judge for somebody who names a destination only: the best way the hand can pay for; else the one it
    lacks least for; else the straightest way there is, so that the verdict says what stands in it."""
    to = asked.to
    if to is None:
        return ()
    if best := _cheapest(table, asked, to, asked.start):
        return best.path
    board = table.board
    camps = board.camps_of(asked.player) if asked.start is None else (asked.start,)
    barred = (Landmark.LAVA, Landmark.VOLCANO)
    open_ground = {at for at, ground in board.ground.items() if ground not in barred} | {to}
    others = [at for at in camps if at != to]
    chain = shortest_chain(others, {to}, open_ground) or shortest_chain(others, {to}, board.printed)
    return chain or ((others[0], to) if others else (to,))


def _cheapest(table: Table, asked: Asked, to: Hex, start: Hex | None = None) -> Route | None:
    """Paid with the cards asked about; else with the unseen ones of the hand; else with whatever it takes."""
    purses: list[tuple[Card, ...] | None] = [asked.purse, ANY_HAND]
    if asked.hand is HandKind.RECORDED:
        purses.insert(1, purse(table.player(asked.player)))
    for cards in purses:
        found = game.find_routes(table, asked.player, cards, to, start)
        if found:
            return found[0]
    return None


def rule_on(table: Table, asked: Asked) -> Ruling | None:
    """None while less than a start and a destination are known."""
    path = asked.path if asked.to is None else found_path(table, asked)
    if not path or (len(path) == 1 and asked.to is None):
        return None
    verdict = game.check_route(table, asked.player, path, asked.purse)
    unseen = table.player(asked.player).hidden_cards if asked.hand is HandKind.RECORDED else 0
    hidden = verdict.missing if len(verdict.missing) <= unseen else ()
    word = Word.LEGAL if verdict.legal else Word.DEPENDS if hidden else Word.ILLEGAL
    sound = verdict.legal or bool(verdict.missing)
    return Ruling(
        path,
        verdict,
        word,
        hidden,
        _way(table, asked, path, verdict) if sound else None,
        _better(table, asked, path, verdict),
    )


def _better(table: Table, asked: Asked, path: tuple[Hex, ...], verdict: RouteVerdict) -> Way | None:
    route = _cheapest(table, asked, path[-1]) if len(path) > 1 else None
    if route is None or route.path == path:
        return None
    better = game.check_route(table, asked.player, route.path, asked.purse)
    if verdict.legal and (not better.legal or route.cards >= len(verdict.cost)):
        return None
    if verdict.missing and len(better.missing) >= len(verdict.missing) and route.cards >= len(verdict.cost):
        return None
    return _way(table, asked, route.path, better)


def _way(table: Table, asked: Asked, path: tuple[Hex, ...], verdict: RouteVerdict) -> Way:
    cards = table.player(asked.player).hand if asked.purse is None else asked.purse
    paid = assign([toll.needs for toll in verdict.cost], cards).card_for
    prices = []
    for i, (toll, card) in enumerate(zip(verdict.cost, paid, strict=True)):
        after = path.index(verdict.cost[i + 1].at) if i + 1 < len(verdict.cost) else len(path)
        spaces = after - path.index(toll.at)
        prices.append(Price(i + 1, toll, None if card is None else cards[card], spaces))
    return Way(path, tuple(prices))


def tap(table: Table, asked: Asked, at: Hex) -> Asked:
    """What is asked after a tap on a space.

    An own camp begins a route. While one is traced, a neighbour of its end goes on, a space of it cuts it back, and
    any other space asks for a way there from its start. With nothing traced, a space asks for the best way there.
    """
    path = asked.path
    if at in path:
        cut = path.index(at) + (0 if at == path[-1] else 1)
        return replace(asked, path=path[:cut], to=None, start=None)
    if path and are_adjacent(path[-1], at) and len(path) < MOST_PATH:
        return replace(asked, path=(*path, at), to=None, start=None)
    camp = table.board.camps.get(at)
    if camp and camp.player == asked.player:
        return replace(asked, path=(at,), to=None, start=None)
    return replace(asked, path=(), to=at, start=path[0] if path else asked.start)


def amend(asked: Asked, path: tuple[Hex, ...]) -> Asked:
    """The same question about this path, to be changed space by space."""
    return replace(asked, path=path, to=None, start=None)


def without_route(asked: Asked) -> Asked:
    return replace(asked, path=(), to=None, start=None)


def with_card(asked: Asked, card: Card) -> Asked:
    cards = (*asked.cards, card)[:MOST_TYPED]
    return replace(asked, hand=HandKind.TYPED, cards=cards)


def without_card(asked: Asked, place: int) -> Asked:
    return replace(asked, cards=asked.cards[:place] + asked.cards[place + 1 :])


def paying_cards() -> tuple[Card, ...]:
    """Every card there can be as far as paying goes: one terrain or two."""
    terrains = tuple(Terrain)
    single = [Card((Half(one),)) for one in terrains]
    double = [Card((Half(one), Half(other))) for i, one in enumerate(terrains) for other in terrains[i + 1 :]]
    return (*single, *double)


def record_entry(play: Play, asked: Asked, ruling: Ruling) -> Entry | None:
    """What records the camp with this path, legal or not: what was done on the table was done.

    None when it is not this player's turn, or when the path could not be walked on any table.
    """
    if (play.next.kind, play.next.player) != (StepKind.TURN, asked.player):
        return None
    path = ruling.path
    if len(path) < 2 or not all(play.table.board.has(at) for at in path) or path[-1] in play.table.board.camps:
        return None
    payment = ruling.verdict.payment
    cards = None
    if payment and asked.hand is not HandKind.ANY:
        cards = tuple(paid.card for paid in payment)
    action = PlaceCamp(asked.player, path[-1], path, cards, None if cards or not payment else len(payment))
    return Entry("action", write_action(action))
