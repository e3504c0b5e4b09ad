"""My box of The River: the facts printed on its boards, tiles and cards, corrected once from one's own copy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from flask import Blueprint, Response, abort, make_response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.formats.faults import MOST_TEXT, BadInput, Fault
from companion.formats.pretty_json import pretty_json
from companion.formats.strict_json import parse_json
from companion.games.contract import Json
from companion.games.not_played import EDIT
from companion.log.entries import UNDO
from companion.river.box import RiverBoxKeeping, RiverBoxState
from companion.river.boxes import boxes_in
from companion.river.demo import river_demo_box
from companion.river.formats.box import write_river_box
from companion.river.pages import box_lines
from companion.river.pages.setup import color_names
from companion.river.pages.words import color_word
from companion.river.rules.box import Box, RiverBoard, Side, Supply
from companion.river.rules.words import ActionSpace, Capacity
from companion.service.answers import TableView
from companion.web.access.policy import open_to_box_keepers, open_to_makers
from companion.web.backend import DEMO_BOX
from companion.web.entry import EntryRequest
from companion.web.htmx import go_to_page, page_or_fragment, see_other
from companion.web.language import t
from companion.web.submit import Refused, backend, create_table, entry_id, submit, view_table


@dataclass(frozen=True)
class ShelfPage:
    """``boxes``: id, name and whether it is invented; the demo box has no name of its own."""

    boxes: Sequence[tuple[str, str | None, object]]
    faults: Sequence[tuple[str, str]]
    pasted: str


@dataclass(frozen=True)
class BoxPage:
    """``wrong``: the part whose ``faults`` these are. ``done``: the part that was just kept."""

    look: TableView
    box: Box
    players: int
    color: str
    colors: Sequence[tuple[str, str]]
    tile_text: str
    building_text: str
    faults: Sequence[tuple[str, str]]
    wrong: str
    done: str | None
    entry_id: str = field(default_factory=entry_id)
    action_spaces = tuple(ActionSpace)
    capacities = tuple(Capacity)
    most_name = MOST_TEXT

    @property
    def side(self) -> Side:
        return self.box.side(self.players)

    @property
    def board(self) -> RiverBoard:
        return self.box.board(self.color, self.players)

    @property
    def supplies(self) -> dict[int, Supply]:
        return {number: self.box.supply(number) for number in (2, 3, 4)}


bp = Blueprint("river_box", __name__, url_prefix="/river-box")
SHARED = "river-shared-box/1"


@bp.get("")
@open_to_makers
def show() -> Response:
    return _shelf()


def _shelf(faults: Sequence[Fault] = (), pasted: str = "") -> Response:
    boxes = boxes_in(backend())
    own = [(box_id, one.title, one.counts["invented"]) for box_id, one in boxes.listed.items()]
    said = [(fault.path, t(fault.code, **fault.params)) for fault in faults]
    page = ShelfPage([(DEMO_BOX, None, True), *own], said, pasted)
    return page_or_fragment("river/box/shelf.html", "river/box/_shelf.html", page, 422 if faults else 200)


@bp.post("/new")
@open_to_makers
def new() -> AnyResponse:
    """A copy of the invented box, to be corrected."""
    name = request.form.get("name", "").strip() or t("river.box-new-name")
    return _made(lambda: {**write_river_box(river_demo_box()), "name": name})


@bp.post("/read")
@open_to_makers
def read_in() -> AnyResponse:
    """A box file, chosen or pasted."""
    file = request.files.get("file")
    data = file.read() if file else b""
    pasted = request.form.get("pasted", "")
    return _made(lambda: parse_json(data or pasted), pasted)


def _made(box: Callable[[], object], pasted: str = "") -> AnyResponse:
    try:
        look = create_table(RiverBoxKeeping.key, _header(box()))
    except BadInput as bad:
        return _shelf(bad.faults, pasted)
    return go_to_page(url_for("river_box.facts", box_id=look.info.id))


def _header(document: object) -> Json:
    """Of a box file, or of a box with what was learned of its tiles."""
    if isinstance(document, dict) and document.get("format") == SHARED:
        return {key: value for key, value in document.items() if key != "format"}
    return {"box": document}


@bp.get("/<box_id>")
@open_to_box_keepers
def facts(box_id: str) -> Response:
    return _page(opened(box_id))


@bp.get("/<box_id>/box.json")
@open_to_box_keepers
def box_file(box_id: str) -> Response:
    """The box; with what was learned of its tiles, where there is any, as one file."""
    state: RiverBoxState = opened(box_id).state
    written = write_river_box(state.box)
    shared: Json = {"format": SHARED, "box": written, "look": state.look}
    answer = make_response(pretty_json(shared if state.look else written))
    answer.mimetype = "application/json"
    answer.headers["Content-Disposition"] = 'attachment; filename="river-box.json"'
    return answer


@bp.post("/<box_id>/name")
@open_to_box_keepers
def name(box_id: str) -> AnyResponse:
    """What the box is called, and whether it was checked against a copy."""
    invented = "checked" not in request.form
    return _changed(box_id, "name", lambda box: {"name": request.form.get("name", "").strip(), "invented": invented})


@bp.post("/<box_id>/side")
@open_to_box_keepers
def side(box_id: str) -> AnyResponse:
    players = (2,) if request.form.get("players") == "2" else (3, 4)
    color = request.form.get("color", "")

    def given(box: Box) -> Json:
        if color:
            return {"boards": box_lines.with_board(box, box_lines.board_json(request.form, _framed(), players, color))}
        written = write_river_box(box)["sides"]
        assert isinstance(written, list)
        one = box_lines.side_json(request.form, _framed(), players)
        return {"sides": box_lines.with_side(box, one, written)}

    return _changed(box_id, "boards" if color else "sides", given)


def _framed() -> list[str]:
    return request.form.getlist("framed")


@bp.post("/<box_id>/supplies")
@open_to_box_keepers
def supplies(box_id: str) -> AnyResponse:
    return _changed(box_id, "supplies", lambda box: {"supplies": box_lines.supplies_json(request.form)})


@bp.post("/<box_id>/tiles")
@open_to_box_keepers
def tiles(box_id: str) -> AnyResponse:
    return _changed(box_id, "tiles", lambda box: {"tiles": box_lines.tiles_json(request.form.get("lines", ""), box)})


@bp.post("/<box_id>/buildings")
@open_to_box_keepers
def buildings(box_id: str) -> AnyResponse:
    return _changed(
        box_id, "buildings", lambda box: {"buildings": box_lines.buildings_json(request.form.get("lines", ""), box)}
    )


@bp.post("/<box_id>/undo")
@open_to_box_keepers
def undo(box_id: str) -> AnyResponse:
    opened(box_id)
    done = submit(box_id, EntryRequest(UNDO, {}))
    if isinstance(done, Refused) and done.status == 422:
        return _page(done.look, done.faults)
    return see_other(url_for("river_box.facts", box_id=box_id))


def _changed(box_id: str, what: str, given: Callable[[Box], Json]) -> AnyResponse:
    def entry(look: TableView) -> EntryRequest:
        changes = [{"op": "add", "path": f"/{key}", "value": value} for key, value in given(look.state.box).items()]
        return EntryRequest(EDIT, {"what": what, "changes": changes})

    opened(box_id)
    done = submit(box_id, entry)
    if isinstance(done, Refused):
        return _page(done.look, done.faults if done.status == 422 else [Fault("seen", "web.box.missed")], what)
    players = "2" if request.form.get("players") == "2" else None
    color = request.form.get("color") or None
    return see_other(url_for("river_box.facts", box_id=box_id, done=what, players=players, color=color))


def _page(look: TableView, faults: Sequence[Fault] = (), what: str = "") -> Response:
    box: Box = look.state.box
    players = 2 if request.values.get("players") == "2" else 3
    colors = color_names(box)
    color = request.values.get("color", "")
    color = color if color in colors else ""
    lines = request.form.get("lines", "")
    page = BoxPage(
        look,
        box,
        players,
        color,
        [(name, color_word(name)) for name in colors],
        lines if what == "tiles" else box_lines.tile_text(box),
        lines if what == "buildings" else box_lines.building_text(box),
        [(fault.path, t(fault.code, **fault.params)) for fault in faults],
        what,
        request.args.get("done") if request.args.get("done") in box_lines.PARTS else None,
    )
    return page_or_fragment("river/box/page.html", "river/box/_page.html", page, 422 if faults else 200)


def opened(box_id: str) -> TableView:
    look = view_table(box_id)
    return look if isinstance(look.state, RiverBoxState) else abort(404)
