"""Two boxes of one edition brought together: what the other has that this one has not, or has otherwise."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.dewan.box_pieces import free_name, same_story, same_tile
from companion.dewan.formats.look import BoxLook
from companion.dewan.rules.cards import Card
from companion.dewan.rules.tiles import Box, CampColor, Layout, StoryTile, Tile

Part = Tile | StoryTile | Card | Layout | CampColor


@dataclass(frozen=True)
class BoxDifference:
    """``theirs``: a part of the other box; ``mine``: what stands for it here, if anything does.

    ``key`` names it in a form. ``counts``: of a card, here and there.
    """

    key: str
    theirs: Part
    mine: Part | None = None
    counts: tuple[int, int] = (0, 0)


def differences(mine: Box, theirs: Box) -> tuple[BoxDifference, ...]:
    found: list[BoxDifference] = []
    for tile in theirs.tiles:
        own = next((one for one in mine.tiles if same_tile(one, tile)), None)
        if own is None or not _alike(own, tile):
            found.append(BoxDifference(f"tile:{tile.id}", tile, own))
    left = list(mine.stories)
    for story in theirs.stories:
        same = next((one for one in left if same_story(one, story)), None)
        if same is None:
            found.append(BoxDifference(f"story:{story.id}", story))
        else:
            left.remove(same)
    for card, count in theirs.cards.items():
        own_count = mine.cards.get(card, 0)
        if own_count != count:
            found.append(BoxDifference(f"card:{card}", card, card if own_count else None, (own_count, count)))
    for layout in theirs.layouts:
        own_layout = mine.layout(layout.scenario, layout.players)
        if own_layout is None or set(own_layout.slots) != set(layout.slots):
            found.append(BoxDifference(f"layout:{layout.scenario}/{layout.players}", layout, own_layout))
    for color in theirs.colors:
        own_color = next((one for one in mine.colors if one.name == color.name), None)
        if own_color != color:
            found.append(BoxDifference(f"color:{color.name}", color, own_color))
    return tuple(found)


def _alike(one: Tile, other: Tile) -> bool:
    """Whether two show the same in some turn, down to Berries and icons."""
    for turn in range(6):
        spaces = {at.turned(turn): space for at, space in other.spaces.items()}
        icons = {(icon.kind, frozenset(at.turned(turn) for at in icon.between)) for icon in other.icons}
        if spaces == one.spaces and icons == {(icon.kind, frozenset(icon.between)) for icon in one.icons}:
            return True
    return False


def joined(mine: Box, theirs: Box, chosen: Collection[str]) -> Box:
    """This box with the differences that were chosen, as the other has them. Names that are taken change."""
    tiles, stories, cards = list(mine.tiles), list(mine.stories), dict(mine.cards)
    layouts, colors = list(mine.layouts), list(mine.colors)
    for one in (each for each in differences(mine, theirs) if each.key in chosen):
        other = one.theirs
        if isinstance(other, Tile):
            if isinstance(one.mine, Tile):
                tiles[tiles.index(one.mine)] = other._replace(id=one.mine.id)
            else:
                taken = {tile.id for tile in tiles}
                name = free_name(other.kind[0].upper(), "{}{}", taken) if other.id in taken else other.id
                tiles.append(other._replace(id=name))
        elif isinstance(other, StoryTile):
            told = {story.id or "" for story in stories}
            stories.append(replace(other, id=free_name("T", "{}{:02d}", told) if other.id in told else other.id))
        elif isinstance(other, Layout):
            layouts = [own for own in layouts if own is not one.mine] + [other]
        elif isinstance(other, CampColor):
            colors = [own for own in colors if own is not one.mine] + [other]
        else:
            cards[other] = one.counts[1]
    return replace(
        mine, tiles=tuple(tiles), stories=tuple(stories), cards=cards, layouts=tuple(layouts), colors=tuple(colors)
    )


def in_common(mine: Box, theirs: Box) -> int:
    """How many tiles of the other box this one has, too."""
    return sum(any(same_tile(one, tile) for one in mine.tiles) for tile in theirs.tiles)


def joined_looks(mine: BoxLook, theirs: BoxLook) -> BoxLook:
    """What the other has learned is taken where nothing is known here. Its pictures stay with their box's tiles."""
    return replace(
        mine,
        terrains={**theirs.terrains, **mine.terrains},
        signs={**theirs.signs, **mine.signs},
        card=mine.card or theirs.card,
    )
