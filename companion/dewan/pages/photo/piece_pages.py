"""A photo of pieces, looked over: every piece outlined, and put right with a tap on the photo."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.pieces import StoryView, story_view
from companion.dewan.pages.choosing import deck_of, halves_of, showing
from companion.dewan.pages.photo.album import keep_photo
from companion.dewan.pages.photo.at_hand import HandTold, RowTold, hand_told, row_told, turned
from companion.dewan.pages.photo.boards import BoardSlot, after_board, record_photo, slot_of
from companion.dewan.pages.photo.piece_jobs import STAGES, PieceJob, Sort, address_of, picture_of, piece_job
from companion.dewan.pages.photo.pieces_photo import PieceChange, PiecesPhoto, SeenPiece, next_number, sound
from companion.dewan.pages.photo.taking import bp, look_at
from companion.dewan.pages.taps import terrain_tapped
from companion.dewan.rules.cards import Card, Half
from companion.dewan.rules.table import Player
from companion.dewan.rules.words import Terrain
from companion.service.answers import TableView
from companion.web.access.policy import Role, current_viewer, open_to
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.sending import failure_text, jobs, wait_page
from companion.web.submit import Refused, backend, entry_id

SHOWN = 6
"""As many Story tiles are offered at once; the others on demand."""
KINDS = {Sort.BOARD: ("story", "tucked"), Sort.ROW: ("card", "story"), Sort.HAND: ("card",)}
"""What may lie in a photo of each sort."""


@dataclass(frozen=True)
class PiecePhotoPage:
    """``chosen``: the piece that is spoken of, or one to be added. ``kind``: as what it is to be put right."""

    look: TableView
    one: PieceJob
    seen: PiecesPhoto
    chosen: SeenPiece | None
    kind: str
    stories: Sequence[StoryView]
    halves: Sequence[Half]
    deck: Sequence[Card]
    terrain: Terrain | None
    board: BoardSlot | None
    row: RowTold | None
    hand: HandTold | None
    players: Sequence[Player]
    notice: str | None
    shown: int = SHOWN
    terrains: Sequence[Terrain] = tuple(Terrain)
    entry_id: str = field(default_factory=entry_id)

    @property
    def here(self) -> str:
        return address_of(self.look, self.one)

    @property
    def title(self) -> str:
        return (
            t(f"web.boards.title-{self.one.sort}")
            if self.one.sort is not Sort.BOARD
            else t("web.boards.title-of", name=self.one.who)
        )

    @property
    def back(self) -> str:
        """Where the page leads back to: the boards, or the table."""
        if self.one.sort is not Sort.BOARD:
            return url_for("seat.show" if self.one.sort is Sort.HAND else "tables.show", table_id=self.look.info.id)
        scores = self.look.state.asks_results and current_viewer(self.look.info.id).records
        return url_for("quick.answer" if scores else "photos.boards", table_id=self.look.info.id)

    @property
    def picture(self) -> str:
        return picture_of(self.look, self.one)

    @property
    def kinds(self) -> Sequence[str]:
        return KINDS[self.one.sort]


@bp.get("/pieces/<sort>/<key>")
@open_to(Role.SEAT)
def pieces(table_id: str, sort: str, key: str) -> AnyResponse:
    look = look_at(table_id)
    one = piece_job(look, sort, key)
    if not one.job.done:
        stop = url_for("photos.drop_pieces", table_id=table_id, sort=sort, key=key)
        return wait_page(key, one.job, stop, STAGES, "dewan/photo/wait_pieces.html")
    return pieces_page(look, one)


def pieces_page(look: TableView, one: PieceJob, *, notice: str | None = None, status: int = 200) -> Response:
    box = box_in(backend(), look.state.box)
    seen = one.seen(box) or PiecesPhoto((0, 0), (), 0)
    chosen = _chosen(one, seen)
    kind = request.args.get("kind", chosen.kind if chosen else "")
    terrain = terrain_tapped()
    page = PiecePhotoPage(
        look,
        one,
        seen,
        chosen,
        kind if kind in KINDS[one.sort] else KINDS[one.sort][0],
        [story_view(story) for story in (chosen.maybe or box.stories)] if chosen else (),
        halves_of(box),
        showing(deck_of(box), terrain) if terrain else (),
        terrain,
        slot_of(look, one) if one.sort is Sort.BOARD else None,
        row_told(look.state.play, seen, turned(one)) if one.sort is Sort.ROW else None,
        hand_told(look.state.play, one.who, seen) if one.sort is Sort.HAND else None,
        look.state.play.table.players,
        notice or (failure_text(one.failed) if one.failed else _refused(one)),
    )
    return page_or_fragment("dewan/photo/pieces.html", "dewan/photo/_pieces.html", page, status)


def _refused(one: PieceJob) -> str | None:
    """Why it could not be recorded, said once."""
    if said := one.job.notes.get("refused"):
        one.job.notes["refused"] = ""
    return said or None


def _chosen(one: PieceJob, seen: PiecesPhoto) -> SeenPiece | None:
    if (kind := request.args.get("add", "")) in KINDS[one.sort]:
        return SeenPiece(next_number(one.reading or {}, one.changes), kind)
    return seen.piece(request.args.get("piece", type=int))


@bp.get("/pieces/<sort>/<key>/picture.jpg")
@open_to(Role.SEAT)
def pieces_picture(table_id: str, sort: str, key: str) -> Response:
    one = piece_job(look_at(table_id), sort, key)
    if not one.job.done or one.failed not in (None, "no-pieces"):
        abort(404, "web.error.photo-gone")
    answer = Response(one.job.result().picture, mimetype="image/jpeg")
    answer.cache_control.no_store = True
    return answer


@bp.post("/pieces/<sort>/<key>/change")
@open_to(Role.SEAT)
def change_piece(table_id: str, sort: str, key: str) -> AnyResponse:
    """What a piece is. Where the pad says what the photo says, it goes on doing so."""
    look = look_at(table_id)
    one, box = piece_job(look, sort, key), box_in(backend(), look.state.box)
    change = PieceChange(request.form.get("piece", -1, type=int), request.form.get("value", "")[:80])
    if one.reading is None or not sound(change, one.reading, box):
        abort(422)
    board = slot_of(look, one) if one.sort is Sort.BOARD else None
    one.job.notes["changes"] = [*one.changes, change]
    if board and look.state.asks_results and not (board.differences or board.maybe):
        done = record_photo(look, one)
        if isinstance(done, Refused):
            return pieces_page(done.look, one, notice=done.text, status=done.status)
    if board and "back" in request.form:
        return after_board(look)
    return see_other(url_for("photos.pieces", table_id=table_id, sort=sort, key=key))


@bp.post("/pieces/<sort>/<key>/drop")
@open_to(Role.SEAT)
def drop_pieces(table_id: str, sort: str, key: str) -> AnyResponse:
    """Forget the photo, also while it is being read; what was recorded stays."""
    look = look_at(table_id)
    one = piece_job(look, sort, key)
    jobs().forget(key)
    if one.sort is Sort.BOARD:
        return after_board(look)
    return see_other(url_for("tables.show", table_id=table_id))


@bp.post("/pieces/board/<key>/keep")
@open_to(Role.HOST)
def keep_board(table_id: str, key: str) -> AnyResponse:
    one = piece_job(look_at(table_id), Sort.BOARD, key)
    keep_photo(table_id, one.job.result().picture)
    one.job.notes["kept"] = True
    return see_other(url_for("photos.album", table_id=table_id))
