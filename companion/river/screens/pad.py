"""The score pad of The River, and where each of its numbers comes from."""

from dataclasses import dataclass

from companion.games.contract import Label
from companion.river.game import RiverState
from companion.river.rules import game
from companion.river.rules.meadows import RULES
from companion.river.rules.scoring import Sheet
from companion.river.rules.words import COLUMNS, MeadowKind
from companion.rules.verdict import ScoreLine
from companion.web.pad import Cell, Column, Counted, Pad, Row, Why, rules_of, sorted_out

FIXED = ("buildings", "bonus", "resources", *(f"column_{number}" for number in range(1, COLUMNS + 1)))
SIGNS = {"buildings": "building", "bonus": "bonus", "resources": "storage"}
MEADOW = "meadow_"
_KIND_OF = {rule: kind for kind, rule in RULES.items()}


def pad(state: RiverState) -> Pad:
    """A row for each column of the tableau, and as many for meadows as whoever has the most of them needs."""
    score = game.score(state.table)
    most = max(len(_meadows(sheet)) for sheet in score.players)
    columns = tuple(_column(state, sheet, most) for sheet in score.players)
    places: dict[int, list[str]] = {}
    for column in columns:
        places.setdefault(column.total, []).append(column.name)
    ranking = tuple(tuple(places[points]) for points in sorted(places, reverse=True))
    remarks = [reason for sheet in score.players for reason in sheet.remarks]
    if state.table.over:
        remarks += score.remarks
    return Pad(
        tuple(_row(key) for key in (*FIXED, *(f"{MEADOW}{number}" for number in range(1, most + 1)))),
        columns,
        ranking,
        state.table.over,
        Label("river.tie", {"names": ", ".join(ranking[0])}) if len(ranking[0]) > 1 else None,
        tuple(Label(_code(reason.code, state.table.over), reason.params) for reason in remarks),
    )


def _code(code: str, over: bool) -> str:
    """What nobody has turned up yet is not shown, told or not (V-SECRET-01)."""
    return "river.secret-until-the-end" if code == "river.unknown-value" and not over else code


def _meadows(sheet: Sheet) -> list[ScoreLine]:
    return [line for line in sheet.lines if line.row.startswith(MEADOW)]


def _column(state: RiverState, sheet: Sheet, most: int) -> Column:
    typed = state.typed.get(sheet.name, {})
    cells = [Cell(sheet.name, line, typed.get(line.row)) for line in sheet.lines]
    blanks = [
        Cell(sheet.name, ScoreLine(f"none_{number}", "V-SCORE-08", 0), blank=True)
        for number in range(len(_meadows(sheet)), most)
    ]
    return Column(sheet.name, (sheet.name,), (*cells, *blanks))


def _row(key: str) -> Row:
    what, _, number = key.partition("_")
    if number:
        return Row(key, Label(f"river.row.{what}", {"number": int(number)}), what)
    return Row(key, Label(f"river.row.{key}"), SIGNS[key])


@dataclass(frozen=True)
class RiverWhy(Why):
    """``places``: the spaces of the tableau it was counted on; ``items``: which buildings or bonus tiles."""

    places: tuple[int, ...] = ()
    items: tuple[int, ...] = ()


def why(state: RiverState, the_pad: Pad, column: str, row: str) -> RiverWhy | None:
    cell = the_pad.cell(column, row)
    if cell is None:
        return None
    evidence = cell.line.evidence
    meadow = _KIND_OF.get(cell.line.rule)
    what = f"meadow-{meadow}" if meadow else row.partition("_")[0]
    places = [place for item in evidence for place in item.places]
    if meadow and state.table.player(column).tiles:
        places.append(int(row.removeprefix(MEADOW)))
    ruling = "VR-16" if meadow is MeadowKind.TERRAIN else "VR-01" if what == "column" else None
    return RiverWhy(
        cell,
        Label(f"river.why.{what}"),
        tuple(
            Counted(_label(what, kind, number, total))
            for (what, _, kind), (number, total) in sorted_out(evidence).items()
        ),
        rules_of(cell.line),
        ((ruling, _option(state, ruling)),) if ruling else (),
        tuple(dict.fromkeys(places)),
        tuple(number for item in evidence for number in item.items),
    )


def _label(what: str, kind: str | None, number: int, total: int) -> Label:
    if what == "stored" and kind is None:
        what = "stored-untold"
    return Label(f"river.evidence.{what}", {"n": number, "total": total, "kind": kind or ""})


def _option(state: RiverState, ruling: str) -> Label:
    return Label(f"rule.{ruling}.option.{state.table.ruling(ruling)}")
