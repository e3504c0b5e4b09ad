"""What The River tells of a game that was played: its pad with what was typed over it, and who scored what."""

from itertools import count
from typing import TYPE_CHECKING

from companion.games.names import Places
from companion.games.standing import Fact, FactKind, Label, Row, ScoreColumn, Standing
from companion.river.rules import game
from companion.river.rules.ending import triggers
from companion.river.rules.scoring import Sheet
from companion.river.rules.table import Table
from companion.river.rules.words import MeadowKind, Resource

if TYPE_CHECKING:
    from companion.river.game import RiverState

NAMES = Places(maps=("holds", "typed"), lists=("scouts",))
CLEAN_UP_NAMES = Places(maps=("built", "income", "returned", "settled", "tiles", "typed"), lists=("scouts",))
"""In a clean-up these objects are by player; elsewhere ``returned`` is a stock."""


def standing(state: "RiverState") -> Standing:
    columns = tuple(_column(sheet, state) for sheet in game.score(state.table).players)
    places: dict[int, list[str]] = {}
    for column in columns:
        places.setdefault(column.total, []).append(column.name)
    ranking = tuple(tuple(places[points]) for points in sorted(places, reverse=True))  # equals share it (V-SCORE-09)
    untold = [player.name for player in state.table.players if None in (*player.buildings, *player.bonus)]
    note = Label("river.not-all-told", {"names": ", ".join(untold)}) if untold and state.table.over else None
    return Standing(columns, ranking, note)


def _column(sheet: Sheet, state: "RiverState") -> ScoreColumn:
    """Meadows are counted one by one, as on the pad; the rules know them by their space."""
    typed = state.typed.get(sheet.name, {})
    meadows = count(1)
    rows = tuple(
        Row(
            f"meadow_{next(meadows)}" if line.row.startswith("meadow_") else line.row,
            typed.get(line.row, line.points),
            line.row in typed,
        )
        for line in sheet.lines
    )
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
        found.append(Fact(FactKind.NEWS, Label("river.round-over", {"player": "", "n": before.round})))
    if after.over and not before.over:
        found.append(Fact(FactKind.MILESTONE, Label("web.news.end-of-game", {"player": "", "n": 0})))
    return tuple(found)


def _bonus_of(table: Table, name: str) -> int:
    return next((len(player.bonus) for player in table.players if player.name == name), 0)


def news(before: Table, after: Table) -> tuple[Label, ...]:
    """What people forget, said when it happens. Values that lie face down are not told (V-SECRET-02)."""
    said: list[Label] = []
    for old, new in zip(before.players, after.players, strict=True):
        name = new.name
        if len(new.bonus) > len(old.bonus):
            said.append(Label("river.news.bonus", {"player": name, "number": len(new.bonus)}))
        if new.scouts_owned > old.scouts_owned:
            said.append(Label("river.news.fifth-scout", {"player": name}))
        laid = range(len(old.tiles) + 1, len(new.tiles) + 1)
        if before.round:  # the tile chosen before the game covers no framed space of a round
            framed = after.board_of(new).framed or ()
            said += [Label("river.news.framed", {"player": name, "space": at}) for at in framed if at in laid]
        for at in laid:
            meadow = new.tiles[at - 1].meadow
            if meadow and meadow.kind is MeadowKind.GIFT and isinstance(meadow.shows, Resource):
                gained = new.resources.get(meadow.shows, 0) - old.resources.get(meadow.shows, 0)
                params = {"player": name, "number": max(0, gained), "resource": meadow.shows}
                said.append(Label("river.news.gift", params))
            elif meadow and meadow.kind is MeadowKind.CLEANUP and isinstance(meadow.shows, Resource):
                said.append(Label("river.news.cleanup", {"player": name, "resource": meadow.shows}))
    if triggers(after) and not triggers(before):
        said.append(Label("river.news.last-round"))
    return tuple(said)
