"""The games there are. Nothing else imports a game."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.dewan.plugin import DEWAN
from companion.games.plugin import GamePlugin
from companion.river.plugin import RIVER

if TYPE_CHECKING:
    from companion.games.contract import Game

PLUGINS: dict[str, GamePlugin] = {plugin.key: plugin for plugin in (DEWAN, RIVER)}
"""The one that is offered first in front."""

BY_FORMAT: Mapping[str, str] = {name: plugin.key for plugin in PLUGINS.values() for name in plugin.formats}
"""The game whose table record has this format."""

FIRST_HEADERS: Mapping[str, Mapping[str, object]] = {DEWAN.key: {"rules": 1}}
"""What the header of an old log stands for without saying it: a new one would be of the present edition."""


def all_games() -> "Mapping[str, Game]":
    """Everything that has a log, by its key: games, their boxes, evenings, leagues, and the people."""
    from companion.games.evening import EveningBook  # these are not needed to answer a question
    from companion.games.league import LeagueBook
    from companion.games.people import PeopleBook

    games = [game for plugin in PLUGINS.values() for game in plugin.games]
    return {game.key: game for game in (*games, PeopleBook(), EveningBook(), LeagueBook())}
