"""A game under way: the table, and where in the round it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from companion.dewan.rules.cards import Card
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import CAMPS_TO_PLACE
from companion.rules.hexes import Hex


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
    END_OF_TURN = "end-of-turn"


@dataclass(frozen=True)
class Step:
    """One thing to come: who it concerns, and for a card to be laid out its place in the row and its face if told."""

    kind: StepKind
    player: str
    place: int | None = None
    card: Card | None = None


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
    END_OF_ROUND = "end-of-round"
    END_OF_GAME = "end-of-game"


@dataclass(frozen=True)
class News:
    """``spaces``: where it happened, as far as that is not plain from the action itself."""

    kind: NewsKind
    player: str | None = None
    number: int = 0
    spaces: tuple[Hex, ...] = ()


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

    def telling(
        self, kind: NewsKind, player: str | None = None, number: int = 0, spaces: tuple[Hex, ...] = ()
    ) -> "Play":
        return replace(self, news=(*self.news, News(kind, player, number, spaces)))
