"""The map on the table: spaces, icons, berries, camps, markers. Never changes; placing gives a new board."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from companion.dewan.rules.tiles import Icon, PrintedMap
from companion.dewan.rules.words import Ground, Landmark, Marker, Terrain
from companion.dewan.rules.zones import Zone, find_zones
from companion.rules.hexes import Hex


class Camp(NamedTuple):
    player: str
    starting: bool = False


@dataclass(frozen=True)
class Board:
    printed: Mapping[Hex, Ground] = field(default_factory=dict)
    icons: tuple[Icon, ...] = ()
    berries: Mapping[Hex, int] = field(default_factory=dict)
    camps: Mapping[Hex, Camp] = field(default_factory=dict)
    markers: Mapping[Hex, Marker] = field(default_factory=dict)

    @classmethod
    def of(cls, printed: PrintedMap) -> "Board":
        return cls(printed=printed.spaces, icons=printed.icons, berries=printed.berries)

    @cached_property
    def ground(self) -> Mapping[Hex, Ground]:
        """What every space is now: a Water marker makes it Water in every respect (D-ZONE-04), lava ends its terrain
        (D-VOLC-04, R-25)."""
        covered = {
            at: Terrain.WATER if marker is Marker.WATER else Landmark.LAVA for at, marker in self.markers.items()
        }
        return {**self.printed, **covered}

    @cached_property
    def zones(self) -> tuple[Zone, ...]:
        return find_zones(self.ground, self.berries)

    @cached_property
    def _zone_by_space(self) -> Mapping[Hex, Zone]:
        return {at: zone for zone in self.zones for at in zone.spaces}

    def zone_at(self, at: Hex) -> Zone | None:
        return self._zone_by_space.get(at)

    def has(self, at: Hex) -> bool:
        return at in self.printed

    def is_free(self, at: Hex) -> bool:
        """No camp stands there; berries do not matter (D-GEO-07)."""
        return at in self.printed and at not in self.camps

    def near(self, at: Hex) -> Iterator[Hex]:
        """The spaces of the map that share a side with ``at``; tile borders make no difference (D-GEO-02)."""
        return (near for near in at.neighbours() if near in self.printed)

    def camps_of(self, player: str, starting: bool | None = None) -> tuple[Hex, ...]:
        """The player's camps in sorted order: all of them, or only (not) the starting one."""
        return tuple(
            sorted(
                at
                for at, camp in self.camps.items()
                if camp.player == player and (starting is None or camp.starting is starting)
            )
        )

    def water_next_to(self, at: Hex) -> tuple[Zone, ...]:
        """The Water zones a camp at ``at`` is adjacent to. Never the one it stands in (D-ZONE-06, D-LAKE-06)."""
        own = self.zone_at(at)
        beside = {
            zone.spaces[0]: zone
            for near in self.near(at)
            if (zone := self.zone_at(near)) and zone.terrain is Terrain.WATER and zone != own
        }
        return tuple(beside[first] for first in sorted(beside))

    def with_camp(self, at: Hex, camp: Camp) -> "Board":
        return replace(self, camps={**self.camps, at: camp})

    def with_marker(self, at: Hex, marker: Marker) -> "Board":
        return replace(self, markers={**self.markers, at: marker})

    def with_berries(self, berries: Mapping[Hex, int]) -> "Board":
        return replace(self, berries={at: count for at, count in berries.items() if count})

    def without_berry(self, zone: Zone) -> "Board":
        """One token taken from the zone, from its first space that has one (which one never matters)."""
        at = next(at for at in zone.spaces if self.berries.get(at))
        return self.with_berries({**self.berries, at: self.berries[at] - 1})
