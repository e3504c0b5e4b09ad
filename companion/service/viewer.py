"""Who is looking: which tables there are for them, whose secrets, and what they may record.

A service bound to somebody's eyes (``Tables.seen_by``) gives out nothing else and records nothing else, so that no
screen has to think of it.
"""

from collections.abc import Sequence
from typing import Protocol

from companion.games.contract import Game, Json, State
from companion.log.entries import Entry
from companion.log.errors import TableError
from companion.log.rows import TableInfo
from companion.log.summaries import Scope


class NotAllowed(TableError):
    """They know the table, but may only look."""

    code = "access.only-look"


class NotYourTurn(NotAllowed):
    """A phone records the turns of its own player."""

    code = "access.not-your-turn"


class NotYourCards(NotAllowed):
    """Hidden cards are told by whoever holds them."""

    code = "access.not-your-cards"


class Eyes(Protocol):
    def see(self, info: TableInfo) -> bool:
        """Whether there is such a table for them."""

    def scope(self) -> Scope | None:
        """The tables there are for them; None for all."""

    def seen(self, game: Game, info: TableInfo, state: State) -> State:
        """The state without the secrets of others."""

    def made(self, info: TableInfo) -> None:
        """They have made this table."""

    def may_ask(self, game: Game, info: TableInfo, kind: str, body: Json) -> None:
        """Whether they may ask for such an entry at all, whatever becomes of it. Raises NotAllowed."""

    def may_record(
        self, game: Game, state: State, info: TableInfo, kind: str, body: Json, back: Sequence[Entry]
    ) -> None:
        """Whether they may record it on the table as it stands; ``back`` is what an undo or redo is about.

        Raises NotAllowed.
        """

    def sign(self, info: TableInfo, by: str | None) -> str | None:
        """Who is said to have recorded it."""


class _AllSeeing:
    """Those of the companion itself: replay, files on its own machine."""

    def see(self, info: TableInfo) -> bool:
        return True

    def scope(self) -> Scope | None:
        return None

    def seen(self, game: Game, info: TableInfo, state: State) -> State:
        return state

    def made(self, info: TableInfo) -> None:
        pass

    def may_ask(self, game: Game, info: TableInfo, kind: str, body: Json) -> None:
        pass

    def may_record(
        self, game: Game, state: State, info: TableInfo, kind: str, body: Json, back: Sequence[Entry]
    ) -> None:
        pass

    def sign(self, info: TableInfo, by: str | None) -> str | None:
        return by


ALL_SEEING = _AllSeeing()
