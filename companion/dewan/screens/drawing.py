"""What the map of the table screen shows: where one can go, the way there, or where an odd berry has just fallen."""

from collections.abc import Callable, Mapping

from companion.dewan.drawing.map_svg import Gift, MapView, Route
from companion.dewan.rules.play import NewsKind
from companion.dewan.screens.table import TableScreen, Tapped
from companion.rules.hexes import Hex
from companion.web.drawing.players import CampLook

GiftText = Callable[[str], str]
"""``gift_text(player)``: what the flag at a crossed camp says."""


def table_map(
    screen: TableScreen,
    tapped: Tapped,
    looks: Mapping[str, CampLook],
    link: Callable[[Hex], str] | None,
    gift_text: GiftText,
) -> MapView:
    board = screen.play.table.board
    best = screen.routes[0] if screen.routes else None
    routes = []
    if best:
        gifts = [
            Gift(toll.toll.at, gift_text(toll.toll.to), looks[toll.toll.to]) for toll in best.tolls if toll.toll.to
        ]
        routes.append(Route(best.route.path, "chosen", [toll.toll.at for toll in best.tolls], gifts))
    faults = {at: i for i, reason in enumerate(_reasons(screen), 1) for at in reason}
    return MapView(
        board,
        looks=looks,
        eligible=screen.reach if tapped.place and not best else (),
        chosen=[tapped.to] if tapped.to is not None and board.has(tapped.to) else (),
        faults=faults,
        zones=[zone.spaces for zone in board.zones] if tapped.zones else _lots(screen),
        routes=routes,
        planned_camps={best.route.to: screen.player.name} if best else {},
        numbers=screen.reach if tapped.place and not best else {},
        link=link,
    )


def _reasons(screen: TableScreen) -> list[tuple[Hex, ...]]:
    return [reason.spaces for reason in screen.blocked.reasons] if screen.blocked else []


def _lots(screen: TableScreen) -> list[tuple[Hex, ...]]:
    """The zones odd berries have just fallen to by lot."""
    board = screen.play.table.board
    fallen = [at for news in screen.play.news if news.kind is NewsKind.LOT for at in news.spaces]
    return [zone.spaces for at in fallen if (zone := board.zone_at(at))]
