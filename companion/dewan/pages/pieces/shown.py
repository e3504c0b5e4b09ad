"""A piece of a photo, as it was read or as somebody says it is: as a line to type over, and for the box."""

from dataclasses import dataclass, replace

from companion.dewan.box_pieces import Shown
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.box import TILE
from companion.dewan.pages import box_cards, box_stories, box_tiles
from companion.dewan.pages.pieces.session import Read
from companion.dewan.rules.cards import Card, parse_card
from companion.dewan.rules.tiles import StoryTile, Tile
from companion.dewan.rules.words import RESOURCES, Need, Symbol, Terrain
from companion.formats.faults import BadInput, Fault
from companion.rules.hexes import Hex

KINDS = ("tile", "story", "card")
NONE = "none"
"""What somebody calls a piece that is none."""


@dataclass(frozen=True)
class PieceLine:
    """``line``: the piece as it would be typed. ``shown.piece`` is also set where a part of it waits for its name."""

    kind: str
    line: str
    shown: Shown
    confidence: float = 1.0

    def shown_as(self, name: str | None) -> Shown:
        """``name``: in the box, where it was put in before."""
        return replace(self.shown, name=name)

    @property
    def tile(self) -> MapView | None:
        piece = self.shown.piece
        return box_tiles.small_tile(piece) if isinstance(piece, Tile) else None

    @property
    def story(self) -> StoryView | None:
        piece = self.shown.piece
        return story_view(box_stories.in_order(piece), piece.needs) if isinstance(piece, StoryTile) else None

    @property
    def card(self) -> Card | None:
        piece = self.shown.piece
        return piece if isinstance(piece, Card) else None


def read_line(found: Read) -> PieceLine:
    """Of a piece as the reader says it. Raises KeyError, ValueError, BadInput where it says no such thing."""
    sure, whole, waits = float(found["confidence"]), bool(found["whole"]), str(found["waits"])
    if found["kind"] == "tile":
        tile = TILE.parse({**found["tile"], "id": "?"})
        doubtful = frozenset(Hex(int(q), int(r)) for q, r in found["doubtful"])
        shown = Shown(tile, waits, doubtful, whole=whole)
        return PieceLine("tile", box_tiles.write_tile(box_tiles.draft_of(tile)), shown, sure)
    if found["kind"] == "story":
        needs = {_need(str(word)): int(number) for word, number in found["story"]["needs"].items()}
        draft = box_stories.StoryDraft(needs, found["story"]["points"], int(found["story"]["fire"]))
        story = draft.tile() if draft.needs and draft.points is not None else None
        return PieceLine("story", box_stories.write_story(draft), Shown(story, waits, whole=whole), sure)
    card = parse_card(str(found["card"]))
    return PieceLine("card", box_cards.write_card(card).lower(), Shown(card, whole=whole), sure)


def typed_line(kind: str, line: str) -> PieceLine:
    """Of a piece as somebody typed it. Raises BadInput with every fault."""
    if kind == NONE:
        return PieceLine(NONE, "", Shown(None, ""))
    if kind == "tile":
        tile = box_tiles.read_tile(line)
        if faults := [*tile.faults, *box_tiles.open_spaces(tile)]:
            raise BadInput(faults)
        return PieceLine(kind, line, Shown(TILE.parse(box_tiles.tile_json(tile, "?", tile.kind))))
    if kind == "story":
        story = box_stories.read_story(line)
        if faults := [*story.faults, *box_stories.open_parts(story)]:
            raise BadInput(faults)
        return PieceLine(kind, line, Shown(replace(story.tile(), id=None)))
    cards = box_cards.read_cards(line)
    if list(cards.values()) != [1]:
        raise BadInput([Fault(box_cards.LINE, "boxline.one-card")])
    return PieceLine("card", line, Shown(next(iter(cards))))


def _need(word: str) -> Need:
    return Symbol(word) if word in RESOURCES else Terrain(word)
