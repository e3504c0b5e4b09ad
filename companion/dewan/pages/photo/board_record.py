"""A player's board in a photo beside what is recorded of it: Story tiles, and the halves of tucked cards. Pure."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.stories import story_json
from companion.dewan.pages.changes import Changes
from companion.dewan.pages.photo.pieces_photo import PiecesPhoto, SeenPiece
from companion.dewan.rules.cards import Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.stories import check_story
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import CAMPS_TO_PLACE, STORY_SPACES, TUCK_SPOTS

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class BoardDifference:
    """One piece more or less than the record has. ``kind``: ``more``, where the photo alone shows it, or ``less``."""

    kind: str
    number: int
    story: StoryTile | None = None
    half: Half | None = None

    @property
    def key(self) -> str:
        return f"{self.kind} {'story' if self.story else 'half'} {self.number}"


LIKELY = 3
"""So many things a doubtful piece may be are offered with one tap; the others on the page of the photo."""


@dataclass(frozen=True)
class MaybePiece:
    """One thing a piece may be. ``value``: as a ``PieceChange`` says it."""

    value: str
    story: StoryView | None = None
    half: Half | None = None


@dataclass(frozen=True)
class PieceDoubt:
    """A piece somebody has to look at: what it may be, the likeliest first, which is ticked."""

    piece: SeenPiece
    maybe: tuple[MaybePiece, ...]


def doubts(table: Table, name: str, seen: PiecesPhoto) -> tuple[PieceDoubt, ...]:
    """What to look at on this player's board. A box has each Story tile once: one that lies elsewhere is not it."""
    there = [one.story.id for one in seen.pieces if one.story]
    there += [story.id for other in table.players if other.name != name for story in other.stories]
    found = []
    for piece in seen.doubtful:
        if piece.card:
            continue  # whole cards beside a board score nothing
        maybe: list[MaybePiece] = []
        if piece.half:
            maybe = [MaybePiece(f"half:{piece.half}", half=piece.half)]
        elif piece.kind == "story":
            stories = [piece.story] if piece.story else []
            stories += [story for story in piece.maybe if story.id not in there]
            maybe = [MaybePiece(f"story:{one.id or _worth(one)}", story_view(one)) for one in stories[:LIKELY]]
        found.append(PieceDoubt(piece, tuple(maybe)))
    return tuple(found)


def _worth(story: StoryTile) -> str:
    return f"{story.points}/{story.fire}"


def board_differences(player: Player, seen: PiecesPhoto) -> tuple[BoardDifference, ...]:
    """``number``: among the pieces of the record where the photo lacks one, else among those of the photo."""
    less, more = _unmatched(player.stories, seen.stories, same_story)
    less_tucked, more_tucked = _unmatched(player.tucked, seen.tucked, _same_half)
    return (
        *(BoardDifference("more", n, story=seen.stories[n]) for n in more),
        *(BoardDifference("more", n, half=seen.tucked[n]) for n in more_tucked),
        *(BoardDifference("less", n, story=player.stories[n]) for n in less),
        *(BoardDifference("less", n, half=player.tucked[n]) for n in less_tucked),
    )


def same_story(one: StoryTile, other: StoryTile) -> bool:
    """As far as both are known: of a tile that was typed into the pad, there is only what it is worth."""
    if one.needs and other.needs and dict(one.needs) != dict(other.needs):
        return False
    return (one.points, one.fire) == (other.points, other.fire)


def _same_half(one: Half, other: Half) -> bool:
    return one == other


def _unmatched(
    record: Sequence[Kept], photo: Sequence[Kept], same: Callable[[Kept, Kept], bool]
) -> tuple[list[int], list[int]]:
    """The places of what only the record has, and of what only the photo shows."""
    left, more = list(range(len(record))), []
    for n, piece in enumerate(photo):
        twin = next((k for k in left if same(record[k], piece)), None)
        if twin is None:
            more.append(n)
        else:
            left.remove(twin)
    return left, more


def settled(play: Play, name: str, seen: PiecesPhoto, wanted: Sequence[BoardDifference]) -> Changes:
    """The corrections after which these differences are gone: the photo is right."""
    player = play.table.player(name)
    stories = [s for n, s in enumerate(player.stories) if not _gone(n, [one for one in wanted if one.story])]
    tucked = [half for n, half in enumerate(player.tucked) if not _gone(n, [one for one in wanted if one.half])]
    stories += [_as_recorded(play.table, seen.stories[o.number]) for o in wanted if o.kind == "more" and o.story]
    tucked += [seen.tucked[one.number] for one in wanted if one.kind == "more" and one.half]
    changes: Changes = []
    if tuple(stories) != player.stories:
        kept = [story_json(story) for story in stories[:STORY_SPACES]]
        changes.append({"do": "set-stories", "player": name, "stories": kept})
    if tuple(tucked) != player.tucked:
        changes.append({"do": "set-tucked", "player": name, "tucked": [str(half) for half in tucked[:TUCK_SPOTS]]})
    return changes


def first_told(play: Play, box: Box, name: str, seen: PiecesPhoto) -> Changes:
    """What a photo tells of a player of whom nothing is recorded yet; of anybody else it is compared instead."""
    player = play.table.player(name)
    if player.stories or player.tucked or whose(play.table, box, name, seen):
        return []
    return [*settled(play, name, seen, board_differences(player, seen)), *berries_told(player, seen)]


def berries_told(player: Player, seen: PiecesPhoto) -> Changes:
    """Those in the photo, where none are recorded yet. That none are seen may mean that they lie elsewhere."""
    if player.berries or not seen.berries:
        return []
    return [{"do": "set-berries", "player": player.name, "berries": len(seen.berries)}]


def camps_astray(table: Table, player: Player, seen: PiecesPhoto) -> int | None:
    """How many Camps are on the map, where that is not what those left on the board say."""
    placed = len(table.placed_camps(player.name))
    if seen.camps_left is None or not placed or placed + seen.camps_left == CAMPS_TO_PLACE:
        return None
    return placed


def _gone(number: int, wanted: Sequence[BoardDifference]) -> bool:
    return any(one.kind == "less" and one.number == number for one in wanted)


def _as_recorded(table: Table, story: StoryTile) -> StoryTile:
    """Whether it is met the map tells (R-30), where there is one and the tile's requirements are known."""
    return replace(story, done=None if table.board.printed and story.needs else True)


def unmet(table: Table, name: str) -> tuple[tuple[int, StoryTile], ...]:
    """Tiles the map shows too little for, with their places: they count only where somebody has said so."""
    if not table.board.printed:
        return ()
    stories = enumerate(table.player(name).stories)
    return tuple((n, one) for n, one in stories if one.needs and not check_story(table, name, one).complete)


def counted(player: Player, place: int, counts: bool) -> Changes:
    """A tile was completed whatever the map shows, or was not."""
    stories = [replace(one, done=counts) if n == place else one for n, one in enumerate(player.stories)]
    return [{"do": "set-stories", "player": player.name, "stories": [story_json(story) for story in stories]}]


def whose(table: Table, box: Box, name: str, seen: PiecesPhoto) -> str | None:
    """Whose board this may be instead: the Camps on it have their color, or else they have most of these Story tiles
    already, of which a box has each only once."""
    in_color = [player.name for player in table.players if seen.color and player.color == seen.color]
    if in_color:
        return None if name in in_color else in_color[0]
    printed = Counter((frozenset(story.needs.items()), story.points, story.fire) for story in box.stories)
    known = [story for story in seen.stories if story.needs]
    for other in table.players:
        again = [
            story
            for story in known
            if any(same_story(story, one) for one in other.stories if one.needs)
            and printed[frozenset(story.needs.items()), story.points, story.fire] == 1
        ]
        if other.name != name and again and 2 * len(again) >= len(known):
            return other.name
    return None
