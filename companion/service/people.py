"""The people who play here: who is who, and what each of them has to show."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.people import PeopleState
from companion.log.errors import TableExists, UnknownTable
from companion.service.answers import TableView
from companion.service.naming import is_somebody
from companion.service.results import Result
from companion.service.tables import Tables

PEOPLE = "people"
"""The id of the one table that is the book of people."""


@dataclass(frozen=True)
class Best:
    """The most points somebody ever had in a row of the pad, and where."""

    row: str
    points: int
    table_id: str


@dataclass(frozen=True)
class GameRecord:
    """What somebody has to show in one game. Points of a team are nobody's own: they count for games and wins alone."""

    game: str
    games: int
    wins: int
    average: float | None
    best: Best | None
    rows: tuple[Best, ...]


@dataclass(frozen=True)
class Person:
    key: str
    name: str
    games: int
    wins: int
    last_at: str
    favourite: str | None
    """The scenario played more often than any other, and more than once."""
    records: tuple[GameRecord, ...]
    played: tuple[Result, ...]
    names: tuple[str, ...]
    """All names this person was ever called at a table."""


class People:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def look(self) -> TableView | None:
        """The book; None while nothing stands in it."""
        try:
            return self.tables.look(PEOPLE)
        except UnknownTable:
            return None

    def state(self) -> PeopleState:
        look = self.look()
        return look.state if look is not None and isinstance(look.state, PeopleState) else PeopleState()

    def opened(self) -> TableView:
        try:
            return self.tables.create(PEOPLE, {}, table_id=PEOPLE)
        except TableExists:
            return self.tables.look(PEOPLE)

    def merge(self, one: str, into: str, results: Iterable[Result]) -> Json:
        """What is to be recorded as ``MERGE``. Raises BadInput for two who have sat at one table."""
        state = self.state()
        both = {state.person(one), state.person(into)}
        for result in results:
            if both <= {state.person(name) for name in result.players}:
                raise BadInput([Fault("into", "people.sat-together", {"one": one, "other": into})])
        return {"from": one, "into": into}

    def rename(self, name: str, to: str, results: Iterable[Result]) -> Json:
        """What is to be recorded as ``RENAME``. Raises BadInput for a name that is somebody else's: that is a merge."""
        state = self.state()
        others = {state.person(one) for result in results for one in result.players} - {state.person(name)}
        if state.person(to) in others:
            raise BadInput([Fault("to", "people.taken", {"name": to[:40]})])
        return {"name": name, "to": to}


def everybody(results: Sequence[Result], state: PeopleState) -> tuple[Person, ...]:
    """Who plays most comes first."""
    played: dict[str, list[Result]] = {}
    names: dict[str, dict[str, None]] = {}
    for result in results:  # the last game first
        for name, color in zip(result.players, result.colors, strict=True):
            if not is_somebody(result.game, name, color):
                continue
            key = state.person(name)
            played.setdefault(key, []).append(result)
            names.setdefault(key, {})[name] = None
    people = [_person(key, tuple(names[key]), games, state) for key, games in played.items()]
    return tuple(sorted(people, key=lambda one: (-one.games, one.name.casefold())))


def _person(key: str, names: tuple[str, ...], played: Sequence[Result], state: PeopleState) -> Person:
    by_game: dict[str, list[Result]] = {}
    for result in played:
        by_game.setdefault(result.game, []).append(result)
    records = tuple(_record(game, games, key, state) for game, games in by_game.items())
    return Person(
        key,
        state.name(names[0]),
        len(played),
        sum(record.wins for record in records),
        played[0].ended_at,
        _favourite(Counter(result.scenario for result in played)),
        records,
        tuple(played),
        names,
    )


def _favourite(played: Counter[str]) -> str | None:
    (best, times), *others = played.most_common(2)
    return best if times > max((games for _, games in others), default=1) else None


def seat_of(result: Result, key: str, state: PeopleState) -> str:
    """The name this person had at that table."""
    return next(name for name in result.players if state.person(name) == key)


def _record(game: str, played: Sequence[Result], key: str, state: PeopleState) -> GameRecord:
    wins, totals, best = 0, [], dict[str, Best]()
    top: Best | None = None
    for result in reversed(played):  # who was first to have so many keeps the record
        name = seat_of(result, key, state)
        column = result.scoreboard.column_of(name)
        wins += name in result.winners
        if len(column.members) > 1:
            continue
        totals.append(column.total)
        if top is None or column.total > top.points:
            top = Best("total", column.total, result.table_id)
        for row, cell in zip(result.scoreboard.rows, column.cells, strict=True):
            if cell.points > 0 and (row.key not in best or cell.points > best[row.key].points):
                best[row.key] = Best(row.key, cell.points, result.table_id)
    average = sum(totals) / len(totals) if totals else None
    return GameRecord(game, len(played), wins, average, top, tuple(best.values()))
