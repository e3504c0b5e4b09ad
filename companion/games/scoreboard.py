"""The scoreboard of a game with its evidence: one value that pad, past games, replay, share, CLI and API render."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.rules.verdict import ScoreLine

Ranking = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Label:
    """What something is called, for a list, a chart or a button: a code of the catalogue with its parameters."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """A row of the scoreboard: what it is called, the sign beside it, and the rulings with options it depends on.

    ``note`` stands behind the sign, like ``+4``.
    """

    key: str
    label: Label
    sign: str = ""
    note: str = ""
    rulings: tuple[str, ...] = ()


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
        """What the rules and typed cells call it; the key of the row may be another."""
        return self.line.row

    @property
    def points(self) -> int:
        return self.line.points if self.typed is None else self.typed


@dataclass(frozen=True)
class Column:
    """``members``: the player, or the partners of a team."""

    name: str
    members: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def total(self) -> int:
        return sum(cell.points for cell in self.cells)


@dataclass(frozen=True)
class Scoreboard:
    """The points at one moment. Every column has a cell for each of the ``rows``, in their order.

    ``ranking``: names of columns, best first, equals together. ``tie``: what is said of equals on the pad. ``note``:
    what has to stand beside the result wherever it is shown: what decided between equals, or that points are missing.
    """

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    ranking: Ranking
    final: bool = False
    tie: Label | None = None
    note: Label | None = None
    remarks: tuple[Label, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0]

    @property
    def totals(self) -> dict[str, int]:
        return {column.name: column.total for column in self.columns}

    def lines(self) -> Iterator[tuple[Row, tuple[Cell, ...]]]:
        """Row by row: what it is called, and its cell in every column."""
        yield from zip(self.rows, zip(*(column.cells for column in self.columns), strict=True), strict=True)

    def column(self, name: str) -> Column | None:
        return next((column for column in self.columns if column.name == name), None)

    def cell(self, column: str, row: str) -> Cell | None:
        chosen = self.column(column)
        return next((cell for cell in chosen.cells if cell.row == row and not cell.blank), None) if chosen else None

    def row_of(self, cell: Cell) -> Row:
        column = self.column(cell.column)
        return self.rows[column.cells.index(cell)] if column else Row(cell.row, Label(cell.row))

    def column_of(self, player: str) -> Column:
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

    def lead(self) -> tuple[tuple[str, int], ...]:
        """How far the winners are ahead of each of the others."""
        best = max(self.totals.values())
        return tuple((one.name, best - one.total) for one in self.columns if one.name not in self.winners)


def ranked_by_points(columns: Sequence[Column]) -> Ranking:
    """Equals share a place."""
    places: dict[int, list[str]] = {}
    for column in columns:
        places.setdefault(column.total, []).append(column.name)
    return tuple(tuple(places[points]) for points in sorted(places, reverse=True))
