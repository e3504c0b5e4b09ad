"""Where a number on the scoreboard of The River comes from."""

from dataclasses import dataclass

from companion.games.scoreboard import Label, Scoreboard
from companion.river.game import RiverState
from companion.river.rules.meadows import RULES
from companion.river.rules.words import MeadowKind
from companion.river.scoreboard import MEADOW
from companion.web.pad import Counted, Why, rules_of, sorted_out

_KIND_OF = {rule: kind for kind, rule in RULES.items()}


@dataclass(frozen=True)
class RiverWhy(Why):
    """``places``: the spaces of the tableau it was counted on; ``items``: which buildings or bonus tiles."""

    places: tuple[int, ...] = ()
    items: tuple[int, ...] = ()


def why(state: RiverState, board: Scoreboard, column: str, row: str) -> RiverWhy | None:
    cell = board.cell(column, row)
    if cell is None:
        return None
    evidence = cell.line.evidence
    meadow = _KIND_OF.get(cell.line.rule)
    what = f"meadow-{meadow}" if meadow else row.partition("_")[0]
    places = [place for item in evidence for place in item.places]
    if meadow and state.table.player(column).tiles:
        places.append(int(row.removeprefix(MEADOW)))
    rulings = ("VR-16",) if meadow is MeadowKind.TERRAIN else board.row_of(cell).rulings
    return RiverWhy(
        cell,
        Label(f"river.why.{what}"),
        tuple(
            Counted(_label(what, kind, number, total))
            for (what, _, kind), (number, total) in sorted_out(evidence).items()
        ),
        rules_of(cell.line),
        tuple((ruling, _option(state, ruling)) for ruling in rulings),
        tuple(dict.fromkeys(places)),
        tuple(number for item in evidence for number in item.items),
    )


def _label(what: str, kind: str | None, number: int, total: int) -> Label:
    if what == "stored" and kind is None:
        what = "stored-untold"
    return Label(f"river.evidence.{what}", {"n": number, "total": total, "kind": kind or ""})


def _option(state: RiverState, ruling: str) -> Label:
    return Label(f"rule.{ruling}.option.{state.table.ruling(ruling)}")
