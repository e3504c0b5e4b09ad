"""One photo of a player's river board: its tiles in order, for quick score, or to check the record with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import BadInput, Fault
from companion.games.contract import Json
from companion.river.board_read import Difference, ReadBoard, changes, differences, index_of, read_board, results
from companion.river.boxes import Learned, learned_box
from companion.river.drawing.tableau import small_tile
from companion.river.game import QUICK, RiverState, reads_results
from companion.river.pages.table import KINDS
from companion.river.pages.words import kind_tile, tile_name
from companion.river.rules.table import Player
from companion.river.rules.tiles import Tile
from companion.river.rules.words import SCOUTS, SPACES, MeadowKind
from companion.service.answers import TableView
from companion.web.access.policy import Role, clients, open_to, viewer_at
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.errors import answer
from companion.web.forms import number_in
from companion.web.game_screens import screens_of
from companion.web.htmx import page_or_fragment, see_other
from companion.web.photo.jobs import PhotoJob, can_read
from companion.web.photo.process import PhotoFailed
from companion.web.photo.sending import allow_photos, failure_text, job_of, jobs, result_of, sent_photo, wait_page
from companion.web.submit import Refused, backend, correction_entry, entry_id, submit, view_table

STAGES = ("load", "spaces")
WAITING = "river/photo/wait.html"
BONUS_COUNTS = range(7)
BARE = "bare"
CORNERS = 4
SHOWN_WIDTH = 960
"""How wide the picture is shown to a browser that cannot say by itself where in it somebody tapped."""

bp = Blueprint("river_photo", __name__, url_prefix="/tables/<table_id>/river/photo")


@bp.url_value_preprocessor
def _allow_photos(endpoint: str | None, values: dict[str, object] | None) -> None:
    allow_photos(endpoint, values)


@bp.errorhandler(RequestEntityTooLarge)
def too_heavy(error: RequestEntityTooLarge) -> Response:
    table_id = str((request.view_args or {}).get("table_id"))
    if not viewer_at(table_id).records:
        return answer(error)
    return _take(look_at(table_id), "too-heavy", 413)


def look_at(table_id: str) -> TableView:
    look = view_table(table_id)
    return look if isinstance(look.state, RiverState) else abort(404)


@dataclass(frozen=True)
class TakeBoardPage:
    look: TableView
    seat: int
    looks: Mapping[str, PlayerStyle]
    learned: Learned | None
    back: str
    notice: str | None

    @property
    def player(self) -> Player:
        player: Player = self.look.state.table.players[self.seat]
        return player


def _seat(look: TableView) -> int:
    given = request.args.get("who", "0")  # of a photo that is too heavy no form can be read
    return int(given) if given in map(str, range(len(look.state.table.players))) else 0


def _back(look: TableView, seat: int) -> str:
    if asks_results(look):
        return url_for("quick.answer", table_id=look.info.id, who=seat or None)
    return url_for("corrections.show", table_id=look.info.id, who=seat or None)


def asks_results(look: TableView) -> bool:
    return bool(look.summary.quick_score or reads_results(look.state))


def _take(look: TableView, failed: str | None = None, status: int = 200) -> Response:
    seat = _seat(look)
    learned = learned_box(backend(), look.state.table.box)
    notice = failure_text(failed) if failed else None
    page = TakeBoardPage(look, seat, screens_of(look).looks(look), learned, _back(look, seat), notice)
    return page_or_fragment("river/photo/take_board.html", "river/photo/_take_board.html", page, status)


@bp.get("")
@open_to(Role.RECORDER)
def take(table_id: str) -> Response:
    return _take(look_at(table_id), None if can_read() else "absent")


@bp.post("")
@open_to(Role.RECORDER)
def send(table_id: str) -> AnyResponse:
    look = look_at(table_id)
    learned = learned_box(backend(), look.state.table.box)
    if learned is None:
        return _take(look, status=422)
    who = look.state.table.players[_seat(look)].name
    try:
        key = jobs().start(
            table_id, sent_photo(), _head(look, learned), {"who": who, "box": learned.id}, clients=clients()
        )
    except PhotoFailed as failed:
        return _take(look, failed.code, 422)
    return see_other(url_for("river_photo.show", table_id=table_id, key=key))


def _head(look: TableView, learned: Learned) -> Json:
    return {"game": "river", "look": learned.look, "order": look.state.table.ruling("VR-01")}


@bp.post("/<key>/cancel")
@open_to(Role.RECORDER)
def cancel(table_id: str, key: str) -> AnyResponse:
    job_of(table_id, key)
    jobs().forget(key)
    return see_other(url_for("river_photo.take", table_id=table_id, who=request.args.get("who")))


@bp.get("/<key>/picture.jpg")
@open_to(Role.RECORDER)
def picture(table_id: str, key: str) -> Response:
    return Response(result_of(job_of(table_id, key)).picture, mimetype="image/jpeg")


@dataclass(frozen=True)
class BoardPage:
    """``space``, ``kind``: what was tapped of the board. ``taps``: corner spaces pointed out so far, in pixels of the
    photo; None where they are not asked for."""

    look: TableView
    seat: int
    looks: Mapping[str, PlayerStyle]
    learned: Learned
    key: str
    size: tuple[int, int]
    board: ReadBoard | None
    space: int | None
    kind: str | None
    taps: Sequence[tuple[float, float]] | None
    notice: str | None
    entry_id: str = field(default_factory=entry_id)
    shown_width = SHOWN_WIDTH
    corners = CORNERS
    kinds = KINDS
    scouts = range(SCOUTS + 1)
    bonus = BONUS_COUNTS
    tile_name = staticmethod(tile_name)
    small_tile = staticmethod(small_tile)
    kind_tile = staticmethod(kind_tile)

    @property
    def player(self) -> Player:
        player: Player = self.look.state.table.players[self.seat]
        return player

    @property
    def quick(self) -> bool:
        return asks_results(self.look)

    @property
    def back(self) -> str:
        return _back(self.look, self.seat)

    @property
    def here(self) -> str:
        return url_for("river_photo.show", table_id=self.look.info.id, key=self.key)

    @cached_property
    def differences(self) -> list[Difference]:
        return differences(self.board, self.player.tiles) if self.board and not self.quick else []

    @cached_property
    def results(self) -> Any:
        assert self.board
        table = self.look.state.table
        return results(table, self.player, self.board.tiles, self.learned.box, 0, 0)

    def asks(self, kind: str) -> bool:
        """Whether a meadow counts what no photo of the board shows."""
        tiles = self.board.tiles if self.board else ()
        return self.quick and any(tile.meadow and tile.meadow.kind == kind for tile in tiles)

    @property
    def choices(self) -> tuple[Tile, ...]:
        return tuple(tile for tile, _ in self.learned.box.tiles if _of_kind(tile, self.kind))


def _of_kind(tile: Tile, kind: str | None) -> bool:
    return len(tile.kinds) > 1 if kind == "mixed" else len(tile.kinds) == 1 and tile.kinds[0] == kind


@bp.get("/<key>")
@open_to(Role.RECORDER)
def show(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    if not job.done:
        stop = url_for("river_photo.cancel", table_id=table_id, key=key)
        return wait_page(key, job, stop, STAGES, WAITING)
    try:
        job.result()
    except PhotoFailed as failed:
        return _take(look, failed.code, 422)
    return _page(look, key, job)


def _page(look: TableView, key: str, job: PhotoJob, notice: str | None = None, status: int = 200) -> Response:
    reading: Any = result_of(job).reading
    seat = _whose(look, job)
    learned = learned_box(backend(), look.state.table.box, str(job.notes.get("box")))
    if learned is None:
        abort(404, "web.error.photo-gone")
    board = _board(look, job)
    space, kind = request.args.get("space", type=int), request.args.get("kind")
    page = BoardPage(
        look,
        seat,
        screens_of(look).looks(look),
        learned,
        key,
        (int(reading["size"][0]), int(reading["size"][1])),
        board,
        space if board and space and 1 <= space <= SPACES else None,
        kind if kind in KINDS else None,
        [(x, y) for x, y in job.notes.get("taps", [])] if board is None or "corners" in request.args else None,
        notice,
    )
    return page_or_fragment("river/photo/board.html", "river/photo/_board.html", page, status)


def _whose(look: TableView, job: PhotoJob) -> int:
    names = [player.name for player in look.state.table.players]
    return names.index(str(job.notes["who"])) if job.notes.get("who") in names else abort(404, "web.error.photo-gone")


def _board(look: TableView, job: PhotoJob) -> ReadBoard | None:
    reading: Any = result_of(job).reading
    learned = learned_box(backend(), look.state.table.box, str(job.notes.get("box")))
    if not reading.get("found") or learned is None:
        return None
    player = look.state.table.players[_whose(look, job)]
    recorded = () if asks_results(look) else player.tiles
    return read_board(reading, job.notes, learned.box, recorded)


@bp.post("/<key>/change")
@open_to(Role.RECORDER)
def change(table_id: str, key: str) -> AnyResponse:
    """What lies on a space, or from where the river runs."""
    look, job = look_at(table_id), job_of(table_id, key)
    board = _board(look, job)
    if board is None:
        abort(409)
    number = request.form.get("space", type=int) or 0
    if request.form.get("first") in ("1", "12"):
        # Turned as it is shown now: the space tapped becomes the first.
        flipped = board.spaces[0].corners is not result_of(job).reading["spaces"][0]["corners"]  # type: ignore[index]
        job.notes["turned"] = flipped != (request.form["first"] == "12")
    elif 1 <= number <= SPACES:
        word = request.form.get("tile", "")
        index = index_of(board, number, result_of(job).reading)
        job.notes["said"] = {**job.notes.get("said", {}), str(index): "" if word == BARE else word}
    return see_other(url_for("river_photo.show", table_id=table_id, key=key))


@bp.post("/<key>/corners")
@open_to(Role.RECORDER)
def tap_corner(table_id: str, key: str) -> AnyResponse:
    """A corner space, pointed out in the photo; after the fourth it is read again from there."""
    look, job = look_at(table_id), job_of(table_id, key)
    learned = learned_box(backend(), look.state.table.box, str(job.notes.get("box")))
    if "again" in request.form or learned is None:
        job.notes["taps"] = job.notes.get("taps", [])[:-1]
        return see_other(url_for("river_photo.show", table_id=table_id, key=key, corners=1))
    reading: Any = result_of(job).reading
    x, y = (request.form.get(name, type=float) for name in ("tap.x", "tap.y"))
    shown = request.form.get("width", float(SHOWN_WIDTH), type=float)
    if x is None or y is None or not 0 < shown <= 20_000:
        abort(422)
    scale = max(1, int(reading["size"][0])) / shown
    taps = job.notes["taps"] = [*job.notes.get("taps", []), [x * scale, y * scale]]
    if len(taps) < CORNERS:
        return see_other(url_for("river_photo.show", table_id=table_id, key=key, corners=1))
    notes = {"who": job.notes["who"], "box": learned.id, "turned": False}
    head = {**_head(look, learned), "taps": taps[:CORNERS]}
    try:
        again = jobs().start(table_id, result_of(job).picture, head, notes, clients=clients())
    except PhotoFailed as failed:
        return _page(look, key, job, failure_text(failed.code), 422)
    jobs().forget(key)
    return see_other(url_for("river_photo.show", table_id=table_id, key=again))


@bp.post("/<key>")
@open_to(Role.RECORDER)
def settle(table_id: str, key: str) -> AnyResponse:
    """What the photo shows goes onto the pad, or into the record as far as it is ticked."""
    look_at(table_id)
    job = job_of(table_id, key)
    wanted: Sequence[str] = request.form.getlist("place")

    def entry(look: TableView) -> EntryRequest:
        board, player = _board(look, job), look.state.table.players[_whose(look, job)]
        if board is None or board.asks_turn:
            raise BadInput([Fault("", "river.photo-turn-first")])
        if asks_results(look):
            return EntryRequest(QUICK, {"player": player.name, "quick": _quick(look, job, player, board)})
        found = [one for one in differences(board, player.tiles) if str(one.place) in wanted]
        return correction_entry(changes(player, found))

    done = submit(table_id, entry)
    if isinstance(done, Refused):
        return _page(done.look, key, job, done.text, done.status)
    return see_other(_back(done, _whose(done, job)))


def _quick(look: TableView, job: PhotoJob, player: Player, board: ReadBoard) -> Json:
    learned = learned_box(backend(), look.state.table.box, str(job.notes.get("box")))
    assert learned
    number = {
        kind: number_in(request.form.get(kind, ""), kind, 9) or 0 for kind in (MeadowKind.SCOUTS, MeadowKind.BONUS)
    }
    found = results(
        look.state.table, player, board.tiles, learned.box, number[MeadowKind.SCOUTS], number[MeadowKind.BONUS]
    )
    given = player.quick
    kept: Json = {
        "resources": given.resources or 0 if given else 0,
        "buildings": given.buildings or 0 if given else 0,
        "bonus": given.bonus or 0 if given else 0,
    }
    return {**kept, **found}
