"""The sorts of examples there are. Each says what is on the table and what it claims; nothing is drawn here.

``words`` is a code of the catalogue for what the picture alone does not say. Ada is the one who acts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.dewan.examples.boards import IconDrawing, board, cards, half
from companion.dewan.rules.board import Board
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import Marker, Need, ScenarioName
from companion.rules.hexes import Hex

ADA, BEN, CLEO, DANA = "Ada", "Ben", "Cleo", "Dana"
COLORS = {ADA: "raspberry", BEN: "indigo", CLEO: "marigold", DANA: "pearl"}


@dataclass(frozen=True)
class Scene:
    """A corner of a map, and what its players have."""

    drawing: str = ""
    scenario: str = "base"
    icons: tuple[IconDrawing, ...] = ()
    hand: str = ""
    """Ada's cards."""
    tucked: Mapping[str, str] = field(default_factory=dict)
    stories: Mapping[str, tuple[StoryTile, ...]] = field(default_factory=dict)
    berries: Mapping[str, int] = field(default_factory=dict)
    fish: Mapping[str, int] = field(default_factory=dict)
    teams: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def board(self) -> Board:
        return board(self.drawing, icons=self.icons) if self.drawing else Board()

    @cached_property
    def table(self) -> Table:
        given = {*self.tucked, *self.stories, *self.berries, *self.fish, *self.teams}
        names = given | {camp.player for camp in self.board.camps.values()} | {ADA, BEN}
        return Table(
            ScenarioName(self.scenario),
            tuple(
                Player(
                    name,
                    team=self.teams.get(name),
                    color=COLORS[name],
                    hand=cards(self.hand) if name == ADA else (),
                    berries=self.berries.get(name, 0),
                    fish=self.fish.get(name, 0),
                    tucked=tuple(map(half, self.tucked.get(name, "").split())),
                    stories=self.stories.get(name, ()),
                )
                for name in COLORS
                if name in names
            ),
            self.board,
            rulings=self.rulings,
            water_markers=8 if self.scenario == "downpour" else 0,
            lava_markers=8 if self.scenario == "volcano" else 0,
        )


@dataclass(frozen=True)
class RouteExample:
    """A way across the map, ``way`` from space to space. Against the rules when ``against`` names the rule."""

    scene: Scene
    way: str
    cost: int = 0
    """How many cards it takes, of a legal way."""
    gives: Mapping[str, int] = field(default_factory=dict)
    """How many of them go to whom."""
    against: str | None = None
    remark: str | None = None
    """The ruling that speaks of a way that is legal but dear."""
    words: str | None = None

    @property
    def path(self) -> tuple[Hex, ...]:
        return places(self.way)


@dataclass(frozen=True)
class Zones:
    """The zones of a terrain, outlined."""

    scene: Scene
    terrain: Need
    number: int
    words: str | None = None
    tiles: tuple[str, ...] = ()
    """Which spaces came on one piece of cardboard."""


@dataclass(frozen=True)
class CountExample:
    """How much of something Ada has for her stories, and the rule that says why."""

    scene: Scene
    need: Need
    number: int
    rule: str
    words: str | None = None


@dataclass(frozen=True)
class GivenExample:
    """A story of Ada's, complete or not."""

    scene: Scene
    complete: bool
    words: str | None = None


@dataclass(frozen=True)
class Points:
    """One row of the score pad, and what it was counted from."""

    scene: Scene
    row: str
    points: int
    rule: str
    of: str = ADA
    words: str | None = None


@dataclass(frozen=True)
class Targets:
    """Where the marker of an event may go."""

    scene: Scene
    number: int
    words: str | None = None


@dataclass(frozen=True)
class CoveredExample:
    """The map after a marker was put on a space; ``berries``: what lies where then."""

    scene: Scene
    at: str
    berries: Mapping[str, int]
    odd: int = 0
    """Berries that fall by lot."""
    words: str | None = None

    @property
    def marker(self) -> Marker:
        return Marker.LAVA if self.scene.scenario == "volcano" else Marker.WATER


@dataclass(frozen=True)
class Gather:
    """Ada places a camp at ``at`` and takes so many berries."""

    scene: Scene
    at: str
    takes: int
    words: str | None = None


@dataclass(frozen=True)
class Fish:
    """Who takes how many Fish for a card."""

    scene: Scene
    shares: Mapping[str, int]
    words: str | None = None


@dataclass(frozen=True)
class ShownExample:
    """A map to look at: spaces that are spoken of, and those next to one of them."""

    scene: Scene
    words: str
    spaces: str = ""
    next_to: str = ""
    tiles: tuple[str, ...] = ()
    """Which spaces came on one piece of cardboard."""


@dataclass(frozen=True)
class Take:
    """Two cards taken from the row of six; against the rules when ``against`` names the rule."""

    row: str
    places: tuple[int, int]
    against: str | None = None
    words: str | None = None


@dataclass(frozen=True)
class PieceExample:
    """Something that lies beside the map: a card, a pile, a tile, a token."""

    kind: str  # "card", "half", "back", "story", "icon", "camp"
    what: str = ""
    number: int | None = None
    lit: bool = False
    story: StoryTile | None = None


@dataclass(frozen=True)
class PiecesExample:
    """What a map cannot show."""

    words: str
    pieces: tuple[PieceExample, ...]


@dataclass(frozen=True)
class TribeBoard:
    """The eight camps of a Tribe board and what each brings; ``placed`` of them are on the map."""

    words: str
    placed: int
    lit: tuple[int, ...] = ()


OnMap = (
    RouteExample
    | Zones
    | CountExample
    | GivenExample
    | Points
    | Targets
    | CoveredExample
    | Gather
    | Fish
    | ShownExample
)
Example = OnMap | Take | PiecesExample | TribeBoard


def places(text: str) -> tuple[Hex, ...]:
    """``0,0 1,0`` as spaces; ``0-3`` along a strip."""
    found: list[Hex] = []
    for word in text.split():
        if "," in word:
            q, r = word.split(",")
            found.append(Hex(int(q), int(r)))
        else:
            first, _, last = word.partition("-")
            found += [Hex(q, 0) for q in range(int(first), int(last or first) + 1)]
    return tuple(found)
