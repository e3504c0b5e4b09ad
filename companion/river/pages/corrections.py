"""Correct a table of The River: stores, scouts, buildings and tiles of each player, the turn, the box."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.games.ways import EVERYTHING, ONLY_SCORE
from companion.river.boxes import boxes_in
from companion.river.drawing.tableau import TableauView, small_tile, tableau
from companion.river.formats.box import write_river_box
from companion.river.formats.players import MOST_CARDS, MOST_SCOUTS
from companion.river.formats.table import MOST_ROUNDS
from companion.river.formats.tiles import MOST_POINTS
from companion.river.game import BOX, TRACK, RiverState
from companion.river.pages.entries import tile_told
from companion.river.pages.setup import OFFERED_WAYS
from companion.river.pages.table import KINDS, tiles_of
from companion.river.pages.words import box_name, kind_tile, tile_name
from companion.river.rules.box import Box
from companion.river.rules.table import Player, Table
from companion.river.rules.tiles import Tile
from companion.river.rules.words import MOST_RESOURCES, SPACES, Resource
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.backend import Boxes
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, backend, correction_entry, entry_id, submit

Changes = list[Json]
Form = Mapping[str, str]
COUNTS = {"scouts": MOST_SCOUTS, "settled": MOST_SCOUTS, "aside": MOST_SCOUTS, "laid_this_round": SPACES}
LISTS = ("buildings", "bonus")


def player_changes(table: Table, seat: int, form: Form) -> Changes:
    """What a player has, as typed; faults name their field. Raises BadInput."""
    player, faults = table.players[seat], list[Fault]()
    wanted: Json = {
        "resources": {
            str(kind): number
            for kind in Resource
            if (number := _number(form, f"has-{kind}", MOST_RESOURCES, faults)) is not None and number
        },
        "untold_resources": _number(form, "untold_resources", MOST_RESOURCES, faults) or 0,
    }
    wanted |= {key: _number(form, key, most, faults) or 0 for key, most in COUNTS.items()}
    wanted |= {key: _values(form, key, faults) for key in LISTS}
    if faults:
        raise BadInput(faults)
    before = _before(player)
    given = {key: value for key, value in wanted.items() if value != before[key]}
    return [{"do": "set-player", "player": player.name, **given}] if given else []


def _before(player: Player) -> Json:
    return {
        "resources": {str(kind): number for kind in Resource if (number := player.resources.get(kind, 0))},
        "untold_resources": player.untold_resources,
        "scouts": player.scouts,
        "settled": player.settled,
        "aside": player.aside,
        "laid_this_round": player.laid_this_round,
        "buildings": list(player.buildings),
        "bonus": list(player.bonus),
    }


def tile_changes(table: Table, seat: int, space: int, form: Form) -> Changes:
    """Another tile on a space, one more at the end of the river, or the last one taken away. Raises BadInput."""
    player, faults = table.players[seat], list[Fault]()
    if form.get("drop"):
        return [{"do": "remove-tile", "player": player.name}]
    given = tile_told(form, table.box, faults)
    if given is None or not 1 <= space <= min(len(player.tiles) + 1, SPACES):
        faults.append(Fault("tile", "river.no-such-place", {"place": space}))
    if faults:
        raise BadInput(faults)
    return [{"do": "set-tile", "player": player.name, "place": space, "tile": given}]


def turn_changes(table: Table, form: Form) -> Changes:
    """Whose turn it is, who has the figure, which round it is."""
    faults: list[Fault] = []
    number = _number(form, "round", MOST_ROUNDS, faults)
    if faults:
        raise BadInput(faults)
    wanted: Json = {
        "active_player": form.get("active") or None,
        "start_player": form.get("start") or None,
        "round": table.round if number is None else number,
        "over": "over" in form,
    }
    before: Json = {
        "active_player": table.active_player,
        "start_player": table.start_player,
        "round": table.round,
        "over": table.over,
    }
    given = {key: value for key, value in wanted.items() if value != before[key]}
    return [{"do": "set-turn", **given}] if given else []


def over_changes() -> Changes:
    return [{"do": "set-turn", "over": True, "active_player": None}]


def track_body(form: Form, players: tuple[str, ...]) -> Json:
    """How much is recorded from now on and, where everything is, what each player has in front of them."""
    body: Json = {"way": form.get("way", "")}
    if body["way"] != EVERYTHING:
        return body
    faults: list[Fault] = []
    holds: Json = {}
    for seat, name in enumerate(players):
        found = {str(kind): _number(form, f"has-{seat}-{kind}", MOST_RESOURCES, faults) for kind in Resource}
        reserved = _number(form, f"reserved-{seat}", MOST_CARDS, faults)
        if any(number is not None for number in (*found.values(), reserved)):
            resources = {kind: number for kind, number in found.items() if number}
            holds[name] = {"resources": resources, "reserved": reserved or 0}
    if faults:
        raise BadInput(faults)
    return body | ({"holds": holds} if holds else {})


def _number(form: Form, key: str, most: int, faults: list[Fault]) -> int | None:
    return number_in(form.get(key, ""), key, most, faults)


def _values(form: Form, key: str, faults: list[Fault]) -> list[int | None]:
    """Points with commas or spaces between; a question mark is an unknown one."""
    values: list[int | None] = []
    for word in form.get(key, "").replace(",", " ").split():
        values.append(None if word == "?" else number_in(word, key, MOST_POINTS, faults))
    return values


def values_text(values: tuple[int | None, ...]) -> str:
    return " ".join("?" if value is None else str(value) for value in values)


@dataclass(frozen=True)
class CorrectionsPage:
    """``space``, ``kind``: what was tapped of the tableau of the player at ``seat``."""

    look: TableView
    state: RiverState
    looks: Mapping[str, PlayerStyle]
    seat: int
    space: int | None
    kind: str | None
    here: str
    boxes: Boxes[Box]
    faults: Sequence[tuple[str, str]]
    notice: str | None
    entry_id: str = field(default_factory=entry_id)
    kinds = KINDS
    ways = OFFERED_WAYS
    values_text = staticmethod(values_text)
    tile_name = staticmethod(tile_name)
    small_tile = staticmethod(small_tile)
    kind_tile = staticmethod(kind_tile)

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def player(self) -> Player:
        return self.table.players[self.seat]

    @property
    def way(self) -> str:
        return self.state.way

    @property
    def board(self) -> TableauView:
        return tableau(self.table, self.player, marked=(self.space,) if self.space else ())

    @property
    def links(self) -> dict[int, str]:
        last = min(len(self.player.tiles) + 1, SPACES)
        return {number: f"{self.here}&space={number}" for number in range(1, last + 1)}

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tiles_of(self.table, self.kind)

    @property
    def box_name(self) -> str:
        return box_name(self.table.box)


bp = Blueprint("river_corrections", __name__, url_prefix="/tables/<table_id>/river/correct")


@bp.post("/player")
@open_to(Role.RECORDER)
def player(table_id: str) -> AnyResponse:
    return _correct(table_id, lambda state: player_changes(state.table, _seat(state), request.form))


@bp.post("/tile")
@open_to(Role.RECORDER)
def tile(table_id: str) -> AnyResponse:
    space = request.form.get("space", type=int) or 0
    return _correct(table_id, lambda state: tile_changes(state.table, _seat(state), space, request.form))


@bp.post("/turn")
@open_to(Role.RECORDER)
def turn(table_id: str) -> AnyResponse:
    return _correct(table_id, lambda state: turn_changes(state.table, request.form))


@bp.post("/track")
@open_to(Role.RECORDER)
def track(table_id: str) -> AnyResponse:
    """How much is recorded from now on; who wants only the score says that the game is over."""
    if request.form.get("way") == ONLY_SCORE:
        return _correct(table_id, lambda state: over_changes())

    def entry(look: TableView) -> EntryRequest:
        names = tuple(player.name for player in _state(look).table.players)
        return EntryRequest(TRACK, track_body(request.form, names))

    return _after(submit(table_id, entry))


@bp.post("/box")
@open_to(Role.RECORDER)
def box(table_id: str) -> AnyResponse:
    """The table goes by another box from now on."""
    boxes = boxes_in(backend())

    def entry(look: TableView) -> EntryRequest:
        _state(look)
        chosen = boxes.get(request.form.get("box", ""))
        if chosen is None:
            raise BadInput([Fault("box", "json.unknown-word", {"word": "box", "words": ", ".join(boxes)})])
        return EntryRequest(BOX, {"box": write_river_box(chosen)})

    return _after(submit(table_id, entry))


def _correct(table_id: str, changes: Callable[[RiverState], Changes]) -> AnyResponse:
    return _after(submit(table_id, lambda look: correction_entry(changes(_state(look)))))


def _after(done: TableView | Refused) -> AnyResponse:
    if isinstance(done, Refused):
        return page(done.look, done.said, done.status)
    who = request.form.get("who", "")
    return see_other(url_for("corrections.show", table_id=done.info.id, who=who if who.isdigit() else None, done=1))


def page(look: TableView, faults: Sequence[tuple[str, str]] = (), status: int = 200) -> Response:
    state = _state(look)
    table = state.table
    seat = _shown_seat(state)
    space = request.values.get("space", type=int)
    kind = request.args.get("kind")
    laid = len(table.players[seat].tiles)
    here = url_for("corrections.show", table_id=look.info.id, who=seat)
    page = CorrectionsPage(
        look,
        state,
        screens_of(look).looks(look),
        seat,
        space if space and 1 <= space <= min(laid + 1, SPACES) else None,
        kind if kind in KINDS else None,
        here,
        boxes_in(backend()),
        faults,
        t("web.correct.done") if "done" in request.args else None,
    )
    return page_or_fragment("river/correct.html", "river/_correct.html", page, status)


def _state(look: TableView) -> RiverState:
    return look.state if isinstance(look.state, RiverState) else abort(404)


def _seat(state: RiverState) -> int:
    given = request.form.get("who", "")
    if given not in map(str, range(len(state.table.players))):
        raise BadInput([Fault("who", "table.unknown-player", {"name": given[:40]})])
    return int(given)


def _shown_seat(state: RiverState) -> int:
    given = request.values.get("who", "0")
    return int(given) if given in map(str, range(len(state.table.players))) else 0
