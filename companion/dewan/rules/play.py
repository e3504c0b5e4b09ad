"""A game under way: the table, and where in the round it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from companion.dewan.rules.cards import JOKER, Card
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import CAMPS_TO_PLACE, TERRAIN_CARDS
from companion.rules.hexes import Hex

RULES = 2
"""The present edition. The second keeps a turn due that somebody else took, fills gaps of the row as soon as there are
cards, and asks nothing that has one answer only."""


class StepKind(StrEnum):
    """What comes next. The first group waits for somebody's decision, the second happens by itself."""

    FIRST_STORY = "first-story"
    TURN = "turn"
    STORY = "story"
    TUCK = "tuck"
    MARKER = "marker"
    FISH = "fish"
    OVER = "over"

    LAY_OUT = "lay-out"
    EVENT = "event"
    NEW_PILE = "new-pile"
    STORY_CHECK = "story-check"
    END_OF_TURN = "end-of-turn"


AUTOMATIC = (StepKind.LAY_OUT, StepKind.EVENT, StepKind.NEW_PILE, StepKind.STORY_CHECK, StepKind.END_OF_TURN)


@dataclass(frozen=True)
class Step:
    """One thing to come: who it concerns, and for a card to be laid out its place in the row and its face if told."""

    kind: StepKind
    player: str
    place: int | None = None
    card: Card | None = None


@dataclass(frozen=True)
class Course:
    """Where a game stands, beside what lies on its table. None: nobody said."""

    round: int | None = None
    last_round: bool | None = None
    story_row: tuple[StoryTile | None, ...] | None = None
    story_stack: int | None = None
    steps: tuple[Step, ...] | None = None
    off_map: Mapping[str, int] = field(default_factory=dict)


class NewsKind(StrEnum):
    """What happened by itself while an action took effect, for the companion to tell."""

    BERRY = "berry"
    FINAL_CAMP = "final-camp"
    RESHUFFLED = "reshuffled"
    EVENT = "event"
    NEW_PILE = "new-pile"
    NOTHING_TO_PLACE = "nothing-to-place"
    LOT = "lot"
    STORY_DONE = "story-done"
    REWARD = "reward"
    NO_STORY_LEFT = "no-story-left"
    STORY_DUE = "story-due"
    TUCK_DUE = "tuck-due"
    END_OF_ROUND = "end-of-round"
    END_OF_GAME = "end-of-game"


@dataclass(frozen=True)
class News:
    """``spaces``: where it happened, as far as that is not plain from the action itself."""

    kind: NewsKind
    player: str | None = None
    number: int = 0
    spaces: tuple[Hex, ...] = ()


class NextTurn(NamedTuple):
    """Whose turn follows (None: the game is over), how many rounds end before it, and who is still ahead."""

    player: str | None
    rounds: int
    ahead: tuple[str, ...]


@dataclass(frozen=True)
class Play:
    """``steps`` is never empty; its first is a decision (or the end).

    ``story_row`` and ``story_stack`` are None where the table does not track them; a None in the row is a tile nobody
    has told. ``off_map`` counts camps that were placed without saying where.
    """

    table: Table
    steps: tuple[Step, ...]
    round: int = 1
    last_round: bool = False
    story_row: tuple[StoryTile | None, ...] | None = None
    story_stack: int | None = None
    off_map: Mapping[str, int] = field(default_factory=dict)
    rules: int = RULES
    """By which edition of these rules it is played. A game begun under an earlier one goes on as it was recorded."""
    gaps: int = 0
    """Places of an untracked row that stayed empty (R-16)."""
    camps_only: bool = False
    """Only Camps, the pile of the Event tile and events are recorded: nothing is known of hands, and neither Story
    tiles nor tucked cards are asked for."""
    ahead: tuple[str, ...] = ()
    """Who has acted in somebody else's turn: the own turn of the round is used up with it."""
    news: tuple[News, ...] = field(default=(), compare=False)
    """What the last action brought about; no part of where the game stands."""

    @property
    def next(self) -> Step:
        return self.steps[0]

    @property
    def over(self) -> bool:
        return self.next.kind is StepKind.OVER

    def camps_placed(self, player: str) -> int:
        return len(self.table.placed_camps(player)) + self.off_map.get(player, 0)

    def camps_left(self, player: str) -> int:
        return max(0, CAMPS_TO_PLACE - self.camps_placed(player))

    def payable(self, player: str) -> tuple[Card, ...]:
        """What a player may be able to pay with: a hand nobody records may hold anything."""
        return (JOKER,) * TERRAIN_CARDS if self.camps_only else self.table.player(player).payable

    @property
    def opener(self) -> str:
        """Who opens every round (D-TURN-02)."""
        return self.table.first_player or self.table.players[0].name

    def turn_after(self, player: str) -> NextTurn:
        """The player on the left, past those who have acted before their turn; a round ends with the right-hand
        neighbour of the Dewan holder (D-TURN-01, D-END-01)."""
        ahead, rounds = list(self.ahead), 0
        while True:
            player = self.table.clockwise_from(player)[1].name
            if player == self.opener:
                if self.last_round:
                    return NextTurn(None, rounds, tuple(ahead))
                rounds += 1
            if player not in ahead:
                return NextTurn(player, rounds, tuple(ahead))
            ahead.remove(player)

    def then(self, *steps: Step) -> "Play":
        """These come next, before whatever was still to come."""
        return replace(self, steps=(*steps, *self.steps))

    def telling(
        self, kind: NewsKind, player: str | None = None, number: int = 0, spaces: tuple[Hex, ...] = ()
    ) -> "Play":
        return replace(self, news=(*self.news, News(kind, player, number, spaces)))
