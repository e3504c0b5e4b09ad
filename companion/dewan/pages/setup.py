"""The set-up page of Dewan: one page from the scenario to the first tap on the table."""

from flask import Response, abort, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.dewan.boxes import boxes_in
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import FEWEST_PLAYERS, MOST_PLAYERS, ScenarioName
from companion.dewan.screens.scenario_pictures import picture
from companion.dewan.screens.setup import TEAMS, Draft, checklist, color_names, header, read_draft, tapped
from companion.formats.faults import BadInput, Fault
from companion.web.desk import DEMO_BOX, Boxes, Desk
from companion.web.drawing.players import HOUSE, CampLook, camp_look
from companion.web.htmx import go_to_page, page_or_fragment
from companion.web.language import t
from companion.web.recording import create_table, desk
from companion.web.said import faults_by_place


def new() -> Response:
    """A fresh page; what the address tells is filled in, for a rematch."""
    boxes = known_boxes()
    return _page(read_draft({"box": [likely_box(boxes)], **request.args.to_dict(flat=False)}, boxes), boxes)


def change() -> AnyResponse:
    """A tap on the page, or its last one: the table is made."""
    boxes = known_boxes()
    draft = read_draft(request.form.to_dict(flat=False), boxes)
    do = request.form.get("do", "")
    if not do.startswith("create"):
        return _page(tapped(draft, do, boxes), boxes)
    if draft.too_many:
        params = {"least": FEWEST_PLAYERS, "most": MOST_PLAYERS, "number": draft.too_many}
        return _page(draft, boxes, [Fault("table.players", "table.player-count", params)])
    try:
        names = [name_of_seat(draft, seat) for seat in draft.seats]
        teams = {team: t(f"web.setup.team-{team}") for team in TEAMS}
        look = create_table("dewan", header(draft, boxes[draft.box], names, teams, DEMO_BOX))
    except BadInput as bad:
        return _page(draft, boxes, bad.faults)
    return go_to_page(_after(do.partition(":")[2], look.info.id))


def _after(where: str, table_id: str) -> str:
    """Where the table goes first: its map, or the table itself."""
    endpoint = {"pick": "picker.show", "photo": "photos.take"}.get(where, "tables.show")
    return url_for(endpoint, table_id=table_id)


def _page(draft: Draft, boxes: Boxes[Box], faults: list[Fault] | tuple[Fault, ...] = ()) -> Response:
    box = boxes[draft.box]
    return page_or_fragment(
        "dewan/setup/page.html",
        "dewan/setup/_setup.html",
        422 if faults else 200,
        draft=draft,
        scenarios=[(scenario, picture(scenario)) for scenario in ScenarioName],
        colors=palette(box),
        shown_names=[name_of_seat(draft, seat) for seat in range(MOST_PLAYERS)],
        boxes=boxes,
        demo=DEMO_BOX,
        lines=checklist(draft, box),
        faults=faults_by_place(faults),
    )


def palette(box: Box) -> list[tuple[str, str, CampLook]]:
    """The colours to choose from: as they are kept, in words, and drawn."""
    return [(color, _color_word(color), look_of_color(color, box)) for color in color_names(box)]


def name_of_seat(draft: Draft, seat: int) -> str:
    """Whoever types no name is called by their colour."""
    return draft.names[seat].strip() or _color_word(draft.colors[seat])


def _color_word(color: str) -> str:
    return t(f"web.color.{color}") if color in HOUSE else color


def look_of_color(color: str, box: Box) -> CampLook:
    """The mark follows the colour's place in the box, as long as nobody sits anywhere."""
    rgb = {one.name: one.rgb for one in box.colors}
    return camp_look(color if color in HOUSE else rgb.get(color, ""), color_names(box).index(color))


def likely_box(boxes: Boxes[Box]) -> str:
    """Whoever has typed in a box of their own plays with it: the one touched last."""
    return next((box_id for box_id in boxes if box_id != DEMO_BOX), DEMO_BOX)


def known_boxes() -> Boxes[Box]:
    """Where no store is attached, no table can be made."""
    companion = desk()
    return boxes_in(companion) if isinstance(companion, Desk) else abort(503)
