"""Cardboard: terrain tiles and the meadows on them, building cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.river.rules.words import MeadowKind, Resource, Terrain


@dataclass(frozen=True)
class Meadow:
    """What a meadow does (section 8). ``shows`` is the terrain or the resource printed on it, if it has one."""

    kind: MeadowKind
    shows: Terrain | Resource | None = None


@dataclass(frozen=True)
class Tile:
    """A terrain tile. Without ``kinds`` it lies there and nobody has told what it is.

    ``symbols`` are its production symbols and ``storages`` its storages; None where that was not told.
    """

    kinds: tuple[Terrain, ...] = ()
    symbols: Mapping[Resource, int] | None = None
    storages: int | None = None
    meadow: Meadow | None = None
    id: str | None = None

    def is_of(self, kind: Terrain) -> bool:
        """A tile of two colours is of both kinds (V-SCORE-06)."""
        return kind in self.kinds

    def symbols_of(self, resource: Resource) -> int:
        """A production meadow has its own symbol, told or not (V-MEAD-02)."""
        given = (self.symbols or {}).get(resource, 0)
        return max(given, int(self.meadow == Meadow(MeadowKind.PRODUCTION, resource)))

    @property
    def tells_symbols(self) -> bool:
        """A production meadow tells enough by being one."""
        return self.symbols is not None or (self.meadow is not None and self.meadow.kind is MeadowKind.PRODUCTION)


@dataclass(frozen=True)
class Building:
    """A building card as far as it was told."""

    cost: Mapping[Resource, int] | None = None
    points: int | None = None
    id: str | None = None
