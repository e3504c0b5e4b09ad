"""How the players of any game are drawn in lists and charts."""

from collections.abc import Mapping

from companion.games.scoreboard import Scoreboard
from companion.service.results import Result
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style


def listed_looks(result: Result, shape: str) -> dict[str, PlayerStyle]:
    """By player, without opening the table: a colour only its box could describe is drawn as a free one of ours."""
    free = [color for color in PALETTE if color not in result.colors]
    looks = {}
    for seat, (name, color) in enumerate(zip(result.players, result.colors, strict=True)):
        known = color in PALETTE or color.startswith("#")
        looks[name] = player_style(color if known else free.pop(0) if free else "", seat, shape)
    return looks


def column_looks(board: Scoreboard, looks: Mapping[str, PlayerStyle]) -> dict[str, PlayerStyle]:
    """By column of the pad: a team is drawn like its first member."""
    return {column.name: looks[column.members[0]] for column in board.columns}
