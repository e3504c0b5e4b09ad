"""The seat of a player of Dewan: hand, stories, ways, and the own turn where the table lets phones record it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.formats.cards import card_of
from companion.dewan.game import DewanState
from companion.dewan.pages.choosing import deck_of, showing
from companion.dewan.pages.entries import tell_hidden_entry
from companion.dewan.pages.event import news_texts
from companion.dewan.pages.seats import Seat
from companion.dewan.pages.table import DewanPage
from companion.dewan.pages.table_screen import TableScreen, table_map, table_screen
from companion.dewan.pages.taps import TableTaps, tapped_so_far, terrain_tapped
from companion.dewan.pages.ways import Reach, reach_of
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import TERRAIN_CARDS, Terrain
from companion.formats.faults import BadInput, Node
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import current_viewer, open_to_players
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.pages.seat import seat_after
from companion.web.photo.jobs import can_read
from companion.web.submit import Refused, backend, submit
from companion.web.table_page import ScreenRequest
from companion.web.this_page import this_page


@dataclass(frozen=True)
class Holding:
    """One's hand: the cards everybody has seen, those only the owner has entered, and how many are unknown."""

    seen: tuple[Card, ...]
    given: tuple[Card, ...]
    untold: int

    @property
    def number(self) -> int:
        return len(self.seen) + len(self.given) + self.untold


@dataclass(frozen=True)
class SeatScreen:
    table: TableScreen
    me: Seat
    holding: Holding
    mine: bool
    """The next decision is this player's."""
    turns_before: tuple[str, ...]
    """Who comes before this player, who decides now first; empty when it is the player's own turn."""
    reach: Reach
    """Cards to every space the hand can pay for; doubtful where only unknown cards might."""
    others: tuple[Seat, ...] = ()


def seat_screen(state: DewanState, box: Box, tapped: TableTaps, player: str) -> SeatScreen:
    play = state.play
    screen = table_screen(state, box, tapped, player)
    owner, seen = play.table.player(player), play.table.as_seen_by(player)
    reach = Reach({})
    if seen.board.printed and not play.over:
        reach = reach_of(replace(play, table=seen), player)
    return SeatScreen(
        screen,
        next(seat for seat in screen.seats if seat.name == player),
        Holding(owner.hand, owner.secret, max(0, owner.hidden_cards - len(owner.secret))),
        play.next.player == player and not play.over,
        _before(play, player),
        reach,
        tuple(seat for seat in screen.seats if seat.name != player),
    )


def _before(play: Play, player: str) -> tuple[str, ...]:
    """First stories go round against the clock; everything else as one sits."""
    if play.next.kind is StepKind.FIRST_STORY:
        order = [step.player for step in play.steps if step.kind is StepKind.FIRST_STORY]
    else:
        order = [one.name for one in play.table.clockwise_from(play.next.player)]
    return tuple(order[: order.index(player)]) if player in order else (play.next.player,)


def told_entry(player: str, had: Sequence[Card], place: int | None, card: Card | None) -> EntryRequest:
    """The hidden cards with one more, with another one in ``place``, or without it."""
    cards = list(had)
    if place is None:
        cards += [card] if card else []
    elif 0 <= place < len(cards):
        cards[place : place + 1] = [card] if card else []
    return tell_hidden_entry(player, cards)


bp = Blueprint("dewan_seat", __name__, url_prefix="/tables/<table_id>/seat")


@bp.post("/cards")
@open_to_players
def tell(table_id: str) -> AnyResponse:
    """A hidden card told, told otherwise, or taken back: of no concern to what others record meanwhile."""
    player = _player(table_id)
    place = request.form.get("place", type=int)

    def entry(look: TableView) -> EntryRequest:
        node = Node(request.form.getlist("had"), "had")
        had = [card for entry in node.items(TERRAIN_CARDS) if (card := card_of(entry))]
        said = Node(request.form.get("card"), "card")
        card = card_of(said) if said.value else None
        if faults := [*node.faults, *said.faults]:
            raise BadInput(faults)
        return told_entry(player, had, place, card)

    done = submit(table_id, entry, retry=True)
    if isinstance(done, Refused):
        return seat_after(done)
    holding = _seat(done, TableTaps()).holding
    more = {"hidden": 1} if place is None and holding.untold else {}
    return see_other(url_for("seat.show", table_id=table_id, **more))  # type: ignore[arg-type]


@dataclass(frozen=True)
class SeatPage(DewanPage):
    """``hidden``: which hidden card is being entered. ``stay``: this page as it is now."""

    seat: SeatScreen
    records: bool
    may_undo: bool
    hidden: int | None
    hidden_deck: tuple[Card, ...]
    terrain: Terrain | None
    stay: str


def seat_page(look: TableView, view: ScreenRequest) -> AnyResponse:
    """Of a game of which only the score is entered, one has a Tribe board to photograph."""
    if look.summary.quick_score and can_read():
        return see_other(url_for("photos.boards", table_id=look.info.id))
    viewer = current_viewer(look.info.id)
    seat = _seat(look, TableTaps())
    phones_record = viewer.records or viewer.phones_record
    records = seat.mine and phones_record
    tapped = TableTaps()
    if records and request.args:
        tapped = tapped_so_far()
        seat = _seat(look, tapped)
    box = box_in(backend(), look.state.box)
    play = seat.table.play
    looks = player_styles(play.table.players, box)
    drawn = _map(look, seat, tapped, looks, records)
    hidden = _hidden_place(seat)
    here = url_for("seat.show", table_id=look.info.id)
    page = SeatPage(
        look,
        view,
        looks,
        seat.table,
        tapped,
        drawn,
        box,
        here,
        seat,
        records,
        may_undo=look.undo is not None and (viewer.records or look.undo_by == viewer.player),
        hidden=hidden,
        hidden_deck=showing(deck_of(box), terrain_tapped()) if hidden is not None else (),
        terrain=terrain_tapped(),
        stay=this_page() if request.method == "GET" else here,
        news=tuple(news_texts(play, drawn, in_event=False)),
    )
    return page_or_fragment("dewan/seat/page.html", "dewan/seat/_seat.html", page, view.status)


def _seat(look: TableView, tapped: TableTaps) -> SeatScreen:
    if not isinstance(look.state, DewanState):
        abort(404)
    return seat_screen(look.state, box_in(backend(), look.state.box), tapped, _player(look.info.id))


def _map(look: TableView, seat: SeatScreen, tapped: TableTaps, looks: dict[str, PlayerStyle], records: bool) -> MapView:
    """Where the hand leads, at what price; a tap on a space shows the way, to be recorded if it is the own turn."""
    board = seat.table.play.table.board
    here = url_for("seat.show", table_id=look.info.id)
    referee = url_for("referee.at_table", table_id=look.info.id, player=seat.me.name)
    turn = records and seat.table.step is StepKind.TURN

    def link(at: Hex) -> str:
        if not turn:
            return f"{referee}&to={at.q},{at.r}"
        if seat.table.play.camps_only:
            return TableTaps(to=at).address(here)
        return tapped.at(seat.table.play.table, seat.me.name, at).address(here)

    if seat.table.routes or seat.table.blocked or tapped.path:
        return table_map(seat.table, tapped, looks, link)
    reach = seat.reach
    return MapView(
        board,
        looks,
        numbers=reach.cards,
        doubtful=reach.doubtful,
        fade_others=bool(reach.cards),
        letters=False,
        link=link,
    )


def _hidden_place(seat: SeatScreen) -> int | None:
    """Which hidden card is being told: the number of one that was, -1 for a further one, None for none at all."""
    if (place := request.args.get("other", type=int)) is not None and 0 <= place < len(seat.holding.given):
        return place
    return -1 if "hidden" in request.args and seat.holding.untold else None


def _player(table_id: str) -> str:
    player = current_viewer(table_id).player
    if player is None:
        abort(403)
    return player
