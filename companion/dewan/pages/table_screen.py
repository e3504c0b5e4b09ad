"""What the screen of a table of Dewan shows: the active player, the row, and what can be tapped next."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.pieces import StoryView
from companion.dewan.game import DewanState
from companion.dewan.pages.choosing import cards_left, showing
from companion.dewan.pages.seats import Seat, checked_story, seat_view
from companion.dewan.pages.taps import TableTaps
from companion.dewan.pages.ways import (
    CardExchange,
    PricedPlacement,
    Reach,
    completed_by,
    exchanges,
    placements,
    reach_of,
    why_not,
)
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import NewsKind, Play, StepKind
from companion.dewan.rules.routes import RouteVerdict
from companion.dewan.rules.scoring import Score
from companion.dewan.rules.stories import check_story
from companion.dewan.rules.table import Blank, Table
from companion.dewan.rules.tiles import Box, StoryTile
from companion.rules.hexes import Hex
from companion.web.drawing.players import PlayerStyle


@dataclass(frozen=True)
class RowSlot:
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
    shown: Seat
    """Whose things are on show: the player's, unless somebody tapped another one."""
    row: tuple[RowSlot, ...] | None
    countdown: Countdown | None
    score: Score
    reach: Reach
    """Cards to every space the active player could place a camp on."""
    routes: tuple[PricedPlacement, ...] = ()
    """To the tapped destination, the one on show first."""
    exchanges: tuple[CardExchange, ...] = ()
    """Which cards could pay the price that was tapped."""
    comes: int = 2
    """How many cards come into the row after two were taken, as far as they are asked for: at most two."""
    blocked: RouteVerdict | None = None
    """Why no camp may be placed on the tapped space."""
    deck: tuple[Card, ...] = ()
    """The different cards of the box, where one has to be entered."""
    story_choices: tuple[StoryChoice, ...] = ()
    box_stories: tuple[StoryTile, ...] = ()
    """Tiles of the box that nobody has and that do not lie in the row, as far as known."""


def table_screen(state: DewanState, box: Box, tapped: TableTaps, viewer: str | None = None) -> TableScreen:
    """The shared screen, with nobody's secrets on it; or the one of a player, who may pay with hidden cards, too."""
    play = replace(state.play, table=state.play.table.as_seen_by(viewer))
    table = play.table
    score = game.score(table)
    step, actor = play.next.kind, play.next.player
    routes: tuple[PricedPlacement, ...] = ()
    blocked = None
    reach = Reach({})
    if step is StepKind.TURN and table.board.printed and play.camps_left(actor) and tapped.who in (None, actor):
        reach = reach_of(play, actor)
        if (to := tapped.destination) is not None and table.board.has(to):
            routes = placements(play, actor, to, tapped.start, tapped.path, tapped.cards)
            if not routes or (tapped.path and routes[0].path != tapped.path):
                routes, blocked = (), why_not(play, actor, to, tapped.path)
    completes = completed_by(play, routes[0]) if routes else ()
    seats = tuple(seat_view(play, table, player, score, completes) for player in table.players)
    return TableScreen(
        play=play,
        seats=seats,
        step=step,
        player=next(seat for seat in seats if seat.name == actor),
        shown=next(seat for seat in seats if seat.name == (tapped.who or actor)),
        row=_row(table),
        comes=_comes(table),
        countdown=_countdown(table),
        score=score,
        reach=reach,
        routes=routes,
        exchanges=exchanges(play.payable(actor), routes[0], tapped.pay) if routes and tapped.pay else (),
        blocked=blocked,
        deck=showing(cards_left(box, play), tapped.terrain) if _needs_deck(tapped) else (),
        story_choices=_story_choices(play, table, actor) if step in (StepKind.STORY, StepKind.FIRST_STORY) else (),
        box_stories=unseen_stories(play, box) if step in (StepKind.STORY, StepKind.FIRST_STORY) else (),
    )


def _row(table: Table) -> tuple[RowSlot, ...] | None:
    if table.row is None:
        return None
    return tuple(
        RowSlot(i, card if isinstance(card, Card) else None, card is Blank.GAP) for i, card in enumerate(table.row, 1)
    )


def _comes(table: Table) -> int:
    piles = table.piles
    drawn = (
        (piles.draw, piles.supply, piles.discard) if game.scenario_of(table).event_tile else (piles.draw, piles.discard)
    )
    return 2 if None in drawn else min(2, sum(pile or 0 for pile in drawn))


def _countdown(table: Table) -> Countdown | None:
    if not game.scenario_of(table).event_tile or table.piles.draw is None:
        return None
    left = table.piles.draw
    return Countdown(left, EVENT_PILE[len(table.players)], math.ceil(left / 2))


def _needs_deck(tapped: TableTaps) -> bool:
    return tapped.take is not None or tapped.tell is not None


def _story_choices(play: Play, table: Table, player: str) -> tuple[StoryChoice, ...]:
    """The Story row, each tile with how far the player would be."""
    return tuple(
        StoryChoice(i, checked_story(check_story(table, player, story)) if story else None)
        for i, story in enumerate(play.story_row or (), 1)
    )


def unseen_stories(play: Play, box: Box) -> tuple[StoryTile, ...]:
    gone = {story.id for player in play.table.players for story in player.stories}
    gone |= {story.id for story in play.story_row or () if story}
    scenario = game.scenario_of(play.table)
    return tuple(story for story in box.stories if story.id not in gone and scenario.uses_story(story))


def table_map(
    screen: TableScreen,
    tapped: TableTaps,
    looks: Mapping[str, PlayerStyle],
    link: Callable[[Hex], str] | None,
) -> MapView:
    board = screen.play.table.board
    best = screen.routes[0] if screen.routes else None
    faults = {at: i for i, reason in enumerate(_reasons(screen), 1) for at in reason}
    return MapView(
        board,
        looks=looks,
        eligible=screen.reach.cards if tapped.place and not best else (),
        chosen=[at for at in (tapped.to, *(() if best else tapped.path)) if at is not None and board.has(at)],
        faults=faults,
        zones=[zone.spaces for zone in board.zones] if tapped.zones else _lots(screen),
        routes=[best.drawn(looks, hand_known=not screen.play.camps_only)] if best else (),
        planned_camps={best.to: screen.player.name} if best else {},
        numbers=screen.reach.cards if tapped.place and not best else {},
        doubtful=screen.reach.doubtful,
        link=link,
    )


def _reasons(screen: TableScreen) -> list[tuple[Hex, ...]]:
    return [reason.spaces for reason in screen.blocked.reasons] if screen.blocked else []


def _lots(screen: TableScreen) -> list[tuple[Hex, ...]]:
    """The zones odd berries have just fallen to by lot."""
    board = screen.play.table.board
    fallen = [at for news in screen.play.news if news.kind is NewsKind.LOT for at in news.spaces]
    return [zone.spaces for at in fallen if (zone := board.zone_at(at))]
