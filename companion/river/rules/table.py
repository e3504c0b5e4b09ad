"""The whole table at one moment: what the table record says, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.river.rules.box import Box, RiverBoard, Side, Supply
from companion.river.rules.rulings import choice
from companion.river.rules.stock import Stock, minus, plus, total
from companion.river.rules.tableau import tile_on
from companion.river.rules.tiles import Building, Meadow, Tile
from companion.river.rules.words import (
    FIFTH_SCOUT_AT,
    FIRST_SCOUTS,
    IN_THE_BOX,
    MOST_PLAYERS,
    SCOUTS,
    ActionSpace,
    Capacity,
    MeadowKind,
    Resource,
)


@dataclass(frozen=True)
class Known:
    """A number as far as it is known; one that is not ``sure`` may differ from what is on the table."""

    count: int
    sure: bool = True


@dataclass(frozen=True)
class Quick:
    """A tableau known by its results only: what people read off it at the end. None where it was not told."""

    columns: tuple[int, ...] | None = None
    resources: int | None = None
    buildings: int | None = None
    bonus: int | None = None
    meadows: tuple[tuple[MeadowKind, int], ...] | None = None
    """Each scoring meadow with the number of things it counts."""


@dataclass(frozen=True)
class Player:
    """``tiles`` lie along the river. ``resources`` are stored ones of a told kind, ``untold_resources`` all others.

    Which storage a resource lies in is not kept: storages are alike (V-PROD-03), and a resource whose storage is
    covered may move to any other (V-TILE-02). Buildings and bonus tiles lie face down: None is a value nobody told.
    """

    name: str
    color: str | None = None
    tiles: tuple[Tile, ...] = ()
    laid_this_round: int = 0
    resources: Stock = field(default_factory=dict)
    untold_resources: int = 0
    bare_symbols: Stock | None = None
    bare_storages: int | None = None
    """What the bare spaces show, where a player told it instead of relying on the box."""
    buildings: tuple[int | None, ...] = ()
    bonus: tuple[int | None, ...] = ()
    reserved: tuple[Building, ...] = ()
    scouts: int = FIRST_SCOUTS
    """On the ship."""
    settled: int = 0
    aside: int = 0
    """Scouts for which no space was open this round (VR-18)."""
    quick: Quick | None = None

    @property
    def stored(self) -> int:
        return total(self.resources) + self.untold_resources

    @property
    def scouts_owned(self) -> int:
        """The fifth comes with the second bonus tile (V-BUILD-04)."""
        return SCOUTS if len(self.bonus) >= FIFTH_SCOUT_AT else FIRST_SCOUTS

    def meadows(self, kind: MeadowKind) -> tuple[tuple[int, Meadow], ...]:
        """The meadows of a kind with their spaces."""
        return tuple(
            (space, tile.meadow)
            for space, tile in enumerate(self.tiles, start=1)
            if tile.meadow is not None and tile.meadow.kind is kind
        )


@dataclass(frozen=True)
class Table:
    """Players sit clockwise in the order given (V-TURN-01). Round 0 is the choice before the game (V-SETUP-08).

    ``islands`` holds what was told to lie there. ``revealed`` and ``displayed`` are None when they are not tracked, and
    so are the stacks.
    """

    players: tuple[Player, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)
    box: Box = field(default_factory=Box)
    start_player: str | None = None
    active_player: str | None = None
    round: int = 1
    over: bool = False
    scouts: Mapping[ActionSpace, tuple[str, ...]] = field(default_factory=dict)
    """Owners of the scouts on the main board, in the order they came."""
    islands: Stock = field(default_factory=dict)
    revealed: tuple[Tile, ...] | None = None
    displayed: tuple[Building, ...] | None = None
    bonus_left: tuple[int, ...] | None = None
    tile_stack: int | None = None
    thrown_tiles: int | None = None
    building_stack: int | None = None

    @property
    def side(self) -> Side:
        return self.box.side(len(self.players))

    def board_of(self, player: Player) -> RiverBoard:
        """The player's own river board."""
        return self.box.board(player.color, len(self.players))

    @property
    def supply(self) -> Supply:
        return self.box.supply(len(self.players))

    def player(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def with_player(self, changed: Player) -> "Table":
        return replace(self, players=tuple(changed if one.name == changed.name else one for one in self.players))

    def ruling(self, ruling: str) -> str:
        return choice(self.rulings, ruling)

    def clockwise_from(self, name: str) -> tuple[Player, ...]:
        at = next(i for i, player in enumerate(self.players) if player.name == name)
        return self.players[at:] + self.players[:at]

    def opener(self) -> Player:
        """The holder of the figure; the first seat where that was not told."""
        return self.player(self.start_player or self.players[0].name)

    def on_board(self, name: str) -> int:
        return sum(owners.count(name) for owners in self.scouts.values())

    def capacity(self, space: ActionSpace) -> Capacity | None:
        """None where nobody knows. Of the terrain island the text is sure (VR-02, V-TILE-03)."""
        certain = {ActionSpace.TERRAIN: Capacity.TWO_EACH}
        return certain.get(space) or self.side.capacities.get(space)

    def framed_covered(self, player: Player, *, this_round: bool) -> tuple[int, ...]:
        """The framed spaces covered in this round, or before it (V-GEO-07)."""
        old = max(0, len(player.tiles) - player.laid_this_round)
        return tuple(
            space
            for space in self.board_of(player).framed or ()
            if tile_on(player.tiles, space) and (space > old) is this_round
        )

    def island(self, resource: Resource) -> Known | None:
        """How many lie there: as told, or whatever nobody has of those in the game (V-SETUP-05, V-PROD-05)."""
        if resource in self.islands:
            return Known(self.islands[resource])
        everybody = len(self.players) == MOST_PLAYERS  # all of them are used
        supply = IN_THE_BOX if everybody else self.supply.resources
        if supply is None or any(player.untold_resources for player in self.players):
            return None
        held = sum(player.resources.get(resource, 0) for player in self.players)
        return Known(max(0, supply.get(resource, 0) - held), everybody or not self.box.invented)

    def bonus_stack(self) -> tuple[int, ...] | None:
        """The bonus tiles left, best first; None when nobody knows."""
        if self.bonus_left is not None:
            return tuple(sorted(self.bonus_left, reverse=True))
        held = [value for player in self.players for value in player.bonus]
        if self.side.bonus is None or None in held:
            return None
        left = list(self.side.bonus)
        for value in held:
            if value in left:
                left.remove(value)
        return tuple(sorted(left, reverse=True))

    def to_island(self, resources: Stock) -> "Table":
        return replace(self, islands=self._told(plus(self.islands, resources)))

    def from_island(self, resources: Stock) -> "Table":
        return replace(self, islands=self._told(minus(self.islands, resources)))

    def _told(self, islands: Stock) -> dict[Resource, int]:
        """Zero is a told number, too; what nobody told stays untold."""
        return {resource: islands.get(resource, 0) for resource in Resource if resource in self.islands}
