"""Actions at a table of The River as JSON: ``{"do": "produce", "player": "Ana", "resource": "clay", "taken": 3}``."""

from companion.formats.actions import actions
from companion.river.formats.tiles import BUILDING, HELD, TILE
from companion.river.rules import actions as rules
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Tile

ACTION = actions(
    (
        rules.TakeTile,
        rules.Produce,
        rules.TakeFood,
        rules.Reserve,
        rules.Build,
        rules.TakeFigure,
        rules.Swap,
        rules.PlaceScout,
        rules.LayAside,
        rules.Exchange,
        rules.LayOut,
        rules.PlayRound,
        rules.CleanUp,
    ),
    {Tile: TILE, Building: BUILDING, Stock: HELD},
)
DO_WORDS = tuple(ACTION.kinds)
read_river_action, write_river_action = ACTION.parse, ACTION.write
