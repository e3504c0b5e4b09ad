"""What people do at the table: a frozen value for each decision.

Everything the companion was not told is None; the table may tell as much as it likes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.river.rules.cleanup import Told
from companion.river.rules.tiles import Building, Tile
from companion.river.rules.words import ActionSpace, Resource


@dataclass(frozen=True)
class TakeTile:
    """A terrain tile from ``place`` of the island (1 is the first), or a ``tile`` told by what it shows.

    ``gift``: how many a gift meadow brought. ``swaps``: what a swap meadow did. ``returned``: resources given back for
    want of storage (VR-21).
    """

    player: str
    place: int | None = None
    tile: Tile | None = None
    gift: int | None = None
    swaps: tuple[tuple[int, int], ...] = ()
    returned: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Produce:
    """Wood, clay or stone. ``taken`` None: as many as fit; ``returned`` makes room for more (V-PROD-04)."""

    player: str
    resource: Resource
    taken: int | None = None
    returned: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True)
class TakeFood:
    """One food, or one resource ``instead`` when none is left (V-FOOD-02)."""

    player: str
    instead: Resource | None = None
    returned: Mapping[Resource, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Reserve:
    """A face-up building from ``place`` of the board."""

    player: str
    place: int | None = None
    building: Building | None = None


@dataclass(frozen=True)
class Build:
    """A building from ``place`` of the board, or of the player's reserved ones.

    ``paid`` None: what costs the least food. ``bonus``: the value of the bonus tile, where it differs from the best.
    """

    player: str
    reserved: bool = False
    place: int | None = None
    building: Building | None = None
    paid: Mapping[Resource, int] | None = None
    bonus: int | None = None


@dataclass(frozen=True)
class TakeFigure:
    """Become start player (V-START-01)."""

    player: str


@dataclass(frozen=True)
class Swap:
    player: str
    one: int
    other: int


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
    given: Mapping[Resource, int]


@dataclass(frozen=True)
class LayOut:
    """What lies open on the main board was told."""

    tiles: tuple[Tile, ...] | None = None
    buildings: tuple[Building, ...] | None = None


@dataclass(frozen=True)
class CleanUp:
    told: Told = field(default_factory=Told)


@dataclass(frozen=True)
class PlayRound:
    """A whole round, told when it is over: how many tiles each laid and buildings each built, who took the figure.

    The clean-up belongs to it.
    """

    tiles: Mapping[str, int] = field(default_factory=dict)
    built: Mapping[str, int] = field(default_factory=dict)
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
