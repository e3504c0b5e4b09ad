"""Is this story complete? Every player's tiles with what counts towards each need, and what does not."""

from dataclasses import dataclass

from companion.dewan.drawing.pieces import StoryView
from companion.dewan.rules.cards import Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.stories import NeedCheck, StoryCheck, check_stories, check_story
from companion.dewan.rules.table import Table
from companion.dewan.screens.seats import checked_story
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence


@dataclass(frozen=True)
class Picked:
    """The need somebody tapped: of the tile at ``place`` of a player, or of the row as that player would have it."""

    player: str
    place: int
    need: str
    row: bool = False


@dataclass(frozen=True)
class Tile:
    place: int
    check: StoryCheck
    view: StoryView


@dataclass(frozen=True)
class Shelf:
    """The tiles of one player, or those of the row as this player would have them."""

    player: str
    tiles: tuple[Tile, ...]
    tucked: tuple[Half, ...]
    row: bool = False


@dataclass(frozen=True)
class Shown:
    """What the map and the cards light up for the picked need."""

    picked: Picked
    check: NeedCheck
    zones: tuple[tuple[Hex, ...], ...]
    camps: tuple[Hex, ...]
    icons: tuple[int, ...]
    tucked: tuple[int, ...]
    ignored: tuple[tuple[int, Evidence], ...]
    """What does not count, numbered."""

    @property
    def faults(self) -> dict[Hex, int]:
        """The camps that do not count, by the number of the reason."""
        return {at: number for number, evidence in reversed(self.ignored) for at in evidence.camps}


@dataclass(frozen=True)
class StoriesScreen:
    table: Table
    shelves: tuple[Shelf, ...]
    row: Shelf | None
    shown: Shown | None


def stories_screen(play: Play, picked: Picked | None) -> StoriesScreen:
    """The shared screen: nobody's secrets are on it."""
    table = play.table.as_seen_by(None)
    shelves = tuple(
        Shelf(player.name, _tiles(check_stories(table, player.name)), player.tucked) for player in table.players
    )
    row = _row(play, table)
    return StoriesScreen(table, shelves, row, _shown((*shelves, *([row] if row else [])), picked) if picked else None)


def _tiles(checks: tuple[StoryCheck, ...]) -> tuple[Tile, ...]:
    return tuple(_tile(i, check) for i, check in enumerate(checks, 1))


def _tile(place: int, check: StoryCheck) -> Tile:
    return Tile(place, check, checked_story(check))


def _row(play: Play, table: Table) -> Shelf | None:
    """How far would the player be whose turn it is?"""
    if play.over or not any(play.story_row or ()):
        return None
    player = table.player(play.next.player)
    tiles = tuple(
        _tile(i, check_story(table, player.name, story)) for i, story in enumerate(play.story_row or (), 1) if story
    )
    return Shelf(player.name, tiles, player.tucked, row=True)


def _shown(shelves: tuple[Shelf, ...], picked: Picked) -> Shown | None:
    found = (
        check
        for shelf in shelves
        if (shelf.player, shelf.row) == (picked.player, picked.row)
        for tile in shelf.tiles
        if tile.place == picked.place
        for check in tile.check.needs
        if check.need == picked.need
    )
    check = next(found, None)
    if check is None:
        return None
    counted = check.count.counted
    return Shown(
        picked,
        check,
        tuple(one.spaces for one in counted if one.what == "zone"),
        tuple(at for one in counted for at in one.camps),
        tuple(i for one in counted for i in one.icons),
        tuple(i for one in counted for i in one.tucked),
        tuple(enumerate(check.count.ignored, 1)),
    )
