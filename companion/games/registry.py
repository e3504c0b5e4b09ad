"""The games by their key."""

from collections.abc import Mapping

from companion.dewan.box import BoxKeeping
from companion.dewan.game import Dewan
from companion.games.contract import Game
from companion.games.people import PeopleBook
from companion.river.box import RiverBoxKeeping
from companion.river.game import River

GAMES: Mapping[str, Game] = {
    game.key: game for game in (Dewan(), River(), BoxKeeping(), RiverBoxKeeping(), PeopleBook())
}

BY_FORMAT: Mapping[str, str] = {"dewan-table/1": "dewan", "river-table/1": "river"}
"""The game whose table record has this format."""
