"""Zones: the largest connected sets of spaces with the same terrain (D-ZONE-01, D-ZONE-02)."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.dewan.rules.words import Ground, Terrain
from companion.rules.hexes import Hex, connected_parts


class Zone(NamedTuple):
    """``spaces`` are sorted; ``berries`` are all tokens in the zone, wherever in it they lie (D-BERRY-01)."""

    terrain: Terrain
    spaces: tuple[Hex, ...]
    berries: int = 0


def find_zones(ground: Mapping[Hex, Ground], berries: Mapping[Hex, int]) -> tuple[Zone, ...]:
    """All zones, in order of their first space. Ground without terrain belongs to none (D-ZONE-03)."""
    zones = []
    for terrain in Terrain:
        same = [at for at, here in ground.items() if here is terrain]
        for spaces in connected_parts(same):
            zones.append(Zone(terrain, spaces, sum(berries.get(at, 0) for at in spaces)))
    return tuple(sorted(zones, key=lambda zone: zone.spaces[0]))
