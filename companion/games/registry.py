"""The games by their key."""

from collections.abc import Mapping

from companion.games.box import BoxKeeping
from companion.games.contract import Game
from companion.games.dewan import Dewan

GAMES: Mapping[str, Game] = {game.key: game for game in (Dewan(), BoxKeeping())}
