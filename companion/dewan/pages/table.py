"""The table screen of Dewan: the map, the active player's panel, the row, and what can be tapped next."""

from collections.abc import Callable

from flask import Blueprint, Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.drawing.pieces import story_view
from companion.dewan.formats.cards import card_of
from companion.dewan.game import DewanState
from companion.dewan.pages.event import consequence, news_texts, table_before_fish
from companion.dewan.rules.cards import Card
from companion.dewan.rules.table import Blank
from companion.dewan.rules.words import STORY_ROW_LENGTH
from companion.dewan.screens import entries
from companion.dewan.screens.box_stories import open_parts, read_story
from companion.dewan.screens.drawing import table_map
from companion.dewan.screens.event import event_map, event_screen
from companion.dewan.screens.table import TableScreen, Tapped, table_screen
from companion.formats.faults import BadInput, Node
from companion.games.contract import Label
from companion.rules.hexes import Hex
from companion.service.answers import Look
from companion.web.access.policy import Role, open_to
from companion.web.game_screens import Head, HeadSeat, MenuItem, View, view_context
from companion.web.htmx import page_or_fragment
from companion.web.language import t
from companion.web.pages.tables import table_after
from companion.web.recording import desk, entry_id, submit
from companion.web.screens.entry import Entry

bp = Blueprint("dewan", __name__, url_prefix="/tables/<table_id>")

MOST_PLACES = 6


def table_page(look: Look, view: View, menu: list[MenuItem]) -> Response:
    now = view.now
    tapped = tapped_so_far() if now is None else Tapped(zones="zones" in request.args)
    box = box_in(desk(), look.state.box)
    screen = table_screen(look.state, box, tapped)
    play = screen.play
    looks = camp_looks(play.table.players, box)
    event = None
    if now is None:
        event = event_screen(play, tapped.to, table_before_fish(look))
    link = _link(look) if now is None and not play.over else None
    drawing = (
        event_map(event, play.table.board, looks, link) if event else table_map(screen, tapped, looks, link, gift_text)
    )
    return page_or_fragment(
        "dewan/table/page.html",
        "dewan/table/_table.html",
        view.status,
        look=look,
        screen=screen,
        tapped=tapped,
        looks=looks,
        map=drawing,
        event=event,
        consequence=consequence,
        menu=menu,
        news=news_texts(play, drawing, in_event=event is not None),
        box_story_views=[story_view(story) for story in screen.box_stories],
        unseen_halves=sorted({half for card in box.cards for half in card.halves}, key=str),
        head=_head(look, screen),
        entry_id=entry_id(),
        **view_context(view),
        **BUTTONS,
    )


BUTTONS = {
    "decline_tuck_entry": entries.decline_tuck_entry,
    "fish_entries": entries.fish_entries,
    "marker_entry": entries.marker_entry,
    "no_marker_entry": entries.no_marker_entry,
    "place_entry": entries.place_entry,
    "take_entry": entries.take_entry,
    "take_story_entry": entries.take_story_entry,
    "tell_row_entry": entries.tell_row_entry,
    "tuck_entries": entries.tuck_entries,
    "tuck_unseen_entry": entries.tuck_unseen_entry,
}
"""What the templates make their buttons of."""


def _head(look: Look, screen: TableScreen) -> Head:
    play = screen.play
    seats = tuple(HeadSeat(seat.name, seat.active, seat.first) for seat in screen.seats)
    notes = (t("web.table.invented"),) if look.state.box is None else ()
    return Head(seats, Label("web.table.round", {"number": play.round}), play.last_round, notes)


@bp.post("/story")
@open_to(Role.SEAT)
def type_story(table_id: str) -> AnyResponse:
    """A Story tile that is in no box, typed by what it asks for."""
    return table_after(submit(table_id, typed_story))


def typed_story(look: Look) -> Entry:
    """What the form says of a Story tile that was taken. Raises BadInput."""
    place = request.form.get("place", type=int)
    draft = read_story(request.form.get("line", ""))
    if faults := [*draft.faults, *open_parts(draft)]:
        raise BadInput(faults)
    taken = place if place and place <= STORY_ROW_LENGTH else None
    return entries.take_story_entry(request.form.get("player", ""), taken, draft.tile())


def _link(look: Look) -> Callable[[Hex], str]:
    here = url_for("tables.show", table_id=look.info.id)
    return lambda at: f"{here}?to={at.q},{at.r}"


def gift_text(player: str) -> str:
    return t("web.table.to-player", player=player)


def untold_place(look: Look) -> int | None:
    """The next place of the row whose card nobody has told."""
    row = look.state.play.table.row if isinstance(look.state, DewanState) else None
    return next((number for number, card in enumerate(row or (), 1) if card is Blank.UNTOLD), None)


def tapped_so_far() -> Tapped:
    """What the address says was tapped; anything else in it is left out of account."""
    place = request.args.get("story", type=int)
    return Tapped(
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
