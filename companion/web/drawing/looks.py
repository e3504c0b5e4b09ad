"""How the players of any game are drawn in lists and charts."""

from collections.abc import Mapping

from companion.games.scoreboard import Scoreboard
from companion.service.results import Result
from companion.web.drawing.players import HOUSE, CampLook, camp_look


def listed_looks(result: Result, shape: str) -> dict[str, CampLook]:
    """By player, without opening the table: a colour only its box could describe is drawn as a free one of ours."""
    free = [color for color in HOUSE if color not in result.colors]
    looks = {}
    for seat, (name, color) in enumerate(zip(result.players, result.colors, strict=True)):
        known = color in HOUSE or color.startswith("#")
        looks[name] = camp_look(color if known else free.pop(0) if free else "", seat, shape)
    return looks


def column_looks(board: Scoreboard, looks: Mapping[str, CampLook]) -> dict[str, CampLook]:
    """By column of the pad: a team is drawn like its first member."""
    return {column.name: looks[column.members[0]] for column in board.columns}
