"""What is printed on the boards of one copy. The rulebook's text does not say it; an owner's box file does.

Whatever a box leaves out is unknown. What an ``invented`` box says is a guess: it is counted with, and nothing is
judged by it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import ActionSpace, Capacity, Resource


@dataclass(frozen=True)
class PrintedSpace:
    """The symbols of a bare space of the tableau; a tile covers them for good (V-GEO-06)."""

    symbols: Mapping[Resource, int] = field(default_factory=dict)
    storages: int = 0


@dataclass(frozen=True)
class Side:
    """The boards on the side for these numbers of players (V-SETUP-01), and the bonus tiles used with it (V-SETUP-06).

    ``printed`` and ``framed`` are by the number of the space in river order, ``bonus`` is sorted downwards. They stand
    for every river board the box does not tell apart.
    """

    players: tuple[int, ...]
    printed: Mapping[int, PrintedSpace] | None = None
    framed: tuple[int, ...] | None = None
    capacities: Mapping[ActionSpace, Capacity] = field(default_factory=dict)
    building_spaces: int | None = None
    bonus: tuple[int, ...] | None = None


@dataclass(frozen=True)
class RiverBoard:
    """The river board of one colour, on the side for these numbers of players: they differ from colour to colour."""

    color: str
    players: tuple[int, ...]
    printed: Mapping[int, PrintedSpace] | None = None
    framed: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Supply:
    """What a number of players gets: resources (V-SETUP-05) and terrain tiles on the island each round (VR-03)."""

    players: int
    resources: Mapping[Resource, int] | None = None
    terrain_tiles: int | None = None


@dataclass(frozen=True)
class ShipColor:
    name: str
    rgb: str


@dataclass(frozen=True)
class Box:
    name: str = ""
    invented: bool = False
    colors: tuple[ShipColor, ...] = ()
    sides: tuple[Side, ...] = ()
    supplies: tuple[Supply, ...] = ()
    tiles: tuple[tuple[Tile, int], ...] = ()
    """Each tile with how many of it there are."""
    buildings: tuple[tuple[Building, int], ...] = ()
    boards: tuple[RiverBoard, ...] = ()

    def side(self, players: int) -> Side:
        return next((side for side in self.sides if players in side.players), Side((players,)))

    def supply(self, players: int) -> Supply:
        return next((supply for supply in self.supplies if supply.players == players), Supply(players))

    def board(self, color: str | None, players: int) -> RiverBoard:
        """The river board of this colour; the one of the side where the box has none for it."""
        side = self.side(players)
        common = RiverBoard(color or "", side.players, side.printed, side.framed)
        return next((one for one in self.boards if one.color == color and players in one.players), common)
