"""The seat of a player of Dewan: hand, stories, ways, and the own turn where the table lets phones record it."""

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.map_svg import MapOptions, MapView, map_view
from companion.dewan.drawing.pieces import story_view
from companion.dewan.formats.cards import card_of
from companion.dewan.game import DewanState
from companion.dewan.pages.event import news_texts
from companion.dewan.pages.table import BUTTONS, gift_text, tapped_so_far, typed_story
from companion.dewan.rules.play import StepKind
from companion.dewan.rules.words import TERRAIN_CARDS
from companion.dewan.screens.drawing import table_map
from companion.dewan.screens.seat import SeatScreen, hidden_cards_to_choose, seat_screen, told_entry
from companion.dewan.screens.table import Tapped
from companion.formats.faults import BadInput, Node
from companion.rules.hexes import Hex
from companion.service.answers import Look
from companion.web.access.policy import current_viewer, open_to_players
from companion.web.drawing.players import CampLook
from companion.web.game_screens import View, view_context
from companion.web.htmx import page_or_fragment, see_other
from companion.web.pages.seat import seat_after
from companion.web.recording import Refused, desk, entry_id, submit
from companion.web.screens.entry import Entry
from companion.web.this_page import this_page

bp = Blueprint("dewan_seat", __name__, url_prefix="/tables/<table_id>/seat")


@bp.post("/story")
@open_to_players
def type_story(table_id: str) -> AnyResponse:
    return seat_after(submit(table_id, typed_story))


@bp.post("/cards")
@open_to_players
def tell(table_id: str) -> AnyResponse:
    """A hidden card told, told otherwise, or taken back: of no concern to what others record meanwhile."""
    player = _player(table_id)
    place = request.form.get("place", type=int)

    def entry(look: Look) -> Entry:
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
    holding = _seat(done, Tapped()).holding
    more = {"hidden": 1} if place is None and holding.untold else {}
    return see_other(url_for("seat.show", table_id=table_id, **more))  # type: ignore[arg-type]


def seat_page(look: Look, view: View) -> Response:
    viewer = current_viewer(look.info.id)
    seat = _seat(look, Tapped())
    phones_record = viewer.records or viewer.phones_record
    records = seat.mine and phones_record
    tapped = Tapped()
    if records and request.args:
        tapped = tapped_so_far()
        seat = _seat(look, tapped)
    box = box_in(desk(), look.state.box)
    play = seat.table.play
    looks = camp_looks(play.table.players, box)
    drawn = _map(look, seat, tapped, looks, records)
    hidden = _hidden_place(seat)
    here = url_for("seat.show", table_id=look.info.id)
    return page_or_fragment(
        "dewan/seat/page.html",
        "dewan/seat/_seat.html",
        view.status,
        look=look,
        seat=seat,
        screen=seat.table,
        tapped=tapped,
        looks=looks,
        map=drawn,
        records=records,
        phones_record=phones_record,
        may_undo=look.undo is not None and (viewer.records or look.undo_by == viewer.player),
        hidden=hidden,
        hidden_deck=hidden_cards_to_choose(box) if hidden is not None else (),
        here=here,
        stay=this_page() if request.method == "GET" else here,
        news=news_texts(play, drawn, in_event=False),
        box_story_views=[story_view(story) for story in seat.table.box_stories],
        unseen_halves=sorted({half for card in box.cards for half in card.halves}, key=str),
        entry_id=entry_id(),
        **view_context(view),
        **BUTTONS,
    )


def _seat(look: Look, tapped: Tapped) -> SeatScreen:
    if not isinstance(look.state, DewanState):
        abort(404)
    return seat_screen(look.state, box_in(desk(), look.state.box), tapped, _player(look.info.id))


def _map(look: Look, seat: SeatScreen, tapped: Tapped, looks: dict[str, CampLook], records: bool) -> MapView:
    """Where the hand leads, at what price; a tap on a space shows the way, to be recorded if it is the own turn."""
    board = seat.table.play.table.board
    here = url_for("seat.show", table_id=look.info.id)
    referee = url_for("referee.at_table", table_id=look.info.id, player=seat.me.name)
    turn = records and seat.table.step is StepKind.TURN

    def link(at: Hex) -> str:
        return f"{here}?to={at.q},{at.r}" if turn else f"{referee}&to={at.q},{at.r}"

    if seat.table.routes or seat.table.blocked:
        return table_map(seat.table, tapped, looks, link, gift_text)
    options = MapOptions(looks=looks, numbers=seat.reach, fade_others=bool(seat.reach), letters=False, link=link)
    return map_view(board, options)


def _hidden_place(seat: SeatScreen) -> int | None:
    """Which hidden card is being told: the number of one that was, -1 for a further one, None for none at all."""
    if (place := request.args.get("other", type=int)) is not None and 0 <= place < len(seat.holding.told):
        return place
    return -1 if "hidden" in request.args and seat.holding.untold else None


def _player(table_id: str) -> str:
    player = current_viewer(table_id).player
    if player is None:
        abort(403)
    return player
