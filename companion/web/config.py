"""Settings of one running application."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from companion.log.summaries import Scope

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class TableCard:
    """A table to resume, as the home page lists it. ``players`` are pairs of name and colour, in seat order."""

    title: str
    scenario: str
    players: tuple[tuple[str, str], ...]
    round: int | None
    touched: str
    url: str
    game: str = "dewan"
    box: str | None = None


class Companion(Protocol):
    """What the screens need from the rest of the companion; kept in ``app.extensions["companion"]``."""

    def tables(self, scope: Scope | None, skip: int, most: int) -> Sequence[TableCard]:
        """Tables that can be resumed, the one touched last first."""

    def number_of_tables(self, scope: Scope | None) -> int: ...


class NoTables:
    """Stands in where no store is attached."""

    def tables(self, scope: Scope | None, skip: int, most: int) -> Sequence[TableCard]:
        return ()

    def number_of_tables(self, scope: Scope | None) -> int:
        return 0


@dataclass(frozen=True)
class WebConfig:
    data_dir: Path | None = None
    """Where the secret key is kept. None: a key of this process alone, sessions end with it."""
    companion: Companion = field(default_factory=NoTables)
    host_names: frozenset[str] = frozenset()
    """Names the server may be called by besides those of this machine, e.g. behind a reverse proxy."""
    https: bool = False
    """Served through a proxy that speaks HTTPS: cookies are then sent over HTTPS only."""
    trust_loopback: bool = True
    """Whoever asks from this machine is its owner. Off behind a proxy, where everybody seems to."""
    anyone_makes: bool = True
    """Every device that reaches the server may make tables and boxes; off where strangers reach it."""
    public: bool = False
    """Visitors make tables of their own and see no others (``access.visitors``)."""
    most_body: int = 2 * MEGABYTE
    most_streams: int = 10_000
    compress: bool = True
    """Answers travel; off where they stay on the device."""
    reachable: bool = True
    """Other devices can reach the server; off when it listens on this machine alone."""
    direct: bool = False
    """Phones come to this device itself: the page around ours connects them."""
    pack: Path | None = None
    """What ``companion pack`` wrote, to be served below ``/alone/``."""
    styleguide: bool = False
    """Offer the page that shows every drawing; for development."""
    testing: bool = False
    worker: bool | None = None
    """Whether browsers may keep the last known pages. None: except in tests, which are not about that."""
