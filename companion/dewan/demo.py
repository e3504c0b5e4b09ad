"""A box of our own invention, and tables in mid-game laid from it. Nothing is read before somebody asks for it."""

from functools import cache

from companion.dewan.formats.box import read_box
from companion.dewan.formats.table import read_table
from companion.dewan.rules.table import Table
from companion.dewan.rules.tiles import Box
from companion.dewan.rules.words import ScenarioName
from companion.formats.packaged import packaged_json


@cache
def demo_box() -> Box:
    """What the tiles of a real copy show is not known to us: this box is invented, and says so in its name."""
    return read_box(demo_box_json())


@cache
def demo_table(scenario: ScenarioName) -> Table:
    """A table of the scenario in the middle of a game."""
    record = packaged_json("companion.dewan.data", f"demo-{scenario}.json")
    assert isinstance(record, dict)
    # The files name tiles of the demo box without repeating it; a record must bring its box along.
    return read_table({**record, "map": {"box": demo_box_json(), **record["map"]}})


def demo_box_json() -> object:
    return packaged_json("companion.dewan.data", "demo-box.json")
