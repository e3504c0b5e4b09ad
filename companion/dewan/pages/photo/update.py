"""Record what a photo in mid-game shows: every ticked line as what it is, with one tap."""

from flask import abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.formats.actions import write_action
from companion.dewan.game import ACTION
from companion.dewan.pages.photo.compare import compare_page, update_in
from companion.dewan.pages.photo.since_entry import ProposalLine, berry_changes, entries_of
from companion.dewan.pages.photo.taking import bp, look_at
from companion.dewan.rules.actions import Action
from companion.games.contract import CORRECTION
from companion.service.answers import TableView
from companion.web.access.policy import Role, open_to
from companion.web.entry import EntryRequest
from companion.web.htmx import see_other
from companion.web.language import t
from companion.web.photo.sending import job_of, jobs
from companion.web.submit import Refused, submit


@bp.post("/<key>/update")
@open_to(Role.RECORDER)
def record_update(table_id: str, key: str) -> AnyResponse:
    """All ticked lines, one entry after the other; what somebody else records in between stops it before the first."""
    look, job = look_at(table_id), job_of(table_id, key)
    update = update_in(look, job)
    if update is None:
        abort(422)
    wanted = set(request.form.getlist("line"))
    lines = [line for line in update.lines if line.key in wanted]
    first = {name: request.form.get(f"first {name}", "") for name in update.first}
    names = {player.name for player in look.state.play.table.players}
    event = request.form.get("event", "")
    fish = [name for name in request.form.getlist("fish") if name in names]
    close = "close" in request.form
    actions = entries_of(look.state.play, lines, first, event if event in names else "", close, fish)
    todo: list[Action | ProposalLine] = [*actions]
    todo += [line for line in lines if line.kind == "berries"]
    done = submit(table_id, [_entry(look, one) for one in todo])
    if isinstance(done, Refused):
        return compare_page(done.look, key, job, notice=done.text, status=done.status)
    if todo:
        jobs().forget(key)
    return see_other(url_for("tables.show", table_id=table_id))


def _entry(look: TableView, one: Action | ProposalLine) -> EntryRequest:
    if isinstance(one, ProposalLine):
        return EntryRequest(
            CORRECTION, {"reason": t("web.photo.reason"), "changes": berry_changes(look.state.play, one)}
        )
    return EntryRequest(ACTION, write_action(one))
