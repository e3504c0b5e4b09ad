"""Correct a table of Dewan: what lies on it, what its players have, whose turn it is."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import camp_looks
from companion.dewan.drawing.map_svg import MapOptions, map_view
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import TRACK, DewanState
from companion.dewan.rules.play import Play
from companion.dewan.rules.words import MARKERS, Marker, ScenarioName
from companion.dewan.screens import corrections
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION
from companion.service.answers import Look
from companion.web.access.policy import Role, open_to
from companion.web.forms import form_number
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.recording import Refused, desk, entry_id, submit
from companion.web.screens.entry import Entry

bp = Blueprint("dewan_corrections", __name__, url_prefix="/tables/<table_id>/correct")

MOST = 99


@bp.post("/player")
@open_to(Role.RECORDER)
def player(table_id: str) -> AnyResponse:
    return _correct(
        table_id,
        lambda play: corrections.player_changes(
            play,
            _seated(play, request.form.get("player", "")),
            {key: _number(key) for key in corrections.NUMBERS},
            corrections.cards_in(request.form.get("hand", "")),
        ),
    )


@bp.post("/piles")
@open_to(Role.RECORDER)
def piles(table_id: str) -> AnyResponse:
    return _correct(
        table_id,
        lambda play: corrections.pile_changes(
            play, {key: _number(key) if request.form.get(key) else None for key in corrections.PILES}
        ),
    )


@bp.post("/space")
@open_to(Role.RECORDER)
def space(table_id: str) -> AnyResponse:
    def changes(play: Play) -> corrections.Changes:
        at = hex_in(request.form.get("at", ""))
        if at is None or not play.table.board.has(at):
            raise BadInput([Fault("at", "map.no-such-space")])
        camp = request.form.get("camp") or None
        marker = request.form.get("marker") or None
        if marker is not None and marker not in tuple(Marker):
            raise BadInput([Fault("marker", "json.unknown-word", {"word": marker[:40], "words": ", ".join(Marker)})])
        return corrections.space_changes(play, at, _seated(play, camp) if camp else None, _number("berries"), marker)

    return _correct(table_id, changes)


@bp.post("/turn")
@open_to(Role.RECORDER)
def turn(table_id: str) -> AnyResponse:
    name = request.form.get("player", "")
    return _correct(
        table_id, lambda play: corrections.turn_changes(play, _seated(play, name), max(1, _number("round")))
    )


@bp.post("/track")
@open_to(Role.RECORDER)
def track(table_id: str) -> AnyResponse:
    """What the table wants to tell from now on; no correction, but asked for at the same place."""
    return _after(submit(table_id, Entry(TRACK, {"row": "row" in request.form, "stories": "stories" in request.form})))


def _correct(table_id: str, changes: Callable[[Play], corrections.Changes]) -> AnyResponse:
    reason = request.form.get("reason", "").strip() or t("web.correct.reason-default")

    def entry(look: Look) -> Entry:
        wanted = changes(_play(look))
        if not wanted:
            raise BadInput([Fault("", "correction.nothing")])
        return Entry(CORRECTION, {"reason": reason[:80], "changes": wanted})

    return _after(submit(table_id, entry))


def _after(done: Look | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return page(done.look, faults=done.said, status=done.status)
    return see_other(url_for("corrections.show", table_id=done.info.id, done=1))


def page(look: Look, *, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
    play = _play(look)
    table = play.table
    looks = camp_looks(table.players, box_in(desk(), look.state.box))
    here = url_for("corrections.show", table_id=look.info.id)
    at = hex_in(request.args.get("at", ""))
    return page_or_fragment(
        "dewan/table/correct.html",
        "dewan/table/_correct.html",
        status,
        look=look,
        play=play,
        looks=looks,
        at=at if at is not None and table.board.has(at) else None,
        map=map_view(
            table.board,
            MapOptions(looks=looks, chosen=[at] if at else (), link=lambda hex_: f"{here}?at={hex_.q},{hex_.r}#space"),
        ),
        hand_text=corrections.hand_text,
        marker=Marker.WATER if table.scenario is ScenarioName.DOWNPOUR else Marker.LAVA,
        has_markers=table.scenario in (ScenarioName.DOWNPOUR, ScenarioName.VOLCANO),
        most_markers=MARKERS,
        typed=request.form,
        faults=faults,
        notice=t("web.correct.done") if "done" in request.args else None,
        entry_id=entry_id(),
    )


def _play(look: Look) -> Play:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state.play


def _seated(play: Play, name: str) -> str:
    if name not in [player.name for player in play.table.players]:
        raise BadInput([Fault("player", "table.unknown-player", {"name": name[:40]})])
    return name


def _number(key: str) -> int:
    return form_number(key, MOST) or 0
