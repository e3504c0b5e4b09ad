"""The shelf the boxes stand on: list, new, copy, name, read in, write out, throw away and bring back, undo and redo."""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from flask import Blueprint, Response, abort, current_app, make_response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.box import LOOK, BoxKeeping, BoxState, counts_of
from companion.dewan.demo import demo_box
from companion.dewan.formats.box import write_box
from companion.dewan.formats.look import read_look
from companion.dewan.formats.shared_box import read_shared, write_shared
from companion.dewan.pages import box_parts
from companion.dewan.pages.box_parts import PartView
from companion.dewan.rules.tiles import Box
from companion.formats.faults import MOST_TEXT, BadInput, Fault
from companion.formats.pretty_json import pretty_json
from companion.formats.strict_json import parse_json
from companion.games.contract import Json
from companion.games.not_played import EDIT
from companion.games.viewer import SERVER
from companion.log.entries import REDO, UNDO
from companion.log.rows import TableInfo
from companion.service.answers import TableView
from companion.service.files import export_log, import_log
from companion.web.access.policy import host_new_table, may_change_box, open_to_box_keepers, open_to_makers
from companion.web.backend import DEMO_BOX
from companion.web.entry import EntryRequest
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.photo.jobs import can_read
from companion.web.submit import Refused, backend, create_table, lists, submit, view_table

bp = Blueprint("box", __name__, url_prefix="/box")

MOST_BROUGHT_BACK = 1_500_000
"""A log that does not fit into a form is brought back as the box it led to."""
MOST_SHOWN = 400_000
"""Of a file that cannot be read in, so much is put into the field, to be mended there."""


@dataclass(frozen=True)
class OpenBox:
    """``look`` is None for the demo box, which nobody can change."""

    id: str
    box: Box
    look: TableView | None
    entry_id: str

    @property
    def invented(self) -> bool:
        return self.look is None


@dataclass(frozen=True)
class BoxPage:
    """A page of one part of a box; ``faults``: what is wrong with what was typed, in words."""

    opened: OpenBox
    faults: Sequence[str]
    part: ClassVar[str]

    @property
    def parts(self) -> tuple[PartView, ...]:
        return box_parts.parts(counts_of(self.opened.box), learned_of(self.opened))


@dataclass(frozen=True)
class NamePage(BoxPage):
    typed_name: str
    part = "name"


@dataclass(frozen=True)
class ShelfPage:
    """``boxes``: each with its name, parts, and how many tables use it. ``gone``: a box just thrown away, and its log.

    ``where``: the form whose ``faults`` these are, with what was typed there.
    """

    boxes: Sequence[tuple[TableInfo, str | None, tuple[PartView, ...], int]]
    most: int
    faults: Sequence[tuple[str, str]]
    where: str
    pasted: str
    name: str
    gone: tuple[str, str] | None
    photos: bool = field(default_factory=can_read)
    demo_id = DEMO_BOX

    @property
    def demo(self) -> tuple[Box, tuple[PartView, ...]]:
        return demo_box(), box_parts.parts(counts_of(demo_box()))


def opened(box_id: str) -> OpenBox:
    """Raises UnknownTable."""
    entry_id = secrets.token_urlsafe(9)
    if box_id == DEMO_BOX:
        return OpenBox(DEMO_BOX, demo_box(), None, entry_id)
    look = view_table(box_id)
    if not isinstance(look.state, BoxState):
        abort(404)
    return OpenBox(box_id, look.state.box, look, entry_id)


def learned_of(box: OpenBox) -> int | None:
    """Of how many grounds the box has learned how they look; the demo box learns nothing."""
    if box.look is None:
        return None
    known = box.look.state.look
    return len(read_look(known).terrains) if known else 0


def record_edit(box: OpenBox, body: Json) -> bool:
    """Record a change; True if somebody else changed the box in between. Raises BadInput."""
    if box.look is None:
        raise BadInput([Fault("", "web.box.demo-fixed")])
    return bool(body["changes"]) and recorded(box.id, EDIT, body)


def recorded(box_id: str, kind: str, body: Json) -> bool:
    """True if somebody else changed the box in between. Raises BadInput."""
    done = submit(box_id, EntryRequest(kind, body))
    if isinstance(done, Refused) and done.status == 422:
        raise BadInput(done.faults)
    # An id that is taken was taken by this very form: it was sent twice, and what it asks for is done.
    return isinstance(done, Refused) and done.missed is not None


# The list


@bp.get("")
@open_to_makers
def show() -> Response:
    return _shelf()


def _shelf(
    status: int = 200,
    faults: tuple[Fault, ...] = (),
    pasted: str = "",
    name: str = "",
    where: str = "",
    gone: tuple[str, str] | None = None,
) -> Response:
    """``gone``: the name of a box just thrown away, and what brings it back."""
    own = [one for one in lists().of_game(BoxKeeping.key) if may_change_box(one.info.id)]
    tables = lists().using_box([one.info.id for one in own])
    boxes = [
        (one.info, one.summary.title, box_parts.parts(one.summary.counts), tables.get(one.info.id, 0))
        for one in own
        if one.summary
    ]
    said = [(fault.path, t(fault.code, **fault.params)) for fault in faults]
    page = ShelfPage(boxes, current_app.config["MAX_CONTENT_LENGTH"], said, where, pasted, name, gone)
    return page_or_fragment("dewan/box/shelf.html", "dewan/box/_shelf.html", page, status)


@bp.post("/new")
@open_to_makers
def new() -> AnyResponse:
    name = request.form.get("name", "")
    part = "photos" if request.form.get("by") == "photos" else "tiles"
    return _made(lambda: box_parts.empty_box(name.strip() or t("web.box.new-name")), "new", name=name, part=part)


@bp.post("/<box_id>/copy")
@open_to_box_keepers
def copy(box_id: str) -> AnyResponse:
    kept = opened(box_id)
    name = box_parts.shortened_name(t("web.box.copy-name", name=kept.box.name))
    learned = kept.look.state.look if kept.look else None
    return _made(lambda: write_shared(replace(kept.box, name=name), learned, pictures=True), "new")


@bp.post("/read")
@open_to_makers
def read_in() -> AnyResponse:
    """A box file, chosen or pasted."""
    file = request.files.get("file")
    data = file.read() if file else b""
    pasted = request.form.get("pasted", "")
    if data:
        pasted = data.decode("utf-8", errors="replace")[:MOST_SHOWN]
    if not pasted.strip():
        return _shelf(422, (Fault("", "web.box.nothing-to-read"),), where="read")
    return _made(lambda: parse_json(data or pasted), "read", pasted=pasted)


def _made(box: Callable[[], object], where: str, pasted: str = "", name: str = "", part: str = "tiles") -> AnyResponse:
    try:
        given, learned = read_shared(box())
    except BadInput as bad:
        return _shelf(422, tuple(bad.faults), pasted, name[: 2 * MOST_TEXT], where)
    look = create_table(BoxKeeping.key, {"box": write_box(given)})
    if learned:
        backend().service.record(look.info.id, look.seq, "shared", LOOK, {"look": learned}, viewer=SERVER)
    return go_to_page(url_for(f"box.{part}", box_id=look.info.id))


@bp.get("/<box_id>/box.json")
@open_to_box_keepers
def box_file(box_id: str) -> Response:
    answer = make_response(pretty_json(write_box(opened(box_id).box)))
    answer.mimetype = "application/json"
    answer.headers["Content-Disposition"] = 'attachment; filename="dewan-box.json"'
    return answer


@bp.post("/<box_id>/name")
@open_to_box_keepers
def rename(box_id: str) -> AnyResponse:
    box, name = opened(box_id), request.form.get("name", "").strip()
    here = url_for("box.tiles", box_id=box_id)
    if name == box.box.name:
        return see_other(here)
    body = box_parts.edit("name", [{"op": "replace", "path": "/name", "value": name}], name[:MOST_TEXT] or None)
    try:
        missed = record_edit(box, body)
    except BadInput as bad:
        return _naming(box, name, bad.faults)
    return _naming(opened(box_id), name, (Fault("seen", "web.box.missed"),)) if missed else see_other(here)


def _naming(box: OpenBox, name: str, faults: tuple[Fault, ...]) -> Response:
    return box_page(NamePage(box, fault_texts(faults), name[: 2 * MOST_TEXT]), 422)


def fault_texts(faults: Sequence[Fault]) -> list[str]:
    return [t(fault.code, **fault.params) for fault in faults]


def box_page(page: BoxPage, status: int = 200) -> Response:
    return page_or_fragment("dewan/box/page.html", "dewan/box/_box.html", page, status)


@bp.post("/<box_id>/delete")
@open_to_box_keepers
def delete(box_id: str) -> AnyResponse:
    """Gone from the shelf; the page that says so can bring it back with all its history."""
    box = opened(box_id)
    if box.look is None:
        return _shelf(422, (Fault("", "web.box.demo-fixed"),), where="shelf")
    service = backend().service
    if lists().using_box([box_id]):
        return _shelf(422, (Fault("", "web.box.in-use"),), where="shelf")
    log = json.dumps(export_log(service, box_id, SERVER), ensure_ascii=False)
    if len(log.encode()) > MOST_BROUGHT_BACK:
        log = json.dumps(write_box(box.box), ensure_ascii=False)
    service.delete(box_id)
    return _shelf(gone=(box.box.name, log))


@bp.post("/back")
@open_to_makers
def bring_back() -> AnyResponse:
    text = request.form.get("log", "")
    try:
        document = parse_json(text)
        if isinstance(document, dict) and document.get("game") == BoxKeeping.key:
            look = host_new_table(import_log(backend().service, document))
        else:
            look = create_table(BoxKeeping.key, {"box": document})
    except BadInput as bad:
        return _shelf(422, bad.faults, where="shelf")
    return go_to_page(url_for("box.tiles", box_id=look.info.id))


# Undo and redo, from whatever part is being looked at


@bp.post("/<box_id>/undo")
@open_to_box_keepers
def undo(box_id: str) -> AnyResponse:
    return _stepped(box_id, UNDO)


@bp.post("/<box_id>/redo")
@open_to_box_keepers
def redo(box_id: str) -> AnyResponse:
    return _stepped(box_id, REDO)


def _stepped(box_id: str, kind: str) -> AnyResponse:
    box = opened(box_id)
    if box.look is None:
        abort(404)
    part = request.form.get("part")
    # Nothing to take back, or a page that has not seen the last change: the page shown next says what there is.
    submit(box_id, EntryRequest(kind, {}))
    asked: dict[str, Any] = {key: request.form[key] for key in ("scenario", "players") if key in request.form}
    return see_other(url_for(f"box.{part if part in box_parts.PARTS else box_parts.PARTS[0]}", box_id=box_id, **asked))
