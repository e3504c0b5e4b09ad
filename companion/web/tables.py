"""The table screen: look, tap, record, undo. Every link and button works without JavaScript."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort, current_app, jsonify, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.contract import Json
from companion.games.dewan import ACTION, DewanState
from companion.record.faults import BadInput, Node
from companion.record.strict_json import parse_json
from companion.rules.dewan.cards import Card
from companion.rules.dewan.table import Blank, Player
from companion.rules.dewan.tiles import Box
from companion.rules.dewan.words import STORY_ROW_LENGTH
from companion.rules.hexes import Hex
from companion.service.answers import Look, Missed
from companion.service.files import export_log, export_record
from companion.table.entries import REDO, UNDO
from companion.web import recording
from companion.web.event import consequence, news_texts, table_before_fish
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.pieces import story_view
from companion.web.players import HOUSE, CampLook, camp_look
from companion.web.recording import Refused, desk, entry_id
from companion.web.screens import entries
from companion.web.screens.box_stories import open_parts, read_story
from companion.web.screens.drawing import table_map
from companion.web.screens.event import event_map, event_screen
from companion.web.screens.quick_score import only_scored
from companion.web.screens.table import Tapped, table_screen

bp = Blueprint("tables", __name__, url_prefix="/tables")

MOST_PLACES = 6


@bp.get("/<table_id>")
def show(table_id: str) -> AnyResponse:
    look = desk().service.look(table_id)
    if isinstance(look.state, DewanState) and only_scored(look.state.play):
        return see_other(url_for("quick.answer", table_id=table_id))  # nothing but its pad is kept
    return _screen(look)


@bp.get("/<table_id>/at/<int:seq>")
def moment(table_id: str, seq: int) -> Response:
    """The table as it once stood; nothing can be recorded there."""
    return _screen(desk().service.look_back(table_id, seq), now=desk().service.look(table_id).seq)


@bp.get("/<table_id>/history")
def history(table_id: str) -> Response:
    look = desk().service.look(table_id)
    lines = tuple(reversed(desk().service.history(table_id)))
    return page_or_fragment("table/history.html", "table/_history.html", look=look, lines=lines)


@bp.post("/<table_id>/record")
def record(table_id: str) -> AnyResponse:
    """Record the entry a button carries."""
    kind = request.form.get("kind", "")
    return _shown(table_id, recording.record(table_id, kind, lambda: _body(request.form.get("body", ""))))


@bp.post("/<table_id>/story")
def type_story(table_id: str) -> AnyResponse:
    """A Story tile that is in no box, typed by what it asks for."""
    place = request.form.get("place", type=int)

    def body() -> Json:
        draft = read_story(request.form.get("line", ""))
        if faults := [*draft.faults, *open_parts(draft)]:
            raise BadInput(faults)
        taken = place if place and place <= STORY_ROW_LENGTH else None
        return entries.take_story_entry(request.form.get("player", ""), taken, draft.tile()).body

    return _shown(table_id, recording.record(table_id, ACTION, body))


@bp.post("/<table_id>/undo")
def undo(table_id: str) -> AnyResponse:
    to = request.form.get("to", type=int)
    return _shown(table_id, recording.record(table_id, UNDO, {} if to is None else {"to": to}))


@bp.post("/<table_id>/redo")
def redo(table_id: str) -> AnyResponse:
    return _shown(table_id, recording.record(table_id, REDO, {}))


@bp.get("/<table_id>/live")
def live(table_id: str) -> Response:
    """The number of the log, each time it grows."""
    seen = request.headers.get("Last-Event-ID", type=int) or request.args.get("seen", type=int)
    service = desk().service
    service.store.table(table_id)
    streams = current_app.extensions["streams"]
    answer: Response = streams.answer(lambda after, seconds: service.wait(table_id, after, seconds), seen)
    return answer


@bp.get("/<table_id>/number")
def number(table_id: str) -> Response:
    """For screens that cannot hold a stream: the number of the log now."""
    return jsonify(seq=desk().service.store.last_seq(table_id))


@bp.get("/<table_id>/table.json")
def table_file(table_id: str) -> Response:
    return _file(export_record(desk().service, table_id), "table")


@bp.get("/<table_id>/log.json")
def log_file(table_id: str) -> Response:
    return _file(export_log(desk().service, table_id), "log")


def _file(document: object, name: str) -> Response:
    answer = jsonify(document)
    answer.headers["Content-Disposition"] = f'attachment; filename="companion-{name}.json"'
    return answer


def _screen(
    look: Look, *, now: int | None = None, notice: str | None = None, status: int = 200, missed: Missed | None = None
) -> Response:
    if not isinstance(look.state, DewanState):
        abort(404)
    tapped = _tapped() if now is None else Tapped()
    box = desk().box(look.state.box)
    screen = table_screen(look.state, box, tapped)
    play = screen.play
    looks = camp_looks(play.table.players, box)
    event = None
    if now is None:
        event = event_screen(play, tapped.to, table_before_fish(desk().service, look))
    link = _link(look) if now is None and not play.over else None
    view = event_map(event, play.table.board, looks, link) if event else table_map(screen, tapped, looks, link, _gift)
    return page_or_fragment(
        "table/page.html",
        "table/_table.html",
        status,
        look=look,
        screen=screen,
        tapped=tapped,
        looks=looks,
        map=view,
        event=event,
        consequence=consequence,
        menu=_menu(look),
        news=news_texts(play, view, in_event=event is not None),
        box_story_views=[story_view(story) for story in screen.box_stories],
        unseen_halves=sorted({half for card in box.cards for half in card.halves}, key=str),
        invented=look.state.box is None,
        now=now,
        notice=notice,
        missed=missed,
        entry_id=entry_id(),
        **BUTTONS,
    )


BUTTONS = {
    "decline_tuck_entry": entries.decline_tuck_entry,
    "fish_entries": entries.fish_entries,
    "marker_entry": entries.marker_entry,
    "place_entry": entries.place_entry,
    "take_entry": entries.take_entry,
    "take_story_entry": entries.take_story_entry,
    "tell_row_entry": entries.tell_row_entry,
    "tuck_entries": entries.tuck_entries,
    "tuck_unseen_entry": entries.tuck_unseen_entry,
}
"""What the templates make their buttons of."""


def camp_looks(players: Sequence[Player], box: Box) -> dict[str, CampLook]:
    """How each player's camps are drawn: our own colours as we draw them, others as the box describes them.

    A colour nobody has described is drawn as one of ours that is still free, so that no two players look alike.
    """
    rgb = {color.name: color.rgb for color in box.colors}
    told = [player.color or "" for player in players]
    free = [color for color in HOUSE if color not in told]
    looks = {}
    for seat, player in enumerate(players):
        color = told[seat] if told[seat] in HOUSE else rgb.get(told[seat], told[seat])
        if color not in HOUSE and not color.startswith("#"):
            color = free.pop(0)
        looks[player.name] = camp_look(color, seat)
    return looks


def _link(look: Look) -> Callable[[Hex], str]:
    here = url_for("tables.show", table_id=look.info.id)
    return lambda at: f"{here}?to={at.q},{at.r}"


def _gift(player: str) -> str:
    return t("web.table.to-player", player=player)


def _menu(look: Look) -> list[tuple[str, str, str]]:
    table_id = look.info.id
    return [
        ("score", url_for("scorepad.show", table_id=table_id), "score"),
        ("referee", url_for("referee.at_table", table_id=table_id), "route"),
        ("stories", url_for("referee.told", table_id=table_id), "story"),
        ("zones", url_for("tables.show", table_id=table_id, zones=1), "eye"),
        ("history", url_for("tables.history", table_id=table_id), "replay"),
        ("map", url_for("picker.show", table_id=table_id), "route"),
        ("photo", url_for("photos.take", table_id=table_id), "camera"),
        ("correct", url_for("corrections.show", table_id=table_id), "pencil"),
        ("table-file", url_for("tables.table_file", table_id=table_id), "share"),
        ("log-file", url_for("tables.log_file", table_id=table_id), "share"),
    ]


def _shown(table_id: str, refused: Refused | None) -> AnyResponse:
    """The table after a change; what could not be recorded is said where it happened."""
    if refused is None:
        further = untold_place(desk().service.look(table_id)) if request.form.get("then") == "tell" else None
        return see_other(url_for("tables.show", table_id=table_id, tell=further))
    if refused.missed:
        return _screen(refused.look, missed=refused.missed, status=refused.status)
    return _screen(refused.look, notice=refused.text, status=refused.status)


def untold_place(look: Look) -> int | None:
    """The next place of the row whose card nobody has told."""
    row = look.state.play.table.row if isinstance(look.state, DewanState) else None
    return next((number for number, card in enumerate(row or (), 1) if card is Blank.UNTOLD), None)


def _body(text: str) -> dict[str, object]:
    body = parse_json(text)
    if not isinstance(body, dict):
        node = Node(body, "body")
        node.fields([])
        raise BadInput(node.faults)
    return body


def _tapped() -> Tapped:
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
    return Node(request.args.get(key), key).card()


def _hex(key: str) -> Hex | None:
    return hex_in(request.args.get(key, ""))


def hex_in(text: str) -> Hex | None:
    """A space as addresses spell it: ``2,-1``."""
    try:
        q, r = (int(part) for part in text.split(","))
    except ValueError:
        return None
    return Node([q, r]).hex()
