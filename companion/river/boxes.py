"""The boxes of The River there are: the invented one, and what owners typed."""

from companion.river.box import RiverBoxKeeping
from companion.river.demo import river_demo_box
from companion.river.rules.box import Box
from companion.web.access.policy import visible_tables
from companion.web.backend import Backend, Boxes


def boxes_in(backend: Backend) -> Boxes[Box]:
    return Boxes(backend, RiverBoxKeeping.key, river_demo_box(), visible_tables())
