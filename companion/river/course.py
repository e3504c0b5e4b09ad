"""What The River tells of a game that was played: its pad with what was typed over it, and who scored what."""

from typing import TYPE_CHECKING

from companion.games.names import Places
from companion.games.standing import Fact, FactKind, Label, Row, ScoreColumn, Standing
from companion.river.rules import game
from companion.river.rules.scoring import Sheet
from companion.river.rules.table import Table

if TYPE_CHECKING:
    from companion.river.game import RiverState

NAMES = Places(maps=("typed",), lists=("scouts",))
CLEAN_UP_NAMES = Places(maps=("income", "returned", "settled", "typed"), lists=("scouts",))
"""In a clean-up these objects are by player; elsewhere ``returned`` is a stock."""


def standing(state: "RiverState") -> Standing:
    columns = tuple(_column(sheet, state) for sheet in game.score(state.table).players)
    places: dict[int, list[str]] = {}
    for column in columns:
        places.setdefault(column.total, []).append(column.name)
    ranking = tuple(tuple(places[points]) for points in sorted(places, reverse=True))  # equals share it (V-SCORE-09)
    return Standing(columns, ranking)


def _column(sheet: Sheet, state: "RiverState") -> ScoreColumn:
    typed = state.typed.get(sheet.name, {})
    rows = tuple(Row(line.row, typed.get(line.row, line.points), line.row in typed) for line in sheet.lines)
    return ScoreColumn(sheet.name, (sheet.name,), rows)


def row_label(row: str) -> Label:
    kind, _, number = row.partition("_")
    return Label(f"river.row.{kind}", {"number": number})


def facts(before: Table, after: Table) -> tuple[Fact, ...]:
    """Bonus tiles and the end of the game are worth remembering."""
    found = [
        Fact(
            FactKind.MILESTONE, Label("river.fact.bonus", {"player": player.name, "n": len(player.bonus)}), player.name
        )
        for player in after.players
        if len(player.bonus) > _bonus_of(before, player.name)
    ]
    if after.round > before.round:
        found.append(Fact(FactKind.NEWS, Label("web.news.end-of-round", {"player": "", "n": before.round})))
    if after.over and not before.over:
        found.append(Fact(FactKind.MILESTONE, Label("web.news.end-of-game", {"player": "", "n": 0})))
    return tuple(found)


def _bonus_of(table: Table, name: str) -> int:
    return next((len(player.bonus) for player in table.players if player.name == name), 0)
