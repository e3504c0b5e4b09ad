"""Evenings and leagues: their tables, results and standings, and who plays whom next."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from companion.games.contract import Lot
from companion.games.evening import EVENING, EveningState, Pairing
from companion.games.league import LEAGUE, LeagueState
from companion.games.people import PeopleState
from companion.log import summaries
from companion.log.errors import UnknownTable
from companion.service.answers import TableView
from companion.service.lists import Lists
from companion.service.pairings import pair
from companion.service.people import People
from companion.service.results import Result, result_of
from companion.service.standings import StandingRow, Tally, standings
from companion.service.summaries import Listed
from companion.service.tables import Tables


@dataclass(frozen=True)
class Evenings:
    tables: Tables

    def of_table(self, table_id: str) -> TableView | None:
        """The evening that a table takes part in and that is not over, the newest if there are several."""
        found = [view for one in self.having(table_id) if (view := self._look(one, EVENING)) and not view.summary.over]
        return found[-1] if found else None

    def leagues_of(self, evening_id: str) -> tuple[TableView, ...]:
        return tuple(view for one in self.having(evening_id) if (view := self._look(one, LEAGUE)))

    def having(self, table_id: str) -> tuple[str, ...]:
        """The ids of the evenings or leagues that this takes part in."""
        with self.tables.store.reading() as connection:
            return summaries.having_part(connection, table_id)

    def evenings_of(self, league: LeagueState) -> tuple[TableView, ...]:
        """In the order they were added; one that was deleted since is left out."""
        return tuple(view for one in league.evenings if (view := self._look(one, EVENING)))

    def listed(self, evening: EveningState) -> tuple[Listed, ...]:
        """The tables that take part, in the order they came; of those that are over with their points."""
        found = {one.info.id: one for one in Lists(self.tables).these(evening.tables, standings=True)}
        return tuple(found[table_id] for table_id in evening.tables if table_id in found)

    def results(self, tables: Collection[str]) -> tuple[Result, ...]:
        """Of those of these tables that are over."""
        found = Lists(self.tables).these(tables, standings=True)
        return tuple(result for one in found if (result := result_of(one)))

    def standings(self, evening: EveningState) -> tuple[StandingRow, ...]:
        return standings(self.results(evening.tables), self.people(evening.of_house), evening.by)

    def league_standings(self, league: LeagueState) -> tuple[tuple[TableView, tuple[StandingRow, ...]], ...]:
        """After each of its evenings, with those before it. A table that took part in two of them counts once."""
        tally, counted, found = Tally(self.people(league.of_house)), set[str](), []
        for view in self.evenings_of(league):
            tally.count(self.results(view.state.tables.keys() - counted))
            counted |= view.state.tables.keys()
            found.append((view, tally.rows(league.by)))
        return tuple(found)

    def next_round(self, evening_id: str, evening: EveningState, size: int, near: bool) -> tuple[Pairing, ...]:
        """``near``: those who stand alike play each other; else the draw decides. Earlier evenings of its leagues count
        for who has met whom."""
        people = self.people(evening.of_house)
        drawn = _drawn(evening.present, self.tables.lot)
        if near:
            place = {row.person: row.place for row in self.standings(evening)}
            drawn.sort(key=lambda name: place.get(people.person(name), len(place) + 1))
        leagues = self.leagues_of(evening_id)
        rounds = {view.info.id: view.state.rounds for one in leagues for view in self.evenings_of(one.state)}
        rounds[evening_id] = evening.rounds
        called = {people.person(name): name for name in drawn}
        before = [
            tuple(called.get(people.person(name), name) for name in pairing)
            for paired in rounds.values()
            for pairings in paired
            for pairing in pairings
        ]
        return pair(drawn, size, before, near=near)

    def people(self, of_house: bool) -> PeopleState:
        """The book of people is the house's: what others opened goes by the names that were typed."""
        return People(self.tables).state() if of_house else PeopleState()

    def _look(self, table_id: str, game: str) -> TableView | None:
        try:
            view = self.tables.look(table_id)
        except UnknownTable:
            return None
        return view if view.info.game == game else None


def _drawn(names: Sequence[str], lot: Lot) -> list[str]:
    return [names[number] for number in lot(len(names), len(names))]
