"""What people do at the table: a frozen value for each decision. Its JSON follows from it (``formats/actions.py``).

Everything that is not known is None; the table may say as much as it likes.
"""

from dataclasses import dataclass
from typing import Annotated

from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import MOST_PATH, ROW_LENGTH, STORY_ROW_LENGTH, STORY_SPACES, TERRAIN_CARDS
from companion.rules.hexes import Hex
from companion.rules.limits import ALWAYS_WRITTEN, Range, Size

RowPlace = Annotated[int, Range(0, ROW_LENGTH)]
StoryPlace = Annotated[int, Range(1, STORY_ROW_LENGTH)]


@dataclass(frozen=True)
class TakeCards:
    """Take 2 cards. ``places``: their positions in the row, 1 next to the draw pile, 0 for the pile itself (D-TAKE-02).

    ``refill``: the cards then laid out, in that order.
    """

    player: str
    places: Annotated[tuple[RowPlace, ...], Size(2, least=2)] | None = None
    refill: Annotated[tuple[Card | None, ...], Size(ROW_LENGTH)] = ()


@dataclass(frozen=True)
class PlaceCamp:
    """Place a Camp. ``cards`` pay for the path toll by toll, None for one that was not told; ``paid`` is their number
    where only that is known.

    ``berry`` says whether one was taken where the map is not recorded.
    """

    player: str
    to: Hex | None = None
    path: Annotated[tuple[Hex, ...], Size(MOST_PATH)] | None = None
    cards: Annotated[tuple[Card | None, ...], Size(TERRAIN_CARDS)] | None = None
    paid: Annotated[int, Range(0, TERRAIN_CARDS)] | None = None
    berry: bool = False


@dataclass(frozen=True)
class TakeStory:
    """A Story tile from ``place`` 1 to 5 of the row, or unseen from the stack (``place`` None).

    ``refill`` is the tile that came into the row after it.
    """

    player: str
    place: StoryPlace | None = None
    tile: StoryTile | None = None
    refill: StoryTile | None = None


@dataclass(frozen=True)
class TuckCard:
    """Slide a card under the Tribe board so that the half ``shows`` is visible; both None to decline (R-51).

    ``card`` None with a half told: the card came from the unseen part of the hand.
    """

    player: str
    card: Card | None = None
    shows: Half | None = None


@dataclass(frozen=True)
class PlaceMarker:
    """The event of Downpour and Volcano. ``lot``: a space of each zone that an odd berry fell to (R-24)."""

    player: str
    at: Hex | None = None
    lot: Annotated[tuple[Hex, ...], Size(5)] = ()


@dataclass(frozen=True)
class NoMarker:
    """The event of Downpour and Volcano went by without a marker, which is compulsory where it can be done (R-19)."""

    player: str


@dataclass(frozen=True)
class DiscardForFish:
    """The event of Lake Villages, one player after the other (R-39)."""

    player: str
    discard: Annotated[bool, ALWAYS_WRITTEN] = False
    card: Card | None = None


@dataclass(frozen=True)
class PileEmpty:
    """A table that does not count its draw pile says that the last card has left it."""

    player: str


@dataclass(frozen=True)
class SlideUp:
    """A table whose map is not recorded says that a story is complete."""

    player: str
    story: Annotated[int, Range(0, STORY_SPACES - 1), ALWAYS_WRITTEN] = 0


@dataclass(frozen=True)
class TellCards:
    """The owner tells the companion which unseen cards the hand holds; nobody else learns of it.

    Replaces what was told before.
    """

    player: str
    cards: Annotated[tuple[Card, ...], Size(TERRAIN_CARDS), ALWAYS_WRITTEN] = ()


@dataclass(frozen=True)
class Pass:
    """No legal action at all (R-44)."""

    player: str


Action = (
    TakeCards
    | PlaceCamp
    | TakeStory
    | TuckCard
    | PlaceMarker
    | NoMarker
    | DiscardForFish
    | PileEmpty
    | SlideUp
    | TellCards
    | Pass
)
