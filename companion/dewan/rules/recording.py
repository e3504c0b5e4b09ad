"""How much of a game is recorded, and what changes with it while the game is played."""

from dataclasses import replace

from companion.dewan.rules.piles import Piles
from companion.dewan.rules.play import Play, Step, StepKind
from companion.dewan.rules.scenarios import SCENARIOS
from companion.dewan.rules.table import Blank
from companion.dewan.rules.turns import run
from companion.dewan.rules.words import ROW_LENGTH, STORY_ROW_LENGTH

_UNRECORDED = (StepKind.FIRST_STORY, StepKind.STORY, StepKind.TUCK)


def camps_only(play: Play) -> Play:
    """From now on Camps and events: hands, row and Story row are not followed any more.

    Of the piles, only the one on the Event tile can still be counted: cards drawn for Story tiles and paid for routes
    are not recorded. Story tiles and tucked cards the players have stay with them.
    """
    table = play.table
    players = tuple(replace(player, hand=(), hidden_cards=0, secret=()) for player in table.players)
    piles = Piles(table.piles.draw if SCENARIOS[table.scenario].event_tile else None)
    steps = tuple(step for step in play.steps if step.kind not in _UNRECORDED)
    return run(
        replace(
            play,
            table=replace(table, players=players, row=None, piles=piles),
            steps=steps,
            story_row=None,
            story_stack=None,
            gaps=0,
            camps_only=True,
            news=(),
        )
    )


def everything(play: Play) -> Play:
    """From now on hands, row and Story tiles as well; what lies there is still to be told."""
    row = play.table.row or (Blank.UNTOLD,) * ROW_LENGTH
    story_row = play.story_row if play.story_row is not None else (None,) * STORY_ROW_LENGTH
    return replace(play, table=replace(play.table, row=row), story_row=story_row, camps_only=False)


def score_only(play: Play) -> Play:
    """Nothing more is recorded: as far as Companion goes, the game is over."""
    return replace(play, steps=(Step(StepKind.OVER, play.opener),))


def going_on(play: Play) -> Play:
    """A game that was only to be scored is recorded again, from the turn of the active player."""
    active = play.table.active().name
    return replace(play, steps=(Step(StepKind.TURN, active),)) if play.camps_left(active) else play
