"""The invented box of The River."""

from functools import cache

from companion.formats.packaged import packaged_json
from companion.river.formats.box import read_river_box
from companion.river.rules.box import Box


@cache
def river_demo_box() -> Box:
    """What the boards of The River show is not known to us; an owner writes a better box once."""
    return read_river_box(packaged_json("companion.river.data", "demo-box.json"))
