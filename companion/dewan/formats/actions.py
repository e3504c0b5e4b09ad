"""Actions of a game under way as JSON: ``{"do": "take-cards", "player": "Alix", "places": [3, 4]}``."""

from companion.dewan.formats.cards import CARD, HALF
from companion.dewan.formats.stories import NAMED_STORY
from companion.dewan.rules import actions as rules
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import StoryTile
from companion.formats.actions import actions
from companion.formats.faults import Node


def _check_route(node: Node, action: rules.PlaceCamp) -> None:
    if action.to is not None and action.path and action.path[-1] != action.to:
        node.child("to", None).fault("route.two-destinations")


ACTION = actions(
    (
        rules.TakeCards,
        rules.PlaceCamp,
        rules.TakeStory,
        rules.TuckCard,
        rules.PlaceMarker,
        rules.NoMarker,
        rules.DiscardForFish,
        rules.PileEmpty,
        rules.SlideUp,
        rules.TellCards,
        rules.Pass,
    ),
    {Card: CARD, Half: HALF, StoryTile: NAMED_STORY},
    {rules.PlaceCamp: _check_route},
)
DO_WORDS = tuple(ACTION.kinds)
read_action, write_action = ACTION.parse, ACTION.write
