"""Data that comes with Companion: a box of our own invention, and tables in mid-game laid from it.

Nothing here is read before somebody asks for it.
"""

from functools import cache

from companion.record.box import read_box
from companion.record.strict_json import parse_json
from companion.record.table import read_table
from companion.rules.dewan.table import Table
from companion.rules.dewan.tiles import Box
from companion.rules.dewan.words import ScenarioName
from companion.rules.river.box import Box as RiverBox


@cache
def demo_box() -> Box:
    """What the tiles of a real copy show is not known to us: this box is invented, and says so in its name."""
    return read_box(demo_box_json())


@cache
def river_demo_box() -> RiverBox:
    """What the boards of The River show is not known to us either; an owner writes a better box once."""
    from companion.record.river_box import read_river_box

    return read_river_box(parse_json(_read("river-demo-box.json")))


@cache
def demo_table(scenario: ScenarioName) -> Table:
    """A table of the scenario in the middle of a game."""
    record = parse_json(_read(f"demo-{scenario}.json"))
    assert isinstance(record, dict)
    # The files name tiles of the demo box without repeating it; a record must bring its box along.
    return read_table({**record, "map": {"box": demo_box_json(), **record["map"]}})


def demo_box_json() -> object:
    return parse_json(_read("demo-box.json"))


def _read(name: str) -> bytes:
    from importlib.resources import files  # slow to import, and needed for nothing else

    return files(__name__).joinpath(name).read_bytes()
