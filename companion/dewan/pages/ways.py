"""The ways to a destination somebody tapped: what each costs, who receives what, and what placing brings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.dewan.drawing.map_svg import Gift
from companion.dewan.drawing.map_svg import RouteDrawing as DrawnRoute
from companion.dewan.formats.actions import write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import JOKER, Card, Half
from companion.dewan.rules.finder import Route
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.routes import RouteVerdict, Toll
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.turns import TAKES_STORY, TUCKS_CARD
from companion.dewan.rules.words import CAMPS_TO_PLACE, Terrain
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
    def face(self) -> Card | None:
        """What to draw: the card that pays, else one that would; None where any would."""
        if self.card is not None and self.card != JOKER:
            return self.card
        return None if self.toll.needs is None else Card((Half(self.toll.needs),))


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

    def drawn(self, looks: Mapping[str, PlayerStyle]) -> DrawnRoute:
        """On the map, with the numbers of its cards and flags where others receive one."""
        gifts = [
            Gift(price.toll.at, t("web.table.to-player", player=price.toll.to), looks[price.toll.to])
            for price in self.prices
            if price.toll.to
        ]
        return DrawnRoute(self.path, "chosen", [price.toll.at for price in self.prices], gifts)


@dataclass(frozen=True)
class PricedPlacement(PricedWay):
    """``gains``: what placing brings: berry, story, tuck, final, and cards drawn for completed stories."""

    gains: tuple[tuple[str, int], ...]
    entry: EntryRequest


def prices(path: tuple[Hex, ...], tolls: Sequence[Toll], cards: Sequence[Card | None]) -> tuple[Price, ...]:
    """What each of the cards pays for along the path."""
    firsts = [*(path.index(toll.at) for toll in tolls), len(path)]
    places = ("start", *("way",) * (len(tolls) - 2), "camp") if len(tolls) > 1 else ("start",)
    return tuple(
        Price(i + 1, toll, card, firsts[i + 1] - firsts[i], places[i])
        for i, (toll, card) in enumerate(zip(tolls, cards, strict=True))
    )


def payable_cards(player: Player) -> tuple[Card, ...]:
    """The cards a player can pay with as far as the table knows: unseen ones may be anything."""
    return player.hand + (JOKER,) * player.hidden_cards


def routes_to(play: Play, table: Table, player: str, to: Hex, first_from: Hex | None) -> tuple[PricedPlacement, ...]:
    """The best route from each own camp that can reach the space, the cheapest of all first."""
    cards = payable_cards(table.player(player))
    found = [
        route
        for start in table.board.camps_of(player)
        for route in game.find_routes(table, player, cards, to, start)
        if route.path[0] == start
    ]
    # A route that runs through another own camp is only a longer way from that one.
    own = set(table.board.camps_of(player))
    found = [route for route in found if not own & set(route.path[1:])]
    found.sort(key=lambda route: (route.path[0] != first_from, route.cards, route.given, len(route.path)))
    return tuple(_placing(play, table, player, route) for route in found)


def _placing(play: Play, table: Table, player: str, route: Route) -> PricedPlacement:
    verdict = game.check_route(table, player, route.path, payable_cards(table.player(player)))
    cards = tuple(paid.card for paid in verdict.payment or ())
    action = PlaceCamp(player, route.to, route.path, tuple(None if card == JOKER else card for card in cards))
    entry = EntryRequest("action", write_action(action))
    return PricedPlacement(route.path, prices(route.path, verdict.cost, cards), _gains(play, action), entry)


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
    if drawn := len(_completed(after.table, action.player)):
        gains.append(("draw", drawn))
    return tuple(gains)


def completed_by(play: Play, way: PricedWay) -> tuple[int, ...]:
    """The stories the route would complete."""
    player = play.next.player
    after = game.apply(play, PlaceCamp(player, way.to, way.path, None, len(way.prices)))
    before = _completed(play.table, player)
    return tuple(i for i in _completed(after.table, player) if i not in before)


def _completed(table: Table, player: str) -> tuple[int, ...]:
    return tuple(i for i, check in enumerate(check_stories(table, player)) if check.complete or check.story.done)


def why_not(table: Table, player: str, to: Hex) -> RouteVerdict:
    """The cheapest way there is, hand or no hand, judged: it says what is missing, or why nobody may stand there."""
    any_hand = (JOKER,) * 40
    ways = game.find_routes(table, player, any_hand, to)
    camps = table.board.camps_of(player)
    path = ways[0].path if ways else (camps[0], to) if camps else (to,)
    return game.check_route(table, player, path, payable_cards(table.player(player)))
