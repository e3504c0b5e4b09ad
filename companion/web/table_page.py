"""What every screen that shows a table is given: how it is asked for, and what its head says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from flask import url_for

from companion.games.contract import Label
from companion.rules.hexes import Hex
from companion.service.answers import Missed, TableView
from companion.web.drawing.players import PlayerStyle
from companion.web.submit import entry_id


@dataclass(frozen=True)
class ScreenRequest:
    """How a table is to be shown. ``now``: the number of the log today, where what is shown is past.

    ``looking``: it is today's table, but nothing can be recorded from here: it is shown like a past one. ``changing``:
    the entry that what is recorded now is to replace; the table is shown as it stood before it.
    """

    now: int | None = None
    notice: str | None = None
    status: int = 200
    missed: Missed | None = None
    looking: bool = False
    changing: int | None = None

    @property
    def plain(self) -> bool:
        """Nothing but the table as it is."""
        as_now = (self.now is None or self.looking) and self.changing is None
        return as_now and self.notice is None and self.missed is None

    def here(self, look: TableView) -> str:
        """Where this screen is fetched anew, and what a tap on it adds to."""
        if self.changing is not None:
            return url_for("happened.change", table_id=look.info.id, entry=self.changing)
        return url_for("tables.show", table_id=look.info.id)


@dataclass(frozen=True)
class HeadSeat:
    name: str
    active: bool = False
    first: bool = False
    url: str | None = None
    """Where a tap on the player leads, if anywhere."""


@dataclass(frozen=True)
class Head:
    """What the head of the table screen says: whose turn it is, in which round, and notes behind the name."""

    seats: tuple[HeadSeat, ...]
    round: Label
    last_round: bool = False
    notes: tuple[str, ...] = ()


Link = Callable[[Hex], str]
MenuItem = tuple[str, str, str]
"""Name in the catalogue (``web.table.menu-…``), address, sign."""


@dataclass(frozen=True)
class LivePage:
    """What every screen that shows a table needs. ``entry_id``: of what it may record."""

    look: TableView
    view: ScreenRequest
    looks: Mapping[str, PlayerStyle]
    news: tuple[str, ...] = field(default=(), kw_only=True)
    entry_id: str = field(default_factory=entry_id, kw_only=True)

    @property
    def now(self) -> int | None:
        return self.view.now

    @property
    def notice(self) -> str | None:
        return self.view.notice

    @property
    def missed(self) -> Missed | None:
        return self.view.missed

    @property
    def looking(self) -> bool:
        return self.view.looking

    @property
    def changing(self) -> int | None:
        return self.view.changing
