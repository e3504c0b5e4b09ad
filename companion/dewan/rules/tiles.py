"""Cardboard: Territory tiles and how they are laid, Story tiles, layouts, and the box they come in.

What is printed on the tiles of a real copy is the owner's knowledge, not ours: a box is data (``formats/box.py``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from companion.dewan.rules.cards import Card
from companion.dewan.rules.words import BERRIES_PER_SYMBOL, Ground, Need, ScenarioName, Symbol
from companion.rules.hexes import Hex


class TileKind(StrEnum):
    STARTING = "starting"
    NEUTRAL = "neutral"
    VOLCANO = "volcano"
    DOWNPOUR = "downpour"


@dataclass(frozen=True)
class Icon:
    """A resource printed on the side shared by two spaces; both touch it and no other does (D-GEO-05).

    One of the two may lie off the map. The pair is kept sorted, so equal icons are equal.
    """

    kind: Symbol
    between: tuple[Hex, Hex]

    def __post_init__(self) -> None:
        a, b = self.between
        object.__setattr__(self, "between", (min(a, b), max(a, b)))

    def touches(self, at: Hex) -> bool:
        return at in self.between


class TileSpace(NamedTuple):
    ground: Ground
    berry: bool = False


class Tile(NamedTuple):
    """A Territory tile as printed, around its own origin (D-GEO-01, D-GEO-04)."""

    id: str
    kind: TileKind
    spaces: Mapping[Hex, TileSpace]
    icons: tuple[Icon, ...] = ()


class LaidTile(NamedTuple):
    """A tile on the table: its origin at ``at``, turned by ``rotation`` sixths."""

    tile: Tile
    at: Hex
    rotation: int

    def place(self, on_tile: Hex) -> Hex:
        return on_tile.turned(self.rotation).moved(self.at)

    def spaces(self) -> dict[Hex, TileSpace]:
        return {self.place(at): space for at, space in self.tile.spaces.items()}

    def icons(self) -> tuple[Icon, ...]:
        return tuple(
            Icon(icon.kind, (self.place(icon.between[0]), self.place(icon.between[1]))) for icon in self.tile.icons
        )


class PrintedMap(NamedTuple):
    """What a set of laid tiles shows before anything stands on it."""

    spaces: Mapping[Hex, Ground]
    berries: Mapping[Hex, int]
    icons: tuple[Icon, ...]


def lay(tiles: Iterable[LaidTile]) -> PrintedMap:
    """The map the tiles make; the caller has checked that they do not overlap.

    Every berry symbol gets its two tokens (D-SETUP-03). An icon that two tiles show on the side they share is one icon.
    """
    spaces: dict[Hex, Ground] = {}
    berries: dict[Hex, int] = {}
    icons: list[Icon] = []
    for laid in tiles:
        for at, space in laid.spaces().items():
            spaces[at] = space.ground
            if space.berry:
                berries[at] = BERRIES_PER_SYMBOL
        icons.extend(laid.icons())
    return PrintedMap(spaces, berries, tuple(dict.fromkeys(icons)))


@dataclass(frozen=True)
class StoryTile:
    """Points, fire, and the terrains and resources it asks for with their number (D-TILE-01).

    ``done``: slid up (True), not yet (False), or unknown (None). ``id`` is its name in the box, if it came from one.
    """

    needs: Mapping[Need, int]
    points: int
    fire: int = 0
    done: bool | None = None
    id: str | None = None


class Slot(NamedTuple):
    kind: TileKind
    at: Hex


class Layout(NamedTuple):
    """Where the tiles go for a scenario and a number of players, as the back of the Scenario tile shows it."""

    scenario: ScenarioName
    players: int
    slots: tuple[Slot, ...]


class CampColor(NamedTuple):
    name: str
    rgb: str


@dataclass(frozen=True)
class Box:
    """What one copy of the game contains."""

    name: str
    colors: tuple[CampColor, ...] = ()
    tiles: tuple[Tile, ...] = ()
    cards: Mapping[Card, int] = field(default_factory=dict)
    stories: tuple[StoryTile, ...] = ()
    layouts: tuple[Layout, ...] = ()

    def tile(self, tile_id: str) -> Tile | None:
        return next((tile for tile in self.tiles if tile.id == tile_id), None)

    def layout(self, scenario: ScenarioName, players: int) -> Layout | None:
        return next((one for one in self.layouts if (one.scenario, one.players) == (scenario, players)), None)
