"""The boxes of a backend, for tests of what was kept: whoever looks here may see all."""

from companion.dewan.box import BoxKeeping
from companion.dewan.demo import demo_box
from companion.dewan.rules.tiles import Box
from companion.web.backend import Backend, Boxes


def all_boxes(backend: Backend) -> Boxes[Box]:
    return Boxes(backend, BoxKeeping.key, demo_box())
