"""Lists of tables, as whoever asks may see them. They read summaries and open nothing."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from companion.log import summaries
from companion.log.errors import TableError
from companion.log.rewriting import BOOK
from companion.log.summaries import (
    EVERYTHING,
    GOING_ON,
    HALF_SCORED,
    MAPS,
    TIMERS,
    Facet,
    Find,
    Scope,
    Where,
    all_but,
    finished,
    of_game,
    these,
)
from companion.service.summaries import Listed, made_by, read_listed
from companion.service.tables import Tables


@dataclass(frozen=True)
class Lists:
    tables: Tables
    scope: Scope | None = None
    """The tables there are for who asks; None for all."""

    def everything(self, skip: int = 0, most: int | None = None) -> tuple[Listed, ...]:
        """Tables and boxes, the one touched last first, as in every list."""
        return self._page(EVERYTHING, skip, most)

    def going_on(self, skip: int = 0, most: int | None = None) -> tuple[Listed, ...]:
        """Games that are recorded and not over."""
        return self._page(GOING_ON, skip, most)

    def made(self, skip: int = 0, most: int | None = None) -> tuple[Listed, ...]:
        """What somebody has made: tables and boxes, also those that cannot be opened, and not the book of people."""
        return self._page(all_but(BOOK), skip, most)

    def number_made(self) -> int:
        return self._number(all_but(BOOK))

    def these(self, ids: Collection[str], *, standings: bool = False) -> tuple[Listed, ...]:
        """Of what somebody has made, those of these ids that are there."""
        return self._page(these({*ids} - {BOOK}), standings=standings)

    def number_going_on(self) -> int:
        return self._number(GOING_ON)

    def half_scored(self, most: int) -> tuple[Listed, ...]:
        """Quick scores that still lack a player's points."""
        return self._page(HALF_SCORED, 0, most)

    def maps(self, most: int) -> tuple[Listed, ...]:
        """Maps that only the referee is asked about."""
        return self._page(MAPS, 0, most)

    def timers(self, most: int) -> tuple[Listed, ...]:
        return self._page(TIMERS, 0, most)

    def of_game(self, game: str) -> tuple[Listed, ...]:
        """Above all the boxes of a game."""
        return self._page(of_game(game))

    def finished(self, find: Find = Find(), skip: int = 0, most: int | None = None) -> tuple[Listed, ...]:  # noqa: B008
        return self._page(finished(find), skip, most, standings=True)

    def number_finished(self, find: Find = Find()) -> int:  # noqa: B008
        return self._number(finished(find))

    def facets(self) -> tuple[tuple[Facet, int], ...]:
        """What finished games can be found by, and how many have it."""
        self.fill()
        with self.tables.store.reading() as connection:
            return summaries.counted(connection, self.scope)

    def using_box(self, boxes: Collection[str]) -> dict[str, int]:
        """How many tables use each of these boxes, those of others among them."""
        self.fill()
        with self.tables.store.reading() as connection:
            return summaries.using_box(connection, boxes)

    def fill(self) -> None:
        """Make stale summaries anew. What the disk refuses now is tried again with the next list."""
        with self.tables.store.reading() as connection:
            stale = summaries.stale(connection)
        for table_id in stale:
            with suppress(TableError):
                self.tables.summarise(table_id)

    def begin(self) -> None:
        """Once at the start: summaries of older rules are stale. Those of an older database all are."""
        with suppress(TableError):
            with self.tables.store.writing() as connection:
                summaries.outdate(connection, [made_by(game) for game in self.tables.games.values()])
            self.fill()

    def _page(
        self, what: Where, skip: int = 0, most: int | None = None, *, standings: bool = False
    ) -> tuple[Listed, ...]:
        self.fill()
        with self.tables.store.reading() as connection:
            found = summaries.page(connection, what, self.scope, skip, most, standings=standings)
        try:
            return tuple(map(self._read, found))
        except (KeyError, TypeError, ValueError):
            return tuple(map(self._mended, found))

    def _read(self, row: summaries.Row) -> Listed:
        return read_listed(self.tables.game_of(row[0]), *row)

    def _mended(self, row: summaries.Row) -> Listed:
        """A summary that was damaged is made anew."""
        try:
            return self._read(row)
        except (KeyError, TypeError, ValueError):
            with suppress(TableError):
                self.tables.summarise(row[0].id)
            with self.tables.store.reading() as connection:
                return next((self._read(one) for one in summaries.one(connection, row[0].id)), Listed(row[0], None))

    def _number(self, what: Where) -> int:
        self.fill()
        with self.tables.store.reading() as connection:
            return summaries.number(connection, what, self.scope)
