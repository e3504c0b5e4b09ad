"""Pieces somebody has shown go into a box: what is new gets the next free name, what is there already is confirmed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import Box, StoryTile, Tile
from companion.dewan.rules.words import STORY_TILES, TERRAIN_CARDS
from companion.rules.hexes import Hex

MOST_TILES = 12
"""Ten, and those of two scenarios."""
_SAME_PHOTO = 0.7  # of a photo's cards that lay in an earlier one too: then it shows them once more
_FEWEST = 3  # cards, to say that of them


@dataclass(frozen=True)
class Shown:
    """A piece of a photo as it was read or typed. Names of tiles and Story tiles are not looked at.

    ``piece``: None while it is not known well enough; ``waits`` is the code of the remark that says why, empty for what
    somebody left out.
    ``doubtful``: spaces of a tile that may be read wrong. ``whole``: False if something on it is not known yet; then it
    only confirms what is there. ``name``: under which it was put into the box before.
    """

    piece: Tile | StoryTile | Card | None
    waits: str = "box.unnamed"
    doubtful: frozenset[Hex] = frozenset()
    name: str | None = None
    whole: bool = True

    @property
    def left_out(self) -> bool:
        """Somebody said that it is no piece; one that was put in before goes out again."""
        return self.piece is None and not self.waits


@dataclass(frozen=True)
class CountedCards:
    """A photo's cards, and those of them that were not in the box yet."""

    cards: Mapping[Card, int]
    added: Mapping[Card, int]


@dataclass(frozen=True)
class ShownPhoto:
    """``key`` names the photo. ``again``: whether its cards lay in an earlier one too; None leaves it to be guessed."""

    key: str
    pieces: tuple[Shown, ...]
    again: bool | None = None


@dataclass(frozen=True)
class Filled:
    """``ids``: of every piece of every photo, its name in the box; None where it was not put in.

    ``remarks``: for every photo, how many of its pieces there is something to say about, by code.
    """

    box: Box
    ids: tuple[tuple[str | None, ...], ...]
    remarks: tuple[Mapping[str, int], ...]
    counted: Mapping[str, CountedCards] = field(default_factory=dict)


def filled(box: Box, photos: Sequence[ShownPhoto], counted: Mapping[str, CountedCards] | None = None) -> Filled:
    """The box with what the photos show. ``counted``: the cards of photos that were put in before, these or others."""
    ids: list[tuple[str | None, ...]] = []
    remarks: list[Counter[str]] = []
    tally = _Tally(box, counted or {}, {photo.key for photo in photos})
    for photo in photos:
        said: Counter[str] = Counter()
        own: list[str | None] = []
        taken: set[str] = set()  # story tiles of this photo
        cards: Counter[Card] = Counter()
        for shown in photo.pieces:
            name = None
            if isinstance(shown.piece, Tile):
                box, name = _with_tile(box, shown, shown.piece, said)
            elif shown.left_out:
                box = _without(box, shown.name)
            elif shown.piece is None or not shown.whole:
                said[shown.waits] += 1
            elif isinstance(shown.piece, StoryTile):
                box, name = _with_story(box, shown, shown.piece, taken, said)
            else:
                name = str(shown.piece)
                cards[shown.piece] += 1
            own.append(name)
        tally.take(photo, cards, said)
        ids.append(tuple(own))
        remarks.append(said)
    return Filled(replace(box, cards=tally.cards()), tuple(ids), tuple(remarks), tally.counted)


def _without(box: Box, name: str | None) -> Box:
    tiles = tuple(one for one in box.tiles if one.id != name)
    return replace(box, tiles=tiles, stories=tuple(one for one in box.stories if one.id != name))


def _with_tile(box: Box, shown: Shown, tile: Tile, said: Counter[str]) -> tuple[Box, str | None]:
    put = box.tile(shown.name) if shown.name else None
    if put is not None and shown.name and shown.whole:
        tiles = tuple(tile._replace(id=shown.name) if one is put else one for one in box.tiles)
        return replace(box, tiles=tiles), shown.name
    for one in box.tiles:
        if same_tile(one, tile, shown.doubtful):
            said["box.again"] += 1
            return box, one.id
    if not shown.whole:
        said[shown.waits] += 1
        return box, None
    if len(box.tiles) >= MOST_TILES:
        said["box.full-tiles"] += 1
        return box, None
    name = free_name(tile.kind[0].upper(), "{}{}", {one.id for one in box.tiles})
    return replace(box, tiles=(*box.tiles, tile._replace(id=name))), name


def same_tile(tile: Tile, other: Tile, doubtful: frozenset[Hex] = frozenset()) -> bool:
    """Whether two show the same in some turn; one space of the other that was read with doubt may differ."""
    if set(tile.spaces) != set(other.spaces):
        return False
    for turn in range(6):
        turned = {at: tile.spaces.get(at.turned(turn)) for at in other.spaces}
        off = [at for at, space in turned.items() if space is None or space.ground != other.spaces[at].ground]
        if not off or (len(off) == 1 and off[0] in doubtful):
            return True
    return False


def _with_story(
    box: Box, shown: Shown, story: StoryTile, taken: set[str], said: Counter[str]
) -> tuple[Box, str | None]:
    put = shown.name if any(one.id == shown.name for one in box.stories) else None
    if put is not None:
        taken.add(put)
        stories = tuple(replace(story, id=put) if one.id == put else one for one in box.stories)
        return replace(box, stories=stories), put
    for one in box.stories:
        if same_story(one, story) and one.id is not None and one.id not in taken:
            taken.add(one.id)
            said["box.again"] += 1
            return box, one.id
    if len(box.stories) >= STORY_TILES:
        said["box.full-stories"] += 1
        return box, None
    name = free_name("T", "{}{:02d}", {one.id or "" for one in box.stories})
    taken.add(name)
    return replace(box, stories=(*box.stories, replace(story, id=name))), name


def same_story(one: StoryTile, other: StoryTile) -> bool:
    return (dict(one.needs), one.points, one.fire) == (dict(other.needs), other.points, other.fire)


def free_name(letter: str, form: str, taken: set[str]) -> str:
    number = 1
    while form.format(letter, number) in taken:
        number += 1
    return form.format(letter, number)


class _Tally:
    """Cards are counted: those of one photo lie side by side, those of the next are others.

    Unless it shows an earlier photo's cards once more: then there are as many as the fuller of the two shows.
    """

    def __init__(self, box: Box, counted: Mapping[str, CountedCards], shown: set[str]) -> None:
        self._box = Counter(box.cards)
        self._before: Counter[Card] = Counter()
        for one in counted.values():
            self._before.update(one.added)
        self._typed = self._box - self._before
        """Cards that are in the box, but not from photos: these photos may show them."""
        self._known = {key: one for key, one in counted.items() if key in shown}
        self.counted = {key: one for key, one in counted.items() if key not in shown}
        self._seen = [Counter(one.cards) for one in self.counted.values()]
        self._added: Counter[Card] = Counter()
        for one in self.counted.values():
            self._added.update(one.added)

    def take(self, photo: ShownPhoto, cards: Counter[Card], said: Counter[str]) -> None:
        known = self._known.get(photo.key)
        if known is not None and not any(shown.name for shown in photo.pieces):
            # Put in on another day, and looked over then.
            said["box.again"] += cards.total()
            self._seen.append(cards)
            self._added.update(known.added)
            self.counted[photo.key] = known
            return
        if not cards:
            return
        new = cards
        if photo.again is not False:
            new = self._new(photo.again is True, cards)
        if photo.again or new != cards:
            said["box.again"] += cards.total() - new.total()
        self._seen.append(cards)
        room = TERRAIN_CARDS - self._typed.total() - self._added.total()
        kept: Counter[Card] = Counter(list(new.elements())[: max(0, room)])
        if kept != new:
            said["box.full-cards"] += new.total() - kept.total()
        self._added.update(kept)
        self.counted[photo.key] = CountedCards(dict(cards), dict(kept))

    def _new(self, surely_again: bool, cards: Counter[Card]) -> Counter[Card]:
        """Those that did not lie in the earlier photo it looks like, or were not typed."""
        best = max([*self._seen, self._typed], key=lambda other: (cards & other).total())
        common = (cards & best).total()
        if surely_again or (common >= _FEWEST and common >= _SAME_PHOTO * cards.total()):
            return cards - best
        return cards

    def cards(self) -> dict[Card, int]:
        """What photos add comes behind what is there."""
        counts = self._typed + self._added
        order = dict.fromkeys([*self._box, *counts])
        return {card: counts[card] for card in order if counts[card]}
