"""Which cards lay in which photo: kept with the box, so that another photo of the same cards does not double them."""

from collections import Counter
from collections.abc import Mapping

from companion.dewan.box_pieces import CountedCards
from companion.dewan.formats.cards import CARD
from companion.dewan.rules.words import TERRAIN_CARDS
from companion.formats.faults import Node
from companion.formats.fields import TEXT
from companion.formats.objects import ListOf, Object, required

MOST_PHOTOS, MOST_CARDS = 200, 2 * TERRAIN_CARDS

_CARDS = ListOf(CARD, MOST_CARDS)
_PHOTO = Object(
    lambda key, cards, added: (key, CountedCards(Counter(cards), Counter(added))),
    {"key": required(TEXT), "cards": required(_CARDS), "added": required(_CARDS)},
    parts=lambda pair: {
        "key": pair[0],
        "cards": list(Counter(pair[1].cards).elements()),
        "added": list(Counter(pair[1].added).elements()),
    },
)
_PHOTOS = ListOf(_PHOTO, MOST_PHOTOS)


def read_counted(node: Node) -> dict[str, CountedCards]:
    """Faults are noted on the node."""
    return dict(_PHOTOS.read(node) or ())


def write_counted(counted: Mapping[str, CountedCards]) -> object:
    return _PHOTOS.write(counted.items())
