"""Set-up: the figures for a scenario and a number of players, and the first state of a game."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.dewan.rules.board import Board
from companion.dewan.rules.piles import EVENT_PILE, Piles
from companion.dewan.rules.play import Course, Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.table import Blank, Player, Table
from companion.dewan.rules.words import (
    CAMPS_TO_PLACE,
    MARKERS,
    ROW_LENGTH,
    STARTING_HAND,
    STORY_ROW_LENGTH,
    STORY_TILES,
    TERRAIN_CARDS,
    Marker,
    ScenarioName,
)

WATER_STORIES = 5
"""Story tiles with Water, which leave the game in the Downpour (D-DOWN-02)."""


@dataclass(frozen=True)
class Figures:
    """The numbers on the set-up list (section 1.2 of the catalogue)."""

    starting_tiles: int
    neutral_tiles: int
    special_tiles: int
    dealt: int
    row: int
    draw_pile: int
    supply: int
    story_row: int
    story_stack: int
    markers: int


def figures(scenario: ScenarioName, players: int, cards: int = TERRAIN_CARDS, stories: int = STORY_TILES) -> Figures:
    """``cards`` and ``stories``: how many the box holds."""
    rules = SCENARIOS[scenario]
    if scenario is ScenarioName.DOWNPOUR:
        stories = max(0, stories - WATER_STORIES)
    left = max(0, cards - STARTING_HAND * players - ROW_LENGTH)
    pile = min(left, EVENT_PILE[players]) if rules.event_tile else left
    return Figures(
        starting_tiles=players,
        neutral_tiles=players,
        special_tiles=int(rules.special_tile is not None),
        dealt=STARTING_HAND * players,
        row=ROW_LENGTH,
        draw_pile=pile,
        supply=left - pile if rules.event_tile else 0,
        story_row=min(stories, STORY_ROW_LENGTH),
        story_stack=max(0, stories - STORY_ROW_LENGTH),
        markers=MARKERS if rules.marker else 0,
    )


@dataclass(frozen=True)
class SetUp:
    """What the table decided before the first turn. Partners of a team sit opposite (D-TEAM-01).

    ``row`` and ``stories`` False: the table does not track the open cards, or the Story row.
    """

    scenario: ScenarioName
    players: tuple[Player, ...]
    first_player: str
    board: Board = field(default_factory=Board)
    rulings: Mapping[str, str] = field(default_factory=dict)
    row: bool = True
    stories: bool = True
    cards_in_box: int = TERRAIN_CARDS
    stories_in_box: int = STORY_TILES


def resume(table: Table, course: Course) -> Play:
    """What nobody told follows from the camps: who has placed the last one has brought the last round (D-END-01), and
    since nobody begins a turn without a camp left (D-EFF-06), the turn of such a player means that the game is over."""
    if table.row is not None:
        blank = Blank.GAP if table.piles.draw == 0 else Blank.UNTOLD
        table = replace(table, row=(*table.row, *(blank,) * (ROW_LENGTH - len(table.row))))
    play = Play(
        table,
        (Step(StepKind.TURN, table.active().name),),
        course.round or 1,
        story_row=course.story_row,
        story_stack=course.story_stack,
        off_map=course.off_map,
    )
    most = max(play.camps_placed(player.name) for player in table.players)
    last = most >= CAMPS_TO_PLACE if course.last_round is None else course.last_round
    play = replace(play, last_round=last, steps=course.steps or play.steps)
    if course.steps is None and not play.camps_left(table.active().name):
        play = replace(play, steps=(Step(StepKind.OVER, play.opener),), round=course.round or most)
    return play


def begin(setup: SetUp) -> Play:
    """Everything dealt (D-SETUP-06), the first stories still to be chosen (D-SETUP-08, D-SETUP-09)."""
    numbers = figures(setup.scenario, len(setup.players), setup.cards_in_box, setup.stories_in_box)
    event_tile = SCENARIOS[setup.scenario].event_tile
    table = Table(
        scenario=setup.scenario,
        players=tuple(
            replace(player, hidden_cards=max(0, STARTING_HAND - len(player.hand))) for player in setup.players
        ),
        board=setup.board,
        rulings=setup.rulings,
        first_player=setup.first_player,
        active_player=setup.first_player,
        row=(Blank.UNTOLD,) * ROW_LENGTH if setup.row else None,
        piles=Piles(numbers.draw_pile, numbers.supply if event_tile else None, 0),
        water_markers=MARKERS if SCENARIOS[setup.scenario].marker is Marker.WATER else 0,
        lava_markers=MARKERS if SCENARIOS[setup.scenario].marker is Marker.LAVA else 0,
    )
    # From the right-hand neighbour of the first player round against the clock, the first player last.
    choosing = table.clockwise_from(setup.first_player)[::-1]
    steps = [Step(StepKind.FIRST_STORY, player.name) for player in choosing] if setup.stories else []
    return Play(
        table,
        (*steps, Step(StepKind.TURN, setup.first_player)),
        story_row=(None,) * numbers.story_row if setup.stories else None,
        story_stack=numbers.story_stack if setup.stories else None,
    )
