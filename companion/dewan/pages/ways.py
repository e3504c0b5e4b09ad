"""The ways to a destination somebody tapped: what each costs, who receives what, and what placing brings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.dewan.drawing.map_svg import Gift
from companion.dewan.drawing.map_svg import RouteDrawing as DrawnRoute
from companion.dewan.formats.actions import write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import JOKER, Card, Half
from companion.dewan.rules.payment import assign
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.routes import RouteVerdict, Toll
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Table
from companion.dewan.rules.turns import TAKES_STORY, TUCKS_CARD
from companion.dewan.rules.words import CAMPS_TO_PLACE, TERRAIN_CARDS, Terrain
from companion.rules.hexes import Hex
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.language import t


@dataclass(frozen=True)
class Price:
    """One card to pay: ``card`` of the hand, a joker for one nobody has seen, None where none is left for it.

    ``spaces``: how many of the path it pays for. ``place``: start, camp or way.
    """

    number: int
    toll: Toll
    card: Card | None
    spaces: int
    place: str

    @property
    def state(self) -> str:
        return "missing" if self.card is None else "any" if self.card == JOKER else "in-hand"

    @property
    def needed(self) -> Half | None:
        """What the card must show; None where any card will do."""
        return None if self.toll.needs is None else Half(self.toll.needs)

    @property
    def face(self) -> Card | None:
        """What to draw: the card that pays, else one that would; None where any would."""
        if self.card is not None and self.card != JOKER:
            return self.card
        return Card((self.needed,)) if self.needed else None


@dataclass(frozen=True)
class PricedWay:
    """A path with its price, card by card."""

    path: tuple[Hex, ...]
    prices: tuple[Price, ...]

    @property
    def to(self) -> Hex:
        return self.path[-1]

    @property
    def missing(self) -> dict[Terrain | None, int]:
        """How many cards of each kind the hand lacks."""
        needs = [price.toll.needs for price in self.prices if price.card is None]
        return {need: needs.count(need) for need in dict.fromkeys(needs)}

    def drawn(self, looks: Mapping[str, PlayerStyle], *, hand_known: bool = False) -> DrawnRoute:
        """On the map, with the numbers of its cards and flags where others receive one. ``hand_known``: what an unseen
        card of it may pay is marked."""
        gifts = [
            Gift(price.toll.at, t("web.table.to-player", player=price.toll.to), looks[price.toll.to])
            for price in self.prices
            if price.toll.to
        ]
        unseen = [price.toll.at for price in self.prices if hand_known and price.state == "any"]
        kind = "doubtful" if unseen else "chosen"
        return DrawnRoute(self.path, kind, [price.toll.at for price in self.prices], gifts, unseen)


@dataclass(frozen=True)
class PricedPlacement(PricedWay):
    """``gains``: what placing brings: berry, story, tuck, final, and cards drawn for completed stories."""

    gains: tuple[tuple[str, int], ...]
    entry: EntryRequest

    @property
    def sure(self) -> bool:
        """Paid with cards everybody has seen."""
        return all(price.state == "in-hand" for price in self.prices)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(price.card for price in self.prices if price.card is not None)


@dataclass(frozen=True)
class CardExchange:
    """Another card that could pay: a joker for one nobody has seen. ``cards``: what is then paid, toll by toll."""

    card: Card
    cards: tuple[Card, ...]
    chosen: bool

    @property
    def unseen(self) -> bool:
        return self.card == JOKER


@dataclass(frozen=True)
class Reach:
    """What a Camp costs on every space within reach. ``doubtful``: only if unseen cards are the right ones."""

    cards: Mapping[Hex, int]
    doubtful: frozenset[Hex] = frozenset()


def prices(path: tuple[Hex, ...], tolls: Sequence[Toll], cards: Sequence[Card | None]) -> tuple[Price, ...]:
    """What each of the cards pays for along the path."""
    firsts = [*(path.index(toll.at) for toll in tolls), len(path)]
    places = ("start", *("way",) * (len(tolls) - 2), "camp") if len(tolls) > 1 else ("start",)
    return tuple(
        Price(i + 1, toll, card, firsts[i + 1] - firsts[i], places[i])
        for i, (toll, card) in enumerate(zip(tolls, cards, strict=True))
    )


def reach_of(play: Play, player: str) -> Reach:
    """As far as the known hand goes; further only with unseen cards."""
    table = play.table
    perhaps = {route.to: route.cards for route in game.find_routes(table, player, play.payable(player))}
    if play.camps_only:
        return Reach(perhaps)
    sure = {route.to: route.cards for route in game.find_routes(table, player, table.player(player).hand)}
    return Reach(perhaps | sure, frozenset(perhaps.keys() - sure.keys()))


def placements(
    play: Play,
    player: str,
    to: Hex,
    start: Hex | None = None,
    path: tuple[Hex, ...] = (),
    cards: tuple[Card, ...] = (),
) -> tuple[PricedPlacement, ...]:
    """The shortest ways to pay for a Camp on a space, one for each price: those the known hand pays for come first.

    A ``path`` somebody chose comes before all others, paid with ``cards`` if they can pay for it.
    """
    table, hand = play.table, play.payable(player)
    if play.camps_only:
        return tuple(_camp(play, player, route.path) for route in game.find_routes(table, player, hand, to))
    known = table.player(player).hand
    paths = [route.path for route in game.route_alternatives(table, player, known, to, start)]
    paths += [route.path for route in game.route_alternatives(table, player, hand, to, start)]
    own = set(table.board.camps_of(player))
    # A route that runs through another own camp is only a longer way from that one.
    paths = [one for one in paths if not own & set(one[1:])]
    by_price: dict[object, tuple[Hex, ...]] = {}
    for one in (path, *paths) if path else paths:
        by_price.setdefault(_price(table, player, one), one)
    return tuple(
        found
        for one in by_price.values()
        if (found := _placement(play, player, one, cards if one == path else ())) is not None
    )


def _price(table: Table, player: str, path: tuple[Hex, ...]) -> object:
    """What the cards must show and who receives them: to the game, ways of one price are all the same."""
    return tuple(sorted((str(toll.needs or ""), toll.to or "") for toll in game.check_route(table, player, path).cost))


def _placement(play: Play, player: str, path: tuple[Hex, ...], cards: tuple[Card, ...]) -> PricedPlacement | None:
    hand = play.payable(player)
    verdict = game.check_route(play.table, player, path, hand)
    if not verdict.legal or verdict.payment is None:
        return None
    if not _can_pay(verdict.cost, cards) or Counter(cards) - Counter(hand):
        cards = tuple(paid.card for paid in verdict.payment)
    action = PlaceCamp(player, path[-1], path, tuple(None if card == JOKER else card for card in cards))
    entry = EntryRequest("action", write_action(action))
    return PricedPlacement(path, prices(path, verdict.cost, cards), _gains(play, action), entry)


def _can_pay(tolls: Sequence[Toll], cards: Sequence[Card]) -> bool:
    """One card for each, in this order."""
    return len(tolls) == len(cards) and all(
        toll.needs is None or card.shows(toll.needs) for toll, card in zip(tolls, cards, strict=True)
    )


def _camp(play: Play, player: str, path: tuple[Hex, ...]) -> PricedPlacement:
    """Where only Camps are recorded, the way there and its cards are nobody's business."""
    verdict = game.check_route(play.table, player, path, play.payable(player))
    action = PlaceCamp(player, path[-1])
    found = prices(path, verdict.cost, [JOKER] * len(verdict.cost))
    return PricedPlacement(path, found, _gains(play, action), EntryRequest("action", write_action(action)))


def exchanges(hand: Sequence[Card], way: PricedPlacement, number: int) -> tuple[CardExchange, ...]:
    """The cards that could pay the price with this number, known ones first; the other prices are still paid, with the
    same cards as far as they can be."""
    if not 1 <= number <= len(way.prices):
        return ()
    paid, place = way.cards, number - 1
    found = []
    for card in dict.fromkeys(sorted(hand, key=lambda card: card == JOKER)):
        cards = (*paid[:place], card, *paid[place + 1 :])
        if Counter(cards) - Counter(hand):  # it pays elsewhere: that price needs another card
            cards = _reassigned(way, hand, place, card)
        if _can_pay([price.toll for price in way.prices], cards):
            found.append(CardExchange(card, cards, card == paid[place]))
    return tuple(found)


def _reassigned(way: PricedPlacement, hand: Sequence[Card], place: int, card: Card) -> tuple[Card, ...]:
    left = list(hand)
    left.remove(card)
    others = [price.toll.needs for i, price in enumerate(way.prices) if i != place]
    pays = [left[i] for i in assign(others, left).card_for if i is not None]
    return (*pays[:place], card, *pays[place:])


def _gains(play: Play, action: PlaceCamp) -> tuple[tuple[str, int], ...]:
    """What the rules will bring about after the camp, as far as no decision is in between."""
    gains: list[tuple[str, int]] = []
    after = game.apply(play, action)
    counts = {news.kind: news.number for news in after.news if news.player in (None, action.player)}
    if NewsKind.BERRY in counts:
        gains.append(("berry", 1))
    ordinal = after.camps_placed(action.player)
    if ordinal in TAKES_STORY:
        gains.append(("story", 1))
    elif ordinal in TUCKS_CARD:
        gains.append(("tuck", 1))
    elif ordinal == CAMPS_TO_PLACE:
        gains.append(("final", 1))
    if drawn := len(_just_completed(play, after, action.player)):
        gains.append(("draw", drawn))
    return tuple(gains)


def completed_by(play: Play, way: PricedWay) -> tuple[int, ...]:
    """The stories the route would complete."""
    player = play.next.player
    after = game.apply(play, PlaceCamp(player, way.to, way.path, None, len(way.prices)))
    return _just_completed(play, after, player)


def _just_completed(before: Play, after: Play, player: str) -> tuple[int, ...]:
    """A card is drawn for each tile that is completed now, not for those that were before (D-EOT-02)."""
    done = [story.done for story in before.table.player(player).stories]
    checks = check_stories(after.table, player)
    return tuple(i for i, check in enumerate(checks) if (check.complete or check.story.done) and not done[i])


def why_not(play: Play, player: str, to: Hex, path: tuple[Hex, ...] = ()) -> RouteVerdict:
    """The path, or else the cheapest way there is, hand or no hand, judged: it says what is missing, or why nobody may
    stand there."""
    table = play.table
    if not path:
        ways = game.find_routes(table, player, (JOKER,) * TERRAIN_CARDS, to)
        camps = table.board.camps_of(player)
        path = ways[0].path if ways else (camps[0], to) if camps else (to,)
    return game.check_route(table, player, path, play.payable(player))
