"""What each entry of a game of The River brought about."""

from companion.games.facts import Fact, FactKind
from companion.games.names import Places
from companion.games.scoreboard import Label
from companion.river.rules.ending import triggers
from companion.river.rules.table import Table
from companion.river.rules.words import MeadowKind, Resource

NAMES = Places(maps=("holds", "typed"), lists=("scouts",))
CLEAN_UP_NAMES = Places(maps=("built", "income", "returned", "settled", "tiles", "typed"), lists=("scouts",))
"""In a clean-up these objects are by player; elsewhere ``returned`` is a stock."""


def facts(before: Table, after: Table) -> tuple[Fact, ...]:
    """Bonus tiles and the end of the game are worth remembering."""
    found = [
        Fact(
            FactKind.MILESTONE, Label("river.fact.bonus", {"player": player.name, "n": len(player.bonus)}), player.name
        )
        for player in after.players
        if len(player.bonus) > _bonus_of(before, player.name)
    ]
    if after.round > before.round:
        found.append(Fact(FactKind.NEWS, Label("river.round-over", {"player": "", "n": before.round})))
    if after.over and not before.over:
        found.append(Fact(FactKind.MILESTONE, Label("web.news.end-of-game", {"player": "", "n": 0})))
    return tuple(found)


def _bonus_of(table: Table, name: str) -> int:
    return next((len(player.bonus) for player in table.players if player.name == name), 0)


def news(before: Table, after: Table) -> tuple[Label, ...]:
    """What people forget, said when it happens. Values that lie face down are not told (V-SECRET-02)."""
    said: list[Label] = []
    for old, new in zip(before.players, after.players, strict=True):
        name = new.name
        if len(new.bonus) > len(old.bonus):
            said.append(Label("river.news.bonus", {"player": name, "number": len(new.bonus)}))
        if new.scouts_owned > old.scouts_owned:
            said.append(Label("river.news.fifth-scout", {"player": name}))
        laid = range(len(old.tiles) + 1, len(new.tiles) + 1)
        if before.round:  # the tile chosen before the game covers no framed space of a round
            framed = after.board_of(new).framed or ()
            said += [Label("river.news.framed", {"player": name, "space": at}) for at in framed if at in laid]
        for at in laid:
            meadow = new.tiles[at - 1].meadow
            if meadow and meadow.kind is MeadowKind.GIFT and isinstance(meadow.shows, Resource):
                gained = new.resources.get(meadow.shows, 0) - old.resources.get(meadow.shows, 0)
                params = {"player": name, "number": max(0, gained), "resource": meadow.shows}
                said.append(Label("river.news.gift", params))
            elif meadow and meadow.kind is MeadowKind.CLEANUP and isinstance(meadow.shows, Resource):
                said.append(Label("river.news.cleanup", {"player": name, "resource": meadow.shows}))
    if triggers(after) and not triggers(before):
        said.append(Label("river.news.last-round"))
    return tuple(said)
