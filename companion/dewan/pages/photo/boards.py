"""Score by camera: a photo a player of their board. The pad fills as they come in; what was not seen is asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.game import DewanState
from companion.dewan.pages.photo.board_record import (
    BoardDifference,
    PieceDoubt,
    berries_told,
    board_differences,
    camps_astray,
    counted,
    doubts,
    settled,
    unmet,
    whose,
)
from companion.dewan.pages.photo.piece_jobs import (
    PieceJob,
    Sort,
    address_of,
    may_take,
    picture_of,
    piece_job,
    taken,
)
from companion.dewan.pages.photo.pieces_photo import PiecesPhoto, pieces_photo
from companion.dewan.pages.photo.taking import bp, look_at
from companion.dewan.rules.table import Player
from companion.dewan.rules.tiles import Box, StoryTile
from companion.dewan.rules.words import FISH_TOKENS, ScenarioName
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION
from companion.games.viewer import SERVER, Viewer
from companion.service.answers import TableView
from companion.web.access.policy import Role, current_viewer, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.pad import Why
from companion.web.photo.jobs import can_read
from companion.web.photo.sending import failure_text, jobs
from companion.web.submit import Refused, backend, submit

ANY = "any"
"""Who a photo is of that was sent with others: its Camps tell, or somebody is asked."""
BESIDE = {"berries": 99, "fish": FISH_TOKENS}
"""What lies beside a Tribe board and no photo tells, and how much of it there may be."""
NUMBER_KEYS = 10


@dataclass(frozen=True)
class BoardSlot:
    """One player's board: the newest photo of it, if there is one, and what is left to say of it.

    ``other``: whose board it may be instead; ``maybe``: the seats it may be of, where that is asked. ``doubts``: pieces
    that are asked about. ``asks``: what lies beside the board. ``differences``: between photo and record, as nobody has
    settled them. ``astray``: how many Camps are on the map, where those left on the board say otherwise.
    """

    seat: int
    player: Player
    style: PlayerStyle
    one: PieceJob | None
    failed: str | None
    seen: PiecesPhoto | None
    other: str | None
    maybe: Sequence[int]
    doubts: Sequence[PieceDoubt]
    differences: Sequence[BoardDifference]
    asks: Sequence[str]
    unmet: Sequence[tuple[int, StoryTile]]
    astray: int | None

    @property
    def reading(self) -> bool:
        return self.one is not None and not self.one.job.done

    @property
    def settled(self) -> bool:
        """Photo and record say the same, and nothing is left to ask."""
        asked = self.maybe or self.differences or self.asks or self.doubts
        return self.seen is not None and not asked


@dataclass(frozen=True)
class BoardsPage:
    """``back``: the page the slots stand on. ``scores``: what the photos show goes onto the pad by itself."""

    look: TableView
    slots: Sequence[BoardSlot]
    back: str
    scores: bool
    notice: str | None = None
    numbers = range(NUMBER_KEYS)

    @property
    def waiting(self) -> bool:
        return any(slot.reading for slot in self.slots)

    @property
    def here(self) -> str:
        return url_for("photos.boards", table_id=self.look.info.id)


def boards_page(look: TableView, back: str = "boards", notice: str | None = None) -> BoardsPage | None:
    """The boards whoever asks may photograph; None where there are none, or no photo can be read."""
    viewer, state = current_viewer(look.info.id), look.state
    if not can_read() or not isinstance(state, DewanState):
        return None
    newest: dict[str, PieceJob] = {}
    for one in taken(look, Sort.BOARD):
        newest.setdefault(one.who, one)
    players = state.play.table.players
    styles = player_styles(players, box_in(backend(), state.box))
    slots = [
        board_slot(look, seat, player, styles[player.name], newest.get(player.name))
        for seat, player in enumerate(players)
        if may_take(viewer, state, Sort.BOARD, player.name)
    ]
    return BoardsPage(look, slots, back, state.asks_results, notice) if slots else None


def board_slot(look: TableView, seat: int, player: Player, style: PlayerStyle, one: PieceJob | None) -> BoardSlot:
    play = look.state.play
    box = box_in(backend(), look.state.box)
    seen = one.seen(box) if one else None
    notes = one.job.notes if one else {}
    left = board_differences(player, seen) if seen else ()
    other = whose(play.table, box, player.name, seen) if seen and "own" not in notes else None
    return BoardSlot(
        seat=seat,
        player=player,
        style=style,
        one=one,
        failed=failure_text(one.failed) if one and one.failed else None,
        seen=seen,
        other=other,
        maybe=_maybe_of(play.table.players, seat, other, notes) if seen else (),
        doubts=doubts(play.table, player.name, seen) if seen else (),
        differences=[one for one in left if one.key not in notes.get("left", ())],
        asks=_asked(look.state, player, seen, notes) if seen else (),
        unmet=unmet(play.table, player.name) if look.state.asks_results else (),
        astray=camps_astray(play.table, player, seen) if seen else None,
    )


def _maybe_of(players: Sequence[Player], seat: int, other: str | None, notes: Mapping[str, Any]) -> list[int]:
    """Of several photos sent together nobody has said which board each shows."""
    if ANY in notes and "own" not in notes:
        return list(range(len(players)))
    return [n for n, player in enumerate(players) if n == seat or player.name == other] if other else []


def _asked(state: DewanState, player: Player, seen: PiecesPhoto, notes: Mapping[str, Any]) -> list[str]:
    """What lies beside the board and was not entered yet. That none lies there is an answer, too; and Berries that the
    reader counted are on the pad, until somebody says that it is so."""
    fish = state.play.table.scenario is ScenarioName.LAKE_VILLAGES
    there = {"berries": player.berries, **({"fish": player.fish} if fish else {})}
    if seen.berries and player.berries == len(seen.berries):
        there["berries"] = 0
    return [what for what, number in there.items() if state.asks_results and not number and what not in notes]


def slot_of(look: TableView, one: PieceJob) -> BoardSlot:
    players = look.state.play.table.players
    seat = next((i for i, player in enumerate(players) if player.name == one.who), None)
    if seat is None:
        abort(404, "web.error.photo-gone")
    styles = player_styles(players, box_in(backend(), look.state.box))
    return board_slot(look, seat, players[seat], styles[one.who], one)


ON_BOARDS = ("stories", "fire", "fire_majority", "berries", "pairs", "berry_pairs")
"""Rows of the pad that are counted from what lies on a Tribe board; the others are counted on the map."""


@dataclass(frozen=True)
class SourcePhoto:
    """A photo a number came from: where it is put right, its picture, and what was seen in it."""

    address: str
    picture: str
    seen: PiecesPhoto


@dataclass(frozen=True)
class Sources:
    """Where a number on the pad came from: photos, and the map as it is recorded."""

    photos: Sequence[SourcePhoto]
    map: MapView | None


def source_photos(look: TableView, why: Why) -> list[SourcePhoto]:
    """As far as whoever asks may see them, and they are not forgotten yet."""
    board = look.game.scoreboard(look.state)
    if board is None:
        return []
    if why.cell.row not in ON_BOARDS:
        return _map_photo(look)
    newest: dict[str, PieceJob] = {}
    for one in taken(look, Sort.BOARD):
        newest.setdefault(one.who, one)
    box = box_in(backend(), look.state.box)
    column = board.column(why.cell.column)
    found = [(one, one.seen(box)) for one in newest.values() if column and one.who in column.members]
    return [SourcePhoto(address_of(look, one), picture_of(look, one), seen) for one, seen in found if seen]


def _map_photo(look: TableView) -> list[SourcePhoto]:
    table_id = look.info.id
    if not current_viewer(table_id).records:
        return []
    accepted = [job for job in jobs().of(table_id) if "accepted" in job.notes]
    for job in accepted[-1:]:
        key, address = job.key, url_for("photos.review", table_id=table_id, key=job.key, look=1)
        seen = pieces_photo(job.result().reading, (), Box(""))  # only for its size: a map has no pieces to draw
        return [SourcePhoto(address, url_for("photos.picture", table_id=table_id, key=key), seen)]
    return []


@bp.get("/boards")
@open_to(Role.SEAT)
def boards(table_id: str) -> Response:
    return boards_answer(look_at(table_id))


def boards_answer(look: TableView, notice: str | None = None, status: int = 200) -> Response:
    back = "quick" if "panel" in request.args and request.args["panel"] == "quick" else "boards"
    page = boards_page(look, back, notice) or abort(403, "web.error.not-for-you")
    fragment = "dewan/photo/_boards.html" if "panel" in request.args else "dewan/photo/_boards_page.html"
    return page_or_fragment("dewan/photo/boards.html", fragment, page, status)


def after_board(look: TableView, one: PieceJob | None = None) -> AnyResponse:
    """To the page it was asked from: the pad, the slots on their own, or the photo."""
    if one and request.form.get("back") == "photo":
        return see_other(address_of(look, one))
    if request.form.get("back") == "quick" and current_viewer(look.info.id).records:
        return see_other(url_for("quick.answer", table_id=look.info.id))
    return see_other(url_for("photos.boards", table_id=look.info.id))


def player_at(look: TableView, seat: str) -> str:
    players = look.state.play.table.players
    if seat not in map(str, range(len(players))):
        abort(422)
    name: str = players[int(seat)].name
    return name


@bp.post("/pieces/board/<key>/settle")
@open_to(Role.SEAT)
def settle_board(table_id: str, key: str) -> AnyResponse:
    """The photo is right: the record is corrected, in one difference or all. The record is right: it is left so."""
    look = look_at(table_id)
    one = piece_job(look, Sort.BOARD, key)
    wanted = request.form.getlist("difference")
    if request.form.get("right") == "record":
        one.job.notes["left"] = sorted({*one.job.notes.get("left", ()), *wanted})
        return after_board(look, one)
    return after_entry(record_photo(look, one, wanted), one)


@bp.post("/boards/story")
@open_to(Role.SEAT)
def count_story(table_id: str) -> AnyResponse:
    """A Story tile the map shows too little for counts all the same, or does not."""
    look = look_at(table_id)
    who = player_at(look, request.form.get("who", ""))
    viewer = current_viewer(table_id)
    if not (look.state.asks_results and may_take(viewer, look.state, Sort.BOARD, who)):
        abort(403, "web.error.not-for-you")
    place, counts = request.form.get("place", -1, type=int), request.form.get("counts") == "1"

    def entry(look: TableView) -> EntryRequest | None:
        player = look.state.play.table.player(who)
        if not 0 <= place < len(player.stories):
            raise BadInput([Fault("place", "correction.not-applicable")])
        return EntryRequest(CORRECTION, {"reason": t("web.quick.reason"), "changes": counted(player, place, counts)})

    return after_entry(submit(table_id, entry, retry=True, viewer=viewer if viewer.records else SERVER))


@bp.post("/pieces/board/<key>/whose")
@open_to(Role.SEAT)
def tell_whose(table_id: str, key: str) -> AnyResponse:
    """It is this player's board after all, or another one's."""
    look = look_at(table_id)
    one = piece_job(look, Sort.BOARD, key)
    who = player_at(look, request.form.get("who", ""))
    if not may_take(current_viewer(table_id), look.state, Sort.BOARD, who):
        abort(403, "web.error.not-for-you")
    one.job.notes["who"], one.job.notes["own"] = who, True
    player, slot = look.state.play.table.player(who), slot_of(look, one)
    if look.state.asks_results and slot.seen and not (player.stories or player.tucked):
        return after_entry(record_photo(look, one), one)
    return after_board(look, one)


def record_photo(look: TableView, one: PieceJob, wanted: Sequence[str] = ()) -> TableView | Refused:
    """The record as the photo has it: in the differences ``wanted``, or in all."""

    def entry(look: TableView) -> EntryRequest | None:
        slot = slot_of(look, one)
        found = [diff for diff in slot.differences if not wanted or diff.key in wanted]
        if wanted and not found:
            raise BadInput([Fault("difference", "correction.nothing")])
        changes = settled(look.state.play, one.who, slot.seen, found) if slot.seen else []
        if slot.seen and look.state.asks_results and not wanted:
            changes += berries_told(look.state.play.table.player(one.who), slot.seen)
        return EntryRequest(CORRECTION, {"reason": t("web.photo.reason"), "changes": changes}) if changes else None

    return submit(look.info.id, entry, retry=True, viewer=as_whom(look, one))


def as_whom(look: TableView, one: PieceJob) -> Viewer:
    """A phone enters what its own player has once the game is over; before that, it asks for what it may."""
    viewer = current_viewer(look.info.id)
    own = viewer.player == one.who and look.state.asks_results
    return SERVER if own and not viewer.records else viewer


def after_entry(done: TableView | Refused, one: PieceJob | None = None) -> AnyResponse:
    return boards_answer(done.look, done.text, done.status) if isinstance(done, Refused) else after_board(done, one)
