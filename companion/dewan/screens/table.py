"""The table screen: what lies on the table, whose turn it is, and what can be tapped next."""

import math
from dataclasses import dataclass, field

from companion.dewan.drawing.pieces import StoryView
from companion.dewan.game import DewanState
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.routes import RouteVerdict
from companion.dewan.rules.scoring import Score
from companion.dewan.rules.stories import check_story
from companion.dewan.rules.table import Blank, Table
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import Terrain
from companion.dewan.screens.seats import Seat, checked_story, seat_view
from companion.dewan.screens.ways import RouteView, completed_by, purse, routes_to, why_not
from companion.rules.hexes import Hex


@dataclass(frozen=True)
class Tapped:
    """What somebody has tapped so far on this screen; it lives in the address, nothing of it is recorded."""

    take: int | None = None
    """The left one of the two places of the row that were taken."""
    came: Card | None = None
    """The first card that was laid out after it."""
    tell: int | None = None
    """A place of the row whose card is to be told."""
    to: Hex | None = None
    start: Hex | None = None
    story: int | None = None
    """A place of the Story row; 0 for the stack."""
    zones: bool = False
    """Show where the zones are."""
    place: bool = False
    """Somebody wants to place a camp: show where, and for how many cards."""


@dataclass(frozen=True)
class RowPlace:
    number: int
    card: Card | None
    gap: bool


@dataclass(frozen=True)
class Countdown:
    """Cards left on the Event tile; ``takes``: how many times two cards until the event (D-EVENT-08)."""

    left: int
    of: int
    takes: int


@dataclass(frozen=True)
class StoryChoice:
    place: int
    story: StoryView | None


@dataclass(frozen=True)
class TableScreen:
    play: Play
    seats: tuple[Seat, ...]
    step: StepKind
    player: Seat
    row: tuple[RowPlace, ...] | None
    countdown: Countdown | None
    score: Score
    reach: dict[Hex, int] = field(default_factory=dict)
    """Cards to every space the active player could place a camp on."""
    routes: tuple[RouteView, ...] = ()
    """To the tapped destination, best first."""
    blocked: RouteVerdict | None = None
    """Why no camp may be placed on the tapped space."""
    deck: tuple[Card, ...] = ()
    """The different cards of the box, where one has to be told."""
    story_choices: tuple[StoryChoice, ...] = ()
    box_stories: tuple[StoryTile, ...] = ()
    """Tiles of the box that nobody has and that do not lie in the row, as far as told."""


def table_screen(state: DewanState, box: Box, tapped: Tapped, viewer: str | None = None) -> TableScreen:
    """The shared screen, with nobody's secrets on it; or the one of a player, who may pay with hidden cards, too."""
    play = state.play
    table = play.table.as_seen_by(viewer)
    score = game.score(table)
    step, actor = play.next.kind, play.next.player
    routes: tuple[RouteView, ...] = ()
    blocked = None
    reach: dict[Hex, int] = {}
    if step is StepKind.TURN and table.board.printed and play.camps_left(actor):
        reach = {route.to: route.cards for route in game.find_routes(table, actor, purse(table.player(actor)))}
        if tapped.to is not None and table.board.has(tapped.to):
            routes = routes_to(play, table, actor, tapped.to, tapped.start)
            if not routes:
                blocked = why_not(table, actor, tapped.to)
    completes = completed_by(play, routes[0]) if routes else ()
    seats = tuple(seat_view(play, table, player, score, completes) for player in table.players)
    return TableScreen(
        play=play,
        seats=seats,
        step=step,
        player=next(seat for seat in seats if seat.name == actor),
        row=_row(table),
        countdown=_countdown(table),
        score=score,
        reach=reach,
        routes=routes,
        blocked=blocked,
        deck=deck_of(box) if _needs_deck(tapped) else (),
        story_choices=_story_choices(play, table, actor) if step in (StepKind.STORY, StepKind.FIRST_STORY) else (),
        box_stories=_unseen_stories(play, box) if step in (StepKind.STORY, StepKind.FIRST_STORY) else (),
    )


def _row(table: Table) -> tuple[RowPlace, ...] | None:
    if table.row is None:
        return None
    return tuple(
        RowPlace(i, card if isinstance(card, Card) else None, card is Blank.GAP) for i, card in enumerate(table.row, 1)
    )


def _countdown(table: Table) -> Countdown | None:
    if not game.scenario_of(table).event_tile or table.piles.draw is None:
        return None
    left = table.piles.draw
    return Countdown(left, EVENT_PILE[len(table.players)], math.ceil(left / 2))


def _needs_deck(tapped: Tapped) -> bool:
    return tapped.take is not None or tapped.tell is not None


def deck_of(box: Box) -> tuple[Card, ...]:
    """The different cards of the box."""
    return tuple(sorted(box.cards, key=_card_order))


def _card_order(card: Card) -> tuple[int, tuple[int, ...], str]:
    order = list(Terrain)
    return len(card.halves), tuple(order.index(terrain) for terrain in card.terrains), str(card)


def _story_choices(play: Play, table: Table, player: str) -> tuple[StoryChoice, ...]:
    """The Story row, each tile with how far the player would be."""
    return tuple(
        StoryChoice(i, checked_story(check_story(table, player, story)) if story else None)
        for i, story in enumerate(play.story_row or (), 1)
    )


def _unseen_stories(play: Play, box: Box) -> tuple[StoryTile, ...]:
    gone = {story.id for player in play.table.players for story in player.stories}
    gone |= {story.id for story in play.story_row or () if story}
    scenario = game.scenario_of(play.table)
    return tuple(story for story in box.stories if story.id not in gone and scenario.uses_story(story))
