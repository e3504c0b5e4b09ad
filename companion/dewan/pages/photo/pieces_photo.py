"""A photo of Story tiles and cards as somebody looks it over: what was read, and what they corrected since.

Pure: the same reading and the same corrections always give the same pieces.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.dewan.pages.photo.photo_map import Point
from companion.dewan.rules.cards import Card, CardError, Half, parse_card, parse_half
from companion.dewan.rules.tiles import Box, StoryTile

MOST_ADDED = 12
"""Pieces somebody saw in a photo that the reader did not."""
NOTHING = "nothing"
MOST_POINTS, MOST_FIRE = 99, 9
SURE = 0.8
"""A piece the reader is less sure of is asked about, with what was read already ticked: as spaces of the map are."""


class PieceChange(NamedTuple):
    """What somebody said of a piece. ``value``: ``story:T07``, ``story:5/1`` (points and fire of a tile the box does
    not have), ``half:water:fire``, ``card:forest/desert``, or ``nothing`` where no piece lies."""

    number: int
    value: str


@dataclass(frozen=True)
class SeenPiece:
    """``kind``: story, tucked or card. ``number``: which of the photo; those somebody added come after those read, and
    have no ``outline``. ``maybe``: the Story tiles of the box, likeliest first."""

    number: int
    kind: str
    outline: tuple[Point, ...] = ()
    story: StoryTile | None = None
    half: Half | None = None
    card: Card | None = None
    maybe: tuple[StoryTile, ...] = ()
    told: bool = False
    """Somebody said what it is."""
    confidence: float = 1.0

    @property
    def known(self) -> bool:
        return (self.story or self.half or self.card) is not None

    @property
    def doubtful(self) -> bool:
        return not self.told and (not self.known or self.confidence < SURE)

    @property
    def middle(self) -> Point:
        xs, ys = zip(*self.outline, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    @property
    def points(self) -> str:
        """The outline as SVG has it."""
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in self.outline)

    @property
    def near(self) -> str:
        """The part of the picture that shows it, as a viewBox."""
        (left, right), (top, low) = ((min(axis), max(axis)) for axis in zip(*self.outline, strict=True))
        rim = 0.12 * max(right - left, low - top)
        return f"{left - rim:.0f} {top - rim:.0f} {right - left + 2 * rim:.0f} {low - top + 2 * rim:.0f}"


@dataclass(frozen=True)
class PiecesPhoto:
    """``pieces``: left to right, then those somebody added. ``parts``: how many the rim cuts off.

    Of a board: ``berries`` lie beside it; ``camps_left`` in this ``color`` stand on it. None where nobody can say.
    """

    size: tuple[int, int]
    pieces: tuple[SeenPiece, ...]
    parts: int
    berries: tuple[Point, ...] | None = None
    camps_left: int | None = None
    color: str | None = None

    @property
    def stories(self) -> tuple[StoryTile, ...]:
        return tuple(one.story for one in self.pieces if one.story)

    @property
    def tucked(self) -> tuple[Half, ...]:
        return tuple(one.half for one in self.pieces if one.half)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(one.card for one in self.pieces if one.card)

    @property
    def unknown(self) -> tuple[SeenPiece, ...]:
        """Pieces of which nobody can say yet what they are."""
        return tuple(one for one in self.pieces if not one.known)

    @property
    def doubtful(self) -> tuple[SeenPiece, ...]:
        return tuple(one for one in self.pieces if one.doubtful)

    def piece(self, number: int | None) -> SeenPiece | None:
        return next((one for one in self.pieces if one.number == number), None)


def pieces_photo(reading: Mapping[str, Any], changes: Iterable[PieceChange], box: Box) -> PiecesPhoto:
    given = [_read(number, entry, box) for number, entry in enumerate(reading.get("pieces", ()))]
    pieces = {one.number: one for one in given}
    for change in changes:
        changed = told(change, pieces.get(change.number), box, len(given))
        if changed is None:
            pieces.pop(change.number, None)
        else:
            pieces[change.number] = changed
    width, height = reading.get("size_px", (0, 0))
    berries, left, color = (reading.get(what) for what in ("berries", "camps_left", "color"))
    return PiecesPhoto(
        (int(width), int(height)),
        tuple(pieces.values()),
        int(reading.get("parts", 0)),
        None if berries is None else tuple((float(x), float(y)) for x, y in berries),
        None if left is None else int(left),
        None if color is None else str(color),
    )


def next_number(reading: Mapping[str, Any], changes: Sequence[PieceChange]) -> int:
    """Of a piece somebody adds."""
    return max([len(reading.get("pieces", ())) - 1, *(change.number for change in changes)]) + 1


def sound(change: PieceChange, reading: Mapping[str, Any], box: Box) -> bool:
    """Whether it says something of this photo that can be so."""
    number = len(reading.get("pieces", ()))
    if not 0 <= change.number < number + MOST_ADDED:
        return False
    return change.value == NOTHING or told(change, None, box, number) is not None


def told(change: PieceChange, piece: SeenPiece | None, box: Box, read: int) -> SeenPiece | None:
    """The piece as somebody says it is; None where there is none. What makes no sense leaves it as it is."""
    outline = piece.outline if piece else ()
    maybe = piece.maybe if piece else box.stories
    what, _, value = change.value.partition(":")
    if change.value == NOTHING:
        return None
    try:
        if what == "story" and (story := story_told(value, box)):
            return SeenPiece(change.number, "story", outline, story=story, maybe=maybe, told=True)
        if what == "half":
            return SeenPiece(change.number, "tucked", outline, half=parse_half(value), maybe=maybe, told=True)
        if what == "card":
            return SeenPiece(change.number, "card", outline, card=parse_card(value), maybe=maybe, told=True)
    except CardError:
        pass
    return piece


def story_told(value: str, box: Box) -> StoryTile | None:
    """A tile of the box by its name, or one of so many points and fire."""
    named = next((story for story in box.stories if story.id == value), None)
    points, _, fire = value.partition("/")
    if named or not (_number(points, MOST_POINTS) and _number(fire, MOST_FIRE)):
        return named
    return StoryTile({}, int(points), int(fire))


def _number(text: str, most: int) -> bool:
    return text.isdecimal() and text.isascii() and len(text) < 4 and int(text) <= most


def _read(number: int, entry: Mapping[str, Any], box: Box) -> SeenPiece:
    kind = str(entry["kind"])
    piece = SeenPiece(
        number, kind, tuple((x, y) for x, y in entry["outline_px"]), confidence=float(entry["confidence"])
    )
    try:
        if kind == "story":
            return _story(piece, entry, box)
        if kind == "tucked":
            return replace(piece, half=parse_half(entry["half"]))
        if kind == "card" and entry["card"]:
            return replace(piece, card=parse_card(entry["card"]))
    except CardError:
        pass
    return piece


def _story(piece: SeenPiece, entry: Mapping[str, Any], box: Box) -> SeenPiece:
    """A tile of the box; of a box whose Story tiles nobody has entered, one of as many points and fire as were read."""
    by_name = {story.id: story for story in box.stories}
    story = by_name.get(entry["id"])
    if not box.stories and entry["points"] is not None and entry["fire"] is not None:
        story = StoryTile({}, entry["points"], entry["fire"])
    likely = [by_name[name] for name in entry.get("maybe", ()) if name in by_name]
    maybe = (*likely, *(story for story in box.stories if story not in likely))
    return replace(piece, story=story, maybe=maybe)
