"""What a photo of a Tribe board leaves open, answered for the whole board at once."""

from flask import abort, request
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.pages.changes import Changes
from companion.dewan.pages.photo.board_record import settled
from companion.dewan.pages.photo.boards import BESIDE, after_entry, as_whom, slot_of
from companion.dewan.pages.photo.piece_jobs import Sort, piece_job
from companion.dewan.pages.photo.pieces_photo import PieceChange, sound
from companion.dewan.pages.photo.taking import bp, look_at
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.entry import EntryRequest
from companion.web.forms import number_in
from companion.web.language import t
from companion.web.submit import Refused, backend, submit

PIECE = "piece-"


@bp.post("/pieces/board/<key>/answer")
@open_to(Role.SEAT)
def answer_board(table_id: str, key: str) -> AnyResponse:
    """``piece-2=story:T07`` says what a piece is, ``berries=3`` how many lie beside the board: as many as were
    answered, recorded as one entry. Where the pad says what the photo says, it goes on doing so."""
    look = look_at(table_id)
    one, box = piece_job(look, Sort.BOARD, key), box_in(backend(), look.state.box)
    changes = [
        PieceChange(int(field.removeprefix(PIECE)), value[:80])
        for field, value in request.form.items()
        if field.startswith(PIECE) and field.removeprefix(PIECE).isdecimal() and len(field) < 10
    ]
    numbers = [what for what in BESIDE if what in request.form]
    if one.reading is None or not (changes or numbers) or not all(sound(c, one.reading, box) for c in changes):
        abort(422)
    before = slot_of(look, one)
    follows = look.state.asks_results and not (before.differences or before.maybe)
    kept = list(one.job.notes.get("changes", ()))
    one.job.notes["changes"] = [*kept, *changes]

    def entry(look: TableView) -> EntryRequest | None:
        slot = slot_of(look, one)
        do: Changes = []
        if follows and slot.seen:
            do += settled(look.state.play, one.who, slot.seen, slot.differences)
        for what in numbers:
            number = number_in(request.form[what], what, BESIDE[what])
            if number is None:
                raise BadInput([Fault(what, "json.out-of-range", {"least": 0, "most": BESIDE[what]})])
            if getattr(look.state.play.table.player(one.who), what) != number:
                do.append({"do": f"set-{what}", "player": one.who, what: number})
        return EntryRequest(CORRECTION, {"reason": t("web.quick.reason"), "changes": do}) if do else None

    done = submit(table_id, entry, retry=True, viewer=as_whom(look, one))
    if isinstance(done, Refused):
        one.job.notes["changes"] = kept
    else:
        for what in numbers:
            one.job.notes[what] = True
    return after_entry(done, one)
