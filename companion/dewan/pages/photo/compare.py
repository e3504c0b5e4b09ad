"""Compare with the table: a photo in mid-game beside the record, and for each difference who is right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import box_in
from companion.dewan.drawing.camps import player_styles
from companion.dewan.drawing.map_svg import MapView
from companion.dewan.pages.photo.differences import Difference, compare, settling_changes
from companion.dewan.pages.photo.overlay import Overlay, overlay
from companion.dewan.pages.photo.review import looks_of_colors, map_of
from companion.dewan.pages.photo.since_entry import ProposalLine, Update, marker_of, update_of
from companion.dewan.pages.photo.taking import bp, look_at, wait_at_table
from companion.dewan.rules.table import Player
from companion.formats.faults import BadInput, Fault
from companion.games.contract import CORRECTION, Json
from companion.log.entries import UNDO
from companion.rules.hexes import Hex
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.drawing.players import PlayerStyle
from companion.web.entry import EntryRequest
from companion.web.htmx import page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.jobs import PhotoJob
from companion.web.photo.sending import job_of, result_of
from companion.web.submit import Refused, backend, entry_id, submit


@bp.get("/<key>/compare")
@open_to(Role.RECORDER)
def compare_with(table_id: str, key: str) -> AnyResponse:
    look, job = look_at(table_id), job_of(table_id, key)
    if not job.done:
        return wait_at_table(look, key, job)
    return compare_page(look, key, job)


@bp.post("/<key>/compare")
@open_to(Role.RECORDER)
def settle(table_id: str, key: str) -> AnyResponse:
    """The table is right: the record is corrected. The record is right: the difference is left as it is."""
    job = job_of(table_id, key)
    wanted = request.form.get("difference", "")
    right = request.form.get("right")
    if right == "record":
        job.notes["left"] = sorted({*_left(job), wanted})
        return see_other(url_for("photos.compare_with", table_id=table_id, key=key))
    if right != "table":
        abort(422)

    def entry(look: TableView) -> EntryRequest:
        found = next((one for one in _differences(look, job) or () if one.key == wanted), None)
        if found is None:
            raise BadInput([Fault("difference", "correction.nothing")])
        body: Json = {"reason": t("web.photo.reason"), "changes": settling_changes(look.state.play, found)}
        return EntryRequest(CORRECTION, body)

    look_at(table_id)
    return _after(key, job, submit(table_id, entry))


@bp.post("/<key>/compare/undo")
@open_to(Role.RECORDER)
def unsettle(table_id: str, key: str) -> AnyResponse:
    """Takes back the last thing recorded, or, where somebody left a difference as it is, nothing but that."""
    job = job_of(table_id, key)
    if "left" in request.form:
        job.notes["left"] = sorted(_left(job) - {request.form["left"]})
        return see_other(url_for("photos.compare_with", table_id=table_id, key=key))
    return _after(key, job, submit(table_id, EntryRequest(UNDO, {})), undone=True)


def _after(key: str, job: PhotoJob, done: TableView | Refused, *, undone: bool = False) -> AnyResponse:
    if isinstance(done, Refused):
        return compare_page(done.look, key, job, notice=done.text, status=done.status)
    job.notes["settled"] = max(0, job.notes.get("settled", 0) + (-1 if undone else 1))
    return see_other(url_for("photos.compare_with", table_id=done.info.id, key=key))


def _left(job: PhotoJob) -> set[str]:
    """Differences of which somebody said that the record is right."""
    return set(job.notes.get("left", ()))


def update_in(look: TableView, job: PhotoJob) -> Update | None:
    """What the photo shows beyond the record; no camp as long as it may be one that is recorded on a wrong space."""
    left = _left(job)
    elsewhere = {one.to for one in _differences(look, job) or () if one.to and one.key not in left}
    return update_of(look.state.play, map_of(look, job, result_of(job)), elsewhere)


def _differences(look: TableView, job: PhotoJob) -> tuple[Difference, ...] | None:
    state = look.state
    return compare(state.play.table.board, map_of(look, job, result_of(job)), box_in(backend(), state.box))


@dataclass(frozen=True)
class ComparePage:
    """``found``: None where the photo shows another map. ``open_ones``: differences nobody has settled; their numbers
    begin after ``before``, the lines of ``update``. ``left``: of which somebody said that the record is right."""

    look: TableView
    key: str
    found: Sequence[Difference] | None
    open_ones: Sequence[Difference]
    update: Update | None
    before: int
    players: Sequence[Player]
    moving: ProposalLine | None
    left: Sequence[Difference]
    looks: Mapping[str, PlayerStyle]
    map: MapView
    overlay: Overlay
    marker: str | None
    """What kind of marker the table's events place."""
    settled: int
    kept: bool
    notice: str | None
    entry_id: str = field(default_factory=entry_id)


def compare_page(look: TableView, key: str, job: PhotoJob, *, notice: str | None = None, status: int = 200) -> Response:
    found = _differences(look, job)
    left = _left(job)
    update = update_in(look, job)
    proposed = {line.at for line in update.camps} if update else set()
    open_ones = [one for one in found or () if one.key not in left and not (one.kind == "extra" and one.at in proposed)]
    table = look.state.play.table
    looks = player_styles(table.players, box_in(backend(), look.state.box))
    seen = map_of(look, job, result_of(job))
    numbers: dict[Hex, int] = {}
    there: dict[Hex, int] = {}
    lines = update.lines if update else ()
    said: tuple[ProposalLine | Difference, ...] = (*lines, *open_ones)
    # On one space a camp is said before its berries.
    for number, one in sorted(enumerate(said, 1), key=lambda numbered: numbered[1].kind == "berries"):
        numbers.setdefault(one.at, number)
        there.setdefault(one.there, number)
    review = url_for("photos.review", table_id=look.info.id, key=key, look=1, back=1)
    page = ComparePage(
        look=look,
        key=key,
        found=found,
        open_ones=open_ones,
        update=update,
        before=len(lines),
        players=table.players,
        moving=_moving(update),
        left=[one for one in found or () if one.key in left],
        looks=looks,
        map=MapView(table.board, looks=looks, faults=numbers),
        overlay=overlay(
            seen, looks_of_colors(look), None, lambda at: f"{review}&at={at.q},{at.r}", numbers=there, closer=True
        ),
        marker=marker_of(look.state.play),
        settled=job.notes.get("settled", 0),
        kept="kept" in job.notes,
        notice=notice,
    )
    return page_or_fragment("dewan/photo/compare.html", "dewan/photo/_compare.html", page, status)


def _moving(update: Update | None) -> ProposalLine | None:
    """The line whose camp or marker is to be elsewhere."""
    wanted = request.args.get("move", "")
    return next((line for line in update.lines if line.movable and line.key == wanted), None) if update else None
