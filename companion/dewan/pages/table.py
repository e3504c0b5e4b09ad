"""The table screen of Dewan: the map, the active player's panel, the row, and what can be tapped next."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.formats.cards import card_of
from companion.dewan.game import DewanState
from companion.dewan.pages import entries
from companion.dewan.pages.box_stories import open_parts, read_story
from companion.dewan.pages.event import EventScreen, consequence, event_map, event_screen, news_texts, table_before_fish
from companion.dewan.pages.seats import Seat, checked_story, seat_view
from companion.dewan.pages.ways import PricedPlacement, completed_by, payable_cards, routes_to, why_not
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.piles import EVENT_PILE
from companion.dewan.rules.play import NewsKind, Play, StepKind
from companion.dewan.rules.routes import RouteVerdict
from companion.dewan.rules.scoring import Score
from companion.dewan.rules.stories import check_story
from companion.dewan.rules.table import Blank, Table
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import STORY_ROW_LENGTH, Terrain
from companion.formats.faults import BadInput, Node
from companion.games.contract import Label
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.game_screens import Head, HeadSeat, LivePage, MenuItem, ScreenRequest
from companion.web.htmx import page_or_fragment
from companion.web.language import t
from companion.web.pages.tables import table_after
from companion.web.submit import backend, submit


@dataclass(frozen=True)
class TableTaps:
    """What somebody has tapped so far on this screen; it lives in the address, nothing of it is recorded."""

    take: int | None = None
    """The left one of the two places of the row that were taken."""
    came: Card | None = None
    """The first card that was laid out after it."""
    tell: int | None = None
    """A place of the row whose card is to be entered."""
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
    routes: tuple[PricedPlacement, ...] = ()
    """To the tapped destination, best first."""
    blocked: RouteVerdict | None = None
    """Why no camp may be placed on the tapped space."""
    deck: tuple[Card, ...] = ()
    """The different cards of the box, where one has to be entered."""
    story_choices: tuple[StoryChoice, ...] = ()
    box_stories: tuple[StoryTile, ...] = ()
    """Tiles of the box that nobody has and that do not lie in the row, as far as known."""


def table_screen(state: DewanState, box: Box, tapped: TableTaps, viewer: str | None = None) -> TableScreen:
    """The shared screen, with nobody's secrets on it; or the one of a player, who may pay with hidden cards, too."""
    play = state.play
    table = play.table.as_seen_by(viewer)
    score = game.score(table)
    step, actor = play.next.kind, play.next.player
    routes: tuple[PricedPlacement, ...] = ()
    blocked = None
    reach: dict[Hex, int] = {}
    if step is StepKind.TURN and table.board.printed and play.camps_left(actor):
        reach = {route.to: route.cards for route in game.find_routes(table, actor, payable_cards(table.player(actor)))}
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


def _needs_deck(tapped: TableTaps) -> bool:
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
        eligible=screen.reach if tapped.place and not best else (),
        chosen=[tapped.to] if tapped.to is not None and board.has(tapped.to) else (),
        faults=faults,
        zones=[zone.spaces for zone in board.zones] if tapped.zones else _lots(screen),
        routes=[best.drawn(looks)] if best else (),
        planned_camps={best.to: screen.player.name} if best else {},
        numbers=screen.reach if tapped.place and not best else {},
        link=link,
    )


def _reasons(screen: TableScreen) -> list[tuple[Hex, ...]]:
    return [reason.spaces for reason in screen.blocked.reasons] if screen.blocked else []


def _lots(screen: TableScreen) -> list[tuple[Hex, ...]]:
    """The zones odd berries have just fallen to by lot."""
    board = screen.play.table.board
    fallen = [at for news in screen.play.news if news.kind is NewsKind.LOT for at in news.spaces]
    return [zone.spaces for at in fallen if (zone := board.zone_at(at))]


bp = Blueprint("dewan", __name__, url_prefix="/tables/<table_id>")

MOST_PLACES = 6


@dataclass(frozen=True)
class DewanPage(LivePage):
    """What the table's screen and a player's own have in common: what lies there, and what its buttons record."""

    screen: TableScreen
    tapped: TableTaps
    map: MapView
    box: Box
    here: str

    @property
    def box_story_views(self) -> list[StoryView]:
        return [story_view(story) for story in self.screen.box_stories]

    @property
    def unseen_halves(self) -> list[Half]:
        return sorted({half for card in self.box.cards for half in card.halves}, key=str)

    decline_tuck_entry = staticmethod(entries.decline_tuck_entry)
    place_entry = staticmethod(entries.place_entry)
    take_entry = staticmethod(entries.take_entry)
    take_story_entry = staticmethod(entries.take_story_entry)
    row_entry = staticmethod(entries.row_entry)
    tuck_entries = staticmethod(entries.tuck_entries)
    tuck_unseen_entry = staticmethod(entries.tuck_unseen_entry)


@dataclass(frozen=True)
class DewanTablePage(DewanPage):
    head: Head
    menu: Sequence[MenuItem]
    event: EventScreen | None

    consequence = staticmethod(consequence)
    fish_entries = staticmethod(entries.fish_entries)
    marker_entry = staticmethod(entries.marker_entry)
    no_marker_entry = staticmethod(entries.no_marker_entry)


def table_page(look: TableView, view: ScreenRequest, menu: Sequence[MenuItem]) -> Response:
    now = view.now
    tapped = tapped_so_far() if now is None else TableTaps(zones="zones" in request.args)
    box = box_in(backend(), look.state.box)
    screen = table_screen(look.state, box, tapped)
    play = screen.play
    looks = player_styles(play.table.players, box)
    event = None
    if now is None:
        event = event_screen(play, tapped.to, table_before_fish(look))
    here = url_for("tables.show", table_id=look.info.id)

    def link(at: Hex) -> str:
        return f"{here}?to={at.q},{at.r}"

    links = link if now is None and not play.over else None
    drawn = event_map(event, play.table.board, looks, links) if event else table_map(screen, tapped, looks, links)
    news = news_texts(play, drawn, in_event=event is not None)
    page = DewanTablePage(
        look, view, looks, screen, tapped, drawn, box, here, _head(look, screen), menu, event, news=tuple(news)
    )
    return page_or_fragment("dewan/table/page.html", "dewan/table/_table.html", page, view.status)


def _head(look: TableView, screen: TableScreen) -> Head:
    play = screen.play
    seats = tuple(HeadSeat(seat.name, seat.active, seat.first) for seat in screen.seats)
    notes = (t("web.table.invented"),) if look.state.box is None else ()
    return Head(seats, Label("web.table.round", {"number": play.round}), play.last_round, notes)


@bp.post("/story")
@open_to(Role.SEAT)
def type_story(table_id: str) -> AnyResponse:
    """A Story tile that is in no box, typed by what it asks for."""
    return table_after(submit(table_id, typed_story))


def typed_story(look: TableView) -> EntryRequest:
    """What the form says of a Story tile that was taken. Raises BadInput."""
    place = request.form.get("place", type=int)
    draft = read_story(request.form.get("line", ""))
    if faults := [*draft.faults, *open_parts(draft)]:
        raise BadInput(faults)
    taken = place if place and place <= STORY_ROW_LENGTH else None
    return entries.take_story_entry(request.form.get("player", ""), taken, draft.tile())


def untold_place(look: TableView) -> int | None:
    """The next place of the row whose card nobody has told."""
    row = look.state.play.table.row if isinstance(look.state, DewanState) else None
    return next((number for number, card in enumerate(row or (), 1) if card is Blank.UNTOLD), None)


def tapped_so_far() -> TableTaps:
    """What the address says was tapped; anything else in it is left out of account."""
    place = request.args.get("story", type=int)
    return TableTaps(
        take=_place("take", MOST_PLACES - 1),
        came=_card("came"),
        tell=_place("tell", MOST_PLACES),
        to=_hex("to"),
        start=_hex("from"),
        story=place if place is not None and 0 <= place <= MOST_PLACES else None,
        place="place" in request.args,
        zones="zones" in request.args,
    )


def _place(key: str, most: int) -> int | None:
    place = request.args.get(key, type=int)
    return place if place is not None and 1 <= place <= most else None


def _card(key: str) -> Card | None:
    return card_of(Node(request.args.get(key), key))


def _hex(key: str) -> Hex | None:
    return hex_in(request.args.get(key, ""))
