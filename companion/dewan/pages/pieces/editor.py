"""One piece of a photo put right, or one group of signs taken apart."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dewan.pages import box_cards, box_stories
from companion.dewan.pages.box_shelf import BoxPage
from companion.dewan.pages.pieces.page import FoundPiece, SignQuestion
from companion.dewan.pages.pieces.shown import KINDS, NONE, PieceLine, typed_line
from companion.dewan.rules.cards import Card, CardError, Half
from companion.dewan.rules.words import Terrain
from companion.formats.faults import BadInput

MOST_HALVES = 2


@dataclass(frozen=True)
class EditorPage(BoxPage):
    """``piece`` or ``group`` is what is shown; ``typed``: the kind and line as they stand, not saved yet."""

    piece: FoundPiece | None = None
    group: SignQuestion | None = None
    typed: tuple[str, str] | None = None
    part = "piece"
    kinds = KINDS
    points: Sequence[int] = range(1, 13)
    fires: Sequence[int] = box_stories.BoxStoriesPage.fires
    need_keys = box_stories.NEED_KEYS
    terrains = tuple(Terrain)
    symbols = box_cards.SYMBOLS

    @property
    def kind(self) -> str:
        found = self.piece.what.kind if self.piece else KINDS[0]
        kind = self.typed[0] if self.typed else found
        return KINDS[0] if kind == NONE else kind

    @property
    def line(self) -> str:
        return self.typed[1] if self.typed else self.piece.what.line if self.piece else ""

    @property
    def what(self) -> PieceLine | None:
        """What is typed, where it can be read, for the drawing; else what was read."""
        if self.typed is None:
            return self.piece.what if self.piece else None
        try:
            return typed_line(*self.typed)
        except (BadInput, CardError):
            return None

    @property
    def draft(self) -> box_stories.StoryDraft:
        return box_stories.read_story(self.line if self.kind == "story" else "")

    @property
    def halves(self) -> tuple[Half | None, Half | None]:
        """Of a card, as far as it can be read; the second is None on a card of one terrain."""
        card = _card(self.line) if self.kind == "card" else None
        found = (*(card.halves if card else ()), None, None)
        return found[0], found[1]


def tapped(kind: str, line: str, press: str) -> str:
    """The line after a tap: ``f``, ``-f``, ``points:5`` or ``fire:1`` on a Story tile; ``1:f:c`` a half of a card.

    ``2::`` takes the second half away.
    """
    if kind == "story":
        return box_stories.write_story(box_stories.tap(box_stories.read_story(line), press))
    number, _, rest = press.partition(":")
    terrain, _, symbol = rest.partition(":")
    if kind != "card" or number not in ("1", "2"):
        return line
    card = _card(line)
    halves = list(card.halves) if card else []
    new = box_cards.TERRAIN_KEYS.get(terrain)
    which = min(int(number) - 1, len(halves))
    if new is None:
        halves = halves[:1] if which else halves
    else:
        halves[which : which + 1] = [Half(new, box_cards.SYMBOL_KEYS.get(symbol))]
    if len(halves) == MOST_HALVES and halves[0].terrain is halves[1].terrain:
        halves = halves[which : which + 1]
    return box_cards.write_card(Card(tuple(halves))).lower() if halves else line


def _card(line: str) -> Card | None:
    try:
        return next(iter(box_cards.read_cards(line)))
    except BadInput:
        return None
