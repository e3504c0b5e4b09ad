"""Story tiles: what a player has towards each requirement, counted from the table as it stands.

Every tile is judged by itself; the same camp, zone, icon or card may serve several (D-STORY-02).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import Need, Symbol, Terrain
from companion.dewan.rules.zones import Zone
from companion.rules.hexes import Hex
from companion.rules.verdict import Evidence


class Count(NamedTuple):
    """What a player has of one need: ``counted`` adds up to ``have``; ``ignored`` was looked at and does not count."""

    have: int
    counted: tuple[Evidence, ...]
    ignored: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class NeedCheck:
    need: Need
    want: int
    count: Count

    @property
    def met(self) -> bool:
        return self.count.have >= self.want


class StoryCheck(NamedTuple):
    story: StoryTile
    needs: tuple[NeedCheck, ...]

    @property
    def complete(self) -> bool:
        """All requirements met now (D-STORY-01), whether or not the tile has been slid up."""
        return all(need.met for need in self.needs)


def count(table: Table, player: str, need: Need) -> Count:
    """How much of ``need`` the player has: on the map, and under the Tribe board."""
    if isinstance(need, Symbol):
        counted, ignored = _icons(table, player, need)
    elif need is Terrain.WATER:
        counted, ignored = _waters(table, player)
    else:
        counted, ignored = _lands(table, player, need)
    tucked = [
        Evidence("tucked", "D-STORY-08", player=player, tucked=(i,))
        for i, half in enumerate(table.player(player).tucked)
        if need in (half.terrain, half.symbol)
    ]
    everything = (*counted, *tucked)
    return Count(len(everything), everything, tuple(ignored))


def check_story(table: Table, player: str, story: StoryTile) -> StoryCheck:
    return StoryCheck(
        story, tuple(NeedCheck(need, want, count(table, player, need)) for need, want in story.needs.items())
    )


def check_stories(table: Table, player: str) -> tuple[StoryCheck, ...]:
    return tuple(check_story(table, player, story) for story in table.player(player).stories)


def newly_complete(table: Table, player: str) -> tuple[int, ...]:
    """The tiles to slide up at the end of the player's own turn (D-EOT-01), by position.

    A tile taken in this turn counts (D-EOT-03); one that is done stays done (D-EOT-04) and is not rewarded again.
    """
    return tuple(i for i, check in enumerate(check_stories(table, player)) if check.complete and not check.story.done)


_Counted = tuple[list[Evidence], list[Evidence]]


def _lands(table: Table, player: str, terrain: Terrain) -> _Counted:
    """Different zones of the terrain with a placed camp (D-STORY-04)."""
    by_zone: dict[Hex, tuple[Zone, list[Hex]]] = {}
    for at in table.placed_camps(player):
        zone = table.board.zone_at(at)
        if zone and zone.terrain is terrain:
            by_zone.setdefault(zone.spaces[0], (zone, []))[1].append(at)
    return _zones_once(player, by_zone, "D-STORY-04"), []


def _waters(table: Table, player: str) -> _Counted:
    """Different Water zones next to a placed camp; one camp may touch several (D-STORY-05)."""
    by_zone: dict[Hex, tuple[Zone, list[Hex]]] = {}
    for at in table.placed_camps(player):
        for zone in table.board.water_next_to(at):
            by_zone.setdefault(zone.spaces[0], (zone, []))[1].append(at)
    starting = [
        (at, zone)
        for at in table.board.camps_of(player, starting=True)
        for zone in table.board.water_next_to(at)
        if zone.spaces[0] not in by_zone
    ]
    return _zones_once(player, by_zone, "D-STORY-05"), [
        Evidence("starting-camp", "D-STORY-03", 0, player, zone.spaces, (at,)) for at, zone in starting
    ]


def _zones_once(player: str, by_zone: Mapping[Hex, tuple[Zone, list[Hex]]], rule: str) -> list[Evidence]:
    """One for each zone, however many camps serve it; all of them are named."""
    return [
        Evidence("zone", rule, 1, player, zone.spaces, tuple(camps)) for _, (zone, camps) in sorted(by_zone.items())
    ]


def _icons(table: Table, player: str, kind: Symbol) -> _Counted:
    """Different icons of the resource touched by a placed camp; each counts once (D-STORY-06, D-STORY-07)."""
    placed = table.placed_camps(player)
    starting = table.board.camps_of(player, starting=True)
    counted, ignored = [], []
    for i, icon in enumerate(table.board.icons):
        if icon.kind is not kind:
            continue
        if touching := _touching(placed, icon.between):
            counted.append(Evidence("icon", "D-STORY-06", 1, player, icon.between, touching, icons=(i,)))
        elif touching := _touching(starting, icon.between):
            ignored.append(Evidence("starting-camp", "D-STORY-03", 0, player, icon.between, touching, icons=(i,)))
    return counted, ignored


def _touching(camps: Iterable[Hex], between: tuple[Hex, Hex]) -> tuple[Hex, ...]:
    return tuple(at for at in camps if at in between)
