"""How the players of any game are drawn in lists and charts."""

from collections.abc import Mapping, Sequence

from companion.games.scoreboard import Scoreboard
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style


def listed_looks(
    players: Sequence[str], colors: Sequence[str], in_box: Mapping[str, str], shape: str
) -> dict[str, PlayerStyle]:
    """By player, without opening the table. ``in_box``: ``#rrggbb`` of the colours its box describes; one that nobody
    describes is drawn as a free one of ours."""
    free = [color for color in PALETTE if color not in colors]
    looks = {}
    for seat, (name, given) in enumerate(zip(players, colors, strict=True)):
        color = given if given in PALETTE else in_box.get(given, given)
        known = color in PALETTE or color.startswith("#")
        looks[name] = player_style(color if known else free.pop(0) if free else "", seat, shape)
    return looks


def column_looks(board: Scoreboard, looks: Mapping[str, PlayerStyle]) -> dict[str, PlayerStyle]:
    """By column of the pad: a team is drawn like its first member."""
    return {column.name: looks[column.members[0]] for column in board.columns}
