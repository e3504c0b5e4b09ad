"""What people do at the table: a frozen value for each decision. Its JSON follows from it (``formats/actions.py``).

Everything that is not known is None; the table may say as much as it likes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from companion.river.rules.cleanup import CleanUpReport
from companion.river.rules.stock import Stock
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import (
    BUILDING_CARDS,
    MOST_PLAYERS,
    MOST_RESOURCES,
    MOST_VALUE,
    PRODUCED,
    SCOUTS,
    SPACES,
    TERRAIN_TILES,
    ActionSpace,
    Resource,
)
from companion.rules.limits import OneOf, Range, Size

MOST_SWAPS = 9
Space = Annotated[int, Range(1, SPACES)]
Amount = Annotated[int, Range(0, MOST_RESOURCES)]
CardPlace = Annotated[int, Range(1, BUILDING_CARDS)]
Produced = Annotated[Resource, OneOf(PRODUCED)]


@dataclass(frozen=True)
class TakeTile:
    """A terrain tile from ``place`` of the island (1 is the first), or a ``tile`` told by what it shows.

    ``gift``: how many a gift meadow brought. ``swaps``: what a swap meadow did. ``returned``: resources given back for
    want of storage (VR-21).
    """

    player: str
    place: Annotated[int, Range(1, TERRAIN_TILES)] | None = None
    tile: Tile | None = None
    gift: Amount | None = None
    swaps: Annotated[tuple[tuple[Space, Space], ...], Size(MOST_SWAPS)] = ()
    returned: Stock = field(default_factory=dict)


@dataclass(frozen=True)
class Produce:
    """Wood, clay or stone. ``taken`` None: as many as fit; ``returned`` makes room for more (V-PROD-04)."""

    player: str
    resource: Produced
    taken: Amount | None = None
    returned: Stock = field(default_factory=dict)


@dataclass(frozen=True)
class TakeFood:
    """One food, or one resource ``instead`` when none is left (V-FOOD-02)."""

    player: str
    instead: Produced | None = None
    returned: Stock = field(default_factory=dict)


@dataclass(frozen=True)
class Reserve:
    """A face-up building from ``place`` of the board."""

    player: str
    place: CardPlace | None = None
    building: Building | None = None


@dataclass(frozen=True)
class Build:
    """A building from ``place`` of the board, or of the player's reserved ones.

    ``paid`` None: what costs the least food. ``bonus``: the value of the bonus tile, where it differs from the best.
    """

    player: str
    reserved: bool = False
    place: CardPlace | None = None
    building: Building | None = None
    paid: Stock | None = None
    bonus: Annotated[int, Range(0, MOST_VALUE)] | None = None


@dataclass(frozen=True)
class TakeFigure:
    """Become start player (V-START-01)."""

    player: str


@dataclass(frozen=True)
class Swap:
    player: str
    one: Space
    other: Space


@dataclass(frozen=True)
class PlaceScout:
    """A scout went there; what it brought was not told."""

    player: str
    space: ActionSpace


@dataclass(frozen=True)
class LayAside:
    """No space is open for the scout (VR-18)."""

    player: str


@dataclass(frozen=True)
class Exchange:
    """Before a scout is placed: three resources for one food, any number of times (V-TURN-03)."""

    player: str
    given: Stock


@dataclass(frozen=True)
class LayOut:
    """What lies open on the main board was told."""

    tiles: Annotated[tuple[Tile, ...], Size(TERRAIN_TILES)] | None = None
    buildings: Annotated[tuple[Building, ...], Size(BUILDING_CARDS)] | None = None


@dataclass(frozen=True)
class CleanUp(CleanUpReport):
    """The end of a round, with what people did where the plan left a choice."""


@dataclass(frozen=True)
class PlayRound:
    """A whole round, told when it is over: how many tiles each laid and buildings each built, who took the figure.

    The clean-up belongs to it.
    """

    word: ClassVar = "round"
    tiles: Annotated[Mapping[str, Annotated[int, Range(0, SPACES)]], Size(MOST_PLAYERS)] = field(default_factory=dict)
    built: Annotated[Mapping[str, Annotated[int, Range(0, SCOUTS)]], Size(MOST_PLAYERS)] = field(default_factory=dict)
    figure: str | None = None


ScoutAction = TakeTile | Produce | TakeFood | Reserve | Build | TakeFigure | Swap | PlaceScout
Action = ScoutAction | LayAside | Exchange | LayOut | CleanUp | PlayRound


def space_of(action: ScoutAction) -> ActionSpace:
    """Where the scout goes for it."""
    if isinstance(action, Produce):
        return ActionSpace(action.resource)
    if isinstance(action, PlaceScout):
        return action.space
    return {
        TakeTile: ActionSpace.TERRAIN,
        TakeFood: ActionSpace.FOOD,
        Reserve: ActionSpace.RESERVE,
        Build: ActionSpace.BUILD,
        TakeFigure: ActionSpace.START,
        Swap: ActionSpace.SWAP,
    }[type(action)]
