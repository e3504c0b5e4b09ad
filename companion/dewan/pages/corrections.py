"""Correct a table of Dewan: what lies on it, what its players have, whose turn it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.drawing.map_words import hex_in
from companion.dewan.game import TRACK, DewanState
from companion.dewan.rules.cards import Card
from companion.dewan.rules.play import Play, StepKind
from companion.dewan.rules.words import Marker, ScenarioName
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION, Json
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.forms import form_number
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, backend, entry_id, submit

Changes = list[Json]
NUMBERS = ("berries", "fish", "hidden_cards")
PILES = ("draw_pile", "supply", "discard")


def player_changes(play: Play, name: str, numbers: dict[str, int], hand: Sequence[str]) -> Changes:
    """What a player has beside the board and in hand. The cards are as typed: reading them back finds their faults."""
    player = play.table.player(name)
    changes: Changes = [
        {"do": f"set-{key}", "player": name, key: numbers[key]}
        for key, before in (("berries", player.berries), ("fish", player.fish))
        if numbers[key] != before
    ]
    given: Json = {"hand": list(hand), "hidden_cards": numbers["hidden_cards"]}
    before: Json = {"hand": [str(card) for card in player.hand], "hidden_cards": player.hidden_cards}
    if wanted := {key: value for key, value in given.items() if value != before[key]}:
        changes.append({"do": "set-hand", "player": name, **wanted})
    return changes


def pile_changes(play: Play, numbers: dict[str, int | None]) -> Changes:
    piles = play.table.piles
    before = dict(zip(PILES, (piles.draw, piles.supply, piles.discard), strict=True))
    wanted = {key: value for key, value in numbers.items() if value != before[key]}
    return [{"do": "set-piles", **wanted}] if wanted else []


def space_changes(play: Play, at: Hex, camp: str | None, berries: int, marker: str | None) -> Changes:
    """What stands and lies on one space."""
    board = play.table.board
    changes: Changes = []
    standing = board.camps.get(at)
    if (standing.player if standing else None) != camp:
        put: Json = {"do": "remove-camp"} if camp is None else {"do": "set-camp", "player": camp}
        changes.append({**put, "at": list(at)})
    if board.berries.get(at, 0) != berries:
        changes.append({"do": "set-berries", "at": list(at), "berries": berries})
    if board.markers.get(at) != marker:
        changes.append({"do": "set-marker", "at": list(at), "kind": marker})
    return changes


def turn_changes(play: Play, player: str, round_number: int) -> Changes:
    """Whose turn it is; whatever was still open before it is dropped."""
    changes: Changes = []
    if (play.next.kind, play.next.player) != (StepKind.TURN, player):
        changes.append({"do": "set-turn", "player": player})
    if play.round != round_number:
        changes.append({"do": "set-round", "round": round_number})
    return changes


def cards_in(text: str) -> list[str]:
    """Cards as people type them: with commas, spaces or lines between."""
    return [word for word in text.replace(",", " ").split() if word]


@dataclass(frozen=True)
class CorrectionsPage:
    """``at``: the space that was tapped. ``typed``: what came back with faults."""

    look: TableView
    play: Play
    looks: Mapping[str, PlayerStyle]
    at: Hex | None
    map: MapView
    typed: Mapping[str, str]
    faults: Sequence[tuple[str, str]]
    notice: str | None
    entry_id: str = field(default_factory=entry_id)

    @property
    def has_markers(self) -> bool:
        return self.play.table.scenario in (ScenarioName.DOWNPOUR, ScenarioName.VOLCANO)

    @property
    def marker(self) -> Marker:
        return Marker.WATER if self.play.table.scenario is ScenarioName.DOWNPOUR else Marker.LAVA

    def hand_text(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(str, cards))


bp = Blueprint("dewan_corrections", __name__, url_prefix="/tables/<table_id>/correct")

MOST = 99


@bp.post("/player")
@open_to(Role.RECORDER)
def player(table_id: str) -> AnyResponse:
    return _correct(
        table_id,
        lambda play: player_changes(
            play,
            _seated(play, request.form.get("player", "")),
            {key: _number(key) for key in NUMBERS},
            cards_in(request.form.get("hand", "")),
        ),
    )


@bp.post("/piles")
@open_to(Role.RECORDER)
def piles(table_id: str) -> AnyResponse:
    return _correct(
        table_id,
        lambda play: pile_changes(play, {key: _number(key) if request.form.get(key) else None for key in PILES}),
    )


@bp.post("/space")
@open_to(Role.RECORDER)
def space(table_id: str) -> AnyResponse:
    def changes(play: Play) -> Changes:
        at = hex_in(request.form.get("at", ""))
        if at is None or not play.table.board.has(at):
            raise BadInput([Fault("at", "map.no-such-space")])
        camp = request.form.get("camp") or None
        marker = request.form.get("marker") or None
        if marker is not None and marker not in tuple(Marker):
            raise BadInput([Fault("marker", "json.unknown-word", {"word": marker[:40], "words": ", ".join(Marker)})])
        return space_changes(play, at, _seated(play, camp) if camp else None, _number("berries"), marker)

    return _correct(table_id, changes)


@bp.post("/turn")
@open_to(Role.RECORDER)
def turn(table_id: str) -> AnyResponse:
    name = request.form.get("player", "")
    return _correct(table_id, lambda play: turn_changes(play, _seated(play, name), max(1, _number("round"))))


@bp.post("/track")
@open_to(Role.RECORDER)
def track(table_id: str) -> AnyResponse:
    """What the table wants to tell from now on; no correction, but asked for at the same place."""
    return _after(
        submit(table_id, EntryRequest(TRACK, {"row": "row" in request.form, "stories": "stories" in request.form}))
    )


def _correct(table_id: str, changes: Callable[[Play], Changes]) -> AnyResponse:
    reason = request.form.get("reason", "").strip() or t("web.correct.reason-default")

    def entry(look: TableView) -> EntryRequest:
        wanted = changes(_play(look))
        if not wanted:
            raise BadInput([Fault("", "correction.nothing")])
        return EntryRequest(CORRECTION, {"reason": reason[:80], "changes": wanted})

    return _after(submit(table_id, entry))


def _after(done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return page(done.look, faults=done.said, status=done.status)
    return see_other(url_for("corrections.show", table_id=done.info.id, done=1))


def page(look: TableView, *, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
    play = _play(look)
    table = play.table
    looks = player_styles(table.players, box_in(backend(), look.state.box))
    here = url_for("corrections.show", table_id=look.info.id)
    at = hex_in(request.args.get("at", ""))
    page = CorrectionsPage(
        look,
        play,
        looks,
        at if at is not None and table.board.has(at) else None,
        MapView(table.board, looks, chosen=[at] if at else (), link=lambda to: f"{here}?at={to.q},{to.r}#space"),
        request.form,
        faults,
        t("web.correct.done") if "done" in request.args else None,
    )
    return page_or_fragment("dewan/table/correct.html", "dewan/table/_correct.html", page, status)


def _play(look: TableView) -> Play:
    if not isinstance(look.state, DewanState):
        abort(404)
    return look.state.play


def _seated(play: Play, name: str) -> str:
    if name not in [player.name for player in play.table.players]:
        raise BadInput([Fault("player", "table.unknown-player", {"name": name[:40]})])
    return name


def _number(key: str) -> int:
    return form_number(key, MOST) or 0
