"""What a game must offer to be recorded, undone, corrected, listed and shown.

States are immutable values of the game's own; everything that crosses this face is JSON or codes with parameters.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.formats.mode import Mode
from companion.games.facts import Fact
from companion.games.scoreboard import Label, Row, Scoreboard
from companion.games.viewer import PUBLIC, Viewer
from companion.rules.verdict import Reason

Json = dict[str, object]
State = Any
"""The game's own; nobody outside it looks inside."""

Lot = Callable[[int, int], Sequence[int]]
"""``lot(n, k)`` draws ``k`` different numbers below ``n``; what it decided is recorded with the entry."""

CORRECTION = "correction"
RULING = "ruling"
"""A table decides a point the editions leave open."""

__all__ = [
    "CORRECTION",
    "RULING",
    "CannotPlay",
    "Fact",
    "Game",
    "Json",
    "Label",
    "Lot",
    "Mode",
    "Played",
    "Row",
    "Scoreboard",
    "State",
    "Summary",
]


@dataclass(frozen=True)
class Played:
    """``reasons``: the rules it broke. It was played all the same."""

    state: State
    reasons: tuple[Reason, ...] = ()
    body: Json | None = None
    """What is to be recorded, where that is not what was asked for word by word."""


@dataclass(frozen=True)
class Summary:
    """What a list of tables says about one. ``word.<scenario>`` in the catalogue says what is played."""

    title: str | None
    scenario: str
    players: tuple[str, ...]
    round: int
    turn: str | None
    over: bool
    colors: tuple[str, ...] = ()
    """One for each player: a colour of the house, ``#rrggbb``, or nothing."""
    mode: Mode = Mode.RECORDED
    first: str | None = None
    """Who began."""
    at_turn: bool = True
    """False within a turn, and while the first one is still being prepared."""
    box: str | None = None
    """The box it uses, where that is kept as a table of its own."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """Numbers of the game's own that its lists show."""
    tables: tuple[str, ...] = ()
    """What takes part in it: tables in an evening, evenings in a league."""

    @property
    def quick_score(self) -> bool:
        return self.mode is Mode.QUICK_SCORE

    def acts(self, player: str | None) -> bool:
        """Whether it is up to this player: in turn, or while it is nobody's turn, as in a clean-up."""
        return player is not None and (self.turn == player or (self.turn is None and not self.over))


class CannotPlay(Exception):
    """The entry cannot be carried out on this table at all; ``reason`` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class Game(Protocol):
    """All readers raise ``record.faults.BadInput`` with every fault; nothing here touches a clock or a file."""

    key: str
    rules_version: str
    rules_known: Collection[str]
    """The versions of the rules whose entries can be replayed, the present one among them."""
    is_box: bool
    """Not a game but what a copy of one shows, recorded in the same way."""

    def open_header(self, header: object, lot: Lot) -> Json:
        """Check what a new table was told and draw what it left to chance: the header to be stored."""

    def begin(self, header: Json) -> State:
        """The first state of a table with this (checked) header."""

    def play(self, state: State, kind: str, body: Json, lot: Lot | None = None) -> Played:
        """The state after an entry. With ``lot`` the entry is new: what it leaves to chance is drawn, and its body
        comes back as it is to be recorded. Raises BadInput, CannotPlay."""

    def asked(self, kind: str, body: Json) -> Json:
        """The body in its one spelling, without what can be drawn: equal for a request and what was recorded of it."""

    def redact(self, state: State, viewer: Viewer) -> State:
        """The same state without the secrets of anybody but this viewer."""

    def record(self, state: State, viewer: Viewer = PUBLIC) -> Json:
        """The table record, with the secrets of this viewer only."""

    def under_way(self, state: State) -> Json:
        """What everybody may know of a game under way and the record has no place for: what comes next, above all."""

    def snapshot(self, state: State) -> Json:
        """Everything, to be kept by the store."""

    def restore(self, snapshot: object) -> State:
        """Raises BadInput."""

    def summary(self, state: State) -> Summary: ...

    def label(self, kind: str, body: Json) -> Label: ...

    def seat_may(self, kind: str, body: Json, player: str, in_turn: bool) -> bool:
        """Whether a player's own phone may record this for that player, in turn or out of it."""

    def redact_body(self, kind: str, body: Json, viewer: Viewer) -> Json:
        """The body of an entry without what this viewer may not record."""

    def exported(self, state: State, kind: str | None, document: Json, viewer: Viewer) -> Json:
        """The body of an entry, or with no kind the header, as a file made for this viewer may hold it now."""

    # --- After the game

    def scoreboard(self, state: State) -> Scoreboard | None:
        """The points with their evidence; None for what is not played for points."""

    def row(self, key: str) -> Row:
        """The row of the scoreboard with this key."""

    def facts(self, before: State, kind: str, body: Json, after: State) -> tuple[Fact, ...]:
        """What an entry brought about that everybody may know, besides what its label says."""

    def with_names(self, document: Json, names: Mapping[str, str]) -> Json:
        """A header, a body or a verdict with other names for players. The game it tells is the same."""
