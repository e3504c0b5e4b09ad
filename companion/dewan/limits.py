"""What was played against the rules is recorded, but nobody can put down a piece the box does not hold.

Without this, a game could come to where no record, and so no correction, could describe it any more.
"""

from collections import Counter

from companion.dewan.formats.course import MOST_STEPS
from companion.dewan.rules.play import Play
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    FISH_TOKENS,
    MARKERS,
    STORY_SPACES,
    TERRAIN_CARDS,
    TUCK_SPOTS,
)
from companion.games.contract import CannotPlay
from companion.rules.verdict import Reason

MOST_BERRIES = 99
MOST_PILE = 999


def refuse_what_no_table_shows(play: Play) -> None:
    """Raises CannotPlay."""
    if not play.steps:
        raise CannotPlay(Reason("turn.game-over", "D-END-01"))
    if len(play.steps) > MOST_STEPS:
        raise CannotPlay(Reason("play.too-much-open", "D-TURN-04", params={"most": MOST_STEPS}))
    table = play.table
    for player in table.players:
        name = {"player": player.name}
        if play.camps_placed(player.name) > CAMPS_TO_PLACE:
            raise CannotPlay(Reason("route.no-camp-left", "D-ROUTE-15", params=name))
        if len(player.stories) > STORY_SPACES:
            raise CannotPlay(Reason("story.no-space", "D-EFF-03", params={**name, "most": STORY_SPACES}))
        if len(player.tucked) > TUCK_SPOTS:
            raise CannotPlay(Reason("tuck.no-spot", "D-EFF-04", params={**name, "most": TUCK_SPOTS}))
        if max(len(player.hand), player.hidden_cards) > TERRAIN_CARDS:
            raise CannotPlay(Reason("hand.too-many", "D-CARD-01", params={**name, "most": TERRAIN_CARDS}))
        if player.berries > MOST_BERRIES or player.fish > FISH_TOKENS:
            raise CannotPlay(Reason("table.too-many-tokens", "D-SETUP-03", params=name))
    if max(Counter(table.board.markers.values()).values(), default=0) > MARKERS:
        raise CannotPlay(Reason("map.too-many-markers", "D-EVENT-07", params={"most": MARKERS}))
    if max(table.piles.draw or 0, table.piles.supply or 0, table.piles.discard or 0) > MOST_PILE:
        raise CannotPlay(Reason("table.too-many-cards", "D-CARD-01", params={"most": MOST_PILE}))
