"""How the camps of each player at a table of Dewan are drawn."""

from collections.abc import Sequence

from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box
from companion.web.drawing.players import PALETTE, PlayerStyle, player_style


def player_styles(players: Sequence[Player], box: Box) -> dict[str, PlayerStyle]:
    """How each player's camps are drawn: our own colours as we draw them, others as the box describes them.

    A colour nobody has described is drawn as one of ours that is still free, so that no two players look alike.
    """
    rgb = {color.name: color.rgb for color in box.colors}
    given = [player.color or "" for player in players]
    free = [color for color in PALETTE if color not in given]
    looks = {}
    for seat, player in enumerate(players):
        color = given[seat] if given[seat] in PALETTE else rgb.get(given[seat], given[seat])
        if color not in PALETTE and not color.startswith("#"):
            color = free.pop(0)
        looks[player.name] = player_style(color, seat)
    return looks
