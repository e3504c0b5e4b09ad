"""Photos of Tribe boards sent, one or all at once, and what they show put onto the pad."""

from contextlib import suppress

from flask import abort, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.pages.photo.board_record import first_told
from companion.dewan.pages.photo.boards import ANY, after_board, boards_answer, player_at
from companion.dewan.pages.photo.piece_jobs import Sort, may_take, start, taken
from companion.dewan.pages.photo.pieces_photo import pieces_photo
from companion.dewan.pages.photo.taking import bp, look_at
from companion.formats.faults import BadInput
from companion.games.contract import CORRECTION, CannotPlay, Json
from companion.games.viewer import SERVER
from companion.log.errors import TableError
from companion.service.answers import Missed, TableView
from companion.web.access.policy import Role, current_viewer, open_to
from companion.web.backend import Backend
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.process import PhotoFailed, PhotoRead
from companion.web.photo.sending import failure_text, jobs_of, sent_photos
from companion.web.submit import TRIES, backend

FILL_IN = "fill in a Tribe board"


@bp.post("/boards")
@open_to(Role.SEAT)
def send_board(table_id: str) -> AnyResponse:
    """A photo of one player's board, read while others send theirs; or one of each board, in any order."""
    look = look_at(table_id)
    given = request.form.get("who", "")
    together = given == ANY
    if not together and not may_take(current_viewer(table_id), look.state, Sort.BOARD, player_at(look, given)):
        abort(403, "web.error.not-for-you")
    if together and not current_viewer(table_id).records:
        abort(403, "web.error.not-for-you")
    try:
        sent = sent_photos()
        names = _not_seen_yet(look) if together else [player_at(look, given)]
        if together and len(sent) > len(names):
            return boards_answer(look, t("web.boards.too-many", most=len(names)), 422)
        for who, photo in zip(names, sent, strict=False):
            start(table_id, Sort.BOARD, who, photo, FILL_IN, **({ANY: True} if together else {}))
    except PhotoFailed as failed:
        return boards_answer(look, failure_text(failed.code), 422)
    backend().service.call(table_id)
    return after_board(look)


def _not_seen_yet(look: TableView) -> list[str]:
    """The players, first those of whose board there is no photo."""
    seen = {one.who for one in taken(look, Sort.BOARD)}
    return sorted((player.name for player in look.state.play.table.players), key=lambda name: name in seen)


@bp.record_once
def _fill_in_what_is_read(state: BlueprintSetupState) -> None:
    kept, companion = jobs_of(state.app), state.app.extensions["companion"]

    def fill_in(place: str, key: str, read: PhotoRead) -> None:
        job = kept.get(place, key)
        if job is not None:
            _fill_in(companion, place.partition(" ")[0], job, read)

    kept.afterwards[FILL_IN] = fill_in


def _fill_in(companion: Backend, table_id: str, job: PhotoJob, read: PhotoRead) -> None:
    """What a photo shows goes onto a pad that has nothing of this player yet; anything else waits to be looked at."""
    service = companion.service
    with suppress(BadInput, CannotPlay, TableError):
        for _ in range(TRIES):
            look = service.look(table_id, viewer=SERVER)
            box = box_in(companion, look.state.box)
            seen = pieces_photo(read.reading, (), box)
            if ANY in job.notes and "own" not in job.notes:
                in_color = [one.name for one in look.state.play.table.players if seen.color and one.color == seen.color]
                if not in_color:
                    return
                job.notes["who"], job.notes["own"] = in_color[0], True
            who = job.notes["who"]
            changes = first_told(look.state.play, box, who, seen) if look.state.asks_results else []
            if not changes:
                return
            body: Json = {"reason": job.notes["reason"], "changes": changes}
            done = service.record(table_id, look.seq, f"board-{job.key}", CORRECTION, body, who, viewer=SERVER)
            if not isinstance(done, Missed):
                return
