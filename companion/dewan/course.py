"""What each entry of a game of Dewan brought about."""

from typing import TYPE_CHECKING

from companion.dewan.rules.play import News, NewsKind, Play
from companion.games.contract import Json
from companion.games.facts import Fact, FactKind
from companion.games.names import Places
from companion.games.scoreboard import Label
from companion.rules.hexes import Hex

if TYPE_CHECKING:
    pass

NAMES = Places(maps=("off_map", "secret", "starts", "stories", "typed"))

_EVENTS = ("place-marker", "discard-for-fish")
_KINDS = {
    NewsKind.EVENT: FactKind.EVENT,
    NewsKind.FINAL_CAMP: FactKind.MILESTONE,
    NewsKind.STORY_DONE: FactKind.MILESTONE,
    NewsKind.END_OF_GAME: FactKind.MILESTONE,
}


def facts(body: Json, after: Play) -> tuple[Fact, ...]:
    """Of an action: the way that was gone, and what then happened by itself."""
    player = body.get("player")
    given = player if isinstance(player, str) else None
    found = []
    if body.get("do") == "place-camp":
        path = body.get("path")
        spaces = tuple(Hex(*at) for at in path) if isinstance(path, list) else ()
        found.append(Fact(FactKind.ROUTE, Label("label.place-camp", {"player": given}), given, spaces))
    if body.get("do") in _EVENTS:
        found.append(Fact(FactKind.EVENT, Label(f"label.{body['do']}", {"player": given}), given))
    return (*found, *(_fact(news) for news in after.news if news.kind is not NewsKind.LOT), *_lots(after))


def _fact(news: News) -> Fact:
    label = Label(f"web.news.{news.kind}", {"player": news.player or "", "n": news.number})
    return Fact(_KINDS.get(news.kind, FactKind.NEWS), label, news.player)


def _lots(play: Play) -> list[Fact]:
    """Where odd berries fell (R-24)."""
    zones = [
        zone
        for news in play.news
        if news.kind is NewsKind.LOT
        for at in news.spaces
        if (zone := play.table.board.zone_at(at))
    ]
    return [
        Fact(FactKind.NEWS, Label("web.news.lot-zone", {"terrain": zone.terrain, "n": len(zone.spaces)}))
        for zone in zones
    ]
