"""The boxes of The River there are: the invented one, and what owners typed."""

from dataclasses import dataclass

from companion.games.contract import Json
from companion.games.viewer import STRANGER
from companion.river.box import RiverBoxKeeping, RiverBoxState
from companion.river.demo import river_demo_box
from companion.river.rules.box import Box
from companion.web.access.policy import visible_tables
from companion.web.backend import Backend, Boxes


def boxes_in(backend: Backend) -> Boxes[Box]:
    return Boxes(backend, RiverBoxKeeping.key, river_demo_box(), visible_tables())


@dataclass(frozen=True)
class Learned:
    """A box whose tiles the photo reader knows."""

    id: str
    box: Box
    look: Json


def learned_box(backend: Backend, wanted: Box, box_id: str | None = None) -> Learned | None:
    """The box with this name among those with a look; else the one the table was played with, or else any."""
    found = []
    for name in boxes_in(backend).listed:
        state = backend.service.look(name, STRANGER).state
        if isinstance(state, RiverBoxState) and state.look and state.look.get("tiles"):
            found.append(Learned(name, state.box, state.look))
    fits = (
        lambda one: one.id == box_id,
        lambda one: one.box.tiles == wanted.tiles,
        lambda one: one.box.name == wanted.name,
        lambda one: True,
    )
    return next((one for fit in fits for one in found if fit(one)), None)
