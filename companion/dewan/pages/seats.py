"""A player as the table sees them: the Tribe board, the hand, the stories."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.play import Play
from companion.dewan.rules.scoring import Score
from companion.dewan.rules.stories import StoryCheck, check_stories
from companion.dewan.rules.table import Player, Table
from companion.dewan.rules.turns import TAKES_STORY, TUCKS_CARD
from companion.dewan.rules.words import CAMPS_TO_PLACE


@dataclass(frozen=True)
class Spot:
    """A camp space of the Tribe board: a camp still on it, or its effect laid bare (D-EFF-02)."""

    ordinal: int
    filled: bool
    effect: str
    tucked: Half | None = None


@dataclass(frozen=True)
class Seat:
    name: str
    color: str | None
    active: bool
    first: bool
    hand: tuple[Card, ...]
    hidden: int
    berries: int
    fish: int
    fire: int
    total: int
    camps_placed: int
    spots: tuple[Spot, ...]
    stories: tuple[StoryView, ...]
    completes: tuple[int, ...]
    """Which of the stories the route on show would complete."""


def seat_view(play: Play, table: Table, player: Player, score: Score, completes: Sequence[int]) -> Seat:
    sheet = next(sheet for sheet in score.players if sheet.name == player.name)
    acting = play.next.player == player.name
    checks = check_stories(table, player.name)
    return Seat(
        player.name,
        player.color,
        acting and not play.over,
        table.first_player == player.name,
        player.hand,
        player.hidden_cards,
        player.berries,
        player.fish,
        sheet.fire,
        sheet.total,
        play.camps_placed(player.name),
        _spots(play, player),
        tuple(map(checked_story, checks)),
        tuple(completes) if acting else (),
    )


def _spots(play: Play, player: Player) -> tuple[Spot, ...]:
    placed = play.camps_placed(player.name)
    tucked = iter(player.tucked)
    spots = []
    for ordinal in range(1, CAMPS_TO_PLACE + 1):
        effect = "none"
        if ordinal in TAKES_STORY:
            effect = "story"
        elif ordinal in TUCKS_CARD:
            effect = "tuck"
        elif ordinal == CAMPS_TO_PLACE:
            effect = "final"
        bare = ordinal <= placed
        spots.append(Spot(ordinal, not bare, effect, next(tucked, None) if bare and effect == "tuck" else None))
    return tuple(spots)


def checked_story(check: StoryCheck) -> StoryView:
    return story_view(check.story, {need.need: need.count.have for need in check.needs})
