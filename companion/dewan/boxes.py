"""The boxes of Dewan there are: the invented one, and what owners typed."""

from companion.dewan.box import BoxKeeping, BoxState
from companion.dewan.demo import demo_box
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.games.viewer import STRANGER
from companion.log.errors import TableError
from companion.web.desk import DEMO_BOX, Boxes, Desk


def boxes_in(desk: Desk) -> Boxes[Box]:
    return Boxes(desk, BoxKeeping.key, demo_box())


def box_in(desk: Desk, box_id: str | None) -> Box:
    """The box of a table; the demo box where it has none, or where it is gone."""
    state = _state(desk, box_id)
    return state.box if state else demo_box()


def learned_in(desk: Desk, box_id: str | None) -> Json | None:
    """How the tiles of a box look to the photo reader, where it has learned it."""
    state = _state(desk, box_id)
    return state.look if state else None


def _state(desk: Desk, box_id: str | None) -> BoxState | None:
    if box_id in (None, DEMO_BOX):
        return None
    try:
        state = desk.service.look(str(box_id), STRANGER).state
    except (TableError, BadInput):
        return None
    return state if isinstance(state, BoxState) else None
