"""The boxes of The River there are: the invented one, and what owners typed."""

from companion.river.box import RiverBoxKeeping
from companion.river.demo import river_demo_box
from companion.river.rules.box import Box
from companion.web.desk import Boxes, Desk


def boxes_in(desk: Desk) -> Boxes[Box]:
    return Boxes(desk, RiverBoxKeeping.key, river_demo_box())
