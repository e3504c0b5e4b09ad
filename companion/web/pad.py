"""The score pad of any game as data: a column a player or team, a row a category, each cell with its evidence."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Label
from companion.rules.verdict import Evidence, ScoreLine


@dataclass(frozen=True)
class Cell:
    """``typed`` is what somebody wrote over the count; None where nobody did.

    ``countable``: there is something to count it from; without a map, most of what depends on places has to be typed.
    ``blank``: this column has no such thing, where another one has.
    """

    column: str
    line: ScoreLine
    typed: int | None = None
    countable: bool = True
    blank: bool = False

    @property
    def row(self) -> str:
        return self.line.row

    @property
    def points(self) -> int:
        return self.line.points if self.typed is None else self.typed


@dataclass(frozen=True)
class Column:
    """``members``: the player, or both partners of a team."""

    name: str
    members: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def total(self) -> int:
        return sum(cell.points for cell in self.cells)


@dataclass(frozen=True)
class Row:
    """What a row of the pad is called, and the sign beside it; ``note`` stands behind the sign, like ``+4``."""

    key: str
    label: Label
    sign: str
    note: str = ""


@dataclass(frozen=True)
class Pad:
    """``ranking``: names, best first, equals together. ``tie``: what had to decide the first place, in words.

    Every column has a cell for each of the ``lines``, in their order.
    """

    lines: tuple[Row, ...]
    columns: tuple[Column, ...]
    ranking: tuple[tuple[str, ...], ...]
    final: bool
    tie: Label | None = None
    remarks: tuple[Label, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(line.key for line in self.lines)

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0]

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)

    def cell(self, column: str, row: str) -> Cell | None:
        chosen = self.column(column)
        return next((cell for cell in chosen.cells if cell.row == row and not cell.blank), None) if chosen else None

    def label(self, cell: Cell) -> Label:
        """What the row of this cell is called."""
        column = self.column(cell.column)
        return self.lines[column.cells.index(cell)].label if column else Label(cell.row)

    def lead(self) -> tuple[tuple[str, int], ...]:
        """How far the winners are ahead of each of the others."""
        best = max(column.total for column in self.columns)
        return tuple((one.name, best - one.total) for one in self.columns if one.name not in self.winners)


@dataclass(frozen=True)
class Counted:
    """One sort of thing that was counted, and whose it is where that is not the column's own."""

    label: Label
    player: str | None = None


@dataclass(frozen=True)
class Why:
    """Where the number of one cell comes from. ``rulings``: the choices of the table it leans on."""

    cell: Cell
    text: Label
    counted: tuple[Counted, ...]
    rules: tuple[str, ...]
    rulings: tuple[tuple[str, Label], ...] = ()


def rules_of(line: ScoreLine) -> tuple[str, ...]:
    return tuple(dict.fromkeys([line.rule, *(item.rule for item in line.evidence)]))


def sorted_out(evidence: Iterable[Evidence]) -> Mapping[tuple[str, str | None, str | None], tuple[int, int]]:
    """By what it is, whose, and of which kind: how many of them, and what they add up to."""
    sorts: dict[tuple[str, str | None, str | None], tuple[int, int]] = {}
    for item in evidence:
        key = (item.what, item.player, item.kind)
        number, total = sorts.get(key, (0, 0))
        sorts[key] = (number + 1, total + item.count)
    return sorts


@dataclass(frozen=True)
class Picture:
    """A drawing that shows where a number comes from: a template of the game, and what it needs."""

    template: str
    context: Any = None
