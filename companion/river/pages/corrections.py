"""Correct a table of The River: stores, scouts, buildings and tiles of each player, the turn, the box."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION
from companion.river.boxes import boxes_in
from companion.river.formats.box import write_river_box
from companion.river.game import BOX, TRACK, RiverState
from companion.river.pages.words import box_name, kind_tile, meadow_choices, tile_name
from companion.river.screens import corrections
from companion.river.screens.setup import OFFERED_WAYS, ONLY_SCORE
from companion.river.screens.table import KINDS, tiles_of
from companion.river.screens.tableau import small_tile, tableau
from companion.service.answers import Look
from companion.web.access.policy import Role, open_to
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import Refused, desk, entry_id, submit
from companion.web.screens.entry import Entry

bp = Blueprint("river_corrections", __name__, url_prefix="/tables/<table_id>/river/correct")


@bp.post("/player")
@open_to(Role.RECORDER)
def player(table_id: str) -> AnyResponse:
    return _correct(table_id, lambda state: corrections.player_changes(state.table, _seat(state), request.form))


@bp.post("/tile")
@open_to(Role.RECORDER)
def tile(table_id: str) -> AnyResponse:
    space = request.form.get("space", type=int) or 0
    return _correct(table_id, lambda state: corrections.tile_changes(state.table, _seat(state), space, request.form))


@bp.post("/turn")
@open_to(Role.RECORDER)
def turn(table_id: str) -> AnyResponse:
    return _correct(table_id, lambda state: corrections.turn_changes(state.table, request.form))


@bp.post("/track")
@open_to(Role.RECORDER)
def track(table_id: str) -> AnyResponse:
    """How much is recorded from now on; who wants only the score says that the game is over."""
    if request.form.get("way") == ONLY_SCORE:
        return _correct(table_id, lambda state: corrections.over_changes(state.table))

    def entry(look: Look) -> Entry:
        names = tuple(player.name for player in _state(look).table.players)
        return Entry(TRACK, corrections.track_body(request.form, names))

    return _after(submit(table_id, entry))


@bp.post("/box")
@open_to(Role.RECORDER)
def box(table_id: str) -> AnyResponse:
    """The table goes by another box from now on."""
    boxes = boxes_in(desk())

    def entry(look: Look) -> Entry:
        _state(look)
        chosen = boxes.get(request.form.get("box", ""))
        if chosen is None:
            raise BadInput([Fault("box", "json.unknown-word", {"word": "box", "words": ", ".join(boxes)})])
        return Entry(BOX, {"box": write_river_box(chosen)})

    return _after(submit(table_id, entry))


def _correct(table_id: str, changes: Callable[[RiverState], corrections.Changes]) -> AnyResponse:
    reason = request.form.get("reason", "").strip() or t("web.correct.reason-default")

    def entry(look: Look) -> Entry:
        wanted = changes(_state(look))
        if not wanted:
            raise BadInput([Fault("", "correction.nothing")])
        return Entry(CORRECTION, {"reason": reason[:80], "changes": wanted})

    return _after(submit(table_id, entry))


def _after(done: Look | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return page(done.look, done.said, done.status)
    who = request.form.get("who", "")
    return see_other(url_for("corrections.show", table_id=done.info.id, who=who if who.isdigit() else None, done=1))


def page(look: Look, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
    state = _state(look)
    table = state.table
    seat = _shown_seat(state)
    space = request.values.get("space", type=int)
    kind = request.args.get("kind")
    laid = len(table.players[seat].tiles)
    here = url_for("corrections.show", table_id=look.info.id, who=seat)
    return page_or_fragment(
        "river/correct.html",
        "river/_correct.html",
        status,
        look=look,
        table=table,
        seat=seat,
        player=table.players[seat],
        looks=screens_of(look).looks(look),
        board=tableau(table, table.players[seat], marked=(space,) if space else ()),
        links={number: f"{here}&space={number}" for number in range(1, min(laid + 1, 12) + 1)},
        space=space if space and 1 <= space <= min(laid + 1, 12) else None,
        kind=kind if kind in KINDS else None,
        kinds=KINDS,
        tiles=tiles_of(table, kind),
        here=here,
        boxes=boxes_in(desk()),
        way=state.way,
        ways=OFFERED_WAYS,
        values_text=corrections.values_text,
        meadows=meadow_choices() if kind else (),
        box_name=box_name,
        tile_name=tile_name,
        small_tile=small_tile,
        kind_tile=kind_tile,
        faults=faults,
        notice=t("web.correct.done") if "done" in request.args else None,
        entry_id=entry_id(),
    )


def _state(look: Look) -> RiverState:
    return look.state if isinstance(look.state, RiverState) else abort(404)


def _seat(state: RiverState) -> int:
    told = request.form.get("who", "")
    if told not in map(str, range(len(state.table.players))):
        raise BadInput([Fault("who", "table.unknown-player", {"name": told[:40]})])
    return int(told)


def _shown_seat(state: RiverState) -> int:
    told = request.values.get("who", "0")
    return int(told) if told in map(str, range(len(state.table.players))) else 0
