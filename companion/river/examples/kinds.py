"""The sorts of examples The River has: a tableau, what it claims, and the code of what is said of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.river.rules.box import Box, PrintedSpace, Side
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Building, Meadow, Tile
from companion.river.rules.words import ActionSpace, MeadowKind, Resource, Terrain
from companion.web.drawing.illustration import PieceView

ANA, BEN = "Ana", "Ben"
WOOD, CLAY, STONE, FOOD = Resource
_KINDS = {"D": "desert", "B": "badlands", "F": "forest", "W": "meadow", "M": "mountain"}
_NAMES = (ANA, BEN, "Cleo", "Dora")

BOX = Box(
    "box of the examples",
    sides=(
        Side(
            (2, 3, 4),
            {
                2: PrintedSpace({WOOD: 1}),
                4: PrintedSpace({CLAY: 1}),
                6: PrintedSpace({STONE: 1}),
                8: PrintedSpace(storages=1),
                10: PrintedSpace(storages=1),
                12: PrintedSpace({CLAY: 1}, 1),
            },
            (3, 5, 9, 11),
            {},
            4,
            (6, 5, 4, 3, 2, 1, 0, 0),
        ),
    ),
)
"""Made up for the drawings; no real board is meant."""


def tile(text: str) -> Tile:
    """``F`` a forest, ``F/D`` a mixed tile, ``W:scouts`` or ``W:terrain=forest`` a meadow, ``F+clay`` with a symbol."""
    letters, _, symbol = text.partition("+")
    letters, _, meadow = letters.partition(":")
    kinds = tuple(Terrain(_KINDS[letter]) for letter in letters.split("/"))
    symbols = {Resource(symbol): 1} if symbol else {}
    if not meadow:
        return Tile(kinds, symbols, 0)
    kind, _, shown = meadow.partition("=")
    shows: Terrain | Resource | None = None
    if shown:
        shows = Resource(shown) if shown in tuple(Resource) else Terrain(shown)
    return Tile(kinds, symbols, 0, Meadow(MeadowKind(kind), shows))


@dataclass(frozen=True)
class RiverScene:
    """Ana's tableau, ``tiles`` along the river, and what she has."""

    tiles: str = ""
    seats: int = 2
    resources: Mapping[Resource, int] = field(default_factory=dict)
    buildings: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    reserved: tuple[Building, ...] = ()
    scouts: int = 4
    fresh: int = 0
    """Tiles laid this round."""
    islands: Mapping[Resource, int] = field(default_factory=dict)
    displayed: tuple[Building, ...] | None = None
    revealed: tuple[Tile, ...] | None = None
    rulings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def table(self) -> Table:
        ana = Player(
            ANA,
            tiles=tuple(map(tile, self.tiles.split())),
            laid_this_round=self.fresh,
            resources=dict(self.resources),
            buildings=self.buildings,
            bonus=self.bonus,
            reserved=self.reserved,
            scouts=self.scouts,
        )
        others = tuple(Player(name) for name in _NAMES[1 : self.seats])
        return Table(
            (ana, *others),
            self.rulings,
            BOX,
            start_player=ANA,
            active_player=ANA,
            islands=dict(self.islands),
            displayed=self.displayed,
            revealed=self.revealed,
        )


@dataclass(frozen=True)
class RiverLook:
    """A tableau to look at; ``marked``: spaces that are spoken of."""

    scene: RiverScene
    words: str
    marked: tuple[int, ...] = ()


@dataclass(frozen=True)
class RiverPoints:
    """One row of the score pad."""

    scene: RiverScene
    row: str
    points: int
    rule: str
    words: str | None = None


@dataclass(frozen=True)
class Gains:
    """What a scout on an island brings: as many as are ``kept`` without giving anything back."""

    scene: RiverScene
    resource: Resource
    kept: int
    most: int | None = None
    """So many with giving something back."""
    words: str | None = None


@dataclass(frozen=True)
class Closed:
    """An action space Ana may not use, and the rule that closes it."""

    scene: RiverScene
    space: ActionSpace
    rule: str
    words: str | None = None


@dataclass(frozen=True)
class Settles:
    """Framed spaces on which a scout stays in the clean-up."""

    scene: RiverScene
    spaces: tuple[int, ...]
    words: str | None = None


@dataclass(frozen=True)
class Pays:
    """Whether Ana can pay for a building, and with what."""

    scene: RiverScene
    cost: Mapping[Resource, int]
    pays: Mapping[Resource, int]
    reserved: bool = False
    words: str | None = None


@dataclass(frozen=True)
class PiecesExample:
    """What a tableau cannot show."""

    words: str
    pieces: tuple[PieceView, ...]


def piece(icon: str = "", number: int | None = None, lit: bool = False) -> PieceView:
    """A gap where no icon is named."""
    return PieceView("icon" if icon else "gap", icon, number=number, lit=lit)


OnTableau = RiverLook | RiverPoints | Gains | Closed | Settles | Pays
Example = OnTableau | PiecesExample
