"""The ways to a destination somebody tapped: what each costs, who receives what, and what placing brings."""

from dataclasses import dataclass

from companion.dewan.formats.actions import write_action
from companion.dewan.rules import game
from companion.dewan.rules.actions import PlaceCamp
from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.finder import Route
from companion.dewan.rules.play import NewsKind, Play
from companion.dewan.rules.routes import RouteVerdict, Toll
from companion.dewan.rules.stories import check_stories
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.turns import TAKES_STORY, TUCKS_CARD
from companion.dewan.rules.words import CAMPS_TO_PLACE
from companion.rules.hexes import Hex
from companion.web.entry import Entry


@dataclass(frozen=True)
class TollView:
    """One card to pay; ``card`` None: a card nobody has seen. ``spaces``: how many of the path it pays for."""

    number: int
    toll: Toll
    card: Card | None
    spaces: int
    place: str


@dataclass(frozen=True)
class RouteView:
    route: Route
    verdict: RouteVerdict
    tolls: tuple[TollView, ...]
    gains: tuple[tuple[str, int], ...]
    """What placing brings: berry, story, tuck, final, and cards drawn for completed stories."""
    entry: Entry


def purse(player: Player) -> tuple[Card, ...]:
    """The cards a player can pay with as far as the table knows: unseen ones may be anything."""
    return player.hand + (JOKER,) * player.hidden_cards


def routes_to(play: Play, table: Table, player: str, to: Hex, first_from: Hex | None) -> tuple[RouteView, ...]:
    """The best route from each own camp that can reach the space, the cheapest of all first."""
    cards = purse(table.player(player))
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
    return tuple(_route_view(play, table, player, route) for route in found)


def _route_view(play: Play, table: Table, player: str, route: Route) -> RouteView:
    verdict = game.check_route(table, player, route.path, purse(table.player(player)))
    cards = tuple(None if paid.card == JOKER else paid.card for paid in verdict.payment or ())
    tolls = []
    for i, (toll, card) in enumerate(zip(verdict.cost, cards, strict=True)):
        after = verdict.cost[i + 1].at if i + 1 < len(verdict.cost) else None
        first = route.path.index(toll.at)
        spaces = (route.path.index(after) if after is not None else len(route.path)) - first
        place = "start" if i == 0 else "camp" if after is None else "way"
        tolls.append(TollView(i + 1, toll, card, spaces, place))
    action = PlaceCamp(player, route.to, route.path, cards)
    return RouteView(route, verdict, tuple(tolls), _gains(play, action), Entry("action", write_action(action)))


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


def completed_by(play: Play, view: RouteView) -> tuple[int, ...]:
    """The stories the route would complete."""
    player = play.next.player
    after = game.apply(play, PlaceCamp(player, view.route.to, view.route.path, None, len(view.tolls)))
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
    return game.check_route(table, player, path, purse(table.player(player)))
