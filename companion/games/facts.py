"""What an entry brought about that is worth telling: for past games, charts and replay."""

from dataclasses import dataclass
from enum import StrEnum

from companion.games.scoreboard import Label
from companion.rules.hexes import Hex


class FactKind(StrEnum):
    """``route``: a way somebody went; ``event``: something that befell all; ``milestone``: worth remembering; ``news``:
    everything else that happened by itself."""

    ROUTE = "route"
    EVENT = "event"
    MILESTONE = "milestone"
    NEWS = "news"


@dataclass(frozen=True)
class Fact:
    """What an entry brought about. ``spaces``: those of a route in order, empty where it is unknown."""

    kind: FactKind
    label: Label
    player: str | None = None
    spaces: tuple[Hex, ...] = ()
