"""The table screen of Dewan: the map, the active player's panel, the row, and what can be tapped next."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, url_for

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.game import DewanState
from companion.dewan.pages import entries
from companion.dewan.pages.choosing import StoryPick, halves_of, story_pick
from companion.dewan.pages.event import EventScreen, consequence, event_map, event_screen, news_texts, table_before_fish
from companion.dewan.pages.photo.at_hand import may_photograph
from companion.dewan.pages.photo.piece_jobs import Sort
from companion.dewan.pages.referee import Ruling, rule_on, ruling_map
from companion.dewan.pages.referee_question import HandKind, RefereeQuestion
from companion.dewan.pages.table_screen import TableScreen, table_map, table_screen
from companion.dewan.pages.taps import TableTaps, tapped_so_far
from companion.dewan.pages.ways import (
    CardExchange,
    PricedPlacement,
)
from companion.dewan.rules import game
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.play import StepKind
from companion.dewan.rules.table import Blank
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import Terrain
from companion.games.contract import Label
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.drawing.hex_shapes import RADIUS
from companion.web.htmx import page_or_fragment
from companion.web.language import t
from companion.web.photo.jobs import can_read
from companion.web.submit import backend
from companion.web.table_page import Head, HeadSeat, LivePage, MenuItem, ScreenRequest

bp = Blueprint("dewan", __name__, url_prefix="/tables/<table_id>")


@dataclass(frozen=True)
class DewanPage(LivePage):
    """What the table's screen and a player's own have in common: what lies there, and what its buttons record."""

    screen: TableScreen
    tapped: TableTaps
    map: MapView
    box: Box
    here: str

    @property
    def by_camera(self) -> bool:
        """Photos can be read here at all."""
        return can_read()

    @property
    def photographs(self) -> bool:
        """Cards can be photographed instead of entered."""
        return may_photograph(self.look.state, Sort.ROW)

    @property
    def referee(self) -> str:
        """The whole question about the tapped space, on the referee's own page."""
        tapped = self.tapped
        hand = HandKind.ANY if self.screen.play.camps_only else HandKind.RECORDED
        player = tapped.who or self.screen.player.name
        to = None if tapped.path else tapped.to
        asked = RefereeQuestion(player, hand, (), tapped.path, to, tapped.start)
        return asked.address(url_for("referee.at_table", table_id=self.look.info.id))

    @property
    def trace(self) -> str:
        """Where a route traced with a finger leads to, without its spaces."""
        return f"{TableTaps(who=self.tapped.who).address(self.here)}{'&' if self.tapped.who else '?'}path="

    @property
    def trace_from(self) -> tuple[Hex, ...]:
        """Where a finger may begin a route."""
        board = self.screen.play.table.board
        return (*board.camps_of(self.tapped.who or self.screen.player.name), *self.tapped.path[-1:])

    def at(self, player: str) -> str:
        return TableTaps(who=player).address(self.here)

    def along(self, way: PricedPlacement) -> str:
        """This way instead of the one on show."""
        return TableTaps(to=way.to, path=way.path).address(self.here)

    def paying(self, way: PricedPlacement, number: int) -> str:
        """With what else could this price be paid? A second tap closes the question."""
        open_now = self.tapped.pay == number
        return self._way(way, way.cards, None if open_now else number)

    def paid(self, way: PricedPlacement, exchange: CardExchange) -> str:
        return self._way(way, exchange.cards)

    def _way(self, way: PricedPlacement, cards: tuple[Card, ...], pay: int | None = None) -> str:
        to = None if self.tapped.path and self.tapped.to is None else way.to  # a traced way can still go on
        return TableTaps(to=to, path=way.path, cards=cards, pay=pay).address(self.here)

    @staticmethod
    def way_words(way: PricedPlacement) -> str:
        """What another way costs, in words."""
        needs = tuple(
            t("web.table.any-card") if price.toll.needs is None else t(f"word.{price.toll.needs}")
            for price in way.prices
        )
        return t("web.table.other-route" if way.sure else "web.table.other-route-perhaps", n=len(needs), needs=needs)

    @property
    def story_pick(self) -> StoryPick:
        return story_pick(self.screen.box_stories, self.tapped.needs, self.tapped.points)

    @property
    def unseen_halves(self) -> Sequence[Half]:
        return halves_of(self.box)

    @property
    def traces(self) -> bool:
        """A finger may trace a route on the map."""
        play = self.screen.play
        asks = play.next.kind is StepKind.TURN and not play.camps_only and self.now is None
        return bool(play.table.board.printed) and (asks or self.tapped.who is not None)

    @property
    def counts_paid(self) -> bool:
        """Without a map somebody has to say how many cards a camp cost, where hands are followed."""
        return self.tapped.place and not self.screen.play.table.board.printed and not self.screen.play.camps_only

    radius = RADIUS
    terrains = tuple(Terrain)
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
    ruling: Ruling | None
    """Whether the player who was tapped could place a camp on the space that was."""

    @property
    def begins(self) -> str | None:
        """Who takes the first turn, as long as nobody has."""
        play, first = self.screen.play, self.screen.play.table.first_player
        at_start = play.round == 1 and self.screen.step is StepKind.TURN and play.next.player == first
        return first if self.tapped == TableTaps() and (self.look.seq == 0 or at_start) else None

    @property
    def peekable(self) -> bool:
        """Players and piles answer when they are tapped; not where an earlier moment is shown."""
        return self.now is None or self.looking

    @property
    def peeking(self) -> bool:
        """Something is looked at more closely; nobody's turn is recorded meanwhile."""
        return self.tapped.who is not None or self.tapped.piles

    @property
    def piles(self) -> list[tuple[str, int | None]]:
        """By name, how many cards or tokens there are; None where nobody counts them."""
        play = self.screen.play
        table, scenario = play.table, game.scenario_of(play.table)
        piles = [("draw", table.piles.draw), ("discard", table.piles.discard)]
        if scenario.event_tile:
            piles.insert(1, ("supply", table.piles.supply))
        if not play.camps_only:
            piles.append(("stories", play.story_stack))
        if scenario.marker:
            piles.append((f"{scenario.marker}-markers", table.markers_left(scenario.marker)))
        if scenario.hands_out_fish:
            piles.append(("fish", table.fish_tokens))
        return piles

    consequence = staticmethod(consequence)
    fish_entries = staticmethod(entries.fish_entries)
    marker_entry = staticmethod(entries.marker_entry)
    no_marker_entry = staticmethod(entries.no_marker_entry)


def table_page(look: TableView, view: ScreenRequest, menu: Sequence[MenuItem]) -> Response:
    now = view.now
    tapped = tapped_so_far().known(look.state.play.table)
    if now is not None:
        tapped = tapped.looking()
    box = box_in(backend(), look.state.box)
    screen = table_screen(look.state, box, tapped)
    play = screen.play
    looks = player_styles(play.table.players, box)
    event = None
    if now is None:
        event = event_screen(play, tapped.to, table_before_fish(look))
    here = view.here(look)

    def link(at: Hex) -> str:
        if event or (play.camps_only and not tapped.who):
            return TableTaps(to=at).address(here)
        return tapped.at(play.table, play.next.player, at).address(here)

    links = link if (now is None or (view.looking and tapped.who)) and not play.over else None
    ruling = None
    if event:
        drawn = event_map(event, play.table.board, looks, links)
    elif tapped.who and tapped.who != play.next.player:
        hand = HandKind.ANY if play.camps_only else HandKind.RECORDED
        asked = RefereeQuestion(tapped.who, hand, (), tapped.path, tapped.to, tapped.start)
        ruling = rule_on(play.table, asked) if play.table.board.printed else None
        drawn = ruling_map(play.table, asked, ruling, looks, links)
    else:
        drawn = table_map(screen, tapped, looks, links)
    news = news_texts(play, drawn, in_event=event is not None)
    head = _head(look, screen, here if now is None or view.looking else None)
    page = DewanTablePage(
        look,
        view,
        looks,
        screen,
        tapped,
        drawn,
        box,
        here,
        head,
        menu,
        event,
        ruling,
        news=tuple(news),
    )
    return page_or_fragment("dewan/table/page.html", "dewan/table/_table.html", page, view.status)


def _head(look: TableView, screen: TableScreen, here: str | None) -> Head:
    """``here``: where a tap on a player leads, if anywhere."""
    play = screen.play
    seats = tuple(
        HeadSeat(seat.name, seat.active, seat.first, TableTaps(who=seat.name).address(here) if here else None)
        for seat in screen.seats
    )
    notes = (t("web.table.invented"),) if look.state.box is None else ()
    return Head(seats, Label("web.table.round", {"number": play.round}), play.last_round, notes)


def untold_place(look: TableView) -> int | None:
    """The next place of the row whose card nobody has told."""
    row = look.state.play.table.row if isinstance(look.state, DewanState) else None
    return next((number for number, card in enumerate(row or (), 1) if card is Blank.UNTOLD), None)
