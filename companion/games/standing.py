"""Who has how many points, and what was worth telling: what a game says for past games, charts and exports."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.rules.hexes import Hex


@dataclass(frozen=True)
class Label:
    """What something is called, for a list, a chart or a button: a code of the catalogue with its parameters."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """One cell of the pad; ``typed``: written by hand over what was counted."""

    row: str
    points: int
    typed: bool = False


@dataclass(frozen=True)
class ScoreColumn:
    """A column of the pad: a player, or a team with its ``members``."""

    name: str
    members: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        return sum(cell.points for cell in self.rows)


@dataclass(frozen=True)
class Standing:
    """The pad at one moment. ``ranking``: names of columns, best first, equals together.

    ``tie_break`` says what decided between equals.
    """

    columns: tuple[ScoreColumn, ...]
    ranking: tuple[tuple[str, ...], ...]
    tie_break: Label | None = None

    @property
    def rows(self) -> tuple[str, ...]:
        """All rows in the order they stand on the pad; a column may lack some of them."""
        longest = max(self.columns, key=lambda column: len(column.rows))
        found = dict.fromkeys(cell.row for cell in longest.rows)
        for column in self.columns:
            found.update(dict.fromkeys(cell.row for cell in column.rows))
        return tuple(found)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0]

    @property
    def totals(self) -> dict[str, int]:
        return {column.name: column.total for column in self.columns}

    def column_of(self, player: str) -> ScoreColumn:
        """The column this player's points stand in."""
        return next(column for column in self.columns if player in column.members)

    def place_of(self, column: str) -> int:
        """1 for the best; who shares a place has the same, and the next one's counts all before it."""
        before = 0
        for names in self.ranking:
            if column in names:
                return before + 1
            before += len(names)
        raise KeyError(column)


class FactKind(StrEnum):
    """``route``: a way somebody went; ``event``: something that befell all; ``milestone``: worth remembering; ``news``:
    everything else that happened by itself."""

    ROUTE = "route"
    EVENT = "event"
    MILESTONE = "milestone"
    NEWS = "news"


@dataclass(frozen=True)
class Fact:
    """What an entry brought about. ``spaces``: those of a route in order, empty where nobody told it."""

    kind: FactKind
    label: Label
    player: str | None = None
    spaces: tuple[Hex, ...] = ()
