"""Games under way for the tests of the turn machine."""

from dataclasses import replace
from typing import Any

from companion.dewan.rules import game
from companion.dewan.rules.actions import Action, PlaceCamp, TakeCards, TakeStory
from companion.dewan.rules.board import Board
from companion.dewan.rules.play import NewsKind, Play, Step, StepKind
from companion.dewan.rules.setup import SetUp
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import StoryTile
from companion.dewan.rules.words import ScenarioName
from companion.rules.hexes import Hex
from tests.boards import cards, path, table

NAMES = ("P1", "P2", "P3", "P4")


def playing(drawing: Board | str, scenario: str = "base", **told: Any) -> Play:
    """A game in the middle: P1's turn (or ``active_player``'s), P1 holds the Dewan token."""
    on = table(drawing, scenario, **{"first_player": "P1", "active_player": "P1", **told})
    assert on.active_player is not None
    return Play(on, (Step(StepKind.TURN, on.active_player),))


def begun(players: int = 3, scenario: str = "base", first: str = "P1", board: Board | None = None) -> Play:
    """Set up, first stories still to be chosen."""
    seats = tuple(
        Player(name, team="AB"[i % 2] if scenario == "team" else None) for i, name in enumerate(NAMES[:players])
    )
    return game.begin(SetUp(ScenarioName(scenario), seats, first, board or Board()))


def under_way(players: int = 3, scenario: str = "base", board: Board | None = None) -> Play:
    """Set up, and everybody has an unseen first story."""
    play = begun(players, scenario, board=board)
    while play.next.kind is StepKind.FIRST_STORY:
        play = done(play, TakeStory(play.next.player))
    return play


def done(play: Play, *actions: Action) -> Play:
    """The actions one after another; each must be within the rules."""
    for action in actions:
        assert game.judge(play, action) == ()
        play = game.apply(play, action)
    return play


def broken(play: Play, action: Action) -> list[str]:
    """The rules an action would break."""
    return [reason.rule for reason in game.judge(play, action)]


def take(play: Play, places: tuple[int, int] = (1, 2), refill: str = "") -> Play:
    return done(play, TakeCards(play.next.player, places, cards(refill)))


def place(play: Play, *along: tuple[int, int]) -> Play:
    """The player whose turn it is goes there and pays with whatever cards it takes, told or not."""
    return done(play, PlaceCamp(play.next.player, path=path(*along)))


def news(play: Play) -> list[NewsKind]:
    return [one.kind for one in play.news]


def with_stories(play: Play, player: str, *tiles: StoryTile) -> Play:
    owner = play.table.player(player)
    return replace(play, table=play.table.with_player(replace(owner, stories=tiles)))


def due(play: Play) -> tuple[str, str]:
    """What comes next, and for whom."""
    return play.next.kind, play.next.player


def hexes(*at: tuple[int, int]) -> tuple[Hex, ...]:
    return path(*at)
