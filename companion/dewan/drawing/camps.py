"""How the camps of each player at a table of Dewan are drawn."""

from collections.abc import Sequence

from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box
from companion.web.drawing.players import HOUSE, CampLook, camp_look


def camp_looks(players: Sequence[Player], box: Box) -> dict[str, CampLook]:
    """How each player's camps are drawn: our own colours as we draw them, others as the box describes them.

    A colour nobody has described is drawn as one of ours that is still free, so that no two players look alike.
    """
    rgb = {color.name: color.rgb for color in box.colors}
    told = [player.color or "" for player in players]
    free = [color for color in HOUSE if color not in told]
    looks = {}
    for seat, player in enumerate(players):
        color = told[seat] if told[seat] in HOUSE else rgb.get(told[seat], told[seat])
        if color not in HOUSE and not color.startswith("#"):
            color = free.pop(0)
        looks[player.name] = camp_look(color, seat)
    return looks
