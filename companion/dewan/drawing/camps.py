"""How the camps of each player at a table of Dewan are drawn."""

from collections.abc import Sequence

from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box
from companion.web.drawing.looks import listed_looks
from companion.web.drawing.players import PlayerStyle


def player_styles(players: Sequence[Player], box: Box) -> dict[str, PlayerStyle]:
    """How each player's camps are drawn: our own colours as we draw them, others as the box describes them.

    A colour nobody has described is drawn as one of ours that is still free, so that no two players look alike.
    """
    colors = [player.color or "" for player in players]
    return listed_looks([player.name for player in players], colors, colors_in(box), "tent")


def colors_in(box: Box) -> dict[str, str]:
    return {color.name: color.rgb for color in box.colors}
