"""The boxes of Dewan there are: the invented one, and what owners typed."""

from companion.dewan.box import BoxKeeping, BoxState
from companion.dewan.demo import demo_box
from companion.dewan.rules.tiles import Box
from companion.formats.faults import BadInput
from companion.games.contract import Json
from companion.games.viewer import STRANGER
from companion.log.errors import TableError
from companion.web.access.policy import visible_tables
from companion.web.backend import DEMO_BOX, Backend, Boxes


def boxes_in(backend: Backend) -> Boxes[Box]:
    return Boxes(backend, BoxKeeping.key, demo_box(), visible_tables())


def box_in(backend: Backend, box_id: str | None) -> Box:
    """The box of a table; the demo box where it has none, or where it is gone."""
    state = _state(backend, box_id)
    return state.box if state else demo_box()


def learned_in(backend: Backend, box_id: str | None) -> Json | None:
    """How the tiles of a box look to the photo reader, where it has learned it."""
    state = _state(backend, box_id)
    return state.look if state else None


def _state(backend: Backend, box_id: str | None) -> BoxState | None:
    if box_id in (None, DEMO_BOX):
        return None
    try:
        state = backend.service.look(str(box_id), STRANGER).state
    except (TableError, BadInput):
        return None
    return state if isinstance(state, BoxState) else None
