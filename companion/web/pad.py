"""Where the numbers of a scoreboard come from, as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.scoreboard import Cell, Label
from companion.rules.verdict import Evidence, ScoreLine


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
    drawn: object = None
